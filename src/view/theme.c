#include "dropforge/view.h"

/* A colour by its six hexadecimal digits. */
#define RGB(digits)                                                                            \
    {                                                                                          \
        (digits) >> 16, (digits) >> 8 & 0xff, (digits)&0xff                                    \
    }

static const df_theme themes[] = {
    {
        .name = "guideline",
        .look = DF_LOOK_BEVEL,
        .grid = true,
        .border = 3,
        .piece = {RGB(0x00d8f0), RGB(0xf8d810), RGB(0xb448ec), RGB(0x30d048), RGB(0xf43848),
                  RGB(0x406cf8), RGB(0xf88820)},
        .background = RGB(0x161822),
        .surround = RGB(0x0b0c12),
        .edge = RGB(0x8a92aa),
        .text = RGB(0xf2f4fa),
        .label = RGB(0x9aa2b8),
        .flash = RGB(0xfffae6),
    },
    {
        /* The colours of its first level. */
        .name = "nes",
        .look = DF_LOOK_NES,
        .grid = false,
        .border = 2,
        .piece = {RGB(0xe2eaf6), RGB(0xe2eaf6), RGB(0xe2eaf6), RGB(0x2068f8), RGB(0x3cbcfc),
                  RGB(0x2068f8), RGB(0x3cbcfc)},
        .background = RGB(0x000000),
        .surround = RGB(0x1e1e2a),
        .edge = RGB(0x3cbcfc),
        .text = RGB(0xfcfcfc),
        .label = RGB(0x9cd8fc),
        .flash = RGB(0xfcfcfc),
    },
    {
        /* The four greens of its screen. */
        .name = "gameboy",
        .look = DF_LOOK_INSET,
        .grid = false,
        .border = 4,
        .piece = {RGB(0x306230), RGB(0x0f380f), RGB(0x5c8420), RGB(0x306230), RGB(0x5c8420),
                  RGB(0x0f380f), RGB(0x467228)},
        .background = RGB(0x9bbc0f),
        .surround = RGB(0x8bac0f),
        .edge = RGB(0x0f380f),
        .text = RGB(0x0f380f),
        .label = RGB(0x143e14),
        .flash = RGB(0xe0f0a0),
    },
    {
        .name = "flat",
        .look = DF_LOOK_FLAT,
        .grid = true,
        .border = 1,
        .piece = {RGB(0x008aa0), RGB(0xb88600), RGB(0x8e24aa), RGB(0x2e8b40), RGB(0xd02838),
                  RGB(0x1e5fd0), RGB(0xe05a10)},
        .background = RGB(0xfcfcfa),
        .surround = RGB(0xeceae4),
        .edge = RGB(0x2c303a),
        .text = RGB(0x1c2028),
        .label = RGB(0x5a5e68),
        .flash = RGB(0xffd840),
    },
    {
        .name = "modern",
        .look = DF_LOOK_GLOSS,
        .grid = true,
        .border = 1,
        .piece = {RGB(0x22d3ee), RGB(0xfacc15), RGB(0xb870fc), RGB(0x38de80), RGB(0xf85a70),
                  RGB(0x4f8dfa), RGB(0xfb923c)},
        .background = RGB(0x0d1120),
        .surround = RGB(0x05070e),
        .edge = RGB(0x64748f),
        .text = RGB(0xf8fafc),
        .label = RGB(0x94a3b8),
        .flash = RGB(0xffffff),
    },
    {
        .name = "mono",
        .look = DF_LOOK_TILE,
        .grid = false,
        .border = 1,
        .piece = {RGB(0xffffff), RGB(0x8c8c8c), RGB(0xd8d8d8), RGB(0xa4a4a4), RGB(0xececec),
                  RGB(0x747474), RGB(0xbebebe)},
        .background = RGB(0x000000),
        .surround = RGB(0x000000),
        .edge = RGB(0xffffff),
        .text = RGB(0xffffff),
        .label = RGB(0xa8a8a8),
        .flash = RGB(0xffffff),
    },
    {
        .name = "paper",
        .look = DF_LOOK_INK,
        .grid = true,
        .border = 1,
        .piece = {RGB(0x8cdce4), RGB(0xffdc7a), RGB(0xe0a0d8), RGB(0xa8d492), RGB(0xf29a92),
                  RGB(0xa4a4f4), RGB(0xfabe82)},
        .background = RGB(0xfdfaf1),
        .surround = RGB(0xf3ecd9),
        .edge = RGB(0x3d3a34),
        .text = RGB(0x2b2925),
        .label = RGB(0x666158),
        .flash = RGB(0xffffff),
    },
};

const df_theme *df_theme_get(size_t index)
{
    return index < sizeof themes / sizeof themes[0] ? &themes[index] : NULL;
}
