#include "sprite_options.h"

#include <stdio.h>
#include <string.h>

#include "choice.h"
#include "color.h"
#include "dropforge/field.h"
#include "dropforge/print.h"
#include "message.h"

enum {
    NO_THRESHOLD = 256,
    /* What advice names where nothing else is asked for. */
    USUAL_THRESHOLD = 128,
    USUAL_WIDTH = 59,
    MOST_FITTING_ROWS = DF_FIELD_MAX_HEIGHT / 2
};

static bool take_transparent(void *field, const char *value)
{
    sprite_options *options = field;
    options->has_transparent = color_read(value, &options->transparent);
    return options->has_transparent;
}

static bool take_fit(void *field, const char *value)
{
    sprite_options *options = field;
    return choice_read_size(value, IMAGE_MAX_SIDE, IMAGE_MAX_SIDE, &options->fit_width,
                            &options->fit_height);
}

static bool take_dither(void *field, const char *value)
{
    static const char *const names[] = {[DF_DITHER_NONE] = "none",
                                        [DF_DITHER_ORDERED] = "ordered",
                                        [DF_DITHER_FLOYD_STEINBERG] = "floyd-steinberg"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], value) == 0) {
            *(df_dither *)field = (df_dither)i;
            return true;
        }
    }
    return false;
}

#define FIELD(name) offsetof(sprite_options, name)

const option_spec sprite_option_specs[] = {
    {.name = "frame",
     .argument = "N",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = IMAGE_MAX_FRAME,
     .offset = FIELD(frame),
     .help = "frame of an animated GIF or WebP, otherwise 1, the first"},
    {.name = "transparent",
     .argument = "#rrggbb",
     .kind = OPTION_TAKE,
     .take = take_transparent,
     .expects = "a colour like #1b2638",
     .help = "make the pixels of this colour transparent"},
    {.name = "fit",
     .argument = "WxH",
     .kind = OPTION_TAKE,
     .take = take_fit,
     .expects = "two whole numbers from 1 to 4096 like 17x20",
     .help = "scale down so that it fits into W by H squares"},
    {.name = "alpha-threshold",
     .argument = "N",
     .kind = OPTION_NUMBER,
     .most = 255,
     .offset = FIELD(alpha_threshold),
     .help = "make pixels with an alpha of at least N opaque, others transparent"},
    {.name = "colors",
     .argument = "N",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = DF_PALETTE_MAX_COLORS,
     .offset = FIELD(colors),
     .help = "reduce to at most N colours"},
    {.name = "dither",
     .argument = "HOW",
     .kind = OPTION_TAKE,
     .take = take_dither,
     .offset = FIELD(dither),
     .values = "none ordered floyd-steinberg",
     .help = "how --colors treats colours between those it keeps: none (the default), "
             "ordered or floyd-steinberg"},
    {.name = NULL},
};

sprite_options sprite_options_defaults(void)
{
    return (sprite_options){.frame = 1, .alpha_threshold = NO_THRESHOLD};
}

int sprite_options_check(const sprite_options *options, const char *command)
{
    if (options->dither == DF_DITHER_NONE || options->colors != 0)
        return -1;
    return message_usage(command, "--dither needs a number of colours; add --colors");
}

static df_status reduce_colors(const sprite_options *options, image *prepared)
{
    df_palette palette;
    const df_status status = df_palette_find(
        &palette, prepared->rgba, (size_t)prepared->width * prepared->height, options->colors);
    if (status != DF_OK)
        return status;
    return df_pixels_recolor(prepared->rgba, prepared->width, prepared->height, &palette,
                             options->dither);
}

static df_status fit(const sprite_options *options, image *prepared)
{
    size_t width = prepared->width, height = prepared->height;
    /* Its clear border is no part of a sprite and would take room here. */
    df_pixels_trim(prepared->rgba, &width, &height);
    const df_status status =
        df_pixels_fit(prepared->rgba, &width, &height, options->fit_width, options->fit_height);
    prepared->width = (unsigned)width;
    prepared->height = (unsigned)height;
    return status;
}

