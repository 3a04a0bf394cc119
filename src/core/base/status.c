#include "dropforge/base.h"

#include "jobs.h"

const char *df_version(void)
{
    return DF_VERSION;
}

const df_build *df_build_get(void)
{
    static const df_build build = {
        .version = DF_VERSION,
        .formats = "blocks, dropforge-drops 1, dropforge-game 1, dropforge-pieces 1, "
                   "dropforge-training 1, dropforge-weights 1, fumen 115",
        .threads = JOBS_HAVE_THREADS,
        .sharing = "different objects; one object where all take it as const, but a df_bot, "
                   "df_bot_game, df_env or df_clear_solver by one thread at a time"};
    return &build;
}

const char *df_status_name(df_status status)
{
    static const char *const names[] = {
        [DF_OK] = "no error",
        [DF_ERROR_MEMORY] = "out of memory",
        [DF_ERROR_ARGUMENT] = "argument out of range",
        [DF_ERROR_INPUT] = "malformed input",
        [DF_ERROR_MOVE] = "impossible drop",
        [DF_ERROR_PICTURE] = "impossible picture",
        [DF_ERROR_LIMIT] = "beyond the limits",
        [DF_ERROR_CANCELLED] = "stopped by the receiver",
        [DF_ERROR_DEFECT] = "defect of the library",
    };
    return (unsigned)status < sizeof names / sizeof names[0] ? names[status] : "unknown status";
}
