/* Reads any bytes as a drop list; what reads must write and read back. */
#include "check.h"
#include "core/format/plan_texts.h"
#include "dropforge/plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    df_plan *plan = NULL;
    df_error error = {0};
    const df_status status =
        df_drops_read(&plan, tetrominoes(), (const char *)data, size, &error);
    if (!is_read(status, plan, &error))
        return 0;
    check_plan(plan);
    check_blocks(plan);
    /* Colours should not be what keeps most plans from being written as blocks. */
    for (size_t i = 0; i < plan->set->count; i++)
        plan->colors[i].given = i == DF_J;
    check_blocks(plan);
    df_plan_free(plan);
    return 0;
}
