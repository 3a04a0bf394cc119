#include "square.h"

/* Squares of fewer pixels are one colour, and have no lines between them. */
enum { MIN_DETAILED = 3, MIN_GRID = 4, MIN_OUTLINED = 4, MIN_SKIN = 6 };

/* The shades of each look: percent of the way to white, and to black. */
static const struct {
    size_t shades;
    int light;
    int dark;
} looks[DF_LOOKS] = {
    [DF_LOOK_FLAT] = {1, 0, 0},    [DF_LOOK_BEVEL] = {MAX_SHADES, 35, 35},
    [DF_LOOK_NES] = {2, 65, 0},    [DF_LOOK_TILE] = {1, 0, 0},
    [DF_LOOK_INSET] = {3, 40, 60}, [DF_LOOK_GLOSS] = {3, 45, 28},
    [DF_LOOK_INK] = {3, 45, 68},
};

/* A colour by its six hexadecimal digits. */
#define RGB(digits)                                                                            \
    {                                                                                          \
        (digits) >> 16, (digits) >> 8 & 0xff, (digits)&0xff                                    \
    }

/* A theme: the colours of I, O, T, S, Z, J and L, then those of its other parts. */
#define THEME(word, look_of, has_grid, has_tones, width, i, o, t, s, z, j, l, ground, around,  \
              border_of, letters, labels, light)                                               \
    {                                                                                          \
        .name = (word), .look = (look_of), .grid = (has_grid), .is_toned = (has_tones),        \
        .border = (width), .piece = {RGB(i), RGB(o), RGB(t), RGB(s), RGB(z), RGB(j), RGB(l)},  \
        .background = RGB(ground), .surround = RGB(around), .edge = RGB(border_of),            \
        .text = RGB(letters), .label = RGB(labels), .flash = RGB(light)                        \
    }

const df_theme df_themes[DF_THEMES] = {
    THEME("guideline", DF_LOOK_BEVEL, true, false, 3, 0x00d8f0, 0xf8d810, 0xb448ec, 0x30d048,
          0xf43848, 0x406cf8, 0xf88820, 0x161822, 0x0b0c12, 0x8a92aa, 0xf2f4fa, 0x9aa2b8,
          0xfffae6),
    /* The colours of its first level. */
    THEME("nes", DF_LOOK_NES, false, false, 2, 0xe2eaf6, 0xe2eaf6, 0xe2eaf6, 0x2068f8, 0x3cbcfc,
          0x2068f8, 0x3cbcfc, 0x000000, 0x1e1e2a, 0x3cbcfc, 0xfcfcfc, 0x9cd8fc, 0xfcfcfc),
    /* The four greens of its screen. */
    THEME("gameboy", DF_LOOK_INSET, false, true, 4, 0x306230, 0x0f380f, 0x5c8420, 0x306230,
          0x5c8420, 0x0f380f, 0x467228, 0x9bbc0f, 0x8bac0f, 0x0f380f, 0x0f380f, 0x143e14,
          0xe0f0a0),
    THEME("flat", DF_LOOK_FLAT, true, false, 1, 0x008aa0, 0xb88600, 0x8e24aa, 0x2e8b40,
          0xd02838, 0x1e5fd0, 0xe05a10, 0xfcfcfa, 0xeceae4, 0x2c303a, 0x1c2028, 0x5a5e68,
          0xffd840),
    THEME("modern", DF_LOOK_GLOSS, true, false, 1, 0x22d3ee, 0xfacc15, 0xb870fc, 0x38de80,
          0xf85a70, 0x4f8dfa, 0xfb923c, 0x0d1120, 0x05070e, 0x64748f, 0xf8fafc, 0x94a3b8,
          0xffffff),
    THEME("mono", DF_LOOK_TILE, false, true, 1, 0xffffff, 0x8c8c8c, 0xd8d8d8, 0xa4a4a4,
          0xececec, 0x747474, 0xbebebe, 0x000000, 0x000000, 0xffffff, 0xffffff, 0xa8a8a8,
          0xffffff),
    THEME("paper", DF_LOOK_INK, true, false, 1, 0x8cdce4, 0xffdc7a, 0xe0a0d8, 0xa8d492,
          0xf29a92, 0xa4a4f4, 0xfabe82, 0xfdfaf1, 0xf3ecd9, 0x3d3a34, 0x2b2925, 0x666158,
          0xffffff),
};

/* Returns how bright a colour is in linear light, 0 to 1, with a gamma of 2. */
static double square_luminance(df_color color)
{
    const double red = color.red / 255.0, green = color.green / 255.0,
                 blue = color.blue / 255.0;
    return 0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue;
}

double df_shade_contrast(df_color a, df_color b)
{
    const double first = square_luminance(a) + 0.05, second = square_luminance(b) + 0.05;
    return first > second ? first / second : second / first;
}

