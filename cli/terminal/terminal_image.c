#include "terminal_image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats/png_write.h"
#include "terminal.h"
#include "terminal_text.h"

enum {
    BAND = 6,            /* pixel rows of a line of sixels */
    MAX_PIXELS = 1200,   /* across and up, so that each frame is sent in time */
    CHUNK = 3 * 1024,    /* bytes of a PNG in one message to kitty, */
    CHUNK_LETTERS = 4096 /* and what they are in letters */
};

/* Returns the number after `mark` in an answer, or 0; *after is what follows. */
static unsigned terminal_image_number(const char *at, const char **after)
{
    char *end;
    const unsigned long number = strtoul(at, &end, 10);
    *after = end;
    return number < 1000 ? (unsigned)number : 0;
}

/* True if the attributes `\033[?62;4;…c` have the 4 of sixels. */
static bool terminal_image_has_sixels(const char *answer)
{
    const char *at = strstr(answer, "\033[?");
    if (at == NULL)
        return false;
    at += 3;
    bool is_first = true; /* the class of the terminal */
    while (*at != 'c' && *at != '\0') {
        const unsigned number = terminal_image_number(at, &at);
        if (number == 4 && !is_first)
            return true;
        is_first = false;
        at += *at == ';';
        if ((*at < '0' || *at > '9') && *at != 'c')
            return false;
    }
    return false;
}

terminal_ability terminal_image_ask(graphics_choice choice)
{
    /* A picture of one pixel for kitty, which is not shown; the size of a character; and last
     * the attributes, for which every terminal has an answer. */
    static const char questions[] = "\033_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\033\\\033[16t\033[c";
    terminal_ability found = {.graphics = GRAPHICS_TEXT, .cell_width = 10, .cell_height = 20};
    char answer[512];
    if (choice == GRAPHICS_TEXT || (choice == GRAPHICS_AUTO && !terminal_has_colors()))
        return found;
    const bool is_heard = terminal_ask(questions, answer, sizeof answer);
    const char *size = is_heard ? strstr(answer, "\033[6;") : NULL;
    bool has_size = terminal_cell_pixels(&found.cell_width, &found.cell_height);
    if (size != NULL) {
        const unsigned height = terminal_image_number(size + 4, &size);
        const unsigned width = *size == ';' ? terminal_image_number(size + 1, &size) : 0;
        if (*size == 't' && width > 0 && height > 0) {
            found.cell_width = width;
            found.cell_height = height;
            has_size = true;
        }
    }
    if (choice != GRAPHICS_AUTO)
        found.graphics = choice;
    else if (is_heard && has_size && strstr(answer, "\033_Gi=31;OK\033\\") != NULL)
        found.graphics = GRAPHICS_KITTY;
    else if (is_heard && has_size && terminal_image_has_sixels(answer))
        found.graphics = GRAPHICS_SIXEL;
    if (found.graphics == GRAPHICS_KITTY)
        terminal_leave_images();
    return found;
}

df_status terminal_image_begin(terminal_image *image, const render_request *request,
                               const df_film *film, terminal_ability ability, unsigned columns,
                               unsigned lines, df_error *error)
{
    const df_film_size size = df_film_measure(film);
    const unsigned width = terminal_min(columns * ability.cell_width, MAX_PIXELS);
    const unsigned height = terminal_min(lines * ability.cell_height, MAX_PIXELS);
    render_request fitted = *request;
    df_raster_options *raster = &fitted.raster;
    raster->transparent = false;
    raster->margin = (df_raster_margin){0};
    raster->canvas_width = raster->canvas_height = 0;
    raster->square_size =
        terminal_min(DF_RASTER_MAX_SQUARE,
                     terminal_min(width / size.width, height / BAND * BAND / size.height));
    if (raster->hud || raster->title != NULL || raster->border) {
        raster->canvas_width = width;
        raster->canvas_height = height / BAND * BAND;
        raster->square_size = 0;
    } else if (raster->square_size == 0) {
        *image = (terminal_image){.lines = 0};
        return DF_ERROR_LIMIT;
    }
    *image = (terminal_image){.ability = ability};
    const df_status status = render_begin_canvas(&image->canvas, &fitted, film, 0, error);
    image->columns = (image->canvas.raster.width + ability.cell_width - 1) / ability.cell_width;
    image->lines =
        (image->canvas.raster.height + ability.cell_height - 1) / ability.cell_height;
    return status;
}

void terminal_image_end(terminal_image *image)
{
    render_end_canvas(&image->canvas);
    *image = (terminal_image){.lines = 0};
}

/* Appends bytes as base64; `length` is a multiple of three, or the end. */
static void terminal_image_put_base64(df_text *text, const uint8_t *bytes, size_t length)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char line[CHUNK_LETTERS];
    size_t count = 0;
    for (size_t i = 0; i < length; i += 3) {
        const size_t left = length - i;
        const uint32_t three = (uint32_t)bytes[i] << 16 |
                               (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                               (left > 2 ? bytes[i + 2] : 0);
        line[count++] = letters[three >> 18];
        line[count++] = letters[three >> 12 & 63];
        line[count++] = left > 1 ? letters[three >> 6 & 63] : '=';
        line[count++] = left > 2 ? letters[three & 63] : '=';
    }
    df_text_put_bytes(text, line, count);
}

