/* The share of the queues that put the pieces of drawings and fumens into their places, and the
 * orders of pieces that do. */
#include <stdlib.h>
#include <string.h>

#include "clear_settings.h"
#include "cli/base/array.h"
#include "cli/base/message.h"
#include "cli/base/progress.h"
#include "cli/base/utf8.h"
#include "cli/piece/field_file.h"

enum { COVER_NAME_SIZE = 1000, COVER_PIECE = 4 };

/* The pieces of one drawing, or of one fumen with a piece on its pages. */
typedef struct cover_item {
    df_field *start;
    uint8_t *pieces; /* for each square, of a drawing; or NULL */
    df_drop *drops;  /* or NULL */
    size_t count;    /* of the pieces */
    char name[COVER_NAME_SIZE];
} cover_item;

/* The answers for all drawings. */
typedef struct cover_table {
    const clear_question *question;
    const char *path; /* that is read */
    cover_item *items;
    size_t count, capacity;
    bool *builds;  /* for each queue: the drawing that is asked about, */
    bool *some;    /* some drawing, */
    bool *not_all; /* or not every one */
    size_t drawings;
    df_text text; /* or, for --json: */
    json_writer json;
} cover_table;

static void cover_put_share(cover_table *self, const char *name, size_t count)
{
    clear_put_share(&self->text, count, self->question->queues->count);
    df_text_format(&self->text, " %s\n", name);
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
    df_text_format(&self->text, "  %s\n", name);
    return self->text.status;
}

static void cover_free_items(cover_table *self)
{
    for (size_t i = 0; i < self->count; i++) {
        df_field_free(self->items[i].start);
        free(self->items[i].pieces);
        free(self->items[i].drops);
    }
    free(self->items);
}

static cli_status cover_add_item(cover_table *self, const df_field *like, unsigned height,
                                 size_t number, size_t page, cover_item **made)
{
    const char *name = input_name(self->path);
    if (ARRAY_RESERVE(self->items, self->capacity, self->count, 1) != DF_OK)
        return message("out of memory");
    cover_item *item = &self->items[self->count];
    *item = (cover_item){.start = NULL};
    char which[64] = "";
    if (number > 0)
        snprintf(which, sizeof which, ", fumen %zu", number);
    if (page > 0)
        snprintf(which + strlen(which), sizeof which - strlen(which), ", page %zu", page);
    snprintf(item->name, sizeof item->name, "%.*s%s", COVER_NAME_SIZE - 100, name, which);
    utf8_make_harmless(item->name);
    if (df_field_create(&item->start, like->width, height) != DF_OK)
        return message("out of memory");
    self->count++;
    *made = item;
    return GO_ON;
}

/* Adds a drawing: squares with the letters of pieces are to be filled by these. */
static cli_status cover_add_drawing(cover_table *self, const df_field *field, size_t number,
                                    size_t page)
{
    cover_item *item = NULL;
    const size_t squares = (size_t)field->width * field->height;
    const cli_status status = cover_add_item(self, field, field->height, number, page, &item);
    if (status != GO_ON)
        return status;
    if (field->height > DF_CLEAR_BUILD_MAX_ROWS)
        return message("%s: the drawing has %u rows; draw at most %d", item->name,
                       (unsigned)field->height, DF_CLEAR_BUILD_MAX_ROWS);
    item->pieces = malloc(squares);
    if (item->pieces == NULL)
        return message("out of memory");
    for (unsigned i = 0; i < squares; i++) {
        const unsigned x = i % field->width, y = i / field->width;
        const unsigned square = df_field_square(field, x, y);
        const bool is_piece = square > 0 && square < FIELD_FILE_OTHER;
        item->pieces[i] = (uint8_t)(is_piece ? square - 1 : DF_TETROMINOES);
        item->count += is_piece ? 1 : 0;
        if (!is_piece && square > 0)
            df_field_set(item->start, x, y, square);
    }
    item->count /= COVER_PIECE;
    return item->count > 0
               ? GO_ON
               : message("%s: no square is to be filled; draw them with the letters "
                         "of pieces, or put a piece on each page of a fumen",
                         item->name);
}

/* Adds a fumen with a piece on its pages: its first page has the starting field. */
static cli_status cover_add_build(cover_table *self, const field_pages *pages, size_t number)
{
    const df_field *first = pages->items[0].field;
    cover_item *item = NULL;
    cli_status status = cover_add_item(self, first, DF_CLEAR_BUILD_MAX_ROWS, number, 0, &item);
    if (status != GO_ON)
        return status;
    for (unsigned i = 0; i < (unsigned)first->width * first->height; i++) {
        const unsigned x = i % first->width, y = i / first->width;
        df_field_set(item->start, x, y,
                     df_field_square(first, x, y) > 0 ? FIELD_FILE_OTHER : 0);
    }
    item->drops = calloc(pages->count, sizeof item->drops[0]);
    if (item->drops == NULL)
        return message("out of memory");
    for (size_t i = 0; i < pages->count; i++) {
        const df_fumen_page *page = &pages->items[i].shown;
        if (page->piece != DF_FUMEN_EMPTY &&
            df_fumen_find_drop(&item->drops[item->count++], self->question->set, page) != DF_OK)
            return message("out of memory");
    }
    return GO_ON;
}

/* Adds the drawings of a file; a field_pages_visit. */
static cli_status cover_add_pages(void *context, const field_pages *pages, size_t number)
{
    cover_table *self = context;
    if (pages->is_build)
        return cover_add_build(self, pages, number);
    cli_status status = GO_ON;
    for (size_t i = 0; i < pages->count && status == GO_ON; i++)
        status = cover_add_drawing(self, pages->items[i].field, number,
                                   pages->count > 1 ? i + 1 : 0);
    return status;
}

