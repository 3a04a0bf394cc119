#include "render.h"

#include <stdlib.h>
#include <string.h>

#include "dropforge/omino.h"

/* Returns how bright a colour is, 0 to 255. */
static unsigned render_brightness(df_color color)
{
    return (2126u * color.red + 7152u * color.green + 722u * color.blue) / 10000;
}

/* Returns the number of colours of a plan if they are those of codes for cameras: a bright and
 * a dark one, or only a dark one; else 0. Finds what lies around a code of two: nearly the
 * bright colour, so that one sees squares of it fall. */
static unsigned render_find_code(const df_plan *painted, df_color *around)
{
    enum { CONTRAST = 160 };
    df_color first = {0}, second = {255, 255, 255};
    unsigned count = 0;
    for (size_t i = 0; i < painted->set->count; i++) {
        const df_color color = painted->colors[i].color;
        if (!painted->colors[i].given || (count > 0 && memcmp(&color, &first, 3) == 0) ||
            (count > 1 && memcmp(&color, &second, 3) == 0))
            continue;
        *(count == 0 ? &first : &second) = color;
        count++;
    }
    const unsigned one = render_brightness(first), other = render_brightness(second);
    const df_color light = one > other ? first : second;
    *around = (df_color){(uint8_t)(light.red * 4 / 5), (uint8_t)(light.green * 4 / 5),
                         (uint8_t)(light.blue * 4 / 5)};
    const unsigned contrast = one > other ? one - other : other - one;
    return contrast < CONTRAST || count > 2 || (count == 1 && one > other) ? 0 : count;
}

/* Makes a code readable, unless the options say how it looks: flat squares without lines, and
 * four of them free around it. */
static void render_dress_code(df_raster_options *raster, const picture_options *options,
                              const df_plan *painted, bool has_more)
{
    enum { QUIET = 4 };
    df_color around = {0};
    unsigned colors = options->has_theme ? 0 : render_find_code(painted, &around);
    if (colors == 1 && raster->theme == &df_themes[0])
        colors = 0; /* it is seen on the dark ground */
    else if (colors == 1)
        around = raster->theme->background;
    const bool is_plain = !has_more && !options->grid && !options->no_grid;
    if (options->look == 0 && (colors == 2 || (colors == 1 && is_plain)))
        raster->look = DF_LOOK_FLAT;
    raster->outlines &= colors == 0;
    if (colors == 0 || !is_plain || raster->look != DF_LOOK_FLAT)
        return;
    raster->grid = false;
    if (options->has_background)
        return;
    raster->background = around;
    const unsigned quiet = QUIET * raster->square_size;
    if (options->colors.count == 0 && raster->canvas.width == 0 && raster->canvas.height == 0)
        raster->canvas = (df_canvas){.top = quiet, .bottom = quiet, .side = quiet};
}

/* Chooses everything that the options leave to the theme. */
static df_raster_options render_dress(const picture_options *options, const df_plan *painted)
{
    df_raster_options raster = options->raster;
    if (!options->has_theme && !options->has_background)
        raster.theme = df_raster_defaults(painted, NULL).theme;
    raster.reveal = options->colors.count == 0 && !options->film.frames_only;
    raster.outlines = !raster.transparent;
    raster.hud = !options->no_hud && (raster.hud || painted->deal != NULL);
    const bool has_more =
        painted->deal != NULL || options->has_theme || options->has_named_size || raster.hud ||
        (raster.title != NULL && raster.title[0] != '\0') || raster.end_card != NULL;
    raster.look = options->look > 0 ? (df_look)(options->look - 1) : raster.theme->look;
    raster.grid = !options->no_grid && (options->grid || raster.theme->grid);
    raster.border = !options->no_border && (options->border || has_more);
    raster.square_size = options->square > 0       ? options->square
                         : raster.canvas.width > 0 ? 0
                                                   : options->usual_square;
    if (!options->has_background)
        raster.background = raster.theme->background;
    render_dress_code(&raster, options, painted, has_more || raster.border);
    raster.surround = options->has_background ? raster.background : raster.theme->surround;
    return raster;
}

/* Takes the usual colours of tetrominoes away from a plan that has them, as one has that was
 * printed with any pieces, so that a theme or skin can dress it. *dressed then has the theme's
 * colours, which the caller frees; else it is NULL. */
