#include "dropforge/tiling.h"

/* Whether `mirrored`, turned over, is `shape`; or `mirrored` as it is. */
static bool is_same(const df_shape *shape, const df_shape *mirrored, bool over)
{
    if (shape->width != mirrored->width || shape->height != mirrored->height)
        return false;
    for (unsigned y = 0; y < shape->height; y++) {
        for (unsigned x = 0; x < shape->width; x++) {
            const unsigned other = over ? shape->width - 1u - x : x;
            if ((shape->row[y] >> x & 1) != (mirrored->row[y] >> other & 1))
                return false;
        }
    }
    return true;
}

static bool is_one_kind(const df_piece *a, const df_piece *b)
{
    for (unsigned i = 0; i < DF_ORIENTATIONS; i++) {
        if (is_same(&a->shape[0], &b->shape[i], false) ||
            is_same(&a->shape[0], &b->shape[i], true))
            return true;
    }
    return false;
}

void df_tilings_kinds(const df_piece_set *set, uint16_t *kinds)
{
    for (size_t i = 0; i < set->count; i++) {
        size_t same = 0;
        while (same < i && !is_one_kind(&set->pieces[same], &set->pieces[i]))
            same++;
        kinds[i] = (uint16_t)same;
    }
}
