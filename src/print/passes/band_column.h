/* A column of a band, as it is filled from the left: the shapes that may begin there, and what
 * each of them rests on. A state of the filling is a window of PRINT_REACH columns, a lane of
 * PRINT_LANE bits for each. */
#ifndef DROPFORGE_PRINT_BAND_COLUMN_H
#define DROPFORGE_PRINT_BAND_COLUMN_H

#include "band.h"

enum { BAND_AHEAD = PRINT_REACH - 1 }; /* columns that a state describes before a column */

/* A shape that may begin at some square of the column. */
typedef struct band_choice {
    uint8_t y; /* its lowest row */
    uint64_t squares;
    int32_t worth;
    uint64_t below; /* optional squares under its own squares of the picture */
    /* Squares of rows that stay directly beneath it, of which one carries it; ALWAYS_THERE if
     * the row below the band does, or a row that clears. */
    uint64_t rests;
    uint64_t left; /* a mark of the squares that it leaves, for who wants one */
} band_choice;

typedef struct band_column {
    uint64_t open;
    uint64_t optional;
    uint64_t present;
    uint64_t required; /* to be filled in any case, now or later */
    uint64_t closed;   /* squares of the last lane that are not to be filled */
    const shape_overlaps *overlaps;
    uint32_t shapes[PACK_MAX_ROWS]; /* that may begin at a row of the empty column, */
    band_choice choices[PACK_MAX_ROWS][PRINT_SHAPES]; /* and each of them there */
} band_column;

/* Lists what can begin in column x. The marks are left to the caller. The overlaps are lent. */
void df_band_column_init(band_column *made, const band *on, const print_shape *shapes,
                         const shape_overlaps *overlaps, unsigned x);

/* Returns the squares that are taken before the first column: those that are not to be filled.
 */
static inline uint64_t band_first_taken(const band *on)
{
    uint64_t taken = 0;
    for (unsigned i = 0; i < BAND_AHEAD; i++)
        taken |= (uint64_t)(uint16_t)~on->open[i] << (PRINT_LANE * i);
    return taken;
}

/* Adds the squares of a piece to those that a tiling fills. */
static inline void band_cover(band_tiling *tiling, const print_shape *shape,
                              const pack_placed *piece)
{
    for (unsigned i = 0; i < shape->width; i++)
        tiling->filled[piece->x + i] |= (uint16_t)(shape->column[i] << piece->y);
}

/* Returns the next random number by xorshift64 (Marsaglia 2003): it breaks ties and varies the
 * order, no more. */
static inline uint64_t band_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Returns the shapes that begin at row y of the column and cover no square that is taken. */
static inline uint32_t band_column_fitting(const band_column *self, unsigned y, uint64_t taken)
{
    uint32_t covering = 0;
    for (unsigned i = 0; i < PRINT_REACH; i++) {
        const unsigned rows = (uint16_t)(taken >> (PRINT_LANE * i));
        const unsigned near = rows << PRINT_UNDER >> y;
        covering |= self->overlaps->column[i][near % (1u << (PRINT_UNDER + PRINT_REACH))];
    }
    return self->shapes[y] & ~covering;
}

/* Adds to the optional squares that have to be filled, *needed, those on which a choice relies,
 * and takes out those that it fills. False if nothing carries it. `there` are the squares that
 * are filled. */
static inline bool band_choice_rests(const band_choice *self, const band_column *on,
                                     uint64_t taken, uint64_t there, uint64_t *needed)
{
    uint64_t now = *needed | (self->below & ~taken);
    if (((there | on->required) & self->rests) == 0) {
        /* It has to rest on an optional square further right. */
        const uint64_t carriers =
            self->rests & on->optional & ~taken & ~((UINT64_C(1) << PRINT_LANE) - 1);
        if (carriers == 0)
            return false;
        now |= carriers & (0 - carriers);
    }
    *needed = now & ~self->squares;
    return true;
}

/* Returns the optional squares of the column from row y up, of those that are free. */
static inline uint64_t band_column_above(const band_column *self, unsigned y,
                                         uint64_t free_rows)
{
    return self->optional & free_rows & ~((UINT64_C(1) << y) - 1);
}

#endif
