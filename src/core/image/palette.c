/* A palette for a picture: colours of the picture itself, or of a larger palette, with the
 * least mean error in OKLab that swaps find, which is k-medoids: Kaufman and Rousseeuw (1990),
 * with all swaps for a colour judged at once as by Schubert and Rousseeuw (2019). The squares
 * of the region that is farthest off then count half as much again, round after round; of the
 * palettes found so, the best is that with the least mean error and error of its worst region
 * together. */
#include "frames.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "light.h"
#include "region.h"

enum {
    CHANNELS = 3,
    MAX_SHADES = 1 << 18,            /* that are remembered at a time */
    MAX_TINTS = DF_REGION_MAX_TINTS, /* that are judged one by one */
    MAX_SWAPS = 64,
    /* Each round makes a region count half as much again: in the end 291 times, which outweighs
     * all else. */
    ROUNDS = 14,
    PIXEL_WEIGHT = DF_REGION_PIXEL_WEIGHT,
    /* The worst region counts as much as all else if it is off as many times as far: more loses
     * small things, less gives large areas too few shades. */
    REGION_PART = 20,
    /* Colours are alike up to an eightieth of the way from black to white, or in a picture of
     * little contrast up to a third of its own. */
    ALIKE = 4096 / 80,
    CONTRAST_PART = 3,
};

/* A colour of the picture and how many pixels have it. The code has the bits of red, green and
 * blue in turn, so that similar colours have similar codes. */
typedef struct shade {
    uint32_t code;
    uint32_t pixels;
} shade;

