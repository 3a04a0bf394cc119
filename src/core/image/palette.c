/* A palette for a picture: colours of the picture itself, with the least mean error in OKLab
 * that swaps find, which is k-medoids: Kaufman and Rousseeuw (1990), with all swaps for a
 * colour judged at once as by Schubert and Rousseeuw (2019). A rare hue then takes the place of
 * one of many shades, if the others are not much worse for it. */
#include "frames.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "light.h"

enum {
    CHANNELS = 3,
    MAX_SHADES = 1 << 18, /* that are remembered at a time */
    MAX_TINTS = 1024,     /* that are judged one by one */
    MAX_ROUNDS = 64,
    /* A hue is lost if a colour of at least this chroma turns into one that far away, not
     * counting lightness, and it counts with its like; all in parts of OKLab. */
    LOST_CHROMA = 328,
    LOST_DISTANCE = 492,
    LIKE_DISTANCE = 287,
    RARE_SHARE = 400, /* one pixel in this many is enough */
    MAX_RARE = 2,
    /* In hundredths of the mean error without rare hues. */
    RARE_PRICE = 116,
};

/* A colour of the picture and how many pixels have it. The code has the bits of red, green and
 * blue in turn, so that similar colours have similar codes. */
typedef struct shade {
    uint32_t code;
    uint32_t pixels;
} shade;

/* A shade with its place among the colours of a palette. */
typedef struct tint {
    df_lab lab;
    uint32_t pixels;
    uint32_t first, second; /* distances to the nearest two of the palette */
    unsigned nearest;       /* index of that of `first` */
} tint;

/* The search for a palette among tints. */
typedef struct medoids {
    tint tints[MAX_TINTS];
    size_t count;
    uint32_t distances[MAX_TINTS][MAX_TINTS]; /* in 16ths of a part of OKLab */
    size_t chosen[DF_PALETTE_MAX_COLORS];
    bool is_kept[DF_PALETTE_MAX_COLORS]; /* not to be swapped */
    unsigned size;
} medoids;

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

static int compare_shades(const void *a, const void *b)
{
    const uint32_t left = ((const shade *)a)->code, right = ((const shade *)b)->code;
    return (left > right) - (left < right);
}

/* Makes one of shades that are equal in all but the last bits of each channel: the most
 * frequent one. They are sorted. Returns their number. */
static size_t palette_unite(shade *shades, size_t count, unsigned bits)
{
    size_t distinct = 0;
    uint32_t most = 0;
    for (size_t i = 0; i < count; i++) {
        const shade at = shades[i];
        shade *last = distinct > 0 ? &shades[distinct - 1] : NULL;
        if (last == NULL || last->code >> CHANNELS * bits != at.code >> CHANNELS * bits) {
            shades[distinct++] = at;
            most = at.pixels;
            continue;
        }
        if (at.pixels > most) {
            last->code = at.code;
            most = at.pixels;
        }
        last->pixels += at.pixels;
    }
    return distinct;
}

static uint32_t palette_code(const uint8_t *pixel)
{
    uint32_t code = 0;
    for (unsigned bit = 8; bit-- > 0;) {
        for (unsigned c = 0; c < CHANNELS; c++)
            code = code << 1 | (pixel[c] >> bit & 1u);
    }
    return code;
}

static df_color palette_decode(uint32_t code)
{
    unsigned color[CHANNELS] = {0};
    for (unsigned bit = 8; bit-- > 0;) {
        for (unsigned c = 0; c < CHANNELS; c++)
            color[c] = color[c] << 1 | (code >> (CHANNELS * bit + CHANNELS - 1 - c) & 1);
    }
    return (df_color){(uint8_t)color[0], (uint8_t)color[1], (uint8_t)color[2]};
}

/* Sorts shades and makes one of equal ones. Returns their number. */
static size_t palette_sort(shade *shades, size_t count)
{
    qsort(shades, count, sizeof *shades, compare_shades);
    return palette_unite(shades, count, 0);
}

/* Returns the room that palette_list needs. */
static size_t palette_room(size_t pixels)
{
    return pixels < MAX_SHADES ? pixels + 1 : MAX_SHADES;
}

/* Fills `shades` and returns their number. Of very many, similar ones are united. */
static size_t palette_list(shade *shades, const uint8_t *rgba, size_t count)
{
    size_t opaque = 0;
    const uint8_t *last = NULL;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *pixel = &rgba[4 * i];
        if (pixel[3] == 0)
            continue;
        if (last != NULL && memcmp(last, pixel, CHANNELS) == 0) {
            shades[opaque - 1].pixels++;
            continue;
        }
        if (opaque == MAX_SHADES) {
            opaque = palette_sort(shades, opaque);
            for (unsigned bits = 1; opaque > MAX_SHADES / 2; bits++)
                opaque = palette_unite(shades, opaque, bits);
        }
        shades[opaque++] = (shade){.code = palette_code(pixel), .pixels = 1};
        last = pixel;
    }
    return palette_sort(shades, opaque);
}

