/* XPM 3: strings of C with the size, the colours and the rows, in letters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/base/color_names.h"
#include "image.h"

enum { XPM_MAX_KEY = 8 };

typedef struct xpm_color {
    uint64_t key; /* the letters that stand for it */
    uint8_t rgba[4];
} xpm_color;

typedef struct xpm_reader {
    const char *next; /* of the file */
    const char *end;
    const char *text; /* of the last string, which a quote ends */
    size_t length;
    size_t sizes[4];   /* columns, rows, colours, letters of a key */
    xpm_color *colors; /* by key; owned */
    char why[80];      /* it is refused */
} xpm_reader;

static bool xpm_refuse(xpm_reader *xpm, const char *why)
{
    snprintf(xpm->why, sizeof xpm->why, "%s", why);
    return false;
}

/* Reads the next string that is in no comment; it has as many letters, or more. */
static bool xpm_read_string(xpm_reader *xpm, size_t min_length)
{
    bool in_comment = false;
    for (; xpm->next < xpm->end && (in_comment || *xpm->next != '"'); xpm->next++) {
        if (xpm->end - xpm->next < 2 || memcmp(xpm->next, in_comment ? "*/" : "/*", 2) != 0)
            continue;
        in_comment = !in_comment;
        xpm->next++;
    }
    const size_t left = (size_t)(xpm->end - xpm->next);
    const char *quote = left > 1 ? memchr(xpm->next + 1, '"', left - 1) : NULL;
    if (quote == NULL)
        return xpm_refuse(xpm, "it is cut");
    xpm->text = xpm->next + 1;
    xpm->length = (size_t)(quote - xpm->text);
    xpm->next = quote + 1;
    return xpm->length >= min_length || xpm_refuse(xpm, "a short line");
}

static uint64_t xpm_read_key(const xpm_reader *xpm, size_t column)
{
    uint64_t key = 0;
    for (size_t i = 0; i < xpm->sizes[3]; i++)
        key = key << 8 | (uint8_t)xpm->text[column * xpm->sizes[3] + i];
    return key;
}

/* Finds the words after the key that are for the screen with the most colours; NULL if none. */
static const char *xpm_find_value(const xpm_reader *xpm, size_t *length)
{
    static const char *const kinds[] = {"s", "m", "g4", "g", "c"};
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    const char *value = NULL, *end = xpm->text + xpm->length;
    size_t kind = 0, best = 0;
    for (const char *at = xpm->text + xpm->sizes[3]; at < end; at++) {
        const size_t size = strcspn(at, " \t\"");
        size_t i = 0;
        while (i < KINDS && (strlen(kinds[i]) != size || memcmp(at, kinds[i], size) != 0))
            i++;
        kind = i < KINDS ? i : kind;
        if (i == KINDS && size > 0 && kind > 0 && kind >= best) {
            value = kind > best ? at : value;
            *length = (size_t)(at + size - value);
            best = kind;
        }
        at += size;
    }
    return value;
}

/* Reads None, a name, or three numbers of one to four digits; X11 would make a gray of #fff. */
static bool xpm_read_value(const char *value, size_t length, uint8_t *rgba)
{
    const bool is_clear = length == 4 && strncasecmp(value, "none", length) == 0;
    const size_t bits = value[0] == '#' ? (length - 1) / 3 * 4 : 8;
    uint32_t named = 0;
    const size_t digits = strspn(value + 1, "0123456789abcdefABCDEF"); /* as far as the quote */
    const uint64_t color = value[0] == '#' ? strtoull(value + 1, NULL, 16) : 0;
    if (value[0] == '#' ? digits != length - 1 || bits < 4 || bits > 16 || (length - 1) % 3 != 0
                        : !is_clear && !color_name_find(value, length, true, &named))
        return false;
    for (size_t i = 0; i < 3; i++) {
        const uint64_t part = (color | named) >> bits * (2 - i) & ((1u << bits) - 1);
        rgba[i] = (uint8_t)(bits == 4 ? part * 0x11 : part >> (bits - 8));
    }
    rgba[3] = is_clear ? 0 : 255;
    return true;
}

