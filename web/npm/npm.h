/* Helpers of the npm package's glue: pieces, and drops as they are passed to and from
 * JavaScript. */
#pragma once

#include "dropforge/bot.h"
#include "dropforge/plan.h"

/* Pieces to play, fill or clear with. */
typedef struct npm_pieces {
    df_pieces list;
    bool turns_over; /* mirror images are of one kind */
} npm_pieces;

/* Gives the plan the colours of its pieces, if they have any. */
void npm_pieces_paint(const npm_pieces *pieces, df_plan *plan);

/* Answers with the pieces of a set as JSON; `colors` may be NULL. */
void npm_tell_pieces(const df_piece_set *set, const df_plan_color *colors);

/* A drop as four numbers. */
typedef struct npm_drop {
    uint16_t piece;
    uint16_t orientation;
    uint16_t x;
    uint16_t y;
} npm_drop;

/* Appends the bytes of drops to the answer. */
void npm_put_drops(const df_drop *drops, size_t count);

/* The other way round; `drops` has room. DF_ERROR_ARGUMENT: one that none can be. */
df_status npm_take_drops(df_drop *drops, const npm_drop *numbers, size_t count,
                         const df_piece_set *set);

/* Checks indices of pieces. */
df_status npm_check_pieces(const uint16_t *pieces, size_t count, const df_piece_set *set);

/* Answers with a choice as JSON. */
void npm_put_choice(const df_choice *choice);
