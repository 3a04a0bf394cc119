#include "sprite_options.h"

#include <stdio.h>
#include <string.h>

#include "choice.h"
#include "color.h"
#include "message.h"

enum { NO_THRESHOLD = 256 };

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

void sprite_options_hint(const sprite_options *options, const image *prepared,
                         df_mishap *mishap)
{
    if (mishap->line == 0 || mishap->column == 0)
        return;
    const size_t pixel = (mishap->line - 1) * prepared->width + (mishap->column - 1);
    const size_t used = strlen(mishap->text);
    snprintf(mishap->text + used, sizeof mishap->text - used, ", as %s does%s",
             prepared->rgba[4 * pixel + 3] == 255 ? "--colors" : "--alpha-threshold",
             options->fit_width != 0 ? " (pixels are counted after --fit)" : "");
}
