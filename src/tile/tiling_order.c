/* The orders in which the pieces of a tiling can be dropped. Why they are as simple as they are
 * here is proven in docs/tiler.md. */
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "dropforge/tiling.h"
#include "tile/tiling_words.h"

enum { USUAL_LIMIT = 1 << 22, MOST_WORDS = 5 }; /* 64! has 296 bits */

/* Sets of dropped pieces of one size, each with the number of orders that lead to it. */
typedef struct layer {
    uint64_t *sets;
    uint64_t *orders; /* `words` of each */
    size_t count, capacity;
    uint32_t *table; /* 1 + index; a power of two of them, at least twice `capacity` */
    size_t table_size;
} layer;

static const df_drop *piece_at(const df_tiling *tiling, size_t i)
{
    return i < tiling->head_count ? &tiling->head[i] : &tiling->tail[i - tiling->head_count];
}

static const df_shape *shape_of(const df_tiling *tiling, const df_drop *drop)
{
    return &tiling->set->pieces[drop->piece].shape[drop->orientation];
}

void df_tiling_copy(const df_tiling *tiling, df_drop *pieces)
{
    if (tiling->head_count > 0)
        memcpy(pieces, tiling->head, tiling->head_count * sizeof pieces[0]);
    if (tiling->tail_count > 0)
        memcpy(pieces + tiling->head_count, tiling->tail,
               tiling->tail_count * sizeof pieces[0]);
}

/* Whether a piece comes to rest at its place and leaves nothing empty below it. */
static bool is_next(const df_tiling *tiling, const df_drop *drop, const uint16_t *heights)
{
    const df_shape *shape = shape_of(tiling, drop);
    for (unsigned x = 0; x < shape->width; x++) {
        if (heights[drop->x + x] != drop->y + shape->bottom[x])
            return false;
    }
    return true;
}

/* The lowest, then leftmost piece that may be next: its index, or the number of pieces. */
static size_t find_next(const df_tiling *tiling, const bool *dropped, const uint16_t *heights)
{
    const size_t count = tiling->head_count + tiling->tail_count;
    size_t best = count;
    for (size_t i = 0; i < count; i++) {
        const df_drop *drop = piece_at(tiling, i);
        if (dropped[i] || !is_next(tiling, drop, heights))
            continue;
        const df_drop *other = best < count ? piece_at(tiling, best) : NULL;
        if (other == NULL || drop->y < other->y || (drop->y == other->y && drop->x < other->x))
            best = i;
    }
    return best;
}

df_status df_tiling_order(const df_tiling *tiling, bool clears, df_drop *drops,
                          df_outcome *outcome)
{
    const size_t count = tiling->head_count + tiling->tail_count;
    uint16_t heights[DF_FIELD_MAX_WIDTH] = {0};
    bool *dropped = calloc(count + 1, sizeof dropped[0]);
    df_drop *made = calloc(count + 1, sizeof made[0]);
    size_t done = 0;
    if (dropped != NULL && made != NULL) {
        for (; done < count; done++) {
            const size_t next = find_next(tiling, dropped, heights);
            if (next == count)
                break;
            /* Nothing is empty below the tops of the columns, so the rows below the lowest of
             * them are full, and no others. */
            unsigned full = UINT16_MAX;
            for (unsigned x = 0; x < tiling->width; x++)
                full = heights[x] < full ? heights[x] : full;
            dropped[next] = true;
            made[done] = *piece_at(tiling, next);
            const df_shape *shape = shape_of(tiling, &made[done]);
            for (unsigned x = 0; x < shape->width; x++)
                heights[made[done].x + x] = (uint16_t)(made[done].y + shape->top[x] + 1);
            if (clears)
                made[done].y = (uint16_t)(made[done].y - full);
        }
        *outcome = done == count ? DF_FOUND : DF_NONE;
        if (done == count)
            memcpy(drops, made, count * sizeof drops[0]);
    }
    const df_status status = dropped != NULL && made != NULL ? DF_OK : DF_ERROR_MEMORY;
    free(dropped);
    free(made);
    return status;
}

/* Which pieces have a square right under a square of each piece: `below` has a set for each.
 * False where a piece lies under itself, with another between. */
