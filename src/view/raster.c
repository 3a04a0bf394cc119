#include "dropforge/raster.h"

#include <stdlib.h>
#include <string.h>

#include "shade.h"

/* The first palette entries; the shades of the pieces follow. */
enum { BACKGROUND, GRID, GAP, FLASH, FLASH_LIGHT, FLASH_DARK, FIRST_PIECE };

/* The shades of one colour, as far as the look has them. */
enum { SHADE_BODY, SHADE_LIGHT, SHADE_DARK, MAX_SHADES };

enum { GRID_LEAST_SQUARE = 4 };

static const df_color flash = {255, 250, 230};

/* From the most to the least wanted. */
static const df_color backgrounds[] = {
    {0x16, 0x18, 0x22}, {0x30, 0x36, 0x48}, {0x5a, 0x62, 0x7a}, {0x7c, 0x70, 0x86},
    {0x8e, 0x96, 0xa8}, {0xb9, 0xb4, 0xa8}, {0x40, 0x50, 0x40},
};

/* Returns how different two colours look: the squared distance with the weights of the
 * 'redmean' approximation at a middle red. */
static int raster_difference(df_color a, df_color b)
{
    const int red = a.red - b.red;
    const int green = a.green - b.green;
    const int blue = a.blue - b.blue;
    return (5 * red * red + 8 * green * green + 5 * blue * blue) / 2;
}

/* Returns the difference between a background and the colour of the plan that comes closest. */
static int min_difference(const df_plan *plan, df_color background)
{
    int min = 1 << 30;
    for (size_t i = 0; i < plan->set->count; i++) {
        if (!plan->colors[i].given)
            continue;
        const int other = raster_difference(plan->colors[i].color, background);
        min = other < min ? other : min;
    }
    return min;
}

df_raster_options df_raster_defaults(void)
{
    return (df_raster_options){
        .square_size = 10,
        .grid = true,
        .look = DF_LOOK_BEVEL,
        .background = backgrounds[0],
    };
}

/* Returns the first background on which every colour of the plan is easy to see, else the best.
 */
df_color df_raster_background(const df_plan *plan)
{
    enum { COUNT = sizeof backgrounds / sizeof backgrounds[0], EASY = 38000 };
    size_t best = 0;
    int max = -1;
    for (size_t i = 0; i < COUNT; i++) {
        const int min = min_difference(plan, backgrounds[i]);
        if (min >= EASY)
            return backgrounds[i];
        if (min > max) {
            max = min;
            best = i;
        }
    }
    return backgrounds[best];
}

df_color df_raster_piece_color(const df_plan *plan, unsigned piece, df_color background)
{
    static const df_color hues[] = {
        {0x40, 0xb0, 0xc0}, {0xc0, 0xb0, 0x40}, {0xa0, 0x60, 0xc0}, {0x60, 0xb0, 0x60},
        {0xc0, 0x60, 0x60}, {0x50, 0x70, 0xd0}, {0xd0, 0x90, 0x50}, {0xb0, 0x60, 0x90},
        {0x80, 0x90, 0xa0}, {0x90, 0xb0, 0x80}, {0x70, 0xa0, 0xd0},
    };
    enum { COUNT = sizeof hues / sizeof hues[0] };
    if (piece < plan->set->count && plan->colors[piece].given)
        return plan->colors[piece].color;
    /* A grey between background and the farther end, with a breath of hue. */
    const df_color end = shade_lightness(background) < 128 ? shade_white : shade_black;
    const int step = (int)(piece / COUNT % 3);
    const df_color quiet = shade_mix(background, end, 22 - 5 * step);
    return shade_mix(quiet, hues[piece % COUNT], 22);
}

static size_t shades_of(const df_raster_options *options)
{
    if (options->look == DF_LOOK_FLAT || options->square_size < 3)
        return 1;
    return options->look == DF_LOOK_NES ? SHADE_LIGHT + 1 : MAX_SHADES;
}

/* Writes as many shades of a colour as the look has. */
static void put_shades(df_color *palette, df_color color, size_t shades)
{
    const int shine = shades > SHADE_DARK ? 35 : 65;
    const df_color made[MAX_SHADES] = {
        [SHADE_BODY] = color,
        [SHADE_LIGHT] = shade_mix(color, shade_white, shine),
        [SHADE_DARK] = shade_mix(color, shade_black, 35),
    };
    memcpy(palette, made, shades * sizeof made[0]);
}

/* Marks the pieces that have colours of their own, as many as there is room for: all, or else
 * those that are dropped; returns the number of these. */
