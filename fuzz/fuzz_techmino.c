/* Reads any bytes as an unpacked replay of Techmino; what reads is a plan that can be played.
 */
#include "check.h"
#include "cli/picture/techmino_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    df_plan *plan = NULL;
    uint32_t frames = 0;
    bool is_over = false;
    df_error error = {0};
    const df_status status = techmino_read(&plan, tetrominoes(), (const char *)data, size,
                                           &frames, &is_over, &error);
    MUST(status == DF_OK || (status == DF_ERROR_INPUT && error.text[0] != '\0'));
    if (status == DF_OK)
        MUST(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL) == DF_OK);
    df_plan_free(plan);
    return 0;
}
