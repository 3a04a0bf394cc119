#include <string.h>

#include "tiling_states.h"

/* The symbols of the tetris-composition-finder for the orientations N E S W. It has none for
 * the upright I, and its program has 1 where its description draws 7. */
static const struct {
    char name;
    char symbols[DF_ORIENTATIONS + 1];
} tetrominoes[] = {
    {'I', "-I-I"}, {'O', "OOOO"},  {'T', "WET3"}, {'S', "S4S4"},
    {'Z', "Z%Z%"}, {'J', "\\P=J"}, {'L', "/Lr7"},
};

static char tiling_draw_symbol(const df_piece *piece, unsigned orientation)
{
    for (size_t i = 0; i < sizeof tetrominoes / sizeof tetrominoes[0]; i++) {
        if (piece->name[0] == tetrominoes[i].name && piece->name[1] == '\0' && piece->size == 4)
            return tetrominoes[i].symbols[orientation];
    }
    return piece->name[0];
}

static char tiling_draw_letter(size_t index)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    return letters[index % (sizeof letters - 1)];
}

void df_tiling_draw(const df_tiling *tiling, df_tiling_style style, char *text)
{
    const size_t line = tiling->width + 1;
    memset(text, '.', line * tiling->height);
    for (unsigned y = 0; y < tiling->height; y++)
        text[y * line + tiling->width] = '\n';
    text[line * tiling->height] = '\0';
    for (size_t i = 0; i < tiling->head_count + tiling->tail_count; i++) {
        const df_drop *drop = tiling_piece_at(tiling, i);
        const df_piece *piece = &tiling->set->pieces[drop->piece];
        const df_shape *shape = &piece->shape[drop->orientation];
        const char symbol = style == DF_TILING_LETTERS ? tiling_draw_letter(i)
                            : style == DF_TILING_NAMES
                                ? piece->name[0]
                                : tiling_draw_symbol(piece, drop->orientation);
        for (unsigned y = 0; y < shape->height; y++) {
            for (unsigned x = 0; x < shape->width; x++) {
                if ((shape->row[y] >> x & 1) != 0)
                    text[(tiling->height - 1 - drop->y - y) * line + drop->x + x] = symbol;
            }
        }
    }
}