static size_t choose_pieces(const df_plan *plan, size_t room, uint8_t *chosen)
{
    const size_t count = plan->set->count;
    size_t wanted = 0, taken = 0;
    memset(chosen, count <= room, count);
    if (count <= room)
        return count;
    for (size_t i = 0; i < plan->count; i++)
        chosen[plan->drops[i].piece] = 1;
    for (size_t i = 0; i < count; i++) {
        wanted += chosen[i];
        chosen[i] = chosen[i] != 0 && taken < room;
        taken += chosen[i];
    }
    return wanted;
}

/* Returns the entry of the colour that looks most like this one, of those of pieces. */
static uint8_t find_nearest(const df_raster *raster, df_color color)
{
    size_t nearest = FLASH;
    int min = 1 << 30;
    for (size_t i = FIRST_PIECE; i < raster->palette_count; i += raster->shades) {
        const int other = raster_difference(color, raster->palette[i]);
        if (other < min) {
            min = other;
            nearest = i;
        }
    }
    return (uint8_t)nearest;
}

/* Gives the squares of no piece their place in the palette, if there may be some. */
static void raster_paint_other(df_raster *raster, const df_plan *plan)
{
    static const df_color grey = {128, 128, 128};
    const size_t other = plan->set->count;
    raster->body[other] = FLASH;
    if (plan->begin == NULL)
        return;
    raster->body[other] = find_nearest(raster, grey);
    if (raster->palette_count + raster->shades > DF_RASTER_MAX_PALETTE)
        return;
    raster->body[other] = (uint8_t)raster->palette_count;
    put_shades(&raster->palette[raster->palette_count], grey, raster->shades);
    raster->palette_count += raster->shades;
}

/* Gives every piece its place in the palette. */
static void paint_pieces(df_raster *raster, const df_plan *plan)
{
    const df_color background = raster->options.background;
    size_t room = (DF_RASTER_MAX_PALETTE - FIRST_PIECE) / raster->shades;
    if (choose_pieces(plan, room, raster->body) > room) {
        raster->shades = 1;
        room = DF_RASTER_MAX_PALETTE - FIRST_PIECE;
        choose_pieces(plan, room, raster->body);
    }
    raster->palette_count = FIRST_PIECE;
    for (unsigned i = 0; i < plan->set->count; i++) {
        if (raster->body[i] == 0)
            continue;
        raster->body[i] = (uint8_t)raster->palette_count;
        put_shades(&raster->palette[raster->palette_count],
                   df_raster_piece_color(plan, i, background), raster->shades);
        raster->palette_count += raster->shades;
    }
    raster_paint_other(raster, plan);
    for (unsigned i = 0; i < plan->set->count; i++) {
        if (raster->body[i] == 0)
            raster->body[i] = find_nearest(raster, df_raster_piece_color(plan, i, background));
    }
}

df_status df_raster_begin(df_raster *raster, const df_plan *plan,
                          const df_raster_options *options)
{
    if (options->square_size < 1 || options->square_size > DF_RASTER_MAX_SQUARE ||
        (unsigned)options->look > DF_LOOK_NES)
        return DF_ERROR_ARGUMENT;
    const unsigned width = plan->width * options->square_size;
    const unsigned rows = options->rows > 0 ? options->rows : plan->height;
    const unsigned height = rows * options->square_size;
    const unsigned canvas_width = options->canvas_width > 0 ? options->canvas_width : width;
    const unsigned canvas_height = options->canvas_height > 0 ? options->canvas_height : height;
    if (canvas_width < width || canvas_height < height)
        return DF_ERROR_ARGUMENT;
    const bool is_dark = shade_lightness(options->background) < 128;
    df_raster made = {
        .options = *options,
        .width = canvas_width,
        .height = canvas_height,
        .left = (canvas_width - width) / 2,
        .top = (canvas_height - height) / 2,
        .shades = shades_of(options),
        .body = malloc(plan->set->count + 1),
    };
    if (made.body == NULL)
        return DF_ERROR_MEMORY;
    made.palette[BACKGROUND] = options->background;
    made.palette[GRID] = shade_mix(options->background, is_dark ? shade_white : shade_black, 7);
    made.palette[GAP] = shade_mix(options->background, shade_black, 60);
    put_shades(&made.palette[FLASH], flash, made.shades);
    paint_pieces(&made, plan);
    *raster = made;
    return DF_OK;
}

void df_raster_free(df_raster *raster)
{
    free(raster->body);
    *raster = (df_raster){0};
}

/* Fills a rectangle of one square, in pixels from the square's top left corner. */
static void raster_fill(const df_raster *raster, uint8_t *corner, unsigned left, unsigned top,
                        unsigned right, unsigned bottom, uint8_t color)
{
    for (unsigned y = top; y < bottom; y++)
        memset(corner + (size_t)y * raster->width + left, color, right - left);
}

