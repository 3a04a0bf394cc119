/* The first solution as a film and as a drop list, from which 'replay' makes all other formats.
 */
#include <stdlib.h>

#include "clear_settings.h"
#include "dropforge/plan.h"

enum { FILM_ROWS = 20 };

/* Makes the plan of drops, played by rules that they may be possible with. */
static df_status film_play(df_plan **made, const df_field *field, const df_piece_set *set,
                           const df_clear_drop *drops, size_t count, df_movement movement,
                           df_error *error)
{
    const unsigned rows = field->height > FILM_ROWS ? field->height : FILM_ROWS;
    df_plan *plan = NULL;
    df_status status = df_plan_create(&plan, field->width, rows, set);
    if (status != DF_OK)
        return status;
    plan->movement = movement;
    status = df_plan_set_begin(plan, field);
    for (size_t k = 0; status == DF_OK && k < count; k++)
        status = df_plan_add(plan, drops[k].drop);
    if (status == DF_OK)
        status = df_plan_settle(plan, rows, error);
    if (status == DF_OK)
        status = df_plan_play(plan, NULL, NULL, NULL, NULL, error);
    /* Pieces that fall straight down may come to rest above their places. */
    for (size_t k = 0; status == DF_OK && k < count; k++) {
        if (plan->drops[k].y != drops[k].drop.y)
            status = DF_ERROR_MOVE;
    }
    if (status == DF_OK)
        *made = plan;
    else
        df_plan_free(plan);
    return status;
}

static df_status film_write_plan(const df_plan *plan, const picture_options *picture,
                                 const output_format *format, out_stream *out, df_error *error)
{
    render_request request;
    df_status status = DF_ERROR_MEMORY;
    if (picture_options_apply(picture, plan, &request) < 0) {
        status = format->write(&request, out, error);
        free(request.painted.colors);
    }
    return status;
}

df_status clear_make_plan(df_plan **made, const df_field *field, const df_piece_set *set,
                          const df_clear_drop *drops, size_t count, df_error *error)
{
    static const df_movement movements[] = {DF_MOVEMENT_SPAWN, DF_MOVEMENT_SRS,
                                            DF_MOVEMENT_SRS_180};
    df_status status = DF_ERROR_MOVE;
    for (size_t i = 0; i < sizeof movements / sizeof movements[0] && status == DF_ERROR_MOVE;
         i++)
        status = film_play(made, field, set, drops, count, movements[i], error);
    return status == DF_ERROR_MOVE ? message_error(error, status,
                                                   "plans do not know the moves of this "
                                                   "solution; take --rules srs")
                                   : status;
}

/* Writes the first solution by the simplest rules that it is possible with. */
static df_status film_write(const clear_listing *listing, const output_format *format,
                            out_stream *out, df_error *error)
{
    const clear_question *question = listing->question;
    const df_clear_solution *solution = &listing->items[0]->solution;
    df_plan *plan = NULL;
    df_status status = clear_make_plan(&plan, question->field, question->set, solution->drops,
                                       solution->count, error);
    if (status == DF_OK)
        status = film_write_plan(plan, &listing->question->chosen->picture, format, out, error);
    df_plan_free(plan);
    return status;
}

static df_status film_write_gif(const void *content, out_stream *out, df_error *error)
{
    return film_write(content, &format_gif, out, error);
}

static df_status film_write_drops(const void *content, out_stream *out, df_error *error)
{
    return film_write(content, &format_drops, out, error);
}

const output_format clear_format_gif = {
    .name = "gif",
    .summary = "a film of the first solution",
    .extensions = {".gif"},
    .is_binary = true,
    .write = film_write_gif,
};

const output_format clear_format_drops = {
    .name = "drops",
    .summary = "the first solution as a drop list, for 'dropforge replay'",
    .extensions = {".drops"},
    .write = film_write_drops,
};
