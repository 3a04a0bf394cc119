/* The orders in which the pieces of a tiling can be dropped. docs/method/tiler.md proves that
 * these few rules suffice. */
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/key_index.h"
#include "core/base/natural.h"
#include "dropforge/tile.h"
#include "tile/count/number.h"
#include "tiling_states.h"

enum { USUAL_LIMIT = 1 << 22, MAX_WORDS = 5 }; /* 64! has 296 bits */

/* Sets of dropped pieces of one size, each with the number of orders that lead to it. */
typedef struct order_layer {
    key_index sets;
    uint64_t *orders; /* `words` of each */
    size_t capacity;
} order_layer;

static const df_shape *tiling_order_shape_of(const df_tiling *tiling, const df_drop *drop)
{
    return &tiling->set->pieces[drop->piece].shape[drop->orientation];
}

/* True if a piece comes to rest at its place and leaves nothing empty below it. */
static bool tiling_order_is_next(const df_tiling *tiling, const df_drop *drop,
                                 const uint16_t *heights)
{
    const df_shape *shape = tiling_order_shape_of(tiling, drop);
    for (unsigned x = 0; x < shape->width; x++) {
        if (heights[drop->x + x] != drop->y + shape->bottom[x])
            return false;
    }
    return true;
}

static uint32_t tiling_order_place(const df_drop *drop)
{
    return (uint32_t)drop->y << 16 | drop->x;
}

