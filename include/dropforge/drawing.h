/* A picture that somebody draws in a df_game, piece by piece, with the printer at hand: it
 * shows what is missing, gives hints, draws on, and plays the same pieces for comparison. */
#ifndef DROPFORGE_DRAWING_H
#define DROPFORGE_DRAWING_H

#include "dropforge/game.h"
#include "dropforge/print.h"

DF_BEGIN_DECLARATIONS

typedef struct df_drawing df_drawing;

typedef struct df_drawing_state {
    /* The squares of the game's playfield, row by row from the floor, as they are to the
     * picture in its middle: from the floor up, each row that can be the next one of the
     * picture is taken for it, and each other one has to clear; the picture goes on above it.
     */
    const uint8_t *marks;  /* each a df_live_mark */
    const uint8_t *wanted; /* the colours of the picture there, counted from 1; 0: none */
    /* Of the tetrominoes, the colours that they may leave; none if any may leave any square. */
    const df_plan_color *colors;
    size_t all;    /* squares of the picture, */
    size_t fit;    /* those that are there, */
    size_t wrong;  /* and squares in rows that have to clear */
    unsigned rows; /* that have to clear */
    bool is_finished;
    uint64_t ticks;      /* of the game, with those that were taken back */
    unsigned hints;      /* asked for */
    unsigned taken_back; /* pieces */
    bool is_helped;      /* the printer has made a drop of this game */
    /* The hint for the piece in play. It `holds` only until the piece is put into hold. */
    bool has_hint;
    df_live_answer hint;
    /* The printer's own game: pieces so far, and whether it has come to its end, with the
     * picture or without it. */
    uint64_t printer_pieces;
    bool printer_ended, printer_finished;
} df_drawing_state;

/* Gives the options of a game the playfield for a picture: 10 columns, or as few as it fits,
 * and 20 rows, or four more than it has, in which the last rows clear; and a level that stays.
 * Errors as df_live_printer_create, for these `pieces` and `anchors`. */
df_status df_drawing_fit(df_game_options *game, const df_picture *picture,
                         const df_print_options *print, df_error *error);

/* Makes the drawing of a picture, which is borrowed, in games by the guideline with the set of
 * df_piece_set_tetrominoes. Only `pieces`, `anchors`, `rules`, `jobs` and the watch of `print`
 * are used. Errors as df_live_printer_create; DF_ERROR_ARGUMENT for other games. */
df_status df_drawing_create(df_drawing **drawing, const df_picture *picture,
                            const df_game_options *game, const df_print_options *print,
                            df_error *error);
void df_drawing_free(df_drawing *drawing);

/* Returns the state, which is kept up to date by the functions below. */
const df_drawing_state *df_drawing_get_state(const df_drawing *drawing);

/* Looks at the game after buttons and ticks. */
void df_drawing_follow(df_drawing *drawing, const df_game *game);

/* Asks the printer for the best drop of the piece in play, by the pieces that are seen. Errors
 * as df_live_printer_choose. */
df_status df_drawing_hint(df_drawing *drawing, const df_game *game);

/* Takes back the last piece, as df_game_take_back. */
df_status df_drawing_take_back(df_drawing *drawing, df_game **game);

/* Lets the printer draw on, with a bot that presses its buttons: call it before each tick.
 * Where it knows no drop the bot plays by itself. Errors as df_match_bot_act. */
df_status df_drawing_act(df_drawing *drawing, df_game *game, df_match_bot *bot);

/* Lets the printer make one more drop in a game of its own, which begins like the other one and
 * has the same pieces. Errors as df_game_create and df_live_printer_choose. */
df_status df_drawing_compare(df_drawing *drawing);

DF_END_DECLARATIONS

#endif
