/* Trains, generation after generation. */
#include <stdlib.h>
#include <string.h>

#include "cleanup.h"
#include "message.h"
#include "output.h"
#include "progress.h"
#include "source.h"
#include "train_mpi.h"
#include "train_settings.h"

enum { DEFAULT_GENERATIONS = 20 };

typedef struct trainer {
    const train_settings *chosen;
    df_train *train;
    df_piece_set *set;
    df_game_result *results;
    uint64_t generations; /* to be done in all */
    size_t begun_with;    /* generations of a training that is resumed */
    output_list outputs;
    train_outcome outcome;
} trainer;

static bool watch(void *context, uint64_t games, uint64_t pieces)
{
    (void)pieces;
    const trainer *own = context;
    const uint64_t items = df_train_items(own->train);
    progress_set(df_train_generations(own->train) * items + games, own->generations * items);
    return !cleanup_is_asked();
}

/* Replaces the checkpoint, as a whole or not at all. */
static int save(const trainer *own)
{
    if (own->chosen->checkpoint == NULL)
        return -1;
    const text_list paths = {(const char **)&own->chosen->checkpoint, 1};
    output_list list = {0};
    int status =
        output_list_begin(&list, "train", &paths, "training", &train_checkpoint_formats);
    if (status < 0)
        status = output_list_open(&list);
    if (status < 0)
        status = output_list_write(&list, own->train);
    output_list_free(&list);
    return status;
}

static df_status play(trainer *own)
{
    if (own->chosen->mpi)
        return train_mpi_play(own->train, own->set, watch, own, own->results);
    return df_train_play(own->train, own->set, own->chosen->jobs, watch, own, own->results);
}

/* Answers -1 and that it is interrupted, too: the generation counts for nothing then. */
static int advance(trainer *own)
{
    df_status status = play(own);
    own->outcome.interrupted = status == DF_ERROR_SINK;
    if (own->outcome.interrupted)
        return -1;
    if (status == DF_OK)
        status = df_train_tell(own->train, own->results);
    return status == DF_OK ? save(own) : message("%s", df_status_name(status));
}

/* True if there is something to be kept that was not there before. */
static bool train_has_learnt(const trainer *own)
{
    return df_train_generations(own->train) > own->begun_with;
}

/* Generations that come before one that fails are to be written all the same. */
static int train_all(trainer *own)
{
    const double begin = clock_seconds();
    /* The first checkpoint comes before all work, so that a wrong path is told at once. */
    int status = save(own);
    /* mpirun stops its processes by itself. */
    if (!own->chosen->mpi)
        cleanup_begin_work();
    progress_begin("training");
    while (status < 0 && !own->outcome.interrupted &&
           df_train_generations(own->train) < own->generations)
        status = advance(own);
    progress_end();
    if (!own->chosen->mpi)
        cleanup_end_work();
    own->outcome.seconds = clock_seconds() - begin;
    if (status < 0 && own->outcome.interrupted && df_train_generations(own->train) == 0) {
        message("interrupted before there was a generation");
        cleanup_obey();
    }
    if (own->outcome.interrupted || (status >= 0 && train_has_learnt(own)))
        message("interrupted; this is what was learnt in %zu generation%s",
                df_train_generations(own->train),
                df_train_generations(own->train) == 1 ? "" : "s");
    return status;
}

/* Refuses outputs that would replace what is read or written otherwise. */
static int train_spare_inputs(const trainer *own)
{
    const train_settings *chosen = own->chosen;
    const char *const spared[] = {chosen->resume, train_start_file(chosen->plan.start)};
    const text_list paths = {(const char **)&chosen->checkpoint, chosen->checkpoint != NULL};
    output_list checkpoint = {0};
    int status = output_list_spare_all(&own->outputs, spared, 2);
    if (status < 0)
        status = output_list_begin(&checkpoint, "train", &paths, "training",
                                   &train_checkpoint_formats);
    /* A training goes on in the checkpoint that it has resumed. */
    if (status < 0)
        status = output_list_spare(&checkpoint, spared[1]);
    if (status < 0)
        status = output_list_spare_list(&own->outputs, &checkpoint);
    output_list_free(&checkpoint);
    return status;
}

/* Paths of both options; the weights go to standard output if nothing else is said. */
static int begin_outputs(trainer *own, text_list *paths)
{
    const train_settings *chosen = own->chosen;
    bool fits = true;
    for (size_t i = 0; fits && i < chosen->paths.count; i++)
        fits = text_list_add(paths, chosen->paths.items[i]);
    for (size_t i = 0; fits && i < chosen->plots.count; i++)
        fits = text_list_add(paths, chosen->plots.items[i]);
    if (fits && chosen->paths.count == 0 && !chosen->json)
        fits = text_list_add(paths, "-");
    if (!fits)
        return message("out of memory");
    const int status =
        output_list_begin(&own->outputs, "train", paths, chosen->format, &train_formats);
    for (size_t i = 0; status < 0 && i < chosen->plots.count; i++) {
        if (own->outputs.items[chosen->paths.count + i].format == train_formats.items[0])
            return message_usage("train",
                                 "--plot writes the learning curve, not weights; name a "
                                 "file such as x.svg, not '%s'",
                                 chosen->plots.items[i]);
    }
    if (status < 0 && chosen->json && output_list_uses_stdout(&own->outputs))
        return message_usage("train", "--json and an output both want standard output; name a "
                                      "file with -o");
    return status < 0 ? train_spare_inputs(own) : status;
}

static int write_all(trainer *own)
{
    const bool json = own->chosen->json;
    const int status = output_list_write(&own->outputs, own->train);
    const int failure =
        status < 0 || json ? train_report(own->train, &own->outcome, json) : status;
    return status < 0 ? failure : status;
}

int train_run(df_train *train, const train_settings *chosen)
{
    trainer own = {.chosen = chosen,
                   .train = train,
                   .generations = chosen->generations,
                   .begun_with = df_train_generations(train)};
    text_list paths = {0};
    if (own.generations == 0)
        own.generations = DEFAULT_GENERATIONS;
    int status = begin_outputs(&own, &paths);
    /* mpirun may kill its ranks without a chance to tidy up: meanwhile there is no file. */
    if (status < 0 && !chosen->mpi)
        status = output_list_open(&own.outputs);
    if (status < 0)
        status = source_pieces(&own.set);
    if (status < 0) {
        own.results = calloc(df_train_items(train), sizeof own.results[0]);
        status = own.results != NULL ? train_all(&own) : message("out of memory");
    }
    if (status < 0 || train_has_learnt(&own)) {
        const int failure = write_all(&own);
        status = status < 0 ? failure : status;
    }
    free(own.results);
    df_piece_set_free(own.set);
    output_list_free(&own.outputs);
    text_list_free(&paths);
    return status;
}
