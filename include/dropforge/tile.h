/* Rectangles filled by pieces: in how many ways, and the fillings themselves, listed, ranked,
 * drawn at random, put into an order of drops, and written as text. */
#ifndef DROPFORGE_TILE_H
#define DROPFORGE_TILE_H

#include "dropforge/board.h"

DF_BEGIN_DECLARATIONS

/* The longer side of a board is at most this. The shorter one is bounded by what a state can
 * hold, 126 squares: 42 for tetrominoes, fewer for longer pieces. */
#define DF_TILE_MAX_SIDE 1000000u

/* The bytes that a count may use by default. */
#define DF_TILE_USUAL_MEMORY UINT64_C(600000000)

/* Counts the tilings of a board, whose squares are all covered exactly once by pieces of `set`
 * that do not stick out. Each piece may be used any number of times, in all its orientations,
 * and is not mirrored. With `symmetric` it counts the tilings of which none is another one
 * turned or reflected; if the mirrored pieces are not the same pieces, of which none is another
 * one turned. `options`, `effort` and `error` may be NULL. On success the result replaces the
 * old value of *number. DF_ERROR_ARGUMENT: a side is 0 or above DF_TILE_MAX_SIDE.
 * DF_ERROR_LIMIT: a state of this board does not fit, options->memory is too small, or with
 * `symmetric` it has more than 65536 squares. */
df_status df_tile_count(df_natural *number, const df_piece_set *set, unsigned width,
                        unsigned height, bool symmetric, const df_count_options *options,
                        df_count_effort *effort, df_error *error);

/* Receives one way to cut a board at all its vertical fault lines, which cut no piece from
 * bottom to top: into `count` components of these sizes in columns, the largest first, in any
 * order. There are `arrangements` orders of them and `fills` tilings of each order without
 * further fault lines; `tilings` is the product of both. */
typedef df_status df_tile_components_visit(void *context, const unsigned *sizes, unsigned count,
                                           const df_natural *arrangements,
                                           const df_natural *fills, const df_natural *tilings);

/* The numbers of df_tile_count_parts. In four rows of tetrominoes a column that is filled by
 * itself is an upright I, whose last drop makes the tetris. */
typedef enum df_tile_part {
    DF_TILE_PRIMITIVE,      /* tilings without a fault line */
    DF_TILE_CONFIGURATIONS, /* tilings in which at least one column is filled by itself */
    DF_TILE_ACTIVATIONS,    /* ways to choose such a column in a tiling */
    DF_TILE_PARTS
} df_tile_part;

/* Counts the tilings by their vertical fault lines; the numbers are {0} before, and after an
 * error. Visits (unless `visit` is NULL) all ways to cut the board that some tiling is cut in,
 * first the single component of all columns; their tilings add up to all tilings. Errors as
 * above. */
df_status df_tile_count_parts(df_natural numbers[DF_TILE_PARTS], const df_piece_set *set,
                              unsigned width, unsigned height, const df_count_options *options,
                              df_tile_components_visit *visit, void *context,
                              df_count_effort *effort, df_error *error);

/* The tilings of a rectangle, one by one.
 *
 * A tiling is a list of df_drop, one for each piece: its leftmost column is x and its lowest
 * row y, as it lies in the full rectangle. Of orientations that have the same shape only the
 * first is used (df_piece.same_as). Every piece may be used any number of times, unless `once`
 * is asked for.
 *
 * The order of the tilings. The squares of the rectangle are looked at column by column from
 * the left, and from the bottom to the top of each column. Where the rectangle is higher than
 * wide it is row by row from the bottom, and from the left to the right of each row. The first
 * free square is covered, in turn, by each piece of the set in each of its orientations N E S
 * W, so that this square is the first of the piece too. The pieces of a tiling are in this
 * order, and tilings are in the lexicographic order of their pieces. */

#define DF_TILING_MAX_KINDS 64   /* with `once` */
#define DF_TILING_MAX_ORDERED 64 /* pieces of a tiling whose drop orders are counted */

/* The tilings to find. Begin with all zero: every tiling by any number of each piece. */
typedef struct df_tilings_options {
    bool once;      /* each piece at most once */
    bool mirrored;  /* with `once`: a piece and the same turned over are one */
    bool droppable; /* only those that can be dropped, see df_tiling_order */
    size_t memory;  /* bytes that the states may take; 0: 2^30 */
} df_tilings_options;

