#include "dropforge/omino.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/base/digits.h"
#include "core/base/jobs.h"
#include "core/board/piece_list.h"
#include "list.h"
#include "omino/shape/rows.h"
#include "tail.h"
#include "tree.h"

/* The parts into which a share is cut for several threads. */
enum { PARTS = 64 };

/* Shared by the parts of one call. */
typedef struct ominoes_shared {
    unsigned size;
    omino_filter filter;
    tree_share share;
    df_watch *watch;
    void *watch_context;
    uint64_t all; /* subtrees of the share */
    atomic_uint_fast64_t done;
    atomic_bool stopped;
} ominoes_shared;

/* One walk over subtrees. */
typedef struct ominoes_walk {
    ominoes_shared *work;
    omino_lister list;
    tail_counter tail;
} ominoes_walk;

typedef struct share_count {
    uint64_t count, nodes;
} share_count;

/* The parts of a share, and their results. */
typedef struct partition {
    ominoes_shared *work;
    share_count *counts;
    uint64_t parts;
} partition;

static df_status ominoes_prepare(ominoes_shared *work, unsigned size,
                                 const df_ominoes_filter *wanted,
                                 const df_count_options *options)
{
    static const df_count_options usual = {.shards = 1};
    options = options == NULL ? &usual : options;
    const uint64_t shards = options->shards > 0 ? options->shards : 1;
    if (size == 0 || size > DF_OMINOES_MAX_SQUARES || options->shard >= shards)
        return DF_ERROR_ARGUMENT;
    *work = (ominoes_shared){.size = size,
                             .share = {options->shard, shards},
                             .watch = options->watch,
                             .watch_context = options->watch_context};
    work->all = df_tree_subtrees(size, work->share);
    return df_filter_prepare(&work->filter, wanted);
}

/* Reports one more subtree to the watch. */
static df_status ominoes_report(ominoes_shared *work)
{
    if (work->watch == NULL)
        return DF_OK;
    const df_progress progress = {.done = atomic_fetch_add(&work->done, 1) + 1,
                                  .of = work->all};
    if (atomic_load(&work->stopped) || !work->watch(work->watch_context, &progress)) {
        atomic_store(&work->stopped, true);
        return DF_ERROR_CANCELLED;
    }
    return DF_OK;
}

static df_status list_one(void *context, omino_tree *tree, unsigned squares)
{
    ominoes_walk *w = context;
    const df_status status = df_list_subtree(&w->list, tree, squares);
    return status == DF_OK ? ominoes_report(w->work) : status;
}

static df_status ominoes_count_one(void *context, omino_tree *tree, unsigned squares)
{
    ominoes_walk *w = context;
    df_tail_count(&w->tail, tree, squares, w->work->size);
    return ominoes_report(w->work);
}

static df_status count_share(ominoes_shared *work, tree_share share, share_count *found)
{
    ominoes_walk w = {.work = work};
    df_status status;
    /* No filter must look at the polyominoes, and enough squares are still to come. */
    if (work->filter.all && work->size - df_tree_cut(work->size) >= TAIL_SQUARES) {
        df_tail_begin(&w.tail);
        status = df_tree_walk(work->size, share, ominoes_count_one, &w);
        *found = (share_count){w.tail.twice / 2, w.tail.nodes};
    } else {
        df_list_begin(&w.list, &work->filter, work->size, UINT64_MAX, NULL, NULL);
        status = df_tree_walk(work->size, share, list_one, &w);
        *found = (share_count){UINT64_MAX - w.list.rest, w.list.nodes};
    }
    return status;
}

/* Counts a part: part i of P of shard s of S is shard s + i · S of P · S. */
static df_status count_part(void *context, size_t index)
{
    const partition *part = context;
    const tree_share whole = part->work->share;
    const tree_share share = {whole.first + index * whole.step, whole.step * part->parts};
    return count_share(part->work, share, &part->counts[index]);
}

df_status df_ominoes_count(uint64_t *count, unsigned size, const df_ominoes_filter *filter,
                           const df_count_options *options, uint64_t *nodes)
{
    ominoes_shared work;
    share_count counts[PARTS], sum = {0};
    df_status status = ominoes_prepare(&work, size, filter, options);
    if (status != DF_OK)
        return status;
    const unsigned jobs = options == NULL ? 1 : options->jobs;
    partition part = {
        .work = &work, .counts = counts, .parts = jobs <= 1 || work.all < PARTS ? 1 : PARTS};
    status = df_jobs_run((size_t)part.parts, jobs, count_part, &part);
    if (status != DF_OK)
        return status;
    for (unsigned i = 0; i < part.parts; i++) {
        sum.count += counts[i].count;
        sum.nodes += counts[i].nodes;
    }
    *count = sum.count;
    if (nodes != NULL)
        *nodes = sum.nodes;
    return DF_OK;
}

