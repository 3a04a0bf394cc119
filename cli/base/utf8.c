#include "utf8.h"

#include <string.h>

/* Well-formed UTF-8 by its first bytes (table 3-7 of the Unicode standard): the bounds of the
 * second byte, and how many bytes there are. Those behind the second are 80 to BF. */
static const struct {
    unsigned char first, last, low, high, length;
} kinds[] = {
    {0x01, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

size_t utf8_length(const char *text)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t kind = 0;
    while (kind < sizeof kinds / sizeof kinds[0] &&
           (bytes[0] < kinds[kind].first || bytes[0] > kinds[kind].last))
        kind++;
    if (kind == sizeof kinds / sizeof kinds[0])
        return 0;
    const size_t length = kinds[kind].length;
    if (length > 1 && (bytes[1] < kinds[kind].low || bytes[1] > kinds[kind].high))
        return 0;
    for (size_t i = 2; i < length; i++) {
        if (bytes[i] < 0x80 || bytes[i] > 0xbf)
            return 0;
    }
    return length;
}

unsigned utf8_control(const char *text, size_t length)
{
    static const struct {
        unsigned first, last;
    } controls[] = {{0x01, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},  {0x200b, 0x200f},
                    {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}};
    const unsigned char *bytes = (const unsigned char *)text;
    unsigned code = length == 1 ? bytes[0] : bytes[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (bytes[i] & 0x3fu);
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
        if (length == 0 || utf8_control(text, length) != 0) {
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