df_status sprite_options_apply(const sprite_options *options, image *prepared)
{
    df_status status = DF_OK;
    if (options->has_transparent)
        df_pixels_clear_color(prepared->rgba, (size_t)prepared->width * prepared->height,
                              options->transparent);
    if (options->fit_width != 0)
        status = fit(options, prepared);
    if (status == DF_OK && options->alpha_threshold < NO_THRESHOLD)
        df_pixels_harden(prepared->rgba, (size_t)prepared->width * prepared->height,
                         options->alpha_threshold);
    if (status == DF_OK && options->colors != 0)
        status = reduce_colors(options, prepared);
    return status;
}

/* True if some pixel is not opaque; with `in_part` one that is not fully transparent either. */
static bool sprite_is_clear(const image *prepared, bool in_part)
{
    const size_t count = (size_t)prepared->width * prepared->height;
    for (size_t i = 0; i < count; i++) {
        const unsigned alpha = prepared->rgba[4 * i + 3];
        if (alpha < 255 && (alpha > 0 || !in_part))
            return true;
    }
    return false;
}

static bool sprite_same_color(const uint8_t *one, const uint8_t *other)
{
    return memcmp(one, other, 3) == 0;
}

/* True if the pixels that a threshold makes opaque have more colours than these. */
static bool sprite_has_more_colors(const image *prepared, unsigned threshold, unsigned most)
{
    const uint8_t *found[DF_PALETTE_MAX_COLORS + 1];
    const size_t count = (size_t)prepared->width * prepared->height;
    unsigned colors = 0;
    for (size_t i = 0; i < count && colors <= most; i++) {
        const uint8_t *pixel = &prepared->rgba[4 * i];
        unsigned known = 0;
        while (known < colors && !sprite_same_color(found[known], pixel))
            known++;
        if (known == colors && pixel[3] >= threshold)
            found[colors++] = pixel;
    }
    return colors > most;
}

/* One that leaves something of the image. */
static unsigned sprite_threshold(const image *prepared)
{
    const size_t count = (size_t)prepared->width * prepared->height;
    unsigned most = 1;
    for (size_t i = 0; i < count; i++) {
        const unsigned alpha = prepared->rgba[4 * i + 3];
        most = alpha > most ? alpha : most;
    }
    return most < 2 * USUAL_THRESHOLD - 1 ? (most + 1) / 2 : USUAL_THRESHOLD;
}

static void sprite_put_options(const sprite_options *options, const image *prepared, char *text,
                               size_t size)
{
    const unsigned most_width = options->most_width > 0 ? options->most_width : USUAL_WIDTH;
    const unsigned most_colors =
        options->most_colors > 0 ? options->most_colors : DF_PRINT_MOST_COLORS;
    const unsigned threshold = sprite_threshold(prepared);
    const bool is_large =
        prepared->width > most_width || prepared->height > DF_FIELD_MAX_HEIGHT;
    size_t used = 0;
    text[0] = '\0';
    if (is_large)
        used += (size_t)snprintf(text, size, " --fit %ux%u", most_width, MOST_FITTING_ROWS);
    /* What is scaled down is half-transparent along the edges. */
    if (sprite_is_clear(prepared, !is_large))
        used += (size_t)snprintf(text + used, size - used, " --alpha-threshold %u", threshold);
    if (is_large || sprite_has_more_colors(prepared, threshold, most_colors))
        snprintf(text + used, size - used, " --colors %u", most_colors);
}

void sprite_options_hint(const sprite_options *options, const image *prepared,
                         df_mishap *mishap)
{
    char named[80];
    const size_t used = strlen(mishap->text), left = sizeof mishap->text - used;
    if (mishap->line != 0 && mishap->column != 0) {
        sprite_put_options(options, prepared, named, sizeof named);
        snprintf(mishap->text + used, left, ", as%s does%s", named,
                 options->fit_width != 0 ? " (pixels are counted after --fit)" : "");
    } else if (options->has_transparent)
        snprintf(mishap->text + used, left, " or leave out --transparent");
    else if (options->alpha_threshold > 1 && options->alpha_threshold < NO_THRESHOLD)
        snprintf(mishap->text + used, left, " or use --alpha-threshold 1");
}
