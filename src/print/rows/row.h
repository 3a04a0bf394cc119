/* A row of a picture: the passes that emit it and the platform it may need. */
#ifndef DROPFORGE_PRINT_ROW_H
#define DROPFORGE_PRINT_ROW_H

#include "dropforge/plan.h"
#include "print/base/method.h"
#include "print/pack/pack.h"

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
    df_plan *drops; /* owned; the rows of its drops are unknown. NULL: there is no plan */
    size_t passes;
    size_t platforms;
    uint64_t nodes;
} row_result;

/* Plans the row. *result, all zero if the method finds no way, is written only on DF_OK. */
df_status df_row_plan(const row_task *task, row_result *result);

/* Returns the columns of a row of `width` squares that are wanted. */
uint64_t df_row_squares(const uint8_t *want, unsigned width);

#endif
