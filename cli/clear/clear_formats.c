/* Solutions as lines of drops and as JSON. */
#include <stdio.h>
#include <stdlib.h>

#include "clear_settings.h"
#include "cli/base/json.h"
#include "cli/piece/drop_text.h"

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
            if (listing->question->chosen->spin != DF_CLEAR_NO_SPIN &&
                listing->items[i]->spin == k)
                df_text_put(&line, " spin");
        }
        df_text_put_char(&line, '\n');
        status = out_text(out, &line);
    }
    return status;
}

/* Puts the board with the name of the piece on each square, '#' where it was filled before, '.'
 * where it stays empty. */
static void formats_put_board(json_writer *json, const clear_listing *listing,
                              const df_clear_solution *solution)
{
    const unsigned width = listing->question->field->width;
    json_open_array(json, "board");
    for (unsigned y = listing->question->rows; y-- > 0;) {
        char line[DF_CLEAR_SOLVER_MAX_SQUARES + 1] = "";
        for (unsigned x = 0; x < width; x++) {
            const int k = clear_find_drop(solution, width * y + x);
            const bool is_full = (listing->question->field->row[y] >> x & 1) != 0;
            line[x] =
                k >= 0 ? listing->question->set->pieces[solution->drops[k].drop.piece].name[0]
                : is_full ? '#'
                          : '.';
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
        if (listing->question->chosen->spin != DF_CLEAR_NO_SPIN)
            json_put_number(&json, "spin", listing->items[i]->spin);
        json_close(&json);
        df_text_put_char(&json.text, '\n');
        status = out_text(out, &json.text);
        df_text_free(&json.text);
    }
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

static const output_format *const clear_format_items[] = {
    &clear_format_text, &clear_format_json, &clear_format_csv, &clear_format_fumen,
    &clear_format_png,  &clear_format_svg,  &clear_format_gif, &clear_format_drops};

const format_table clear_formats = {clear_format_items,
                                    sizeof clear_format_items / sizeof clear_format_items[0]};
