/* A film is prepared in three steps: the plan is played, once, which gives the landing of every
 * drop, the height of the stack and the last playfield; every drop gets its time (film_pace);
 * and those pieces that are seen on their way get their routes (film_route). With these shots
 * the film can be run without playfields, to count its frames (film_run). */
#include "dropforge/view.h"

#include <stdlib.h>

#include "core/base/bits.h"
#include "film_parts.h"

/* In hundredths of a centisecond. */
enum {
    FIRST_TIME = 5000, /* how long the first playfield is shown */
    LOOP_TIME = 8000,  /* how long the picture takes to go */
    POSTER_TIME = 6000,
    FRAME_PAUSE = 6000,  /* how much longer a complete frame is shown among the drops, */
    ALL_PAUSES = 150000, /* or less, if all of them would take longer than that */
    END_TIME = 30000,
};

df_film_options df_film_defaults(const df_plan *plan)
{
    df_film_options options = {.speed_percent = 100, .end_centiseconds = DF_FILM_END_AUTO};
    options.is_game = plan != NULL;
    for (size_t i = 0; plan != NULL && i < plan->set->count; i++)
        options.is_game = options.is_game && !plan->colors[i].given;
    if (plan != NULL)
        options.poster = options.is_game ? DF_POSTER_START : DF_POSTER_FINISHED;
    return options;
}

/* Chooses the shortest slot with which the film keeps its limit of frames. With one as long as
 * the film nothing but the last frame is left. */
static void film_choose_slot(df_film *film)
{
    const size_t limit = film->options.max_frames;
    film->slot = FILM_LEAST_SHOWN;
    film->size = df_film_count(film);
    if (limit == 0 || film->size.frames <= limit)
        return;
    uint64_t low = film->slot, high = (film->size.centiseconds + 1) * FILM_CENTISECOND;
    while (low < high) {
        film->slot = low + (high - low) / 2;
        if (df_film_count(film).frames <= limit)
            high = film->slot;
        else
            low = film->slot + 1;
    }
    film->slot = low;
    film->size = df_film_count(film);
}

/* The play of the plan. */
typedef struct film_census {
    df_film *film;
    unsigned max_top; /* of the stack before a drop */
} film_census;

static film_shot *film_find_shot(df_film *film, const df_drop *drop)
{
    return &film->shots[drop - film->plan->drops];
}

/* True if a piece falls to its place from straight above. */
static bool film_falls_straight(const df_field *before, const df_shape *shape,
                                const df_drop *drop, unsigned top)
{
    for (unsigned y = drop->y + 1U; y <= top; y++) {
        if (!df_film_is_free(before, shape, drop->x, (int)y))
            return false;
    }
    return true;
}

static df_status film_census_drop(void *context, const df_field *before, const df_drop *drop,
                                  const df_landing *landing)
{
    film_census *census = context;
    const df_plan *plan = census->film->plan;
    const df_shape *shape = &plan->set->pieces[drop->piece].shape[drop->orientation];
    const unsigned top = df_field_top(before);
    census->max_top = unsigned_max(census->max_top, top);
    *film_find_shot(census->film, drop) = (film_shot){
        .landing = *landing,
        .is_intricate = df_rules_have(plan->rules, DF_TRAIT_MOVES) &&
                        !film_falls_straight(before, shape, drop, top),
    };
    return DF_OK;
}

/* Adds the route of a drop that has time for one. */
static df_status film_route_drop(void *context, const df_field *before, const df_drop *drop,
                                 const df_landing *landing)
{
    df_film *film = context;
    film_shot *shot = film_find_shot(film, drop);
    shot->poses = film->routes.count;
    if (shot->motion == DF_MOTION_LAND)
        return DF_OK;
    return df_film_routes_add(&film->routes, before, drop, landing,
                              shot->motion == DF_MOTION_FULL);
}

/* Returns the part of a given length that something may take, or all the time that it likes. */
static uint64_t film_share(const df_film_options *options, uint64_t time, unsigned part)
{
    const uint64_t most = (uint64_t)options->duration_centiseconds * FILM_CENTISECOND / part;
    return options->duration_centiseconds == 0 || time < most ? time : most;
}

/* Returns how long the last frame is shown, or a part of that in a film of a given length. */
static uint64_t film_choose_end(const df_film *film)
{
    const df_film_options *options = &film->options;
    const df_plan *plan = film->plan;
    const size_t count = options->frames_only ? plan->frame_count : 0;
    if (options->end_centiseconds != DF_FILM_END_AUTO)
        return (uint64_t)options->end_centiseconds * FILM_CENTISECOND;
    if (count == 0 || plan->frames[count - 1].milliseconds == 0)
        return END_TIME;
    const uint64_t own = df_film_own_time(plan, count - 1);
    if (options->duration_centiseconds == 0)
        return own * 100 / options->speed_percent;
    uint64_t all = 0;
    for (size_t i = 0; i < count; i++)
        all += df_film_own_time(plan, i);
    return own * options->duration_centiseconds * FILM_CENTISECOND / all;
}

/* Returns how much longer a complete frame is shown, in a film of that time or, if it is 0, as
 * long as suits it. */
