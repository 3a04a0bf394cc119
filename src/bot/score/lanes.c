#include "lanes.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "lanes_inside.h"

/* Larger sets would fill the caches. */
#define MAX_PIECES 64

/* A path, by lanes_path; NULL: not on this machine. */
typedef struct path_entry {
    lanes_lister *list;
    lanes_chooser *choose;
} path_entry;

static const path_entry paths[LANES_PATHS] = {
    [LANES_NONE] = {NULL, NULL},
#if LANES_HAS_VECTOR
    [LANES_VECTOR] = {df_lanes_list_vectors, df_lanes_choose_vectors},
#endif
#if LANES_X86
    [LANES_AVX2] = {df_lanes_list_avx2, df_lanes_choose_avx2},
#endif
};

bool df_lanes_has(lanes_path path)
{
#if LANES_X86
    if (path == LANES_AVX2)
        return __builtin_cpu_supports("avx2") != 0;
#endif
    return path == LANES_NONE || paths[path].list != NULL;
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

static void lanes_make_piece(lanes_piece *made, const lanes *l, const df_piece *piece)
{
    const grid *g = &l->judge->layout;
    made->piece = piece;
    unsigned count = 0;
    made->has_bounds = l->has_bounds;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &piece->shape[o];
        if (piece->same_as[o] != o)
            continue;
        if (shape->width > LANES_MAX_SIDE || shape->height > LANES_MAX_SIDE)
            return;
        if (l->has_bounds)
            made->has_bounds &= df_lanes_bound_shape(made, o, &l->bounds, l->judge);
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
    if (!LANES_HAS_VECTOR || path == LANES_NONE || !lanes_fit_board(e) ||
        set->count > MAX_PIECES) {
        *l = NULL;
        return DF_OK;
    }
    lanes *made = calloc(1, sizeof *made + set->count * sizeof made->pieces[0]);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->judge = e;
    made->list = paths[path].list;
    made->choose = paths[path].choose;
    made->has_bounds = df_lanes_bound_make(&made->bounds, e);
    made->count = set->count;
    for (size_t i = 0; i < set->count; i++)
        lanes_make_piece(&made->pieces[i], made, &set->pieces[i]);
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

size_t df_lanes_list(const lanes *l, const board *b, unsigned piece, scored *list)
{
    return l->list(l, b, piece, list);
}

size_t df_lanes_choose(const lanes *l, const board *b, unsigned piece, scored *best)
{
    return l->choose(l, b, piece, best);
}
