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
#ifndef DROPFORGE_OMINOES_H
#define DROPFORGE_OMINOES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/omino.h"

DF_BEGIN_DECLARATIONS

#define DF_OMINOES_MAX_SQUARES 32

/* Bounds on a number, both included; ignored unless `set`. */
typedef struct df_ominoes_range {
    bool set;
    unsigned min;
    unsigned max;
} df_ominoes_range;

/* A condition: ignored, or must be true, or must be false. */
typedef enum df_ominoes_condition { DF_EITHER, DF_YES, DF_NO } df_ominoes_condition;

/* A choice of polyominoes. All zeros: all fixed ones. Widths, heights and convexities are those
 * of the canonical image, or of a fixed one in its orientation. */
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
    df_ominoes_condition tiles_plane; /* by translation, see df_omino_tiles_plane */
} df_ominoes_filter;

/* Called after each of the `all` subtrees of this shard; `done` are finished. Returns false to
 * stop. Several threads may call it at the same time. */
typedef bool df_ominoes_watch(void *context, uint64_t done, uint64_t all);

/* Options. All zeros: everything, on one thread. */
typedef struct df_ominoes_options {
    uint64_t shard;  /* only subtrees number shard, shard + shards, shard + 2 · shards … */
    uint64_t shards; /* 0: all subtrees */
    unsigned jobs;   /* threads of a count; 0: one */
    df_ominoes_watch *watch; /* may be NULL */
    void *watch_context;
} df_ominoes_options;

/* The result of a count or a list. Those of all shards add up to the whole. */
typedef struct df_ominoes_tally {
    uint64_t count; /* polyominoes */
    uint64_t nodes; /* partly built polyominoes on the way */
} df_ominoes_tally;

/* Several polyominoes that differ in their last square only. The place of a square is
 * x + 64 · y, with the origin anywhere. */
typedef struct df_ominoes_batch {
    unsigned size;        /* squares of each */
    unsigned count;       /* polyominoes, at least 1 */
    const uint16_t *stem; /* the places of the size - 1 squares that all have */
    const uint16_t *last; /* `count` places: the last square of each */
} df_ominoes_batch;

/* Called for each batch, which is valid during the call. Any status but DF_OK ends the list and
 * is returned. */
typedef df_status df_ominoes_visit(void *context, const df_ominoes_batch *batch);

/* Returns the number of subtrees into which the tree of all polyominoes of `size` squares is
 * cut, the same on every machine and for every filter; 0 if `size` is 0 or above
 * DF_OMINOES_MAX_SQUARES. With as many shards each shard is one subtree, the smallest unit of
 * work. */
uint64_t df_ominoes_subtrees(unsigned size);

/* Counts the polyominoes of `size` squares that pass `filter` (NULL: all fixed ones). `options`
 * may be NULL. The result does not depend on the number of jobs. DF_ERROR_ARGUMENT: the size is
 * 0 or above DF_OMINOES_MAX_SQUARES, the shard is not below the number of shards, or the filter
 * is not valid. DF_ERROR_CANCELLED: stopped by the watch. DF_ERROR_LIMIT: df_omino_path, for
 * filter->path, returned DF_LIMIT. */
df_status df_ominoes_count(df_ominoes_tally *tally, unsigned size,
                           const df_ominoes_filter *filter, const df_ominoes_options *options);

/* A number by which polyominoes are sorted into a table. */
typedef enum df_omino_measure {
    DF_MEASURE_NONE,
    DF_MEASURE_PERIMETER,      /* sides of squares without a neighbour, around holes too */
    DF_MEASURE_SITE_PERIMETER, /* empty squares beside squares, in holes too */
    DF_MEASURE_HOLES,          /* sets of empty squares, connected by sides, that are shut in */
    DF_MEASURE_INNER_HOLES,    /* the same with those connected by corners too */
    DF_MEASURE_BOX,            /* columns less 1 and DF_OMINOES_MAX_SQUARES times rows less 1 */
    DF_MEASURES,
} df_omino_measure;

/* The number of values of a measure; the greatest are those of boxes. */
enum { DF_OMINOES_VALUES = DF_OMINOES_MAX_SQUARES * DF_OMINOES_MAX_SQUARES };

/* How many polyominoes there are for each value of a measure. */
typedef struct df_ominoes_table {
    uint64_t counts[DF_OMINOES_VALUES];
} df_ominoes_table;

/* Counts like df_ominoes_count, for each value of the measure. `tally` may be NULL. Errors as
 * above, DF_ERROR_ARGUMENT also for DF_MEASURE_NONE, and DF_ERROR_MEMORY. */
df_status df_ominoes_table_count(df_ominoes_table *table, df_ominoes_tally *tally,
                                 unsigned size, const df_ominoes_filter *filter,
                                 df_omino_measure by, const df_ominoes_options *options);

/* Visits the same polyominoes in their order, on one thread, and at most `limit` of them (0:
 * all). *tally (may be NULL) counts those visited; a visitor of NULL only counts. Errors as
 * above. */
df_status df_ominoes_list(df_ominoes_tally *tally, unsigned size,
                          const df_ominoes_filter *filter, const df_ominoes_options *options,
                          uint64_t limit, df_ominoes_visit *visitor, void *context);

/* Makes the pieces of df_omino_piece_set of all of them, in their order; the caller owns *set
 * (df_piece_set_free). Each needs 5 KB during the call. DF_ERROR_ARGUMENT also if there are
 * none, or more than a set can have, or if some are turns of one another, as fixed ones are;
 * DF_ERROR_MEMORY. */
df_status df_ominoes_piece_set(df_piece_set **set, unsigned size,
                               const df_ominoes_filter *filter);

/* Makes polyomino number `index` of a batch. */
void df_ominoes_batch_get(const df_ominoes_batch *batch, unsigned index, df_omino *omino);

/* Finds its rows from the bottom up, with bit x for the square in column x; returns their
 * number. */
unsigned df_ominoes_batch_rows(const df_ominoes_batch *batch, unsigned index,
                               uint32_t rows[DF_OMINOES_MAX_SQUARES]);

/* The size of the longest code with a NUL: h rows are at most 33 - h squares wide, and each has
 * a dot and a digit for four columns, which makes at most 100 bytes. */
enum { DF_OMINOES_CODE_SIZE = 128 };

/* Writes its code, as df_omino_code_write does, and a NUL; returns the length of the code. */
size_t df_ominoes_batch_code(const df_ominoes_batch *batch, unsigned index,
                             char code[DF_OMINOES_CODE_SIZE]);

DF_END_DECLARATIONS

#endif
