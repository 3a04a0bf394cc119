/* The lines `deal …` and `queue LETTERS…` of drop lists. */
#ifndef DROPFORGE_CORE_DEAL_LINES_H
#define DROPFORGE_CORE_DEAL_LINES_H

#include "dropforge/base.h"
#include "dropforge/plan.h"
#include "line_reader.h"

/* Reads a line `deal` after its first word; the plan has none yet. The dealer begins to deal
 * the pieces that the queue must have. */
df_status df_deal_line_read(line_reader *reader, df_plan *plan, df_dealer *dealer);

/* Reads a line `queue` after its first word; the plan has a deal. */
df_status df_queue_line_read(line_reader *reader, df_plan *plan, df_dealer *dealer);

/* Appends the lines of a plan with a deal. */
void df_deal_lines_write(df_text *text, const df_plan *plan);

#endif
