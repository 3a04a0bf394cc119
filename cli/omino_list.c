#include <unistd.h>

#include "message.h"
#include "omino_count.h"
#include "omino_format.h"
#include "progress.h"

/* What is listed. */
typedef struct listing {
    unsigned size;
    df_ominoes_filter filter;
    uint64_t limit;
    df_ominoes_options options;
    bool shows_progress;
} listing;

/* Hands batches on, and remembers how the last was taken. */
typedef struct relay {
    df_ominoes_visitor *visit;
    void *context;
    df_status status;
} relay;

static df_status hand_on(void *context, const df_ominoes_batch *batch)
{
    relay *own = context;
    own->status = own->visit(own->context, batch);
    return own->status;
}

static bool watch(void *unused, uint64_t done, uint64_t all)
{
    (void)unused;
    progress_set(done, all);
    return true;
}

static df_status run_batches(const omino_source *source, df_ominoes_visitor *visit,
                             void *context, df_mishap *mishap)
{
    const listing *list = source->what;
    df_ominoes_options options = list->options;
    options.watch = watch;
    relay own = {.visit = visit, .context = context};
    if (list->shows_progress)
        progress_begin("listing polyominoes");
    const df_status status =
        df_ominoes_list(NULL, list->size, &list->filter, &options, list->limit, hand_on, &own);
    progress_end();
    if (status == DF_ERROR_LIMIT && own.status == DF_OK)
        omino_say_undecided(mishap);
    return status;
}

typedef struct unpacker {
    omino_taker *take;
    void *context;
} unpacker;

static df_status unpack(void *context, const df_ominoes_batch *batch)
{
    const unpacker *own = context;
    df_status status = DF_OK;
    for (unsigned i = 0; i < batch->count && status == DF_OK; i++) {
        df_omino omino;
        df_ominoes_batch_get(batch, i, &omino);
        status = own->take(own->context, &omino);
    }
    return status;
}

static df_status run(const omino_source *source, omino_taker *take, void *context,
                     df_mishap *mishap)
{
    unpacker own = {.take = take, .context = context};
    return run_batches(source, unpack, &own, mishap);
}

int omino_list(const omino_settings *chosen, const char *operand)
{
    listing list = {.filter = omino_filter(chosen),
                    .limit = chosen->limit,
                    .options = omino_part_options(chosen)};
    int status = omino_read_size(operand, DF_OMINOES_MAX_SQUARES, &list.size);
    if (status < 0 && chosen->only_count)
        return omino_list_count(chosen, list.size);
    if (status < 0 && chosen->jobs > 0)
        status = message_usage("omino", "'list' takes --jobs with --count only");
    if (status >= 0)
        return status;
    text_list paths = {0};
    output_list outputs = {0};
    status = omino_outputs_open(&outputs, &paths, chosen);
    if (status < 0) {
        const omino_source source = {.run = run,
                                     .run_batches = run_batches,
                                     .what = &list,
                                     .is_free = chosen->kind == OMINO_FREE};
        /* Beside what is written into the terminal it would be in the way. */
        list.shows_progress =
            !(output_list_uses_stdout(&outputs) && isatty(STDOUT_FILENO) != 0);
        status = output_list_write(&outputs, &source);
    }
    output_list_free(&outputs);
    text_list_free(&paths);
    return status;
}
