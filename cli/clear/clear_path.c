/* All solutions of a queue. */
#include <stdlib.h>

#include "clear_settings.h"
#include "cli/base/message.h"
#include "cli/base/output.h"
#include "cli/base/progress.h"

static df_status path_keep_solution(void *context, const df_clear_solution *solution)
{
    clear_listing *self = context;
    if (self->count == self->capacity) {
        const size_t capacity = self->capacity < 64 ? 64 : self->capacity * 2;
        df_clear_solution *items = realloc(self->items, capacity * sizeof items[0]);
        if (items == NULL)
            return DF_ERROR_MEMORY;
        self->items = items;
        self->capacity = capacity;
    }
    self->items[self->count++] = *solution;
    return DF_OK;
}

static int path_find(clear_listing *self)
{
    const clear_question *question = self->question;
    const clear_queues *queues = question->queues;
    uint16_t queue[CLEAR_MAX_LENGTH];
    for (size_t i = 0; i < queues->length; i++)
        queue[i] = (uint16_t)clear_queues_piece(queues, queues->codes[0], i);
    const df_clear_solver_query query = {.queue = queue,
                                         .count = queues->length,
                                         .hold = !question->chosen->no_hold,
                                         .ways = true,
                                         .max = question->chosen->limit};
    df_clear_solver_report report;
    df_error error = {0};
    progress_begin("finding solutions");
    const df_status status = df_clear_solver_find(question->solver, &query, path_keep_solution,
                                                  self, &report, &error);
    progress_end();
    return message_status(status, &error);
}

static int path_open_outputs(const clear_question *question, output_list *outputs)
{
    const clear_settings *chosen = question->chosen;
    const char *format = chosen->json ? "json" : chosen->format;
    int status = output_list_begin(outputs, "clear", output_paths(&chosen->paths), format,
                                   &clear_formats);
    if (status < 0)
        status = output_list_open(outputs);
    return status < 0 ? output_list_spare(outputs, chosen->field) : status;
}

int clear_path(const clear_question *question)
{
    clear_listing self = {.question = question};
    output_list outputs = {0};
    int status = -1;
    if (question->queues->count > 1)
        status =
            message_usage("clear", "'path' takes one queue, and these are %zu; name its pieces",
                          question->queues->count);
    if (status < 0)
        status = path_open_outputs(question, &outputs);
    if (status < 0)
        status = path_find(&self);
    if (status < 0 && self.count == 0)
        status = message("no way to clear");
    if (status < 0)
        status = output_list_write(&outputs, &self);
    output_list_free(&outputs);
    free(self.items);
    return status;
}
