/* Random polyominoes: all equally likely, grown, or left behind by a random walk. Also random
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

DF_BEGIN_DECLARATIONS

/* The largest size of uniform draws: up to it all numbers fit in one word. */
#define DF_OMINO_UNIFORM_MAX 34u

/* The tables for uniform draws of one size: for each state of the transfer matrix the number of
 * polyominoes that continue from it. Several draws may share it, in several threads too. */
typedef struct df_omino_uniform df_omino_uniform;

/* Prepares uniform draws of polyominoes of `size` squares; the caller frees *uniform with
 * df_omino_uniform_free. The option `memory` limits the tables, and `threads` has no effect.
 * Errors as df_omino_count_fixed; above DF_OMINO_UNIFORM_MAX is DF_ERROR_ARGUMENT. */
df_status df_omino_uniform_create(df_omino_uniform **uniform, unsigned size,
                                  const df_omino_count_options *options, df_error *error);

/* Frees the tables; NULL is allowed. */
void df_omino_uniform_free(df_omino_uniform *uniform);

/* Draws a polyomino as its canonical image: each polyomino of the class has exactly the same
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
 * long. The caller frees *pieces with df_omino_pieces_free. DF_ERROR_ARGUMENT: the size;
 * DF_ERROR_MEMORY. */
df_status df_omino_pieces_create(df_omino_pieces **pieces, unsigned size, bool path);

/* Frees the source; NULL is allowed. */
void df_omino_pieces_free(df_omino_pieces *pieces);

/* Draws a piece, spawned as df_omino_spawn defines and with an empty name. This is a
 * df_game_supply, whose context is the df_omino_pieces. DF_ERROR_MEMORY; *piece is then
 * undefined. */
df_status df_omino_pieces_draw(void *pieces, df_random *random, df_piece *piece);

DF_END_DECLARATIONS

#endif
