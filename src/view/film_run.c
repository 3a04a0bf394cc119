/* Time is divided into slots, of two centiseconds unless a limit of frames asks for longer
 * ones. An interval of a shot has one frame for each slot that fits into it, but at least one
 * if a slot ends in it; frames that would look like the one before only make it longer. So what
 * is left out still takes its time, and nothing drifts; except right before the last frame,
 * which is shown exactly as long as it is to be held. */
#include <stdlib.h>
#include <string.h>

#include "core/board/shape.h"
#include "film_parts.h"

enum {
    LOCK_TIME = 2000, /* a piece that takes less does not light up when it locks */
    AFTER_SHARE = 8,  /* of a shot, for the playfield that it leaves */
    FLASH_SHARE = 3,  /* rows light up in a third of a shot, */
    MAX_FLASH_TIME = 1500,
    /* but at most three times a second, as WCAG 2.3.1 asks of everything that flashes. */
    FLASH_EVERY = 10000 / 3,
};

/* Puts the squares of the playfield into the next frame, without a piece in hand. */
static void film_paint_field(projector *self, const df_field *field)
{
    self->frame.piece = -1;
    if (self->show == NULL)
        return;
    const size_t size = (size_t)self->frame.width * self->frame.height;
    const size_t lies = (size_t)field->width * field->height;
    const size_t count = lies < size ? lies : size;
    for (size_t i = 0; i < count; i++)
        self->square[i] = field->square[i];
    memset(self->square + count, 0, (size - count) * sizeof *self->square);
}

static void film_paint_shape(projector *self, const df_shape *shape, int x, int y,
                             uint32_t square)
{
    for (int i = 0; i < shape->height && y + i < self->frame.height; i++) {
        uint32_t *row = &self->square[(size_t)(y + i) * self->frame.width + (size_t)x];
        for (unsigned j = 0; j < shape->width; j++) {
            if (shape->row[i] >> j & 1)
                row[j] = square;
        }
    }
}

/* Puts the playfield and a piece in hand into the next frame. */
static void film_paint_pose(projector *self, const df_field *field, const df_drop *drop,
                            const film_pose *pose, bool is_lit)
{
    film_paint_field(self, field);
    self->frame.piece = drop->piece;
    self->frame.orientation = pose->orientation;
    self->frame.x = pose->x;
    self->frame.y = pose->y;
    if (self->show == NULL)
        return;
    const df_shape *shape =
        &self->film->plan->set->pieces[drop->piece].shape[pose->orientation];
    int ghost = pose->y;
    while (df_film_is_free(field, shape, pose->x, ghost - 1))
        ghost--;
    film_paint_shape(self, shape, pose->x, ghost, DF_FRAME_GHOST);
    film_paint_shape(self, shape, pose->x, pose->y,
                     1U + drop->piece + (is_lit ? DF_FRAME_LOCK : 0));
}

/* Marks the empty squares above the stack where pieces came down. */
static void film_paint_trails(projector *self)
{
    enum { ROWS = 6 };
    const unsigned width = self->frame.width;
    for (unsigned x = 0; self->show != NULL && x < width; x++) {
        unsigned top = self->trail[x] ? self->frame.height : 0;
        while (top > 0 && self->square[(size_t)(top - 1) * width + x] == 0)
            top--;
        for (unsigned y = top; self->trail[x] && y < top + ROWS && y < self->frame.height; y++)
            self->square[(size_t)y * width + x] = DF_FRAME_TRAIL;
    }
}

/* Says which pieces are held and come next, after the drops so far. */
static void film_find_next(projector *self)
{
    const df_plan *plan = self->film->plan;
    const df_plan_deal *deal = plan->deal;
    df_frame *frame = &self->frame;
    const size_t left =
        deal != NULL ? deal->count - self->hand.taken : plan->count - frame->drops;
    frame->held = (int)self->hand.held - 1;
    frame->next_count = left < DF_FRAME_MAX_NEXT ? (unsigned)left : DF_FRAME_MAX_NEXT;
    for (unsigned i = 0; i < frame->next_count; i++)
        frame->next[i] = deal != NULL ? deal->queue[self->hand.taken + i]
                                      : plan->drops[frame->drops + i].piece;
}

