/* Solutions as a contact sheet, with the number of queues that build each below it. */
#include <stdlib.h>

#include "clear_settings.h"
#include "cli/formats/sheet_file.h"

/* The colours are those of the pieces and then that of squares that were filled before. */
enum { SHEET_FILLED = DF_TETROMINOES, SHEET_COLORS };

/* Takes the colours of the squares of a board, and the pieces as parts. */
static void sheet_take_squares(const clear_question *question,
                               const df_clear_solution *solution, uint8_t *color,
                               uint16_t *part)
{
    const unsigned width = question->field->width;
    for (unsigned i = 0; i < width * question->rows; i++) {
        const int k = clear_find_drop(solution, i);
        const bool is_full = (question->field->row[i / width] >> i % width & 1) != 0;
        const unsigned shown = k >= 0 ? solution->drops[k].drop.piece : SHEET_FILLED;
        color[i] = (uint8_t)(k >= 0 || is_full ? 1 + shown : 0);
        part[i] = (uint16_t)(k + 1);
    }
}

/* Writes the label of a solution: its queues of all, or its number. */
static void sheet_name(const clear_listing *listing, size_t index, char *text, size_t size)
{
    const size_t queues = listing->question->queues->count;
    if (queues > 1)
        snprintf(text, size, "%zu/%zu", listing->items[index]->queues, queues);
    else
        snprintf(text, size, "%zu", index + 1);
}

/* Sets the options of a sheet. */
static df_sheet_options sheet_choose_options(const clear_question *question, size_t count,
                                             df_color colors[SHEET_COLORS])
{
    df_sheet_options options = df_sheet_defaults(count, question->field->width, question->rows);
    for (unsigned p = 0; p < DF_TETROMINOES; p++)
        colors[p] = sheet_piece_colors[p];
    colors[SHEET_FILLED] = (df_color){0x8c, 0x92, 0xa0};
    options.colors = colors;
    options.color_count = SHEET_COLORS;
    return options;
}

static df_status sheet_put(sheet_file *file, const clear_listing *listing, size_t index)
{
    uint8_t color[DF_CLEAR_SOLVER_MAX_SQUARES];
    uint16_t part[DF_CLEAR_SOLVER_MAX_SQUARES];
    char label[64];
    sheet_take_squares(listing->question, &listing->items[index]->solution, color, part);
    sheet_name(listing, index, label, sizeof label);
    const df_sheet_picture picture = {.width = listing->question->field->width,
                                      .height = listing->question->rows,
                                      .color = color,
                                      .part = part,
                                      .label = label};
    return sheet_file_put(file, &picture);
}

static df_status sheet_write(const clear_listing *listing, bool is_png, out_stream *out,
                             df_error *error)
{
    df_color colors[SHEET_COLORS];
    sheet_file file;
    const df_sheet_options options =
        sheet_choose_options(listing->question, listing->count, colors);
    df_status status = sheet_file_begin(&file, &options, is_png, out);
    if (status == DF_ERROR_LIMIT)
        (void)message_error(error, status,
                            "%zu solutions are too many for one sheet; take fewer with --limit",
                            listing->count);
    for (size_t i = 0; i < listing->count && status == DF_OK; i++)
        status = sheet_put(&file, listing, i);
    return sheet_file_end(&file, status, error);
}

static df_status sheet_write_png(const void *content, out_stream *out, df_error *error)
{
    return sheet_write(content, true, out, error);
}

static df_status sheet_write_svg(const void *content, out_stream *out, df_error *error)
{
    return sheet_write(content, false, out, error);
}

const output_format clear_format_png = {
    .name = "png",
    .summary = "an image of all solutions, with the queues that build each",
    .extensions = {".png"},
    .is_binary = true,
    .write = sheet_write_png,
};

const output_format clear_format_svg = {
    .name = "svg",
    .summary = "the same as scalable graphics",
    .extensions = {".svg"},
    .write = sheet_write_svg,
};
