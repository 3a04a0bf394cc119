#include "lanes.h"

#include <stdlib.h>

#include "core/base/bits.h"
#include "lanes_inside.h"

/* Larger sets would fill the caches with groups. */
#define MAX_PIECES 64
/* The largest sum of transitions in the course of one drop. The board must be large enough that
 * EVALUATE_MAX allows for it. */
#define MIN_TRANSITIONS 64

/* A path, by lanes_path. */
typedef struct path_entry {
    const char *name;
    unsigned lanes;
    int64_t (*evaluate)(const lanes *l, const board *b, const lanes_piece *piece,
                        lanes_result *result);
} path_entry;

static const path_entry paths[LANES_PATHS] = {
    [LANES_NONE] = {"portable", 0, NULL},
#if LANES_X86
    [LANES_AVX2] = {"AVX2", 8, df_lanes_evaluate_avx2},
    [LANES_AVX512] = {"AVX-512", 16, df_lanes_evaluate_avx512},
#else
    [LANES_AVX2] = {"AVX2", 0, NULL},
    [LANES_AVX512] = {"AVX-512", 0, NULL},
#endif
};

const char *df_lanes_name(lanes_path path)
{
    return paths[path].name;
}

bool df_lanes_has(lanes_path path)
{
    if (path == LANES_NONE)
        return true;
#if LANES_X86
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (path == LANES_AVX2)
        return avx2;
    if (path == LANES_AVX512)
        return avx2 && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd") &&
               __builtin_cpu_supports("avx512vnni") &&
               __builtin_cpu_supports("avx512vpopcntdq");
#endif
    return false;
}

lanes_path df_lanes_best(void)
{
    lanes_path path = LANES_AVX512;
    while (!df_lanes_has(path))
        path--;
    return path;
}

static bool lanes_fit_board(const evaluator *e)
{
    enum { BOTH_WELLS = 1 << DF_FEATURE_WELLS | 1 << DF_FEATURE_WELLS_FAST };
    const grid *g = &e->layout;
    return g->width >= LANES_MAX_SIDE && g->width <= LANES_MAX_WIDTH &&
           g->height <= LANES_MAX_ROWS && (e->used & BOTH_WELLS) != BOTH_WELLS &&
           (e->used & MEASURE_OF_WHOLE) == 0 &&
           (g->width + 1) * (g->height + 1) >= MIN_TRANSITIONS;
}

/* Returns the squares of a column of a shape. */
static uint32_t lanes_column_bits(const df_shape *shape, unsigned x)
{
    uint32_t bits = 0;
    for (unsigned y = 0; y < shape->height; y++)
        bits |= (shape->row[y] >> x & 1) << y;
    return bits;
}

/* True if the shape is small, and no column of it has a gap. */
static bool lanes_fit_shape(const df_shape *shape)
{
    if (shape->width > LANES_MAX_SIDE || shape->height > LANES_MAX_SIDE)
        return false;
    for (unsigned x = 0; x < shape->width; x++) {
        const unsigned count = shape->top[x] - shape->bottom[x] + 1u;
        if (lanes_column_bits(shape, x) != bits_span(shape->bottom[x], count))
            return false;
    }
    return true;
}

static void lanes_fill(lanes_group *group, unsigned lane, const grid *g, const df_shape *shape,
                       unsigned x)
{
    uint32_t left = 0;
    unsigned edges = 0;
    group->x[lane] = (int32_t)x;
    for (unsigned i = 0; i < shape->width; i++) {
        const uint32_t bits = lanes_column_bits(shape, i);
        group->bottom[i][lane] = shape->bottom[i];
        group->bits[i][lane] = (int32_t)bits;
        group->count[i][lane] = (int32_t)bits_count(bits);
        edges += bits_count(left ^ bits);
        left = bits;
    }
    group->edges[lane] = (int32_t)(edges + bits_count(left));
    group->rise[lane] = shape->height - 1;
    group->limit[lane] = (int32_t)g->height - shape->height;
}

/* Makes the groups of the orientations with this width; returns their number. */
static unsigned lanes_make_width(lanes_group *groups, unsigned size, const grid *g,
                                 const df_piece *piece, unsigned width)
{
    unsigned count = 0, lane = size, rank = 0;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &piece->shape[o];
        if (piece->same_as[o] != o)
            continue;
        for (unsigned x = 0; x + shape->width <= g->width; x++, rank++) {
            if (shape->width != width)
                continue;
            if (lane == size) {
                lane = 0;
                count++;
            }
            lanes_group *group = &groups[count - 1];
            group->width = (uint8_t)width;
            group->orientation[lane] = (uint8_t)o;
            group->rank[lane] = (uint8_t)rank;
            group->used = (uint8_t)(lane + 1);
            for (unsigned i = lane++; i < size; i++)
                lanes_fill(group, i, g, shape, x);
        }
    }
    return count;
}

