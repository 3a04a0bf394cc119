/* Counts the tilings of a board by how often they use each piece: the numbers of the pieces
 * used so far are part of a walk's state. */
#include <stdlib.h>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "count.h"
#include "dropforge/tile.h"
#include "walk.h"

typedef struct by_pieces {
    const df_piece_set *set;
    uint64_t *tags;   /* what the use of each piece adds */
    unsigned *shift;  /* where its number is in a tag */
    unsigned *pieces; /* the numbers, for the visitor */
    df_tile_pieces_visit *visit;
    void *context;
} by_pieces;

static df_status by_pieces_show(void *context, uint64_t columns, uint64_t tag,
                                const uint64_t *count, size_t words)
{
    (void)columns;
    const by_pieces *b = context;
    df_natural tilings = {0};
    const size_t last = b->set->count - 1;
    for (size_t i = 0; i < b->set->count; i++) {
        const unsigned bits = i < last ? b->shift[i + 1] - b->shift[i] : 64 - b->shift[i];
        b->pieces[i] = (unsigned)(tag >> b->shift[i] & bits_low(bits));
    }
    df_status status = df_natural_set(&tilings, count, words);
    if (status == DF_OK)
        status = b->visit(b->context, &(df_tile_pieces){b->pieces, &tilings});
    df_natural_free(&tilings);
    return status;
}

/* Gives each piece as many bits of a tag as its largest number can need. */
static df_status by_pieces_share_tag(by_pieces *b, uint64_t squares, df_error *error)
{
    unsigned used = 0;
    for (size_t i = 0; i < b->set->count; i++) {
        const uint64_t max = squares / b->set->pieces[i].size;
        unsigned bits = 0;
        while (bits < 64 && max >> bits != 0)
            bits++;
        if (used + bits > 64 || used > 63)
            return df_error_set(
                error, DF_ERROR_LIMIT,
                "the board is too large, or the pieces are too many, to count "
                "tilings by their pieces; choose a smaller board or fewer pieces");
        b->shift[i] = used;
        b->tags[i] = UINT64_C(1) << used;
        used += bits;
    }
    return DF_OK;
}

static df_status by_pieces_count(tile_task *task, by_pieces *b)
{
    tile_moves moves;
    const tile_order order = df_tile_order(task->board->width, task->board->height);
    df_status status =
        by_pieces_share_tag(b, (uint64_t)task->board->width * task->board->height, task->error);
    if (status != DF_OK) {
        task->explained = true;
        return status;
    }
    status = tile_task_moves(task, &moves, order, false);
    if (status != DF_OK)
        return status;
    const walk_job job = {
        .moves = &moves, .tags = b->tags, .visit = by_pieces_show, .context = b};
    status = df_tile_walk(&job, task);
    df_tile_moves_free(&moves);
    return status;
}

df_status df_tile_count_by_pieces(const df_tile_board *board, const df_tile_options *options,
                                  df_tile_pieces_visit *visit, void *context,
                                  df_tile_effort *effort, df_error *error)
{
    tile_task task;
    df_status status = df_tile_task_begin(&task, board, options, error);
    if (status != DF_OK)
        return status;
    if (!df_tile_is_divisible(board))
        return df_tile_task_end(&task, DF_OK, effort);
    by_pieces b = {.set = board->pieces, .visit = visit, .context = context};
    b.tags = calloc(b.set->count, sizeof b.tags[0]);
    b.shift = calloc(b.set->count, sizeof b.shift[0]);
    b.pieces = calloc(b.set->count, sizeof b.pieces[0]);
    if (b.tags != NULL && b.shift != NULL && b.pieces != NULL)
        status = by_pieces_count(&task, &b);
    else
        status = DF_ERROR_MEMORY;
    free(b.tags);
    free(b.shift);
    free(b.pieces);
    return df_tile_task_end(&task, status, effort);
}
