#include "utf8.h"

#include <stdbool.h>
#include <string.h>

/* Reads the character with which a text begins; returns its bytes as utf8_length does. */
static size_t utf8_read(const char *text, unsigned *code)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    const size_t length = bytes[0] < 0x80   ? bytes[0] != 0
                          : bytes[0] < 0xc0 ? 0
                          : bytes[0] < 0xe0 ? 2
                          : bytes[0] < 0xf0 ? 3
                                            : 4;
    *code = bytes[0] & (length > 1 ? 0xffU >> length : 0xffU);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (bytes[i] & 0x3fU);
    }
    const bool is_surrogate = *code >= 0xd800 && *code < 0xe000;
    return *code < least[length] || *code > 0x10ffff || is_surrogate ? 0 : length;
}

size_t utf8_length(const char *text)
{
    unsigned code;
    return utf8_read(text, &code);
}

unsigned utf8_control(const char *text)
{
    static const struct {
        unsigned first, last;
    } controls[] = {{0x01, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},
                    {0x61c, 0x61c},   {0x200b, 0x200f}, {0x2028, 0x202e},
                    {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xe0000, 0xe007f}};
    unsigned code;
    (void)utf8_read(text, &code);
    for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++) {
        if (code >= controls[i].first && code <= controls[i].last)
            return code;
    }
    return 0;
}

void utf8_make_harmless(char *text)
{
    char *end = text;
    while (*text != '\0') {
        const size_t length = utf8_length(text);
        if (length == 0 || utf8_control(text) != 0) {
            *end++ = '?';
            text += length == 0 ? 1 : length;
        } else {
            memmove(end, text, length);
            end += length;
            text += length;
        }
    }
    *end = '\0';
}
