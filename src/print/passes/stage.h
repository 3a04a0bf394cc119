/* A stage: how far a picture has come between two passes.
 *
 * The rows at work are those of the picture that have been begun, and open rows: they belong to
 * no picture, hold some squares, and a later pass completes them. In each column the rows at
 * work are filled from the bottom up: nothing lies above a square that is still to be filled.
 * They may stand on a platform, which hides the row below. */
#pragma once

#include "canvas.h"
#include "dropforge/board.h"
#include "print/base/column_set.h"
#include "print/pack/pack.h"

/* Headroom: whether a pass stays below the top of the playfield. */

/* The rows on which a pass is played, before it. */
typedef struct headroom_rows {
    unsigned y;      /* row of the playfield in which rows[0] is */
    column_set base; /* squares of the row below */
    const column_set *rows;
    unsigned count;
} headroom_rows;

/* Plays the drops of a pass in `field`, whose contents are replaced by the rows near it, with
 * every move from the spawn checked. Returns false if the pass cannot be played below the top
 * of the field. */
bool df_headroom_suffices(const headroom_rows *near, df_field *field,
                          const df_piece_set *tetrominoes, const pack_piece *drops,
                          size_t count);

#define STAGE_ROWS 7 /* rows at work, at most */

typedef struct print_stage {
    unsigned y;     /* rows of the picture below are done; its height at the end */
    unsigned count; /* rows at work */
    unsigned open;  /* bit i: row i at work is open; the others are the picture's next rows */
    column_set rows[STAGE_ROWS]; /* squares of the rows at work, bottom first; 0 above them */
    /* A platform directly under row y, full but for the columns of its hole, which its last
     * drop needs; they are free until then. hole_width 0: there is none. */
    uint16_t hole;
    uint8_t hole_width;
    uint8_t hole_height;
} print_stage;

/* Moves up over rows that are done, and forgets rows at the top that have not been begun.
 * Removes a platform when all squares on it are done, and returns true if it has. */
bool df_stage_settle(print_stage *self, const canvas *on);

/* Returns the columns of a platform's hole. */
column_set df_stage_hole(const print_stage *self);

/* Returns the columns that carry a piece at row y. */
column_set df_stage_base(const print_stage *self, const canvas *on);

/* False if some square of a row at work can no longer be left. */
bool df_stage_has_hope(const print_stage *self, const canvas *on,
                       const print_shape shapes[PRINT_SHAPES]);

/* Returns the rows as they stand in the playfield, for as long as the stage lasts. */
headroom_rows df_stage_rows(const print_stage *self, const canvas *on);

/* The rating of stages, and the worth of squares to a sweep.
 *
 * Both may rest on prices: the weights of the squares that prove a lower bound, in squares that
 * are wasted. A dear square is left where that is possible. The sum of the prices of squares
 * that are missing is a bound of the squares that will be wasted for them. */

#define RATING_SQUARE 256 /* the price of one wasted square */

typedef struct pass_rating {
    const canvas *on;   /* borrowed */
    int32_t *price;     /* height * width, as the canvas; NULL: squares have no prices */
    int64_t *row_price; /* height + 1: prices of the squares of that row and all above it */
    int64_t mean;       /* price of a square, at least 1 */
    int32_t need_worth; /* lost to a sweep for each square that sticks out */
} pass_rating;

/* Prices the squares of a canvas, on which the picture's column 0 is column `left`, by weights
 * in units of `row` for a cleared row: those of the picture's squares, empty ones as well;
 * NULL: no prices. *made is the caller's (df_rating_free). */
df_status df_rating_create(pass_rating *made, const canvas *on, const picture_place *place,
                           const int64_t *weights);
void df_rating_free(pass_rating *self);

/* Returns the sum of the prices of all squares that are missing. */
int64_t df_rating_missing(const pass_rating *self, const print_stage *stage);

/* Estimates how many squares will be wasted from that stage on, in 1 / RATING_SQUARE. `missing`
 * is the sum of the prices of all missing squares. */
int64_t df_rating_distance(const pass_rating *self, const print_stage *stage, int64_t missing);

/* Returns the worth of leaving square (x, y) in a pass, in which `index` rows of the picture
 * are below it. */
int16_t df_rating_worth(const pass_rating *self, unsigned x, unsigned y, unsigned index);