static bool find_below(const df_tiling *tiling, uint8_t *squares, uint64_t *below)
{
    const size_t count = tiling->head_count + tiling->tail_count;
    for (size_t i = 0; i < count; i++) {
        const df_drop *drop = piece_at(tiling, i);
        const df_shape *shape = shape_of(tiling, drop);
        unsigned size = 0;
        for (unsigned x = 0; x < shape->width; x++) {
            for (unsigned y = shape->bottom[x]; y <= shape->top[x]; y++)
                squares[(drop->y + y) * (size_t)tiling->width + drop->x + x] = (uint8_t)i;
            size += shape->top[x] - shape->bottom[x] + 1u;
        }
        if (size != tiling->set->pieces[drop->piece].size)
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        const df_drop *drop = piece_at(tiling, i);
        const df_shape *shape = shape_of(tiling, drop);
        below[i] = 0;
        for (unsigned x = 0; x < shape->width; x++) {
            const unsigned y = drop->y + (unsigned)shape->bottom[x];
            if (y > 0)
                below[i] |= UINT64_C(1)
                            << squares[(y - 1) * (size_t)tiling->width + drop->x + x];
        }
    }
    return true;
}

static void free_layer(layer *self)
{
    free(self->sets);
    free(self->orders);
    free(self->table);
}

static size_t find_place(const layer *self, uint64_t set)
{
    uint64_t place = set * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    for (;; place++) {
        place &= self->table_size - 1;
        if (self->table[place] == 0 || self->sets[self->table[place] - 1] == set)
            return (size_t)place;
    }
}

static df_status grow_layer(layer *self, size_t words)
{
    const size_t capacity = self->capacity == 0 ? 64 : 2 * self->capacity;
    df_status status = ARRAY_RESIZE(self->sets, capacity);
    if (status == DF_OK)
        status = ARRAY_RESIZE(self->orders, capacity * words);
    if (status != DF_OK)
        return status;
    uint32_t *table = calloc(2 * capacity, sizeof table[0]);
    if (table == NULL)
        return DF_ERROR_MEMORY;
    free(self->table);
    self->table = table;
    self->table_size = 2 * capacity;
    self->capacity = capacity;
    for (size_t i = 0; i < self->count; i++)
        table[find_place(self, self->sets[i])] = (uint32_t)(i + 1);
    return DF_OK;
}

/* Adds `orders` to those of a set. */
static df_status add_orders(layer *self, uint64_t set, const uint64_t *orders, size_t words)
{
    if (self->count == self->capacity) {
        const df_status status = grow_layer(self, words);
        if (status != DF_OK)
            return status;
    }
    const size_t place = find_place(self, set);
    if (self->table[place] == 0) {
        self->sets[self->count] = set;
        memset(&self->orders[self->count * words], 0, words * sizeof orders[0]);
        self->table[place] = (uint32_t)++self->count;
    }
    /* There are no more orders than permutations, so the sum fits. */
    (void)words_add(&self->orders[(self->table[place] - 1) * words], orders, words);
    return DF_OK;
}

/* All sets with one piece more, `limit` at most. */
static df_status drop_one(const layer *from, layer *to, const uint64_t *below, size_t count,
                          size_t words, size_t limit)
{
    to->count = 0;
    if (to->table_size > 0)
        memset(to->table, 0, to->table_size * sizeof to->table[0]);
    for (size_t i = 0; i < from->count; i++) {
        const uint64_t set = from->sets[i];
        for (size_t j = 0; j < count; j++) {
            if ((set >> j & 1) != 0 || (below[j] & ~set) != 0)
                continue;
            const df_status status =
                add_orders(to, set | UINT64_C(1) << j, &from->orders[i * words], words);
            if (status != DF_OK)
                return status;
            if (to->count > limit)
                return DF_ERROR_LIMIT;
        }
    }
    return DF_OK;
}

df_status df_tiling_orders(const df_tiling *tiling, size_t limit, df_natural *orders)
{
    const size_t count = tiling->head_count + tiling->tail_count;
    if (count > DF_TILING_MAX_ORDERED)
        return DF_ERROR_LIMIT;
    /* 20! fits in one word. */
    const size_t words = count <= 20 ? 1 : MOST_WORDS;
    const uint64_t one[MOST_WORDS] = {1};
    uint64_t below[DF_TILING_MAX_ORDERED];
    uint8_t *squares = malloc((size_t)tiling->width * tiling->height);
    if (squares == NULL)
        return DF_ERROR_MEMORY;
    const bool is_convex = find_below(tiling, squares, below);
    free(squares);
    if (!is_convex)
        return df_natural_set(orders, NULL, 0);
    layer layers[2] = {{0}, {0}};
    df_status status = add_orders(&layers[0], 0, one, words);
    if (limit == 0)
        limit = USUAL_LIMIT;
    for (size_t i = 0; i < count && status == DF_OK; i++) {
        layer *next = &layers[(i + 1) % 2];
        status = drop_one(&layers[i % 2], next, below, count, words, limit);
        limit -= status == DF_OK ? next->count : 0;
    }
    const layer *last = &layers[count % 2];
    if (status == DF_OK)
        status = df_natural_set(orders, last->orders, last->count > 0 ? words : 0);
    free_layer(&layers[0]);
    free_layer(&layers[1]);
    return status;
}
