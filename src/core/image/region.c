/* Regions: squares are added from the farthest off on, and joined with their neighbours, until
 * a region is large enough. */
#include "region.h"

#include <stdlib.h>

enum {
    NO_SQUARE = UINT32_MAX,
    /* A region is large from one square in this many of a frame on: an eye of an animal. */
    REGION_SHARE = 300,
};

struct region_square {
    uint32_t next; /* of the same tint */
    uint32_t root; /* a square nearer to that which stands for its region; NO_SQUARE: in none */
    uint32_t size; /* of the region for which it stands */
    uint32_t tint;
    uint32_t weight;
};

df_status df_region_begin(region_map *self, const pixel_frames *frames)
{
    *self = (region_map){.frames = *frames};
    for (size_t i = 0; i < DF_REGION_MAX_TINTS; i++)
        self->first[i] = NO_SQUARE;
    self->squares = calloc(df_frames_area(frames), sizeof self->squares[0]);
    return self->squares != NULL ? DF_OK : DF_ERROR_MEMORY;
}

void df_region_end(region_map *self)
{
    free(self->squares);
}

void df_region_set(region_map *self, size_t pixel, size_t tint)
{
    region_square *square = &self->squares[pixel];
    square->tint = (uint32_t)tint;
    square->weight = DF_REGION_PIXEL_WEIGHT;
    square->next = self->first[tint];
    self->first[tint] = (uint32_t)pixel;
    self->opaque++;
}

static region_square *region_root(const region_map *self, size_t at)
{
    region_square *squares = self->squares;
    while (squares[at].root != at)
        at = squares[at].root = squares[squares[at].root].root;
    return &squares[at];
}

static void region_join(region_map *self, size_t square, size_t neighbour)
{
    if (self->squares[neighbour].root == NO_SQUARE)
        return;
    region_square *one = region_root(self, square), *other = region_root(self, neighbour);
    if (one == other)
        return;
    other->root = one->root;
    one->size += other->size;
    self->largest = one->size > self->largest ? one->size : self->largest;
}

static void region_add(region_map *self, size_t at)
{
    const size_t width = self->frames.width, height = self->frames.height;
    const size_t column = at % width, row = at / width % height;
    self->squares[at].root = (uint32_t)at;
    self->squares[at].size = 1;
    self->largest = self->largest > 0 ? self->largest : 1;
    if (column > 0)
        region_join(self, at, at - 1);
    if (column + 1 < width)
        region_join(self, at, at + 1);
    if (row > 0)
        region_join(self, at, at - width);
    if (row + 1 < height)
        region_join(self, at, at + width);
}

static bool region_is_large(const region_map *self, size_t squares)
{
    return squares * REGION_SHARE * self->frames.count >= self->opaque;
}

uint32_t df_region_find_worst(region_map *self, const uint32_t *errors, const uint16_t *order,
                              size_t count)
{
    self->largest = 0;
    for (size_t i = 0; i < df_frames_area(&self->frames); i++)
        self->squares[i].root = NO_SQUARE;
    for (size_t i = 0; i < count && errors[order[i]] > 0; i++) {
        for (uint32_t at = self->first[order[i]]; at != NO_SQUARE; at = self->squares[at].next)
            region_add(self, at);
        if (region_is_large(self, self->largest))
            return errors[order[i]];
    }
    return 0;
}

void df_region_raise(region_map *self, uint64_t *weights)
{
    for (size_t i = 0; i < df_frames_area(&self->frames); i++) {
        region_square *square = &self->squares[i];
        if (square->root == NO_SQUARE || !region_is_large(self, region_root(self, i)->size))
            continue;
        weights[square->tint] += square->weight / 2;
        square->weight += square->weight / 2;
    }
}