static void film_note(projector *self, df_frame_event event)
{
    self->event = event > self->event ? event : self->event;
}

/* Shows the next frame for that many centiseconds. */
static df_status film_show_for(projector *self, uint64_t centiseconds)
{
    self->frame.event = self->event;
    self->frame.centiseconds =
        centiseconds < FILM_MAX_SHOWN ? (unsigned)centiseconds : FILM_MAX_SHOWN;
    self->event = DF_EVENT_NONE;
    self->elapsed += centiseconds;
    self->size.frames++;
    self->size.centiseconds += self->frame.centiseconds;
    if (self->show == NULL)
        return DF_OK;
    film_find_next(self);
    return self->show(self->context, &self->frame);
}

/* Shows the next frame until a time. */
static df_status film_show_until(projector *self, uint64_t end)
{
    const uint64_t due = end / FILM_CENTISECOND, least = FILM_LEAST_SHOWN / FILM_CENTISECOND;
    self->time = end;
    return film_show_for(self, due > self->elapsed + least ? due - self->elapsed : least);
}

/* Returns the number of frames in the time from now to `end`. */
static uint64_t film_count_slots(const projector *self, uint64_t end)
{
    const uint64_t slot = self->film->slot;
    const uint64_t fit = (end - self->time) / slot;
    return fit > 0 ? fit : end / slot != self->time / slot;
}

static bool film_is_same_pose(const film_pose *a, const film_pose *b)
{
    return a->x == b->x && a->y == b->y && a->orientation == b->orientation;
}

/* A piece on its way, in `slots` frames, of which those that are alike are one. */
typedef struct film_passage {
    const film_pose *route;
    size_t poses;
    unsigned ticks;
    uint64_t slots;
    bool is_lit; /* while it locks */
} film_passage;

/* Finds the pose of a frame; that of the last is the end. */
static film_place film_sample(const film_passage *passage, uint64_t index)
{
    const uint64_t tick = passage->ticks * (2 * index + 1) / (2 * passage->slots);
    return df_film_route_locate(passage->route, passage->poses,
                                index + 1 == passage->slots ? passage->ticks - 1
                                                            : (unsigned)tick);
}

static bool film_look_alike(const film_passage *passage, const film_place *a,
                            const film_place *b)
{
    const bool locks = a->part == passage->poses || b->part == passage->poses;
    return film_is_same_pose(&a->pose, &b->pose) &&
           (!locks || !passage->is_lit || a->part == b->part);
}

/* Notes the events of a route from `part` on to where the piece is; returns the next part. */
static size_t film_note_parts(projector *self, const film_passage *passage, size_t part,
                              const film_place *at)
{
    for (; part <= at->part && part < passage->poses; part++)
        film_note(self, passage->route[part].event);
    if (at->part == passage->poses)
        film_note(self, DF_EVENT_LOCK);
    return part;
}

/* Shows a piece on its way until a time. */
static df_status film_show_passage(projector *self, const film_shot *shot,
                                   const df_field *before, const df_drop *drop, uint64_t end)
{
    const df_film *film = self->film;
    const uint64_t begin = self->time;
    film_passage passage = {.route = &film->routes.pose[shot->poses],
                            .poses = shot[1].poses - shot->poses,
                            .slots = film_count_slots(self, end),
                            .is_lit = shot->time >= LOCK_TIME};
    const film_pose *last = &passage.route[passage.poses - 1];
    const bool is_end =
        self->frame.drops == film->plan->count && shot->landing.cleared_count == 0;
    df_status status = DF_OK;
    size_t part = 0;
    passage.ticks = df_film_route_ticks(passage.route, passage.poses);
    for (uint64_t i = 0; i < passage.slots && status == DF_OK;) {
        const film_place at = film_sample(&passage, i++);
        for (; i < passage.slots; i++) {
            const film_place next = film_sample(&passage, i);
            if (!film_look_alike(&passage, &at, &next))
                break;
        }
        const bool is_lit = passage.is_lit && at.part == passage.poses;
        part = film_note_parts(self, &passage, part, &at);
        /* The last frame of the film looks just so. */
        if (is_end && !passage.is_lit && film_is_same_pose(&at.pose, last))
            break;
        film_paint_pose(self, before, drop, &at.pose, is_lit);
        status = film_show_until(self, begin + (end - begin) * i / passage.slots);
    }
    if (passage.slots == 0)
        film_note(self, DF_EVENT_LOCK);
    self->time = end;
    return status;
}