bool df_shade_is_faint(df_color color, df_color background)
{
    const double enough = 1.7;
    return df_shade_contrast(color, background) < enough;
}

size_t df_square_shades(df_look look)
{
    return looks[look].shades;
}

bool df_square_has_edges(df_look look)
{
    return look == DF_LOOK_BEVEL || look == DF_LOOK_INSET || look == DF_LOOK_INK;
}

void df_square_put_shades(df_color *palette, df_look look, df_color color, size_t shades)
{
    const df_color made[MAX_SHADES] = {
        [SHADE_BODY] = color,
        [SHADE_LIGHT] = shade_mix(color, shade_white, looks[look].light),
        [SHADE_DARK] = shade_mix(color, shade_black, looks[look].dark),
    };
    memcpy(palette, made, shades * sizeof made[0]);
}

void df_square_fill(const df_raster *raster, uint8_t *corner, unsigned width, unsigned height,
                    uint8_t color)
{
    for (unsigned y = 0; y < height; y++)
        memset(corner + (size_t)y * raster->width, color, width);
}

/* Fills the pixels of a square from left and top up to, without, right and bottom. */
static void square_fill(const df_raster *raster, uint8_t *corner, unsigned left, unsigned top,
                        unsigned right, unsigned bottom, uint8_t color)
{
    if (left < right && top < bottom)
        df_square_fill(raster, corner + (size_t)top * raster->width + left, right - left,
                       bottom - top, color);
}

/* Returns a part of a side, at least one pixel. */
static unsigned square_part(unsigned size, unsigned parts)
{
    return size < 2 * parts ? 1 : size / parts;
}

static void square_draw_empty(const df_raster *raster, uint8_t *corner, unsigned size,
                              uint32_t marks)
{
    const bool grid = raster->options.grid && size >= MIN_GRID;
    square_fill(raster, corner, 0, 0, size, size, grid ? GRID : BACKGROUND);
    if (grid)
        square_fill(raster, corner, 1, 1, size, size, BACKGROUND);
    if (raster->options.levels != NULL)
        return;
    if ((marks & DF_FRAME_TRAIL) != 0)
        square_fill(raster, corner, 2 * size / 5, 0, size - 2 * size / 5, size, GHOST);
    if ((marks & DF_FRAME_GHOST) == 0)
        return;
    const unsigned edge = square_part(size, 10), gap = grid ? 1 : 0;
    square_fill(raster, corner, gap, gap, size, size, GHOST);
    square_fill(raster, corner, gap + edge, gap + edge, size - edge, size - edge, BACKGROUND);
}

/* Draws edges of an eighth of the square; the lower left and upper right corners are cut. */
static void square_draw_bevel(const df_raster *raster, uint8_t *corner, unsigned size,
                              uint8_t body)
{
    const unsigned edge = square_part(size, 8);
    const uint8_t light = (uint8_t)(body + SHADE_LIGHT);
    const uint8_t dark = (uint8_t)(body + SHADE_DARK);
    square_fill(raster, corner, edge, edge, size - edge, size - edge, body);
    for (unsigned i = 0; i < edge; i++) {
        square_fill(raster, corner, i, i, size - i, i + 1, light);
        square_fill(raster, corner, i, i, i + 1, size - i, light);
        square_fill(raster, corner, i + 1, size - 1 - i, size - i, size - i, dark);
        square_fill(raster, corner, size - 1 - i, i + 1, size - i, size - i, dark);
    }
}

/* Draws a gap below and right, and a shine of three dots in the upper left corner. */
static void square_draw_nes(const df_raster *raster, uint8_t *corner, unsigned size,
                            uint8_t body)
{
    const unsigned dot = square_part(size, 8);
    const unsigned end = size - dot;
    const uint8_t light = (uint8_t)(body + SHADE_LIGHT);
    square_fill(raster, corner, 0, 0, size, size, GAP);
    square_fill(raster, corner, 0, 0, end, end, body);
    if (size < 6)
        return;
    square_fill(raster, corner, 0, 0, dot, dot, light);
    square_fill(raster, corner, dot, dot, 3 * dot, 2 * dot, light);
    square_fill(raster, corner, dot, dot, 2 * dot, 3 * dot, light);
}

/* Draws the rim of a white square, whose corner shines. */
static void square_draw_rim(const df_raster *raster, uint8_t *corner, unsigned size,
                            uint8_t body)
{
    const unsigned dot = square_part(size, 8), end = size - dot;
    square_fill(raster, corner, 0, 0, end, end, raster->rim);
    square_fill(raster, corner, dot, dot, end - dot, end - dot, body);
    square_fill(raster, corner, 0, 0, dot, dot, body);
}

