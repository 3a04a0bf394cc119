/* All polyominoes of a size: listed, filtered and counted one by one, in parts for several
 * threads, processes or machines.
 *
 * The order of the fixed ones is that of a tree (Redelmeier 1981). A polyomino begins with the
 * leftmost square of its bottom row, and a list of squares that may be added holds only this
 * one. To add a square of the list is to drop it and all before it from the list, and to append
 * those of its neighbours that have never been on the list and lie in no lower row, nor in the
 * bottom row left of the first square: in turn those to the right, above, to the left, below.
 * The squares of a list are tried from its front on, and everything below the first comes
 * before the second. Polyominoes of the other classes are listed as canonical images (see
 * df_omino_canonical), and their order is that of these among the fixed ones. */
#ifndef DROPFORGE_OMINOES_H
#define DROPFORGE_OMINOES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/omino.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DF_OMINOES_MAX_SQUARES 32

/* Bounds on a number, both included; looked at only when `set`. */
typedef struct df_ominoes_range {
    bool set;
    unsigned least;
    unsigned most;
} df_ominoes_range;

/* Whether something is to be so. */
typedef enum df_ominoes_wish { DF_EITHER, DF_YES, DF_NO } df_ominoes_wish;

/* Which polyominoes. All zeros: all fixed ones. Widths, heights and convexities are those of
 * the canonical image, or of a fixed one as it lies. */
typedef struct df_ominoes_filter {
    df_omino_class kind;
    unsigned symmetries; /* a set of 1 << df_omino_symmetry; 0: any */
    df_ominoes_range width;
    df_ominoes_range height;
    df_ominoes_range perimeter;
    df_ominoes_range holes;
    df_ominoes_wish column_convex;
    df_ominoes_wish row_convex;
    df_ominoes_wish directed;
    df_ominoes_wish tree_like;
    df_ominoes_wish path;
    df_ominoes_wish tiles_plane; /* by translation, see df_omino_tiles_plane */
} df_ominoes_filter;

/* Called after each of the `all` subtrees of this shard, of which `done` are done by then.
 * Returns false to stop. Several threads may call it at the same time. */
typedef bool df_ominoes_watch(void *context, uint64_t done, uint64_t all);

/* How to go about it. All zeros: everything, on one thread. */
typedef struct df_ominoes_options {
    uint64_t shard;  /* only subtrees number shard, shard + shards, shard + 2 · shards … */
    uint64_t shards; /* 0: all subtrees */
    unsigned jobs;   /* threads of a count; 0: one */
    df_ominoes_watch *watch; /* may be NULL */
    void *watch_context;
} df_ominoes_options;

/* What was counted. Those of all shards add up to the whole. */
typedef struct df_ominoes_tally {
    uint64_t count; /* polyominoes */
    uint64_t nodes; /* smaller polyominoes, partly built, that were looked at */
} df_ominoes_tally;

/* Some polyominoes at once, that differ in their last square only. A place says where a square
 * is: x + 64 · y, with the origin anywhere. */
typedef struct df_ominoes_batch {
    unsigned size;        /* squares of each */
    unsigned count;       /* polyominoes, at least 1 */
    const uint16_t *stem; /* the places of the size - 1 squares that all have */
    const uint16_t *last; /* `count` places: the last square of each */
} df_ominoes_batch;

/* Sees a batch, which is valid during the call; any status but DF_OK ends the list and is
 * handed on. */
typedef df_status df_ominoes_visitor(void *context, const df_ominoes_batch *batch);

/* The number of subtrees that the tree of all polyominoes of `size` squares is cut into, the
 * same on every machine and for every filter; 0 when `size` is 0 or above
 * DF_OMINOES_MAX_SQUARES. With options.shards = this number each shard is one subtree: the
 * smallest portion of work that can be given away. */
uint64_t df_ominoes_subtrees(unsigned size);

/* Counts the polyominoes of `size` squares that `filter` lets through (NULL: all fixed ones).
 * `options` may be NULL. The answer does not depend on the number of jobs.
 * DF_ERROR_ARGUMENT: the size is 0 or above DF_OMINOES_MAX_SQUARES, the shard is not below the
 * number of shards, or the filter is none. DF_ERROR_SINK: stopped by the watch.
 * DF_ERROR_LIMIT: with filter->path, not decided by a search of a million steps. */
df_status df_ominoes_count(df_ominoes_tally *tally, unsigned size,
                           const df_ominoes_filter *filter, const df_ominoes_options *options);

/* Visits the same in their order, on one thread, and at most `limit` of them (0: all). *tally
 * (may be NULL) is what was visited. Errors as above. */
df_status df_ominoes_list(df_ominoes_tally *tally, unsigned size,
                          const df_ominoes_filter *filter, const df_ominoes_options *options,
                          uint64_t limit, df_ominoes_visitor *visitor, void *context);

/* The same, all of them, as pieces of df_omino_piece_set in their order; the caller owns *set
 * (df_piece_set_free). Each takes 5 KB meanwhile. DF_ERROR_ARGUMENT also where there are none,
 * or more than a set can have, or where some are turns of one another, as fixed ones are;
 * DF_ERROR_MEMORY. */
df_status df_ominoes_piece_set(df_piece_set **set, unsigned size,
                               const df_ominoes_filter *filter);

/* Polyomino number `index` of a batch. */
void df_ominoes_batch_get(const df_ominoes_batch *batch, unsigned index, df_omino *omino);

/* Its rows from the bottom up with bit x for the square in column x; returns how many rows. */
unsigned df_ominoes_batch_rows(const df_ominoes_batch *batch, unsigned index,
                               uint32_t rows[DF_OMINOES_MAX_SQUARES]);

/* Room for the longest code and a NUL: of h rows, 33 - h squares wide at most, each has a digit
 * for four columns and a dot, which are never more than 100. */
enum { DF_OMINOES_CODE_SIZE = 128 };

/* Its code, as df_omino_code_write has it, and a NUL; returns the length of the code. */
size_t df_ominoes_batch_code(const df_ominoes_batch *batch, unsigned index,
                             char code[DF_OMINOES_CODE_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
