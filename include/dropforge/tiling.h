/* The tilings of a rectangle by pieces: listed, ranked, drawn at random, put into an order in
 * which they can be dropped, and written as text.
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
#ifndef DROPFORGE_TILING_H
#define DROPFORGE_TILING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/drop.h"
#include "dropforge/natural.h"
#include "dropforge/random.h"

DF_BEGIN_DECLARATIONS

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

/* Finds the states of a rectangle of 1–64 columns and 1–1024 rows, else DF_ERROR_ARGUMENT. The
 * caller owns *tilings (df_tilings_free); `set` is borrowed until then. `options` may be NULL.
 * Kinds: pieces of one kind have the same size, else DF_ERROR_ARGUMENT.
 * DF_ERROR_LIMIT: more memory than allowed or more kinds than DF_TILING_MAX_KINDS; *error (may
 * be NULL) says which. */
df_status df_tilings_create(df_tilings **tilings, const df_piece_set *set, unsigned width,
                            unsigned height, const df_tilings_options *options,
                            df_error *error);

/* Frees the tilings; NULL is allowed. */
void df_tilings_free(df_tilings *tilings);

/* Gives pieces the same kind if one is the other, mirrored or not: kinds[i] is the index of the
 * first such piece. `kinds` has an element for every piece of the set. */
void df_piece_set_kinds(const df_piece_set *set, uint16_t *kinds);

/* Counts the tilings. */
df_status df_tilings_count(const df_tilings *tilings, df_natural *count);

/* Returns the number of states of half filled rectangles, counted for every column (or row):
 * the unit of effort and of memory. */
size_t df_tilings_states(const df_tilings *tilings);

/* Returns the largest number of pieces that a tiling can have, the capacity that `pieces` needs
 * below. */
size_t df_tilings_max_pieces(const df_tilings *tilings);

/* Receives a tiling, which is valid during the call. Any status but DF_OK ends the list and is
 * returned. */
typedef df_status df_tiling_visit(void *context, const df_tiling *tiling);

/* Visits the tilings in their order, from number *skip (NULL: 0), and at most `limit` of them
 * (0: all). Without dead ends: the time is that of the visits. */
df_status df_tilings_list(const df_tilings *tilings, const df_natural *skip, uint64_t limit,
                          df_tiling_visit *visitor, void *context);

/* Writes tiling `number`, counted from 0, to `pieces` and their number to *count.
 * DF_ERROR_ARGUMENT: there are no more than `number` tilings. */
df_status df_tilings_unrank(const df_tilings *tilings, const df_natural *number,
                            df_drop *pieces, size_t *count);

/* Finds the number of a tiling whose pieces are in any order. DF_ERROR_ARGUMENT: it is not one
 * of `tilings`. */
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
