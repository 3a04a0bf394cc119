/* What the two bottom rows of a packed matrix allow, looked at by themselves.
 *
 * The bottom row is the hard one: a piece that lies flat on it hangs in the air, so it is
 * filled by chains of pieces that lean on one another, and whether a chain meets its end is
 * decided far from where it begins. If the two bottom rows cannot be filled even when
 * squares above them may overlap, the matrix cannot be packed. There are so few states that
 * asking costs next to nothing, and it cuts a search by a factor of up to a thousand. */
#ifndef DROPFORGE_PRINT_GROUND_H
#define DROPFORGE_PRINT_GROUND_H

#include "print/pack.h"

#define GROUND_ROWS 2

typedef struct ground_map {
    const print_shape *shapes;
    const pack_problem *problem;
    int least_label;
    unsigned depth; /* rows looked at: GROUND_ROWS, or fewer in a lower matrix */
    /* Bits of the squares taken from the start, for each column; full beyond the last. */
    uint8_t taken[DF_FIELD_MAX_WIDTH + PRINT_REACH];
    /* By first column and the rows of the window's columns: 0 unknown, 1 yes, 2 no. */
    uint8_t answer[DF_FIELD_MAX_WIDTH][1 << (PRINT_REACH * GROUND_ROWS)];
} ground_map;

void df_ground_init(ground_map *ground, const pack_kit *kit, const pack_problem *problem,
                    int least_label);

/* Whether the bottom rows can be filled from column x on, where `occupied` are the columns x,
 * x + 1 … of the matrix as they are now (bit y: row y). */
bool df_ground_allows(ground_map *ground, unsigned x, const uint16_t occupied[PRINT_REACH]);

#endif