/* Shows the next frame until a time, if that is long enough. */
static df_status film_show_still(projector *self, uint64_t end)
{
    if (film_count_slots(self, end) > 0)
        return film_show_until(self, end);
    self->time = end;
    return DF_OK;
}

/* Lights up the full rows, until a time. */
static df_status film_show_flash(projector *self, const df_field *before, const df_drop *drop,
                                 const df_landing *landing, uint64_t end)
{
    if (self->show != NULL) {
        const film_pose pose = {(int16_t)drop->x, (int16_t)landing->y, drop->orientation, 0};
        film_paint_pose(self, before, drop, &pose, false);
        for (unsigned i = 0; i < 32; i++) {
            uint32_t *row = &self->square[(size_t)(landing->y + i) * self->frame.width];
            for (unsigned x = 0; landing->cleared >> i & 1 && x < self->frame.width; x++)
                row[x] |= DF_FRAME_CLEAR;
        }
    }
    self->frame.piece = -1;
    film_note(self, DF_EVENT_CLEAR);
    self->flash_after = self->time + FLASH_EVERY;
    return film_show_still(self, end);
}

/* Shows the playfield that the latest drop has left, for the rest of its time. */
static df_status film_show_after(projector *self, const df_field *field)
{
    if (self->after <= self->time)
        return DF_OK;
    const size_t shown = self->size.frames;
    film_paint_field(self, field);
    film_paint_trails(self);
    const df_status status = film_show_still(self, self->after);
    if (self->size.frames > shown)
        memset(self->trail, 0, sizeof self->trail);
    return status;
}

/* Returns how much longer the playfield after the drops so far is shown. */
static uint64_t film_pause(projector *self)
{
    const df_plan *plan = self->film->plan;
    const size_t drops = self->frame.drops;
    while (self->frames < plan->frame_count && plan->frames[self->frames].drops < drops)
        self->frames++;
    const bool is_complete =
        self->frames < plan->frame_count && plan->frames[self->frames].drops == drops;
    return is_complete ? self->film->pause : 0;
}

/* Returns how long the playfield that a shot leaves is shown, if it is not as before. */
static uint64_t film_share_after(const projector *self, const film_shot *shot)
{
    const uint64_t share = shot->time / AFTER_SHARE, slot = self->film->slot;
    if ((shot->landing.cleared_count == 0 && shot->time < LOCK_TIME) || shot->time < 2 * slot)
        return 0;
    return share > slot ? share : slot;
}

/* Notes the columns of a piece that is not seen on its way. */
static void film_leave_trail(projector *self, const df_drop *drop)
{
    const df_film *film = self->film;
    const df_piece *piece = &film->plan->set->pieces[drop->piece];
    if (film->options.motion == DF_MOTION_AUTO)
        memset(self->trail + drop->x, 1, piece->shape[drop->orientation].width);
}

/* Shows a shot up to the playfield that it leaves. */
static df_status film_show_shot(projector *self, const df_field *before, const df_drop *drop,
                                const df_landing *landing)
{
    const film_shot *shot = &self->film->shots[self->frame.drops - 1];
    const uint64_t begin = self->time;
    const uint64_t end = begin + shot->time - film_share_after(self, shot);
    const uint64_t share = shot->time / FLASH_SHARE;
    uint64_t flash = share < MAX_FLASH_TIME ? share : MAX_FLASH_TIME;
    df_status status = DF_OK;
    self->after = begin + shot->time + film_pause(self);
    if (shot[1].poses == shot->poses) {
        film_note(self, DF_EVENT_LOCK);
        film_leave_trail(self, drop);
        return DF_OK;
    }
    if (shot->landing.cleared_count == 0 || flash < self->film->slot ||
        end - flash < self->flash_after)
        flash = 0;
    status = film_show_passage(self, shot, before, drop, end - flash);
    if (status == DF_OK && flash > 0)
        status = film_show_flash(self, before, drop, landing, end);
    return status;
}

