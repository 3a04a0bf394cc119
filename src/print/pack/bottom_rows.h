/* The two bottom rows of a packed matrix by themselves.
 *
 * The bottom row is the hard one: a piece that lies flat on it hangs in the air, so it is
 * filled by chains of pieces that lean on one another, and whether a chain meets its end is
 * decided far from where it begins. If the two bottom rows cannot be filled even when
 * squares above them may overlap, the matrix cannot be packed. There are few states, so the
 * test costs next to nothing, and it makes a search up to a thousand times shorter. */
#ifndef DROPFORGE_PRINT_BOTTOM_ROWS_H
#define DROPFORGE_PRINT_BOTTOM_ROWS_H

#include "pack.h"

#define BOTTOM_ROWS 2

typedef struct bottom_rows {
    const print_shape *shapes;
    const pack_problem *problem;
    int min_label;
    unsigned depth; /* rows looked at: BOTTOM_ROWS, or fewer in a lower matrix */
    /* Bits of the squares taken from the start, for each column; full beyond the last. */
    uint8_t taken[DF_NARROW_MAX_WIDTH + PRINT_REACH];
    /* By first column and the rows of the window's columns: 0 unknown, 1 yes, 2 no. */
    uint8_t answer[DF_NARROW_MAX_WIDTH][1 << (PRINT_REACH * BOTTOM_ROWS)];
} bottom_rows;

void df_bottom_rows_init(bottom_rows *self, const pack_kit *kit, const pack_problem *problem,
                         int min_label);

/* True if the bottom rows can be filled from column x on, where `occupied` are the columns x,
 * x + 1 … of the matrix as they are now (bit y: row y). */
bool df_bottom_rows_allow(bottom_rows *self, unsigned x, const uint16_t occupied[PRINT_REACH]);

/* True if a shape whose leftmost column has its lowest square at (x, y) stays inside the
 * matrix and can have a label of at least `min_label`. */
bool df_pack_shape_fits(const pack_problem *problem, const print_shape *shape, unsigned x,
                        unsigned y, int min_label);

/* Returns the largest label that condition (2) leaves for a shape with its lowest row at y. */
int df_pack_label_bound(const pack_problem *problem, const print_shape *shape, unsigned x,
                        unsigned y);

#endif