df_status df_ominoes_list(uint64_t *count, unsigned size, const df_ominoes_filter *filter,
                          const df_count_options *options, uint64_t limit,
                          df_ominoes_visit *visitor, void *context)
{
    ominoes_shared work;
    df_status status = ominoes_prepare(&work, size, filter, options);
    if (status != DF_OK)
        return status;
    ominoes_walk w = {.work = &work};
    limit = limit > 0 ? limit : UINT64_MAX;
    df_list_begin(&w.list, &work.filter, size, limit, visitor, context);
    status = df_tree_walk(size, work.share, list_one, &w);
    if (status != DF_OK && !w.list.full)
        return status;
    if (count != NULL)
        *count = limit - w.list.rest;
    return DF_OK;
}

/* Finds the rows of a polyomino of a batch, shifted left by *left; returns their number. */
static unsigned shifted_rows(const df_ominoes_batch *batch, unsigned index,
                             uint64_t rows[DF_OMINOES_MAX_SQUARES], unsigned *left)
{
    /* The first square lies in the bottom row. */
    const unsigned stems = batch->size - 1, last = batch->last[index];
    const unsigned bottom = (stems > 0 ? batch->stem[0] : last) / TREE_STRIDE;
    const unsigned last_row = last / TREE_STRIDE - bottom;
    uint64_t columns = UINT64_C(1) << last % TREE_STRIDE;
    unsigned top = last_row;
    memset(rows, 0, DF_OMINOES_MAX_SQUARES * sizeof rows[0]);
    rows[last_row] = columns;
    for (unsigned i = 0; i < stems; i++) {
        const unsigned row = batch->stem[i] / TREE_STRIDE - bottom;
        const uint64_t bit = UINT64_C(1) << batch->stem[i] % TREE_STRIDE;
        rows[row] |= bit;
        columns |= bit;
        top = row > top ? row : top;
    }
    *left = bits_lowest(columns);
    return top + 1;
}

size_t df_ominoes_batch_code(const df_ominoes_batch *batch, unsigned index,
                             char code[DF_OMINOES_CODE_SIZE])
{
    uint64_t rows[DF_OMINOES_MAX_SQUARES];
    unsigned left;
    const unsigned height = shifted_rows(batch, index, rows, &left);
    char *at = code;
    for (unsigned y = 0; y < height; y++) {
        const uint64_t row = rows[y] >> left;
        if (y > 0)
            *at++ = '.';
        unsigned shift = 0;
        while (row >> shift > 15)
            shift += 4;
        for (;; shift -= 4) {
            *at++ = hex_digit_lower(row >> shift & 15);
            if (shift == 0)
                break;
        }
    }
    *at = '\0';
    return (size_t)(at - code);
}

void df_ominoes_batch_get(const df_ominoes_batch *batch, unsigned index, df_omino *omino)
{
    uint64_t shifted[DF_OMINOES_MAX_SQUARES];
    uint32_t rows[DF_OMINOES_MAX_SQUARES];
    unsigned left;
    const unsigned height = shifted_rows(batch, index, shifted, &left);
    for (unsigned y = 0; y < height; y++)
        rows[y] = (uint32_t)(shifted[y] >> left);
    df_omino_from_rows(omino, rows, height);
}

typedef struct omino_collector {
    df_omino *items;
    size_t count;
} omino_collector;

static df_status ominoes_pieces_collect(void *context, const df_ominoes_batch *batch)
{
    omino_collector *self = context;
    for (unsigned i = 0; i < batch->count; i++)
        df_ominoes_batch_get(batch, i, &self->items[self->count++]);
    return DF_OK;
}

df_status df_ominoes_piece_set(df_piece_set **set, unsigned size,
                               const df_ominoes_filter *filter)
{
    /* Without a visitor they are only counted. */
    uint64_t count;
    df_status status =
        df_ominoes_list(&count, size, filter, NULL, PIECE_LIST_MAX + 1, NULL, NULL);
    if (status != DF_OK)
        return status;
    if (count == 0 || count > PIECE_LIST_MAX)
        return DF_ERROR_ARGUMENT;
    omino_collector self = {.items = malloc((size_t)count * sizeof *self.items)};
    if (self.items == NULL)
        return DF_ERROR_MEMORY;
    status = df_ominoes_list(NULL, size, filter, NULL, 0, ominoes_pieces_collect, &self);
    if (status == DF_OK)
        status = df_omino_piece_set(set, self.items, self.count);
    free(self.items);
    return status;
}