/* Takes the next piece in hand. */
static void film_take_piece(projector *self, const df_drop *drop)
{
    const df_plan_deal *deal = self->film->plan->deal;
    self->frame.drops++;
    if (deal != NULL)
        (void)df_hand_take(&self->hand, deal, drop->piece, NULL);
}

/* Shows what is left of the shot before, and this one. */
static df_status film_run_drop(void *context, const df_field *before, const df_drop *drop,
                               const df_landing *landing)
{
    projector *self = context;
    df_status status = film_show_after(self, before);
    film_take_piece(self, drop);
    if (status == DF_OK)
        status = film_show_shot(self, before, drop, landing);
    self->frame.rows_cleared += self->film->shots[self->frame.drops - 1].landing.cleared_count;
    return status;
}

/* Makes rows those of the first playfield, or lights up what they have besides. */
static void film_change_rows(projector *self, uint64_t low, uint64_t high, bool lights_up)
{
    const size_t width = self->frame.width;
    for (size_t i = (size_t)low * width; self->show != NULL && i < (size_t)high * width; i++) {
        if (!lights_up)
            self->square[i] = self->begin[i];
        else if (self->square[i] != self->begin[i])
            self->square[i] |= DF_FRAME_CLEAR;
    }
}

/* Takes the rows of the picture away from the top, down to the first playfield, with which the
 * film begins again. */
static df_status film_show_loop(projector *self)
{
    const df_film *film = self->film;
    const uint64_t begin = self->elapsed * FILM_CENTISECOND, slots = film->loop / film->slot;
    const uint64_t height = self->frame.height;
    const uint64_t steps = slots < height ? slots : height;
    df_status status = DF_OK;
    uint64_t top = height;
    for (uint64_t i = 0; i < steps && status == DF_OK; i++) {
        const uint64_t next = height * (steps - 1 - i) / steps;
        film_change_rows(self, top, height, false);
        film_change_rows(self, next, top, true);
        film_note(self, DF_EVENT_POSTER);
        status = film_show_until(self, begin + film->loop * (i + 1) / steps);
        top = next;
    }
    return status;
}

static df_status film_run_end(projector *self)
{
    film_paint_field(self, self->film->last);
    film_note(self, DF_EVENT_END);
    const df_status status = film_show_for(self, self->film->hold);
    const bool loops = self->film->loop > 0 && self->film->poster == 0;
    return status == DF_OK && loops ? film_show_loop(self) : status;
}

/* Goes to after the last drop, or before the first. */
static void film_go_to(projector *self, size_t drops)
{
    const df_plan *plan = self->film->plan;
    self->hand = (df_hand){0};
    self->frame.drops = drops;
    self->frame.rows_cleared = 0;
    for (size_t i = 0; i < drops; i++) {
        self->frame.rows_cleared += self->film->shots[i].landing.cleared_count;
        if (plan->deal != NULL)
            (void)df_hand_take(&self->hand, plan->deal, plan->drops[i].piece, NULL);
    }
}

/* Shows the last playfield, with which a loop ends, too, and then takes it away. */
static df_status film_show_poster(projector *self)
{
    const df_film *film = self->film;
    const size_t size = (size_t)self->frame.width * self->frame.height * sizeof *self->square;
    const uint64_t begin = film->poster / FILM_CENTISECOND * FILM_CENTISECOND;
    df_status status = DF_OK;
    if (film->poster == 0)
        return DF_OK;
    film_go_to(self, film->plan->count);
    if (self->show != NULL)
        memcpy(self->square, self->end, size);
    film_note(self, DF_EVENT_POSTER);
    status = film_show_still(self, begin);
    if (status == DF_OK && film->loop > 0)
        status = film_show_loop(self);
    film_go_to(self, 0);
    self->time = self->elapsed * FILM_CENTISECOND;
    self->after = self->time + film->first;
    self->event = DF_EVENT_NONE;
    if (self->show != NULL)
        memcpy(self->square, self->begin, size);
    return status;
}

