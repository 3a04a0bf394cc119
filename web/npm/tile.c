/* Fillings of rectangles: how many there are, which, and in which order they can be dropped. */
#include "dropforge/tile.h"

#include <stdlib.h>

#include "npm.h"
#include "web/answer.h"

/* Answers with the number of fillings; with `symmetric`, turned and reflected fillings count
 * once. `memory` is in bytes; 0: the default. */
WASM_EXPORT(tile_count)
df_status tile_count(const npm_pieces *pieces, unsigned width, unsigned height,
                     unsigned symmetric, double memory)
{
    const df_tile_board board = {width, height, pieces->list.set};
    const df_tile_options options = {.memory = (uint64_t)memory};
    df_natural number = {0};
    df_error error = {0};
    answer_begin();
    const df_status status =
        symmetric != 0 ? df_tile_count_symmetric(&number, &board, &options, NULL, &error)
                       : df_tile_count(&number, &board, &options, NULL, &error);
    if (status == DF_OK)
        answer_natural(NULL, &number);
    df_natural_free(&number);
    return answer_end(status, &error);
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

WASM_EXPORT(tilings_free) void tilings_free(listing *self)
{
    if (self == NULL)
        return;
    df_tilings_free(self->tilings);
    free(self->kinds);
    free(self->room);
    free(self);
}

static df_status fill(listing *self, bool once, bool droppable, double memory, df_error *error)
{
    const df_piece_set *set = self->pieces->list.set;
    if (once && self->pieces->turns_over) {
        self->kinds = calloc(set->count, sizeof self->kinds[0]);
        if (self->kinds == NULL)
            return DF_ERROR_MEMORY;
        df_piece_set_kinds(set, self->kinds);
    }
    const df_tilings_options options = {
        .once = once, .kinds = self->kinds, .droppable = droppable, .memory = (size_t)memory};
    const df_status status =
        df_tilings_create(&self->tilings, set, self->width, self->height, &options, error);
    if (status != DF_OK)
        return status;
    self->room = calloc(df_tilings_max_pieces(self->tilings) + 1, sizeof self->room[0]);
    return self->room != NULL ? DF_OK : DF_ERROR_MEMORY;
}

/* Finds the tilings. The pieces must outlive them. */
WASM_EXPORT(tilings_make)
df_status tilings_make(const npm_pieces *pieces, unsigned width, unsigned height, unsigned once,
                       unsigned droppable, double memory)
{
    df_error error = {0};
    listing *self = calloc(1, sizeof *self);
    answer_begin();
    if (self == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    self->pieces = pieces;
    self->width = width;
    self->height = height;
    const df_status status = fill(self, once != 0, droppable != 0, memory, &error);
    return ANSWER_MADE(self, tilings_free, status, &error);
}

/* Answers with their number. */
WASM_EXPORT(tilings_count) df_status tilings_count(const listing *self)
{
    df_natural number = {0};
    answer_begin();
    const df_status status = df_tilings_count(self->tilings, &number);
    if (status == DF_OK)
        answer_natural(NULL, &number);
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
    listing *self = context;
    df_tiling_copy(tiling, self->room);
    put_tiling(self->room, tiling->head_count + tiling->tail_count);
    return DF_OK;
}

/* Answers with `limit` tilings from number `skip` on, which is given as `count` words. */
WASM_EXPORT(tilings_list)
df_status tilings_list(listing *self, const uint64_t *words, size_t count, unsigned limit)
{
    df_natural skip = {0};
    answer_begin();
    df_status status = df_natural_set(&skip, words, count);
    if (status == DF_OK)
        status = df_tilings_list(self->tilings, &skip, limit, put_visited, self);
    df_natural_free(&skip);
    return answer_end(status, NULL);
}

/* Begins to draw tilings at random. */
WASM_EXPORT(tilings_seed) void tilings_seed(listing *self, uint64_t seed)
{
    df_random_seed(&self->random, seed, 0);
}

/* Answers with the next tiling at random. */
WASM_EXPORT(tilings_random) df_status tilings_random(listing *self)
{
    size_t count = 0;
    answer_begin();
    const df_status status =
        df_tilings_random(self->tilings, &self->random, self->room, &count);
    if (status == DF_OK)
        put_tiling(self->room, count);
    return answer_end(status, NULL);
}

/* Reads the pieces of a tiling into the room for them. */
static df_status take_tiling(listing *self, const npm_drop *numbers, size_t count)
{
    if (count > df_tilings_max_pieces(self->tilings))
        return DF_ERROR_ARGUMENT;
    return npm_take_drops(self->room, numbers, count, self->pieces->list.set);
}

/* Answers with the number of a tiling, whose pieces are in any order. */
WASM_EXPORT(tilings_rank)
df_status tilings_rank(listing *self, const npm_drop *numbers, size_t count)
{
    df_natural number = {0};
    answer_begin();
    df_status status = take_tiling(self, numbers, count);
    if (status == DF_OK)
        status = df_tilings_rank(self->tilings, self->room, count, &number);
    if (status == DF_OK)
        answer_natural(NULL, &number);
    df_natural_free(&number);
    return answer_end(status, NULL);
}

/* Answers with the bytes of the pieces in an order in which they can be dropped, or with
 * nothing. With `clears` rows clear as they fill. */
WASM_EXPORT(tilings_order)
df_status tilings_order(listing *self, const npm_drop *numbers, size_t count, unsigned clears)
{
    df_drop *drops = calloc(count + 1, sizeof drops[0]);
    df_outcome outcome = DF_NONE;
    answer_begin();
    df_status status = drops != NULL ? take_tiling(self, numbers, count) : DF_ERROR_MEMORY;
    /* It is one: else the order is of something else. */
    df_natural number = {0};
    if (status == DF_OK)
        status = df_tilings_rank(self->tilings, self->room, count, &number);
    df_natural_free(&number);
    const df_tiling tiling = {.width = self->width,
                              .height = self->height,
                              .set = self->pieces->list.set,
                              .head = self->room,
                              .head_count = count};
    if (status == DF_OK)
        status = df_tiling_order(&tiling, clears != 0, drops, &outcome);
    if (status == DF_OK && outcome == DF_FOUND)
        npm_put_drops(drops, count);
    free(drops);
    return answer_end(status, NULL);
}