/* Sorts the pieces by their lowest rows, then by their leftmost columns. */
static void tiling_order_sort(const df_tiling *tiling, df_drop *sorted)
{
    const size_t count = tiling->head_count + tiling->tail_count;
    for (size_t i = 0; i < count; i++) {
        const df_drop drop = *tiling_piece_at(tiling, i);
        const uint32_t place = tiling_order_place(&drop);
        size_t at = i;
        for (; at > 0 && tiling_order_place(&sorted[at - 1]) > place; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = drop;
    }
}

df_status df_tiling_order(const df_tiling *tiling, bool clears, df_drop *drops,
                          df_outcome *outcome)
{
    const size_t count = tiling->head_count + tiling->tail_count;
    uint16_t heights[DF_NARROW_MAX_WIDTH] = {0};
    /* In order, and behind the first `done` sorted. */
    tiling_order_sort(tiling, drops);
    size_t done = 0;
    for (; done < count; done++) {
        size_t next = done;
        while (next < count && !tiling_order_is_next(tiling, &drops[next], heights))
            next++;
        if (next == count)
            break;
        /* Nothing is empty below the tops of the columns, so the rows below the lowest of them
         * are full, and no others. */
        unsigned full = UINT16_MAX;
        for (unsigned x = 0; clears && x < tiling->width; x++)
            full = heights[x] < full ? heights[x] : full;
        const df_drop drop = drops[next];
        for (; next > done; next--)
            drops[next] = drops[next - 1];
        const df_shape *shape = tiling_order_shape_of(tiling, &drop);
        for (unsigned x = 0; x < shape->width; x++)
            heights[drop.x + x] = (uint16_t)(drop.y + shape->top[x] + 1);
        drops[done] = drop;
        if (clears)
            drops[done].y = (uint16_t)(drop.y - full);
    }
    *outcome = done == count ? DF_FOUND : DF_NONE;
    for (size_t i = 0; i < count && done < count; i++)
        drops[i] = *tiling_piece_at(tiling, i);
    return DF_OK;
}

/* Finds for each piece the set of pieces with a square right under one of its squares. False if
 * a piece lies under itself, with another between. */
static bool tiling_order_find_below(const df_tiling *tiling, uint8_t *squares, uint64_t *below)
{
    const size_t count = tiling->head_count + tiling->tail_count;
    for (size_t i = 0; i < count; i++) {
        const df_drop *drop = tiling_piece_at(tiling, i);
        const df_shape *shape = tiling_order_shape_of(tiling, drop);
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
        const df_drop *drop = tiling_piece_at(tiling, i);
        const df_shape *shape = tiling_order_shape_of(tiling, drop);
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

/* Adds `orders` to those of a set. */
static df_status tiling_order_add_orders(order_layer *self, memory_budget *budget, uint64_t set,
                                         const uint64_t *orders, size_t words)
{
    uint32_t index;
    const size_t known = self->sets.count;
    df_status status = df_key_index_add(&self->sets, budget, &set, &index);
    if (status == DF_OK)
        status = ARRAY_RESERVE(self->orders, self->capacity, known * words, words);
    if (status != DF_OK)
        return status;
    if (index == known)
        memset(&self->orders[known * words], 0, words * sizeof orders[0]);
    /* There are no more orders than permutations, so the sum fits. */
    (void)number_add(&self->orders[index * words], orders, words);
    return DF_OK;
}

/* Finds all sets with one more piece, at most `limit`. */
static df_status tiling_order_drop_one(const order_layer *from, order_layer *to,
                                       memory_budget *budget, const uint64_t *below,
                                       size_t count, size_t words, size_t limit)
{
    df_key_index_clear(&to->sets);
    for (size_t i = 0; i < from->sets.count; i++) {
        const uint64_t set = *key_index_key(&from->sets, i);
        for (size_t j = 0; j < count; j++) {
            if ((set >> j & 1) != 0 || (below[j] & ~set) != 0)
                continue;
            const df_status status = tiling_order_add_orders(to, budget, set | UINT64_C(1) << j,
                                                             &from->orders[i * words], words);
            if (status != DF_OK)
                return status;
            if (to->sets.count > limit)
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
    const size_t words = count <= 20 ? 1 : MAX_WORDS;
    const uint64_t one[MAX_WORDS] = {1};
    uint64_t below[DF_TILING_MAX_ORDERED];
    uint8_t *squares = malloc((size_t)tiling->width * tiling->height);
    if (squares == NULL)
        return DF_ERROR_MEMORY;
    const bool is_convex = tiling_order_find_below(tiling, squares, below);
    free(squares);
    if (!is_convex)
        return df_natural_set(orders, NULL, 0);
    memory_budget budget = memory_budget_of(UINT64_MAX); /* `limit` bounds the memory */
    order_layer layers[2] = {{.sets = key_index_of(1)}, {.sets = key_index_of(1)}};
    df_status status = tiling_order_add_orders(&layers[0], &budget, 0, one, words);
    if (limit == 0)
        limit = USUAL_LIMIT;
    for (size_t i = 0; i < count && status == DF_OK; i++) {
        order_layer *next = &layers[(i + 1) % 2];
        status =
            tiling_order_drop_one(&layers[i % 2], next, &budget, below, count, words, limit);
        limit -= status == DF_OK ? next->sets.count : 0;
    }
    const order_layer *last = &layers[count % 2];
    if (status == DF_OK)
        status = df_natural_set(orders, last->orders, last->sets.count > 0 ? words : 0);
    for (size_t i = 0; i < 2; i++) {
        df_key_index_free(&layers[i].sets, &budget);
        free(layers[i].orders);
    }
    return status;
}

/* The symbols of the tetris-composition-finder for the orientations N E S W. It has none for
 * the upright I, and its program has 1 where its description draws 7. */
static const struct {
    char name;
    char symbols[DF_ORIENTATIONS + 1];
} tetrominoes[] = {
    {'I', "-I-I"}, {'O', "OOOO"},  {'T', "WET3"}, {'S', "S4S4"},
    {'Z', "Z%Z%"}, {'J', "\\P=J"}, {'L', "/Lr7"},
};

static char tiling_draw_symbol(const df_piece *piece, unsigned orientation)
{
    for (size_t i = 0; i < sizeof tetrominoes / sizeof tetrominoes[0]; i++) {
        if (piece->name[0] == tetrominoes[i].name && piece->name[1] == '\0' && piece->size == 4)
            return tetrominoes[i].symbols[orientation];
    }
    return piece->name[0];
}

static char tiling_draw_letter(size_t index)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    return letters[index % (sizeof letters - 1)];
}

void df_tiling_draw(const df_tiling *tiling, df_tiling_style style, char *text)
{
    const size_t line = tiling->width + 1;
    memset(text, '.', line * tiling->height);
    for (unsigned y = 0; y < tiling->height; y++)
        text[y * line + tiling->width] = '\n';
    text[line * tiling->height] = '\0';
    for (size_t i = 0; i < tiling->head_count + tiling->tail_count; i++) {
        const df_drop *drop = tiling_piece_at(tiling, i);
        const df_piece *piece = &tiling->set->pieces[drop->piece];
        const df_shape *shape = &piece->shape[drop->orientation];
        const char symbol = style == DF_TILING_LETTERS ? tiling_draw_letter(i)
                            : style == DF_TILING_NAMES
                                ? piece->name[0]
                                : tiling_draw_symbol(piece, drop->orientation);
        for (unsigned y = 0; y < shape->height; y++) {
            for (unsigned x = 0; x < shape->width; x++) {
                if ((shape->row[y] >> x & 1) != 0)
                    text[(tiling->height - 1 - drop->y - y) * line + drop->x + x] = symbol;
            }
        }
    }
}

/* True if `other`, as it is or other (`over`), is `shape`. */
static bool tiling_kinds_are_equal(const df_shape *shape, const df_shape *other, bool over)
{
    if (shape->width != other->width || shape->height != other->height)
        return false;
    for (unsigned y = 0; y < shape->height; y++) {
        for (unsigned x = 0; x < shape->width; x++) {
            const unsigned column = over ? shape->width - 1u - x : x;
            if ((shape->row[y] >> x & 1) != (other->row[y] >> column & 1))
                return false;
        }
    }
    return true;
}

bool df_tiling_is_one_kind(const df_piece *a, const df_piece *b)
{
    for (unsigned i = 0; i < DF_ORIENTATIONS; i++) {
        if (tiling_kinds_are_equal(&a->shape[0], &b->shape[i], false) ||
            tiling_kinds_are_equal(&a->shape[0], &b->shape[i], true))
            return true;
    }
    return false;
}
