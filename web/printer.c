/* The printer for a web page: pixels become a picture, a picture becomes a plan, a plan becomes
 * a drop list, and back. One page holds one picture and one plan at a time.
 *
 * Each call answers with a df_status. printer_answer() is then JSON with the result, or, after
 * an error, what is wrong and what to do, in words. */
#include "printer.h"

#include <stdlib.h>
#include <string.h>

#include "dropforge/drops.h"
#include "dropforge/pixels.h"
#include "dropforge/print.h"

/* Of the page: told how far planning has come. Returns 0 to stop it. */
__attribute__((import_module("page"), import_name("progress"))) int
page_progress(double nodes, double expected, double drops);

enum { NO_COLOR = -1, NO_THRESHOLD = 256 };

static struct {
    df_piece_set *set;
    df_picture *picture;
    df_plan *plan;
    df_text answer;
} page;

const df_plan *printer_shown_plan(void)
{
    return page.plan;
}

df_text *printer_begin_answer(void)
{
    df_text_free(&page.answer);
    return &page.answer;
}

df_status printer_end_answer(df_status status, const df_mishap *mishap)
{
    if (status == DF_OK)
        status = page.answer.status;
    if (status == DF_OK)
        return DF_OK;
    const bool is_told = mishap != NULL && mishap->text[0] != '\0';
    df_text_free(&page.answer);
    if (is_told && mishap->line != 0 && mishap->column != 0) {
        df_text_put(&page.answer, "row ");
        df_text_put_number(&page.answer, mishap->line);
        df_text_put(&page.answer, ", column ");
        df_text_put_number(&page.answer, mishap->column);
        df_text_put(&page.answer, ": ");
    }
    df_text_put(&page.answer, is_told ? mishap->text : df_status_name(status));
    return status;
}

/* The first member of an object has no comma before it. */
static void put_name(const char *name)
{
    df_text *answer = &page.answer;
    df_text_put(answer, answer->length == 0 ? "{\"" : ",\"");
    df_text_put(answer, name);
    df_text_put(answer, "\":");
}

static void put_number(const char *name, uint64_t number)
{
    put_name(name);
    df_text_put_number(&page.answer, number);
}

/* Of letters alone, so that nothing needs an escape. */
static void put_word(const char *name, const char *word)
{
    put_name(name);
    df_text_put_char(&page.answer, '"');
    df_text_put(&page.answer, word);
    df_text_put_char(&page.answer, '"');
}

static void put_end(void)
{
    df_text_put_char(&page.answer, '}');
}

/* Makes the tetrominoes, once. */
static df_status need_pieces(void)
{
    return page.set != NULL ? DF_OK : df_piece_set_tetrominoes(&page.set);
}

static void set_plan(df_plan *plan)
{
    df_plan_free(page.plan);
    page.plan = plan;
}

WASM_EXPORT(printer_answer) const char *printer_answer(void)
{
    return page.answer.bytes;
}

WASM_EXPORT(printer_answer_length) size_t printer_answer_length(void)
{
    return page.answer.length;
}

typedef struct preparation {
    int transparent; /* 0xrrggbb or NO_COLOR */
    unsigned fit_width;
    unsigned fit_height;
    unsigned threshold; /* NO_THRESHOLD: none */
    unsigned colors;    /* 0: as many as there are */
    df_dither dither;
} preparation;

static df_status reduce_colors(uint8_t *rgba, size_t width, size_t height,
                               const preparation *wanted)
{
    df_palette palette;
    const df_status status = df_palette_find(&palette, rgba, width * height, wanted->colors);
    if (status != DF_OK)
        return status;
    return df_pixels_recolor(rgba, width, height, &palette, wanted->dither);
}

/* In the order of the program: the transparent colour, size, alpha, colours. */
static df_status prepare(uint8_t *rgba, size_t *width, size_t *height,
                         const preparation *wanted)
{
    df_status status = DF_OK;
    if (wanted->transparent != NO_COLOR) {
        const unsigned color = (unsigned)wanted->transparent;
        df_pixels_clear_color(
            rgba, *width * *height,
            (df_color){(uint8_t)(color >> 16), (uint8_t)(color >> 8), (uint8_t)color});
    }
    if (wanted->fit_width != 0) {
        df_pixels_trim(rgba, width, height);
        status = df_pixels_fit(rgba, width, height, wanted->fit_width, wanted->fit_height);
    }
    if (status == DF_OK && wanted->threshold < NO_THRESHOLD)
        df_pixels_harden(rgba, *width * *height, wanted->threshold);
    if (status == DF_OK && wanted->colors != 0)
        status = reduce_colors(rgba, *width, *height, wanted);
    return status;
}

static void tell_picture(const df_picture *picture)
{
    put_number("width", picture->width);
    put_number("height", picture->height);
    put_name("colors");
    df_text_put_char(&page.answer, '[');
    for (unsigned i = 0; i < picture->color_count; i++) {
        const df_color color = picture->colors[i];
        df_text_put(&page.answer, i > 0 ? ",\"#" : "\"#");
        df_text_put_hex6(&page.answer,
                         (uint32_t)color.red << 16 | (uint32_t)color.green << 8 | color.blue);
        df_text_put_char(&page.answer, '"');
    }
    df_text_put_char(&page.answer, ']');
    put_end();
}

