#include "lanes.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "lanes_inside.h"

/* Larger sets would fill the caches. */
#define MAX_PIECES 64

/* A path, by lanes_path. */
typedef struct path_entry {
    const char *name;
    lanes_weigh *weigh;
} path_entry;

static const path_entry paths[LANES_PATHS] = {
    [LANES_WORD] = {"words", df_lanes_weigh_words},
#if LANES_HAS_VECTOR
    [LANES_VECTOR] = {"vectors", df_lanes_weigh_vectors},
#else
    [LANES_VECTOR] = {"vectors", NULL},
#endif
#if LANES_X86
    [LANES_AVX2] = {"AVX2", df_lanes_weigh_avx2},
#else
    [LANES_AVX2] = {"AVX2", NULL},
#endif
};

const char *df_lanes_name(lanes_path path)
{
    return paths[path].name;
}

bool df_lanes_has(lanes_path path)
{
#if LANES_X86
    if (path == LANES_AVX2)
        return __builtin_cpu_supports("avx2") != 0;
#endif
    return paths[path].weigh != NULL;
}

lanes_path df_lanes_best(void)
{
    lanes_path path = LANES_AVX2;
    while (!df_lanes_has(path))
        path--;
    return path;
}

static bool lanes_fit_board(const evaluator *e)
{
    enum { BOTH_WELLS = 1 << DF_FEATURE_WELLS | 1 << DF_FEATURE_WELLS_FAST };
    const grid *g = &e->layout;
    return g->width >= LANES_MIN_WIDTH && g->width <= LANES_MAX_WIDTH &&
           g->height >= LANES_MAX_SIDE && g->height <= LANES_MAX_ROWS &&
           (e->used & BOTH_WELLS) != BOTH_WELLS && (e->used & MEASURE_OF_WHOLE) == 0;
}

static void lanes_make_piece(lanes_piece *made, const grid *g, const df_piece *piece)
{
    made->piece = piece;
    unsigned count = 0;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &piece->shape[o];
        if (piece->same_as[o] != o)
            continue;
        if (shape->width > LANES_MAX_SIDE || shape->height > LANES_MAX_SIDE)
            return;
        if (shape->height > made->tallest)
            made->tallest = shape->height;
        for (unsigned x = 0; x + shape->width <= g->width; x++, count++) {
            made->place[count] = (df_place){(uint8_t)o, (uint8_t)x, 0};
            made->rise[count] = (uint16_t)(shape->height - 1);
            for (unsigned y = 0; y < shape->height; y++)
                made->row[y][count] = (uint16_t)(shape->row[y] << x);
        }
    }
    made->drops = count;
}

df_status df_lanes_create(lanes **l, lanes_path path, const evaluator *e,
                          const df_piece_set *set)
{
    if (!df_lanes_has(path))
        return DF_ERROR_ARGUMENT;
    if (!lanes_fit_board(e) || set->count > MAX_PIECES) {
        *l = NULL;
        return DF_OK;
    }
    lanes *made = calloc(1, sizeof *made + set->count * sizeof made->pieces[0]);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->judge = e;
    made->weigh = paths[path].weigh;
    made->count = set->count;
    for (size_t i = 0; i < set->count; i++)
        lanes_make_piece(&made->pieces[i], &e->layout, &set->pieces[i]);
    *l = made;
    return DF_OK;
}

void df_lanes_free(lanes *l)
{
    free(l);
}

bool df_lanes_fit(const lanes *l, unsigned piece)
{
    return l != NULL && l->pieces[piece].drops > 0;
}

/* Finds where the drops come to rest; returns the set of those that are inside. */
static uint64_t lanes_land(const lanes *l, const board *b, const lanes_piece *self,
                           lanes_result *result)
{
    const grid *g = &l->judge->layout;
    int16_t top[LANES_MAX_WIDTH + LANES_MAX_SIDE] = {0};
    uint64_t inside = bits_low(self->drops);
    unsigned count = 0;
    for (unsigned x = 0; x < g->width; x++)
        top[x] = (int16_t)b->top[x];
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &self->piece->shape[o];
        if (self->piece->same_as[o] != o)
            continue;
        /* For all columns, so that the compiler makes vectors of it. */
        int16_t rest[LANES_MAX_WIDTH] = {0};
        for (unsigned i = 0; i < shape->width; i++) {
            for (unsigned x = 0; x < LANES_MAX_WIDTH; x++) {
                const int16_t y = (int16_t)(top[x + i] - shape->bottom[i]);
                rest[x] = y > rest[x] ? y : rest[x];
            }
        }
        const int limit = (int)g->height - shape->height;
        const unsigned places = g->width + 1 - shape->width;
        for (unsigned x = 0; (int)b->rows > limit && x < places; x++) {
            if (rest[x] > limit) {
                inside &= ~(UINT64_C(1) << (count + x));
                rest[x] = (int16_t)limit;
            }
        }
        memcpy(result->y + count, rest, sizeof rest);
        count += places;
    }
    memset(result->y + count, 0, LANES_MAX_WIDTH * sizeof result->y[0]);
    return inside;
}

static scored lanes_get(const lanes_piece *self, const lanes_result *result, unsigned drop)
{
    scored one = {self->place[drop], (int64_t)result->score[drop]};
    one.place.y = result->y[drop];
    return one;
}

size_t df_lanes_list(const lanes *l, const board *b, unsigned piece, scored *list)
{
    const lanes_piece *self = &l->pieces[piece];
    lanes_result result;
    uint64_t inside = lanes_land(l, b, self, &result);
    size_t count = 0;
    l->weigh(l, b, self, &result);
    for (; inside != 0; inside &= inside - 1)
        list[count++] = lanes_get(self, &result, bits_lowest(inside));
    return count;
}

size_t df_lanes_choose(const lanes *l, const board *b, unsigned piece, scored *best)
{
    const lanes_piece *self = &l->pieces[piece];
    lanes_result result;
    uint64_t inside = lanes_land(l, b, self, &result);
    const size_t count = bits_count(inside);
    if (count == 0)
        return 0;
    l->weigh(l, b, self, &result);
    unsigned first = bits_lowest(inside);
    for (inside &= inside - 1; inside != 0; inside &= inside - 1) {
        const unsigned drop = bits_lowest(inside);
        if (result.score[drop] > result.score[first])
            first = drop;
    }
    *best = lanes_get(self, &result, first);
    return count;
}
