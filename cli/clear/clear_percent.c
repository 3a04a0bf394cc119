/* The share of a pattern that clears. */
#include <stdio.h>
#include <stdlib.h>

#include "clear_settings.h"
#include "cli/base/choice.h"
#include "cli/base/json.h"
#include "cli/base/message.h"
#include "cli/base/progress.h"

/* Queues that are asked about at once: a small part of memory, and enough for all threads. */
enum { PERCENT_BLOCK = 1 << 21 };

typedef struct percent_table {
    const clear_question *question;
    const df_clear_pattern *queues;
    bool *clears;  /* of each queue */
    size_t before; /* queues of earlier blocks */
    df_text text;  /* or, for --json: */
    json_writer json;
} percent_table;

/* Puts the shares of the queues from `begin` to `end`, which have `depth` pieces in common, by
 * the piece after these. */
static void percent_put_tree(percent_table *self, size_t begin, size_t end, size_t depth)
{
    const df_clear_pattern *queues = self->queues;
    if (depth == self->question->chosen->tree || depth == queues->length)
        return;
    while (begin < end) {
        const unsigned piece = df_clear_pattern_piece(queues, queues->codes[begin], depth);
        size_t next = begin;
        while (next < end &&
               df_clear_pattern_piece(queues, queues->codes[next], depth) == piece)
            next++;
        const size_t clear = clear_count(self->clears + begin, next - begin);
        char name[DF_CLEAR_PATTERN_MAX_LENGTH + 1];
        clear_queues_name(self->question, queues->codes[begin], depth + 1, name);
        if (self->question->chosen->json) {
            json_open_object(&self->json, NULL);
            json_put_text(&self->json, "pieces", name);
            json_put_number(&self->json, "clear", clear);
            json_put_number(&self->json, "total", next - begin);
            json_close(&self->json);
        } else {
            text_print(&self->text, "%*s%s ", 2 * (int)depth, "", name);
            clear_put_share(&self->text, clear, next - begin);
            df_text_put_char(&self->text, '\n');
        }
        percent_put_tree(self, begin, next, depth + 1);
        begin = next;
    }
}

static cli_status percent_put(percent_table *self)
{
    const size_t clear = clear_count(self->clears, self->queues->count);
    if (!self->question->chosen->json) {
        clear_put_share(&self->text, clear, self->queues->count);
        df_text_put_char(&self->text, '\n');
        percent_put_tree(self, 0, self->queues->count, 0);
        clear_put_failed(self->question, self->clears, &self->text, NULL);
        return text_end(&self->text);
    }
    json_open_object(&self->json, NULL);
    json_put_number(&self->json, "clear", clear);
    json_put_number(&self->json, "total", self->queues->count);
    json_open_array(&self->json, "tree");
    percent_put_tree(self, 0, self->queues->count, 0);
    json_close(&self->json);
    json_open_array(&self->json, "failed");
    clear_put_failed(self->question, self->clears, NULL, &self->json);
    json_close(&self->json);
    return json_print(&self->json);
}

static bool percent_watch(void *context, const df_progress *progress)
{
    const percent_table *self = context;
    progress_set(self->before + progress->done, self->queues->count);
    return true;
}

/* Finds out which queues of a block clear. */
static df_status percent_ask_block(percent_table *self, size_t count, df_error *error)
{
    const clear_question *question = self->question;
    uint16_t *pieces = clear_queues_unpack(self->queues, self->before, count);
    if (pieces == NULL)
        return DF_ERROR_MEMORY;
    const df_clear_queues list = {.pieces = pieces,
                                  .count = count,
                                  .length = self->queues->length,
                                  .hold = !question->chosen->no_hold,
                                  .jobs = choice_jobs(question->chosen->jobs),
                                  .watch = percent_watch,
                                  .watch_context = self};
    const df_status status =
        df_clear_solver_ask(question->solver, &list, self->clears + self->before, error);
    free(pieces);
    return status;
}

/* Finds out which queues clear. */
static cli_status percent_ask(percent_table *self)
{
    df_status status = DF_OK;
    df_error error = {0};
    progress_begin("trying all queues");
    while (status == DF_OK && self->before < self->queues->count) {
        const size_t left = self->queues->count - self->before;
        const size_t count = left < PERCENT_BLOCK ? left : PERCENT_BLOCK;
        status = percent_ask_block(self, count, &error);
        self->before += count;
    }
    progress_end();
    return message_status(status, &error);
}

/* Finds out which queues make a spin on the way, from all solutions. */
static cli_status percent_ask_spins(percent_table *self)
{
    df_clear_catalog *catalog = NULL;
    const cli_status answer = clear_find_catalog(self->question, 0, &catalog);
    for (size_t q = 0; answer == GO_ON && q < self->queues->count; q++) {
        for (size_t i = 0; i < catalog->count && !self->clears[q]; i++)
            self->clears[q] = (catalog->items[i].built[q / 64] >> q % 64 & 1) != 0;
    }
    df_clear_catalog_free(catalog);
    return answer;
}

cli_status clear_percent(const clear_question *question)
{
    percent_table self = {.question = question, .queues = question->queues};
    self.clears = calloc(question->queues->count + 1, sizeof self.clears[0]);
    cli_status answer = self.clears != NULL ? GO_ON : message("out of memory");
    if (answer == GO_ON)
        answer = question->chosen->spin == DF_CLEAR_NO_SPIN ? percent_ask(&self)
                                                            : percent_ask_spins(&self);
    if (answer == GO_ON)
        answer = percent_put(&self);
    free(self.clears);
    return answer;
}
