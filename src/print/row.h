/* One row of a picture: the passes that emit it and the platform it may need. */
#ifndef DROPFORGE_PRINT_ROW_H
#define DROPFORGE_PRINT_ROW_H

#include "dropforge/plan.h"
#include "print/method.h"
#include "print/pack.h"

/* The pieces that carry the picture's first, second and third colour. */
#define ROW_COLORS 3

typedef struct row_task {
    const df_piece_set *tetrominoes;
    const print_method *method;
    unsigned width;
    const uint8_t *want; /* width squares: 0, or the number of a colour from 1 */
    uint64_t below;      /* squares of the row below; all columns on the floor */
    uint64_t seed;
} row_task;

typedef struct row_result {
    df_plan *drops; /* owned; the rows of its drops are not yet known */
    size_t passes;
    size_t platforms;
    uint64_t nodes;
} row_result;

/* Plans the row. *outcome is DF_NONE or DF_LIMIT where the method knows no way; *result is
 * written, and owned by the caller, only on DF_FOUND. */
df_status df_row_plan(const row_task *task, df_outcome *outcome, row_result *result);

/* The columns of a row of `width` squares that are wanted. */
uint64_t df_row_squares(const uint8_t *want, unsigned width);

/* The piece for a colour number from 1. */
unsigned df_row_color_piece(unsigned color);

/* Where that piece has its single square, as a column counted from its left: below the
 * other three (orientation S), and above them (orientation N). */
unsigned df_row_single_below(unsigned color);
unsigned df_row_single_above(unsigned color);

#endif
