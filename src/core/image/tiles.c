/* Sheets of tiles, told by the lines between tiles: nearly nothing crosses any of them, which
 * would be strange on lines at random. */
#include <stdlib.h>
#include <string.h>

#include "frames.h"

enum {
    MIN_SIDE = 8, /* of a tile */
    MAX_SIDE = 256,
    /* 1 of that many pixels at the lines between tiles crosses them, at most; and where the
     * tiles are squares of usual sides that fill the sheet. */
    CROSSING = 3,
    USUAL_CROSSING = 8,
    MUCH_RARER = 10, /* times as improbable is a size that is taken in place of a usual one */
    MIN_COLORS = 3,  /* of a row or column of tiles */
    MIN_TILES = 4,   /* that are not clear */
    SHARES = 64,     /* steps of the part of the pixels at a line that cross it */
};

/* Chances of lines at random to be as free as those between tiles: of lines that are seen at
 * all on one side, and for each column and row of tiles that are no usual squares. */
static const double SEEN = 0.1, RARE = 2e-5;

typedef struct sheet_size {
    size_t width, height; /* 0: there is none */
    double chance;
} sheet_size;

/* The lines between columns or rows of pixels: line i lies before pixel i. */
typedef struct tile_lines {
    size_t length;
    size_t begin, end;        /* of what is not clear */
    size_t *crossing;         /* pairs of opaque pixels on both sides of each line, */
    size_t *touching;         /* and pairs of which one is opaque or both are */
    size_t fewer[SHARES + 1]; /* lines between begin and end with at most each share */
} tile_lines;

/* Returns the share of the pixels at a line that cross it, in steps. */
static unsigned tile_share(size_t crossing, size_t touching)
{
    return touching > 0 ? (unsigned)((SHARES * crossing + touching - 1) / touching) : 0;
}

/* Notes the pixel after line i, and the one before it, `step` pixels back. */
static void tile_lines_note(tile_lines *self, size_t i, const uint8_t *pixel, size_t step)
{
    const bool here = pixel[3] != 0, before = i > 0 && *(pixel + 3 - 4 * step) != 0;
    self->crossing[i] += here && before;
    self->touching[i] += here || before;
    if (here && i < self->begin)
        self->begin = i;
    if (here && i >= self->end)
        self->end = i + 1;
}

static void tile_lines_count(tile_lines *self)
{
    for (size_t i = self->begin + 1; i < self->end; i++)
        self->fewer[tile_share(self->crossing[i], self->touching[i])]++;
    for (unsigned i = 1; i <= SHARES; i++)
        self->fewer[i] += self->fewer[i - 1];
}

/* Multiplies *chance by how probable it is that lines at random would be as free as those
 * between tiles of that side. False if these are not free, or the last tile is not whole. */
static bool tile_lines_suit(const tile_lines *self, size_t side, size_t share, double *chance)
{
    size_t crossing = 0, touching = 0;
    if (self->length / side * side < self->end)
        return false;
    for (size_t i = side; i < self->end; i += side) {
        crossing += self->crossing[i];
        touching += self->touching[i];
        if (i > self->begin)
            *chance *= (double)self->fewer[tile_share(self->crossing[i], self->touching[i])] /
                       (double)self->fewer[SHARES];
    }
    return share * crossing <= touching;
}

/* Returns the side of tiles whose lines are the least probable; without any all of the length.
 */
static size_t tile_lines_find(const tile_lines *self)
{
    size_t best = self->length;
    double least = SEEN;
    for (size_t side = MIN_SIDE; side <= MAX_SIDE && side < self->length; side++) {
        double chance = 1;
        if (tile_lines_suit(self, side, CROSSING, &chance) &&
            (chance < least || (chance <= least && self->length % side == 0))) {
            least = chance;
            best = side;
        }
    }
    return best;
}

