/* A pass: the pieces that put squares into the emission row together. */
#ifndef DROPFORGE_PRINT_PASS_H
#define DROPFORGE_PRINT_PASS_H

#include "row.h"

typedef struct pass_plan {
    size_t count;
    pack_piece pieces[DF_NARROW_MAX_WIDTH / 2];
    uint64_t emitted; /* their squares in the emission row */
    uint64_t above;   /* their squares in the row above it, the matrix's row 0 */
} pass_plan;

/* Chooses pieces greedily from left to right for squares of the row that are not yet in
 * `done`. `base` are the columns in which the row below carries. Flat pieces are laid first
 * if `lays_flat`; `leans` as in print_method. */
void df_pass_choose(const row_task *task, uint64_t base, uint64_t done, bool lays_flat,
                    pass_plan *pass);

/* Returns the piece for a colour number from 1. */
unsigned df_pass_color_piece(unsigned color);

/* Returns the column of that piece's single square, counted from its left: below the other
 * three (orientation S), or above them (orientation N). */
unsigned df_pass_single_below(unsigned color);
unsigned df_pass_single_above(unsigned color);

#endif
