/* One polyomino, a set of squares connected by their sides: its code, symmetry, canonical image
 * and features, and its piece. */
#ifndef DROPFORGE_OMINO_H
#define DROPFORGE_OMINO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/color.h"
#include "dropforge/picture.h"
#include "dropforge/piece.h"
#include "dropforge/pixels.h"
#include "dropforge/plan.h"
#include "dropforge/status.h"
#include "dropforge/text.h"

DF_BEGIN_DECLARATIONS

#define DF_OMINO_MAX_SQUARES 1024

typedef struct df_square {
    uint16_t x;
    uint16_t y;
} df_square;

/* A polyomino. Its squares are in reading order from the bottom: row by row, each from the
 * left. The least x and the least y are 0. Only the first `size` squares are used. */
typedef struct df_omino {
    uint16_t size;
    uint16_t width;
    uint16_t height;
    df_square squares[DF_OMINO_MAX_SQUARES];
} df_omino;

/* The polyominoes that count as one. */
typedef enum df_omino_class {
    DF_OMINO_FIXED,     /* only those that differ by a shift */
    DF_OMINO_ONE_SIDED, /* those that differ by a shift and a turn */
    DF_OMINO_FREE,      /* those that differ by a shift, a turn and a reflection */
} df_omino_class;

/* The number of images under the symmetries of the square. Images 0 to 3 are clockwise quarter
 * turns, from the polyomino itself; images 4 to 7 are the same turns after a reflection from
 * left to right. */
enum { DF_OMINO_IMAGES = 8 };

/* The transformations that leave a polyomino unmoved, besides the identity. */
typedef enum df_omino_symmetry {
    DF_SYMMETRY_NONE,
    DF_SYMMETRY_AXIS,      /* a reflection at a horizontal or vertical line */
    DF_SYMMETRY_DIAGONAL,  /* a reflection at a diagonal */
    DF_SYMMETRY_HALF,      /* a half turn */
    DF_SYMMETRY_QUARTER,   /* quarter turns */
    DF_SYMMETRY_AXES,      /* reflections at a horizontal and at a vertical line */
    DF_SYMMETRY_DIAGONALS, /* reflections at both diagonals */
    DF_SYMMETRY_ALL,       /* all that leave a square unmoved */
    DF_SYMMETRIES,
} df_omino_symmetry;

/* Features of a polyomino. */
typedef struct df_omino_traits {
    df_omino_symmetry symmetry;
    unsigned orientations; /* different images under turns: 1, 2 or 4 */
    unsigned images;       /* different images under turns and reflections: 1, 2, 4 or 8 */
    unsigned perimeter;    /* sides of squares that no other square shares, also around holes */
    unsigned holes;        /* enclosed sets of empty squares that are connected by sides */
    bool column_convex;    /* each column is one run of squares, so it can always be dropped */
    bool row_convex;       /* each row is one run of squares */
    bool directed;  /* each square can be reached from one square by steps up and to the right,
                       in some orientation */
    bool tree_like; /* no cycles: there is one pair of neighbours fewer than squares */
} df_omino_traits;

/* Makes a polyomino of `count` squares at any places, in any order. DF_ERROR_ARGUMENT: no
 * square, more than DF_OMINO_MAX_SQUARES, one of them twice, or they are not connected. */
df_status df_omino_from_squares(df_omino *omino, const df_square *squares, size_t count);

/* Makes image number `image` of `from`; `to` and `from` may be the same. */
void df_omino_transform(const df_omino *from, unsigned image, df_omino *to);

/* Compares two polyominoes in the order that defines canonical images: the lower one comes
 * first; of two of the same height the one whose rows, as numbers with bit x for the square in
 * column x, are lexicographically greater from the bottom up. Returns a number below, equal to
 * or above 0. */
int df_omino_compare(const df_omino *a, const df_omino *b);

/* Makes the canonical image: the first in the order of df_omino_compare of the images that
 * count as one in the class. So it is at least as wide as high, with its fuller rows at the
 * bottom. `canonical` and `omino` may be the same. */
void df_omino_canonical(const df_omino *omino, df_omino_class kind, df_omino *canonical);

/* Appends the code of a polyomino in its present orientation: its rows from the bottom up as
 * hexadecimal numbers with bit x for the square in column x, with dots between the rows. The T
 * is 7.2. */
void df_omino_code_write(df_text *text, const df_omino *omino);

/* Appends a drawing of the polyomino in its present orientation, as in a df_piece_drawing: '#'
 * and
 * '.', rows from the top, separated by '/'. */
void df_omino_drawing_write(df_text *text, const df_omino *omino);

/* Appends the polyomino and its features as a JSON object and the end of its line. With `all`
 * the object also has what takes longer to find: "path", see df_omino_path, which is null if
 * the search is given up, and "tiles_plane" with its "shifts", see df_omino_tiles_plane. */
