#include "glyph.h"

#include <stddef.h>
#include <stdint.h>

/* An octal digit for each row from the top; its highest bit is on the left. */
static const uint16_t digits[] = {
    075557, 026227, 071747, 071717, 055711, 074717, 074757, 071111, 075757, 075717,
};
static const uint16_t letters[] = {
    025755, 065656, 034443, 065556, 074647, 074644, 034553, 055755, 072227,
    011152, 055655, 044447, 057755, 065555, 025552, 065644, 025563, 065655,
    034216, 072222, 055557, 055552, 055775, 055255, 055222, 071247,
};
static const struct {
    char character;
    uint16_t rows;
} others[] = {
    {'#', 057575}, {',', 000024}, {'.', 000002}, {'-', 000700},
    {'+', 002720}, {'/', 011244}, {':', 002020},
};

static unsigned rows_of(char character)
{
    if (character >= '0' && character <= '9')
        return digits[character - '0'];
    if (character >= 'A' && character <= 'Z')
        return letters[character - 'A'];
    if (character >= 'a' && character <= 'z')
        return letters[character - 'a'];
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (others[i].character == character)
            return others[i].rows;
    }
    return 0;
}

bool df_glyph_dot(char character, unsigned x, unsigned y)
{
    const unsigned bit = (GLYPH_HEIGHT - 1 - y) * GLYPH_WIDTH + GLYPH_WIDTH - 1 - x;
    return (rows_of(character) >> bit & 1) != 0;
}
