/* Polyominoes by rows, and helpers that the files of this folder share. */
#pragma once

#include "dropforge/omino.h"

/* Makes the polyomino of these rows from the bottom up, with bit x for the square in column x.
 * The rows must be those of a polyomino. */
void df_omino_from_rows(df_omino *omino, const uint32_t *rows, unsigned height);

/* Returns the end of the row that begins with square `begin`. */
static inline unsigned omino_row_end(const df_omino *omino, unsigned begin)
{
    unsigned end = begin;
    while (end < omino->size && omino->squares[end].y == omino->squares[begin].y)
        end++;
    return end;
}

/* Returns the number of images that a class does not tell apart, which are the first ones. */
static inline unsigned omino_class_images(df_omino_class kind)
{
    return kind == DF_OMINO_FIXED ? 1 : kind == DF_OMINO_ONE_SIDED ? 4 : DF_OMINO_IMAGES;
}

/* Writes the code and a NUL into `capacity` > 0 bytes. Returns false, with an empty string, if
 * it is too long. */
bool df_omino_code_fit(const df_omino *omino, char *bytes, size_t capacity);

/* Returns the symmetry of a polyomino that is unmoved by these: quarter turns, a half turn, a
 * reflection at an axis, one at a diagonal. */
df_omino_symmetry df_omino_symmetry_of(bool quarter, bool half, bool axis, bool diagonal);

/* Compares two polyominoes in the order that defines canonical images: the lower one comes
 * first; of two of the same height the one whose rows, as numbers with bit x for the square in
 * column x, are lexicographically greater from the bottom up. Returns a number below, equal to
 * or above 0. */
int df_omino_compare(const df_omino *a, const df_omino *b);

/* Makes a piece of up to DF_PIECE_MAX_SQUARES squares, spawned in the lowest of its quarter
 * turns; of these the one with the most squares in the bottom row, then in the next row and so
 * on; then the first in the order of df_omino_compare. So the J is #../###. A name of NULL
 * stands for that of df_omino_name. DF_ERROR_ARGUMENT: too large, or no valid name. */
df_status df_omino_piece(df_piece *piece, const df_omino *omino, const char *name);