/* Prepares RGBA pixels in place and makes a picture of them: its width, height and colors;
 * printer_cells() has its squares. */
WASM_EXPORT(printer_take_pixels)
df_status printer_take_pixels(uint8_t *rgba, size_t width, size_t height, int transparent,
                              unsigned fit_width, unsigned fit_height, unsigned threshold,
                              unsigned colors, unsigned dither)
{
    const preparation wanted = {.transparent = transparent,
                                .fit_width = fit_width,
                                .fit_height = fit_height,
                                .threshold = threshold,
                                .colors = colors,
                                .dither = (df_dither)dither};
    df_mishap mishap = {0};
    df_picture *picture = NULL;
    printer_begin_answer();
    df_status status = prepare(rgba, &width, &height, &wanted);
    if (status == DF_OK)
        status = df_picture_from_rgba(&picture, rgba, width, height, &mishap);
    if (status == DF_OK) {
        df_picture_free(page.picture);
        page.picture = picture;
        tell_picture(picture);
    }
    return printer_end_answer(status, &mishap);
}

/* The squares of the picture, as in df_picture. */
WASM_EXPORT(printer_cells) const uint8_t *printer_cells(void)
{
    return page.picture != NULL ? page.picture->cell : NULL;
}

static bool watch(void *unused, const df_print_progress *come)
{
    (void)unused;
    return page_progress((double)come->nodes, (double)come->expected, (double)come->drops) != 0;
}

/* The same of printer_plan and printer_bound. `pieces` is empty for the method's choice. */
static df_print_options options_of(unsigned width, const char *pieces, unsigned anchors)
{
    return (df_print_options){
        .width = width, .pieces = pieces[0] != '\0' ? pieces : NULL, .anchors = anchors != 0};
}

static void tell_report(const df_print_report *report)
{
    put_number("drops", report->drops);
    put_number("passes", report->passes);
    put_number("platforms", report->platforms);
    put_number("rows_cleared", report->rows_cleared);
    put_number("max_height", report->max_height);
    put_number("width", report->width);
    put_number("height", report->height);
    put_number("nodes", report->nodes);
    put_word("pieces", report->pieces);
    put_end();
}

/* Plans the picture by method number `method`: a df_print_report. */
WASM_EXPORT(printer_plan)
df_status printer_plan(unsigned method, unsigned effort, unsigned width, const char *pieces,
                       unsigned seed, unsigned anchors)
{
    df_mishap mishap = {0};
    df_plan *plan = NULL;
    df_print_report report = {0};
    df_print_options options = options_of(width, pieces, anchors);
    const df_print_method_info *info = df_print_method(method);
    options.method = info != NULL ? info->name : "";
    options.effort = effort;
    options.seed = seed;
    options.watch = watch;
    printer_begin_answer();
    df_status status = page.picture != NULL ? need_pieces() : DF_ERROR_ARGUMENT;
    if (status == DF_OK)
        status = df_print(&plan, page.picture, page.set, &options, &report, &mishap);
    if (status == DF_OK) {
        set_plan(plan);
        tell_report(&report);
    }
    return printer_end_answer(status, &mishap);
}

/* What every plan for the picture costs at least: its drops. */
WASM_EXPORT(printer_bound)
df_status printer_bound(unsigned width, const char *pieces, unsigned anchors)
{
    df_mishap mishap = {0};
    df_print_bound_report bound = {0};
    const df_print_options options = options_of(width, pieces, anchors);
    printer_begin_answer();
    df_status status = page.picture != NULL ? need_pieces() : DF_ERROR_ARGUMENT;
    if (status == DF_OK)
        status = df_print_bound(page.picture, page.set, &options, &bound, &mishap);
    if (status == DF_OK) {
        put_number("drops", bound.drops);
        put_end();
    }
    return printer_end_answer(status, &mishap);
}

/* All methods, the default first: their names and what they do. */
WASM_EXPORT(printer_methods) df_status printer_methods(void)
{
    df_text *answer = printer_begin_answer();
    const df_print_method_info *method;
    for (size_t i = 0; (method = df_print_method(i)) != NULL; i++) {
        df_text_put(answer, i == 0 ? "[[\"" : ",[\"");
        df_text_put(answer, method->name);
        df_text_put(answer, "\",\"");
        df_text_put(answer, method->summary);
        df_text_put(answer, "\"]");
    }
    df_text_put_char(answer, ']');
    return printer_end_answer(DF_OK, NULL);
}

/* The plan as a drop list; not JSON. */
WASM_EXPORT(printer_write_plan) df_status printer_write_plan(void)
{
    df_text *answer = printer_begin_answer();
    const df_status status =
        page.plan != NULL ? df_drops_write(answer, page.plan) : DF_ERROR_ARGUMENT;
    return printer_end_answer(status, NULL);
}

/* Reads a drop list. */
WASM_EXPORT(printer_read_plan) df_status printer_read_plan(const char *text, size_t length)
{
    df_mishap mishap = {0};
    df_plan *plan = NULL;
    printer_begin_answer();
    df_status status = need_pieces();
    if (status == DF_OK)
        status = df_drops_read(&plan, page.set, text, length, &mishap);
    if (status == DF_OK)
        set_plan(plan);
    return printer_end_answer(status, &mishap);
}
