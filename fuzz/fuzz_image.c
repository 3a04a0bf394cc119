/* Decodes any bytes as a sprite and makes a picture of it. */
#include <string.h>

#include "check.h"
#include "dropforge/picture.h"
#include "image.h"

/* Pixels of an image: a few bytes that tell of millions take a second, and do nothing else than
 * those of thousands. */
enum { MOST_PIXELS = 1 << 12 };

/* The linker puts the first in the place of the second (--wrap). */
df_status __wrap_image_check_size(uint64_t width, uint64_t height, df_mishap *mishap);
df_status __real_image_check_size(uint64_t width, uint64_t height, df_mishap *mishap);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

df_status __wrap_image_check_size(uint64_t width, uint64_t height, df_mishap *mishap)
{
    const df_status status = __real_image_check_size(width, height, mishap);
    return status == DF_OK && width * height > MOST_PIXELS ? DF_ERROR_MEMORY : status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    image decoded = {0};
    df_mishap mishap = {0};
    const df_status status = image_decode(data, size, 1, &decoded, &mishap);
    if (status != DF_OK) {
        MUST(status == DF_ERROR_MEMORY || strchr(mishap.text, ';') != NULL);
        MUST(decoded.rgba == NULL);
        return 0;
    }
    MUST(decoded.width > 0 && decoded.width <= IMAGE_MAX_SIDE);
    MUST(decoded.height > 0 && decoded.height <= IMAGE_MAX_SIDE);
    df_picture *picture = NULL;
    if (df_picture_from_rgba(&picture, decoded.rgba, decoded.width, decoded.height, &mishap) ==
        DF_OK)
        MUST(picture->width <= decoded.width && picture->height <= decoded.height);
    df_picture_free(picture);
    image_free(&decoded);
    return 0;
}
