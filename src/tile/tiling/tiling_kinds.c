#include "dropforge/tile.h"

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

static bool tiling_kinds_is_one_kind(const df_piece *a, const df_piece *b)
{
    for (unsigned i = 0; i < DF_ORIENTATIONS; i++) {
        if (tiling_kinds_are_equal(&a->shape[0], &b->shape[i], false) ||
            tiling_kinds_are_equal(&a->shape[0], &b->shape[i], true))
            return true;
    }
    return false;
}

void df_piece_set_kinds(const df_piece_set *set, uint16_t *kinds)
{
    for (size_t i = 0; i < set->count; i++) {
        size_t same = 0;
        while (same < i && !tiling_kinds_is_one_kind(&set->pieces[same], &set->pieces[i]))
            same++;
        kinds[i] = (uint16_t)same;
    }
}
