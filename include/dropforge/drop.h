/* The simulator: the only code that puts a piece into a playfield. */
#ifndef DROPFORGE_DROP_H
#define DROPFORGE_DROP_H

#include <stdbool.h>
#include <stdint.h>

#include "dropforge/field.h"
#include "dropforge/rotation.h"
#include "dropforge/status.h"

DF_BEGIN_DECLARATIONS

/* One drop. x is the leftmost occupied column; y is the row in which the lowest square of
 * the piece comes to rest, before lines clear. */
typedef struct df_drop {
    uint16_t piece; /* index in the piece set */
    uint8_t orientation;
    uint8_t x;
    uint16_t y;
    bool begins_block; /* a new step of the plan begins here: layout only, no effect */
} df_drop;

/* Why a drop cannot be made. */
typedef enum df_move {
    DF_MOVE_POSSIBLE,
    DF_MOVE_OUTSIDE,  /* the columns are not all inside the playfield */
    DF_MOVE_TOP_OUT,  /* no room where the piece is spawned, or where it comes to rest */
    DF_MOVE_NO_TURN,  /* no room to turn it */
    DF_MOVE_NO_SHIFT, /* something stands in the way to its column */
    DF_MOVE_NO_REST,  /* its place is not inside and free, or nothing is below it there */
    DF_MOVE_NO_PATH,  /* its place cannot be reached by shifts, turns and falling */
} df_move;

/* The effect of a drop. Bit i of `cleared`: row y + i was full and has been cleared. */
typedef struct df_landing {
    uint16_t y;
    uint32_t cleared;
    uint8_t cleared_count;
} df_landing;

/* Finds where the piece would come to rest, in an orientation below 4; where pieces are turned
 * on their way, that is with DF_MOVEMENT_SRS and those after it, the lowest row of all that can
 * be reached there. Writes *y only when the move is possible. */
df_move df_drop_find(const df_field *field, const df_piece *piece, unsigned orientation,
                     unsigned x, df_movement movement, unsigned *y);

/* Finds what df_drop_apply would do, without doing it. */
df_move df_drop_preview(const df_field *field, const df_piece_set *set, const df_drop *drop,
                        df_movement movement, df_landing *landing);

/* Applies the drop: the piece comes to rest, full rows clear, and all rows above a cleared row
 * move down by exactly one (naive gravity). drop->y is looked at with DF_MOVEMENT_SRS and those
 * after it alone: there it is the row where the piece comes to rest. If the result is not
 * DF_MOVE_POSSIBLE the playfield is unchanged and *landing is not written. drop->piece must be
 * an index of `set`, drop->orientation below 4. */
df_move df_drop_apply(df_field *field, const df_piece_set *set, const df_drop *drop,
                      df_movement movement, df_landing *landing);

/* Returns the reason in words ("no room to turn it"). Static storage. */
const char *df_move_name(df_move move);

DF_END_DECLARATIONS

#endif
