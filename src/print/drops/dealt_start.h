/* The boards with which a search may begin in a playfield where something lies. */
#ifndef DROPFORGE_PRINT_DEALT_START_H
#define DROPFORGE_PRINT_DEALT_START_H

#include "dropforge/board.h"
#include "score.h"

/* Lists the boards: the picture in each column, and the rows of the playfield with each fate
 * that they may have, at most a few thousand, the best by score. A square of a playfield is 1 +
 * piece, or any other number if it is of no piece. NULL is the empty playfield. *boards is the
 * caller's (free); there may be none. DF_ERROR_MEMORY. */
df_status df_dealt_start_list(const board_rules *rules, const score_weights *weights,
                              const df_field *field, drop_board **boards, size_t *count);

#endif
