/* Solutions as lines of drops, as JSON and as a fumen. */
#include <stdio.h>
#include <stdlib.h>

#include "clear_settings.h"
#include "cli/base/json.h"
#include "cli/piece/drop_text.h"
#include "dropforge/fumen.h"

enum { MAX_PAGES = 1 << 16 };

static df_status formats_write_text(const void *content, out_stream *out, df_error *error)
{
    const clear_listing *listing = content;
    (void)error;
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < listing->count; i++) {
        const df_clear_solution *solution = &listing->items[i]->solution;
        df_text line = {0};
        if (listing->question->queues->count > 1) {
            char queues[32];
            snprintf(queues, sizeof queues, "%zu\t", listing->items[i]->queues);
            df_text_put(&line, queues);
        }
        for (size_t k = 0; k < solution->count; k++) {
            char drop[DROP_TEXT_SIZE];
            drop_text_describe(drop, listing->question->set, &solution->drops[k].drop,
                               solution->drops[k].hold);
            df_text_put(&line, k > 0 ? ", " : "");
            df_text_put(&line, drop);
        }
        df_text_put_char(&line, '\n');
        status = out_text(out, &line);
    }
    return status;
}

/* Returns the piece that covers a square of the board; its number in the solution, or -1. */
static int formats_find_drop(const df_clear_solution *solution, unsigned square)
{
    for (size_t k = 0; k < solution->count; k++) {
        if ((solution->squares[k] >> square & 1) != 0)
            return (int)k;
    }
    return -1;
}

/* Puts the board with the name of the piece on each square, '#' where it was filled before. */
static void formats_put_board(json_writer *json, const clear_listing *listing,
                              const df_clear_solution *solution)
{
    const unsigned width = listing->question->field->width;
    json_open_array(json, "board");
    for (unsigned y = listing->question->rows; y-- > 0;) {
        char line[DF_CLEAR_SOLVER_MAX_SQUARES + 1] = "";
        for (unsigned x = 0; x < width; x++) {
            const int k = formats_find_drop(solution, width * y + x);
            line[x] =
                k < 0 ? '#'
                      : listing->question->set->pieces[solution->drops[k].drop.piece].name[0];
        }
        json_put_text(json, NULL, line);
    }
    json_close(json);
}

static df_status formats_write_json(const void *content, out_stream *out, df_error *error)
{
    const clear_listing *listing = content;
    (void)error;
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < listing->count; i++) {
        const df_clear_solution *solution = &listing->items[i]->solution;
        json_writer json = {.is_compact = true};
        json_open_object(&json, NULL);
        drop_text_put_json(&json, "drops", listing->question->set, solution->drops,
                           solution->count);
        formats_put_board(&json, listing, solution);
        json_put_number(&json, "queues", listing->items[i]->queues);
        json_put_number(&json, "ways", solution->ways);
        json_put_bool(&json, "unique", listing->items[i]->is_unique);
        json_close(&json);
        df_text_put_char(&json.text, '\n');
        status = out_text(out, &json.text);
        df_text_free(&json.text);
    }
    return status;
}

df_status clear_check_fumen(const clear_question *question, df_error *error)
{
    return question->field->width == DF_FUMEN_WIDTH
               ? DF_OK
               : message_error(error, DF_ERROR_LIMIT,
                               "a fumen has 10 columns; write another format");
}

df_status clear_put_fumen(df_text *text, const clear_question *question,
                          const df_clear_catalog_item *const *items, size_t count)
{
    df_fumen_page *pages = calloc(count, sizeof pages[0]);
    if (pages == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const df_clear_solution *solution = &items[i]->solution;
        for (unsigned s = 0; s < question->rows * DF_FUMEN_WIDTH; s++) {
            const int k = formats_find_drop(solution, s);
            pages[i].square[s / DF_FUMEN_WIDTH][s % DF_FUMEN_WIDTH] =
                (uint8_t)(k < 0 ? DF_FUMEN_GRAY
                                : df_fumen_piece(
                                      &question->set->pieces[solution->drops[k].drop.piece]));
        }
    }
    const df_status status = df_fumen_write(text, pages, count);
    free(pages);
    return status;
}

static df_status formats_write_fumen(const void *content, out_stream *out, df_error *error)
{
    const clear_listing *listing = content;
    df_text text = {0};
    df_status status = clear_check_fumen(listing->question, error);
    if (status == DF_OK && listing->count > MAX_PAGES)
        status = message_error(error, DF_ERROR_LIMIT,
                               "%zu solutions are too many for one fumen; take fewer with "
                               "--limit",
                               listing->count);
    if (status == DF_OK)
        status = clear_put_fumen(&text, listing->question, listing->items, listing->count);
    if (status == DF_OK) {
        df_text_put_char(&text, '\n');
        status = out_text(out, &text);
    }
    df_text_free(&text);
    return status;
}

static const output_format clear_format_text = {
    .name = "txt",
    .summary = "a line of drops for each solution, as the queue allows",
    .extensions = {".txt"},
    .write = formats_write_text,
};

static const output_format clear_format_json = {
    .name = "json",
    .summary = "one JSON object on each line: drops, board, queues, ways",
    .extensions = {".jsonl"},
    .write = formats_write_json,
};

static const output_format clear_format_fumen = {
    .name = "fumen",
    .summary = "a fumen, version 115, a page for each solution",
    .extensions = {".fumen"},
    .write = formats_write_fumen,
};

static const output_format *const clear_format_items[] = {
    &clear_format_text, &clear_format_json, &clear_format_csv, &clear_format_fumen};

const format_table clear_formats = {clear_format_items,
                                    sizeof clear_format_items / sizeof clear_format_items[0]};
