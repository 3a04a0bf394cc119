/* Converts tilings to their numbers and back, and draws tilings at random. */
#include <stdlib.h>
#include <string.h>

#include "core/base/natural.h"
#include "core/base/random.h"
#include "tile/count/number.h"
#include "tiling_states.h"

static const uint64_t *tiling_rank_count_all(const df_tilings *tilings)
{
    return tiling_completions(tilings, (tiling_spot){0, 0});
}

df_status df_tilings_count(const df_tilings *tilings, const df_natural *skip, df_natural *count)
{
    const uint64_t *words = tiling_rank_count_all(tilings);
    df_natural all = {0};
    df_status status = df_natural_set(&all, words, words == NULL ? 0 : tilings->count_words);
    if (status == DF_OK && skip != NULL && df_natural_compare(skip, &all) > 0)
        skip = &all;
    if (status == DF_OK && skip != NULL)
        status = df_natural_subtract(&all, &all, skip);
    df_natural_free(status == DF_OK ? count : &all);
    if (status == DF_OK)
        *count = all;
    return status;
}

const tiling_edge *df_tiling_choose(const df_tilings *tilings, tiling_spot at, uint64_t *number)
{
    const tiling_edge *edge = &tilings->edges[tilings->nodes[at.node].edges];
    for (;; edge++) {
        const uint64_t *count = tiling_completions(tilings, tiling_follow(at, edge));
        if (count == NULL)
            continue;
        if (number_is_less(number, count, tilings->count_words))
            return edge;
        number_subtract(number, count, tilings->count_words);
    }
}

df_status df_tiling_number(const df_tilings *tilings, const df_natural *number,
                           uint64_t **words)
{
    const size_t count = tilings->count_words;
    const uint64_t *all = tiling_rank_count_all(tilings);
    if (all == NULL || (number != NULL && number->count > count))
        return DF_ERROR_ARGUMENT;
    uint64_t *made = calloc(count, sizeof made[0]);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    if (number != NULL && number->count > 0)
        memcpy(made, number->words, number->count * sizeof made[0]);
    if (!number_is_less(made, all, count)) {
        free(made);
        return DF_ERROR_ARGUMENT;
    }
    *words = made;
    return DF_OK;
}

/* Writes the tiling; uses `number` up. */
static size_t tiling_rank_write(const df_tilings *tilings, uint64_t *number, df_drop *pieces)
{
    size_t count = 0;
    tiling_spot at = {0, 0};
    while (!tiling_is_full(tilings, at)) {
        const tiling_edge *edge = df_tiling_choose(tilings, at, number);
        pieces[count++] = df_tiling_piece(tilings, at, edge);
        at = tiling_follow(at, edge);
    }
    return count;
}

df_status df_tilings_unrank(const df_tilings *tilings, const df_natural *number,
                            df_drop *pieces, size_t *count)
{
    uint64_t *words = NULL;
    const df_status status = df_tiling_number(tilings, number, &words);
    if (status != DF_OK)
        return status;
    *count = tiling_rank_write(tilings, words, pieces);
    free(words);
    return DF_OK;
}

df_status df_tilings_random(const df_tilings *tilings, df_random *random, df_drop *pieces,
                            size_t *count)
{
    uint64_t *number = NULL;
    const df_status status = df_tiling_number(tilings, NULL, &number);
    if (status != DF_OK)
        return status;
    const uint64_t *all = tiling_rank_count_all(tilings);
    size_t words = tilings->count_words;
    while (words > 1 && all[words - 1] == 0)
        words--;
    uint64_t mask = all[words - 1];
    for (unsigned shift = 1; shift < 64; shift *= 2)
        mask |= mask >> shift;
    /* Takes as many random bits as the number of tilings has, until they are a number below it:
     * no division, so no bias. */
    do {
        for (size_t i = 0; i < words; i++)
            number[i] = df_random_next(random);
        number[words - 1] &= mask;
    } while (!number_is_less(number, all, words));
    *count = tiling_rank_write(tilings, number, pieces);
    free(number);
    return DF_OK;
}

/* Marks the squares of each piece with its index + 1. False if pieces overlap, leave the
 * rectangle or leave a square free. */
static bool tiling_rank_mark_squares(const df_tilings *tilings, const df_tiling *tiling,
                                     uint32_t *squares)
{
    size_t marked = 0;
    for (size_t i = 0; i < tiling->head_count + tiling->tail_count; i++) {
        const df_drop *drop = tiling_piece_at(tiling, i);
        if (drop->piece >= tilings->set->count || drop->orientation >= DF_ORIENTATIONS)
            return false;
        const df_shape *shape = &tilings->set->pieces[drop->piece].shape[drop->orientation];
        if (drop->x + shape->width > (int)tilings->width ||
            drop->y + shape->height > (int)tilings->height)
            return false;
        for (unsigned y = 0; y < shape->height; y++) {
            for (unsigned x = 0; x < shape->width; x++) {
                uint32_t *square =
                    &squares[(size_t)(drop->y + y) * tilings->width + drop->x + x];
                if ((shape->row[y] >> x & 1) == 0)
                    continue;
                if (*square != 0)
                    return false;
                *square = (uint32_t)(i + 1);
                marked++;
            }
        }
    }
    return marked == (size_t)tilings->width * tilings->height;
}

/* Adds the number of tilings before this one to `number`; false if it is not among them. */
static bool tiling_rank_find_number(const df_tilings *tilings, const df_tiling *tiling,
                                    const uint32_t *squares, uint64_t *number)
{
    const bool turned = tilings->height > tilings->width;
    tiling_spot at = {0, 0};
    while (!tiling_is_full(tilings, at)) {
        const tiling_node *node = &tilings->nodes[at.node];
        const size_t x = turned ? node->position : at.line;
        const size_t y = turned ? at.line : node->position;
        const df_drop *drop = tiling_piece_at(tiling, squares[y * tilings->width + x] - 1);
        const unsigned orientation =
            tilings->set->pieces[drop->piece].same_as[drop->orientation];
        const tiling_edge *edge = &tilings->edges[node->edges];
        const tiling_edge *end = edge + node->edge_count;
        for (; edge < end; edge++) {
            const tiling_shape *shape = &tilings->shapes[edge->shape];
            if (shape->piece == drop->piece && shape->orientation == orientation)
                break;
            const uint64_t *count = tiling_completions(tilings, tiling_follow(at, edge));
            if (count != NULL)
                (void)number_add(number, count, tilings->count_words);
        }
        if (edge == end)
            return false;
        at = tiling_follow(at, edge);
    }
    return true;
}

df_status df_tilings_rank(const df_tilings *tilings, const df_tiling *tiling,
                          df_natural *number)
{
    uint32_t *squares = calloc((size_t)tilings->width * tilings->height, sizeof squares[0]);
    uint64_t *words = calloc(tilings->count_words, sizeof words[0]);
    df_status status = DF_ERROR_MEMORY;
    if (squares != NULL && words != NULL)
        status = tiling_rank_mark_squares(tilings, tiling, squares) &&
                         tiling_rank_find_number(tilings, tiling, squares, words)
                     ? df_natural_set(number, words, tilings->count_words)
                     : DF_ERROR_ARGUMENT;
    free(squares);
    free(words);
    return status;
}
