/* Single placements, by the library's evaluation. */
#pragma once

#include "bot/decide/bot.h"

/* Measures all features when a piece comes to rest in `place`. The place must be free and
 * inside the board, but need not be within reach. Row i of the board is rows[i], bit x for
 * column x; no row may be full. DF_ERROR_ARGUMENT: no playfield has that size, or the place is
 * not free or not inside. */
df_status measure_features(unsigned width, unsigned height, const uint64_t *rows,
                           const df_piece *piece, const df_place *place, bool before_clear,
                           int32_t values[DF_FEATURES]);

/* Returns the score of one placement by itself, in the bot's unit; `place` as for
 * measure_features. */
int64_t bot_score(const df_bot *bot, const uint64_t *rows, unsigned piece,
                  const df_place *place);
