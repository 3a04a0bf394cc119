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
    json_writer json;
} percent_table;

static size_t percent_count(const percent_table *self, size_t begin, size_t end)
{
    size_t count = 0;
    for (size_t i = begin; i < end; i++)
        count += self->clears[i] ? 1 : 0;
    return count;
}

static void percent_put_share(size_t clear, size_t total)
{
    printf("%zu of %zu (%.4f %%)\n", clear, total, 100.0 * (double)clear / (double)total);
}

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
        const size_t clear = percent_count(self, begin, next);
        char name[DF_CLEAR_PATTERN_MAX_LENGTH + 1];
        clear_queues_name(self->question, queues->codes[begin], depth + 1, name);
        if (self->question->chosen->json) {
            json_open_object(&self->json, NULL);
            json_put_text(&self->json, "pieces", name);
            json_put_number(&self->json, "clear", clear);
            json_put_number(&self->json, "total", next - begin);
            json_close(&self->json);
        } else {
            printf("%*s%s ", 2 * (int)depth, "", name);
            percent_put_share(clear, next - begin);
        }
        percent_put_tree(self, begin, next, depth + 1);
        begin = next;
    }
}

/* Puts the first queues that do not clear. */
static void percent_put_failed(percent_table *self)
{
    uint64_t left = self->question->chosen->failed;
    for (size_t i = 0; i < self->queues->count && left > 0; i++) {
        char name[DF_CLEAR_PATTERN_MAX_LENGTH + 1];
        if (self->clears[i])
            continue;
        left--;
        clear_queues_name(self->question, self->queues->codes[i], self->queues->length, name);
        if (self->question->chosen->json)
            json_put_text(&self->json, NULL, name);
        else
            puts(name);
    }
}

static int percent_put(percent_table *self)
{
    const size_t clear = percent_count(self, 0, self->queues->count);
    if (!self->question->chosen->json) {
        percent_put_share(clear, self->queues->count);
        percent_put_tree(self, 0, self->queues->count, 0);
        percent_put_failed(self);
        return -1;
    }
    json_open_object(&self->json, NULL);
    json_put_number(&self->json, "clear", clear);
    json_put_number(&self->json, "total", self->queues->count);
    json_open_array(&self->json, "tree");
    percent_put_tree(self, 0, self->queues->count, 0);
    json_close(&self->json);
    json_open_array(&self->json, "failed");
    percent_put_failed(self);
    json_close(&self->json);
    return json_print(&self->json);
}

static bool percent_watch(void *context, const df_clear_progress *progress)
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
    const df_clear_queue_list list = {.pieces = pieces,
                                      .count = count,
                                      .length = self->queues->length,
                                      .threads = choice_jobs(question->chosen->jobs)};
    const df_status status =
        df_clear_solver_ask(question->solver, &list, !question->chosen->no_hold,
                            self->clears + self->before, percent_watch, self, error);
    free(pieces);
    return status;
}

/* Finds out which queues clear. */
static int percent_ask(percent_table *self)
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
static int percent_ask_spins(percent_table *self)
{
    df_clear_catalog *catalog = NULL;
    const int answer = clear_find_catalog(self->question, 0, &catalog);
    for (size_t q = 0; answer < 0 && q < self->queues->count; q++) {
        for (size_t i = 0; i < catalog->count && !self->clears[q]; i++)
            self->clears[q] = (catalog->items[i].built[q / 64] >> q % 64 & 1) != 0;
    }
    df_clear_catalog_free(catalog);
    return answer;
}

int clear_percent(const clear_question *question)
{
    percent_table self = {.question = question, .queues = question->queues};
    self.clears = calloc(question->queues->count + 1, sizeof self.clears[0]);
    int answer = self.clears != NULL ? -1 : message("out of memory");
    if (answer < 0)
        answer = question->chosen->spin == DF_CLEAR_NO_SPIN ? percent_ask(&self)
                                                            : percent_ask_spins(&self);
    if (answer < 0)
        answer = percent_put(&self);
    free(self.clears);
    return answer;
}
