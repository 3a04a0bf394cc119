/* Letters of 5 x 7 dots with room for accents and descenders, for titles and numbers. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    FONT_WIDTH = 5,
    FONT_ACCENT = 3,  /* rows above the capitals */
    FONT_CAPITAL = 7, /* rows of a capital or digit */
    FONT_HEIGHT = FONT_ACCENT + FONT_CAPITAL + 1,
    FONT_ADVANCE = FONT_WIDTH + 1,
    FONT_LINE = FONT_HEIGHT + 1, /* from line to line */
};

/* The rows of a letter from the top; of each the 5 lowest bits, the highest on the left. */
typedef struct font_letter {
    uint8_t row[FONT_HEIGHT];
} font_letter;

/* Makes the dots of a letter; of one that the font lacks a hollow box, and returns false. */
bool df_font_find(uint32_t letter, font_letter *made);
