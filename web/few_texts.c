/* The texts of plans that the printer's page reads and writes, in place of
 * src/core/format/plan_texts.c, with which the others would come. */
#include "core/format/plan_texts.h"

df_status df_plan_read(df_plan **plan, const df_piece_set *set, df_plan_format format,
                       const char *text, size_t length, df_error *error)
{
    return format == DF_PLAN_DROPS ? df_drops_read(plan, set, text, length, error)
                                   : DF_ERROR_ARGUMENT;
}

df_status df_plan_write(df_text *text, const df_plan *plan, df_plan_format format,
                        df_error *error)
{
    return format == DF_PLAN_DROPS  ? df_drops_write(text, plan)
           : format == DF_PLAN_KEYS ? df_plan_write_keys(text, plan, error)
                                    : DF_ERROR_ARGUMENT;
}
