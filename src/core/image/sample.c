/* Small pictures of the project's own. */
#include <stdlib.h>
#include <string.h>

#include "dropforge/picture.h"

/* Rows from the top. The number of squares of those that are no wider than 10 is even, as on
 * playfields of 10 columns it must be. */
static const struct sample {
    const char *name;
    unsigned width, height;
    const char *drawing;
} samples[] = {
    /* With a glowing piece on it. */
    {"anvil", 16, 16,
     ".........##.........#....##....#.......######.....#....######..."
     ".....ooooooooooooooooooooooooooo.ooooooooooooo++...++ooooooo+++."
     "......+oooo++..........oooo+...........ooo++..........oooo++...."
     "....oooooooo++.....oooooooooo++....++++++++++++....+++....+++..."},
    /* The '>' for which games of the series The Grand Master award a grade: each of 19 rows is
     * full but for one square, and one more covers the last hole. */
    {"secret-grade", 10, 20,
     "#..........##########.##########.##########.##########.##########.####"
     "######.##########.##########.##########.########.########.########.###"
     "#####.########.########.########.########.########.#########"},
    {"ring", 3, 3, "yyyy.yyyy"},
    {"stairs", 4, 4, "b...bb..bbb.bbbb"},
    {"heart", 5, 5, ".r.r.rrrrrrrrrr.rrr...r.."},
    {"arrow", 5, 6, "..g...ggg.ggggg..g....g....g.."},
    {"key", 7, 4, "yyy....y.yyyyyy.y.y.yyyy.y.y"},
    {"house", 6, 6, "..rr...rrrr.rrrrrr.wwww..w.ww..w.ww."},
    {"fish", 8, 5, "..bbb..b.bbbbbbbbb.bbbb..bbbbbbb..bbb..b"},
    {"mushroom", 8, 7, "..rrrr...rwwrwr.rrwwrrrrrrrrrwwr..wwww....wwww....wwww.."},
    {"tree", 7, 8, "...g.....ggg...ggggg...ggg...ggggg.ggggggg...n......n..."},
    {"cat", 8, 8, "o......ooo....oooooooooooyooooyoooooooooooorrooo.oooooo...oooo.."},
    {"robot", 8, 9, "...ww......ww...oooooooooyyooyyooooooooo..oooo..oooooooo.oooooo..oo..oo."},
    {"boat", 9, 9,
     "....nw.......nww......nwww.....nwww.....nwwww....n....nnnnnnnnn.nnnnnnn...nnnnn."
     "."},
    {"rocket", 6, 12,
     "..ww...wwww..wwww..wbbw..wbbw..wwww..wwww..wwww.rwwwwrrwwwwrr.yy.r..yy.."},
    {"flower", 8, 14,
     "..rr.....rrrr.gg.rrrrgg...rrgg.....gg......g.......g......bbbb....bbbb...bbbbbb."
     "bbbbbbbbbbbbbbbb.bbbbbb...bbbb.."},
    {"tower", 10, 18,
     "....rr.......rrrr.....rrrrrr....yywwyy....yywwyy...wwwwwwww...wwwwww....wwwwww.."
     "..rrrrrr....rrrrrr....wwwwww....wwwwww....rrrrrr...rrrrrrrr..wwwwwwww..wwwwwwww."
     "rrrr..rrrrrrrr..rrrr"},
};

static const struct ink {
    char letter;
    uint8_t red, green, blue;
} inks[] = {
    {'#', 0xff, 0x8a, 0x2b}, {'o', 0xc2, 0xcf, 0xda}, {'+', 0x5c, 0x74, 0x8f},
    {'r', 0xe6, 0x3b, 0x4b}, {'g', 0x3c, 0xb4, 0x4b}, {'b', 0x43, 0x7a, 0xe8},
    {'y', 0xf7, 0xcb, 0x3c}, {'n', 0xa8, 0x6a, 0x3d}, {'w', 0xf2, 0xea, 0xdc},
};

df_status df_picture_from_sample(df_picture **picture, const char **name, size_t index)
{
    if (index >= sizeof samples / sizeof samples[0])
        return DF_ERROR_ARGUMENT;
    const struct sample *sample = &samples[index];
    if (name != NULL)
        *name = sample->name;
    if (picture == NULL)
        return DF_OK;
    const size_t area = (size_t)sample->width * sample->height;
    uint8_t *rgba = calloc(area, 4);
    if (rgba == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < area; i++) {
        for (size_t k = 0; k < sizeof inks / sizeof inks[0]; k++) {
            if (sample->drawing[i] == inks[k].letter)
                memcpy(&rgba[4 * i],
                       (uint8_t[4]){inks[k].red, inks[k].green, inks[k].blue, 0xff}, 4);
        }
    }
    const df_status status =
        df_picture_from_rgba(picture, 1, rgba, sample->width, sample->height, NULL);
    free(rgba);
    return status;
}
