/* Measures the features of a board, for all rows of a word at once. docs/method/bot.md defines
 * them, and explains why the counts here agree. */
#ifndef DROPFORGE_BOT_MEASURE_H
#define DROPFORGE_BOT_MEASURE_H

#include "board.h"
#include "dropforge/bot.h"

/* The features of the placement itself; all others are features of the board after it. */
#define MEASURE_OF_PLACEMENT                                                                   \
    (1u << DF_FEATURE_LANDING_HEIGHT | 1u << DF_FEATURE_ERODED_CELLS | 1u << DF_FEATURE_LINES)

/* Features of the board that follow from the heights of its columns. */
#define MEASURE_OF_TOPS                                                                        \
    (1u << DF_FEATURE_DIVERSITY | 1u << DF_FEATURE_SMALL_STEPS | 1u << DF_FEATURE_FITS |       \
     1u << DF_FEATURE_SEATS | 1u << DF_FEATURE_DEEP_WELLS)

/* Measures the features of a board in the set `used` (1 << feature), except those of the
 * placement. The board has `rows` occupied rows, of which some may be full. `top` has the
 * heights of its columns, for MEASURE_OF_TOPS only. Values of other features are undefined. */
void df_measure_board(int32_t values[DF_FEATURES], const grid *g, const uint64_t *words,
                      unsigned rows, const uint16_t *top, unsigned used);

#endif
