/* Files of games that people have: movies and replays, which hold the buttons of each frame,
 * are played by the game's own rules and become plans; and plans become files in which the game
 * makes their drops. */
#ifndef DROPFORGE_REPLAY_H
#define DROPFORGE_REPLAY_H

#include "dropforge/print.h"

DF_BEGIN_DECLARATIONS

enum { DF_NES_WIDTH = 10, DF_NES_HEIGHT = 20 };

enum { DF_NULLPOMINO_WIDTH = 10, DF_NULLPOMINO_HEIGHT = 20 };

typedef enum df_real_game_kind {
    DF_REAL_NES,        /* each piece locks in the frame that makes the game deal the next */
    DF_REAL_NULLPOMINO, /* an endless game in the mode MARATHON by the rule STANDARD */
    DF_REAL_TETRIO,     /* a custom game without gravity */
    DF_REAL_TECHMINO,   /* a custom game without gravity, with any pieces */
    DF_REAL_GAMES
} df_real_game_kind;

typedef struct df_real_game {
    const char *name;
    const char *title;       /* for people */
    const char *summary;     /* what it draws, and the file */
    const char *ending;      /* of the file's name, such as "fm2" */
    unsigned width, height;  /* of its playfield */
    unsigned picture_height; /* rows to which a picture is scaled down */
    unsigned max_colors;     /* that its pieces have */
    unsigned levels;         /* from 0 on, at which it can begin; 0: it has one */
    df_rules rules;          /* by which drops are planned */
    df_deal deal;            /* from a seed; DF_DEALS: any piece can come */
} df_real_game;

extern const df_real_game df_real_games[DF_REAL_GAMES];

/* A game at the end of a movie or replay. */
typedef struct df_replay_end {
    unsigned level;       /* of the NES game that which gives the pieces their colours, */
    unsigned start_level; /* and that at which it began */
    unsigned lines;       /* cleared, or of type B of the NES game those that are left */
    uint32_t score;       /* of the NES game */
    uint32_t locks;       /* pieces that have been put into the playfield */
    uint32_t frames;      /* since power-on, or since the game began */
    bool over;            /* by the rules: a piece had no room, or the goal was reached */
    /* Of the NES game what the caller frees, else NULL: the scores and the levels before the
     * first drop and after each. */
    uint64_t *scores;
    uint8_t *levels;
} df_replay_end;

/* Reads a movie or replay, plays it and makes a plan of its drops among `set`, the tetrominoes,
 * which is borrowed. docs/format says what each of these files is, and which can be played: the
 * movie of the NES game's console from power-on (fm2); replays of NullpoMino 7.5 (rep); games
 * of TETR.IO that one person played (ttr); custom games of Techmino, unpacked (techmino). The
 * plan has the first of the rules for such a game that can follow it, and more rows if pieces
 * came to rest above. It is compared with the game after each lock of the first two; should it
 * differ it ends before, with plan->count below end->locks. The NES game goes on without
 * buttons until the falling piece has counted. *end (may be NULL) is the game then.
 * DF_ERROR_INPUT: the text is damaged, or of a game that cannot be played; DF_ERROR_LIMIT: no
 * game begins in a movie. */
df_status df_real_game_read(df_plan **plan, const df_piece_set *set, df_real_game_kind game,
                            const char *text, size_t length, df_replay_end *end,
                            df_error *error);

/* Which piece can follow which, over all that the register of the NES game does after power-on.
 */
extern const df_piece_order *const df_nes_order;

/* The other way round: a picture is drawn in a game, whose file makes the drops. */

/* A picture in a game. Begin with all zero but what is asked for. */
typedef struct df_real_choice {
    df_real_game_kind game;
    unsigned level; /* at which the game begins, or from its levels on: the one that suits,
                       which df_real_game_print puts here */
    bool has_seed;  /* the seed is that of the options; else many are tried */
    /* Results of df_real_game_fit: */
    char pieces[DF_PRINT_PIECES_SIZE]; /* for the colours; of other games than that of the NES
                                          df_real_game_print puts them here */
    unsigned palette;                  /* of the NES game: its level modulo 10 */
    unsigned left_out;                 /* squares of the picture */
    /* Results of df_real_game_print: */
    size_t seeds_tried, seeds_found; /* and those for which a quick search has a plan, */
    size_t usual_drops;              /* of which half take that many or more */
    df_replay_end end;               /* when the picture stands */
} df_real_choice;

/* Fits a picture to a game: chooses the pieces of its colours for that of the NES and, unless
 * it has to stay exact, leaves out a square of each row that would clear, and one more if their
 * number, with `anchors` beside it, is odd. DF_ERROR_LIMIT: the picture is too large or has too
 * many colours; DF_ERROR_PICTURE: it has an odd number of squares. */
df_status df_real_game_fit(df_real_choice *choice, df_picture *picture, size_t anchors,
                           bool exact, df_error *error);

/* Plans such a picture as df_print does, until the game can play it. Of the options, those that
 * the game leaves no choice do not count. Without pieces, or with "single" ones, each colour
 * gets those whose colours in the game are nearest, as few as have a plan. The plan has the
 * colours of the game. */
df_status df_real_game_print(df_real_choice *choice, df_plan **plan, const df_picture *picture,
                             const df_piece_set *tetrominoes, const df_print_options *options,
                             df_print_report *report, df_error *error);

/* Appends the file with which the game makes just the drops of a plan; of Techmino what is to
 * be compressed. It ends when the last drop has counted; *end is the game then. `text` and
 * `end` may be NULL. DF_ERROR_LIMIT: the game cannot play this plan from this level. Other
 * errors as DF_PLAN_KEYS; then part of it may have been appended. */
df_status df_real_game_write(df_text *text, df_real_game_kind game, const df_plan *plan,
                             unsigned level, df_replay_end *end, df_error *error);

DF_END_DECLARATIONS

#endif