/* Draws one colour with a gap below and right, and above and left where there is room. */
static void square_draw_tile(const df_raster *raster, uint8_t *corner, unsigned size,
                             uint8_t body)
{
    const unsigned gap = size / 20;
    square_fill(raster, corner, 0, 0, size, size, BACKGROUND);
    square_fill(raster, corner, gap, gap, size - (gap > 0 ? gap : 1),
                size - (gap > 0 ? gap : 1), body);
}

static void square_draw_inset(const df_raster *raster, uint8_t *corner, unsigned size,
                              uint8_t body)
{
    const unsigned edge = square_part(size, 9), middle = size / 3;
    square_fill(raster, corner, 0, 0, size, size, (uint8_t)(body + SHADE_DARK));
    square_fill(raster, corner, edge, edge, size - edge, size - edge, body);
    square_fill(raster, corner, middle, middle, size - middle, size - middle,
                (uint8_t)(body + SHADE_LIGHT));
}

/* Draws round corners, a light strip above and a dark one below. */
static void square_draw_gloss(const df_raster *raster, uint8_t *corner, unsigned size,
                              uint8_t body)
{
    const unsigned gap = size / 24, end = size - (gap > 0 ? gap : 1);
    const unsigned round = size / 9, strip = size < 6 ? 0 : square_part(size, 7);
    square_fill(raster, corner, 0, 0, size, size, BACKGROUND);
    for (unsigned y = gap; y < end; y++) {
        const unsigned above = y - gap, below = end - 1 - y;
        const unsigned near = above < below ? above : below;
        const unsigned cut = near < round ? (round - near + 1) / 2 : 0;
        const unsigned shade = above < strip ? SHADE_LIGHT : below < strip ? SHADE_DARK : 0;
        square_fill(raster, corner, gap + cut, y, end - cut, y + 1, (uint8_t)(body + shade));
    }
}

static void square_draw_ink(const df_raster *raster, uint8_t *corner, unsigned size,
                            uint8_t body)
{
    const unsigned edge = size / 16 + (size > 5 ? 1 : 0);
    const unsigned right = edge > 1 ? edge : 1; /* small squares share their lines */
    square_fill(raster, corner, 0, 0, size, size, (uint8_t)(body + SHADE_DARK));
    square_fill(raster, corner, edge, edge, size - right, size - right, body);
}

static void square_draw_outline(const df_raster *raster, uint8_t *corner, unsigned size)
{
    const unsigned edge = square_part(size, 12);
    square_fill(raster, corner, 0, 0, size, edge, OUTLINE);
    square_fill(raster, corner, 0, size - edge, size, size, OUTLINE);
    square_fill(raster, corner, 0, 0, edge, size, OUTLINE);
    square_fill(raster, corner, size - edge, 0, size, size, OUTLINE);
}

void df_square_draw(const df_raster *raster, uint8_t *corner, unsigned size, uint32_t square)
{
    typedef void drawer(const df_raster *, uint8_t *, unsigned, uint8_t);
    static drawer *const drawers[DF_LOOKS] = {
        [DF_LOOK_BEVEL] = square_draw_bevel, [DF_LOOK_NES] = square_draw_nes,
        [DF_LOOK_TILE] = square_draw_tile,   [DF_LOOK_INSET] = square_draw_inset,
        [DF_LOOK_GLOSS] = square_draw_gloss, [DF_LOOK_INK] = square_draw_ink,
    };
    const uint32_t piece = square & DF_FRAME_PIECE;
    if (piece == 0) {
        square_draw_empty(raster, corner, size, square);
        return;
    }
    if (raster->skin != NULL && size >= MIN_SKIN && raster->shades == MAX_SHADES &&
        (square & (DF_FRAME_LOCK | DF_FRAME_CLEAR)) == 0) {
        df_skin_draw(raster, corner, size, piece - 1);
        return;
    }
    uint8_t body = square & DF_FRAME_CLEAR ? FLASH : raster->body[piece - 1];
    drawer *draw = drawers[raster->options.look];
    if (raster->shades < looks[raster->options.look].shades || size < MIN_DETAILED)
        draw = NULL;
    if ((square & (DF_FRAME_LOCK | DF_FRAME_CLEAR)) == DF_FRAME_LOCK) {
        body = raster->shades > SHADE_LIGHT ? (uint8_t)(body + SHADE_LIGHT) : (uint8_t)FLASH;
        draw = NULL;
    }
    if (draw != NULL)
        draw(raster, corner, size, body);
    if (draw == square_draw_nes && raster->rim != 0 && square_is_white(piece - 1) &&
        (square & DF_FRAME_CLEAR) == 0)
        square_draw_rim(raster, corner, size, body);
    if (draw == NULL)
        square_fill(raster, corner, 0, 0, size, size, body);
    if (raster->outlined[piece - 1] && size >= MIN_OUTLINED &&
        (square & (DF_FRAME_LOCK | DF_FRAME_CLEAR)) == 0)
        square_draw_outline(raster, corner, size);
}
