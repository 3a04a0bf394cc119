/* The colours of the NES game: those of each level, and the pieces that suit a picture. */
#include "core/image/light.h"
#include "nes_console.h"
#include "real_games.h"

enum { PALETTES = DF_NES_PALETTES, CLASSES = 3 };

/* The pieces of each class: white ones, those in the first and in the second colour. */
static const char class_pieces[CLASSES][DF_TETROMINOES + 1] = {"TOI", "LZ", "JS"};
static const uint8_t class_piece[CLASSES] = {DF_T, DF_L, DF_J};

/* Returns how much a picture changes if its colours become those of these classes. */
static uint64_t colors_cost(const df_picture *picture, unsigned palette,
                            const uint8_t classes[CLASSES])
{
    uint64_t cost = 0;
    df_lab was[CLASSES], is[CLASSES];
    for (unsigned i = 0; i < picture->color_count; i++) {
        const df_color *color = &picture->colors[i];
        was[i] = df_light_lab((const uint8_t[]){color->red, color->green, color->blue});
        const df_color made = df_nes_colors[palette][class_piece[classes[i]]];
        is[i] = df_light_lab((const uint8_t[]){made.red, made.green, made.blue});
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