/* Appends a picture for kitty, and takes the one before away. */
static void terminal_image_put_kitty(terminal_image *image, df_text *text, const uint8_t *png,
                                     size_t length)
{
    const unsigned before = image->shown;
    image->shown = before == 1 ? 2 : 1;
    for (size_t at = 0; at < length; at += CHUNK) {
        const size_t part = length - at < CHUNK ? length - at : CHUNK;
        const unsigned is_more = at + part < length;
        if (at == 0)
            df_text_format(text, "\033_Ga=T,f=100,i=%u,q=2,C=1,m=%u;", image->shown, is_more);
        else
            df_text_format(text, "\033_Gm=%u;", is_more);
        terminal_image_put_base64(text, png + at, part);
        df_text_put(text, "\033\\");
    }
    if (before > 0)
        df_text_format(text, "\033_Ga=d,d=I,i=%u,q=2;\033\\", before);
}

static df_status terminal_image_put_png(terminal_image *image, df_text *text)
{
    const df_raster *raster = &image->canvas.raster;
    const png_pixels pixels = {.width = raster->width,
                               .height = raster->height,
                               .palette = raster->palette,
                               .palette_count = raster->palette_count,
                               .pixels = image->canvas.pixels};
    char *png = NULL;
    size_t length = 0;
    df_error error = {0};
    out_stream out = {.stream = open_memstream(&png, &length)};
    if (out.stream == NULL)
        return DF_ERROR_MEMORY;
    df_status status = png_write(&pixels, &out, &error);
    if (fclose(out.stream) != 0 || status == DF_ERROR_CANCELLED)
        status = DF_ERROR_MEMORY;
    if (status == DF_OK)
        terminal_image_put_kitty(image, text, (const uint8_t *)png, length);
    free(png);
    return status;
}

/* Appends the same sixel several times. */
static void terminal_image_put_run(df_text *text, unsigned sixel, unsigned count)
{
    const char letter = (char)('?' + sixel);
    if (count > 3)
        df_text_format(text, "!%u%c", count, letter);
    for (unsigned i = 0; count <= 3 && i < count; i++)
        df_text_put_char(text, letter);
}

/* Appends the squares of one colour in a band of rows, without what is empty on the right. */
static void terminal_image_put_band(df_text *text, const uint8_t *pixels, unsigned width,
                                    unsigned rows, unsigned color)
{
    unsigned run = 0, last = 0;
    df_text_format(text, "#%u", color);
    for (unsigned x = 0; x < width; x++) {
        unsigned sixel = 0;
        for (unsigned y = 0; y < rows; y++)
            sixel |= (unsigned)(pixels[(size_t)y * width + x] == color) << y;
        if (sixel != last) {
            terminal_image_put_run(text, last, run);
            run = 0;
        }
        last = sixel;
        run++;
    }
    if (last != 0)
        terminal_image_put_run(text, last, run);
}

/* Appends rows of the picture as sixels. */
static void terminal_image_put_sixels(const df_raster *raster, const uint8_t *pixels,
                                      unsigned top, unsigned bottom, df_text *text)
{
    const unsigned width = raster->width;
    df_text_format(text, "\033P0;1;0q\"1;1;%u;%u", width, bottom - top);
    for (unsigned i = 0; i < raster->palette_count; i++) {
        const df_color color = raster->palette[i];
        df_text_format(text, "#%u;2;%u;%u;%u", i, (color.red * 100U + 127) / 255,
                       (color.green * 100U + 127) / 255, (color.blue * 100U + 127) / 255);
    }
    for (unsigned y = top; y < bottom; y += BAND) {
        const uint8_t *band = pixels + (size_t)y * width;
        const unsigned rows = terminal_min(BAND, bottom - y);
        bool is_used[DF_RASTER_MAX_PALETTE] = {false};
        bool is_first = true;
        for (size_t i = 0; i < (size_t)rows * width; i++)
            is_used[band[i]] = true;
        for (unsigned color = 0; color < raster->palette_count; color++) {
            if (!is_used[color])
                continue;
            if (!is_first)
                df_text_put_char(text, '$');
            terminal_image_put_band(text, band, width, rows, color);
            is_first = false;
        }
        df_text_put_char(text, '-');
    }
    df_text_put(text, "\033\\");
}

df_status terminal_image_put(terminal_image *image, df_text *text, const df_frame *frame,
                             unsigned line, unsigned column)
{
    const df_raster *raster = &image->canvas.raster;
    const df_raster_changes changes = render_draw(&image->canvas, frame);
    unsigned top = raster->height, bottom = 0;
    for (unsigned i = 0; i < changes.count; i++) {
        const df_raster_area area = changes.areas[i];
        if (area.left < area.right && area.top < area.bottom) {
            top = terminal_min(top, area.top);
            bottom = area.bottom > bottom ? area.bottom : bottom;
        }
    }
    if (top >= bottom)
        return DF_OK;
    if (image->ability.graphics == GRAPHICS_KITTY) {
        terminal_put_move(text, line, column);
        return terminal_image_put_png(image, text);
    }
    /* Sixels begin with a line of characters. */
    const unsigned first = top / image->ability.cell_height;
    terminal_put_move(text, line + first, column);
    terminal_image_put_sixels(raster, image->canvas.pixels, first * image->ability.cell_height,
                              bottom, text);
    return DF_OK;
}
