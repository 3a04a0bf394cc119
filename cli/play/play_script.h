/* Plays a match without a screen: a file says which keys are pressed, and when. */
#ifndef CLI_PLAY_SCRIPT_H
#define CLI_PLAY_SCRIPT_H

#include "play_match.h"

/* An act of a script. */
typedef struct play_step {
    uint64_t tick;
    play_act act; /* PLAY_ACTS: the script ends */
} play_step;

/* A script. Begin with all zero. */
typedef struct play_script {
    play_step *steps;
    size_t count;
} play_script;

/* Reads the script of a file, "-" for standard input. Returns -1, or the exit code after a
 * message. The caller frees *script, also after a failure. */
int play_script_read(play_script *script, const char *path);
void play_script_free(play_script *script);

/* Plays the script to its end. After the end of a game, only a restart has an effect. */
df_status play_script_run(const play_script *script, play_match *match, uint64_t seed);

#endif
