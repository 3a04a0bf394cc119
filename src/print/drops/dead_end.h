/* Boards from which no straight drops lead to the picture. All tests are exact: where they
 * answer true there is no way. */
#ifndef DROPFORGE_PRINT_DEAD_END_H
#define DROPFORGE_PRINT_DEAD_END_H

#include "board.h"

/* True if a wanted square lies below a square that stays. (Wanted are the empty squares of rows
 * that clear, and in rows that stay those that the picture still lacks.) Takes little time. */
bool df_dead_end_below(const drop_board *board, const drop_target *target);

/* True if wanted squares that no piece from above can share with a new row are not a multiple
 * of four, or if some wanted square cannot be covered by a piece that may leave it there. */
bool df_dead_end_search(const drop_board *board, const board_rules *rules);

#endif
