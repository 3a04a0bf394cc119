#include "pixels.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { GUARD = 0xa5 };

uint8_t *new_pixels(size_t count)
{
    uint8_t *rgba = malloc(4 * count + 1);
    assert_non_null(rgba);
    memset(rgba, 0, 4 * count);
    rgba[4 * count] = GUARD;
    return rgba;
}

uint8_t *copy_pixels(const uint8_t *rgba, size_t count)
{
    uint8_t *copy = new_pixels(count);
    memcpy(copy, rgba, 4 * count);
    return copy;
}

void free_pixels(uint8_t *rgba, size_t count)
{
    assert_int_equal(rgba[4 * count], GUARD);
    free(rgba);
}
