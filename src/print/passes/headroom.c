#include "headroom.h"

#include "dropforge/board.h"

/* Occupies squares of a row, with any piece. */
static bool headroom_occupy(df_field *field, unsigned y, const column_set *squares)
{
    for (unsigned x = 0; x < field->width; x++) {
        if (columns_have(squares, x) && df_field_set(field, x, y, 1) != DF_OK)
            return false;
    }
    return true;
}

bool df_headroom_suffices(const headroom_rows *near, df_field *field,
                          const df_piece_set *tetrominoes, const pack_piece *drops,
                          size_t count)
{
    df_field_clear(field);
    if (near->y > 0 && !headroom_occupy(field, near->y - 1, &near->base))
        return false;
    for (unsigned i = 0; i < near->count; i++) {
        if (!headroom_occupy(field, near->y + i, &near->rows[i]))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        const df_drop drop = {
            .piece = drops[i].piece, .orientation = drops[i].orientation, .x = drops[i].x};
        df_landing landing;
        if (df_drop_apply(field, tetrominoes, &drop, DF_MOVEMENT_SPAWN, &landing) !=
            DF_MOVE_POSSIBLE)
            return false;
    }
    return true;
}
