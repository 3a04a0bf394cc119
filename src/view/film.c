/* A film is played twice: once to count frames, once to show them. In between it is decided
 * how much of every drop is shown, from most to least:
 *
 *   falling     some frames of the fall, the landing, a flash of full rows, the cleared field
 *   landings    one frame for each drop, after its rows have cleared
 *   some        one frame for every few drops, evenly
 *
 * Frames that are left out still take their time, so that a film of few frames lasts nearly as
 * long as one of many; except those right before the last frame, which is shown exactly as
 * long as it is to be held. */
#include "dropforge/film.h"

#include <stdlib.h>
#include <string.h>

#include "core/board/shape.h"

enum {
    MAX_FALLS = 8,   /* frames of one fall, at most */
    LEAST_SHOWN = 2, /* centiseconds; viewers take anything shorter for ten */
    DROP_TIME = 10,  /* centiseconds at normal speed: a drop, from spawn to landing */
    FAST_DROP_TIME = 3,
    FLASH_TIME = 7,
    CLEARED_TIME = 4,
    FRAME_TIME = 12,  /* of a frame of an animation */
    FRAME_PAUSE = 60, /* that the playfield is shown longer when one is complete */
    MAX_HOLD = 60000,
};

/* The results of the first play. */
typedef struct census {
    const df_plan *plan;
    size_t drops;
    size_t frames[MAX_FALLS + 1]; /* of the whole film, by frames of one fall */
} census;

struct df_film {
    const df_plan *plan;
    df_film_options options;
    unsigned falls;  /* frames of one fall */
    size_t landings; /* 0: every drop falls; else the number of landings to show */
    df_film_size size;
};

typedef struct projector {
    const df_plan *plan;
    const df_film_options *options;
    df_film_show *show; /* NULL: frames are counted alone */
    void *context;
    unsigned falls; /* as in df_film */
    size_t landings;
    uint32_t *square;  /* the squares of `frame` */
    df_frame frame;    /* the next to be shown */
    df_film_size size; /* of what has been shown */
    df_hand hand;
    size_t drops;
    size_t frames;    /* of the animation, so far */
    bool has_cleared; /* by the latest drop, and not shown yet */
    uint64_t time;    /* what should have passed, in centiseconds by speed in percent */
    uint64_t elapsed; /* what has been shown, in centiseconds */
} projector;

df_film_options df_film_defaults(void)
{
    return (df_film_options){.speed_percent = 100, .hold_centiseconds = 300};
}

static const df_shape *film_shape_of(const df_plan *plan, const df_drop *drop)
{
    return &plan->set->pieces[drop->piece].shape[drop->orientation];
}

/* Returns how many rows a piece falls. One that has slipped or turned to its place is shown
 * falling from as high as it can be straight above. */
static unsigned fall_distance(const df_plan *plan, const df_field *before, const df_drop *drop,
                              const df_landing *landing)
{
    const df_shape *shape = film_shape_of(plan, drop);
    const unsigned start = (unsigned)(plan->height - shape->height);
    if (plan->movement == DF_MOVEMENT_SPAWN)
        return start > landing->y ? start - landing->y : 0;
    unsigned y = landing->y;
    while (y < start && shape_is_free(before, before->words, shape, drop->x, y + 1))
        y++;
    return y - landing->y;
}

/* Returns how far it has fallen in frame `i` of `falls`; in frame `falls` it has landed. */
static unsigned film_fallen(unsigned distance, unsigned i, unsigned falls)
{
    return distance * i * i / (falls * falls);
}

/* False for frames in which a short fall would not move. */
static bool is_shown(unsigned distance, unsigned i, unsigned falls)
{
    return film_fallen(distance, i, falls) != film_fallen(distance, i + 1, falls);
}

static df_status film_count_drop(void *context, const df_field *before, const df_drop *drop,
                                 const df_landing *landing)
{
    census *count = context;
    const unsigned distance = fall_distance(count->plan, before, drop, landing);
    count->drops++;
    for (unsigned falls = 0; falls <= MAX_FALLS; falls++) {
        for (unsigned i = 0; i < falls; i++)
            count->frames[falls] += is_shown(distance, i, falls);
        count->frames[falls] += landing->cleared_count > 0 ? 3 : 1;
    }
    return DF_OK;
}

