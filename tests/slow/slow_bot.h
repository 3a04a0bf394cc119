/* Features and decisions the obvious way, square by square. */
#pragma once

#include "dropforge/bot.h"

typedef struct slow_board {
    int width, height;
    bool full[64][64]; /* [y][x] */
} slow_board;

/* All features when the piece is put at (x, y). */
void slow_measure(int32_t values[DF_FEATURES], const slow_board *before, const df_piece *piece,
                  const df_place *place, bool before_clear);

/* The board with the piece, full rows cleared; returns how many. */
int slow_put(slow_board *b, const df_piece *piece, const df_place *place);

/* Twice the sum of weight × value over the features of the placement, or of the board. */
int64_t slow_weigh(const df_weights *weights, const int32_t values[DF_FEATURES],
                   bool of_placement);

/* The row where it comes to rest when it falls straight, or -1 if it is not inside there. */
int slow_rest(const slow_board *b, const df_piece *piece, unsigned orientation, unsigned x);

/* Looks through all placements of `count` pieces, from above, with hold if `hold`. false: there
 * is none. *best is twice the score in weight units; it is that of the first placement found
 * that leads to it. Only for positions where all pieces can be placed. */
bool slow_decide(const slow_board *b, const df_bot_options *options, const uint16_t *pieces,
                 size_t count, int held, df_choice *choice, int64_t *best);

/* As a df_position has them. */
void slow_rows(const slow_board *b, uint64_t *rows);
