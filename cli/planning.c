#include "planning.h"

#include "cleanup.h"
#include "message.h"
#include "progress.h"

static bool watch(void *unused, const df_print_progress *come)
{
    (void)unused;
    progress_set(come->nodes, come->expected);
    progress_best(come->drops);
    return !cleanup_is_asked();
}

int planning_refuse(df_status status, const char *name, const df_mishap *mishap)
{
    if (status == DF_ERROR_ARGUMENT)
        return message_usage("print", "%s", mishap->text);
    return message_picture(name, status, mishap);
}

int planning_run(df_plan **plan, const df_picture *sprite, const char *name,
                 const df_piece_set *set, const df_print_options *options,
                 df_print_report *result)
{
    df_print_options watched = *options;
    watched.watch = watch;
    df_mishap mishap = {0};
    cleanup_begin_work();
    progress_begin("planning the drops");
    const df_status status = df_print(plan, sprite, set, &watched, result, &mishap);
    progress_end();
    cleanup_end_work();
    if (status == DF_ERROR_SINK) {
        message("interrupted before there was a plan");
        cleanup_obey();
    }
    if (status != DF_OK)
        return planning_refuse(status, name, &mishap);
    if (result->stopped)
        message("interrupted; this is the best plan so far");
    return -1;
}
