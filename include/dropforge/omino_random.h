/* Random polyominoes: all equally likely, grown, or left behind by a random walk; and as
 * pieces. */
#ifndef DROPFORGE_OMINO_RANDOM_H
#define DROPFORGE_OMINO_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

#include "dropforge/omino.h"
#include "dropforge/omino_count.h"
#include "dropforge/piece.h"
#include "dropforge/random.h"
#include "dropforge/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most squares for uniform draws: all numbers then fit in one word. */
#define DF_OMINO_UNIFORM_MAX 34u

/* What uniform draws of one size need: for each state of the transfer matrix how many
 * polyominoes go on from it. Any number of draws may share it, in several threads too. */
typedef struct df_omino_uniform df_omino_uniform;

/* Prepares uniform draws of polyominoes of `size` squares; the caller frees *uniform with
 * df_omino_uniform_free. Of the options `memory` is what it may keep, and `threads` has no
 * effect. Errors as df_omino_count_fixed; above DF_OMINO_UNIFORM_MAX is DF_ERROR_ARGUMENT. */
df_status df_omino_uniform_create(df_omino_uniform **uniform, unsigned size,
                                  const df_omino_count_options *options, df_mishap *mishap);

/* NULL is allowed. */
void df_omino_uniform_free(df_omino_uniform *uniform);

/* Draws one: each polyomino of the class has exactly the same probability. It lies as its
 * canonical image does. */
void df_omino_uniform_draw(df_omino *omino, const df_omino_uniform *uniform,
                           df_omino_class kind, df_random *random);

/* Grows one of `size` squares from a single square: each next one is any of the free neighbours
 * of those so far, with equal probability (Eden 1961). It lies as it grew. Compact polyominoes
 * are likelier than others. DF_ERROR_ARGUMENT: size is 0 or above DF_OMINO_MAX_SQUARES. */
df_status df_omino_grow(df_omino *omino, unsigned size, df_random *random);

/* Walks `size` squares from two neighbours: from the last square on to the left, forward or to
 * the right, tried in random order, onto no square twice, going back where all three fail. It
 * lies as it was walked, first to the right. Only polyominoes of the class `path` are ever
 * found, and they are not equally likely. *outcome is DF_LIMIT after `nodes` squares were tried
 * in vain (0: a hundred thousand), and *omino is left as it was; otherwise DF_FOUND. Errors as
 * above. */
df_status df_omino_walk(df_omino *omino, unsigned size, uint64_t nodes, df_random *random,
                        df_outcome *outcome);

/* Random one-sided polyominoes of one size as pieces, for games that are supplied with them. */
typedef struct df_omino_pieces df_omino_pieces;

/* Prepares draws of pieces of `size` squares, 1 to DF_PIECE_MAX_SQUARES: walked if `path`,
 * otherwise uniform up to 16 squares, for more of which the preparations would be felt, and
 * grown above. The caller frees *pieces with df_omino_pieces_free. DF_ERROR_ARGUMENT: the size;
 * DF_ERROR_MEMORY. */
df_status df_omino_pieces_create(df_omino_pieces **pieces, unsigned size, bool path);

/* NULL is allowed. */
void df_omino_pieces_free(df_omino_pieces *pieces);

/* Draws one, spawned as df_omino_spawn says and with an empty name: a df_play_supply, whose
 * context is the df_omino_pieces. DF_ERROR_MEMORY; *piece is then undefined. */
df_status df_omino_pieces_draw(void *pieces, df_random *random, df_piece *piece);

#ifdef __cplusplus
}
#endif
#endif
