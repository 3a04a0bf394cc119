/* The placements that a piece has on a board by the rules of a df_reach. */
#ifndef DROPFORGE_BOT_PLACES_H
#define DROPFORGE_BOT_PLACES_H

#include "bot/board.h"
#include "dropforge/drop.h"
#include "dropforge/moves.h"

/* Working memory of one who asks for placements. */
typedef struct place_finder place_finder;

/* Ready for boards of that size and pieces of that set. On success *finder is the caller's. */
df_status df_places_create(place_finder **finder, const grid *g, const df_piece_set *set,
                           df_reach reach);
void df_places_free(place_finder *finder);

/* The most placements that any piece can have. */
size_t df_places_most(const grid *g, df_reach reach);

/* Writes all placements of the piece that are inside to `list`, which has room for the most;
 * returns how many. */
size_t df_places_find(place_finder *finder, const board *b, unsigned piece, df_place *list);

#endif
