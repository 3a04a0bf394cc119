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
#ifndef DROPFORGE_PRINT_BAND_H
#define DROPFORGE_PRINT_BAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/bits.h"
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

#endif
