#include "builtin_sprite.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 16 };

/* '#' hot metal, 'o' bright steel, '+' dark steel. */
static const char drawing[SIDE][SIDE + 1] = {
    ".........##.....", "....#....##....#", ".......######...", "..#....######...",
    ".....ooooooooooo", "oooooooooooooooo", ".ooooooooooooo++", "...++ooooooo+++.",
    "......+oooo++...", ".......oooo+....", ".......ooo++....", "......oooo++....",
    "....oooooooo++..", "...oooooooooo++.", "...++++++++++++.", "...+++....+++...",
};

static const struct {
    char letter;
    uint8_t rgba[4];
} inks[] = {
    {'.', {0, 0, 0, 0}},
    {'#', {0xff, 0x8a, 0x2b, 0xff}},
    {'o', {0xc2, 0xcf, 0xda, 0xff}},
    {'+', {0x5c, 0x74, 0x8f, 0xff}},
};

df_status builtin_sprite_draw(image *drawn)
{
    uint8_t *rgba = malloc((size_t)SIDE * SIDE * 4);
    if (rgba == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
        for (size_t ink = 0; ink < sizeof inks / sizeof inks[0]; ink++) {
            if (drawing[i / SIDE][i % SIDE] == inks[ink].letter)
                memcpy(&rgba[4 * i], inks[ink].rgba, 4);
        }
    }
    *drawn = (image){.width = SIDE, .height = SIDE, .rgba = rgba};
    return DF_OK;
}
