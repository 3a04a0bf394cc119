/* Connected regions of a picture whose colours are off. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "frames.h"

#define DF_REGION_MAX_TINTS 1024
#define DF_REGION_PIXEL_WEIGHT 256 /* of each pixel at first */

typedef struct region_square region_square;

/* The squares of a picture by tint, and the regions of which they are a part. */
typedef struct region_map {
    pixel_frames frames;
    region_square *squares;
    uint32_t first[DF_REGION_MAX_TINTS]; /* square of each tint */
    size_t opaque;
    size_t largest; /* region, in squares */
} region_map;

/* Begins a map without tints, for less than UINT32_MAX pixels. */
df_status df_region_begin(region_map *self, const pixel_frames *frames);
void df_region_end(region_map *self);

/* Gives a pixel its tint, once. */
void df_region_set(region_map *self, size_t pixel, size_t tint);

/* Returns the largest error that all squares of a large region have at least; 0: there is none.
 * `order` has the tints, the farthest off first, and `errors` how far each of them is off. */
uint32_t df_region_find_worst(region_map *self, const uint32_t *errors, const uint16_t *order,
                              size_t count);

/* Makes the squares of the regions that were just found count half as much again, and adds that
 * to the weights of their tints. */
void df_region_raise(region_map *self, uint64_t *weights);
