/* A palette for a picture: k-means, that is Lloyd's algorithm (1982), from a start that needs
 * no chance: Su and Dy's Var-Part (2007), which always splits the group of colours with the
 * largest squared error at its mean, across the channel that errs most. */
#include "palette.h"

#include <stdlib.h>

enum { CHANNELS = 3, MAX_ROUNDS = 64 };

/* Distances to be measured: few enough for seconds, and more than any sprite needs. */
#define MAX_DISTANCES (UINT64_C(1) << 31)

/* One colour of the picture, 0xrrggbb, and how many pixels have it. */
typedef struct tint {
    uint32_t color;
    uint32_t pixels;
} tint;

/* A group of tints, with how far they are from their mean. */
typedef struct group {
    tint *tints;
    size_t count;
    uint8_t mean[CHANNELS];
    uint64_t error;   /* the sum over all pixels and channels */
    unsigned channel; /* the one with the largest part in it */
} group;

uint32_t df_color_distance(const uint8_t a[3], const uint8_t b[3])
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < CHANNELS; i++) {
        const int difference = a[i] - b[i];
        sum += (uint32_t)(difference * difference);
    }
    return sum;
}

void df_palette_color(uint8_t color[3], const df_palette *palette, unsigned index)
{
    const df_color from = palette->colors[index];
    color[0] = from.red;
    color[1] = from.green;
    color[2] = from.blue;
}

unsigned df_palette_nearest(const df_palette *palette, const uint8_t color[3])
{
    unsigned best = 0;
    uint32_t min = UINT32_MAX;
    for (unsigned i = 0; i < palette->count; i++) {
        uint8_t other[CHANNELS];
        df_palette_color(other, palette, i);
        const uint32_t distance = df_color_distance(color, other);
        if (distance < min) {
            min = distance;
            best = i;
        }
    }
    return best;
}

static uint8_t channel_of(tint from, unsigned channel)
{
    return (uint8_t)(from.color >> (16 - 8 * channel) & 0xff);
}

static int compare_tints(const void *a, const void *b)
{
    const uint32_t left = ((const tint *)a)->color, right = ((const tint *)b)->color;
    return (left > right) - (left < right);
}

/* Fills `tints`, which has room for all pixels, and returns their number. */
static size_t count_tints(tint *tints, const uint8_t *rgba, size_t count)
{
    size_t opaque = 0, distinct = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *pixel = &rgba[4 * i];
        const uint32_t color = (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
        if (pixel[3] != 0)
            tints[opaque++] = (tint){.color = color, .pixels = 1};
    }
    qsort(tints, opaque, sizeof *tints, compare_tints);
    for (size_t i = 0; i < opaque; i++) {
        if (distinct > 0 && tints[distinct - 1].color == tints[i].color)
            tints[distinct - 1].pixels++;
        else
            tints[distinct++] = tints[i];
    }
    return distinct;
}

static void set_color(df_palette *palette, unsigned index, const uint8_t color[CHANNELS])
{
    palette->colors[index] = (df_color){color[0], color[1], color[2]};
}

/* Sums over pixels, for a mean. */
typedef struct sums {
    uint64_t pixels;
    uint64_t channel[CHANNELS];
} sums;

static void add_tint(sums *total, tint added)
{
    total->pixels += added.pixels;
    for (unsigned c = 0; c < CHANNELS; c++)
        total->channel[c] += (uint64_t)channel_of(added, c) * added.pixels;
}

static group make_group(tint *tints, size_t count)
{
    group made = {.tints = tints, .count = count};
    sums total = {0};
    for (size_t i = 0; i < count; i++)
        add_tint(&total, tints[i]);
    uint64_t largest = 0;
    for (unsigned c = 0; c < CHANNELS; c++) {
        /* Rounded down, so that something is always above it unless all are equal. */
        made.mean[c] = (uint8_t)(total.channel[c] / total.pixels);
        uint64_t error = 0;
        for (size_t i = 0; i < count; i++) {
            const int off = channel_of(tints[i], c) - made.mean[c];
            error += (uint64_t)(off * off) * tints[i].pixels;
        }
        made.error += error;
        if (error > largest) {
            largest = error;
            made.channel = c;
        }
    }
    return made;
}