static uint32_t palette_square_root(uint64_t square)
{
    uint32_t root = 0;
    for (uint32_t bit = square != 0 ? 1u << bits_highest(square) / 2 : 0; bit != 0; bit >>= 1) {
        const uint64_t next = root | bit;
        if (next * next <= square)
            root |= bit;
    }
    return root;
}

/* Takes the tints of the shades, and measures all distances once. */
static void medoids_begin(medoids *self, const shade *shades, size_t count)
{
    self->count = count;
    for (size_t i = 0; i < count; i++) {
        const df_color color = palette_decode(shades[i].code);
        tint *at = &self->tints[i];
        at->lab = df_light_lab((const uint8_t[]){color.red, color.green, color.blue});
        at->pixels = shades[i].pixels;
        for (size_t t = 0; t < i; t++)
            self->distances[i][t] = self->distances[t][i] = palette_square_root(
                (uint64_t)df_lab_distance(at->lab, self->tints[t].lab) << 8);
    }
}

/* Finds the two nearest colours of the palette for each tint. */
static void medoids_assign(medoids *self)
{
    for (size_t t = 0; t < self->count; t++) {
        tint *at = &self->tints[t];
        at->first = at->second = UINT32_MAX >> 4;
        for (unsigned i = 0; i < self->size; i++) {
            const uint32_t distance = self->distances[self->chosen[i]][t];
            if (distance < at->first) {
                at->second = at->first;
                at->first = distance;
                at->nearest = i;
            } else if (distance < at->second) {
                at->second = distance;
            }
        }
    }
}

/* Adds the colour that lowers the error most, until there are as many as wanted. */
static void medoids_build(medoids *self, unsigned wanted)
{
    for (medoids_assign(self); self->size < wanted; medoids_assign(self)) {
        uint64_t most = 0;
        size_t best = 0;
        for (size_t candidate = 0; candidate < self->count; candidate++) {
            uint64_t gain = 0;
            for (size_t t = 0; t < self->count; t++) {
                const tint *at = &self->tints[t];
                const uint32_t distance = self->distances[candidate][t];
                if (distance < at->first)
                    gain += (uint64_t)(at->first - distance) * at->pixels;
            }
            if (gain > most) {
                most = gain;
                best = candidate;
            }
        }
        if (most == 0)
            return;
        self->chosen[self->size++] = best;
    }
}

/* Returns how much worse the palette gets if a candidate takes the place of `*place`, which is
 * chosen, or less than 0. */
static int64_t medoids_judge(const medoids *self, const int64_t *removal, size_t candidate,
                             unsigned *place)
{
    int64_t changes[DF_PALETTE_MAX_COLORS], shared = 0, least = INT64_MAX;
    for (unsigned i = 0; i < self->size; i++)
        changes[i] = removal[i];
    for (size_t t = 0; t < self->count; t++) {
        const tint *at = &self->tints[t];
        const int64_t pixels = at->pixels, first = at->first, second = at->second;
        const int64_t distance = self->distances[candidate][t];
        if (distance < first) {
            shared += pixels * (distance - first);
            changes[at->nearest] += pixels * (first - second);
        } else if (distance < second) {
            changes[at->nearest] += pixels * (distance - second);
        }
    }
    for (unsigned i = 0; i < self->size; i++) {
        if (!self->is_kept[i] && changes[i] < least) {
            least = changes[i];
            *place = i;
        }
    }
    return least == INT64_MAX ? 0 : least + shared;
}

/* Finds how much worse the palette gets without each of its colours. */
static void medoids_weigh(const medoids *self, int64_t *removal)
{
    for (unsigned i = 0; i < self->size; i++)
        removal[i] = 0;
    for (size_t t = 0; t < self->count; t++) {
        const tint *at = &self->tints[t];
        removal[at->nearest] += (int64_t)(at->second - at->first) * at->pixels;
    }
}

/* Makes the best swap again and again, as long as that helps. */
static void medoids_swap(medoids *self)
{
    int64_t removal[DF_PALETTE_MAX_COLORS];
    for (unsigned round = 0; round < MAX_ROUNDS; round++) {
        int64_t least = 0;
        size_t best = 0;
        unsigned best_place = 0;
        medoids_assign(self);
        medoids_weigh(self, removal);
        for (size_t candidate = 0; candidate < self->count; candidate++) {
            unsigned place = 0;
            const int64_t change = medoids_judge(self, removal, candidate, &place);
            if (change < least) {
                least = change;
                best = candidate;
                best_place = place;
            }
        }
        if (least == 0)
            return;
        self->chosen[best_place] = best;
    }
    medoids_assign(self);
}