/* Chooses how much of every drop is shown. */
static void choose_detail(df_film *film, const census *count)
{
    const df_film_options *options = &film->options;
    const size_t limit = options->max_frames > 0 ? options->max_frames : SIZE_MAX;
    const unsigned drop_time = options->fast ? FAST_DROP_TIME : DROP_TIME;
    /* The number of frames of the shortest duration in the time of one drop. */
    const unsigned fit = drop_time * 100 / options->speed_percent / LEAST_SHOWN;
    film->landings = 0;
    if (!options->fast && fit > 0) {
        film->falls = fit - 1 < MAX_FALLS ? fit - 1 : MAX_FALLS;
        while (film->falls > 0 && count->frames[film->falls] > limit)
            film->falls--;
        if (count->frames[film->falls] <= limit)
            return;
    }
    const uint64_t in_time =
        (uint64_t)count->drops * drop_time * 100 / options->speed_percent / LEAST_SHOWN;
    film->landings = count->drops;
    if (film->landings > in_time)
        film->landings = (size_t)in_time;
    if (film->landings > limit)
        film->landings = limit;
    if (film->landings == 0)
        film->landings = 1;
}

/* Puts the squares of the playfield into the next frame, without a piece in hand. */
static void film_paint_field(projector *film, const df_field *field)
{
    const size_t count = (size_t)field->width * field->height;
    for (size_t i = 0; i < count; i++)
        film->square[i] = field->square[i];
    film->frame.piece = -1;
}

/* Says which pieces are held and come next, after the drops so far. */
static void film_find_next(projector *film)
{
    const df_plan *plan = film->plan;
    df_frame *frame = &film->frame;
    const size_t left =
        plan->deal != NULL ? plan->deal->count - film->hand.taken : plan->count - film->drops;
    frame->held = (int)film->hand.held - 1;
    frame->next_count = left < DF_FRAME_MAX_NEXT ? (unsigned)left : DF_FRAME_MAX_NEXT;
    for (unsigned i = 0; i < frame->next_count; i++)
        frame->next[i] = plan->deal != NULL ? plan->deal->queue[film->hand.taken + i]
                                            : plan->drops[film->drops + i].piece;
}

/* Shows the next frame for a time, given in hundredths of a centisecond at normal speed. */
static df_status film_show(projector *film, df_frame_event event, unsigned time)
{
    film->time += time;
    const uint64_t due = film->time / film->options->speed_percent;
    uint64_t shown = due > film->elapsed ? due - film->elapsed : 0;
    if (shown < LEAST_SHOWN)
        shown = LEAST_SHOWN;
    film->elapsed += shown;
    film->frame.drops = film->drops;
    film->frame.event = event;
    film->frame.centiseconds = shown < MAX_HOLD ? (unsigned)shown : MAX_HOLD;
    film->size.frames++;
    film->size.centiseconds += film->frame.centiseconds;
    if (film->show == NULL)
        return DF_OK;
    film_find_next(film);
    return film->show(film->context, &film->frame);
}

static df_status film_show_field(projector *film, const df_field *field, df_frame_event event,
                                 unsigned time)
{
    film_paint_field(film, field);
    return film_show(film, event, time);
}

/* Counts a drop that begins. */
static void film_begin_drop(projector *film, const df_drop *drop)
{
    film->drops++;
    if (film->plan->deal != NULL)
        (void)df_hand_take(&film->hand, film->plan->deal, drop->piece, NULL);
}

/* Returns how much longer the playfield after so many drops is shown, as in film_show. */
static unsigned film_pause(projector *film, size_t drops)
{
    const df_plan *plan = film->plan;
    while (film->frames < plan->frame_count && plan->frames[film->frames] < drops)
        film->frames++;
    const bool is_complete =
        film->frames < plan->frame_count && plan->frames[film->frames] == drops;
    return is_complete ? FRAME_PAUSE * 100 : 0;
}