/* Splits off what is above the mean; nothing of the group is lost, and neither part is
 * empty, because not all its tints are equal. */
static group palette_split(group *whole)
{
    size_t low = 0, high = whole->count;
    while (low < high) {
        const tint at = whole->tints[low];
        if (channel_of(at, whole->channel) <= whole->mean[whole->channel]) {
            low++;
        } else {
            whole->tints[low] = whole->tints[--high];
            whole->tints[high] = at;
        }
    }
    const group above = make_group(whole->tints + low, whole->count - low);
    *whole = make_group(whole->tints, low);
    return above;
}

/* Splits groups until there is one for each colour. There are more tints than colours, so some
 * group can always be split. */
static void palette_start(df_palette *palette, tint *tints, size_t count, unsigned wanted)
{
    group groups[DF_PALETTE_MAX_COLORS];
    groups[0] = make_group(tints, count);
    for (palette->count = 1; palette->count < wanted; palette->count++) {
        unsigned worst = 0;
        for (unsigned i = 1; i < palette->count; i++) {
            if (groups[i].error > groups[worst].error)
                worst = i;
        }
        groups[palette->count] = palette_split(&groups[worst]);
    }
    for (unsigned i = 0; i < palette->count; i++)
        set_color(palette, i, groups[i].mean);
}

/* Does one round of k-means: moves each colour to the mean of the tints that are nearest to it.
 * Returns the squared error that the palette had before. */
static uint64_t move_colors(df_palette *palette, const tint *tints, size_t count)
{
    sums totals[DF_PALETTE_MAX_COLORS] = {0};
    uint64_t error = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t color[CHANNELS], nearest[CHANNELS];
        for (unsigned c = 0; c < CHANNELS; c++)
            color[c] = channel_of(tints[i], c);
        const unsigned index = df_palette_nearest(palette, color);
        df_palette_color(nearest, palette, index);
        error += (uint64_t)df_color_distance(color, nearest) * tints[i].pixels;
        add_tint(&totals[index], tints[i]);
    }
    for (unsigned i = 0; i < palette->count; i++) {
        const sums *total = &totals[i];
        uint8_t mean[CHANNELS];
        if (total->pixels == 0)
            continue;
        for (unsigned c = 0; c < CHANNELS; c++)
            mean[c] = (uint8_t)((total->channel[c] + total->pixels / 2) / total->pixels);
        set_color(palette, i, mean);
    }
    return error;
}

/* Moves the colours as long as that helps. Rounded means can make it worse in the end, so
 * the palette before is kept until the next one has proved better. */
static void palette_improve(df_palette *palette, const tint *tints, size_t count)
{
    df_palette next = *palette;
    uint64_t min = UINT64_MAX;
    const uint64_t affordable = MAX_DISTANCES / ((uint64_t)palette->count * count);
    for (unsigned round = 0; round < MAX_ROUNDS && round < affordable; round++) {
        const df_palette tried = next;
        const uint64_t error = move_colors(&next, tints, count);
        if (error >= min)
            return;
        min = error;
        *palette = tried;
    }
}

df_status df_palette_find(df_palette *palette, const uint8_t *rgba, size_t count,
                          unsigned max_colors)
{
    if (max_colors == 0 || max_colors > DF_PALETTE_MAX_COLORS || count > UINT32_MAX)
        return DF_ERROR_ARGUMENT;
    tint *tints = calloc(count + (count == 0), sizeof *tints);
    if (tints == NULL)
        return DF_ERROR_MEMORY;
    const size_t distinct = count_tints(tints, rgba, count);
    df_palette found = {.count = (unsigned)distinct};
    if (distinct > max_colors) {
        palette_start(&found, tints, distinct, max_colors);
        palette_improve(&found, tints, distinct);
    } else {
        for (unsigned i = 0; i < found.count; i++) {
            uint8_t color[CHANNELS];
            for (unsigned c = 0; c < CHANNELS; c++)
                color[c] = channel_of(tints[i], c);
            set_color(&found, i, color);
        }
    }
    free(tints);
    *palette = found;
    return DF_OK;
}
