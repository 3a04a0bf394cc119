/* Boards from which no straight drops lead to the picture. The tests are exact: where the
 * answer is true there is no way. */
#ifndef DROPFORGE_PRINT_DEAD_END_H
#define DROPFORGE_PRINT_DEAD_END_H

#include "board.h"

/* True if wanted squares that no piece from above can share with a new row are not a multiple
 * of four, or if some wanted square cannot be covered by a piece that may leave it there. */
bool df_board_is_dead_end(const drop_board *board, const board_rules *rules);

#endif
