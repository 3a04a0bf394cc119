/* Whether shapes are the same. Their rows tell everything about them, and unlike the structs
 * that they are in have no padding, of which nobody knows what it holds. */
#ifndef DROPFORGE_CORE_SHAPE_H
#define DROPFORGE_CORE_SHAPE_H

#include <stdbool.h>
#include <string.h>

#include "dropforge/piece.h"

static inline bool shape_is(const df_shape *shape, const df_shape *other)
{
    return memcmp(shape->row, other->row, sizeof shape->row) == 0;
}

/* In all four orientations. */
static inline bool shapes_are(const df_piece *piece, const df_piece *other)
{
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        if (!shape_is(&piece->shape[o], &other->shape[o]))
            return false;
    }
    return true;
}

#endif
