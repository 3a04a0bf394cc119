/* Polyominoes, sets of squares connected by their sides: one of them with its texts, images and
 * features; their pieces and colours; all of a size, one by one or only counted; and random
 * ones. */
#ifndef DROPFORGE_OMINO_H
#define DROPFORGE_OMINO_H

#include "dropforge/picture.h"

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
 * turns, from the polyomino itself; 4 to 7 are these turns after a reflection from left to
 * right. */
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

/* Their names: "none", "axis", "diagonal" … */
extern const char *const df_omino_symmetry_names[DF_SYMMETRIES];

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

/* Makes the canonical image: of the images that count as one in the class the lowest, and of
 * several the one whose rows, as numbers with bit x for the square in column x, are
 * lexicographically greatest from the bottom up. So it is at least as wide as high, with its
 * fuller rows at the bottom. `canonical` and `omino` may be the same. */
void df_omino_canonical(const df_omino *omino, df_omino_class kind, df_omino *canonical);

/* The texts of a polyomino. */
typedef enum df_omino_text {
    /* The code of its present orientation: its rows from the bottom up as hexadecimal numbers
     * with bit x for column x, with dots between the rows. The T is 7.2. */
    DF_OMINO_CODE,
    /* A drawing of it, as in a df_piece_drawing: '#' and '.', rows from the top, separated by
     * '/'. */
    DF_OMINO_DRAWING,
    DF_OMINO_JSON, /* it and its features as a JSON object, and the end of its line */
    /* The same with what takes longer to find: "path", see df_omino_path, which is null if the
     * search is given up. */
    DF_OMINO_JSON_ALL,
} df_omino_text;

/* Appends a text of the polyomino. */
void df_omino_write(df_text *text, const df_omino *omino, df_omino_text what);

/* Reads a code or a drawing. Ignores empty rows and columns around it. Digits may be capitals,
 * except in F, which is refused because it is the name of a pentomino. DF_ERROR_INPUT: the
 * `length` bytes at `text` are neither; the column of *error is the wrong byte, from 1. */
df_status df_omino_code_read(df_omino *omino, const char *text, size_t length, df_error *error);

/* Finds the features. */
void df_omino_traits_find(const df_omino *omino, df_omino_traits *traits);

/* Searches for a walk that visits each square once, from neighbour to neighbour: such
 * polyominoes are the class `path`. Takes at most `nodes` steps (0: 100,000), which always
 * suffice up to 13 squares; DF_LIMIT: they did not. DF_FOUND: *walk (may be NULL; an array of
 * `size` indices into squares) is such a walk. */
df_outcome df_omino_path(const df_omino *omino, uint64_t nodes, uint16_t *walk);

/* Makes the polyomino of a piece's orientation. */
void df_omino_from_shape(df_omino *omino, const df_shape *shape);

/* Finds the name of a piece, the same for all turns: a tetromino's letter; a pentomino's letter
 * F I L N P T U V W X Y Z, with ' if it is turned over; for others the code of the one-sided
 * canonical image if that fits (always up to 10 squares), and "" if it does not. */
void df_omino_name(const df_omino *omino, char name[DF_PIECE_NAME_SIZE]);

/* Makes the pieces of `count` polyominoes, in their order. Each is spawned in the lowest of its
 * quarter turns, of these the one with the most squares in the bottom row, then in the next row
 * and so on; so the J is #../###. Their names are those of
 * df_omino_name, but with 5 after the letters of pentominoes (F5, F5') if there are also
 * tetrominoes; if that name is "" it is the size, a hyphen and the place in the list from 1
 * (12-1). DF_ERROR_ARGUMENT: none, too many, one too large, or two that are turns of one
 * another. */
df_status df_omino_piece_set(df_piece_set **set, const df_omino *ominoes, size_t count);

/* Chooses `count` colours that differ as much as possible: each is, of a fixed set of clear
 * colours, the one least like any before it (Glasbey and others 2007, in OKLab). So the first
 * ones do not depend on `count`. They repeat when all have been used. `set` may be NULL;
 * otherwise they are for its pieces, which are `count`: tetrominoes have those of the
 * guideline, and all others differ from these, too. */
df_status df_omino_colors(df_color *colors, const df_piece_set *set, size_t count);

/* Gives the pieces of a set the colours of df_omino_colors, unless one of them has a colour
 * already. *colors has one entry for each piece, or is NULL: then it is allocated, and the
 * caller frees it, after an error too. */
df_status df_omino_plan_colors(df_plan_color **colors, const df_piece_set *set);

