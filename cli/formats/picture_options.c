#include "picture_options.h"
#include "plan_formats.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/choice.h"
#include "cli/base/common_options.h"
#include "cli/base/message.h"

enum { MAX_SIDE = 16384 };

static bool picture_take_background(void *field, const char *value)
{
    picture_options *options = field;
    options->has_background = choice_read_color(value, &options->raster.background);
    return options->has_background;
}

static bool picture_take_size(void *field, const char *value)
{
    df_raster_options *raster = field;
    return choice_read_size(value, MAX_SIDE, MAX_SIDE, &raster->canvas_width,
                            &raster->canvas_height);
}

static bool picture_take_fast(void *field, const char *value)
{
    df_film_options *film = field;
    (void)value;
    film->motion = DF_MOTION_LAND;
    return true;
}

#define FIELD(name) offsetof(picture_options, name)

const option_spec picture_option_specs[] = {
    OPTION_RANGE("square", "N", FIELD(square), 1, DF_RASTER_MAX_SQUARE,
                 "pixels along a square; default 10, or as many as fit into --size"),
    OPTION_TAKEN(
        "size", "WxH", picture_take_size, FIELD(raster),
        "pixels of pictures and films, with the playfield in the middle; default: its size",
        .expects = "pixels such as 1280x720, each from 1 to 16384"),
    {.name = "look",
     .argument = "LOOK",
     .kind = OPTION_CHOICE,
     .offset = FIELD(raster.look),
     .values = "flat bevel nes",
     .help = "how squares look: flat, bevel (the default) or nes"},
    OPTION_FLAG("grid", FIELD(raster.grid), "faint lines between empty squares (the default)"),
    {.name = "no-grid",
     .kind = OPTION_OFF,
     .offset = FIELD(raster.grid),
     .help = "no such lines"},
    {.name = "background",
     .argument = "#rrggbb",
     .kind = OPTION_TAKE,
     .take = picture_take_background,
     .expects = "a colour like #1b2638",
     .help = "colour of empty squares; default: one that suits the picture"},
    {.name = "color",
     .argument = "PIECE=#rrggbb",
     .kind = OPTION_LIST,
     .offset = FIELD(colors),
     .help = "show a piece, such as J, in another colour; may be repeated"},
    {.name = "motion",
     .argument = "MOTION",
     .kind = OPTION_CHOICE,
     .offset = FIELD(film.motion),
     .values = "auto full fall land",
     .help = "how pieces are seen: full (spawned, turned, shifted), fall or land; auto, the "
             "default, shows what there is time for"},
    {.name = "fast",
     .kind = OPTION_TAKE,
     .take = picture_take_fast,
     .offset = FIELD(film),
     .help = "the same as --motion land"},
    {.name = "duration",
     .argument = "SECONDS",
     .kind = OPTION_SECONDS,
     .min = DF_FILM_MIN_DURATION,
     .max = DF_FILM_MAX_DURATION,
     .offset = FIELD(film.duration_centiseconds),
     .help = "how long the whole film takes; default: as suits the drops",
     .expects = "seconds from 0.1 to 600 for the whole film"},
    OPTION_FLAG("loop", FIELD(film.loop),
                "let the picture go at the end, so that the film begins where it ends"),
    OPTION_FLAG("frames-only", FIELD(film.frames_only),
                "show only the frames of an animation that the plan marks"),
    OPTION_RANGE("speed", "PERCENT", FIELD(film.speed_percent), 10, 10000,
                 "speed of films and in the terminal; default 100"),
    OPTION_RANGE("max-frames", "N", FIELD(max_frames), 1, 1000000,
                 "leave out frames evenly so that no more than N remain"),
    {.name = "hold",
     .argument = "SECONDS",
     .kind = OPTION_SECONDS,
     .max = 60000,
     .offset = FIELD(film.hold_centiseconds),
     .help = "how long the last frame is shown; default 3",
     .expects = "seconds from 0 to 600 for the last frame"},
    OPTION_RANGE("fps", "N", FIELD(frames_per_second), 1, 100,
                 "frames per second of videos; default 50"),
    OPTION_RANGE("level", "N", FIELD(level), 1, 999,
                 "level at which a game (.game) begins, from slow to fast; default 1"),
    {.name = NULL},
};

picture_options picture_options_defaults(void)
{
    return (picture_options){
        .raster = df_raster_defaults(), .film = df_film_defaults(), .frames_per_second = 50};
}

void picture_options_free(picture_options *options)
{
    text_list_free(&options->colors);
}

/* Reads PIECE=#rrggbb. Returns the piece, or -1. */
static int picture_read_color(const char *text, const df_piece_set *set, df_color *color)
{
    const char *equals = strrchr(text, '='); /* a name may hold one */
    if (equals == NULL || !choice_read_color(equals + 1, color))
        return -1;
    return df_piece_set_find(set, text, (size_t)(equals - text));
}

int picture_options_check(const picture_options *options, const df_piece_set *set,
                          const char *command)
{
    df_color color;
    for (size_t i = 0; i < options->colors.count; i++) {
        const char *text = options->colors.items[i];
        if (picture_read_color(text, set, &color) < 0)
            return message_usage(
                command, "--color needs a piece and a colour like J=#e0f8cf, not '%s'", text);
    }
    return -1;
}

/* Chooses the pixels along a square. Returns -1 or the exit code after a message. */
static int picture_fit_square(const picture_options *options, const df_plan *plan,
                              df_raster_options *raster)
{
    if (options->square > 0)
        raster->square_size = options->square;
    if (raster->canvas_width == 0)
        return -1;
    const unsigned across = raster->canvas_width / plan->width;
    const unsigned up = raster->canvas_height / plan->height;
    const unsigned fitting = across < up ? across : up;
    if (options->square == 0)
        raster->square_size = fitting < DF_RASTER_MAX_SQUARE ? fitting : DF_RASTER_MAX_SQUARE;
    if (fitting > 0 && raster->square_size <= fitting)
        return -1;
    return message("a playfield of %u by %u squares does not fit into %ux%u pixels; use a "
                   "larger --size%s",
                   plan->width, plan->height, raster->canvas_width, raster->canvas_height,
                   options->square > 1 ? " or a smaller --square" : "");
}

int picture_options_apply(const picture_options *options, const df_plan *plan,
                          render_request *request)
{
    df_raster_options raster = options->raster;
    const int status = picture_fit_square(options, plan, &raster);
    if (status >= 0)
        return status;
    df_plan_color *colors = malloc(plan->set->count * sizeof colors[0]);
    if (colors == NULL)
        return message("out of memory");
    memcpy(colors, plan->colors, plan->set->count * sizeof colors[0]);
    for (size_t i = 0; i < options->colors.count; i++) {
        df_color color;
        const int piece = picture_read_color(options->colors.items[i], plan->set, &color);
        if (piece >= 0)
            colors[piece] = (df_plan_color){.given = true, .color = color};
    }
    render_request made = {.plan = plan,
                           .painted = *plan,
                           .raster = raster,
                           .film = options->film,
                           .frames_per_second = options->frames_per_second,
                           .level = options->level > 0 ? options->level : 1};
    made.painted.colors = colors;
    made.film.max_frames = options->max_frames;
    if (!options->has_background)
        made.raster.background = df_raster_background(&made.painted);
    *request = made;
    return -1;
}
