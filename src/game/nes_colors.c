/* The colours of the NES game: those of each level, and the pieces that suit a picture. */
#include "core/image/light.h"
#include "nes_console.h"
#include "real_games.h"

enum { PALETTES = DF_NES_PALETTES, CLASSES = 3 };

/* The pieces of each class: white ones, those in the first and in the second colour. */
static const char class_pieces[CLASSES][DF_TETROMINOES + 1] = {"TOI", "LZ", "JS"};

/* The colours of level 0 to 9, and so on, as emulators usually show them. */
static const uint8_t class_colors[PALETTES][CLASSES][3] = {
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
    const uint8_t *color = class_colors[level % PALETTES][class_of[piece]];
    return (df_color){color[0], color[1], color[2]};
}

/* Returns how much a picture changes if its colours become those of these classes. */
static uint64_t colors_cost(const df_picture *picture, unsigned palette,
                            const uint8_t classes[CLASSES])
{
    uint64_t cost = 0;
    df_lab was[CLASSES], is[CLASSES];
    for (unsigned i = 0; i < picture->color_count; i++) {
        const df_color *color = &picture->colors[i];
        was[i] = df_light_lab((const uint8_t[]){color->red, color->green, color->blue});
        is[i] = df_light_lab(class_colors[palette][classes[i]]);
    }
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++) {
        const unsigned color = picture->cell[i];
        if (color != 0)
            cost += df_lab_distance(was[color - 1], is[color - 1]);
    }
    return cost;
}

void df_real_nes_share(df_real_choice *choice, const df_picture *picture)
{
    static const uint8_t orders[][CLASSES] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                              {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const bool is_given = choice->level < DF_NES_LEVELS;
    const unsigned first = is_given ? choice->level % PALETTES : 0;
    const unsigned last = is_given ? first : PALETTES - 1;
    const uint8_t *best = orders[0];
    uint64_t least = UINT64_MAX;
    char *pieces = choice->pieces;
    for (unsigned level = first; level <= last; level++) {
        for (unsigned i = 0; i < sizeof orders / sizeof orders[0]; i++) {
            const uint64_t cost = colors_cost(picture, level, orders[i]);
            if (cost >= least)
                continue;
            least = cost;
            best = orders[i];
            choice->palette = level;
        }
    }
    for (unsigned i = 0; i < picture->color_count; i++) {
        const char *letters = class_pieces[best[i]];
        while (*letters != '\0')
            *pieces++ = *letters++;
        if (i == 0 || i + 1 < picture->color_count)
            *pieces++ = ',';
    }
    *pieces = '\0';
}
