/* One polyomino: a set of squares that hang together by their sides. Its code, its symmetry,
 * its canonical image, its features, and how it becomes a piece. */
#ifndef DROPFORGE_OMINO_H
#define DROPFORGE_OMINO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/piece.h"
#include "dropforge/plan.h"
#include "dropforge/status.h"
#include "dropforge/text.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DF_OMINO_MAX_SQUARES 1024

typedef struct df_square {
    uint16_t x;
    uint16_t y;
} df_square;

/* The squares are in reading order from the bottom: row by row, each from the left. The least x
 * and the least y are 0. Only the first `size` squares are meaningful. */
typedef struct df_omino {
    uint16_t size;
    uint16_t width;
    uint16_t height;
    df_square squares[DF_OMINO_MAX_SQUARES];
} df_omino;

/* Which polyominoes count as one. */
typedef enum df_omino_class {
    DF_OMINO_FIXED,     /* only those that differ by a shift */
    DF_OMINO_ONE_SIDED, /* those that can be turned into one another too */
    DF_OMINO_FREE,      /* those that can be turned and reflected into one another */
} df_omino_class;

/* The eight images under the symmetries of the square: first the four quarter turns clockwise
 * from the thing itself, then each of these after it was reflected from left to right. */
enum { DF_OMINO_IMAGES = 8 };

/* What leaves a polyomino unmoved, besides doing nothing. */
typedef enum df_omino_symmetry {
    DF_SYMMETRY_NONE,
    DF_SYMMETRY_AXIS,      /* a reflection at a horizontal or a vertical line */
    DF_SYMMETRY_DIAGONAL,  /* a reflection at a diagonal */
    DF_SYMMETRY_HALF,      /* a half turn */
    DF_SYMMETRY_QUARTER,   /* quarter turns */
    DF_SYMMETRY_AXES,      /* reflections at a horizontal and at a vertical line */
    DF_SYMMETRY_DIAGONALS, /* reflections at both diagonals */
    DF_SYMMETRY_ALL,       /* everything that leaves a square unmoved */
    DF_SYMMETRIES,
} df_omino_symmetry;

typedef struct df_omino_traits {
    df_omino_symmetry symmetry;
    unsigned orientations; /* different images under turns: 1, 2 or 4 */
    unsigned images;       /* different images under turns and reflections: 1, 2, 4 or 8 */
    unsigned perimeter; /* sides of squares that no other square shares, those of holes too */
    unsigned holes;     /* sets of empty squares, connected by sides, shut in from outside */
    bool column_convex; /* each column is one run of squares: can always be dropped */
    bool row_convex;    /* each row is one run of squares */
    bool directed;  /* each square can be reached from one square by steps up and to the right,
                       in some orientation */
    bool tree_like; /* no closed ways: as many pairs of neighbours as squares, less one */
} df_omino_traits;

/* The polyomino of `count` squares at any places, in any order. DF_ERROR_ARGUMENT: none or more
 * than DF_OMINO_MAX_SQUARES, one twice, or they do not hang together. */
df_status df_omino_from_squares(df_omino *omino, const df_square *squares, size_t count);

/* Image number `image` of `from`; `to` and `from` may be the same. */
void df_omino_transform(df_omino *to, const df_omino *from, unsigned image);

/* Compares two polyominoes in the order that canonical images go by: the lower one comes first;
 * of those of the same height the one whose rows, as numbers with bit x for the square in
 * column x, are lexicographically greater from the bottom up. Negative, 0, or positive. */
int df_omino_compare(const df_omino *a, const df_omino *b);

/* The canonical image: of the images that the class does not tell apart the first in the order
 * of df_omino_compare. So it lies wide, with its fuller rows down. */
void df_omino_canonical(df_omino *canonical, const df_omino *omino, df_omino_class kind);

/* Appends the code of a polyomino as it lies: its rows from the bottom up as hexadecimal
 * numbers with bit x for the square in column x, with a dot between rows. The T is 7.2. */
