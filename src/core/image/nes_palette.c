/* The colours of the NES game of 1989. */
#include "dropforge/board.h"

enum { NES_PALETTES = 10, NES_CLASSES = 3 };

/* The colours of level 0 to 9, and so on, as emulators usually show them. */
static const uint8_t class_colors[NES_PALETTES][NES_CLASSES][3] = {
    {{252, 252, 252}, {60, 188, 252}, {0, 88, 248}},
    {{252, 252, 252}, {184, 248, 24}, {0, 168, 0}},
    {{252, 252, 252}, {248, 120, 248}, {216, 0, 204}},
    {{252, 252, 252}, {88, 216, 84}, {0, 88, 248}},
    {{252, 252, 252}, {88, 248, 152}, {228, 0, 88}},
    {{252, 252, 252}, {104, 136, 252}, {88, 248, 152}},
    {{252, 252, 252}, {124, 124, 124}, {248, 56, 0}},
    {{252, 252, 252}, {168, 0, 32}, {104, 68, 252}},
    {{252, 252, 252}, {248, 56, 0}, {0, 88, 248}},
    {{252, 252, 252}, {252, 160, 68}, {248, 56, 0}},
};

df_color df_nes_color(unsigned level, unsigned piece)
{
    static const uint8_t class_of[DF_TETROMINOES] = {
        [DF_I] = 0, [DF_O] = 0, [DF_T] = 0, [DF_S] = 2, [DF_Z] = 1, [DF_J] = 2, [DF_L] = 1};
    const uint8_t *color = class_colors[level % NES_PALETTES][class_of[piece]];
    return (df_color){color[0], color[1], color[2]};
}