/* Takes the colours away if all pieces of the set are tetrominoes, by their letters, in the
 * guideline's colours, as in a plan of only a shape: a theme or a skin can dress it then.
 * Returns true if it did. */
bool df_omino_plan_undress(df_plan_color *colors, const df_piece_set *set);

/* All polyominoes of a size: listed, filtered and counted one by one, in parts for several
 * threads, processes or machines.
 *
 * The order of the fixed ones is that of a tree (Redelmeier 1981). A polyomino begins with the
 * leftmost square of its bottom row, and a list of the squares that may be added holds only
 * this one. Adding a square of the list removes it and all before it from the list, and appends
 * its neighbours to the right, above, to the left and below, in this order, except those that
 * were ever on the list, lie below the bottom row, or lie in it left of the first square. The
 * squares of a list are tried in order, and all polyominoes with the first come before those
 * without it. Polyominoes of the other classes are listed as canonical images (see
 * df_omino_canonical), in the order of these among the fixed ones. */

#define DF_OMINOES_MAX_SQUARES 32

/* Bounds on a number, both included; ignored unless `set`. */
typedef struct df_ominoes_range {
    bool set;
    unsigned min;
    unsigned max;
} df_ominoes_range;

/* A condition: ignored, or must be true, or must be false. */
typedef enum df_ominoes_condition { DF_EITHER, DF_YES, DF_NO } df_ominoes_condition;

/* A choice of polyominoes. Begin with all zero: all fixed ones. Widths, heights and convexities
 * are those of the canonical image, or of a fixed one in its orientation. */
typedef struct df_ominoes_filter {
    df_omino_class kind;
    unsigned symmetries; /* a set of 1 << df_omino_symmetry; 0: any */
    df_ominoes_range width;
    df_ominoes_range height;
    df_ominoes_range perimeter;
    df_ominoes_range holes;
    df_ominoes_condition column_convex;
    df_ominoes_condition row_convex;
    df_ominoes_condition directed;
    df_ominoes_condition tree_like;
    df_ominoes_condition path;
} df_ominoes_filter;

/* Several polyominoes that differ in their last square only. The place of a square is
 * x + 64 · y, with the origin anywhere. */
typedef struct df_ominoes_batch {
    unsigned size;        /* squares of each */
    unsigned count;       /* polyominoes, at least 1 */
    const uint16_t *stem; /* the places of the size - 1 squares that all have */
    const uint16_t *last; /* `count` places: the last square of each */
} df_ominoes_batch;

/* Called for each batch, which is valid during the call. */
typedef df_status df_ominoes_visit(void *context, const df_ominoes_batch *batch);

/* Returns the number of subtrees into which the tree of all polyominoes of `size` squares is
 * cut, the same on every machine and for every filter; 0 if `size` is 0 or above
 * DF_OMINOES_MAX_SQUARES. With as many shards each shard is one subtree, the smallest unit of
 * work. */
uint64_t df_ominoes_subtrees(unsigned size);

/* Counts the polyominoes of `size` squares that pass `filter` (NULL: all fixed ones). `options`
 * may be NULL; the watch is called after each subtree of the shard, by several threads at the
 * same time. *nodes (may be NULL) are the partly built polyominoes on the way. The numbers do
 * not depend on the number of jobs, and those of all shards add up to the whole.
 * DF_ERROR_ARGUMENT: the size is 0 or above DF_OMINOES_MAX_SQUARES, the shard is not below the
 * number of shards, or the filter is not valid. DF_ERROR_LIMIT: df_omino_path, for
 * filter->path, returned DF_LIMIT. */
df_status df_ominoes_count(uint64_t *count, unsigned size, const df_ominoes_filter *filter,
                           const df_count_options *options, uint64_t *nodes);

/* Visits the same polyominoes in their order, on one thread, at most `limit` (0: all). *count
 * (may be NULL) is how many; a visitor of NULL only counts. Errors as above. */
df_status df_ominoes_list(uint64_t *count, unsigned size, const df_ominoes_filter *filter,
                          const df_count_options *options, uint64_t limit,
                          df_ominoes_visit *visitor, void *context);

/* Makes the pieces of df_omino_piece_set of all of them, in their order. Each needs 5 KB during
 * the call. DF_ERROR_ARGUMENT also if there are none, or more than a set can have, or if some
 * are turns of one another, as fixed ones are. */
df_status df_ominoes_piece_set(df_piece_set **set, unsigned size,
                               const df_ominoes_filter *filter);

/* Makes polyomino number `index` of a batch. */
void df_ominoes_batch_get(const df_ominoes_batch *batch, unsigned index, df_omino *omino);