static unsigned lanes_make_piece(lanes_piece *made, lanes_group *groups, unsigned size,
                                 const grid *g, const df_piece *piece)
{
    *made = (lanes_piece){.groups = groups};
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        if (!lanes_fit_shape(&piece->shape[o]))
            return 0;
    }
    unsigned count = 0;
    for (unsigned width = LANES_MAX_SIDE; width > 0; width--)
        count += lanes_make_width(groups + count, size, g, piece, width);
    made->count = (uint8_t)count;
    for (unsigned i = 0; i < count; i++)
        made->drops = (uint8_t)(made->drops + groups[i].used);
    return count;
}

df_status df_lanes_create(lanes **l, lanes_path path, const evaluator *e,
                          const df_piece_set *set)
{
    if (!df_lanes_has(path))
        return DF_ERROR_ARGUMENT;
    if (path == LANES_NONE || !lanes_fit_board(e) || set->count > MAX_PIECES) {
        *l = NULL;
        return DF_OK;
    }
    lanes *made = calloc(1, sizeof *made);
    lanes_piece *pieces = calloc(set->count, sizeof pieces[0]);
    lanes_group *groups = calloc(set->count * LANES_MAX_GROUPS, sizeof groups[0]);
    if (made == NULL || pieces == NULL || groups == NULL) {
        free(made);
        free(pieces);
        free(groups);
        return DF_ERROR_MEMORY;
    }
    *made = (lanes){.judge = e,
                    .evaluate = paths[path].evaluate,
                    .rows = (uint32_t)bits_span(0, e->layout.height),
                    .pieces = pieces,
                    .groups = groups};
    for (unsigned x = 0; x < e->layout.width; x++) {
        made->inside[x + LANES_MARGIN] = -1;
        made->between[x + LANES_MARGIN] = x > 0 ? -1 : 0;
    }
    unsigned count = 0;
    for (size_t i = 0; i < set->count; i++)
        count += lanes_make_piece(&pieces[i], groups + count, paths[path].lanes, &e->layout,
                                  &set->pieces[i]);
    *l = made;
    return DF_OK;
}

void df_lanes_free(lanes *l)
{
    if (l == NULL)
        return;
    free(l->pieces);
    free(l->groups);
    free(l);
}

bool df_lanes_fit(const lanes *l, unsigned piece)
{
    return l != NULL && l->pieces[piece].drops > 0;
}

static df_place lanes_place_of(const lanes_group *group, unsigned lane, int32_t y)
{
    return (df_place){group->orientation[lane], (uint8_t)group->x[lane], (uint16_t)y};
}

size_t df_lanes_list(const lanes *l, const board *b, unsigned piece, scored *list)
{
    const lanes_piece *self = &l->pieces[piece];
    lanes_result result;
    scored all[LANES_MAX_DROPS];
    uint64_t inside = 0;
    const int64_t score = l->evaluate(l, b, self, &result);
    for (unsigned i = 0; i < self->count; i++) {
        const lanes_group *group = &self->groups[i];
        for (unsigned lane = 0; lane < group->used; lane++) {
            const unsigned at = i * LANES_MAX + lane, rank = group->rank[lane];
            if ((result.outside[i] >> lane & 1) != 0)
                continue;
            all[rank].place = lanes_place_of(group, lane, result.y[at]);
            all[rank].score = score + (int64_t)result.gain[at];
            inside |= UINT64_C(1) << rank;
        }
    }
    size_t count = 0;
    for (; inside != 0; inside &= inside - 1)
        list[count++] = all[bits_lowest(inside)];
    return count;
}

size_t df_lanes_choose(const lanes *l, const board *b, unsigned piece, scored *best)
{
    const lanes_piece *self = &l->pieces[piece];
    lanes_result result;
    const int64_t score = l->evaluate(l, b, self, &result);
    size_t count = self->drops;
    for (unsigned i = 0; i < self->count; i++)
        count -= bits_count(result.outside[i]);
    if (count == 0)
        return 0;
    const unsigned at = result.best, lane = at % LANES_MAX;
    best->place = lanes_place_of(&self->groups[at / LANES_MAX], lane, result.y[at]);
    best->score = score + (int64_t)result.gain[at];
    return count;
}
