/* Reads any bytes as a replay of NullpoMino; what reads is played. */
#include <stdlib.h>

#include "check.h"
#include "dropforge/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    df_plan *plan = NULL;
    df_replay_end end;
    df_error error = {0};
    const df_status status = df_real_game_read(&plan, tetrominoes(), DF_REAL_NULLPOMINO,
                                               (const char *)data, size, &end, &error);
    if (is_read(status, plan, &error)) {
        MUST(plan->count <= end.locks && end.frames > 0);
        MUST(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL) == DF_OK);
    }
    df_plan_free(plan);
    return 0;
}
