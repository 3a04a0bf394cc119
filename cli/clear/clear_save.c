/* The pieces that can be kept after the clear, and the share of the queues that keep them. */
#include <stdio.h>
#include <stdlib.h>

#include "clear_settings.h"
#include "cli/base/message.h"

/* The answer, as text or as JSON. */
typedef struct save_table {
    const clear_question *question;
    const df_clear_catalog *catalog;
    df_clear_queues queues;
    df_text text;
    json_writer json;
} save_table;

static void save_put(save_table *self, const char *name, size_t count)
{
    if (self->question->chosen->json) {
        json_open_object(&self->json, NULL);
        json_put_text(&self->json, "pieces", name);
        json_put_number(&self->json, "queues", count);
        json_close(&self->json);
        return;
    }
    df_text_format(&self->text, "%s ", name);
    clear_put_share(&self->text, count, self->queues.count);
    df_text_put_char(&self->text, '\n');
}

/* Writes the letters of kept pieces, '-' for none. */
static void save_name(const save_table *self, const df_clear_kept *kept,
                      char text[DF_CLEAR_PATTERN_MAX_LENGTH + 1])
{
    const df_piece_set *set = self->question->set;
    size_t length = 0;
    for (size_t p = 0; p < set->count; p++) {
        for (unsigned i = 0; i < kept->counts[p]; i++)
            text[length++] = set->pieces[p].name[0];
    }
    if (length == 0)
        text[length++] = '-';
    text[length] = '\0';
}

/* Puts all combinations of pieces that can be kept. */
static cli_status save_put_all(save_table *self)
{
    df_clear_kept *kept = NULL;
    size_t count = 0;
    const df_status status =
        df_clear_catalog_list_kept(self->catalog, &self->queues, &kept, &count);
    for (size_t i = 0; i < count; i++) {
        char name[DF_CLEAR_PATTERN_MAX_LENGTH + 1];
        save_name(self, &kept[i], name);
        save_put(self, name, kept[i].queues);
    }
    free(kept);
    return message_status(status, NULL);
}

static cli_status save_put_expression(save_table *self, const char *expression)
{
    df_error error = {0};
    bool *saves = calloc(self->queues.count + 1, sizeof saves[0]);
    if (saves == NULL)
        return message("out of memory");
    const df_status status = df_clear_catalog_save(
        self->catalog, &self->queues, self->question->set, expression, saves, &error);
    const size_t count = clear_count(saves, self->queues.count);
    free(saves);
    if (status == DF_ERROR_INPUT)
        return message_usage("clear", "the expression '%s' is wrong at character %zu: %s",
                             expression, error.column, error.text);
    if (status == DF_OK)
        save_put(self, expression, count);
    return message_status(status, &error);
}

static cli_status save_put_catalog(save_table *self)
{
    const clear_question *question = self->question;
    cli_status status = GO_ON;
    if (question->chosen->json) {
        json_open_object(&self->json, NULL);
        json_put_number(&self->json, "clear", self->catalog->covered);
        json_put_number(&self->json, "total", self->queues.count);
        json_open_array(&self->json, "kept");
    }
    if (question->operand_count == 0)
        status = save_put_all(self);
    for (int i = 0; i < question->operand_count && status == GO_ON; i++)
        status = save_put_expression(self, question->operands[i]);
    if (status == GO_ON && question->chosen->json)
        status = json_print(&self->json);
    else if (status == GO_ON)
        status = text_end(&self->text);
    df_text_free(&self->text);
    df_text_free(&self->json.text);
    return status;
}

cli_status clear_save(const clear_question *question)
{
    df_clear_catalog *catalog = NULL;
    const df_clear_pattern *queues = question->queues;
    if (queues->length > DF_CLEAR_KEPT_MAX_LENGTH)
        return message("these queues have %zu pieces; take at most %d", queues->length,
                       DF_CLEAR_KEPT_MAX_LENGTH);
    uint16_t *pieces = clear_queues_unpack_all(question);
    if (pieces == NULL)
        return STATUS_FAILED;
    cli_status status = clear_find_catalog(question, 0, &catalog);
    const size_t drops = question->drops;
    if (status == GO_ON && queues->length > drops + 1)
        (void)message("all %zu pieces of a queue count: what its %zu drops leave is kept",
                      queues->length, drops);
    if (status == GO_ON) {
        save_table self = {
            .question = question,
            .catalog = catalog,
            .queues = {.pieces = pieces, .count = queues->count, .length = queues->length}};
        status = save_put_catalog(&self);
    }
    df_clear_catalog_free(catalog);
    free(pieces);
    return status;
}
