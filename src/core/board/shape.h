/* Comparing shapes and laying them on a playfield. The rows of a shape determine it and, unlike
 * the structs that hold them, have no padding. */
#pragma once

#include <string.h>

#include "core/base/always_inline.h"
#include "dropforge/board.h"
#include "field_rows.h"

static inline bool shape_is(const df_shape *shape, const df_shape *other)
{
    return memcmp(shape->row, other->row, sizeof shape->row) == 0;
}

/* True if two pieces have the same shapes in all four orientations. */
static inline bool shapes_are(const df_piece *piece, const df_piece *other)
{
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        if (!shape_is(&piece->shape[o], &other->shape[o]))
            return false;
    }
    return true;
}

/* True if the shape with its lower left corner at (x, y) lies on empty squares. The corner
 * is inside and the shape no higher than the playfield there. `words` are those of a row. */
ALWAYS_INLINE bool shape_is_free(const df_field *field, unsigned words, const df_shape *shape,
                                 unsigned x, unsigned y)
{
    for (unsigned i = 0; i < shape->height; i++) {
        if (!field_row_is_free(field, words, x, y + i, shape->row[i]))
            return false;
    }
    return true;
}

/* Makes a drop whose landing df_drop_preview has found in this playfield. */
void df_drop_land(df_field *field, const df_piece_set *set, const df_drop *drop, df_rules rules,
                  const df_landing *landing);
