/* The simulator: the only code that puts a piece into a playfield. */
#ifndef DROPFORGE_DROP_H
#define DROPFORGE_DROP_H

#include <stdbool.h>
#include <stdint.h>

#include "dropforge/field.h"
#include "dropforge/piece.h"
#include "dropforge/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One drop. x is the leftmost occupied column; y is the row in which the lowest square of
 * the piece comes to rest, before lines clear. */
typedef struct df_drop {
    uint16_t piece; /* index in the piece set */
    uint8_t orientation;
    uint8_t x;
    uint16_t y;
    bool begins_block; /* a new step of the plan begins here: layout only, no effect */
} df_drop;

/* How the piece gets above its column. */
typedef enum df_reach {
    /* It is spawned in orientation N, its bounding box centred (rounded to the left) with
     * its top in the top row of the playfield; each turn (the shorter way; clockwise for a
     * half turn) puts the turned piece at the same centred place; then it is shifted
     * column by column, and dropped. Every position on the way must be free. */
    DF_REACH_SPAWN,
    /* It falls straight down from above the playfield; it must come to rest inside. */
    DF_REACH_ABOVE,
    /* It is spawned right above the playfield and gets to its place by shifts, turns with the
     * kicks of the Super Rotation System and falling row by row (docs/formats.md). Here a
     * drop says its row too: the piece must come to rest there, inside the playfield. */
    DF_REACH_SRS,
    /* The same, with half turns (DF_ROTATION_SRS_180). */
    DF_REACH_SRS_180,
    /* The same, with the turns of DF_ROTATION_NES. */
    DF_REACH_NES,
} df_reach;

/* Why a drop cannot be made. */
typedef enum df_move {
    DF_MOVE_POSSIBLE,
    DF_MOVE_OUTSIDE,  /* the columns are not all inside the playfield */
    DF_MOVE_TOP_OUT,  /* no room where the piece is spawned, or where it comes to rest */
    DF_MOVE_NO_TURN,  /* no room to turn it */
    DF_MOVE_NO_SHIFT, /* something stands in the way to its column */
    DF_MOVE_NO_REST,  /* its place is not inside and free, or nothing is below it there */
    DF_MOVE_NO_WAY,   /* its place cannot be reached by shifts, turns and falling */
} df_move;

/* What a drop did. Bit i of `cleared`: row y + i was full, and has been cleared. */
typedef struct df_landing {
    uint16_t y;
    uint32_t cleared;
    uint8_t cleared_count;
} df_landing;

/* Where the piece would come to rest, in an orientation below 4; where pieces are turned on
 * their way, that is with DF_REACH_SRS and those after it, the lowest row of all that can be
 * reached there. Writes *y only when the move is possible. */
df_move df_drop_find(const df_field *field, const df_piece *piece, unsigned orientation,
                     unsigned x, df_reach reach, unsigned *y);

/* What df_drop_apply would do, without doing it. */
df_move df_drop_preview(const df_field *field, const df_piece_set *set, const df_drop *drop,
                        df_reach reach, df_landing *landing);

/* Applies the drop: the piece comes to rest, full rows clear, and all rows above a cleared
 * row move down by exactly one (naive gravity). drop->y is looked at with DF_REACH_SRS
 * and those after it alone: there it is the row where the piece comes to rest. When the
 * answer is not DF_MOVE_POSSIBLE the playfield is unchanged and *landing is not written.
 * drop->piece must be an index of `set`, drop->orientation below 4. */
df_move df_drop_apply(df_field *field, const df_piece_set *set, const df_drop *drop,
                      df_reach reach, df_landing *landing);

/* What stands in the way, in words ("no room to turn it"). Static storage. */
const char *df_move_name(df_move move);

#ifdef __cplusplus
}
#endif
#endif
