/* Drops that are tried: where a piece would come to rest, and copies of playfields. */
#pragma once

#include "dropforge/board.h"

/* Makes `to` equal to `from`; both must have the same size, else DF_ERROR_ARGUMENT. */
df_status df_field_copy(df_field *to, const df_field *from);

/* Finds where the piece would come to rest, in an orientation below 4; where pieces are turned
 * on their way, that is with DF_RULES_SRS and those after it, the lowest row of all that can
 * be reached there. Writes *y only when the move is possible. */
df_refusal df_drop_find(const df_field *field, const df_piece *piece, unsigned orientation,
                        unsigned x, df_rules rules, unsigned *y);

/* Finds what df_drop_apply would do, without doing it. */
df_refusal df_drop_preview(const df_field *field, const df_piece_set *set, const df_drop *drop,
                           df_rules rules, df_landing *landing);
