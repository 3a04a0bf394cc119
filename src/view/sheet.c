#include "core/base/format.h"
#include "dropforge/picture.h"

#include <string.h>

#include "core/base/digits.h"
#include "square.h"

/* The first palette entries; the shades of the colours follow. */
enum { SHEET_BACKGROUND, SHEET_LABEL, SHEET_FIRST };

/* The shades of one colour: of a square, its edge to the light and its edge away from it, and
 * the line between two squares of one part. */
enum { SHEET_BODY, SHEET_LIGHT, SHEET_DARK, SHEET_SEAM, SHEET_SHADES };

/* A place on the sheet, in pixels. */
typedef struct sheet_place {
    unsigned x;
    unsigned y;
} sheet_place;

enum { GLYPH_WIDTH = 3, GLYPH_HEIGHT = 5 };

enum {
    LEAST_SQUARE = 1,
    BORDER_LEAST_SQUARE = 3,
    SMALLEST_CHOICE = 4, /* squares that are chosen here … */
    LARGEST_CHOICE = 32,
    WANTED_PIXELS = 1 << 21, /* … so that a sheet has no more than this, if possible */
    SEAM_LEAST_SQUARE = 8,   /* smaller ones have neither seams nor edges */
};

df_sheet df_sheet_defaults(size_t count, unsigned columns, unsigned rows)
{
    return (df_sheet){
        .count = count,
        .columns = columns,
        .rows = rows,
        .labels = true,
        .background = {0x16, 0x18, 0x22},
    };
}

static void fill_palette(df_sheet *sheet, const df_color *colors)
{
    const df_color ground = sheet->background;
    const bool is_dark = shade_lightness(ground) < 128;
    sheet->palette[SHEET_BACKGROUND] = ground;
    sheet->palette[SHEET_LABEL] = shade_mix(ground, is_dark ? shade_white : shade_black, 60);
    sheet->palette_count = SHEET_FIRST + sheet->color_count * SHEET_SHADES;
    for (size_t i = 0; i < sheet->color_count; i++) {
        df_color *shades = &sheet->palette[SHEET_FIRST + i * SHEET_SHADES];
        shades[SHEET_BODY] = colors[i];
        shades[SHEET_LIGHT] = shade_mix(colors[i], shade_white, 40);
        shades[SHEET_DARK] = shade_mix(colors[i], shade_black, 30);
        shades[SHEET_SEAM] = shade_mix(colors[i], shade_black, 12);
    }
}

/* Returns the fewest pictures side by side with which the sheet is no narrower than 4 : 3. */
static size_t choose_across(const df_sheet *sheet)
{
    const size_t count = sheet->count;
    size_t across = 1;
    while (across < count && (uint64_t)across * across * 3 * sheet->cell_width <
                                 (uint64_t)count * 4 * sheet->cell_height)
        across++;
    return across;
}

/* Lays the sheet out with squares of this size; returns its pixels, UINT64_MAX: too many. */
static uint64_t sheet_lay_out(df_sheet *sheet, unsigned square)
{
    sheet->square_size = square;
    sheet->glyph = (square + 7) / 8;
    sheet->gap = square < SMALLEST_CHOICE ? SMALLEST_CHOICE : square;
    sheet->cell_width = sheet->columns * square + sheet->gap;
    sheet->cell_height = sheet->rows * square + sheet->gap;
    if (sheet->labels)
        sheet->cell_height += (GLYPH_HEIGHT + 2) * sheet->glyph;
    if (sheet->cell_width > DF_SHEET_MAX_SIDE || sheet->cell_height > DF_SHEET_MAX_SIDE)
        return UINT64_MAX;
    const size_t across = sheet->across > 0 ? sheet->across : choose_across(sheet);
    const uint64_t width = (uint64_t)sheet->cell_width * across + sheet->gap;
    const uint64_t down = (sheet->count - 1) / across + 1;
    const uint64_t height = sheet->cell_height * down + sheet->gap;
    if (width > DF_SHEET_MAX_SIDE || height > DF_SHEET_MAX_SIDE ||
        width * height > DF_SHEET_MAX_PIXELS)
        return UINT64_MAX;
    sheet->width = (unsigned)width;
    sheet->height = (unsigned)height;
    return width * height;
}