/* True if a picture has some colours: with fewer, a row is one of letters, not of frames. */
static bool tiles_are_colorful(const pixel_frames *frames)
{
    const uint8_t *colors[MIN_COLORS];
    size_t count = 0;
    for (size_t i = 0; i < frames->width * frames->height && count < MIN_COLORS; i++) {
        const uint8_t *pixel = &frames->rgba[4 * i];
        size_t k = 0;
        while (k < count && memcmp(colors[k], pixel, 3) != 0)
            k++;
        if (k == count && pixel[3] != 0)
            colors[count++] = pixel;
    }
    return count == MIN_COLORS;
}

/* True if there are some tiles that are not clear, and not all the same, as in a pattern. */
static bool tiles_are_several(const pixel_frames *frames, size_t width, size_t height)
{
    const size_t columns = frames->width / width, rows = frames->height / height;
    const uint8_t *first = NULL;
    size_t used = 0;
    bool differ = false;
    for (size_t tile = 0; tile < columns * rows; tile++) {
        const size_t y = tile / columns * height, x = tile % columns * width;
        const uint8_t *here = &frames->rgba[4 * (y * frames->width + x)];
        bool is_clear = true, is_first = true;
        for (size_t i = 0; i < width * height; i++) {
            const size_t at = 4 * (i / width * frames->width + i % width);
            is_clear = is_clear && here[at + 3] == 0;
            is_first = is_first && first != NULL && memcmp(here + at, first + at, 4) == 0;
        }
        if (is_clear)
            continue;
        differ = differ || (first != NULL && !is_first);
        first = used++ == 0 ? here : first;
    }
    return used >= MIN_TILES && differ;
}

/* Takes a size if it is less probable by chance than the best one. */
static void tile_try(const pixel_frames *frames, const tile_lines lines[2], sheet_size tried,
                     bool is_usual, sheet_size *best)
{
    const size_t columns = frames->width / tried.width, rows = frames->height / tried.height;
    const size_t share = is_usual || best->width > 0 ? USUAL_CROSSING : CROSSING;
    tried.chance = 1;
    if (tried.width <= MAX_SIDE && tried.height <= MAX_SIDE && tried.width >= MIN_SIDE &&
        tried.height >= MIN_SIDE &&
        tile_lines_suit(&lines[0], tried.width, share, &tried.chance) &&
        tile_lines_suit(&lines[1], tried.height, share, &tried.chance) &&
        (is_usual || tried.chance <= RARE * (double)(columns + rows)) &&
        tried.chance < best->chance && tiles_are_several(frames, tried.width, tried.height) &&
        ((columns > 1 && rows > 1) || tiles_are_colorful(frames)))
        *best = tried;
}

df_status df_tiles_find(const pixel_frames *frames, size_t *width, size_t *height)
{
    const size_t columns = frames->width, rows = frames->height;
    static const uint8_t sides[] = {8, 16, 24, 32, 48, 64};
    sheet_size best = {.chance = 2};
    *width = *height = 0;
    if (frames->count != 1)
        return DF_OK;
    size_t *counts = calloc(2 * (columns + rows), sizeof *counts);
    if (counts == NULL)
        return DF_ERROR_MEMORY;
    tile_lines lines[] = {
        {.length = columns, .begin = columns, .crossing = counts, .touching = counts + columns},
        {.length = rows,
         .begin = rows,
         .crossing = counts + 2 * columns,
         .touching = counts + 2 * columns + rows},
    };
    for (size_t i = 0; i < columns * rows; i++) {
        tile_lines_note(&lines[0], i % columns, &frames->rgba[4 * i], 1);
        tile_lines_note(&lines[1], i / columns, &frames->rgba[4 * i], columns);
    }
    tile_lines_count(&lines[0]);
    tile_lines_count(&lines[1]);
    for (size_t i = 0; i < sizeof sides; i++) {
        if (columns % sides[i] == 0 && rows % sides[i] == 0)
            tile_try(frames, lines, (sheet_size){sides[i], sides[i], 1}, true, &best);
    }
    const sheet_size found = {tile_lines_find(&lines[0]), tile_lines_find(&lines[1]), 1};
    best.chance /= MUCH_RARER;
    tile_try(frames, lines, found, false, &best);
    free(counts);
    *width = best.width;
    *height = best.height;
    return DF_OK;
}