void df_omino_code_write(df_text *text, const df_omino *omino);

/* Appends the polyomino as it lies, drawn as a df_piece_drawing has it: '#' and '.', rows from
 * the top, separated by '/'. */
void df_omino_drawing_write(df_text *text, const df_omino *omino);

/* Reads a code or a drawing; empty rows and columns around it do not matter, nor whether digits
 * are capitals, except in F, which is refused, as it is the name of a pentomino. DF_ERROR_INPUT
 * with *mishap (may be NULL) when the `length` bytes at `text` are neither; its column is the
 * wrong byte, from 1. */
df_status df_omino_code_read(df_omino *omino, const char *text, size_t length,
                             df_mishap *mishap);

/* All features that are found quickly. */
void df_omino_study(const df_omino *omino, df_omino_traits *traits);

/* Whether a walk visits each square once, from neighbour to neighbour: the class `path`.
 * Searched for in at most `nodes` steps (0: 100,000), which always suffice up to 13 squares.
 * DF_FOUND: *walk (may be NULL; room for `size` indices into squares) is such a walk. */
df_outcome df_omino_path(const df_omino *omino, uint64_t nodes, uint16_t *walk);

/* Whether shifted copies of it alone fill the plane (Beauquier and Nivat 1991): its boundary is
 * A B C and then each of the three walked backwards, in this order; one may be empty. Then
 * *around (may be NULL) are two shifts (x, y) whose sums and differences carry the copies.
 * Never with holes. */
bool df_omino_tiles_plane(const df_omino *omino, int around[2][2]);

/* "none", "axis", "diagonal" … Static storage. */
const char *df_omino_symmetry_name(df_omino_symmetry symmetry);

/* The polyomino of a piece's orientation. */
void df_omino_from_shape(df_omino *omino, const df_shape *shape);

/* The image in which it is spawned as a piece: of its quarter turns the least high ones; of
 * these the one with the most squares in the bottom row, then in the next row and so on; then
 * the first in the order of df_omino_compare. So the J is #../###. */
void df_omino_spawn(df_omino *spawn, const df_omino *omino);

/* Its name as a piece, the same for all its turns: a tetromino's letter; a pentomino's letter
 * F I L N P T U V W X Y Z, with ' when it is turned over; of others the code of the one-sided
 * canonical image if that fits (always up to 10 squares), and "" if it does not. */
void df_omino_name(const df_omino *omino, char name[DF_PIECE_NAME_SIZE]);

/* A piece of up to DF_PIECE_MAX_SQUARES squares, spawned as df_omino_spawn says. NULL for a
 * name takes that of df_omino_name. DF_ERROR_ARGUMENT: too large, or no name or a bad one. */
df_status df_omino_piece(df_piece *piece, const df_omino *omino, const char *name);

/* The pieces of `count` polyominoes, in their order, with names: those of df_omino_name, but
 * with 5 after the letters of pentominoes (F5, F5') where there are tetrominoes too, and where
 * that is "" the size, a hyphen and the place in the list from 1 (12-1). On success the caller
 * owns *set (df_piece_set_free). DF_ERROR_ARGUMENT: none, one too large, or two that are turns
 * of one another. */
df_status df_omino_piece_set(df_piece_set **set, const df_omino *ominoes, size_t count);

/* Colours that differ as much as they can: each is, of a fixed choice of clear colours, the one
 * least like any before it (Glasbey and others 2007, in OKLab). So the first ones are always
 * the same, whatever `count`. They come again when there are no more. */
df_status df_omino_colors(df_color *colors, size_t count);

/* A colour for each piece of a set: the guideline's for tetrominoes, and for all others such as
 * differ from these and from one another. */
df_status df_omino_set_colors(df_color *colors, const df_piece_set *set);

#ifdef __cplusplus
}
#endif
#endif