df_status df_sheet_begin(df_sheet *sheet)
{
    const unsigned square = sheet->square_size;
    if (sheet->count == 0 || sheet->columns == 0 || sheet->rows == 0 ||
        sheet->columns > DF_SHEET_MAX_SIDE || sheet->rows > DF_SHEET_MAX_SIDE ||
        sheet->color_count > DF_SHEET_MAX_COLORS || sheet->across > DF_SHEET_MAX_SIDE ||
        (square != 0 && (square < LEAST_SQUARE || square > DF_SHEET_MAX_SQUARE)))
        return DF_ERROR_ARGUMENT;
    if (sheet->count > DF_SHEET_MAX_PIXELS)
        return DF_ERROR_LIMIT;
    df_sheet made = *sheet;
    unsigned size = square != 0 ? square : LARGEST_CHOICE;
    uint64_t pixels = sheet_lay_out(&made, size);
    while (square == 0 && pixels > WANTED_PIXELS && size > SMALLEST_CHOICE)
        pixels = sheet_lay_out(&made, --size);
    if (pixels == UINT64_MAX)
        return DF_ERROR_LIMIT;
    made.across = (made.width - made.gap) / made.cell_width;
    fill_palette(&made, made.colors);
    made.colors = NULL;
    *sheet = made;
    return DF_OK;
}

/* Returns the top left corner of a picture. */
static sheet_place sheet_find_place(const df_sheet *sheet, size_t index,
                                    const df_sheet_picture *picture)
{
    const size_t column = index % sheet->across, row = index / sheet->across;
    return (sheet_place){
        .x = sheet->gap + (unsigned)column * sheet->cell_width +
             (sheet->columns - picture->width) * sheet->square_size / 2,
        .y = sheet->gap + (unsigned)row * sheet->cell_height +
             (sheet->rows - picture->height) * sheet->square_size / 2,
    };
}

/* Returns how thick a border is on each side of it, in pixels. */
static unsigned sheet_border(const df_sheet *sheet)
{
    return sheet->square_size < BORDER_LEAST_SQUARE ? 0 : (sheet->square_size + 15) / 16;
}

/* Returns the colour of a square; 0 outside the picture. */
static unsigned sheet_color(const df_sheet_picture *picture, int x, int y)
{
    if (x < 0 || y < 0 || x >= (int)picture->width || y >= (int)picture->height)
        return 0;
    return picture->color[(size_t)y * picture->width + (size_t)x];
}

/* True if two squares are of one part, at least one of them is in the picture. */
static bool sheet_same_part(const df_sheet_picture *picture, int x, int y, int other_x,
                            int other_y)
{
    const unsigned one = sheet_color(picture, x, y);
    const unsigned other = sheet_color(picture, other_x, other_y);
    if (one == 0 || other == 0)
        return one == other;
    return picture->part == NULL ||
           picture->part[(size_t)y * picture->width + (size_t)x] ==
               picture->part[(size_t)other_y * picture->width + (size_t)other_x];
}

/* True if the picture has a label, and it is no wider than a cell. */
static bool sheet_has_label(const df_sheet *sheet, const df_sheet_picture *picture)
{
    const unsigned step = (GLYPH_WIDTH + 1) * sheet->glyph;
    return sheet->labels && picture->label != NULL &&
           strlen(picture->label) <= sheet->cell_width / step;
}

/* Fills a rectangle, given by its top left corner and its size. */
static void sheet_fill(const df_sheet *sheet, uint8_t *pixels, unsigned x, unsigned y,
                       unsigned width, unsigned height, size_t color)
{
    for (unsigned row = y; row < y + height; row++)
        memset(pixels + (size_t)row * sheet->width + x, (int)color, width);
}

/* Draws what is along the sides of a square: `from` the outside, `thick` pixels in this colour
 * to the sides that belong to other parts. */
static void draw_sides(const df_sheet *sheet, uint8_t *corner, const bool *is_open,
                       unsigned from, unsigned thick, const size_t *colors)
{
    const unsigned size = sheet->square_size;
    /* Where a side is open to the same part, the line goes on into the next square. */
    const unsigned left = is_open[0] ? 0 : from, right = is_open[1] ? size : size - from;
    const unsigned top = is_open[2] ? 0 : from, bottom = is_open[3] ? size : size - from;
    if (!is_open[0])
        sheet_fill(sheet, corner, from, top, thick, bottom - top, colors[0]);
    if (!is_open[2])
        sheet_fill(sheet, corner, left, from, right - left, thick, colors[2]);
    if (!is_open[1])
        sheet_fill(sheet, corner, size - from - thick, top, thick, bottom - top, colors[1]);
    if (!is_open[3])
        sheet_fill(sheet, corner, left, size - from - thick, right - left, thick, colors[3]);
}