static void film_paint_piece(projector *film, const df_drop *drop, unsigned y)
{
    const df_shape *shape = film_shape_of(film->plan, drop);
    for (unsigned i = 0; i < shape->height; i++) {
        uint32_t *row = &film->square[(size_t)(y + i) * film->plan->width + drop->x];
        for (unsigned j = 0; j < shape->width; j++) {
            if (shape->row[i] >> j & 1)
                row[j] = 1U + drop->piece;
        }
    }
    film->frame.piece = drop->piece;
    film->frame.orientation = drop->orientation;
    film->frame.x = drop->x;
    film->frame.y = (int)y;
}

static void film_paint_flash(projector *film, const df_landing *landing)
{
    const size_t width = film->plan->width;
    film->frame.piece = -1;
    for (unsigned i = 0; i < 32; i++) {
        uint32_t *row = &film->square[(landing->y + i) * width];
        for (size_t x = 0; landing->cleared >> i & 1 && x < width; x++)
            row[x] |= DF_FRAME_CLEAR;
    }
}

static df_status film_show_piece(projector *film, const df_field *field, const df_drop *drop,
                                 unsigned y, df_frame_event event, unsigned time)
{
    film_paint_field(film, field);
    film_paint_piece(film, drop, y);
    return film_show(film, event, time);
}

static df_status film_show_fall(projector *film, const df_field *before, const df_drop *drop,
                                const df_landing *landing)
{
    const unsigned distance = fall_distance(film->plan, before, drop, landing);
    const unsigned time = DROP_TIME * 100 / (film->falls + 1);
    for (unsigned i = 0; i < film->falls; i++) {
        if (!is_shown(distance, i, film->falls)) {
            film->time += time;
            continue;
        }
        const unsigned y = landing->y + distance - film_fallen(distance, i, film->falls);
        const df_frame_event event = i == 0 ? DF_EVENT_SPAWN : DF_EVENT_FALL;
        const df_status status = film_show_piece(film, before, drop, y, event, time);
        if (status != DF_OK)
            return status;
    }
    /* The landing of the last drop is the last frame, unless rows clear. */
    if (film->drops == film->plan->count && landing->cleared_count == 0)
        return DF_OK;
    const unsigned pause = landing->cleared_count == 0 ? film_pause(film, film->drops) : 0;
    return film_show_piece(film, before, drop, landing->y, DF_EVENT_LOCK, time + pause);
}

static df_status film_show_drop(void *context, const df_field *before, const df_drop *drop,
                                const df_landing *landing)
{
    projector *film = context;
    df_status status = DF_OK;
    if (film->has_cleared)
        status = film_show_field(film, before, DF_EVENT_NONE,
                                 CLEARED_TIME * 100 + film_pause(film, film->drops));
    film_begin_drop(film, drop);
    if (status == DF_OK)
        status = film_show_fall(film, before, drop, landing);
    film->has_cleared = landing->cleared_count > 0;
    if (status != DF_OK || !film->has_cleared)
        return status;
    film_paint_flash(film, landing);
    const df_status shown = film_show(film, DF_EVENT_CLEAR, FLASH_TIME * 100);
    film->frame.rows_cleared += landing->cleared_count;
    return shown;
}

/* Shows the playfield that the drop before this one left, if it is one of those kept. */
static df_status film_show_landing(void *context, const df_field *before, const df_drop *drop,
                                   const df_landing *landing)
{
    projector *film = context;
    const unsigned time = (film->options->fast ? FAST_DROP_TIME : DROP_TIME) * 100;
    const uint64_t done = film->drops;
    df_status status = DF_OK;
    if (done * film->landings / film->plan->count !=
        (done > 0 ? done - 1 : 0) * film->landings / film->plan->count)
        status =
            film_show_field(film, before, DF_EVENT_LOCK, time + film_pause(film, film->drops));
    else if (done > 0)
        film->time += time;
    film_begin_drop(film, drop);
    film->frame.rows_cleared += landing->cleared_count;
    return status;
}

static df_status film_show_last(void *context, const df_field *field)
{
    projector *film = context;
    film->time =
        (film->elapsed + film->options->hold_centiseconds) * film->options->speed_percent;
    return film_show_field(film, field, DF_EVENT_END, 0);
}

