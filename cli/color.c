#include "color.h"

#include <stdlib.h>
#include <string.h>

bool color_read(const char *text, df_color *color)
{
    if (text[0] != '#' || strlen(text) != 7 || strspn(text + 1, "0123456789abcdefABCDEF") != 6)
        return false;
    const unsigned long value = strtoul(text + 1, NULL, 16);
    *color = (df_color){.red = (uint8_t)(value >> 16),
                        .green = (uint8_t)(value >> 8 & 0xff),
                        .blue = (uint8_t)(value & 0xff)};
    return true;
}
