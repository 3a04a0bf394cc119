/* Which move a bot of the Tetris Bot Protocol wants to make. */
#ifndef CLI_TBP_CHOOSE_H
#define CLI_TBP_CHOOSE_H

#include "dropforge/bot.h"
#include "tbp_game.h"

typedef struct tbp_chooser tbp_chooser;

/* `pieces` is borrowed; the caller owns *chooser (tbp_chooser_free). A lookahead or beam of 0
 * is the usual one. */
df_status tbp_chooser_create(tbp_chooser **chooser, const tbp_pieces *pieces,
                             const df_weights *weights, unsigned lookahead, unsigned beam);
void tbp_chooser_free(tbp_chooser *chooser);

/* Writes the best `most` moves of all that can be made, best first, and how many these are. The
 * game has a current piece. */
df_status tbp_choose(tbp_chooser *chooser, const tbp_game *game, tbp_move *moves, size_t most,
                     size_t *count);

#endif
