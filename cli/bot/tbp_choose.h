/* The choice of moves for the Tetris Bot Protocol. */
#ifndef CLI_TBP_CHOOSE_H
#define CLI_TBP_CHOOSE_H

#include "dropforge/bot.h"
#include "tbp_game.h"

typedef struct tbp_chooser tbp_chooser;

/* Creates a chooser, which the caller frees with tbp_chooser_free; `pieces` must outlive it. A
 * lookahead or beam of 0 is the default. */
df_status tbp_chooser_create(tbp_chooser **chooser, const tbp_pieces *pieces,
                             const df_weights *weights, unsigned lookahead, unsigned beam);
void tbp_chooser_free(tbp_chooser *chooser);

/* Writes the best legal moves, at most `max` of them, the best first, and their number to
 * *count. The game must have a current piece. */
df_status tbp_choose(tbp_chooser *chooser, const tbp_game *game, tbp_move *moves, size_t max,
                     size_t *count);

/* Finds the legal move that brings a piece to a place; false if there is none. */
bool tbp_choose_place(tbp_chooser *chooser, const tbp_game *game, unsigned piece,
                      const df_place *place, tbp_move *move);

#endif
