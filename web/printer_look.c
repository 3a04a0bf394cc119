/* Dresses the film of a plan as the program does (cli/formats/render.c). */
#include "printer_look.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "dropforge/omino.h"

enum { TRANSPARENT = -2, RGBA = 4 };

void look_free(look_raster *self)
{
    df_raster_free(&self->raster);
    free(self->title);
    free(self->scores);
    free((void *)self->skin.rgba);
    *self = (look_raster){0};
}

/* Gives the pieces of a plan the colours that they have in a theme. `colors` are the plan's. */
static df_status look_paint(const df_plan *painted, df_plan_color *colors,
                            const df_theme *theme)
{
    const size_t count = painted->set->count;
    df_plan_color *made = malloc(count * sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    for (unsigned i = 0; i < count; i++)
        made[i] =
            (df_plan_color){true, df_raster_piece_color(painted, i, theme, theme->background)};
    memcpy(colors, made, count * sizeof *made);
    free(made);
    return DF_OK;
}

static df_raster_options look_choose(const look_raster *self, const look_wishes *wishes,
                                     const df_theme *theme, const df_plan *painted)
{
    const int32_t ground = wishes->background;
    const df_color color = {(uint8_t)(ground >> 16), (uint8_t)(ground >> 8), (uint8_t)ground};
    const df_canvas *canvas = wishes->canvas < 0 ? NULL : &df_canvases[wishes->canvas];
    df_raster_options options = {
        .square_size = (unsigned)wishes->square_size,
        .min_side = (unsigned)wishes->min_side,
        .theme = theme,
        .look = wishes->look < 0 ? theme->look : (df_look)wishes->look,
        .skin = self->skin.size > 0 ? &self->skin : NULL,
        .grid = wishes->grid < 0 ? theme->grid : wishes->grid != 0,
        .border = wishes->border < 0 ? painted->deal != NULL : wishes->border != 0,
        .hud = wishes->hud < 0 ? painted->deal != NULL : wishes->hud != 0,
        .picture = wishes->hud == LOOK_GOAL,
        .scores = self->scores,
        .transparent = ground == TRANSPARENT,
        .title = self->title[0] != '\0' ? self->title : NULL,
        .end_card = self->end_card,
        .even = wishes->even != 0,
        .outlines = wishes->theme >= 0 && ground == -1,
        .background = ground >= 0          ? color
                      : wishes->theme >= 0 ? theme->background
                                           : df_raster_background(painted, theme),
        .surround = ground < 0 ? theme->surround : color};
    if (canvas != NULL) {
        options.canvas_width = canvas->width;
        options.canvas_height = canvas->height;
        options.margin = canvas->margin;
    }
    return options;
}

/* Prepares the raster, and says what does not fit. */
static df_status look_draw(look_raster *self, const df_plan *painted,
                           const df_raster_options *options, df_error *error)
{
    const df_status status = df_raster_begin(&self->raster, painted, options);
    if (status != DF_ERROR_ARGUMENT || options->canvas_width == 0)
        return status;
    df_error_set(error, DF_ERROR_LIMIT,
                 "a playfield of %u by %u squares%s does not fit into %ux%u pixels%s",
                 painted->width, df_film_measure(options->film).height,
                 options->hud || options->title != NULL || options->end_card != NULL
                     ? " with what is around it"
                     : "",
                 options->canvas_width, options->canvas_height,
                 options->square_size > 1 ? "; use smaller squares" : "");
    df_error_advise(error, DF_OPTION_SIZE, "auto");
    return DF_ERROR_LIMIT;
}

/* Copies a skin; *skin stays as it is where there is none. */
static df_status look_take_skin(df_skin *skin, const look_wishes *wishes, const uint8_t *rgba,
                                df_error *error)
{
    const unsigned width = (unsigned)wishes->skin_width, size = (unsigned)wishes->skin_height;
    const size_t bytes = (size_t)RGBA * width * size;
    if (width == 0)
        return DF_OK;
    if (width != DF_SKIN_SQUARES * size || size > DF_RASTER_MAX_SQUARE)
        return df_error_set(error, DF_ERROR_INPUT,
                            "a skin has ten squares in a row, of at most %u pixels, not %u by "
                            "%u pixels; give one such as 300 by 30",
                            DF_RASTER_MAX_SQUARE, width, size);
    uint8_t *copy = malloc(bytes);
    if (copy == NULL)
        return DF_ERROR_MEMORY;
    *skin = (df_skin){.size = size, .rgba = memcpy(copy, rgba, bytes)};
    return DF_OK;
}

/* Copies the texts that are above the playfield. */
static df_status look_take_texts(look_raster *self, const look_wishes *wishes,
                                 const char *texts)
{
    const size_t title_length = (size_t)wishes->title_length;
    const bool has_card = wishes->end_card_length >= 0;
    const size_t card_length = has_card ? (size_t)wishes->end_card_length : 0;
    self->title = calloc(title_length + card_length + 2, 1);
    if (self->title == NULL)
        return DF_ERROR_MEMORY;
    memcpy(self->title, texts, title_length);
    if (has_card)
        self->end_card =
            memcpy(self->title + title_length + 1, texts + title_length, card_length);
    return DF_OK;
}

static df_status look_take_scores(look_raster *self, const df_plan *plan, size_t count,
                                  const uint64_t *scores, df_error *error)
{
    if (count == 0)
        return DF_OK;
    if (count != plan->count + 1)
        return df_error_set(error, DF_ERROR_INPUT,
                            "there are %zu scores for %zu drops; give one before the first "
                            "drop and one after each",
                            count, plan->count);
    self->scores = malloc(count * sizeof *scores);
    if (self->scores == NULL)
        return DF_ERROR_MEMORY;
    memcpy(self->scores, scores, count * sizeof *scores);
    return DF_OK;
}

df_status look_begin(look_raster *self, const df_plan *plan, const df_film *film,
                     const look_wishes *wishes, const char *texts, const uint8_t *rgba,
                     const uint64_t *scores, df_error *error)
{
    const size_t count = plan->set->count;
    const df_theme *theme = &df_themes[wishes->theme < 0 ? 0 : wishes->theme];
    df_plan painted = *plan;
    df_plan_color *colors = malloc(count * sizeof *colors);
    df_status status = DF_ERROR_MEMORY;
    if (colors != NULL)
        status = look_take_texts(self, wishes, texts);
    if (status == DF_OK)
        status = look_take_skin(&self->skin, wishes, rgba, error);
    if (status == DF_OK)
        status = look_take_scores(self, plan, (size_t)wishes->score_count, scores, error);
    if (status == DF_OK) {
        memcpy(colors, plan->colors, count * sizeof *colors);
        painted.colors = colors;
        const bool has_skin = self->skin.size > 0;
        const bool is_bare =
            (wishes->theme >= 0 || has_skin) && df_omino_plan_undress(colors, plan->set);
        df_raster_options options = look_choose(self, wishes, theme, &painted);
        options.film = film;
        options.picture &= df_raster_has_colors(plan);
        if (is_bare && !has_skin)
            status = look_paint(&painted, colors, theme);
        if (status == DF_OK)
            status = look_draw(self, &painted, &options, error);
    }
    free(colors);
    if (status != DF_OK)
        look_free(self);
    return status;
}
