/* Decodes any bytes as a sprite and makes a picture of it. */
#include <string.h>

#include "check.h"
#include "cli/picture/image.h"
#include "dropforge/picture.h"

/* Pixels of an image; an image of millions of pixels takes a second and tests no more than
 * one of thousands. */
enum { MAX_PIXELS = 1 << 12 };

/* The linker puts the first in the place of the second (--wrap). */
df_status __wrap_image_check_size(uint64_t width, uint64_t height, df_error *error);
df_status __real_image_check_size(uint64_t width, uint64_t height, df_error *error);
df_status __wrap_image_check_size(uint64_t width, uint64_t height, df_error *error)
{
    const df_status status = __real_image_check_size(width, height, error);
    return status == DF_OK && width * height > MAX_PIXELS ? DF_ERROR_MEMORY : status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    image decoded = {0};
    df_error error = {0};
    const df_status status = image_decode(data, size, NULL, 1, 1, &decoded, NULL, &error);
    if (status != DF_OK) {
        MUST(status == DF_ERROR_MEMORY || strchr(error.text, ';') != NULL);
        MUST(decoded.rgba == NULL);
        return 0;
    }
    MUST(decoded.width > 0 && decoded.width <= IMAGE_MAX_SIDE);
    MUST(decoded.height > 0 && decoded.height <= IMAGE_MAX_SIDE);
    df_picture *picture = NULL;
    if (df_picture_from_rgba(&picture, 1, decoded.rgba, decoded.width, decoded.height,
                             &error) == DF_OK)
        MUST(picture->width <= decoded.width && picture->height <= decoded.height);
    df_picture_free(picture);
    image_free(&decoded);
    return 0;
}