/* Remembers the queues that build a drawing, and those that do not. Returns their number. */
static size_t cover_mark_queues(cover_table *self)
{
    const size_t count = self->question->queues->count;
    for (size_t q = 0; q < count; q++) {
        self->some[q] |= self->builds[q];
        self->not_all[q] |= !self->builds[q];
    }
    self->drawings++;
    return clear_count(self->builds, count);
}

/* Asks about one item; `orders` are put if they are asked for. */
static cli_status cover_ask(cover_table *self, const cover_item *item, const uint16_t *pieces)
{
    const clear_question *question = self->question;
    const df_clear_queues queues = {.pieces = pieces,
                                    .count = question->queues->count,
                                    .length = question->queues->length,
                                    .hold = !question->chosen->no_hold,
                                    .spins = (df_clear_spins)question->chosen->spin};
    const df_clear_build build = {.board = {.set = question->set,
                                            .field = item->start,
                                            .rules = question->rules,
                                            .memory = question->chosen->memory},
                                  .drops = item->drops,
                                  .count = item->drops != NULL ? item->count : 0,
                                  .pieces = item->pieces};
    df_error error = {0};
    progress_begin("finding places");
    const df_status status =
        df_clear_build_ask(&build, &queues, self->builds,
                           question->chosen->orders ? cover_put_order : NULL, self, &error);
    progress_end();
    if (status == DF_ERROR_INPUT && error.line > 0)
        return message("%s: piece %zu: %s", item->name, error.line, error.text);
    if (status == DF_ERROR_LIMIT && error.text[0] != '\0')
        return message("%s: %s", item->name, error.text);
    return message_status(status, &error);
}

/* Puts the answer for an item. The orders come from the search, so that its text is kept back
 * behind the share. */
static cli_status cover_put_item(cover_table *self, const cover_item *item,
                                 const uint16_t *pieces)
{
    const bool json = self->question->chosen->json;
    df_text before = self->text;
    json_writer writer = self->json;
    self->text = (df_text){0};
    self->json = (json_writer){0};
    if (json)
        json_open_array(&self->json, NULL);
    const cli_status status = cover_ask(self, item, pieces);
    if (json)
        json_close(&self->json);
    df_text orders = json ? self->json.text : self->text;
    self->text = before;
    self->json = writer;
    if (status == GO_ON) {
        const size_t count = cover_mark_queues(self);
        if (json) {
            json_open_object(&self->json, NULL);
            json_put_text(&self->json, "drawing", item->name);
            json_put_number(&self->json, "queues", count);
            if (self->question->chosen->orders)
                json_put_raw(&self->json, "orders", orders.bytes);
            json_close(&self->json);
        } else {
            cover_put_share(self, item->name, count);
            df_text_put_bytes(&self->text, orders.bytes, orders.length);
        }
    }
    const df_status made = orders.status;
    df_text_free(&orders);
    return status == GO_ON ? message_status(made, NULL) : status;
}

/* Reads all drawings, and the queues as far as they matter. */
static cli_status cover_read(cover_table *self)
{
    const clear_question *question = self->question;
    cli_status status = GO_ON;
    size_t drops = 0;
    for (int i = 0; i < question->operand_count && status == GO_ON; i++) {
        self->path = question->operands[i];
        status = field_file_visit(self->path, cover_add_pages, self);
    }
    for (size_t i = 0; i < self->count; i++)
        drops = self->items[i].count > drops ? self->items[i].count : drops;
    return status == GO_ON ? clear_queues_cut(question, drops) : status;
}

/* Puts the sums of all drawings, and writes everything. */
static cli_status cover_write(cover_table *self)
{
    const size_t queues = self->question->queues->count;
    const size_t any = clear_count(self->some, queues);
    const size_t all = queues - clear_count(self->not_all, queues);
    if (!self->question->chosen->json) {
        if (self->drawings > 1) {
            cover_put_share(self, "any of them", any);
            cover_put_share(self, "all of them", all);
        }
        clear_put_failed(self->question, self->some, &self->text, NULL);
        return text_end(&self->text);
    }
    json_close(&self->json);
    json_put_number(&self->json, "any", any);
    json_put_number(&self->json, "all", all);
    json_put_number(&self->json, "total", queues);
    json_open_array(&self->json, "failed");
    clear_put_failed(self->question, self->some, NULL, &self->json);
    json_close(&self->json);
    return json_print(&self->json);
}

cli_status clear_cover(const clear_question *question)
{
    cover_table self = {.question = question};
    uint16_t *pieces = NULL;
    cli_status status = cover_read(&self);
    if (status == GO_ON) {
        pieces = clear_queues_unpack_all(question);
        status = pieces != NULL ? GO_ON : STATUS_FAILED;
    }
    if (status == GO_ON) {
        self.builds = calloc(3 * question->queues->count + 1, sizeof self.builds[0]);
        status = self.builds != NULL ? GO_ON : message("out of memory");
    }
    if (status == GO_ON) {
        self.some = self.builds + question->queues->count;
        self.not_all = self.some + question->queues->count;
    }
    if (status == GO_ON && question->chosen->json) {
        json_open_object(&self.json, NULL);
        json_open_array(&self.json, "drawings");
    }
    for (size_t i = 0; i < self.count && status == GO_ON; i++)
        status = cover_put_item(&self, &self.items[i], pieces);
    if (status == GO_ON)
        status = cover_write(&self);
    df_text_free(&self.text);
    df_text_free(&self.json.text);
    cover_free_items(&self);
    free(pieces);
    free(self.builds);
    return status;
}
