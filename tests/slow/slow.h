/* The rules of include/dropforge/board.h once more, square by square and as slowly as they
 * read. It shares nothing with the simulator; tests hold the two against each other. */
#pragma once

#include <stdbool.h>

#include "dropforge/board.h"

/* Tall enough for any piece to hang above the highest playfield. */
#define SLOW_ROWS (DF_FIELD_MAX_HEIGHT + DF_PIECE_MAX_SQUARES)

/* square[y][x]: 0 or 1 + piece index. */
typedef struct slow_field {
    int width, height;
    unsigned square[SLOW_ROWS][DF_FIELD_MAX_WIDTH];
} slow_field;

/* One orientation of a piece: its squares, moved to the origin. */
typedef struct slow_piece {
    int count, width, height;
    int x[DF_PIECE_MAX_SQUARES], y[DF_PIECE_MAX_SQUARES];
} slow_piece;

/* Reads a drawing and turns it clockwise `turns` times. */
slow_piece slow_read_piece(const char *rows, unsigned turns);

void slow_begin(slow_field *field, unsigned width, unsigned height);

/* Drops and clears; what it did is in *landing when the move is possible. Otherwise the
 * playfield is unchanged. */
df_refusal slow_drop(slow_field *field, const char *rows, const df_drop *drop, df_rules rules,
                     df_landing *landing);

/* True if the playfields hold the same. */
bool slow_equals(const slow_field *field, const df_field *other);