static df_status render_undress(const picture_options *options, const df_plan *plan,
                                df_plan_color *colors, df_plan_color **dressed)
{
    const size_t count = plan->set->count;
    if ((!options->has_theme && options->skin_path == NULL) ||
        !df_omino_plan_undress(colors, plan->set))
        return DF_OK;
    df_plan_color *made = malloc(count * sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    const df_theme *theme = options->raster.theme;
    df_plan bare = *plan;
    bare.colors = colors;
    for (unsigned i = 0; i < count; i++)
        made[i] =
            (df_plan_color){true, df_raster_piece_color(&bare, i, theme, theme->background)};
    *dressed = made;
    return DF_OK;
}

cli_status render_request_make(const picture_options *options, const df_plan *plan,
                               render_request *request)
{
    df_plan_color *colors = malloc(plan->set->count * sizeof colors[0]);
    if (colors == NULL)
        return message("out of memory");
    memcpy(colors, plan->colors, plan->set->count * sizeof colors[0]);
    df_plan_color *dressed = NULL;
    if (render_undress(options, plan, colors, &dressed) != DF_OK) {
        free(colors);
        return message("out of memory");
    }
    picture_options_paint(options, plan, colors);
    render_request made = {
        .plan = plan,
        .painted = *plan,
        .film = options->film,
        .has_size = options->square > 0 || options->raster.canvas.width > 0,
        .frames_per_second = options->frames_per_second > 0 ? options->frames_per_second : 50,
        .constant_rate = options->frames_per_second > 0 || options->has_named_size,
        .sound = options->no_sound ? SOUND_OFF
                 : options->sound  ? SOUND_ON
                                   : SOUND_IF_POSSIBLE,
        .own_sound = options->own_sound,
        .own_sound_from = options->own_sound_from,
        .level = options->level <= PICTURE_MAX_LEVEL ? options->level : 1};
    made.painted.colors = colors;
    const df_film_options usual = df_film_defaults(plan);
    made.film.is_game |= usual.is_game;
    made.film.max_frames = options->max_frames;
    made.film.poster = options->poster > 0 ? (df_poster)(options->poster - 1) : usual.poster;
    made.raster = render_dress(options, &made.painted);
    /* A skin may have taken the colours of the pieces away, but there is a picture. */
    made.raster.picture &= usual.poster == DF_POSTER_FINISHED;
    /* Squares of a skin are for plans without colours. */
    const bool has_own =
        dressed == NULL || (options->skin_path != NULL && options->colors.count == 0);
    for (size_t i = 0; i < plan->set->count && !has_own; i++)
        colors[i] = colors[i].given ? colors[i] : dressed[i];
    free(dressed);
    *request = made;
    return GO_ON;
}

unsigned render_count_plays(const render_request *request)
{
    return request->film.frames_only && request->plan->frame_count > 0 ? request->plan->plays
                                                                       : 0;
}

df_status render_begin_raster(df_raster *raster, const render_request *request,
                              const df_film *film, df_error *error)
{
    df_raster_options options = request->raster;
    options.film = film;
    const df_status status = df_raster_begin(raster, &request->painted, &options);
    if (status != DF_ERROR_ARGUMENT)
        return status;
    return message_error(
        error, DF_ERROR_LIMIT,
        "a playfield of %u by %u squares%s does not fit into %ux%u pixels; use a "
        "larger --size%s",
        request->plan->width, df_film_measure(film).height,
        options.hud || options.title != NULL ? " with what is around it" : "",
        options.canvas.width, options.canvas.height,
        options.square_size > 1 ? " or a smaller --square" : "");
}

df_status render_begin_canvas(render_canvas *canvas, const render_request *request,
                              const df_film *film, unsigned min_side, df_error *error)
{
    const df_film_size size = df_film_measure(film);
    render_request sized = *request;
    sized.raster.min_side = request->has_size ? 0 : min_side;
    *canvas = (render_canvas){.is_drawn = false};
    const df_status status = render_begin_raster(&canvas->raster, &sized, film, error);
    if (status != DF_OK)
        return status;
    canvas->pixels = malloc((size_t)canvas->raster.width * canvas->raster.height);
    canvas->square = malloc((size_t)size.width * size.height * sizeof *canvas->square);
    return canvas->pixels != NULL && canvas->square != NULL ? DF_OK : DF_ERROR_MEMORY;
}

void render_end_canvas(render_canvas *canvas)
{
    df_raster_free(&canvas->raster);
    free(canvas->pixels);
    free(canvas->square);
    *canvas = (render_canvas){.is_drawn = false};
}

void render_note_size(out_stream *out, const df_raster *raster, const df_film *film)
{
    out->width = raster->width;
    out->height = raster->height;
    out->centiseconds = film != NULL ? df_film_measure(film).centiseconds : 0;
}

unsigned render_draw(render_canvas *canvas, const df_frame *frame,
                     df_raster_area areas[DF_RASTER_MAX_AREAS])
{
    const df_raster *raster = &canvas->raster;
    const size_t size = (size_t)frame->width * frame->height * sizeof *canvas->square;
    const df_frame *before = canvas->is_drawn ? &canvas->before : NULL;
    const unsigned count = df_raster_draw(raster, before, frame, canvas->pixels, areas);
    canvas->is_drawn = true;
    memcpy(canvas->square, frame->square, size);
    canvas->before = *frame;
    canvas->before.square = canvas->square;
    return count;
}
