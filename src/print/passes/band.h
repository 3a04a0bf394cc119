/* A band: the rows on which one pass is played.
 *
 * A pass begins and ends with a playfield in which nothing waits to be cleared. It is played
 * on a few rows, one on the other. Some of them are filled completely and clear. Some belong
 * to the picture: the pass puts some of their squares there, and never completes them. Some
 * are rows of a platform: they are filled except for a hole, and stay until a later drop closes
 * the hole. The pass is a tiling: tetrominoes that cover every square of the rows
 * that clear, every square of the platform's rows but the hole, and those squares of the
 * picture that the pass leaves.
 *
 * The theorem. Number the rows that clear from 0, bottom first, of which there are h. A column
 * carries a piece for ever if, below its lowest square there, and below the rows that clear
 * directly beneath it, there is a square of the picture, of a platform or of the base row, or
 * if the row directly beneath it clears and the piece has a square in that row itself. A tiling
 * can be dropped, every piece supported when it lands and none above a square that is still to
 * be filled, if and only if each piece can be given a label from -1 to h - 1 such that
 *   (1) no piece has a larger label than one that lies above it in the same column,
 *   (2) a piece that no column carries for ever has a label below the highest number of a row
 *       that clears directly beneath one of its columns, and there is such a row,
 *   (3) each row that clears is met by a piece with at least its number as a label.
 * The pieces are dropped in the order of their labels, lower ones first among equals.
 * docs/method/best.md has the proof. */
#pragma once

#include "canvas.h"
#include "core/base/bits.h"
#include "core/base/key_set.h"
#include "dropforge/board.h"
#include "print/base/column_set.h"
#include "print/base/shapes.h"
#include "print/pack/pack.h"

/* Bit y of a column stands for row y of the band. Columns past the last are closed. */
typedef struct band {
    unsigned width;
    unsigned rows;
    uint16_t stays;     /* rows that do not clear */
    column_set carried; /* columns with a square in the row below the band */
    uint16_t open[DF_FIELD_MAX_WIDTH + PRINT_REACH];     /* squares to be filled */
    uint16_t optional[DF_FIELD_MAX_WIDTH + PRINT_REACH]; /* those that may stay empty */
    uint16_t present[DF_FIELD_MAX_WIDTH + PRINT_REACH];  /* filled before the pass */
    uint16_t allowed[DF_TETROMINOES][DF_FIELD_MAX_WIDTH + PRINT_REACH]; /* by piece */
    int16_t worth[DF_FIELD_MAX_WIDTH][PACK_MAX_ROWS]; /* of an optional square, if filled */
    int32_t need_worth;    /* lost for each square that sticks out of what stays missing, */
    const run_table *runs; /* by this table; borrowed; NULL: nothing is lost */
} band;

/* Lets some pieces fill a square: bit p of `pieces` is for piece p. */
static inline void band_allow(band *self, unsigned pieces, unsigned x, uint16_t bit)
{
    for (; pieces != 0; pieces &= pieces - 1)
        self->allowed[bits_lowest(pieces)][x] |= bit;
}

/* Usual worths of a square of the picture, and how much more a hanging one is worth. */
enum { BAND_WORTH = 16, BAND_HANGING = 48 };

typedef struct band_tiling {
    size_t count;
    pack_placed pieces[PACK_MAX_PIECES];
    uint16_t filled[DF_FIELD_MAX_WIDTH]; /* by column, bit y */
} band_tiling;

/* Gives the pieces of a tiling of the band their largest labels. True if it can be dropped. */
bool df_band_label(const band *self, const print_shape shapes[PRINT_SHAPES],
                   band_tiling *tiling);

/* A column of a band, as it is filled from the left: the shapes that may begin there, and what
 * each of them rests on. A state of the filling is a window of PRINT_REACH columns, a lane of
 * PRINT_LANE bits for each. */

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
    uint64_t left; /* a mark of the squares that it leaves, for who wants one; 0 at first */
} band_choice;

typedef struct band_column {
    uint64_t open;
    uint64_t optional;
    uint64_t present;
    uint64_t required; /* to be filled in any case, now or later */
    uint64_t closed;   /* squares of the last lane that are not to be filled */
    const shape_overlaps *overlaps;
    uint32_t shapes[PACK_MAX_ROWS];  /* that may begin at a row of the empty column, */
    uint32_t leaving[PACK_MAX_ROWS]; /* those of them that leave squares of the picture, */
    band_choice choices[PACK_MAX_ROWS][PRINT_SHAPES]; /* and each of them there */
} band_column;

