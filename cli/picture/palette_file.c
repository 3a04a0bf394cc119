/* Palettes from files: GIMP, JASC and RIFF, hexadecimal lines, Photoshop, or any image. */
#include "sprite_options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/choice.h"
#include "cli/base/digits.h"
#include "cli/base/file.h"
#include "image.h"

enum { CHANNELS = 3, ACT_COLORS = 256, RIFF_HEADER = 24, HEX_DIGITS = 6 };

unsigned palette_colors_number(palette_colors *self, const uint8_t *rgb)
{
    const df_color color = {rgb[0], rgb[1], rgb[2]};
    unsigned i = 0;
    while (i < self->count && memcmp(&self->colors[i], &color, sizeof color) != 0)
        i++;
    if (i == DF_PALETTE_MAX_COLORS)
        return 0;
    if (i == self->count)
        self->colors[self->count++] = color;
    return i + 1;
}

static df_status palette_file_add(palette_colors *self, const uint8_t *rgb, df_error *error)
{
    return palette_colors_number(self, rgb) > 0
               ? DF_OK
               : message_error(error, DF_ERROR_INPUT,
                               "a palette has at most %d colours; leave some out",
                               DF_PALETTE_MAX_COLORS);
}

/* Adds `count` colours, `step` bytes apart. */
static df_status palette_file_add_bytes(palette_colors *self, const uint8_t *bytes,
                                        size_t count, size_t step, df_error *error)
{
    df_status status = DF_OK;
    for (size_t i = 0; i < count && status == DF_OK; i++)
        status = palette_file_add(self, bytes + step * i, error);
    return status;
}

static df_status palette_file_read_image(palette_colors *self, const uint8_t *bytes,
                                         size_t length, df_error *error)
{
    image picture = {0};
    df_status status = image_decode(bytes, length, NULL, 1, 1, &picture, NULL, error);
    const size_t count = (size_t)picture.width * picture.height;
    for (size_t i = 0; i < count && status == DF_OK; i++) {
        if (picture.rgba[4 * i + 3] != 0)
            status = palette_file_add(self, &picture.rgba[4 * i], error);
    }
    image_free(&picture);
    return status;
}

/* Reads three numbers with blanks before them; what follows a blank is a name. */
static bool palette_file_read_numbers(const char *line, uint8_t rgb[CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++) {
        uint64_t number = 0;
        line = digits_read(line + strspn(line, " \t"), 255, &number);
        if (line == NULL)
            return false;
        rgb[i] = (uint8_t)number;
    }
    return *line == '\0' || *line == ' ' || *line == '\t';
}

static bool palette_file_read_hex(const char *line, uint8_t rgb[CHANNELS])
{
    char text[HEX_DIGITS + 2] = "#";
    df_color color;
    line += *line == '#';
    if (strlen(line) != HEX_DIGITS)
        return false;
    memcpy(text + 1, line, HEX_DIGITS + 1);
    if (!choice_read_color(text, &color))
        return false;
    memcpy(rgb, &color, CHANNELS);
    return true;
}

/* Reads lines with a colour each, after the head of the file: three numbers, or six digits
 * where there is no head. */
static df_status palette_file_read_lines(palette_colors *self, char *text, df_error *error)
{
    const bool is_gimp = strncmp(text, "GIMP Palette", 12) == 0;
    const bool is_jasc = strncmp(text, "JASC-PAL", 8) == 0;
    const unsigned head = is_jasc ? 3 : is_gimp ? 1 : 0;
    df_status status = DF_OK;
    unsigned number = 0;
    for (char *line = text, *next; line != NULL && status == DF_OK; line = next) {
        uint8_t rgb[CHANNELS];
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        for (size_t end = strlen(line); end > 0 && strchr(" \t\r", line[end - 1]) != NULL;)
            line[--end] = '\0';
        const bool is_note = is_gimp && (*line == '#' || strncmp(line, "Name:", 5) == 0 ||
                                         strncmp(line, "Columns:", 8) == 0);
        if (++number <= head || *line == '\0' || *line == ';' || is_note)
            continue;
        error->line = number;
        if (head > 0 ? palette_file_read_numbers(line, rgb) : palette_file_read_hex(line, rgb))
            status = palette_file_add(self, rgb, error);
        else
            status = message_error(error, DF_ERROR_INPUT, "not a colour; write %s",
                                   head > 0 ? "three numbers from 0 to 255, such as 255 0 77"
                                            : "six hexadecimal digits, such as ff004d");
    }
    if (status == DF_OK)
        error->line = 0;
    return status;
}

static df_status palette_file_read_any(palette_colors *self, char *text, size_t length,
                                       const char *path, df_error *error)
{
    const uint8_t *bytes = (const uint8_t *)text;
    const size_t name = strlen(path);
    if (image_is_one(bytes, length))
        return palette_file_read_image(self, bytes, length, error);
    if (image_begins(bytes, length, "RIFF????PAL data????~???")) {
        const size_t count = bytes[RIFF_HEADER - 2] + 256u * bytes[RIFF_HEADER - 1];
        if (length < RIFF_HEADER + 4 * count)
            return message_error(error, DF_ERROR_INPUT,
                                 "the palette is cut off; save it again");
        return palette_file_add_bytes(self, bytes + RIFF_HEADER, count, 4, error);
    }
    if (name > 4 && strcmp(path + name - 4, ".act") == 0) {
        const size_t all = CHANNELS * ACT_COLORS;
        if (length != all && length != all + 4)
            return message_error(error, DF_ERROR_INPUT,
                                 "a palette of Photoshop has 768 or 772 bytes; save it again");
        const size_t told = length > all ? bytes[all] * 256u + bytes[all + 1] : 0;
        const size_t count = told > 0 && told < ACT_COLORS ? told : ACT_COLORS;
        return palette_file_add_bytes(self, bytes, count, CHANNELS, error);
    }
    return palette_file_read_lines(self, text, error);
}

cli_status palette_file_read(const char *path, palette_colors *self)
{
    df_error error = {0};
    char *text;
    size_t length;
    const cli_status failure = file_read(path, &text, &length);
    if (failure != GO_ON)
        return failure;
    self->count = 0;
    df_status status = palette_file_read_any(self, text, length, path, &error);
    free(text);
    if (status == DF_OK && self->count == 0)
        status = message_error(&error, DF_ERROR_INPUT, "there are no colours; give some");
    return status == DF_OK ? GO_ON : message_text(path, status, &error);
}
