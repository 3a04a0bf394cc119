/* Fillings of rectangles: how many there are, which, and in which order they can be dropped. */
#include "dropforge/tile.h"

#include <stdlib.h>

#include "answer.h"
#include "dropforge/tiling.h"
#include "npm.h"

/* Answers with the number of fillings; with `symmetric` those that are others turned or
 * reflected do not count. `memory` in bytes; 0: as much as is usual. */
WASM_EXPORT(tile_count)
df_status tile_count(const npm_pieces *pieces, unsigned width, unsigned height,
                     unsigned symmetric, double memory)
{
    const df_tile_board board = {width, height, pieces->list.set};
    const df_tile_options options = {.memory = (uint64_t)memory};
    df_natural number = {0};
    df_mishap mishap = {0};
    answer_begin();
    const df_status status =
        symmetric != 0 ? df_tile_count_symmetric(&number, &board, &options, NULL, &mishap)
                       : df_tile_count(&number, &board, &options, NULL, &mishap);
    if (status == DF_OK)
        answer_natural(&number);
    df_natural_free(&number);
    return answer_end(status, &mishap);
}

/* Numbers that may be below 0, each as [whether it is, its size]. */
static void put_factors(const df_tile_recurrence *recurrence)
{
    answer_key("factors");
    answer_open('[');
    for (size_t i = 0; i < recurrence->order; i++) {
        answer_open('[');
        answer_flag(recurrence->factors[i].is_negative);
        answer_natural(&recurrence->factors[i].size);
        answer_close(']');
    }
    answer_close(']');
}

static void put_first(const df_tile_recurrence *recurrence)
{
    answer_key("first");
    answer_open('[');
    for (size_t i = 0; i < recurrence->order; i++)
        answer_natural(&recurrence->first[i]);
    answer_close(']');
}

/* Answers with the recurrence of the numbers of fillings of so many rows. */
WASM_EXPORT(tile_recurrence)
df_status tile_recurrence(const npm_pieces *pieces, unsigned height, double memory)
{
    const df_tile_options options = {.memory = (uint64_t)memory};
    df_tile_recurrence *recurrence = NULL;
    df_mishap mishap = {0};
    answer_begin();
    const df_status status = df_tile_recurrence_find(&recurrence, height, pieces->list.set,
                                                     UINT64_MAX, &options, NULL, &mishap);
    if (status == DF_OK) {
        answer_open('{');
        put_factors(recurrence);
        put_first(recurrence);
        answer_close('}');
    }
    df_tile_recurrence_free(recurrence);
    return answer_end(status, &mishap);
}

/* All tilings of a rectangle. */
typedef struct listing {
    const npm_pieces *pieces; /* borrowed */
    unsigned width;
    unsigned height;
    df_tilings *tilings;
    uint16_t *kinds;
    df_drop *room; /* for the pieces of a tiling */
    df_random random;
} listing;

WASM_EXPORT(tilings_free) void tilings_free(listing *own)
{
    if (own == NULL)
        return;
    df_tilings_free(own->tilings);
    free(own->kinds);
    free(own->room);
    free(own);
}

static df_status fill(listing *own, bool once, bool droppable, double memory, df_mishap *mishap)
{
    const df_piece_set *set = own->pieces->list.set;
    if (once && own->pieces->turns_over) {
        own->kinds = calloc(set->count, sizeof own->kinds[0]);
        if (own->kinds == NULL)
            return DF_ERROR_MEMORY;
        df_tilings_kinds(set, own->kinds);
    }
    const df_tilings_options options = {
        .once = once, .kinds = own->kinds, .droppable = droppable, .memory = (size_t)memory};
    const df_status status =
        df_tilings_create(&own->tilings, set, own->width, own->height, &options, mishap);
    if (status != DF_OK)
        return status;
    own->room = calloc(df_tilings_most_pieces(own->tilings) + 1, sizeof own->room[0]);
    return own->room != NULL ? DF_OK : DF_ERROR_MEMORY;
}

