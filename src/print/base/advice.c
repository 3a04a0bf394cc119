#include "advice.h"

#include <string.h>

#include "carriers.h"
#include "core/base/error.h"

static unsigned advice_divide_up(uint64_t number, uint64_t divisor)
{
    return (unsigned)((number + divisor - 1) / divisor);
}

void df_advice_put_fit(df_error *error, const df_picture *picture, unsigned width,
                       unsigned height, unsigned colors)
{
    if (colors == 0) {
        df_error_append(error, "; scale it down");
        return;
    }
    const uint64_t old_width = picture->width, old_height = picture->height;
    unsigned new_width = old_width < width ? (unsigned)old_width : width;
    unsigned new_height = old_height < height ? (unsigned)old_height : height;
    if (new_width * old_height < new_height * old_width)
        new_height = advice_divide_up(old_height * new_width, old_width);
    else
        new_width = advice_divide_up(old_width * new_height, old_height);
    df_error_advise(error, DF_OPTION_FIT, "%ux%u", new_width, new_height);
    /* Squares between the colours, and between them and nothing, have something of both. */
    if (memchr(picture->cell, 0, (size_t)picture->width * picture->height) != NULL)
        df_error_advise_join(error, DF_OPTION_ALPHA_THRESHOLD, "128");
    if (picture->color_count > 1) {
        df_error_advise_join(error, DF_OPTION_COLORS, "%u",
                             picture->color_count < colors ? picture->color_count : colors);
    }
}

/* Returns the first piece that is not among `used`; 0 if there is none. */
static uint8_t advice_other_piece(unsigned used)
{
    /* First those that every method prints with. */
    static const uint8_t others[] = {DF_J, DF_T, DF_L, DF_I, DF_S, DF_Z, DF_O};
    for (size_t i = 0; i < sizeof others; i++) {
        if ((used >> others[i] & 1) == 0)
            return (uint8_t)(1u << others[i]);
    }
    return 0;
}

void df_advice_put_pieces(df_error *error, const char *pieces, unsigned count, unsigned index)
{
    carrier_sets named;
    char text[DF_PRINT_PIECES_SIZE] = "auto";
    const unsigned known = count < DF_TETROMINOES ? count : DF_TETROMINOES;
    unsigned used = 0, rejected = 0, given = 0;
    (void)df_carriers_read(&named, pieces);
    for (unsigned i = 0; i < known; i++) {
        if (i >= named.count || i == index) {
            rejected = i < named.count ? named.pieces[i] : rejected;
            named.pieces[i] = 0;
        }
        used |= named.pieces[i];
    }
    for (; given < known; given++) {
        if (named.pieces[given] == 0)
            named.pieces[given] = advice_other_piece(used | rejected);
        if (named.pieces[given] == 0)
            break;
        used |= named.pieces[given];
    }
    if (given == known)
        df_carriers_write(named.pieces, known, text);
    if (given < known && count > DF_PRINT_MAX_COLORS)
        df_error_advise(error, DF_OPTION_COLORS, "6");
    else
        df_error_advise(error, DF_OPTION_PIECES, "%s", text);
}

void df_advice_put_ways_out(df_error *error, const df_print_options *options)
{
    const bool is_hardest = options->effort >= DF_PRINT_MAX_EFFORT;
    const bool is_low = options->height != 0 && options->height < DF_FIELD_MAX_HEIGHT;
    const bool has_pieces = options->pieces != NULL && !df_carriers_are_any(options->pieces);
    if (is_low)
        df_error_advise(error, DF_OPTION_HEIGHT, "auto");
    if (options->width != 0)
        df_error_advise_join(error, DF_OPTION_WIDTH, "auto");
    if (has_pieces)
        df_error_advise_join(error, DF_OPTION_PIECES, "auto");
    if (is_low || options->width != 0 || has_pieces)
        return;
    if (is_hardest)
        df_error_advise(error, DF_OPTION_SEED, "%llu", (unsigned long long)options->seed + 1);
    else
        df_error_advise(error, DF_OPTION_EFFORT, "%u",
                        options->effort > 1 ? options->effort + 1 : 2);
}
