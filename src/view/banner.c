/* Texts as pictures, for printing. */
#include "dropforge/picture.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/scan.h"
#include "font.h"

/* Letters of a text as they come, with their places. */
typedef struct banner_cursor {
    const char *rest;
    size_t column, line;
    size_t length; /* letters of the line */
    size_t inked;  /* letters that are not blank so far */
    uint32_t letter;
} banner_cursor;

/* Returns the number of letters up to the next line break. */
static size_t banner_count_letters(const char *rest)
{
    size_t count = 0;
    for (uint32_t letter = df_letter_next(&rest); letter != 0 && letter != '\n';
         letter = df_letter_next(&rest))
        count++;
    return count;
}

/* Steps to the next letter; false at the end. */
static bool banner_next(banner_cursor *cursor)
{
    const bool was_end = cursor->letter == '\n';
    if (cursor->letter != 0) {
        cursor->column = was_end ? 0 : cursor->column + 1;
        cursor->line += was_end;
    }
    if (cursor->column == 0)
        cursor->length = banner_count_letters(cursor->rest);
    cursor->letter = df_letter_next(&cursor->rest);
    return cursor->letter != 0;
}

/* Draws a letter of a line that begins `indent` pixels from the left. */
static void banner_draw(uint8_t *rgba, size_t width, const banner_cursor *at, size_t indent,
                        df_color color, const font_letter *letter)
{
    const size_t left = indent + at->column * FONT_ADVANCE;
    for (size_t row = 0; row < FONT_HEIGHT; row++) {
        for (size_t x = 0; x < FONT_WIDTH; x++) {
            if ((letter->row[row] >> (FONT_WIDTH - 1 - x) & 1) == 0)
                continue;
            const uint8_t pixel[] = {color.red, color.green, color.blue, 255};
            memcpy(&rgba[4 * ((at->line * FONT_LINE + row) * width + left + x)], pixel,
                   sizeof pixel);
        }
    }
}

df_status df_picture_from_text(df_picture **picture, const char *text, const df_color *colors,
                               size_t color_count, df_error *error)
{
    banner_cursor at = {.rest = text};
    size_t columns = 0;
    while (banner_next(&at))
        columns = at.length > columns ? at.length : columns;
    const size_t width = columns * FONT_ADVANCE, height = (at.line + 1) * FONT_LINE;
    if (width > UINT16_MAX || height > UINT16_MAX)
        return df_error_set(error, DF_ERROR_LIMIT, "the text is too long; write a shorter one");
    uint8_t *rgba = calloc(width * height + 1, 4);
    df_status status = rgba != NULL ? DF_OK : DF_ERROR_MEMORY;
    at = (banner_cursor){.rest = text};
    while (status == DF_OK && banner_next(&at)) {
        const size_t indent = (columns - at.length) * FONT_ADVANCE / 2;
        font_letter letter;
        if (at.letter == ' ' || at.letter == '\n')
            continue;
        if (!df_font_find(at.letter, &letter))
            status = df_error_set_at(
                error, at.line + 1, at.column + 1,
                "there is no such letter; use those of English or Western Europe, "
                "digits and signs such as !?&+-");
        else
            banner_draw(rgba, width, &at, indent, colors[at.inked++ % color_count], &letter);
    }
    if (status == DF_OK && at.inked == 0)
        status = df_error_set(error, DF_ERROR_INPUT, "a text of nothing; write some letters");
    if (status == DF_OK)
        status = df_picture_from_rgba(picture, 1, rgba, width, height, error);
    free(rgba);
    return status;
}