/* Finds the tilings. The pieces must outlive them. */
WASM_EXPORT(tilings_make)
df_status tilings_make(const npm_pieces *pieces, unsigned width, unsigned height, unsigned once,
                       unsigned droppable, double memory)
{
    df_mishap mishap = {0};
    listing *own = calloc(1, sizeof *own);
    answer_begin();
    if (own == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    own->pieces = pieces;
    own->width = width;
    own->height = height;
    const df_status status = fill(own, once != 0, droppable != 0, memory, &mishap);
    if (status == DF_OK)
        answer_give(own);
    else
        tilings_free(own);
    return answer_end(status, &mishap);
}

/* Answers with their number. */
WASM_EXPORT(tilings_count) df_status tilings_count(const listing *own)
{
    df_natural number = {0};
    answer_begin();
    const df_status status = df_tilings_count(own->tilings, &number);
    if (status == DF_OK)
        answer_natural(&number);
    df_natural_free(&number);
    return answer_end(status, NULL);
}

/* A tiling is its number of pieces, 32 bits, and their bytes. */
static void put_tiling(const df_drop *pieces, size_t count)
{
    const uint32_t number = (uint32_t)count;
    answer_bytes(&number, sizeof number);
    npm_put_drops(pieces, count);
}

static df_status put_visited(void *context, const df_tiling *tiling)
{
    listing *own = context;
    df_tiling_copy(tiling, own->room);
    put_tiling(own->room, tiling->head_count + tiling->tail_count);
    return DF_OK;
}

/* Answers with `limit` tilings from number `skip` on, which has so many words. */
WASM_EXPORT(tilings_list)
df_status tilings_list(listing *own, const uint64_t *words, size_t count, unsigned limit)
{
    df_natural skip = {0};
    answer_begin();
    df_status status = df_natural_set(&skip, words, count);
    if (status == DF_OK)
        status = df_tilings_list(own->tilings, &skip, limit, put_visited, own);
    df_natural_free(&skip);
    return answer_end(status, NULL);
}

/* Begins to draw tilings at random. */
WASM_EXPORT(tilings_seed) void tilings_seed(listing *own, uint64_t seed)
{
    df_random_seed(&own->random, seed, 0);
}

/* Answers with the next tiling at random. */
WASM_EXPORT(tilings_random) df_status tilings_random(listing *own)
{
    size_t count = 0;
    answer_begin();
    const df_status status = df_tilings_random(own->tilings, &own->random, own->room, &count);
    if (status == DF_OK)
        put_tiling(own->room, count);
    return answer_end(status, NULL);
}

/* Reads the pieces of a tiling into the room for them. */
static df_status take_tiling(listing *own, const npm_drop *numbers, size_t count)
{
    if (count > df_tilings_most_pieces(own->tilings))
        return DF_ERROR_ARGUMENT;
    return npm_take_drops(own->room, numbers, count, own->pieces->list.set);
}

/* Answers with the number of a tiling, whose pieces are in any order. */
WASM_EXPORT(tilings_rank)
df_status tilings_rank(listing *own, const npm_drop *numbers, size_t count)
{
    df_natural number = {0};
    answer_begin();
    df_status status = take_tiling(own, numbers, count);
    if (status == DF_OK)
        status = df_tilings_rank(own->tilings, own->room, count, &number);
    if (status == DF_OK)
        answer_natural(&number);
    df_natural_free(&number);
    return answer_end(status, NULL);
}

/* Answers with the bytes of the pieces in an order in which they can be dropped, or with
 * nothing. With `clears` rows clear as they fill. */
WASM_EXPORT(tilings_order)
df_status tilings_order(listing *own, const npm_drop *numbers, size_t count, unsigned clears)
{
    df_drop *drops = calloc(count + 1, sizeof drops[0]);
    df_outcome outcome = DF_NONE;
    answer_begin();
    df_status status = drops != NULL ? take_tiling(own, numbers, count) : DF_ERROR_MEMORY;
    /* It is one: else the order is of something else. */
    df_natural number = {0};
    if (status == DF_OK)
        status = df_tilings_rank(own->tilings, own->room, count, &number);
    df_natural_free(&number);
    const df_tiling tiling = {.width = own->width,
                              .height = own->height,
                              .set = own->pieces->list.set,
                              .head = own->room,
                              .head_count = count};
    if (status == DF_OK)
        status = df_tiling_order(&tiling, clears != 0, drops, &outcome);
    if (status == DF_OK && outcome == DF_FOUND)
        npm_put_drops(drops, count);
    free(drops);
    return answer_end(status, NULL);
}
