/* The share of the queues that build a drawing, and the orders of pieces that do. */
#include <stdlib.h>
#include <string.h>

#include "clear_drawing.h"
#include "cli/base/json.h"
#include "cli/base/message.h"
#include "cli/base/utf8.h"

enum { COVER_NAME_SIZE = 1000, COVER_SOME = 1, COVER_NOT_ALL = 2 };

/* The answers for all drawings. */
typedef struct cover_table {
    const clear_question *question;
    uint8_t *built; /* for each queue COVER_SOME: some drawing; COVER_NOT_ALL: not every one */
    size_t drawings;
    df_text text; /* or, for --json: */
    json_writer json;
} cover_table;

static void cover_put_share(cover_table *self, const char *name, size_t count)
{
    char line[100];
    const size_t total = self->question->queues->count;
    snprintf(line, sizeof line, "%zu of %zu (%.4f %%) ", count, total,
             100.0 * (double)count / (double)total);
    df_text_put(&self->text, line);
    df_text_put(&self->text, name);
    df_text_put_char(&self->text, '\n');
}

static df_status cover_put_order(void *context, const uint16_t *pieces, size_t count)
{
    cover_table *self = context;
    char name[DF_CLEAR_SOLVER_MAX_DROPS + 1] = "";
    for (size_t i = 0; i < count; i++)
        name[i] = self->question->set->pieces[pieces[i]].name[0];
    if (self->question->chosen->json) {
        json_put_text(&self->json, NULL, name);
        return self->json.text.status;
    }
    df_text_put(&self->text, "  ");
    df_text_put(&self->text, name);
    df_text_put_char(&self->text, '\n');
    return self->text.status;
}

/* Puts the orders that build each of the tilings of a drawing. */
static df_status cover_put_orders(cover_table *self, const clear_drawing *drawing,
                                  const df_clear_catalog *catalog)
{
    df_status status = DF_OK;
    if (self->question->chosen->json)
        json_open_array(&self->json, "orders");
    for (size_t i = 0; i < catalog->count && status == DF_OK; i++)
        status = df_clear_solver_orders(drawing->question.solver, &catalog->items[i].solution,
                                        cover_put_order, self);
    if (self->question->chosen->json)
        json_close(&self->json);
    return status;
}

/* Remembers the queues that build a drawing, and those that do not. */
static void cover_mark_queues(cover_table *self, const df_clear_catalog *catalog)
{
    for (size_t q = 0; q < catalog->queues; q++) {
        bool is_built = false;
        for (size_t i = 0; i < catalog->count && !is_built; i++)
            is_built = (catalog->items[i].built[q / 64] >> q % 64 & 1) != 0;
        self->built[q] |= is_built ? COVER_SOME : COVER_NOT_ALL;
    }
    self->drawings++;
}

/* Puts the answer for a drawing. */
static int cover_put_drawing(cover_table *self, const clear_drawing *drawing, const char *name)
{
    const clear_settings *chosen = self->question->chosen;
    df_clear_catalog *catalog = NULL;
    const int status = clear_find_catalog(&drawing->question, 0, &catalog);
    if (status >= 0)
        return status;
    cover_mark_queues(self, catalog);
    if (chosen->json) {
        json_open_object(&self->json, NULL);
        json_put_text(&self->json, "drawing", name);
        json_put_number(&self->json, "queues", catalog->covered);
    } else {
        cover_put_share(self, name, catalog->covered);
    }
    const df_status put = chosen->orders ? cover_put_orders(self, drawing, catalog) : DF_OK;
    if (chosen->json)
        json_close(&self->json);
    df_clear_catalog_free(catalog);
    return message_status(put, NULL);
}

/* Puts the answers for the drawings of a file. */
static int cover_put_file(cover_table *self, const char *path)
{
    df_field **fields = NULL;
    size_t count = 0;
    int status = clear_drawing_read(path, &fields, &count);
    for (size_t i = 0; status < 0 && i < count; i++) {
        char name[COVER_NAME_SIZE];
        clear_drawing drawing;
        if (count > 1)
            snprintf(name, sizeof name, "%s, page %zu", input_name(path), i + 1);
        else
            snprintf(name, sizeof name, "%s", input_name(path));
        utf8_make_harmless(name);
        status = clear_drawing_create(&drawing, self->question, name, fields[i]);
        if (status >= 0)
            break;
        status = cover_put_drawing(self, &drawing, name);
        clear_drawing_free(&drawing);
    }
    clear_drawing_free_fields(fields, count);
    return status;
}

/* Counts the queues with a mark, or without it. */
static size_t cover_count(const cover_table *self, unsigned mark, bool wanted)
{
    size_t count = 0;
    for (size_t q = 0; q < self->question->queues->count; q++)
        count += ((self->built[q] & mark) != 0) == wanted ? 1 : 0;
    return count;
}

/* Puts the first queues that build none of the drawings. */
static void cover_put_failed(cover_table *self)
{
    const df_clear_pattern *queues = self->question->queues;
    uint64_t left = self->question->chosen->failed;
    for (size_t q = 0; q < queues->count && left > 0; q++) {
        char name[DF_CLEAR_PATTERN_MAX_LENGTH + 1];
        if ((self->built[q] & COVER_SOME) != 0)
            continue;
        left--;
        clear_queues_name(self->question, queues->codes[q], queues->length, name);
        if (self->question->chosen->json) {
            json_put_text(&self->json, NULL, name);
        } else {
            df_text_put(&self->text, name);
            df_text_put_char(&self->text, '\n');
        }
    }
}

/* Puts the sums of all drawings, and writes everything. */
static int cover_write(cover_table *self)
{
    const size_t any = cover_count(self, COVER_SOME, true);
    const size_t all = cover_count(self, COVER_NOT_ALL, false);
    if (!self->question->chosen->json) {
        if (self->drawings > 1) {
            cover_put_share(self, "any of them", any);
            cover_put_share(self, "all of them", all);
        }
        cover_put_failed(self);
        return clear_print(&self->text);
    }
    json_close(&self->json);
    json_put_number(&self->json, "any", any);
    json_put_number(&self->json, "all", all);
    json_put_number(&self->json, "total", self->question->queues->count);
    json_open_array(&self->json, "failed");
    cover_put_failed(self);
    json_close(&self->json);
    return json_print(&self->json);
}

int clear_cover(const clear_question *question)
{
    cover_table self = {.question = question};
    int status = -1;
    self.built = calloc(question->queues->count + 1, sizeof self.built[0]);
    if (self.built == NULL)
        return message("out of memory");
    if (question->chosen->json) {
        json_open_object(&self.json, NULL);
        json_open_array(&self.json, "drawings");
    }
    for (int i = 0; i < question->operand_count && status < 0; i++)
        status = cover_put_file(&self, question->operands[i]);
    if (status < 0)
        status = cover_write(&self);
    df_text_free(&self.text);
    df_text_free(&self.json.text);
    free(self.built);
    return status;
}
