#include "dropforge/base.h"

#include "digits.h"

void df_text_put_color(df_text *text, df_color color)
{
    const uint8_t parts[] = {color.red, color.green, color.blue};
    for (size_t i = 0; i < sizeof parts; i++) {
        df_text_put_char(text, hex_digit_lower(parts[i] >> 4));
        df_text_put_char(text, hex_digit_lower(parts[i] & 15u));
    }
}