/* Draws a square of the picture; `corner` is its top left pixel. */
static void sheet_draw_square(const df_sheet *sheet, const df_sheet_picture *picture, int x,
                              int y, uint8_t *corner)
{
    /* Left, right, up, down. */
    static const int right[] = {-1, 1, 0, 0}, up[] = {0, 0, 1, -1};
    const unsigned size = sheet->square_size, border = sheet_border(sheet);
    const size_t body = SHEET_FIRST + (sheet_color(picture, x, y) - 1) * SHEET_SHADES;
    const size_t edges[] = {body + SHEET_LIGHT, body + SHEET_DARK, body + SHEET_LIGHT,
                            body + SHEET_DARK};
    const size_t borders[] = {SHEET_BACKGROUND, SHEET_BACKGROUND, SHEET_BACKGROUND,
                              SHEET_BACKGROUND};
    bool is_open[4];
    for (unsigned side = 0; side < 4; side++)
        is_open[side] = sheet_same_part(picture, x, y, x + right[side], y + up[side]);
    sheet_fill(sheet, corner, 0, 0, size, size, body + SHEET_BODY);
    if (size >= SEAM_LEAST_SQUARE) {
        if (is_open[1])
            sheet_fill(sheet, corner, size - 1, 0, 1, size, body + SHEET_SEAM);
        if (is_open[3])
            sheet_fill(sheet, corner, 0, size - 1, size, 1, body + SHEET_SEAM);
        draw_sides(sheet, corner, is_open, border, border, edges);
    }
    draw_sides(sheet, corner, is_open, 0, border, borders);
    /* The corner of a part that goes around another square. */
    for (unsigned i = 0; i < 4; i++) {
        const unsigned side = i % 2, end = 2 + i / 2;
        const unsigned far = size - border;
        if (is_open[side] && is_open[end] &&
            !sheet_same_part(picture, x, y, x + right[side], y + up[end]))
            sheet_fill(sheet, corner, side == 0 ? 0 : far, end == 2 ? 0 : far, border, border,
                       SHEET_BACKGROUND);
    }
}

/* An octal digit for each row from the top; its highest bit is on the left. */
static const uint16_t digits[] = {
    075557, 026227, 071747, 071717, 055711, 074717, 074757, 071111, 075757, 075717,
};
static const uint16_t letters[] = {
    025755, 065656, 034443, 065556, 074647, 074644, 034553, 055755, 072227,
    011152, 055655, 044447, 057755, 065555, 025552, 065644, 025563, 065655,
    034216, 072222, 055557, 055552, 055775, 055255, 055222, 071247,
};
static const struct {
    char character;
    uint16_t rows;
} others[] = {
    {'#', 057575}, {',', 000024}, {'.', 000002}, {'-', 000700},
    {'+', 002720}, {'/', 011244}, {':', 002020},
};

static unsigned rows_of(char character)
{
    if (character >= '0' && character <= '9')
        return digits[character - '0'];
    if (character >= 'A' && character <= 'Z')
        return letters[character - 'A'];
    if (character >= 'a' && character <= 'z')
        return letters[character - 'a'];
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (others[i].character == character)
            return others[i].rows;
    }
    return 0;
}

/* True if a dot is set, x from the left and y from the top. Lower case letters look like
 * capitals; what has no glyph is blank. */
static bool glyph_dot(char character, unsigned x, unsigned y)
{
    const unsigned bit = (GLYPH_HEIGHT - 1 - y) * GLYPH_WIDTH + GLYPH_WIDTH - 1 - x;
    return (rows_of(character) >> bit & 1) != 0;
}

