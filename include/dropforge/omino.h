/* One polyomino: a set of squares that hang together by their sides. Its code, its symmetry,
 * its canonical image and its features. */
#ifndef DROPFORGE_OMINO_H
#define DROPFORGE_OMINO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    bool path;      /* a walk visits each square once, from neighbour to neighbour */
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
void df_omino_canonical(df_omino *canonical, const df_omino *omino, df_omino_class class);

/* Appends the code of a polyomino as it lies: its rows from the bottom up as hexadecimal
 * numbers with bit x for the square in column x, with a dot between rows. The T is 7.2. */
void df_omino_code_write(const df_omino *omino, df_text *text);

/* Reads a code, or a drawing as df_piece_drawing has it. DF_ERROR_INPUT with *mishap (may be
 * NULL) when `length` bytes at `text` are neither; its column is the wrong byte, from 1. */
df_status df_omino_code_read(df_omino *omino, const char *text, size_t length,
                             df_mishap *mishap);

/* All features. The path of a large polyomino is searched for in at most `nodes` steps (0: a
 * million); DF_ERROR_LIMIT when these do not decide it. */
df_status df_omino_study(const df_omino *omino, uint64_t nodes, df_omino_traits *traits);

/* Whether shifted copies of it alone fill the plane (Beauquier and Nivat 1991): its boundary is
 * A B C and then the same walked backwards, A or B or C perhaps empty. *around (may be NULL)
 * are two shifts whose sums and differences carry the copies. Never true with holes. */
df_status df_omino_tiles_plane(const df_omino *omino, bool *tiles, int around[2][2]);

/* "none", "axis", "diagonal" … Static storage. */
const char *df_omino_symmetry_name(df_omino_symmetry symmetry);

#ifdef __cplusplus
}
#endif
#endif
