/* A contact sheet as SVG. Each picture is a group in which a square is 1 x 1: a path for each
 * run of squares in one colour, and one path for all borders. */

#include "core/base/digits.h"
#include "sheet.h"

static void put_color(df_text *text, df_color color)
{
    df_text_put_char(text, '#');
    df_text_put_color(text, color);
}

static void put_thousandths(df_text *text, size_t number)
{
    char digits[3];
    decimal_fill(digits, sizeof digits, number);
    df_text_format(text, "%zu.%.*s", number / 1000, (int)sizeof digits, digits);
}

void df_sheet_svg_begin(const df_sheet *sheet, df_text *text)
{
    df_text_format(text,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
                   "viewBox=\"0 0 %u %u\">\n<style>\n",
                   sheet->width, sheet->height, sheet->width, sheet->height);
    /* Without crisp edges a hair of the background is seen between squares. */
    df_text_put(text, "path{shape-rendering:crispEdges}\n.b{fill:none;stroke-linecap:square;"
                      "stroke:");
    put_color(text, sheet->palette[SHEET_BACKGROUND]);
    df_text_put(text, ";stroke-width:");
    put_thousandths(text, 2000 * df_sheet_border(sheet) / sheet->options.square_size);
    df_text_format(text, "}\ntext{font:%upx sans-serif;text-anchor:middle;fill:",
                   (GLYPH_HEIGHT + 2) * sheet->glyph);
    put_color(text, sheet->palette[SHEET_LABEL]);
    df_text_put(text, "}\n");
    for (size_t i = 0; i < sheet->options.color_count; i++) {
        df_text_format(text, ".c%zu{fill:", i);
        put_color(text, sheet->palette[SHEET_FIRST + i * SHEET_SHADES + SHEET_BODY]);
        df_text_put(text, "}\n");
    }
    df_text_put(text, "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"");
    put_color(text, sheet->palette[SHEET_BACKGROUND]);
    df_text_put(text, "\"/>\n");
}

/* Puts the runs of squares of one colour in all rows as one path. */
static void sheet_svg_put_squares(const df_sheet_picture *picture, unsigned color,
                                  df_text *text)
{
    df_text_format(text, "<path class=\"c%u\" d=\"", color - 1);
    for (unsigned y = 0; y < picture->height; y++) {
        for (unsigned x = 0; x < picture->width; x++) {
            unsigned run = 0;
            while (df_sheet_color(picture, (int)(x + run), (int)y) == color)
                run++;
            if (run == 0)
                continue;
            df_text_format(text, "M%u %uh%uv1h-%uz", x, picture->height - 1 - y, run, run);
            x += run - 1;
        }
    }
    df_text_put(text, "\"/>\n");
}

/* True if there is a border under (or, across, at the left of) a square. */
static bool has_border(const df_sheet_picture *picture, bool across, unsigned along,
                       unsigned line)
{
    const int x = (int)(across ? line : along), y = (int)(across ? along : line);
    return !df_sheet_same_part(picture, x, y, across ? x - 1 : x, across ? y : y - 1);
}

/* Puts the horizontal lines, or those across. */
static void put_borders(const df_sheet_picture *picture, bool across, df_text *text)
{
    const unsigned lines = across ? picture->width : picture->height;
    const unsigned length = across ? picture->height : picture->width;
    for (unsigned line = 0; line <= lines; line++) {
        for (unsigned i = 0; i < length; i++) {
            unsigned run = 0;
            while (i + run < length && has_border(picture, across, i + run, line))
                run++;
            if (run == 0)
                continue;
            const unsigned x = across ? line : i, y = across ? i : line;
            df_text_format(text, "M%u %u%s%u", x, picture->height - y, across ? "v-" : "h",
                           run);
            i += run - 1;
        }
    }
}

void df_sheet_svg_put(const df_sheet *sheet, size_t index, const df_sheet_picture *picture,
                      df_text *text)
{
    const df_sheet_options *options = &sheet->options;
    const sheet_place place = df_sheet_place(sheet, index, picture);
    bool is_used[DF_SHEET_MAX_COLORS + 1] = {false};
    df_text_format(text, "<g transform=\"translate(%u %u) scale(%u)\">\n", place.x, place.y,
                   options->square_size);
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        is_used[picture->color[i]] = true;
    for (unsigned color = 1; color <= options->color_count; color++) {
        if (is_used[color])
            sheet_svg_put_squares(picture, color, text);
    }
    df_text_put(text, "<path class=\"b\" d=\"");
    put_borders(picture, false, text);
    put_borders(picture, true, text);
    df_text_put(text, "\"/>\n</g>\n");
    if (!df_sheet_has_label(sheet, picture))
        return;
    const df_sheet_picture whole = {.width = options->columns, .height = options->rows};
    const sheet_place cell = df_sheet_place(sheet, index, &whole);
    df_text_format(
        text, "<text x=\"%u\" y=\"%u\">", cell.x + options->columns * options->square_size / 2,
        cell.y + options->rows * options->square_size + (GLYPH_HEIGHT + 2) * sheet->glyph);
    df_text_put_escaped(text, picture->label);
    df_text_put(text, "</text>\n");
}

void df_sheet_svg_end(df_text *text)
{
    df_text_put(text, "</svg>\n");
}
