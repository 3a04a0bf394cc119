/* Reads any bytes as packed blocks; what reads must write and read back. */
#include "check.h"
#include "core/format/plan_texts.h"
#include "dropforge/plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    df_plan *plan = NULL;
    df_error error = {0};
    const df_status status =
        df_blocks_read(&plan, tetrominoes(), (const char *)data, size, &error);
    if (!is_read(status, plan, &error))
        return 0;
    check_plan(plan);
    /* Plans that were read as blocks can be written as blocks. */
    df_text text = {0};
    MUST(df_blocks_write(&text, plan, NULL) == DF_OK);
    df_text_free(&text);
    check_blocks(plan);
    df_plan_free(plan);
    return 0;
}
