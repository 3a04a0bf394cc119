#include "plan_texts.h"

static df_status plan_read_fumen(df_plan **plan, const df_piece_set *set, const char *text,
                                 size_t length, df_error *error)
{
    df_fumen_page *pages = NULL;
    size_t count = 0;
    df_status status = df_fumen_read(&pages, &count, text, length, error);
    if (status == DF_OK)
        status = df_fumen_make_plan(plan, set, pages, count, error);
    df_fumen_free(pages);
    return status;
}

df_status df_plan_read(df_plan **plan, const df_piece_set *set, df_plan_format format,
                       const char *text, size_t length, df_error *error)
{
    switch (format) {
    case DF_PLAN_DROPS:
        return df_drops_read(plan, set, text, length, error);
    case DF_PLAN_BLOCKS:
        return df_blocks_read(plan, set, text, length, error);
    case DF_PLAN_FUMEN:
        return plan_read_fumen(plan, set, text, length, error);
    case DF_PLAN_KEYS:
        break;
    }
    return DF_ERROR_ARGUMENT;
}

df_status df_plan_write(df_text *text, const df_plan *plan, df_plan_format format,
                        df_error *error)
{
    switch (format) {
    case DF_PLAN_DROPS:
        return df_drops_write(text, plan);
    case DF_PLAN_BLOCKS:
        return df_blocks_write(text, plan, error);
    case DF_PLAN_FUMEN:
        return df_fumen_write_plan(text, plan, error);
    case DF_PLAN_KEYS:
        return df_plan_write_keys(text, plan, error);
    }
    return DF_ERROR_ARGUMENT;
}