static uint64_t film_choose_pause(const df_film *film, uint64_t whole)
{
    const size_t count = film->plan->frame_count;
    const uint64_t all = whole > 0 ? whole / 4 : ALL_PAUSES;
    uint64_t pause = count > 0 ? all / count : 0;
    if (whole == 0 && pause < FILM_FRAME_TIME)
        pause = FILM_FRAME_TIME;
    pause = pause < FRAME_PAUSE ? pause : FRAME_PAUSE;
    return whole > 0 ? pause : pause * 100 / film->options.speed_percent;
}

/* Divides the time of the film. An empty last playfield is not shown first. */
static void film_divide_time(df_film *film)
{
    const df_film_options *options = &film->options;
    const df_plan *plan = film->plan;
    const bool frames_only = options->frames_only && plan->frame_count > 0;
    const uint64_t hold = film_choose_end(film);
    uint64_t whole = 0;
    film->hold = unsigned_max((unsigned)(film_share(options, hold, 4) / FILM_CENTISECOND),
                              FILM_LEAST_SHOWN / FILM_CENTISECOND);
    const bool has_poster = options->poster != DF_POSTER_NONE && !frames_only;
    const bool is_start =
        has_poster && (options->poster == DF_POSTER_START || df_field_top(film->last) == 0);
    film->first = frames_only || is_start ? 0 : film_share(options, FIRST_TIME, 10);
    film->poster = has_poster && !is_start ? film_share(options, POSTER_TIME, 10) : 0;
    film->loop = options->loop ? film_share(options, LOOP_TIME, 10) : 0;
    if (options->duration_centiseconds > 0)
        whole = ((uint64_t)options->duration_centiseconds - film->hold) * FILM_CENTISECOND -
                film->first - film->poster - film->loop;
    film->pace = whole > 0 ? whole : 100;
    film->pace_divisor = whole > 0 ? 0 : options->speed_percent;
    for (size_t i = 0; whole > 0 && i + 1 < plan->frame_count; i++)
        film->pace_divisor += df_film_own_time(plan, i);
    film->pause = film_choose_pause(film, whole);
    if (whole > 0)
        whole -= film->pause * plan->frame_count;
    if (!frames_only)
        df_film_pace(film->shots, plan->count, options, whole);
}

/* Makes the last frame fill the given length. */
static void film_fill_hold(df_film *film)
{
    const uint64_t wanted = film->options.duration_centiseconds;
    film_choose_slot(film);
    if (wanted == 0)
        return;
    const uint64_t others = film->size.centiseconds - film->hold;
    if (others + FILM_LEAST_SHOWN / FILM_CENTISECOND <= wanted)
        film->hold = (unsigned)(wanted - others);
    film->size = df_film_count(film);
}

static df_status film_prepare(df_film *film, df_error *error)
{
    const df_plan *plan = film->plan;
    const df_film_options *options = &film->options;
    film_census census = {.film = film};
    df_plan_summary summary;
    df_status status =
        df_plan_play(plan, film_census_drop, &census, &film->last, &summary, error);
    if (status != DF_OK)
        return status;
    film->rows_cleared = summary.rows_cleared;
    const unsigned lies = plan->begin != NULL ? plan->begin->height : 0;
    film_divide_time(film);
    status = df_film_routes_begin(&film->routes, plan, census.max_top,
                                  unsigned_max(summary.max_height, lies));
    if (status == DF_OK && options->motion != DF_MOTION_LAND && !options->frames_only &&
        options->max_frames != 1)
        status = df_film_replay(film, film_route_drop, film);
    if (status != DF_OK)
        return status;
    film->shots[plan->count].poses = film->routes.count;
    film_fill_hold(film);
    return DF_OK;
}

static bool film_options_are_possible(const df_film_options *options)
{
    return options->speed_percent >= 10 && options->speed_percent <= 10000 &&
           (options->end_centiseconds <= FILM_MAX_SHOWN ||
            options->end_centiseconds == DF_FILM_END_AUTO) &&
           (options->duration_centiseconds == 0 ||
            options->duration_centiseconds >= DF_FILM_MIN_DURATION) &&
           options->duration_centiseconds <= DF_FILM_MAX_DURATION &&
           (unsigned)options->motion <= DF_MOTION_LAND &&
           (unsigned)options->poster <= DF_POSTER_START;
}

df_status df_film_create(df_film **film, const df_plan *plan, const df_film_options *options,
                         df_error *error)
{
    if (!film_options_are_possible(options))
        return DF_ERROR_ARGUMENT;
    df_film *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->plan = plan;
    made->options = *options;
    made->shots = calloc(plan->count + 1, sizeof *made->shots);
    const df_status status = made->shots != NULL ? film_prepare(made, error) : DF_ERROR_MEMORY;
    if (status == DF_OK)
        *film = made;
    else
        df_film_free(made);
    return status;
}

void df_film_free(df_film *film)
{
    if (film == NULL)
        return;
    df_film_routes_free(&film->routes);
    df_field_free(film->last);
    free(film->shots);
    free(film);
}

uint64_t df_film_suits(size_t drops)
{
    const uint64_t still = FIRST_TIME + POSTER_TIME;
    return (still + df_film_choose_time(drops) + END_TIME) / FILM_CENTISECOND;
}

df_film_size df_film_measure(const df_film *film)
{
    return film->size;
}