/* Lists what can begin in column x. The marks are left to the caller. The overlaps are lent. */
void df_band_column_init(band_column *made, const band *on, const print_shape *shapes,
                         const shape_overlaps *overlaps, unsigned x);

/* Returns the squares that are taken before the first column: those not to be filled. */
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

/* A column that is filled as far as some square. */
typedef struct band_step {
    uint64_t taken;   /* squares that are filled or closed, */
    uint64_t there;   /* those that are filled, */
    uint64_t needed;  /* and optional ones that have to be */
    unsigned y;       /* the lowest free square of the column */
    uint32_t fitting; /* shapes that may still begin there */
} band_step;

/* Returns the beginning of a column, with what is taken and needed so far. */
static inline band_step band_step_first(const band_column *column, uint64_t taken,
                                        uint64_t needed)
{
    taken |= column->closed;
    return (band_step){
        .taken = taken, .there = column->present | (taken & column->open), .needed = needed};
}

enum { COVERED = (1 << (PRINT_UNDER + PRINT_REACH)) - 1 }; /* rows that a shape can cover */

/* Finds the lowest free square of the column and the shapes that begin there and cover no
 * square that is taken. False if the column is full. */
static inline bool band_step_begin(band_step *self, const band_column *column, uint64_t rows)
{
    const uint64_t free_squares = ~self->taken & rows;
    if (free_squares == 0)
        return false;
    self->y = bits_lowest(free_squares);
    /* No shape begins where it would reach below the lowest row or above the highest, so it
     * does not matter which bits of other columns get there. */
    const uint64_t near = self->taken << PRINT_UNDER >> self->y;
    uint32_t covering = 0;
    for (unsigned i = 0; i < PRINT_REACH; i++)
        covering |= column->overlaps->column[i][near >> (PRINT_LANE * i) & COVERED];
    self->fitting = column->shapes[self->y] & ~covering;
    return true;
}

/* Fills the square by a choice. False if nothing carries it. */
static inline bool band_step_put(const band_step *self, const band_column *column,
                                 const band_choice *chosen, band_step *next)
{
    uint64_t needed = self->needed | (chosen->below & ~self->taken);
    if (((self->there | column->required) & chosen->rests) == 0) {
        /* It has to rest on an optional square further right. */
        const uint64_t carriers = chosen->rests & column->optional & ~self->taken &
                                  ~((UINT64_C(1) << PRINT_LANE) - 1);
        if (carriers == 0)
            return false;
        needed |= carriers & (0 - carriers);
    }
    next->taken = self->taken | chosen->squares;
    next->there = self->there | chosen->squares;
    next->needed = needed & ~chosen->squares;
    return true;
}

/* Leaves the square empty; the squares of the picture above it then stay empty, too. False if
 * it has to be filled. */
static inline bool band_step_leave(band_step *self, const band_column *column, uint64_t rows)
{
    if ((column->optional >> self->y & 1) == 0)
        return false;
    const uint64_t above =
        column->optional & rows & ~self->taken & ~((UINT64_C(1) << self->y) - 1);
    self->taken |= above;
    return (self->needed & above) == 0;
}

/* The band finder: finds one tiling of a band, if there is one, by a search that remembers from
 * where none leads to the end.
 *
 * A sweep looks for tilings that leave many squares and keeps a few states of each column; this
 * goes depth first, column by column, as if every square that may be left had to be. It misses
 * no tiling by the rules of the sweep. */

/* The memory of searches. Begin with all zero but the shapes. */
typedef struct band_finder {
    const print_shape *shapes; /* borrowed */
    shape_overlaps overlaps;
    band_column *columns;
    key_set dead; /* states from which no tiling leads to the end */
    uint64_t nodes;
    uint64_t random;
    /* Of the search under way. */
    const band *on;
    unsigned begun; /* columns */
    band_tiling *tiling;
    uint64_t nodes_left;
    df_status status;
} band_finder;

void df_band_finder_free(band_finder *self);

/* Looks for a tiling of the band with `max_nodes` nodes at most, and writes it, without labels,
 * if *outcome is DF_FOUND. The seed changes which one is found. */
df_status df_band_find(band_finder *self, const band *on, uint64_t seed, uint64_t max_nodes,
                       df_outcome *outcome, band_tiling *tiling);