/* The search for a palette among candidates, which stand for tints. */
typedef struct medoids {
    size_t count;                /* of the tints */
    uint32_t pixels[MAX_TINTS];  /* of each tint */
    uint64_t weights[MAX_TINTS]; /* the pixels, of which some count several times */
    uint32_t first[MAX_TINTS], second[MAX_TINTS]; /* distances to the nearest two chosen */
    unsigned nearest[MAX_TINTS];                  /* index of that of `first` */
    df_lab seen[MAX_TINTS]; /* the tints as small things look; of candidates: */
    size_t candidates;
    df_lab candidate_seen[MAX_TINTS];
    uint32_t distances[MAX_TINTS][MAX_TINTS]; /* of each candidate to each tint */
    size_t chosen[DF_PALETTE_MAX_COLORS];
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

static df_lab palette_lab(df_color color)
{
    return df_light_seen((const uint8_t[]){color.red, color.green, color.blue});
}

/* Returns a colour as it tells a thing from what is around it: by hue half as much again. */
static df_lab palette_see(df_lab lab)
{
    return (df_lab){lab.lightness, lab.a * 3 / 2, lab.b * 3 / 2};
}

/* Takes the tints of the shades, and measures all distances once, in 16ths of a part of
 * OKLab. */
static void medoids_begin(medoids *self, const shade *shades, size_t count,
                          const df_palette *from)
{
    df_lab labs[MAX_TINTS];
    self->count = count;
    self->candidates = from != NULL ? from->count : count;
    for (size_t t = 0; t < count; t++) {
        labs[t] = palette_lab(palette_decode(shades[t].code));
        self->seen[t] = palette_see(labs[t]);
        self->pixels[t] = shades[t].pixels;
        self->weights[t] = (uint64_t)PIXEL_WEIGHT * shades[t].pixels;
    }
    for (size_t i = 0; i < self->candidates; i++) {
        const df_lab lab = from != NULL ? palette_lab(from->colors[i]) : labs[i];
        self->candidate_seen[i] = palette_see(lab);
        for (size_t t = 0; t < count; t++)
            self->distances[i][t] =
                palette_square_root((uint64_t)df_lab_distance(lab, labs[t]) << 8);
    }
}

/* Finds the two nearest colours of the palette for each tint. */
static void medoids_assign(medoids *self)
{
    for (size_t t = 0; t < self->count; t++) {
        self->first[t] = self->second[t] = UINT32_MAX >> 4;
        for (unsigned i = 0; i < self->size; i++) {
            const uint32_t distance = self->distances[self->chosen[i]][t];
            if (distance < self->first[t]) {
                self->second[t] = self->first[t];
                self->first[t] = distance;
                self->nearest[t] = i;
            } else if (distance < self->second[t]) {
                self->second[t] = distance;
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
        for (size_t candidate = 0; candidate < self->candidates; candidate++) {
            uint64_t gain = 0;
            for (size_t t = 0; t < self->count; t++) {
                const uint32_t distance = self->distances[candidate][t];
                if (distance < self->first[t])
                    gain += (self->first[t] - distance) * self->weights[t];
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

/* Returns how much worse the palette gets if a candidate takes the place of `*place`, or less
 * than 0. */
static int64_t medoids_judge(const medoids *self, const int64_t *removal, size_t candidate,
                             unsigned *place)
{
    int64_t changes[DF_PALETTE_MAX_COLORS], shared = 0, least = INT64_MAX;
    for (unsigned i = 0; i < self->size; i++)
        changes[i] = removal[i];
    for (size_t t = 0; t < self->count; t++) {
        const int64_t weight = (int64_t)self->weights[t];
        const int64_t first = self->first[t], second = self->second[t];
        const int64_t distance = self->distances[candidate][t];
        if (distance < first) {
            shared += weight * (distance - first);
            changes[self->nearest[t]] += weight * (first - second);
        } else if (distance < second) {
            changes[self->nearest[t]] += weight * (distance - second);
        }
    }
    for (unsigned i = 0; i < self->size; i++) {
        if (changes[i] < least) {
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
    for (size_t t = 0; t < self->count; t++)
        removal[self->nearest[t]] +=
            (int64_t)((self->second[t] - self->first[t]) * self->weights[t]);
}

/* Makes the best swap again and again, as long as that helps. */
static void medoids_swap(medoids *self)
{
    int64_t removal[DF_PALETTE_MAX_COLORS];
    for (unsigned round = 0; round < MAX_SWAPS; round++) {
        int64_t least = 0;
        size_t best = 0;
        unsigned best_place = 0;
        medoids_assign(self);
        medoids_weigh(self, removal);
        for (size_t candidate = 0; candidate < self->candidates; candidate++) {
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
        sum += (uint64_t)self->first[t] * self->pixels[t];
    return sum;
}

typedef struct far_tint {
    uint32_t error;
    uint16_t tint;
} far_tint;

static int compare_far(const void *a, const void *b)
{
    const far_tint *left = a, *right = b;
    if (left->error != right->error)
        return left->error < right->error ? 1 : -1;
    return (left->tint > right->tint) - (left->tint < right->tint);
}

/* Returns how far off the worst region is, as it is seen. */
static uint32_t medoids_find_worst(const medoids *self, region_map *map)
{
    far_tint far[MAX_TINTS];
    uint32_t errors[MAX_TINTS];
    uint16_t order[MAX_TINTS];
    for (size_t t = 0; t < self->count; t++) {
        const df_lab drawn = self->candidate_seen[self->chosen[self->nearest[t]]];
        errors[t] = palette_square_root((uint64_t)df_lab_distance(self->seen[t], drawn) << 8);
        far[t] = (far_tint){errors[t], (uint16_t)t};
    }
    qsort(far, self->count, sizeof far[0], compare_far);
    for (size_t t = 0; t < self->count; t++)
        order[t] = far[t].tint;
    return df_region_find_worst(map, errors, order, self->count);
}

/* Gives each pixel the shade that is equal to its colour in all but the last bits. */
static void palette_map(region_map *map, const shade *shades, size_t count, unsigned bits)
{
    for (size_t i = 0; i < df_frames_area(&map->frames); i++) {
        const uint8_t *pixel = &map->frames.rgba[4 * i];
        if (pixel[3] == 0)
            continue;
        const uint32_t code = palette_code(pixel) >> CHANNELS * bits;
        size_t low = 0, high = count;
        while (high - low > 1) {
            const size_t middle = (low + high) / 2;
            if (shades[middle].code >> CHANNELS * bits <= code)
                low = middle;
            else
                high = middle;
        }
        df_region_set(map, i, low);
    }
}

/* Leaves the best palette of some rounds in `chosen`. */
static void palette_better(medoids *self, region_map *map)
{
    size_t best[DF_PALETTE_MAX_COLORS];
    uint64_t least = UINT64_MAX;
    for (unsigned round = 0; round <= ROUNDS; round++) {
        medoids_swap(self);
        const uint32_t worst = medoids_find_worst(self, map);
        const uint64_t error =
            REGION_PART * medoids_error(self) + (uint64_t)worst * map->opaque;
        if (error < least) {
            least = error;
            memcpy(best, self->chosen, sizeof best);
        }
        if (worst == 0)
            break;
        df_region_raise(map, self->weights);
    }
    memcpy(self->chosen, best, sizeof best);
}

/* Chooses colours of `from`, or of the shades, which differ in all but the last bits. */
static df_status palette_choose(df_palette *palette, const pixel_frames *frames,
                                const shade *shades, size_t count, unsigned bits,
                                const df_palette *from)
{
    df_status status = DF_OK;
    const unsigned wanted = palette->count;
    medoids *search = calloc(1, sizeof *search);
    if (search == NULL)
        return DF_ERROR_MEMORY;
    medoids_begin(search, shades, count, from);
    medoids_build(search, wanted);
    if (df_frames_area(frames) > MAX_SHADES) {
        medoids_swap(search);
    } else {
        region_map map;
        status = df_region_begin(&map, frames);
        if (status == DF_OK) {
            palette_map(&map, shades, count, bits);
            palette_better(search, &map);
        }
        df_region_end(&map);
    }
    palette->count = search->size;
    for (unsigned i = 0; i < search->size; i++)
        palette->colors[i] = from != NULL ? from->colors[search->chosen[i]]
                                          : palette_decode(shades[search->chosen[i]].code);
    free(search);
    return status;
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

df_status df_palette_find(df_palette *palette, const pixel_frames *frames, unsigned max_colors,
                          const df_palette *from)
{
    const size_t area = df_frames_area(frames);
    if (max_colors == 0 || max_colors > DF_PALETTE_MAX_COLORS || area > UINT32_MAX)
        return DF_ERROR_ARGUMENT;
    shade *shades = calloc(palette_room(area), sizeof *shades);
    if (shades == NULL)
        return DF_ERROR_MEMORY;
    df_status status = DF_OK;
    const size_t distinct = palette_list(shades, frames->rgba, area);
    df_palette found = {.count = max_colors};
    size_t fewer = distinct;
    unsigned bits = 0;
    while (fewer > MAX_TINTS)
        fewer = palette_unite(shades, fewer, ++bits);
    if (distinct > max_colors || from != NULL)
        status = palette_choose(&found, frames, shades, fewer, bits, from);
    else
        for (found.count = 0; found.count < distinct; found.count++)
            found.colors[found.count] = palette_decode(shades[found.count].code);
    free(shades);
    if (status == DF_OK)
        *palette = found;
    return status;
}

void df_palette_unite(df_palette *palette)
{
    df_lab labs[DF_PALETTE_MAX_COLORS];
    uint32_t largest = 0;
    for (unsigned i = 0; i < palette->count; i++) {
        labs[i] = palette_lab(palette->colors[i]);
        for (unsigned k = 0; k < i; k++) {
            const uint32_t distance = df_lab_distance(labs[i], labs[k]);
            largest = distance > largest ? distance : largest;
        }
    }
    const uint32_t part = largest / (CONTRAST_PART * CONTRAST_PART);
    const uint32_t alike = part < ALIKE * ALIKE ? part : ALIKE * ALIKE;
    unsigned kept = 0;
    for (unsigned i = 0; i < palette->count; i++) {
        unsigned k = 0;
        while (k < kept && df_lab_distance(labs[i], labs[k]) > alike)
            k++;
        if (k < kept)
            continue;
        labs[kept] = labs[i];
        palette->colors[kept++] = palette->colors[i];
    }
    palette->count = kept;
}
