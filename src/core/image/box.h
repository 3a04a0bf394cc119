/* The part of a picture inside its clear border. */
#ifndef DROPFORGE_CORE_BOX_H
#define DROPFORGE_CORE_BOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Inclusive; rows are counted from the top. */
typedef struct pixel_box {
    size_t left, right, top, bottom;
} pixel_box;

/* Finds the smallest box around all RGBA pixels whose alpha is not 0; false if there are none.
 */
bool df_pixel_box_find(pixel_box *box, const uint8_t *rgba, size_t width, size_t height);

#endif
