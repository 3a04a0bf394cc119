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

/* A board to be filled: every square exactly once, no piece sticking out. Each piece may be
 * used any number of times, in all its orientations, and is not mirrored. */
typedef struct df_tile_board {
    unsigned width;
    unsigned height;
    const df_piece_set *pieces; /* borrowed */
} df_tile_board;

/* True if the greatest common divisor of the piece sizes divides the number of squares.
 * Otherwise there is no tiling, and a count of one board returns 0 at once. */
bool df_tile_is_divisible(const df_tile_board *board);

/* Counts the tilings of the board. `options`, `effort` and `error` may be NULL. On success the
 * result replaces the old value of *number. DF_ERROR_ARGUMENT: a side is 0 or above
 * DF_TILE_MAX_SIDE. DF_ERROR_LIMIT: a state of this board does not fit, or options->memory is
 * too small. */
df_status df_tile_count(df_natural *number, const df_tile_board *board,
                        const df_count_options *options, df_count_effort *effort,
                        df_error *error);

/* Counts the tilings of k columns of the board's height in numbers[k], for k = 0 … board->width
 * (1 for k = 0). The array has board->width + 1 numbers, each {0} before the call; on failure
 * all are {0} again. Errors as above. */
df_status df_tile_count_widths(df_natural *numbers, const df_tile_board *board,
                               const df_count_options *options, df_count_effort *effort,
                               df_error *error);

/* Counts the tilings that no vertical line cuts from bottom to top between two columns:
 * primitive[k] for k = 0 … width, 0 for k = 0. `counts` are those of df_tile_count_widths, and
 * `primitive` is an array like `numbers` there. Fails only with DF_ERROR_MEMORY. */
df_status df_tile_primitive(df_natural *primitive, const df_natural *counts, unsigned width);

/* Totals of columns filled by themselves. In four rows of tetrominoes such a column is an
 * upright I, and its last drop makes the tetris. */
typedef struct df_tile_tetris {
    df_natural configurations; /* tilings in which at least one column is filled by itself */
    df_natural activations;    /* ways to choose such a column in a tiling */
} df_tile_tetris;

/* Computes both totals for `width` columns from the results of the two functions above. The
 * caller frees both numbers, which are {0} before. Fails only with DF_ERROR_MEMORY; they are
 * {0} then. */
df_status df_tile_tetris_count(df_tile_tetris *tetris, const df_natural *primitive,
                               const df_natural *counts, unsigned width);

/* One way to cut a board at all its vertical fault lines: into `count` components of these
 * sizes in columns, the largest first, in any order. All is borrowed. */
typedef struct df_tile_components {
    const unsigned *sizes;
    unsigned count;
    unsigned single;                /* how many of them have one column */
    const df_natural *arrangements; /* orders of the components */
    const df_natural *fills;        /* product of their primitive tilings */
    const df_natural *tilings;      /* arrangements · fills */
} df_tile_components;

/* Receives one line of the table. */
typedef df_status df_tile_components_visit(void *context, const df_tile_components *components);

/* Visits all ways to cut `width` columns that some tiling is cut in, first the single component
 * of all columns. Their tilings add up to all tilings. */
df_status df_tile_components_list(const df_natural *primitive, unsigned width,
                                  df_tile_components_visit *visit, void *context);

/* Counts the tilings of the board of which none is another one turned or reflected; if the
 * mirrored pieces are not the same pieces, of which none is another one turned. For boards of
 * up to 65536 squares. Other errors as df_tile_count. */
df_status df_tile_count_symmetric(df_natural *number, const df_tile_board *board,
                                  const df_count_options *options, df_count_effort *effort,
                                  df_error *error);

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

/* The tilings to find. All zeros: every tiling by any number of each piece. */
typedef struct df_tilings_options {
    bool once;             /* each kind of piece at most once */
    const uint16_t *kinds; /* one for each piece, for `once`; NULL: each piece is a kind */
    bool droppable;        /* only those that can be dropped, see df_tiling_order */
    size_t memory;         /* bytes that the states may take; 0: 2^30 */
} df_tilings_options;

/* All tilings of one rectangle: the number of completions from every state that a half filled
 * rectangle can have. Immutable: several threads may use it. */
typedef struct df_tilings df_tilings;

/* One tiling in two parts, head[0 … head_count - 1] and tail[0 … tail_count - 1]. Callers may
 * make one from pieces of their own, such as those of df_tilings_unrank, split anywhere; they
 * must cover every square once. */
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
 * borrows `set` until it is freed. `options` may be NULL. Kinds: pieces of one kind have the
 * same size, else DF_ERROR_ARGUMENT. DF_ERROR_LIMIT: more memory than allowed or more kinds
 * than DF_TILING_MAX_KINDS; *error says which. */
df_status df_tilings_create(df_tilings **tilings, const df_piece_set *set, unsigned width,
                            unsigned height, const df_tilings_options *options,
                            df_error *error);
void df_tilings_free(df_tilings *tilings);

/* Gives pieces the same kind if one is the other, mirrored or not: kinds[i] is the index of the
 * first such piece. `kinds` has an element for every piece of the set. */
void df_piece_set_kinds(const df_piece_set *set, uint16_t *kinds);

/* Counts the tilings. */
df_status df_tilings_count(const df_tilings *tilings, df_natural *count);

/* Receives a tiling, which is valid during the call. */
typedef df_status df_tiling_visit(void *context, const df_tiling *tiling);

/* Visits the tilings in their order, from number *skip (NULL: 0), and at most `limit` of them
 * (0: all). Without dead ends: the time is that of the visits. */
df_status df_tilings_list(const df_tilings *tilings, const df_natural *skip, uint64_t limit,
                          df_tiling_visit *visitor, void *context);

/* Writes tiling `number`, counted from 0, to `pieces` and their number to *count. The array has
 * an element for each square of the rectangle, so that there is room for any pieces.
 * DF_ERROR_ARGUMENT: there are no more than `number` tilings. */
df_status df_tilings_unrank(const df_tilings *tilings, const df_natural *number,
                            df_drop *pieces, size_t *count);

/* Finds the number of a tiling with its pieces in any order. DF_ERROR_ARGUMENT: it is none of
 * these. */
df_status df_tilings_rank(const df_tilings *tilings, const df_drop *pieces, size_t count,
                          df_natural *number);

/* Writes a tiling drawn at random, each with exactly the same probability, as
 * df_tilings_unrank does. DF_ERROR_ARGUMENT: there is none. */
df_status df_tilings_random(const df_tilings *tilings, df_random *random, df_drop *pieces,
                            size_t *count);

/* Copies the pieces of a tiling to one list with enough elements. */
void df_tiling_copy(const df_tiling *tiling, df_drop *pieces);

/* Orders the pieces so that each comes to rest at its place when it is dropped from above,
 * without leaving anything empty below it; of the pieces that may be next it takes the lowest,
 * then the leftmost. `drops` has an element for each piece. With `clears` rows clear as they
 * fill, the y of the drops are those of the playfield at that time, and at the end the
 * playfield is empty. *outcome: DF_FOUND, or DF_NONE if there is no such order; then `drops` is
 * not written. If all pieces are column-convex, as tetrominoes are, there always is one, and
 * otherwise never. */
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
