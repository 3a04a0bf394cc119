/* What 'dropforge play' is told, and what its files share. */
#ifndef CLI_PLAY_SETTINGS_H
#define CLI_PLAY_SETTINGS_H

#include "dropforge/bot.h"
#include "dropforge/omino_random.h"
#include "dropforge/play.h"
#include "dropforge/play_record.h"
#include "options.h"
#include "output.h"
#include "picture_options.h"
#include "piece_choice.h"

typedef struct play_board {
    unsigned width; /* 0: not said */
    unsigned height;
} play_board;

/* A number that may be 0, and whether it was given. */
typedef struct play_number {
    bool given;
    uint64_t number;
} play_number;

/* All zero bytes are the defaults. */
typedef struct play_settings {
    df_play_rules rules;
    play_number level;
    play_number seed;
    play_board board;
    unsigned squares; /* of the pieces; 0: tetrominoes */
    piece_class kind;
    bool half_turns;
    bool bot;
    bool versus;
    const char *player; /* of the bot, or NULL */
    const char *name;   /* in the table of high scores, or NULL */
    const char *script; /* a file of keys, or NULL */
    const char *watch;  /* a record of a game, or NULL */
    const char *log;    /* where such a record is written, or NULL */
    bool scores;        /* are only listed */
    text_list paths;
    const char *format;
    bool json;
} play_settings;

/* The pieces and options of the games. */
typedef struct play_setup {
    const play_settings *chosen;
    piece_choice pieces;     /* its set is NULL where pieces are made at random, or of a
                                record */
    df_omino_pieces *random; /* what makes these, or NULL */
    df_color *colors;        /* of the pieces; of those made at random again and again */
    size_t color_count;
    df_play_options options;
    const df_weights *weights; /* of the bot */
    df_play_record *record;    /* that is watched, or NULL */
    char kind[32];             /* what the pieces are called: tetrominoes, path-5 */
} play_setup;

/* More squares have no room on a screen. */
enum { PLAY_MOST_SQUARES = 24 };

/* Makes the pieces, finds the bot. -1, or the exit code after a message. Either way the setup
 * is freed with play_setup_free. */
int play_setup_make(play_setup *setup, const play_settings *chosen);
void play_setup_free(play_setup *setup);

/* The colour of a piece. */
df_color play_setup_color(const play_setup *setup, unsigned piece);

/* The `take` of options. */
bool play_take_rules(void *field, const char *value);
bool play_take_class(void *field, const char *value);
bool play_take_board(void *field, const char *value);
bool play_take_number(void *field, const char *value);

#endif