/* Returns the sum of all distances to the palette. */
static uint64_t medoids_error(const medoids *self)
{
    uint64_t sum = 0;
    for (size_t t = 0; t < self->count; t++)
        sum += (uint64_t)self->tints[t].first * self->tints[t].pixels;
    return sum;
}

/* Returns the square of the distance without lightness. */
static uint32_t palette_hue_distance(df_lab one, df_lab other)
{
    one.lightness = other.lightness;
    return df_lab_distance(one, other);
}

/* True if the hue of a tint does not survive. */
static bool medoids_loses(const medoids *self, const tint *at)
{
    const df_lab nearest = self->tints[self->chosen[at->nearest]].lab;
    return palette_hue_distance(at->lab, (df_lab){0}) >= LOST_CHROMA * LOST_CHROMA &&
           palette_hue_distance(at->lab, nearest) >= LOST_DISTANCE * LOST_DISTANCE;
}

/* Finds the tint whose hue is missed most, by many pixels or by far. False if there is none. */
static bool medoids_find_lost(const medoids *self, size_t *found)
{
    uint64_t most = 0, all = 0;
    for (size_t t = 0; t < self->count; t++)
        all += self->tints[t].pixels;
    for (size_t t = 0; t < self->count; t++) {
        const tint *at = &self->tints[t];
        uint64_t pixels = 0;
        if (!medoids_loses(self, at))
            continue;
        for (size_t i = 0; i < self->count; i++) {
            const tint *like = &self->tints[i];
            if (palette_hue_distance(at->lab, like->lab) <= LIKE_DISTANCE * LIKE_DISTANCE &&
                medoids_loses(self, like))
                pixels += like->pixels;
        }
        const df_lab nearest = self->tints[self->chosen[at->nearest]].lab;
        const uint64_t missed =
            pixels * palette_square_root(palette_hue_distance(at->lab, nearest));
        if (pixels * RARE_SHARE >= all && missed > most) {
            most = missed;
            *found = t;
        }
    }
    return most > 0;
}

/* Swaps in a rare hue for good. False if the mean error gets too large. */
static bool medoids_save_hue(medoids *self, size_t lost, uint64_t error)
{
    int64_t removal[DF_PALETTE_MAX_COLORS];
    unsigned place = 0;
    medoids_weigh(self, removal);
    medoids_judge(self, removal, lost, &place);
    self->chosen[place] = lost;
    self->is_kept[place] = true;
    medoids_swap(self);
    return medoids_error(self) / RARE_PRICE <= error / 100;
}

static df_status palette_choose(df_palette *palette, const shade *shades, size_t count,
                                unsigned wanted)
{
    medoids *search = calloc(1, sizeof *search);
    size_t lost = 0, chosen[DF_PALETTE_MAX_COLORS];
    if (search == NULL)
        return DF_ERROR_MEMORY;
    medoids_begin(search, shades, count);
    medoids_build(search, wanted);
    medoids_swap(search);
    const uint64_t error = medoids_error(search);
    bool goes_on = true;
    for (unsigned saved = 0; goes_on; saved++) {
        memcpy(chosen, search->chosen, sizeof chosen);
        goes_on = saved < MAX_RARE && saved + 1 < search->size &&
                  medoids_find_lost(search, &lost) && medoids_save_hue(search, lost, error);
    }
    palette->count = search->size;
    for (unsigned i = 0; i < search->size; i++)
        palette->colors[i] = palette_decode(shades[chosen[i]].code);
    free(search);
    return DF_OK;
}

df_status df_palette_count(size_t *colors, const uint8_t *rgba, size_t count)
{
    if (count > UINT32_MAX)
        return DF_ERROR_ARGUMENT;
    shade *shades = calloc(palette_room(count), sizeof *shades);
    if (shades == NULL)
        return DF_ERROR_MEMORY;
    *colors = palette_list(shades, rgba, count);
    free(shades);
    return DF_OK;
}

df_status df_palette_find(df_palette *palette, const uint8_t *rgba, size_t count,
                          unsigned max_colors)
{
    if (max_colors == 0 || max_colors > DF_PALETTE_MAX_COLORS || count > UINT32_MAX)
        return DF_ERROR_ARGUMENT;
    shade *shades = calloc(palette_room(count), sizeof *shades);
    if (shades == NULL)
        return DF_ERROR_MEMORY;
    df_status status = DF_OK;
    const size_t distinct = palette_list(shades, rgba, count);
    df_palette found = {.count = (unsigned)distinct};
    size_t fewer = distinct;
    for (unsigned bits = 1; fewer > MAX_TINTS; bits++)
        fewer = palette_unite(shades, fewer, bits);
    if (distinct > max_colors)
        status = palette_choose(&found, shades, fewer, max_colors);
    else
        for (unsigned i = 0; i < found.count; i++)
            found.colors[i] = palette_decode(shades[i].code);
    free(shades);
    if (status == DF_OK)
        *palette = found;
    return status;
}