/* The size of the longest code with a NUL: h rows are at most 33 - h squares wide, and each has
 * a dot and a digit for four columns, which makes at most 100 bytes. */
enum { DF_OMINOES_CODE_SIZE = 128 };

/* Writes its code, and a NUL; returns the length of the code. */
size_t df_ominoes_batch_code(const df_ominoes_batch *batch, unsigned index,
                             char code[DF_OMINOES_CODE_SIZE]);

/* Exact numbers of polyominoes, for sizes far beyond enumeration one by one. */

/* The largest size that can be counted; memory and time set a lower limit in practice. */
#define DF_OMINO_COUNT_MAX 48u

/* The numbers for one size, those of each df_omino_class first. */
enum {
    DF_OMINO_SYMMETRIC = DF_OMINO_FREE + 1, /* free ones with exactly each df_omino_symmetry */
    DF_OMINO_NUMBERS = DF_OMINO_SYMMETRIC + DF_SYMMETRIES
};

/* Sets numbers[k] to the numbers of polyominoes of k squares, for k = 0 … size; all 0 for k =
 * 0. Counts the fixed ones by transfer matrix (Jensen 2001), and with `classes` the others,
 * too, in hardly more time. The array has size + 1 elements, all {0} before
 * the call; on failure all are {0} again. `options`, `effort` and `error` may be NULL.
 * DF_ERROR_ARGUMENT: size is 0 or above DF_OMINO_COUNT_MAX. DF_ERROR_LIMIT: options->memory
 * does not suffice. */
df_status df_omino_count(df_natural numbers[][DF_OMINO_NUMBERS], unsigned size, bool classes,
                         const df_count_options *options, df_count_effort *effort,
                         df_error *error);

/* Random polyominoes: all equally likely, grown, or left by a random walk. Also random
 * pieces. */

/* The largest size of uniform draws: up to it all numbers fit in one word. */
#define DF_OMINO_UNIFORM_MAX 34u

/* The tables for uniform draws of one size: for each state of the transfer matrix the number of
 * polyominoes that continue from it. Several draws may share it, in several threads too. */
typedef struct df_omino_uniform df_omino_uniform;

/* Prepares uniform draws of polyominoes of `size` squares. The option `memory` limits the
 * tables, and `jobs` has no effect. Errors as df_omino_count; above
 * DF_OMINO_UNIFORM_MAX is DF_ERROR_ARGUMENT. */
df_status df_omino_uniform_create(df_omino_uniform **uniform, unsigned size,
                                  const df_count_options *options, df_error *error);
void df_omino_uniform_free(df_omino_uniform *uniform);

/* Draws a polyomino as its canonical image: each of the class has exactly the same
 * probability. */
void df_omino_uniform_draw(const df_omino_uniform *uniform, df_omino_class kind,
                           df_random *random, df_omino *omino);

/* Grows a polyomino of `size` squares from a single one: each next square is one of the free
 * neighbours of those so far, all with equal probability (Eden 1961). It keeps the orientation
 * in which it grew. Compact polyominoes are likelier than others. DF_ERROR_ARGUMENT: size is 0
 * or above DF_OMINO_MAX_SQUARES. */
df_status df_omino_grow(df_omino *omino, unsigned size, df_random *random);

/* Walks over `size` squares, the first step to the right: then to the left, forward or to the
 * right, tried in random order, onto no square twice, and back if all three fail. The result
 * keeps the orientation of the walk. It is always a polyomino of the class `path`, but these
 * are not equally likely. *outcome is DF_LIMIT after `nodes` failed tries (0: 100,000), and
 * *omino is not written; otherwise it is DF_FOUND. Errors as above. */
df_status df_omino_walk(df_omino *omino, unsigned size, uint64_t nodes, df_random *random,
                        df_outcome *outcome);

/* A source of random one-sided polyominoes of one size as pieces, for games. */
typedef struct df_omino_pieces df_omino_pieces;

/* Prepares draws of pieces of `size` squares, 1 to DF_PIECE_MAX_SQUARES: walked if `path`,
 * otherwise uniform up to 16 squares and grown above, where the tables would take noticeably
 * long. DF_ERROR_ARGUMENT: the size. */
df_status df_omino_pieces_create(df_omino_pieces **pieces, unsigned size, bool path);
void df_omino_pieces_free(df_omino_pieces *pieces);

/* Draws a piece, spawned as in df_omino_piece_set and with an empty name. This is a
 * `supply` of df_game_options, whose context is the df_omino_pieces. After an error *piece is
 * undefined. */
df_status df_omino_pieces_draw(void *pieces, df_random *random, df_piece *piece);

DF_END_DECLARATIONS

#endif
