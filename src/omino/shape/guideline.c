#include "dropforge/omino.h"

/* Finds the colours of the tetrominoes, in the order of df_piece_set_tetrominoes. */
static df_status guideline_find(df_color colors[DF_TETROMINOES])
{
    df_piece_set *set;
    df_status status = df_piece_set_tetrominoes(&set);
    if (status != DF_OK)
        return status;
    status = df_omino_set_colors(colors, set);
    df_piece_set_free(set);
    return status;
}

static unsigned guideline_distance(df_color one, df_color other)
{
    const int red = one.red - other.red, green = one.green - other.green,
              blue = one.blue - other.blue;
    return (unsigned)(red * red + green * green + blue * blue);
}

/* Returns which tetromino has the nearest colour; of several the first. */
static unsigned guideline_nearest(const df_color guideline[DF_TETROMINOES], df_color color)
{
    unsigned best = 0;
    for (unsigned i = 1; i < DF_TETROMINOES; i++) {
        if (guideline_distance(guideline[i], color) <
            guideline_distance(guideline[best], color))
            best = i;
    }
    return best;
}

df_status df_omino_palette(df_palette *palette)
{
    df_color guideline[DF_TETROMINOES];
    bool is_used[DF_TETROMINOES] = {false};
    const df_status status = guideline_find(guideline);
    if (status != DF_OK)
        return status;
    for (unsigned i = 0; i < palette->count; i++)
        is_used[guideline_nearest(guideline, palette->colors[i])] = true;
    const bool is_free = palette->count == 0;
    palette->count = 0;
    for (unsigned i = 0; i < DF_TETROMINOES; i++) {
        if (is_free || is_used[i])
            palette->colors[palette->count++] = guideline[i];
    }
    return DF_OK;
}

df_status df_omino_letters(char letters[DF_TETROMINOES + 1], const df_picture *picture)
{
    df_color guideline[DF_TETROMINOES];
    if (picture->color_count > DF_TETROMINOES)
        return DF_ERROR_LIMIT;
    const df_status status = guideline_find(guideline);
    if (status != DF_OK)
        return status;
    for (unsigned i = 0; i < picture->color_count; i++)
        letters[i] = "IOTSZJL"[guideline_nearest(guideline, picture->colors[i])];
    letters[picture->color_count] = '\0';
    return DF_OK;
}