void df_omino_json_write(df_text *text, const df_omino *omino, bool all);

/* Reads a code or a drawing. Ignores empty rows and columns around it. Digits may be capitals,
 * except in F, which is refused because it is the name of a pentomino. DF_ERROR_INPUT: the
 * `length` bytes at `text` are neither; the column of *error (may be NULL) is the wrong byte,
 * from 1. */
df_status df_omino_code_read(df_omino *omino, const char *text, size_t length, df_error *error);

/* Finds the features. */
void df_omino_traits_find(const df_omino *omino, df_omino_traits *traits);

/* Searches for a walk that visits each square once, from neighbour to neighbour: such
 * polyominoes are the class `path`. Takes at most `nodes` steps (0: 100,000), which always
 * suffice up to 13 squares; DF_LIMIT: they did not. DF_FOUND: *walk (may be NULL; an array of
 * `size` indices into squares) is such a walk. */
df_outcome df_omino_path(const df_omino *omino, uint64_t nodes, uint16_t *walk);

/* True if shifted copies alone fill the plane (Beauquier and Nivat 1991): the boundary is A B C
 * and then each of the three walked backwards, in this order; one may be empty. Then *shifts
 * (may be NULL) are two vectors (x, y) whose integer combinations place the copies. False for
 * polyominoes with holes. */
bool df_omino_tiles_plane(const df_omino *omino, int shifts[2][2]);

/* Returns "none", "axis", "diagonal" … in static storage. */
const char *df_omino_symmetry_name(df_omino_symmetry symmetry);

/* Makes the polyomino of a piece's orientation. */
void df_omino_from_shape(df_omino *omino, const df_shape *shape);

/* Makes the image in which a piece is spawned: of the quarter turns the lowest ones; of these
 * the one with the most squares in the bottom row, then in the next row and so on; then the
 * first in the order of df_omino_compare. So the J is #../###. `spawn` and `omino` may be the
 * same. */
void df_omino_spawn(const df_omino *omino, df_omino *spawn);

/* Finds the name of a piece, the same for all turns: a tetromino's letter; a pentomino's letter
 * F I L N P T U V W X Y Z, with ' if it is turned over; for others the code of the one-sided
 * canonical image if that fits (always up to 10 squares), and "" if it does not. */
void df_omino_name(const df_omino *omino, char name[DF_PIECE_NAME_SIZE]);

/* Makes a piece of up to DF_PIECE_MAX_SQUARES squares, spawned as df_omino_spawn defines. A
 * name of NULL stands for that of df_omino_name. DF_ERROR_ARGUMENT: too large, or no valid
 * name. */
df_status df_omino_piece(df_piece *piece, const df_omino *omino, const char *name);

/* Makes the pieces of `count` polyominoes, in their order. Their names are those of
 * df_omino_name, but with 5 after the letters of pentominoes (F5, F5') if there are also
 * tetrominoes; if that name is "" it is the size, a hyphen and the place in the list from 1
 * (12-1). On success the caller owns *set (df_piece_set_free). DF_ERROR_ARGUMENT: none, too
 * many, one too large, or two that are turns of one another. */
df_status df_omino_piece_set(df_piece_set **set, const df_omino *ominoes, size_t count);

/* Chooses `count` colours that differ as much as possible: each is, of a fixed set of clear
 * colours, the one least like any before it (Glasbey and others 2007, in OKLab). So the first
 * ones do not depend on `count`. They repeat when all have been used. */
df_status df_omino_colors(df_color *colors, size_t count);

/* Chooses a colour for each piece of a set: the guideline's for tetrominoes, and for all others
 * colours that differ from these and from one another. */
df_status df_omino_set_colors(df_color *colors, const df_piece_set *set);

/* Gives the pieces of a set the colours of df_omino_set_colors, unless one of them has a colour
 * already. *colors has one entry for each piece, or is NULL: then it is allocated, and the
 * caller frees it, after an error too. DF_ERROR_MEMORY. */
df_status df_omino_plan_colors(df_plan_color **colors, const df_piece_set *set);

/* Takes the colours away if all pieces of the set are tetrominoes, by their letters, in the
 * guideline's colours, as in a plan of a shape alone: a theme or a skin can dress it then.
 * Returns true if it did. */
bool df_omino_plan_undress(df_plan_color *colors, const df_piece_set *set);

/* Replaces the colours of a palette by the nearest ones of the seven tetrominoes, each once; an
 * empty palette by all of them. DF_ERROR_MEMORY. */
df_status df_omino_palette(df_palette *palette);

/* Writes the letters of the tetrominoes with the colours nearest to those of a picture, in the
 * order of its colours. DF_ERROR_LIMIT: it has more than DF_TETROMINOES. DF_ERROR_MEMORY. */
df_status df_omino_letters(char letters[DF_TETROMINOES + 1], const df_picture *picture);

DF_END_DECLARATIONS

#endif
