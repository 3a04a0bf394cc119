/* Plans for other programs: the keys that a player presses, and maps of TETR.IO. */
#ifndef DROPFORGE_PLAN_EXPORT_H
#define DROPFORGE_PLAN_EXPORT_H

#include "dropforge/plan.h"
#include "dropforge/text.h"

DF_BEGIN_DECLARATIONS

/* Appends the keys of each drop as one line of JSON (docs/formats.md). With pieces that
 * DF_DEAL_TETRIO deals, they lead to the place both from right above the playfield and from one
 * row higher, where TETR.IO spawns pieces. The plan is played, with errors as df_plan_play.
 * DF_ERROR_LIMIT: the playfield has more than DF_NARROW_MAX_WIDTH columns, or no keys bring a
 * piece to its place. After an error, part of it may have been appended. *error may be NULL. */
df_status df_plan_write_keys(df_text *text, const df_plan *plan, df_error *error);

/* Appends a map for custom games of TETR.IO as one line: an empty board, and the pieces of the
 * plan as they are dealt. DF_ERROR_LIMIT, and nothing appended: the playfield has more than
 * DF_NARROW_MAX_WIDTH columns, or the pieces of the plan are its own. *error may be NULL. */
df_status df_plan_write_map(df_text *text, const df_plan *plan, df_error *error);

DF_END_DECLARATIONS

#endif
