#include <unistd.h>

#include "cli/base/progress.h"
#include "omino_count.h"
#include "omino_source.h"

/* Polyominoes on a terminal, unless a limit is given: a screenful is read, not a million. */
enum { TERMINAL_LIMIT = 1000 };

/* The polyominoes to list. */
typedef struct listing {
    unsigned size;
    df_ominoes_filter filter;
    uint64_t limit;
    uint64_t *listed; /* so far */
    bool shows_progress;
} listing;

/* A visitor that passes batches on and keeps the last status. */
typedef struct relay {
    df_ominoes_visit *visit;
    void *context;
    df_status status;
    uint64_t *listed;
} relay;

static df_status hand_on(void *context, const df_ominoes_batch *batch)
{
    relay *self = context;
    *self->listed += batch->count;
    self->status = self->visit(self->context, batch);
    return self->status;
}

static df_status run_batches(const omino_source *source, df_ominoes_visit *visit, void *context,
                             df_error *error)
{
    const listing *list = source->what;
    const df_count_options options = {.watch = counting_watch};
    relay self = {.visit = visit, .context = context, .listed = list->listed};
    if (list->shows_progress)
        progress_begin("listing polyominoes");
    const df_status status =
        df_ominoes_list(NULL, list->size, &list->filter, &options, list->limit, hand_on, &self);
    progress_end();
    if (status == DF_ERROR_LIMIT && self.status == DF_OK)
        omino_say_undecided(error);
    return status;
}

typedef struct unpacker {
    omino_taker *take;
    void *context;
} unpacker;

static df_status omino_list_unpack(void *context, const df_ominoes_batch *batch)
{
    const unpacker *self = context;
    df_status status = DF_OK;
    for (unsigned i = 0; i < batch->count && status == DF_OK; i++) {
        df_omino omino;
        df_ominoes_batch_get(batch, i, &omino);
        status = self->take(self->context, &omino);
    }
    return status;
}

static df_status omino_list_run(const omino_source *source, omino_taker *take, void *context,
                                df_error *error)
{
    unpacker self = {.take = take, .context = context};
    return run_batches(source, omino_list_unpack, &self, error);
}

cli_status omino_list(const omino_settings *chosen, const char *operand)
{
    uint64_t listed = 0;
    listing list = {.filter = omino_filter(chosen), .limit = chosen->limit, .listed = &listed};
    cli_status status = omino_read_size(operand, DF_OMINOES_MAX_SQUARES, &list.size);
    if (status != GO_ON)
        return status;
    output_list outputs = {0};
    status = omino_outputs_open(&outputs, chosen);
    if (status == GO_ON) {
        const omino_source source = {.run = omino_list_run,
                                     .run_batches = run_batches,
                                     .what = &list,
                                     .is_free = chosen->kind == OMINO_FREE};
        const bool is_seen = output_list_uses_stdout(&outputs) && isatty(STDOUT_FILENO) != 0;
        const bool is_cut = is_seen && outputs.count == 1 && chosen->limit == 0;
        /* Progress would disturb a list that is printed on the terminal. */
        list.shows_progress = !is_seen;
        if (is_cut)
            list.limit = TERMINAL_LIMIT;
        status = output_list_write(&outputs, &source);
        if (status == GO_ON && is_cut && listed == list.limit)
            message("a terminal gets the first %d; --limit N lists more, and -o FILE all",
                    TERMINAL_LIMIT);
    }
    output_list_free(&outputs);
    return status;
}
