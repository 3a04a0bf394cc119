/* Skins of films: squares that the visitor has as a picture. */
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "printer_look.h"

enum { RGBA = 4 };

df_status look_take_skin(df_skin *skin, const look_wishes *wishes, const uint8_t *rgba,
                         df_error *error)
{
    const unsigned width = (unsigned)wishes->skin_width, size = (unsigned)wishes->skin_height;
    const size_t bytes = (size_t)RGBA * width * size;
    if (width == 0)
        return DF_OK;
    if (width != DF_SKIN_SQUARES * size || size > DF_RASTER_MAX_SQUARE)
        return df_error_set(error, DF_ERROR_INPUT,
                            "a skin has ten squares in a row, of at most %u pixels, not %u by "
                            "%u pixels; give one such as 300 by 30",
                            DF_RASTER_MAX_SQUARE, width, size);
    uint8_t *copy = malloc(bytes);
    if (copy == NULL)
        return DF_ERROR_MEMORY;
    *skin = (df_skin){.size = size, .rgba = memcpy(copy, rgba, bytes)};
    return DF_OK;
}