static void sheet_draw_label(const df_sheet *sheet, size_t index, const char *label,
                             uint8_t *pixels)
{
    const df_sheet_picture whole = {.width = sheet->columns, .height = sheet->rows};
    const sheet_place cell = sheet_find_place(sheet, index, &whole);
    const unsigned dot = sheet->glyph, step = (GLYPH_WIDTH + 1) * dot;
    const size_t length = strlen(label);
    const unsigned middle = cell.x + sheet->columns * sheet->square_size / 2;
    unsigned left = middle - ((unsigned)length * step - dot) / 2;
    const unsigned top = cell.y + sheet->rows * sheet->square_size + 2 * dot;
    for (size_t i = 0; i < length; i++) {
        for (unsigned place = 0; place < GLYPH_WIDTH * GLYPH_HEIGHT; place++) {
            const unsigned x = place % GLYPH_WIDTH, y = place / GLYPH_WIDTH;
            if (glyph_dot(label[i], x, y))
                sheet_fill(sheet, pixels, left + x * dot, top + y * dot, dot, dot, SHEET_LABEL);
        }
        left += step;
    }
}

void df_sheet_draw(const df_sheet *sheet, size_t index, const df_sheet_picture *picture,
                   uint8_t *pixels)
{
    const unsigned size = sheet->square_size;
    const sheet_place place = sheet_find_place(sheet, index, picture);
    for (unsigned y = 0; y < picture->height; y++) {
        const size_t line = place.y + (picture->height - 1 - y) * (size_t)size;
        for (unsigned x = 0; x < picture->width; x++) {
            if (sheet_color(picture, (int)x, (int)y) != 0)
                sheet_draw_square(sheet, picture, (int)x, (int)y,
                                  pixels + line * sheet->width + place.x + x * size);
        }
    }
    if (sheet_has_label(sheet, picture))
        sheet_draw_label(sheet, index, picture->label, pixels);
}

/* SVG: each picture is a group in which a square is 1 x 1, a path for each run of squares in
 * one colour, and one path for all borders. */

static void put_color(df_text *text, df_color color)
{
    df_text_put_char(text, '#');
    df_text_put_color(text, color);
}

static void put_thousandths(df_text *text, size_t number)
{
    char decimals[3];
    decimal_fill(decimals, sizeof decimals, number);
    df_text_format(text, "%zu.%.*s", number / 1000, (int)sizeof decimals, decimals);
}

static void sheet_svg_begin(const df_sheet *sheet, df_text *text)
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
    put_thousandths(text, 2000 * sheet_border(sheet) / sheet->square_size);
    df_text_format(text, "}\ntext{font:%upx sans-serif;text-anchor:middle;fill:",
                   (GLYPH_HEIGHT + 2) * sheet->glyph);
    put_color(text, sheet->palette[SHEET_LABEL]);
    df_text_put(text, "}\n");
    for (size_t i = 0; i < sheet->color_count; i++) {
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
            while (sheet_color(picture, (int)(x + run), (int)y) == color)
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
    return !sheet_same_part(picture, x, y, across ? x - 1 : x, across ? y : y - 1);
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

static void sheet_svg_put_label(const df_sheet *sheet, size_t index,
                                const df_sheet_picture *picture, df_text *text)
{
    const df_sheet_picture whole = {.width = sheet->columns, .height = sheet->rows};
    const sheet_place cell = sheet_find_place(sheet, index, &whole);
    df_text_format(
        text, "<text x=\"%u\" y=\"%u\">", cell.x + sheet->columns * sheet->square_size / 2,
        cell.y + sheet->rows * sheet->square_size + (GLYPH_HEIGHT + 2) * sheet->glyph);
    df_text_put_escaped(text, picture->label);
    df_text_put(text, "</text>\n");
}

void df_sheet_write_svg(df_text *text, const df_sheet *sheet, size_t index,
                        const df_sheet_picture *picture)
{
    const sheet_place place = sheet_find_place(sheet, index, picture);
    bool is_used[DF_SHEET_MAX_COLORS + 1] = {false};
    if (index == 0)
        sheet_svg_begin(sheet, text);
    df_text_format(text, "<g transform=\"translate(%u %u) scale(%u)\">\n", place.x, place.y,
                   sheet->square_size);
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        is_used[picture->color[i]] = true;
    for (unsigned color = 1; color <= sheet->color_count; color++) {
        if (is_used[color])
            sheet_svg_put_squares(picture, color, text);
    }
    df_text_put(text, "<path class=\"b\" d=\"");
    put_borders(picture, false, text);
    put_borders(picture, true, text);
    df_text_put(text, "\"/>\n</g>\n");
    if (sheet_has_label(sheet, picture))
        sheet_svg_put_label(sheet, index, picture, text);
    if (index + 1 == sheet->count)
        df_text_put(text, "</svg>\n");
}
