/* The colours of the tetrominoes, and pictures in them. */
#include "frames.h"

const df_color df_guideline_colors[DF_TETROMINOES] = {
    [DF_I] = {0x00, 0xf0, 0xf0}, [DF_O] = {0xf0, 0xf0, 0x00}, [DF_T] = {0xa0, 0x00, 0xf0},
    [DF_S] = {0x00, 0xf0, 0x00}, [DF_Z] = {0xf0, 0x00, 0x00}, [DF_J] = {0x00, 0x00, 0xf0},
    [DF_L] = {0xf0, 0xa0, 0x00},
};

static unsigned guideline_distance(df_color one, df_color other)
{
    const int red = one.red - other.red, green = one.green - other.green,
              blue = one.blue - other.blue;
    return (unsigned)(red * red + green * green + blue * blue);
}

/* Returns which tetromino has the nearest colour; of several the first. */
static unsigned guideline_nearest(df_color color)
{
    unsigned best = 0;
    for (unsigned i = 1; i < DF_TETROMINOES; i++) {
        if (guideline_distance(df_guideline_colors[i], color) <
            guideline_distance(df_guideline_colors[best], color))
            best = i;
    }
    return best;
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