/* All tilings of one rectangle: the number of completions from every state that a half filled
 * rectangle can have. Immutable: several threads may use it. */
typedef struct df_tilings df_tilings;

/* One tiling in two parts, head[0 … head_count - 1] and tail[0 … tail_count - 1]. Callers may
 * make one from pieces of their own, such as those of df_tilings_random, split anywhere. */
typedef struct df_tiling {
    unsigned width;
    unsigned height;
    const df_piece_set *set;
    const df_drop *head;
    const df_drop *tail;
    size_t head_count;
    size_t tail_count;
} df_tiling;

/* Finds the states of a rectangle of 1–64 columns and 1–1024 rows, else DF_ERROR_ARGUMENT. It
 * borrows `set` until it is freed. `options` may be NULL. DF_ERROR_LIMIT: more memory than
 * allowed or more pieces than DF_TILING_MAX_KINDS; *error says which. */
df_status df_tilings_create(df_tilings **tilings, const df_piece_set *set, unsigned width,
                            unsigned height, const df_tilings_options *options,
                            df_error *error);
void df_tilings_free(df_tilings *tilings);

/* Counts the tilings from number *skip (NULL: 0) on. */
df_status df_tilings_count(const df_tilings *tilings, const df_natural *skip,
                           df_natural *count);

/* Receives a tiling, which is valid during the call. */
typedef df_status df_tiling_visit(void *context, const df_tiling *tiling);

/* Visits the tilings in their order, from number *skip (NULL: 0), and at most `limit` of them
 * (0: all). Without dead ends: the time is that of the visits. */
df_status df_tilings_list(const df_tilings *tilings, const df_natural *skip, uint64_t limit,
                          df_tiling_visit *visitor, void *context);

/* Finds the number of a tiling with its pieces in any order. DF_ERROR_ARGUMENT: it is none of
 * these. */
df_status df_tilings_rank(const df_tilings *tilings, const df_tiling *tiling,
                          df_natural *number);

/* Writes a tiling drawn at random, each with exactly the same probability, to `pieces` and
 * their number to *count. The array has an element for each square of the rectangle, so that
 * there is room for any pieces. DF_ERROR_ARGUMENT: there is none. */
df_status df_tilings_random(const df_tilings *tilings, df_random *random, df_drop *pieces,
                            size_t *count);

/* Orders the pieces so that each comes to rest at its place when it is dropped from above,
 * without leaving anything empty below it; of the pieces that may be next it takes the lowest,
 * then the leftmost. `drops` has an element for each piece. With `clears` rows clear as they
 * fill, the y of the drops are those of the playfield at that time, and at the end the
 * playfield is empty. *outcome: DF_FOUND, or DF_NONE if there is no such order; then `drops`
 * are the pieces in the order of the tiling. If all pieces are column-convex, as tetrominoes
 * are, there always is one, and otherwise never. */
df_status df_tiling_order(const df_tiling *tiling, bool clears, df_drop *drops,
                          df_outcome *outcome);

/* Counts such orders; 0 if there are none. Visits at most `limit` sets of dropped pieces (0:
 * 2^22), else DF_ERROR_LIMIT, as for tilings of more than DF_TILING_MAX_ORDERED pieces. */
df_status df_tiling_orders(const df_tiling *tiling, size_t limit, df_natural *orders);

/* The style of a drawing. */
typedef enum df_tiling_style {
    DF_TILING_LETTERS, /* another letter for each of the pieces: A … Z, a … z, and again */
    DF_TILING_NAMES,   /* the first letter of the name of the piece */
    /* One symbol for each piece and orientation: those of the tetris-composition-finder, and I
     * for the upright I; the first letter of its name for what is no tetromino. */
    DF_TILING_SYMBOLS,
} df_tiling_style;

/* Draws a tiling: rows from the top, each ended by '\n', and a NUL at the end. `text` has
 * (width + 1) * height + 1 characters. */
void df_tiling_draw(const df_tiling *tiling, df_tiling_style style, char *text);

DF_END_DECLARATIONS

#endif
