#include "sprite_options.h"

#include <stdio.h>
#include <string.h>

#include "cli/base/choice.h"
#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "dropforge/field.h"
#include "dropforge/omino.h"
#include "dropforge/print.h"

enum {
    NO_THRESHOLD = 256,
    /* Advice uses these unless limits are given. */
    USUAL_THRESHOLD = 128,
    USUAL_WIDTH = 59,
    MAX_FITTING_ROWS = DF_FIELD_MAX_HEIGHT / 2
};

static bool sprite_take_transparent(void *field, const char *value)
{
    sprite_options *options = field;
    options->has_transparent = choice_read_color(value, &options->transparent);
    return options->has_transparent;
}

static bool sprite_take_fit(void *field, const char *value)
{
    sprite_options *options = field;
    return choice_read_size(value, IMAGE_MAX_SIDE, IMAGE_MAX_SIDE, &options->fit_width,
                            &options->fit_height);
}

#define FIELD(name) offsetof(sprite_options, name)

const option_spec sprite_option_specs[] = {
    OPTION_RANGE("frame", "N", FIELD(frame), 1, IMAGE_MAX_FRAME,
                 "frame of an animated GIF or WebP; default 1, the first"),
    OPTION_TAKEN("transparent", "COLOR", sprite_take_transparent, 0,
                 "make the pixels of this colour transparent", .expects = CHOICE_COLOR_EXPECTS),
    OPTION_TAKEN("fit", "WxH", sprite_take_fit, 0,
                 "scale down so that it fits into W by H squares",
                 .expects = "two whole numbers from 1 to 4096 like 17x20"),
    OPTION_RANGE("alpha-threshold", "N", FIELD(alpha_threshold), 0, 255,
                 "make pixels with an alpha of at least N opaque, others transparent"),
    OPTION_RANGE("colors", "N", FIELD(colors), 1, DF_PALETTE_MAX_COLORS,
                 "reduce to at most N colours"),
    {.name = "palette",
     .argument = "NAME",
     .kind = OPTION_CHOICE,
     .min = 1,
     .offset = FIELD(palette),
     .values = "guideline",
     .help =
         "use only the colours of the seven pieces: each colour becomes the nearest of them; "
         "print leaves it with that piece"},
    {.name = "dither",
     .argument = "HOW",
     .kind = OPTION_CHOICE,
     .offset = FIELD(dither),
     .values = "none ordered floyd-steinberg",
     .help = "how --colors and --palette treat other colours: none (the default), "
             "ordered or floyd-steinberg"},
    {.name = NULL},
};

sprite_options sprite_options_defaults(void)
{
    return (sprite_options){.frame = 1, .alpha_threshold = NO_THRESHOLD};
}

int sprite_options_check(const sprite_options *options, const char *command)
{
    if (options->dither == DF_DITHER_NONE || options->colors != 0 || options->palette != 0)
        return -1;
    return message_usage(command, "--dither needs a number of colours; add --colors");
}

static df_status sprite_reduce_colors(const sprite_options *options, image *prepared)
{
    df_palette palette = {0};
    df_status status = DF_OK;
    if (options->colors != 0)
        status = df_palette_find(&palette, prepared->rgba,
                                 (size_t)prepared->width * prepared->height, options->colors);
    if (status == DF_OK && options->palette != 0)
        status = df_omino_palette(&palette);
    if (status != DF_OK)
        return status;
    return df_pixels_recolor(prepared->rgba, prepared->width, prepared->height, &palette,
                             options->dither);
}

static df_status sprite_fit(const sprite_options *options, image *prepared)
{
    size_t width = prepared->width, height = prepared->height;
    /* The clear border is no part of a sprite, and would make it smaller. */
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
        status = sprite_fit(options, prepared);
    if (status == DF_OK && options->alpha_threshold < NO_THRESHOLD)
        df_pixels_harden(prepared->rgba, (size_t)prepared->width * prepared->height,
                         options->alpha_threshold);
    if (status == DF_OK && (options->colors != 0 || options->palette != 0))
        status = sprite_reduce_colors(options, prepared);
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
static bool sprite_has_more_colors(const image *prepared, unsigned threshold, unsigned max)
{
    const uint8_t *found[DF_PALETTE_MAX_COLORS + 1];
    const size_t count = (size_t)prepared->width * prepared->height;
    unsigned colors = 0;
    for (size_t i = 0; i < count && colors <= max; i++) {
        const uint8_t *pixel = &prepared->rgba[4 * i];
        unsigned known = 0;
        while (known < colors && !sprite_same_color(found[known], pixel))
            known++;
        if (known == colors && pixel[3] >= threshold)
            found[colors++] = pixel;
    }
    return colors > max;
}

/* Returns a threshold that leaves something of the image. */
static unsigned sprite_threshold(const image *prepared)
{
    const size_t count = (size_t)prepared->width * prepared->height;
    unsigned max = 1;
    for (size_t i = 0; i < count; i++) {
        const unsigned alpha = prepared->rgba[4 * i + 3];
        max = alpha > max ? alpha : max;
    }
    return max < 2 * USUAL_THRESHOLD - 1 ? (max + 1) / 2 : USUAL_THRESHOLD;
}

static void sprite_put_options(const sprite_options *options, const image *prepared, char *text,
                               size_t size)
{
    const unsigned max_width = options->max_width > 0 ? options->max_width : USUAL_WIDTH;
    const unsigned max_colors =
        options->max_colors > 0 ? options->max_colors : DF_PRINT_MAX_COLORS;
    const unsigned threshold = sprite_threshold(prepared);
    const bool is_large = prepared->width > max_width || prepared->height > DF_FIELD_MAX_HEIGHT;
    size_t used = 0;
    text[0] = '\0';
    if (is_large)
        used += (size_t)snprintf(text, size, " --fit %ux%u", max_width, MAX_FITTING_ROWS);
    /* A scaled image is half-transparent along the edges. */
    if (sprite_is_clear(prepared, !is_large))
        used += (size_t)snprintf(text + used, size - used, " --alpha-threshold %u", threshold);
    if (is_large || sprite_has_more_colors(prepared, threshold, max_colors))
        snprintf(text + used, size - used, " --colors %u", max_colors);
}

void sprite_options_hint(const sprite_options *options, const image *prepared, df_error *error)
{
    char named[80];
    const size_t used = strlen(error->text), left = sizeof error->text - used;
    if (error->line != 0 && error->column != 0) {
        sprite_put_options(options, prepared, named, sizeof named);
        snprintf(error->text + used, left, ", as%s does%s", named,
                 options->fit_width != 0 ? " (pixels are counted after --fit)" : "");
    } else if (options->has_transparent)
        snprintf(error->text + used, left, " or leave out --transparent");
    else if (options->alpha_threshold > 1 && options->alpha_threshold < NO_THRESHOLD)
        snprintf(error->text + used, left, " or use --alpha-threshold 1");
}
