/* Output formats that the library writes as a text. */
#ifndef CLI_PLAN_TEXT_H
#define CLI_PLAN_TEXT_H

#include "plan_formats.h"

/* A function of the library that appends a plan to a text. */
typedef df_status plan_text_write(df_text *text, const df_plan *plan, df_error *error);

/* Writes a text whose making has that status, and frees it. Returns the first status that is
 * not DF_OK. */
df_status plan_text_out(df_status made, df_text *text, out_stream *out);

/* Writes the text of the plan of `content`, which is a render_request. */
df_status plan_text_put(plan_text_write *write, const void *content, out_stream *out,
                        df_error *error);

#endif