static void draw_empty(const df_raster *raster, uint8_t *corner)
{
    const unsigned size = raster->options.square_size;
    const bool grid = raster->options.grid && size >= GRID_LEAST_SQUARE;
    raster_fill(raster, corner, 0, 0, size, size, grid ? GRID : BACKGROUND);
    if (grid)
        raster_fill(raster, corner, 1, 1, size, size, BACKGROUND);
}

/* Draws edges of an eighth of the square; the lower left and upper right corners are cut. */
static void draw_bevel(const df_raster *raster, uint8_t *corner, uint8_t body)
{
    const unsigned size = raster->options.square_size;
    const unsigned edge = size < 16 ? 1 : size / 8;
    const uint8_t light = (uint8_t)(body + SHADE_LIGHT);
    const uint8_t dark = (uint8_t)(body + SHADE_DARK);
    raster_fill(raster, corner, edge, edge, size - edge, size - edge, body);
    for (unsigned i = 0; i < edge; i++) {
        raster_fill(raster, corner, i, i, size - i, i + 1, light);
        raster_fill(raster, corner, i, i, i + 1, size - i, light);
        raster_fill(raster, corner, i + 1, size - 1 - i, size - i, size - i, dark);
        raster_fill(raster, corner, size - 1 - i, i + 1, size - i, size - i, dark);
    }
}

/* Draws a gap below and right, and a shine of three dots in the upper left corner. */
static void draw_nes(const df_raster *raster, uint8_t *corner, uint8_t body)
{
    const unsigned size = raster->options.square_size;
    const unsigned dot = size < 16 ? 1 : size / 8;
    const unsigned end = size - dot;
    const uint8_t light = (uint8_t)(body + SHADE_LIGHT);
    raster_fill(raster, corner, 0, 0, size, size, GAP);
    raster_fill(raster, corner, 0, 0, end, end, body);
    if (size < 6)
        return;
    raster_fill(raster, corner, 0, 0, dot, dot, light);
    raster_fill(raster, corner, dot, dot, 3 * dot, 2 * dot, light);
    raster_fill(raster, corner, dot, dot, 2 * dot, 3 * dot, light);
}

static void raster_draw_square(const df_raster *raster, uint8_t *corner, uint32_t square)
{
    const unsigned size = raster->options.square_size;
    const uint32_t piece = square & DF_FRAME_PIECE;
    if (piece == 0) {
        draw_empty(raster, corner);
        return;
    }
    const uint8_t body =
        square & (DF_FRAME_LOCK | DF_FRAME_CLEAR) ? FLASH : raster->body[piece - 1];
    if (raster->shades == 1)
        raster_fill(raster, corner, 0, 0, size, size, body);
    else if (raster->options.look == DF_LOOK_NES)
        draw_nes(raster, corner, body);
    else
        draw_bevel(raster, corner, body);
}

/* Returns the top left corner of a square of the playfield. */
static uint8_t *corner_of(const df_raster *raster, const df_frame *frame, unsigned x,
                          unsigned y, uint8_t *pixels)
{
    const size_t size = raster->options.square_size;
    const size_t row = raster->top + (frame->height - 1U - y) * size;
    return pixels + row * raster->width + raster->left + x * size;
}

void df_raster_draw(const df_raster *raster, const df_frame *frame, uint8_t *pixels)
{
    const unsigned size = raster->options.square_size;
    if (raster->width > frame->width * size || raster->height > frame->height * size)
        memset(pixels, BACKGROUND, (size_t)raster->width * raster->height);
    for (unsigned y = 0; y < frame->height; y++) {
        const uint32_t *row = &frame->square[(size_t)y * frame->width];
        for (unsigned x = 0; x < frame->width; x++)
            raster_draw_square(raster, corner_of(raster, frame, x, y, pixels), row[x]);
    }
}

df_raster_area df_raster_redraw(const df_raster *raster, const uint32_t *before,
                                const df_frame *frame, uint8_t *pixels)
{
    const unsigned size = raster->options.square_size;
    unsigned left = frame->width, right = 0, bottom = frame->height, top = 0;
    for (unsigned y = 0; y < frame->height; y++) {
        const size_t first = (size_t)y * frame->width;
        if (memcmp(before + first, frame->square + first, frame->width * sizeof *before) == 0)
            continue;
        bottom = y < bottom ? y : bottom;
        top = y + 1;
        for (unsigned x = 0; x < frame->width; x++) {
            if (before[first + x] == frame->square[first + x])
                continue;
            left = x < left ? x : left;
            right = x + 1 > right ? x + 1 : right;
            raster_draw_square(raster, corner_of(raster, frame, x, y, pixels),
                               frame->square[first + x]);
        }
    }
    if (top == 0)
        return (df_raster_area){0};
    return (df_raster_area){.left = raster->left + left * size,
                            .top = raster->top + (frame->height - top) * size,
                            .right = raster->left + right * size,
                            .bottom = raster->top + (frame->height - bottom) * size};
}
