/* A match without a screen: what is pressed, and when, comes from a file. */
#ifndef CLI_PLAY_SCRIPT_H
#define CLI_PLAY_SCRIPT_H

#include "play_match.h"

/* One line of a script: "TICK ACT". */
typedef struct play_step {
    uint64_t tick;
    play_act act; /* PLAY_ACTS: the script ends */
} play_step;

/* Begin with all zero. */
typedef struct play_script {
    play_step *steps;
    size_t count;
} play_script;

/* Reads the script of a file, "-" for standard input. -1, or the exit code after a message.
 * Either way the caller frees it. */
int play_script_read(play_script *script, const char *path);
void play_script_free(play_script *script);

/* Plays it to its end; after that of a game nothing but a restart has an effect. */
df_status play_script_run(const play_script *script, play_match *match, uint64_t seed);

#endif