uint64_t df_film_own_time(const df_plan *plan, size_t index)
{
    const unsigned milliseconds = plan->frames[index].milliseconds;
    return milliseconds > 0 ? (uint64_t)milliseconds * FILM_CENTISECOND / 10 : FILM_FRAME_TIME;
}

/* Shows the frames of the animation that are complete now. The last one is shown at the end. */
static df_status film_run_frames(projector *self, const df_field *field)
{
    const df_plan *plan = self->film->plan;
    df_status status = DF_OK;
    for (; self->frames + 1 < plan->frame_count &&
           plan->frames[self->frames].drops == self->frame.drops && status == DF_OK;
         self->frames++) {
        const uint64_t own = df_film_own_time(plan, self->frames);
        const uint64_t time = own * self->film->pace / self->film->pace_divisor;
        film_paint_field(self, field);
        status = film_show_still(self, self->time + time);
    }
    return status;
}

static df_status film_run_frames_drop(void *context, const df_field *before,
                                      const df_drop *drop, const df_landing *landing)
{
    projector *self = context;
    const df_status status = film_run_frames(self, before);
    (void)landing;
    film_take_piece(self, drop);
    self->frame.rows_cleared += self->film->shots[self->frame.drops - 1].landing.cleared_count;
    return status;
}

/* True if the film shows nothing but the frames of an animation. */
static bool film_is_of_frames(const df_film *film)
{
    return film->options.frames_only && film->plan->frame_count > 0;
}

/* Returns what shows a drop. */
static df_plan_visit *film_choose_visit(const df_film *film)
{
    return film_is_of_frames(film) ? film_run_frames_drop : film_run_drop;
}

static df_status film_finish(projector *self)
{
    const df_film *film = self->film;
    const df_status status =
        film_is_of_frames(film) ? film_run_frames(self, film->last) : DF_OK;
    return status == DF_OK ? film_run_end(self) : status;
}

static projector film_begin(const df_film *film)
{
    const df_film_size size = {.width = film->plan->width,
                               .height = (uint16_t)film->routes.height};
    return (projector){.film = film,
                       .frame = {.width = size.width, .height = size.height, .piece = -1},
                       .size = size,
                       .after = film->first};
}

df_film_size df_film_count(const df_film *film)
{
    projector self = film_begin(film);
    df_plan_visit *const visit = film_choose_visit(film);
    (void)film_show_poster(&self);
    for (size_t i = 0; i < film->plan->count; i++)
        (void)visit(&self, NULL, &film->plan->drops[i], NULL);
    (void)film_finish(&self);
    return self.size;
}

df_status df_film_replay(const df_film *film, df_plan_visit *visit, void *context)
{
    const df_plan *plan = film->plan;
    df_field *field = NULL;
    df_status status = df_plan_make_field(plan, plan->height, &field);
    for (size_t i = 0; i < plan->count && status == DF_OK; i++) {
        const df_landing *landing = &film->shots[i].landing;
        status = visit(context, field, &plan->drops[i], landing);
        if (status == DF_OK)
            df_drop_land(field, plan->set, &plan->drops[i], plan->rules, landing);
    }
    df_field_free(field);
    return status;
}

df_status df_film_play(const df_film *film, df_film_show *show, void *context)
{
    projector self = film_begin(film);
    const size_t count = (size_t)self.frame.width * self.frame.height;
    df_field *field = NULL;
    self.square = malloc(3 * count * sizeof *self.square);
    df_status status = self.square != NULL ? DF_OK : DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = df_plan_make_field(film->plan, film->plan->height, &field);
    if (status == DF_OK) {
        self.show = show;
        self.context = context;
        self.begin = self.square + count;
        self.end = self.begin + count;
        self.frame.square = self.square;
        film_paint_field(&self, film->last);
        memcpy(self.end, self.square, count * sizeof *self.square);
        film_paint_field(&self, field);
        memcpy(self.begin, self.square, count * sizeof *self.square);
        status = film_show_poster(&self);
    }
    if (status == DF_OK)
        status = df_film_replay(film, film_choose_visit(film), &self);
    if (status == DF_OK)
        status = film_finish(&self);
    df_field_free(field);
    free(self.square);
    return status;
}
