/* The built-in palettes, and pictures in the colours of the tetrominoes. */
#include "frames.h"

#include <string.h>

#include "core/base/bits.h"

#define C(rgb)                                                                                 \
    {                                                                                          \
        (rgb) >> 16, (rgb) >> 8 & 255, (rgb)&255                                               \
    }

const df_color df_guideline_colors[DF_TETROMINOES] = {
    [DF_I] = C(0x00f0f0), [DF_O] = C(0xf0f000), [DF_T] = C(0xa000f0), [DF_S] = C(0x00f000),
    [DF_Z] = C(0xf00000), [DF_J] = C(0x0000f0), [DF_L] = C(0xf0a000),
};

/* Returns which tetromino has the nearest colour; of several the first. */
static unsigned guideline_nearest(df_color color)
{
    const uint8_t *own = (const uint8_t *)df_guideline_colors;
    const uint8_t *wanted = (const uint8_t *)&color;
    unsigned best = 0;
    for (unsigned i = 1; i < DF_TETROMINOES; i++) {
        if (df_color_distance(own + 3 * i, wanted) < df_color_distance(own + 3 * best, wanted))
            best = i;
    }
    return best;
}

bool df_guideline_is(const df_color *palette, size_t count)
{
    return count == DF_TETROMINOES &&
           memcmp(palette, df_guideline_colors, sizeof df_guideline_colors) == 0;
}

void df_pixel_liven(uint8_t pixel[3])
{
    enum { DARK = 64, GREY = 6, BRIGHT = 240, VIVID = 40 /* percent */ };
    const unsigned red = pixel[0], green = pixel[1], blue = pixel[2];
    const unsigned high = unsigned_max(red, unsigned_max(green, blue));
    const unsigned low = unsigned_min(red, unsigned_min(green, blue));
    if (high < DARK || GREY * (high - low) < high)
        return;
    for (unsigned c = 0; c < 3; c++) {
        const unsigned vivid = (pixel[c] - low) * BRIGHT / (high - low);
        pixel[c] = (uint8_t)((VIVID * vivid + (100 - VIVID) * pixel[c]) / 100);
    }
}

df_status df_picture_letters(char letters[DF_TETROMINOES + 1], const df_picture *picture)
{
    if (picture->color_count > DF_TETROMINOES)
        return DF_ERROR_LIMIT;
    for (unsigned i = 0; i < picture->color_count; i++)
        letters[i] = "IOTSZJL"[guideline_nearest(picture->colors[i])];
    letters[picture->color_count] = '\0';
    return DF_OK;
}

/* The colours of I, O, T, S, Z, J and L in a level: that of L and Z, and that of J and S. */
#define LEVEL(l, j)                                                                            \
    {                                                                                          \
        C(0xfcfcfc), C(0xfcfcfc), C(0xfcfcfc), C(j), C(l), C(j), C(l)                          \
    }

/* The colours of the NES game of 1989, as emulators usually show them. */
const df_color df_nes_colors[DF_NES_PALETTES][DF_TETROMINOES] = {
    LEVEL(0x3cbcfc, 0x0058f8), LEVEL(0xb8f818, 0x00a800), LEVEL(0xf878f8, 0xd800cc),
    LEVEL(0x58d854, 0x0058f8), LEVEL(0x58f898, 0xe40058), LEVEL(0x6888fc, 0x58f898),
    LEVEL(0x7c7c7c, 0xf83800), LEVEL(0xa80020, 0x6844fc), LEVEL(0xf83800, 0x0058f8),
    LEVEL(0xfca044, 0xf83800),
};

/* Lexaloffle (2014). */
static const df_color pico_8[] = {
    C(0x000000), C(0x1d2b53), C(0x7e2553), C(0x008751), C(0xab5236), C(0x5f574f),
    C(0xc2c3c7), C(0xfff1e8), C(0xff004d), C(0xffa300), C(0xffec27), C(0x00e436),
    C(0x29adff), C(0x83769c), C(0xff77a8), C(0xffccaa),
};

/* The four shades of the first Game Boy, as emulators usually show them. */
static const df_color gameboy[] = {C(0x0f380f), C(0x306230), C(0x8bac0f), C(0x9bbc0f)};

/* As emulators usually show them; the colours of the NES game are among these. */
static const df_color nes[] = {
    C(0x000000), C(0x7c7c7c), C(0x0000fc), C(0x0000bc), C(0x4428bc), C(0x940084), C(0xa80020),
    C(0xa81000), C(0x881400), C(0x503000), C(0x007800), C(0x006800), C(0x005800), C(0x004058),
    C(0xbcbcbc), C(0x0078f8), C(0x0058f8), C(0x6844fc), C(0xd800cc), C(0xe40058), C(0xf83800),
    C(0xe45c10), C(0xac7c00), C(0x00b800), C(0x00a800), C(0x00a844), C(0x008888), C(0xf8f8f8),
    C(0x3cbcfc), C(0x6888fc), C(0x9878f8), C(0xf878f8), C(0xf85898), C(0xf87858), C(0xfca044),
    C(0xf8b800), C(0xb8f818), C(0x58d854), C(0x58f898), C(0x00e8d8), C(0x787878), C(0xfcfcfc),
    C(0xa4e4fc), C(0xb8b8f8), C(0xd8b8f8), C(0xf8b8f8), C(0xf8a4c0), C(0xf0d0b0), C(0xfce0a8),
    C(0xf8d878), C(0xd8f878), C(0xb8f8b8), C(0xb8f8d8), C(0x00fcfc), C(0xf8d8f8),
};

/* Timmermann (2001). */
static const df_color c64[] = {
    C(0x000000), C(0xffffff), C(0x68372b), C(0x70a4b2), C(0x6f3d86), C(0x588d43),
    C(0x352879), C(0xb8c76f), C(0x6f4f25), C(0x433900), C(0x9a6759), C(0x444444),
    C(0x6c6c6c), C(0x9ad284), C(0x6c5eb5), C(0x959595),
};

static const df_color zx_spectrum[] = {
    C(0x000000), C(0x0000d7), C(0xd70000), C(0xd700d7), C(0x00d700),
    C(0x00d7d7), C(0xd7d700), C(0xd7d7d7), C(0x0000ff), C(0xff0000),
    C(0xff00ff), C(0x00ff00), C(0x00ffff), C(0xffff00), C(0xffffff),
};

#define PALETTE(name, colors)                                                                  \
    {                                                                                          \
        name, colors, sizeof(colors) / sizeof(colors)[0]                                       \
    }

const df_named_palette df_palettes[DF_PALETTES] = {
    {"guideline", df_guideline_colors, DF_TETROMINOES},
    PALETTE("pico-8", pico_8),
    PALETTE("gameboy", gameboy),
    PALETTE("nes", nes),
    PALETTE("c64", c64),
    PALETTE("zx-spectrum", zx_spectrum),
};
