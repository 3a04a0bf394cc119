/* Solutions as a fumen. */
#include <stdlib.h>

#include "clear_settings.h"
#include "dropforge/plan.h"

enum { MAX_PAGES = 1 << 16 };

int clear_find_drop(const df_clear_solution *solution, unsigned square)
{
    for (size_t k = 0; k < solution->count; k++) {
        if ((solution->squares[k] >> square & 1) != 0)
            return (int)k;
    }
    return -1;
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
            const int k = clear_find_drop(solution, s);
            const unsigned y = s / DF_FUMEN_WIDTH, x = s % DF_FUMEN_WIDTH;
            const bool is_full = (question->field->row[y] >> x & 1) != 0;
            pages[i].square[y][x] =
                (uint8_t)(k >= 0 ? df_fumen_piece(
                                       &question->set->pieces[solution->drops[k].drop.piece])
                          : is_full ? DF_FUMEN_GRAY
                                    : DF_FUMEN_EMPTY);
        }
    }
    const df_status status = df_fumen_write(text, pages, count);
    free(pages);
    return status;
}

static df_status fumen_write_pages(const void *content, out_stream *out, df_error *error)
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

const output_format clear_format_fumen = {
    .name = "fumen",
    .summary = "a fumen, version 115, a page for each solution",
    .extensions = {".fumen"},
    .write = fumen_write_pages,
};
