#include "advice.h"

#include <stdbool.h>
#include <string.h>

#include "core/base/error.h"

static bool advice_has_gaps(const df_picture *picture)
{
    return memchr(picture->cell, 0, (size_t)picture->width * picture->height) != NULL;
}

static unsigned advice_divide_up(uint64_t number, uint64_t divisor)
{
    return (unsigned)((number + divisor - 1) / divisor);
}

void df_advice_put_fit(df_error *error, const df_picture *picture, unsigned width,
                       unsigned height, unsigned colors)
{
    const uint64_t old_width = picture->width, old_height = picture->height;
    unsigned new_width = old_width < width ? (unsigned)old_width : width;
    unsigned new_height = old_height < height ? (unsigned)old_height : height;
    if (new_width * old_height < new_height * old_width)
        new_height = advice_divide_up(old_height * new_width, old_width);
    else
        new_width = advice_divide_up(old_width * new_height, old_height);
    df_error_append(error, "scale it down (--fit %ux%u", new_width, new_height);
    /* Squares between the colours, and between them and nothing, have something of both. */
    if (advice_has_gaps(picture))
        df_error_append(error, " --alpha-threshold 128");
    if (picture->color_count > 1) {
        df_error_append(error, " --colors %u",
                        picture->color_count < colors ? picture->color_count : colors);
    }
    df_error_append(error, ")");
}

void df_advice_put_pieces(df_error *error, const char *letters, size_t count, size_t index)
{
    static const char others[] = "JTLISZO"; /* first those that every method prints with */
    char named[sizeof others] = "";
    const size_t given = strlen(letters) < count ? strlen(letters) : count;
    char rejected = '\0';
    memcpy(named, letters, given < sizeof named - 1 ? given : sizeof named - 1);
    if (index < given) {
        rejected = named[index];
        named[index] = '?';
    }
    for (size_t i = 0; i < count && i < sizeof named - 1; i++) {
        const char *other = others;
        if (named[i] != '\0' && named[i] != '?')
            continue;
        while (*other != '\0' && (*other == rejected || strchr(named, *other) != NULL))
            other++;
        if (*other == '\0') {
            df_error_append(error, "--colors 6");
            return;
        }
        named[i] = *other;
    }
    df_error_append(error, "--pieces %s", named);
}
