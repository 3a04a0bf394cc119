/* The settings of 'dropforge play', and the functions that its files share. */
#pragma once

#include "cli/base/options.h"
#include "cli/base/output.h"
#include "cli/formats/picture_options.h"
#include "cli/piece/piece_choice.h"
#include "dropforge/game.h"
#include "dropforge/omino.h"
#include "play_drawing.h"

/* The size of the playfield. */
typedef struct play_board {
    unsigned width; /* 0: not given */
    unsigned height;
} play_board;

/* A number that may be absent. */
typedef struct play_number {
    bool given;
    uint64_t number;
} play_number;

/* How pieces turn. */
typedef struct play_turns {
    df_rules rules;   /* DF_RULES_HARDDROP: not given */
    const char *path; /* of their table, or NULL */
} play_turns;

/* The options as given. All zero bytes are the defaults, except for the picture. */
typedef struct play_settings {
    df_game_kind game;
    unsigned mode; /* of df_game_modes */
    play_number level;
    play_number seed;
    play_board board;
    unsigned squares; /* of the pieces; 0: tetrominoes */
    piece_class kind;
    play_turns turns;
    bool all_spins;
    play_number shift_delay, shift_repeat, soft_factor;
    bool bot;
    bool versus;
    const char *player; /* of the bot, or NULL */
    const char *name;   /* in the table of high scores, or NULL */
    const char *script; /* a file of keys, or NULL */
    const char *watch;  /* the file of a recorded game, or NULL */
    const char *from;   /* another one, which is played on, or NULL */
    play_number at;     /* after this number of its pieces; not given: at its end */
    const char *field;  /* a file with the starting field, or NULL */
    const char *queue;  /* the pieces in order, or NULL */
    unsigned deal;      /* 1 + a df_game_deal; 0: not given */
    bool no_hold;
    play_number preview;
    bool chance;            /* show the chance of a perfect clear */
    const char *table;      /* the same, with its first answers, or NULL */
    bot_print_options draw; /* the picture to draw */
    const char *log;        /* the file to write a record to, or NULL */
    bool scores;            /* only list the high scores */
    text_list paths;
    const char *format;
    bool json;
    picture_options picture; /* how the outputs look */
} play_settings;

/* The pieces and options of the games. */
typedef struct play_setup {
    const play_settings *chosen;
    piece_choice pieces;     /* its set is NULL with random pieces or a record */
    df_omino_pieces *random; /* makes random pieces, or NULL */
    df_color *colors;        /* of the pieces; random pieces repeat them */
    size_t color_count;
    df_game_options options;
    const df_player *player; /* the bot */
    df_game_record *record;  /* the watched record, or NULL */
    df_game_record *from;    /* the record that is played on, or NULL */
    df_field *field;         /* the starting field, or NULL */
    uint16_t *given;         /* the pieces in order, or NULL */
    const df_game_mode *mode;
    play_picture picture; /* that is drawn */
    char *table;          /* of answers of 'clear best', or NULL */
    char kind[32];        /* the name of the pieces, such as tetrominoes or path-5 */
} play_setup;

/* Larger pieces do not fit on a screen. */
enum { PLAY_MAX_SQUARES = 24 };

/* Makes the pieces and finds the bot. The caller frees the setup with play_setup_free, also
 * after a failure. */
cli_status play_setup_make(play_setup *setup, const play_settings *chosen);
void play_setup_free(play_setup *setup);

/* Returns the colour of a piece. */
df_color play_setup_color(const play_setup *setup, unsigned piece);

/* The `take` functions of options: read a value into *field; false if it is not one. */
bool play_take_class(void *field, const char *value);
bool play_take_board(void *field, const char *value);
bool play_take_turns(void *field, const char *value);

/* Returns the name of rules that --turns takes; NULL past the last. */
const char *play_turns_name(size_t index);
bool play_take_number(void *field, const char *value);
bool play_take_ticks(void *field, const char *value);
bool play_take_factor(void *field, const char *value);
