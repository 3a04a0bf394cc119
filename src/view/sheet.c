#include "dropforge/picture.h"

#include <string.h>

#include "sheet.h"
#include "square.h"

enum {
    LEAST_SQUARE = 3,
    SMALLEST_CHOICE = 4, /* squares that are chosen here … */
    LARGEST_CHOICE = 32,
    WANTED_PIXELS = 1 << 21, /* … so that a sheet has no more than this, if possible */
    SEAM_LEAST_SQUARE = 8,   /* smaller ones have neither seams nor edges */
};

df_sheet_options df_sheet_defaults(size_t count, unsigned columns, unsigned rows)
{
    return (df_sheet_options){
        .count = count,
        .columns = columns,
        .rows = rows,
        .labels = true,
        .background = {0x16, 0x18, 0x22},
    };
}

static void fill_palette(df_sheet *sheet, const df_color *colors)
{
    const df_color ground = sheet->options.background;
    const bool is_dark = shade_lightness(ground) < 128;
    sheet->palette[SHEET_BACKGROUND] = ground;
    sheet->palette[SHEET_LABEL] = shade_mix(ground, is_dark ? shade_white : shade_black, 60);
    sheet->palette_count = SHEET_FIRST + sheet->options.color_count * SHEET_SHADES;
    for (size_t i = 0; i < sheet->options.color_count; i++) {
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
    const size_t count = sheet->options.count;
    size_t across = 1;
    while (across < count && (uint64_t)across * across * 3 * sheet->cell_width <
                                 (uint64_t)count * 4 * sheet->cell_height)
        across++;
    return across;
}

/* Lays the sheet out with squares of this size; returns its pixels, UINT64_MAX: too many. */
static uint64_t sheet_lay_out(df_sheet *sheet, unsigned square)
{
    df_sheet_options *options = &sheet->options;
    options->square_size = square;
    sheet->glyph = (square + 7) / 8;
    sheet->gap = square < SMALLEST_CHOICE ? SMALLEST_CHOICE : square;
    sheet->cell_width = options->columns * square + sheet->gap;
    sheet->cell_height = options->rows * square + sheet->gap;
    if (options->labels)
        sheet->cell_height += (GLYPH_HEIGHT + 2) * sheet->glyph;
    if (sheet->cell_width > DF_SHEET_MAX_SIDE || sheet->cell_height > DF_SHEET_MAX_SIDE)
        return UINT64_MAX;
    const size_t across = options->across > 0 ? options->across : choose_across(sheet);
    const uint64_t width = (uint64_t)sheet->cell_width * across + sheet->gap;
    const uint64_t down = (options->count - 1) / across + 1;
    const uint64_t height = sheet->cell_height * down + sheet->gap;
    if (width > DF_SHEET_MAX_SIDE || height > DF_SHEET_MAX_SIDE ||
        width * height > DF_SHEET_MAX_PIXELS)
        return UINT64_MAX;
    sheet->width = (unsigned)width;
    sheet->height = (unsigned)height;
    return width * height;
}

df_status df_sheet_begin(df_sheet *sheet, const df_sheet_options *options)
{
    const unsigned square = options->square_size;
    if (options->count == 0 || options->columns == 0 || options->rows == 0 ||
        options->columns > DF_SHEET_MAX_SIDE || options->rows > DF_SHEET_MAX_SIDE ||
        options->color_count > DF_SHEET_MAX_COLORS || options->across > DF_SHEET_MAX_SIDE ||
        (square != 0 && (square < LEAST_SQUARE || square > DF_SHEET_MAX_SQUARE)))
        return DF_ERROR_ARGUMENT;
    if (options->count > DF_SHEET_MAX_PIXELS)
        return DF_ERROR_LIMIT;
    df_sheet made = {.options = *options};
    unsigned size = square != 0 ? square : LARGEST_CHOICE;
    uint64_t pixels = sheet_lay_out(&made, size);
    while (square == 0 && pixels > WANTED_PIXELS && size > SMALLEST_CHOICE)
        pixels = sheet_lay_out(&made, --size);
    if (pixels == UINT64_MAX)
        return DF_ERROR_LIMIT;
    made.options.across = (made.width - made.gap) / made.cell_width;
    fill_palette(&made, options->colors);
    made.options.colors = NULL;
    *sheet = made;
    return DF_OK;
}

sheet_place df_sheet_place(const df_sheet *sheet, size_t index, const df_sheet_picture *picture)
{
    const df_sheet_options *options = &sheet->options;
    const size_t column = index % options->across, row = index / options->across;
    return (sheet_place){
        .x = sheet->gap + (unsigned)column * sheet->cell_width +
             (options->columns - picture->width) * options->square_size / 2,
        .y = sheet->gap + (unsigned)row * sheet->cell_height +
             (options->rows - picture->height) * options->square_size / 2,
    };
}

unsigned df_sheet_border(const df_sheet *sheet)
{
    return (sheet->options.square_size + 15) / 16;
}

unsigned df_sheet_color(const df_sheet_picture *picture, int x, int y)
{
    if (x < 0 || y < 0 || x >= (int)picture->width || y >= (int)picture->height)
        return 0;
    return picture->color[(size_t)y * picture->width + (size_t)x];
}

bool df_sheet_same_part(const df_sheet_picture *picture, int x, int y, int other_x, int other_y)
{
    const unsigned one = df_sheet_color(picture, x, y);
    const unsigned other = df_sheet_color(picture, other_x, other_y);
    if (one == 0 || other == 0)
        return one == other;
    return picture->part == NULL ||
           picture->part[(size_t)y * picture->width + (size_t)x] ==
               picture->part[(size_t)other_y * picture->width + (size_t)other_x];
}

bool df_sheet_has_label(const df_sheet *sheet, const df_sheet_picture *picture)
{
    const unsigned step = (GLYPH_WIDTH + 1) * sheet->glyph;
    return sheet->options.labels && picture->label != NULL &&
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
    const unsigned size = sheet->options.square_size;
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
    const unsigned size = sheet->options.square_size, border = df_sheet_border(sheet);
    const size_t body = SHEET_FIRST + (df_sheet_color(picture, x, y) - 1) * SHEET_SHADES;
    const size_t edges[] = {body + SHEET_LIGHT, body + SHEET_DARK, body + SHEET_LIGHT,
                            body + SHEET_DARK};
    const size_t borders[] = {SHEET_BACKGROUND, SHEET_BACKGROUND, SHEET_BACKGROUND,
                              SHEET_BACKGROUND};
    bool is_open[4];
    for (unsigned side = 0; side < 4; side++)
        is_open[side] = df_sheet_same_part(picture, x, y, x + right[side], y + up[side]);
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
            !df_sheet_same_part(picture, x, y, x + right[side], y + up[end]))
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
    const df_sheet_picture whole = {.width = sheet->options.columns,
                                    .height = sheet->options.rows};
    const sheet_place cell = df_sheet_place(sheet, index, &whole);
    const unsigned dot = sheet->glyph, step = (GLYPH_WIDTH + 1) * dot;
    const size_t length = strlen(label);
    const unsigned middle = cell.x + sheet->options.columns * sheet->options.square_size / 2;
    unsigned left = middle - ((unsigned)length * step - dot) / 2;
    const unsigned top = cell.y + sheet->options.rows * sheet->options.square_size + 2 * dot;
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
    const unsigned size = sheet->options.square_size;
    const sheet_place place = df_sheet_place(sheet, index, picture);
    for (unsigned y = 0; y < picture->height; y++) {
        const size_t line = place.y + (picture->height - 1 - y) * (size_t)size;
        for (unsigned x = 0; x < picture->width; x++) {
            if (df_sheet_color(picture, (int)x, (int)y) != 0)
                sheet_draw_square(sheet, picture, (int)x, (int)y,
                                  pixels + line * sheet->width + place.x + x * size);
        }
    }
    if (df_sheet_has_label(sheet, picture))
        sheet_draw_label(sheet, index, picture->label, pixels);
}
