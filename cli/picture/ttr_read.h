/* Replays of TETR.IO (docs/format/ttr.md). */
#pragma once

#include "dropforge/replay.h"

/* True if a text may be JSON, of which a replay is one kind. */
bool ttr_is_json(const char *text);

/* Reads a replay, plays it and makes a plan of its drops among `set`, the tetrominoes; *frames
 * are those of the replay, and *is_over is as in df_tetrio_play. DF_ERROR_INPUT: it is none, or
 * of a game that cannot be played; *error says why. */
df_status ttr_read(df_plan **plan, const df_piece_set *set, const char *text, size_t length,
                   uint32_t *frames, bool *is_over, df_error *error);
