/* Runs a training generation by generation, and writes its outputs. */
#include <stdlib.h>
#include <string.h>

#include "cli/base/cleanup.h"
#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "cli/base/output.h"
#include "cli/base/progress.h"
#include "cli/picture/source.h"
#include "train_settings.h"

enum { DEFAULT_GENERATIONS = 20 };

/* A training under way. */
typedef struct trainer {
    const train_settings *chosen;
    df_train *train;
    df_piece_set *set;
    df_bot_game_result *results;
    uint64_t generations; /* at which it ends */
    size_t begun_with;    /* generations of the resumed training, or 0 */
    output_list outputs;
    cli_status saved; /* the status of the last checkpoint */
    train_outcome outcome;
} trainer;

static bool train_run_watch(void *context, const df_progress *progress)
{
    const trainer *self = context;
    const uint64_t items = df_train_get_state(self->train)->items;
    progress_set(df_train_get_state(self->train)->generations * items + progress->done,
                 self->generations * items);
    return !cleanup_is_asked();
}

/* Replaces the checkpoint, as a whole or not at all. After one that failed there are no more;
 * the training goes on. Returns another status than GO_ON if it cannot be opened. */
static cli_status train_run_save(trainer *self)
{
    if (self->chosen->checkpoint == NULL || self->saved != GO_ON)
        return GO_ON;
    const text_list paths = {(const char **)&self->chosen->checkpoint, 1};
    output_list list = {0};
    cli_status status =
        output_list_begin(&list, "train", &paths, "training", &train_checkpoint_formats, false);
    if (status == GO_ON)
        status = output_list_open(&list);
    self->saved = status == GO_ON ? output_list_write(&list, self->train) : status;
    output_list_free(&list);
    return status;
}

static df_status train_run_play(trainer *self)
{
    if (self->chosen->mpi)
        return train_mpi_play(self->train, self->set, train_run_watch, self, self->results);
    return df_train_play(self->train, self->set, choice_jobs(self->chosen->jobs),
                         train_run_watch, self, self->results);
}

/* Trains for one generation. An interruption discards it and returns GO_ON, too. */
static cli_status train_run_advance(trainer *self)
{
    df_status status = train_run_play(self);
    self->outcome.interrupted = status == DF_ERROR_CANCELLED;
    if (self->outcome.interrupted)
        return GO_ON;
    if (status == DF_OK)
        status = df_train_update(self->train, self->results);
    if (status != DF_OK)
        return message("%s", df_status_names[status]);
    (void)train_run_save(self);
    return GO_ON;
}

/* True if there is a new generation to keep. */
static bool train_run_has_learnt(const trainer *self)
{
    return df_train_get_state(self->train)->generations > self->begun_with;
}

/* Trains until the last generation, an interruption or an error. */
static cli_status train_run_all(trainer *self)
{
    const double begin = clock_seconds();
    /* Writes a checkpoint before all work, so that a wrong path is reported at once. */
    cli_status status = train_run_save(self);
    cleanup_begin_work();
    if (self->begun_with >= self->generations)
        message("the training has %zu generation%s already; raise --generations to go on",
                self->begun_with, self->begun_with == 1 ? "" : "s");
    progress_begin("training");
    while (status == GO_ON && !self->outcome.interrupted &&
           df_train_get_state(self->train)->generations < self->generations)
        status = train_run_advance(self);
    progress_end();
    cleanup_end_work();
    self->outcome.seconds = clock_seconds() - begin;
    if (status == GO_ON && self->outcome.interrupted &&
        df_train_get_state(self->train)->generations == 0) {
        message("interrupted before the first generation was complete");
        cleanup_obey();
    }
    if (self->outcome.interrupted || (status != GO_ON && train_run_has_learnt(self)))
        message("interrupted; the result is that of %zu generation%s",
                df_train_get_state(self->train)->generations,
                df_train_get_state(self->train)->generations == 1 ? "" : "s");
    else if (status == GO_ON && self->begun_with < self->generations &&
             !train_report_is_uneven(self->train))
        message(
            "nothing was learnt: all candidates of each generation were equally good; begin "
            "anew with a larger --max-pieces or --games, or on a lower or wider --board");
    return status;
}

/* Returns `start`, the value of --start, if it is a file; otherwise NULL. */
static const char *train_run_start(const char *start)
{
    return start == NULL || df_player_find(start, strlen(start)) != NULL ? NULL : start;
}

/* Refuses outputs that would replace an input or the checkpoint. */
static cli_status train_run_spare_inputs(const trainer *self)
{
    const train_settings *chosen = self->chosen;
    const char *const spared[] = {chosen->resume, train_run_start(chosen->plan.start)};
    const text_list paths = {(const char **)&chosen->checkpoint, chosen->checkpoint != NULL};
    output_list checkpoint = {0};
    cli_status status = output_list_spare_all(&self->outputs, spared, 2);
    if (status == GO_ON)
        status = output_list_begin(&checkpoint, "train", &paths, "training",
                                   &train_checkpoint_formats, false);
    /* The checkpoint may replace the file of --resume, but not that of --start. */
    if (status == GO_ON)
        status = output_list_spare(&checkpoint, spared[1]);
    if (status == GO_ON)
        status = output_list_spare_list(&self->outputs, &checkpoint);
    output_list_free(&checkpoint);
    return status;
}

/* Begins the outputs; by default, the weights go to standard output. */
static cli_status train_run_begin_outputs(trainer *self)
{
    const train_settings *chosen = self->chosen;
    const text_list *paths = output_paths(&chosen->paths, !chosen->json);
    const cli_status status = output_list_begin(&self->outputs, "train", paths, chosen->format,
                                                &train_formats, chosen->json);
    return status == GO_ON ? train_run_spare_inputs(self) : status;
}

static cli_status train_run_write_all(trainer *self)
{
    const bool json = self->chosen->json;
    const cli_status status = output_list_write(&self->outputs, self->train);
    const cli_status failure =
        status == GO_ON || json ? train_report(self->train, &self->outcome, json) : status;
    return status == GO_ON ? failure : status;
}

cli_status train_run(df_train *train, const train_settings *chosen)
{
    trainer self = {.chosen = chosen,
                    .train = train,
                    .generations = chosen->generations,
                    .begun_with = df_train_get_state(train)->generations,
                    .saved = GO_ON};
    if (self.generations == 0)
        self.generations = DEFAULT_GENERATIONS;
    cli_status status = train_run_begin_outputs(&self);
    /* mpirun may kill its ranks before they can clean up, so with MPI files are opened last. */
    if (status == GO_ON && !chosen->mpi)
        status = output_list_open(&self.outputs);
    if (status == GO_ON)
        status = source_pieces(&self.set);
    if (status == GO_ON) {
        self.results = calloc(df_train_get_state(train)->items, sizeof self.results[0]);
        status = self.results != NULL ? train_run_all(&self) : message("out of memory");
    }
    if (status == GO_ON || train_run_has_learnt(&self)) {
        const cli_status failure = train_run_write_all(&self);
        status = status == GO_ON ? failure : status;
        status = status == GO_ON ? self.saved : status;
    }
    free(self.results);
    df_piece_set_free(self.set);
    output_list_free(&self.outputs);
    return status;
}
