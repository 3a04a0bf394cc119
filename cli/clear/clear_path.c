/* All solutions of the queues of a pattern. */
#include <stdlib.h>

#include "clear_settings.h"
#include "cli/base/message.h"
#include "cli/base/output.h"
#include "cli/base/progress.h"

/* The nodes of the search for the fewest solutions: some seconds. */
enum { PATH_USUAL_NODES = 20000 };

/* Leaves the items that are asked for. Returns GO_ON, STATUS_LIMIT after a message if there may
 * be fewer of them, or another exit code. */
static cli_status path_choose_items(clear_listing *self)
{
    const df_clear_catalog *catalog = self->catalog;
    const clear_settings *chosen = self->question->chosen;
    size_t count = 0, least = 0;
    bool *needed = calloc(catalog->count + 1, sizeof needed[0]);
    self->items = calloc(catalog->count + 1, sizeof self->items[0]);
    df_status status = needed != NULL && self->items != NULL ? DF_OK : DF_ERROR_MEMORY;
    if (status == DF_OK && chosen->minimal) {
        progress_begin("finding the fewest solutions");
        status = df_clear_catalog_minimize(catalog,
                                           chosen->nodes > 0 ? chosen->nodes : PATH_USUAL_NODES,
                                           needed, &count, &least);
        progress_end();
    }
    for (size_t i = 0; i < catalog->count && status == DF_OK; i++) {
        const df_clear_catalog_item *item = &catalog->items[i];
        if ((!chosen->minimal || needed[i]) && (!chosen->unique || item->is_unique) &&
            (chosen->limit == 0 || self->count < chosen->limit))
            self->items[self->count++] = item;
    }
    free(needed);
    if (status == DF_OK && least < count) {
        (void)message(
            "%zu solutions cover all queues, and %zu at least are needed; --nodes can "
            "search longer for fewer",
            count, least);
        return STATUS_LIMIT;
    }
    return message_status(status, NULL);
}

static cli_status path_open_outputs(const clear_question *question, output_list *outputs)
{
    const clear_settings *chosen = question->chosen;
    const char *format = chosen->json ? "json" : chosen->format;
    cli_status status = output_list_begin(outputs, "clear", output_paths(&chosen->paths, true),
                                          format, &clear_formats, false);
    if (status == GO_ON)
        status = picture_options_check_outputs(&chosen->picture, outputs, "clear");
    if (status == GO_ON)
        status = output_list_open(outputs);
    return status == GO_ON ? output_list_spare(outputs, chosen->field) : status;
}

cli_status clear_path(const clear_question *question)
{
    const clear_settings *chosen = question->chosen;
    /* The search for one queue can stop early unless some solutions are left out afterwards. */
    const bool stops = question->queues->count == 1 && !chosen->minimal && !chosen->unique &&
                       chosen->spin == DF_CLEAR_NO_SPIN;
    clear_listing self = {.question = question};
    df_clear_catalog *catalog = NULL;
    output_list outputs = {0};
    cli_status status = path_open_outputs(question, &outputs);
    if (status == GO_ON)
        status = clear_find_catalog(question, stops ? chosen->limit : 0, &catalog);
    self.catalog = catalog;
    if (status == GO_ON)
        status = path_choose_items(&self);
    if (status == GO_ON && self.count == 0)
        status = message("no way to clear");
    if (status == GO_ON || status == STATUS_LIMIT) {
        const cli_status written = output_list_write(&outputs, &self);
        status = written == GO_ON ? status : written;
    }
    output_list_free(&outputs);
    df_clear_catalog_free(catalog);
    free(self.items);
    return status;
}
