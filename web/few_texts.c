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
    switch (format) {
    case DF_PLAN_DROPS:
        return df_drops_write(text, plan);
    case DF_PLAN_KEYS:
        return df_plan_write_keys(text, plan, error);
    case DF_PLAN_BLOCKS:
    case DF_PLAN_FUMEN:
        break;
    }
    return DF_ERROR_ARGUMENT;
}
