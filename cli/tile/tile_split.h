/* Drawings of tilings, taken apart into pieces. */
#ifndef CLI_TILE_SPLIT_H
#define CLI_TILE_SPLIT_H

#include "cli/piece/board_text.h"
#include "dropforge/board.h"

/* Connected equal letters are one piece, whatever the letter is. Where there are too many for
 * one, they are pieces of this name, if they can be divided into these in one way only. The
 * caller frees *pieces. -1, or the exit code after a message with the line of the drawing;
 * `is_page`: with its row from the bottom. */
int tile_split(const board_drawing *drawing, bool is_page, const df_piece_set *set,
               df_drop **pieces, size_t *count);

#endif