static int xpm_compare(const void *one, const void *other)
{
    const uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

static bool xpm_read_colors(xpm_reader *xpm)
{
    const size_t count = xpm->sizes[2];
    for (size_t i = 0; i < count; i++) {
        size_t length = 0;
        if (!xpm_read_string(xpm, xpm->sizes[3]))
            return false;
        const char *value = xpm_find_value(xpm, &length);
        xpm->colors[i].key = xpm_read_key(xpm, 0);
        if (value == NULL)
            return xpm_refuse(xpm, "letters without a colour");
        if (!xpm_read_value(value, length, xpm->colors[i].rgba)) {
            size_t shown = 0;
            while (shown < length && shown < 40 && value[shown] >= ' ' && value[shown] <= '~')
                shown++;
            snprintf(xpm->why, sizeof xpm->why, "the unknown colour %.*s", (int)shown, value);
            return false;
        }
    }
    qsort(xpm->colors, count, sizeof xpm->colors[0], xpm_compare);
    for (size_t i = 1; i < count; i++) {
        if (xpm->colors[i - 1].key == xpm->colors[i].key)
            return xpm_refuse(xpm, "two colours for the same letters");
    }
    return true;
}

static bool xpm_read_rows(xpm_reader *xpm, uint8_t *rgba)
{
    for (size_t y = 0; y < xpm->sizes[1]; y++) {
        if (!xpm_read_string(xpm, xpm->sizes[0] * xpm->sizes[3]))
            return false;
        for (size_t x = 0; x < xpm->sizes[0]; x++, rgba += 4) {
            const uint64_t key = xpm_read_key(xpm, x);
            const xpm_color *color =
                bsearch(&key, xpm->colors, xpm->sizes[2], sizeof xpm->colors[0], xpm_compare);
            if (color == NULL)
                return xpm_refuse(xpm, "letters that are no colour");
            memcpy(rgba, color->rgba, 4);
        }
    }
    return true;
}

static df_status xpm_decode(const uint8_t *bytes, size_t length, const image_sink *sink,
                            df_error *error)
{
    xpm_reader xpm = {.next = (const char *)bytes, .end = (const char *)bytes + length};
    if (!xpm_read_string(&xpm, 0))
        return image_refuse(&image_xpm, xpm.why, error);
    const char *at = xpm.text;
    for (size_t i = 0; i < 4; i++) {
        char *end;
        xpm.sizes[i] = strtoul(at, &end, 10); /* as far as the quote */
        at = end;
    }
    unsigned divisor = 1;
    df_status status = image_check_scaled(xpm.sizes[0], xpm.sizes[1], &divisor, error);
    if (status != DF_OK)
        return status;
    if (xpm.sizes[3] < 1 || xpm.sizes[3] > XPM_MAX_KEY)
        return image_refuse(&image_xpm, "not 1 to 8 letters a pixel", error);
    const size_t pixels = xpm.sizes[0] * xpm.sizes[1];
    if (xpm.sizes[2] < 1 || xpm.sizes[2] > length || pixels > length)
        return image_refuse(&image_xpm, "it is cut", error);
    const image canvas = {.width = (unsigned)xpm.sizes[0],
                          .height = (unsigned)xpm.sizes[1],
                          .rgba = malloc(4 * pixels)};
    xpm.colors = malloc(xpm.sizes[2] * sizeof xpm.colors[0]);
    if (canvas.rgba == NULL || xpm.colors == NULL)
        status = DF_ERROR_MEMORY;
    else if (xpm_read_colors(&xpm) && xpm_read_rows(&xpm, canvas.rgba))
        status = image_take_scaled(sink, &canvas, divisor);
    else
        status = image_refuse(&image_xpm, xpm.why, error);
    free(xpm.colors);
    free(canvas.rgba);
    return status;
}

const image_format image_xpm = {
    .name = "xpm",
    .title = "XPM",
    .beginnings = {"/* XPM */"},
    .decode = xpm_decode,
};
