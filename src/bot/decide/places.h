/* The placements that a piece has on a board by the rules of a df_rules. */
#pragma once

#include "bot/score/board.h"
#include "dropforge/board.h"

/* The working memory of a search for placements. */
typedef struct place_finder place_finder;

/* Makes a finder for boards of that size and pieces of that set. */
df_status df_places_create(place_finder **finder, const grid *g, const df_piece_set *set,
                           df_rules rules);
void df_places_free(place_finder *finder);

/* Returns the largest number of placements that a piece can have. */
size_t df_places_max(const grid *g, df_rules rules);

/* Writes all placements of the piece that are inside to `list`, which has space for
 * df_places_max; returns their number. */
size_t df_places_find(place_finder *finder, const board *b, unsigned piece, df_place *list);
