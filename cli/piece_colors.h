/* Colours for pieces that have none. */
#ifndef CLI_PIECE_COLORS_H
#define CLI_PIECE_COLORS_H

#include "dropforge/plan.h"

/* Gives each piece of a set a colour, unless some have one. *colors has one for each piece, or
 * is NULL and the caller's afterwards (free). DF_ERROR_MEMORY. */
df_status piece_colors_spread(df_plan_color **colors, const df_piece_set *set);

#endif
