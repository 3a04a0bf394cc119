/* Bands in the most obvious way: all tilings, one square after the other, and all orders of
 * drops in a real playfield, for src/print/passes/band.c and sweep.c to be compared with. */
#pragma once

#include "dropforge/board.h"
#include "print/passes/band.h"

#define SLOW_BAND_WIDTH 6
#define SLOW_BAND_ROWS 5
#define SLOW_BAND_PIECES (SLOW_BAND_WIDTH * SLOW_BAND_ROWS / 4)

typedef struct slow_tiling {
    size_t count;
    pack_piece pieces[SLOW_BAND_PIECES];
    unsigned cover[SLOW_BAND_WIDTH][SLOW_BAND_ROWS]; /* 0, or 1 + index of the piece */
} slow_tiling;

/* Looks at one tiling; false to see no more of them. */
typedef bool slow_tiling_visit(void *context, const slow_tiling *tiling);

/* Visits every tiling of the band in which each column of the optional squares is filled from
 * the bottom up. Returns whether all were visited. */
bool slow_band_tilings(const band *on, const df_piece_set *set, slow_tiling_visit *visit,
                       void *context);

/* True if some order of drops puts every piece of the tiling where it belongs, none of them
 * above a square that is filled later, and leaves just what it should. */
bool slow_band_plays(const band *on, const df_piece_set *set, const slow_tiling *tiling);

/* True if this order of the pieces, from first to last, does so. */
bool slow_band_plays_so(const band *on, const df_piece_set *set, const pack_piece *pieces,
                        size_t count);

/* Returns how many squares stick out of all runs of missing squares for the same pieces. */
unsigned slow_band_need(const band *on, const slow_tiling *tiling);

/* Prints it, rows from the top: F clears, S stays; '#' is present, 'o' has to be filled, a
 * letter is an optional square for that piece; last the columns that carry. */
void slow_band_print(const band *on, const df_piece_set *set);
