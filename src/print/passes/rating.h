/* The rating of stages, and the worth of squares to a sweep.
 *
 * Both may rest on prices: the weights of the squares that prove a lower bound, in squares that
 * are wasted. A dear square is left where that is possible. The sum of the prices of squares
 * that are missing is a bound of the squares that will be wasted for them. */
#ifndef DROPFORGE_PRINT_RATING_H
#define DROPFORGE_PRINT_RATING_H

#include "stage.h"

#define RATING_SQUARE 256 /* the price of one wasted square */

typedef struct pass_rating {
    const canvas *on;   /* borrowed */
    int32_t *price;     /* height * width, as the canvas; NULL: squares have no prices */
    int64_t *row_price; /* height + 1: prices of the squares of that row and all above it */
    int64_t mean;       /* price of a square, at least 1 */
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

#endif
