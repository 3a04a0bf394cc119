#include "print/headroom.h"

#include "dropforge/drop.h"

/* Occupies squares of a row; what they came from does not matter. */
static bool occupy(df_field *field, unsigned y, uint64_t squares)
{
    for (unsigned x = 0; x < field->width; x++) {
        if ((squares >> x & 1) != 0 && df_field_set(field, x, y, 1) != DF_OK)
            return false;
    }
    return true;
}

bool df_headroom_suffices(df_field *field, const df_piece_set *tetrominoes, const canvas *on,
                          const print_stage *stage, unsigned lift, const pack_piece *drops,
                          size_t count)
{
    df_field_clear(field);
    const unsigned y = stage->y + lift;
    if (y > 0 && !occupy(field, y - 1, df_stage_base(stage, on)))
        return false;
    for (unsigned i = 0; i < STAGE_ROWS; i++) {
        if (!occupy(field, y + i, stage->done[i]))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        const df_drop drop = {
            .piece = drops[i].piece, .orientation = drops[i].orientation, .x = drops[i].x};
        df_landing landing;
        if (df_drop_apply(field, tetrominoes, &drop, DF_REACH_SPAWN, &landing) !=
            DF_MOVE_POSSIBLE)
            return false;
    }
    return true;
}