/* Shows the frames of the animation that are complete now, of those kept. The last one is shown
 * at the end. */
static df_status film_show_frames(projector *film, const df_field *field)
{
    const df_plan *plan = film->plan;
    df_status status = DF_OK;
    for (; film->frames + 1 < plan->frame_count && plan->frames[film->frames] == film->drops &&
           status == DF_OK;
         film->frames++) {
        const uint64_t kept = (uint64_t)film->landings * film->frames / plan->frame_count;
        if (kept != (uint64_t)film->landings * (film->frames + 1) / plan->frame_count)
            status = film_show_field(film, field, DF_EVENT_NONE, FRAME_TIME * 100);
        else
            film->time += FRAME_TIME * 100;
    }
    return status;
}

static df_status film_frames_drop(void *context, const df_field *before, const df_drop *drop,
                                  const df_landing *landing)
{
    projector *film = context;
    const df_status status = film_show_frames(film, before);
    film_begin_drop(film, drop);
    film->frame.rows_cleared += landing->cleared_count;
    return status;
}

static df_status film_frames_end(void *context, const df_field *field)
{
    const df_status status = film_show_frames(context, field);
    return status == DF_OK ? film_show_last(context, field) : status;
}

/* Plays the film, or measures it if `show` is NULL. */
static df_status film_run(const df_film *film, df_film_show *show, void *context,
                          df_film_size *size, df_error *error)
{
    const df_plan *plan = film->plan;
    projector projecting = {.plan = plan,
                            .options = &film->options,
                            .show = show,
                            .context = context,
                            .falls = film->falls,
                            .landings = film->landings,
                            .size = {.width = plan->width, .height = plan->height}};
    const df_sink frames = {.drop = film_frames_drop, .end = film_frames_end};
    const df_sink drops = {.drop = film_show_drop, .end = film_show_last};
    const df_sink landings = {.drop = film_show_landing, .end = film_show_last};
    const df_sink *sink = film->landings > 0 ? &landings : &drops;
    if (film->options.frames_only && plan->frame_count > 0)
        sink = &frames;
    projecting.square = malloc((size_t)plan->width * plan->height * sizeof(uint32_t));
    if (projecting.square == NULL)
        return DF_ERROR_MEMORY;
    projecting.frame = (df_frame){.width = projecting.size.width,
                                  .height = projecting.size.height,
                                  .square = projecting.square};
    const df_status status = df_plan_play(plan, sink, &projecting, NULL, NULL, error);
    free(projecting.square);
    if (status == DF_OK && size != NULL)
        *size = projecting.size;
    return status;
}

df_status df_film_create(df_film **film, const df_plan *plan, const df_film_options *options,
                         df_error *error)
{
    if (options->speed_percent < 10 || options->speed_percent > 10000 ||
        options->hold_centiseconds > MAX_HOLD)
        return DF_ERROR_ARGUMENT;
    df_film made = {.plan = plan, .options = *options};
    census count = {.plan = plan};
    const df_sink counter = {.drop = film_count_drop};
    df_status status = df_plan_play(plan, &counter, &count, NULL, NULL, error);
    if (status != DF_OK)
        return status;
    choose_detail(&made, &count);
    if (options->frames_only && plan->frame_count > 0) {
        const size_t limit = options->max_frames;
        made.landings = limit > 0 && limit < plan->frame_count ? limit : plan->frame_count;
    }
    status = film_run(&made, NULL, NULL, &made.size, error);
    df_film *kept = status == DF_OK ? malloc(sizeof *kept) : NULL;
    if (status == DF_OK && kept == NULL)
        return DF_ERROR_MEMORY;
    if (status != DF_OK)
        return status;
    *kept = made;
    *film = kept;
    return DF_OK;
}

void df_film_free(df_film *film)
{
    free(film);
}

df_film_size df_film_measure(const df_film *film)
{
    return film->size;
}

df_status df_film_play(const df_film *film, df_film_show *show, void *context)
{
    return film_run(film, show, context, NULL, NULL);
}
