#include "picture_options.h"

#include <stdlib.h>
#include <string.h>

#include "color.h"
#include "message.h"

static bool take_look(void *field, const char *value)
{
    static const char *const names[] = {
        [DF_LOOK_FLAT] = "flat", [DF_LOOK_BEVEL] = "bevel", [DF_LOOK_NES] = "nes"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], value) == 0) {
            *(df_look *)field = (df_look)i;
            return true;
        }
    }
    return false;
}

static bool take_background(void *field, const char *value)
{
    picture_options *options = field;
    options->has_background = color_read(value, &options->raster.background);
    return options->has_background;
}

#define FIELD(name) offsetof(picture_options, name)

const option_spec picture_option_specs[] = {
    {.name = "square",
     .argument = "N",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = DF_RASTER_MAX_SQUARE,
     .offset = FIELD(raster.square_size),
     .help = "pixels along a square, otherwise 10"},
    {.name = "look",
     .argument = "LOOK",
     .kind = OPTION_TAKE,
     .take = take_look,
     .offset = FIELD(raster.look),
     .expects = "flat, bevel or nes",
     .help = "how squares look: flat, bevel (the default) or nes"},
    {.name = "grid",
     .kind = OPTION_ON,
     .offset = FIELD(raster.grid),
     .help = "faint lines between empty squares (the default)"},
    {.name = "no-grid",
     .kind = OPTION_OFF,
     .offset = FIELD(raster.grid),
     .help = "no such lines"},
    {.name = "background",
     .argument = "#rrggbb",
     .kind = OPTION_TAKE,
     .take = take_background,
     .expects = "a colour like #1b2638",
     .help = "colour of empty squares, otherwise one that suits the picture"},
    {.name = "color",
     .argument = "PIECE=#rrggbb",
     .kind = OPTION_LIST,
     .offset = FIELD(colors),
     .help = "show a piece, such as J, in another colour; may be repeated"},
    {.name = "fast",
     .kind = OPTION_ON,
     .offset = FIELD(film.fast),
     .help = "show only where pieces land, not how they fall"},
    {.name = "speed",
     .argument = "PERCENT",
     .kind = OPTION_NUMBER,
     .least = 10,
     .most = 10000,
     .offset = FIELD(film.speed_percent),
     .help = "speed of films and in the terminal, otherwise 100"},
    {.name = "max-frames",
     .argument = "N",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = 1000000,
     .offset = FIELD(max_frames),
     .help = "leave out frames evenly so that no more than N remain"},
    {.name = "hold",
     .argument = "SECONDS",
     .kind = OPTION_SECONDS,
     .most = 60000,
     .offset = FIELD(film.hold_centiseconds),
     .help = "how long the last frame is shown, otherwise 3"},
    {.name = NULL},
};

picture_options picture_options_defaults(void)
{
    return (picture_options){.raster = df_raster_defaults(), .film = df_film_defaults()};
}

void picture_options_free(picture_options *options)
{
    text_list_free(&options->colors);
}

/* Reads PIECE=#rrggbb; answers the piece, or -1. */
static int read_piece_color(const char *text, const df_piece_set *set, df_color *color)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL || !color_read(equals + 1, color))
        return -1;
    return df_piece_set_find(set, text, (size_t)(equals - text));
}

int picture_options_check(const picture_options *options, const df_piece_set *set,
                          const char *command)
{
    df_color color;
    for (size_t i = 0; i < options->colors.count; i++) {
        const char *text = options->colors.items[i];
        if (read_piece_color(text, set, &color) < 0)
            return message_usage(
                command, "--color needs a piece and a colour like J=#e0f8cf, not '%s'", text);
    }
    return -1;
}

df_status picture_options_apply(const picture_options *options, const df_plan *plan,
                                showing *show)
{
    df_plan_color *colors = malloc(plan->set->count * sizeof colors[0]);
    if (colors == NULL)
        return DF_ERROR_MEMORY;
    memcpy(colors, plan->colors, plan->set->count * sizeof colors[0]);
    for (size_t i = 0; i < options->colors.count; i++) {
        df_color color;
        const int piece = read_piece_color(options->colors.items[i], plan->set, &color);
        if (piece >= 0)
            colors[piece] = (df_plan_color){.given = true, .color = color};
    }
    showing made = {
        .plan = plan, .painted = *plan, .raster = options->raster, .film = options->film};
    made.painted.colors = colors;
    made.film.max_frames = options->max_frames;
    if (!options->has_background)
        made.raster.background = df_raster_background(&made.painted);
    *show = made;
    return DF_OK;
}
