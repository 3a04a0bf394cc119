/* The method of animations with freely chosen pieces. Each frame is printed in an empty
 * playfield by the method best, and then cleared again; so what a frame takes does not depend
 * on those before it, and frames are planned side by side, each picture once. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/jobs.h"
#include "core/board/plan_deal.h"
#include "print/base/method.h"
#include "print/base/possible.h"
#include "print/passes/canvas.h"
#include "print/passes/erase.h"

enum {
    WIDTHS = 3, /* that are compared */
    MIN_WIDTH = 4,
    QUICK_WAYS = 4, /* in which the frame of a plan at once is cleared, */
    WAYS = 24,      /* and usual ones */
};

/* The drops of one picture. */
typedef struct frames_unit {
    df_plan *plan;  /* owned: the drops that leave it, and those that clear it; NULL: none */
    size_t printed; /* drops that leave it */
    df_status status;
    df_error error;
    df_print_report report;
} frames_unit;

typedef struct frames_print {
    const print_job *job;
    print_shape shapes[PRINT_SHAPES];
    df_print_options options; /* of a frame, when the pieces and the width are chosen */
    char pieces[DF_PRINT_PIECES_SIZE]; /* chosen ones */
    size_t *same;                      /* the first frame that looks like a frame */
    frames_unit *units;
    _Atomic size_t failed; /* no frame from that one on is planned any more */
    _Atomic uint64_t done; /* frames */
    jobs_watch watch;
} frames_print;

static bool frames_ask_watch(void *context, const df_progress *progress)
{
    frames_print *self = context;
    const df_progress all = {.done = atomic_load(&self->done), .of = self->job->frame_count};
    (void)progress;
    return df_jobs_watch(&self->watch, &all);
}

static bool frames_are_same(const df_picture *one, const df_picture *other)
{
    return one->height == other->height &&
           memcmp(one->cell, other->cell, (size_t)one->width * one->height) == 0;
}

/* Prints one frame by the method best, with these options. */
static df_status frames_print_one(frames_print *self, size_t index,
                                  const df_print_options *options, frames_unit *made)
{
    const df_picture *picture = self->job->frames[index];
    bool is_stuck = false;
    print_job job = *self->job;
    job.picture = picture;
    job.frames = &job.picture;
    job.frame_count = 1;
    job.is_animation = false;
    job.options = options;
    job.error = &made->error;
    job.is_rough = options->quick;
    job.is_centred = true;
    job.is_stuck = &is_stuck;
    job.offer = NULL;
    return df_print_method_best.plan(&df_print_method_best, &job, &made->plan, &made->report);
}

/* Adds the drops that clear a frame, which was printed with these options. */
static df_status frames_erase(const frames_print *self, size_t index,
                              const df_print_options *options, frames_unit *made)
{
    const df_picture *picture = self->job->frames[index];
    carrier_sets sets;
    picture_place place = {.picture = picture,
                           .width = options->width,
                           .left = (options->width - picture->width) / 2,
                           .anchors = options->anchors};
    canvas on = {0};
    df_outcome outcome = DF_LIMIT;
    (void)df_carriers_read(&sets, made->report.pieces);
    memcpy(place.pieces, sets.pieces, sizeof place.pieces);
    column_set *rows = calloc(picture->height, sizeof rows[0]);
    uint64_t nodes = 0;
    df_status status =
        rows != NULL ? df_canvas_create(&on, &place, self->shapes) : DF_ERROR_MEMORY;
    for (unsigned y = 0; status == DF_OK && y < picture->height; y++)
        rows[y] = on.rows[y].squares;
    const erase_request asked = {.shapes = self->shapes,
                                 .width = place.width,
                                 .rows = rows,
                                 .count = picture->height,
                                 .ways = options->quick ? QUICK_WAYS : WAYS,
                                 .seed = options->seed};
    if (status == DF_OK)
        status = df_erase(&asked, made->plan, &outcome, &nodes);
    made->report.nodes += nodes;
    if (status == DF_OK && outcome != DF_FOUND)
        status = df_error_set(&made->error, DF_ERROR_LIMIT,
                              "found no way to clear what stands there again");
    df_canvas_free(&on);
    free(rows);
    return status;
}

/* Plans a frame, unless it is like one before it or the plan ends before it. */
static df_status frames_plan_unit(void *context, size_t index)
{
    frames_print *self = context;
    frames_unit *made = &self->units[index];
    if (self->same[index] != index || index > atomic_load(&self->failed))
        return DF_OK;
    df_print_options options = self->options;
    made->status = !frames_ask_watch(self, NULL)
                       ? DF_ERROR_CANCELLED
                       : frames_print_one(self, index, &options, made);
    if (made->status == DF_ERROR_LIMIT && options.quick) {
        options.quick = false;
        made->status = frames_print_one(self, index, &options, made);
    }
    if (made->status == DF_OK) {
        made->printed = made->plan->count;
        made->status = frames_erase(self, index, &options, made);
    }
    atomic_fetch_add(&self->done, 1);
    size_t failed = atomic_load(&self->failed);
    while (made->status != DF_OK && index < failed &&
           !atomic_compare_exchange_weak(&self->failed, &failed, index))
        continue;
    return made->status == DF_ERROR_MEMORY ? DF_ERROR_MEMORY : DF_OK;
}

/* Checks that all frames can stand on that width, with these pieces. *error may be NULL. */
static df_status frames_check(const frames_print *self, unsigned width, const char *pieces,
                              df_error *error)
{
    const print_job *job = self->job;
    print_job named = *job;
    df_status status = DF_OK;
    named.error = error;
    for (size_t i = 0; i < job->frame_count && status == DF_OK; i++) {
        if (self->same[i] == i)
            status = df_method_name_frame(
                &named, i,
                df_possible_check(job->frames[i], width, pieces, job->options->anchors, error));
    }
    return status;
}

/* Plans the frame with the most squares on a width, and takes over its pieces if they serve all
 * frames and it takes fewer drops than on other widths. */
static df_status frames_try_width(frames_print *self, size_t lead,
                                  const df_print_options *options, size_t *drops)
{
    const print_job *job = self->job;
    frames_unit made = {.plan = NULL};
    df_status status = frames_print_one(self, lead, options, &made);
    if (status == DF_OK)
        status = frames_erase(self, lead, options, &made);
    if (status != DF_OK && job->error != NULL)
        *job->error = made.error;
    status = df_method_name_frame(job, lead, status);
    if (status == DF_OK)
        status = frames_check(self, options->width, made.report.pieces, job->error);
    if (status == DF_OK && made.plan->count < *drops) {
        *drops = made.plan->count;
        self->options = *options;
        memcpy(self->pieces, made.report.pieces, sizeof self->pieces);
    }
    df_plan_free(made.plan);
    return status;
}

/* Chooses the width by plans at once, and then the pieces. */
static df_status frames_choose(frames_print *self)
{
    const print_job *job = self->job;
    df_print_options options = *job->options;
    const size_t lead = df_share_find_largest(job);
    size_t drops = SIZE_MAX;
    unsigned tried = 0;
    const unsigned least =
        unsigned_max(options.width != 0 ? options.width : job->picture->width, MIN_WIDTH);
    const unsigned most = options.width != 0 ? options.width : DF_FIELD_MAX_WIDTH;
    df_status status = frames_check(self, least, options.pieces, job->error);
    options.quick = true;
    options.watch = frames_ask_watch;
    options.watch_context = self;
    for (options.width = least; options.width <= most && tried < WIDTHS; options.width++) {
        if (frames_check(self, options.width, options.pieces, NULL) != DF_OK)
            continue;
        const df_status here = frames_try_width(self, lead, &options, &drops);
        tried += here == DF_OK || here == DF_ERROR_LIMIT;
        if (here == DF_ERROR_MEMORY || here == DF_ERROR_CANCELLED)
            return here;
        status = drops < SIZE_MAX ? DF_OK : here;
    }
    options.quick = job->options->quick;
    options.width = drops < SIZE_MAX ? self->options.width : least;
    if (!options.quick) {
        const df_status here = frames_try_width(self, lead, &options, &drops);
        status = drops < SIZE_MAX ? DF_OK : here;
    }
    self->options.quick = options.quick;
    self->options.pieces = self->pieces;
    return status;
}

/* Finds the frames that look alike. */
static void frames_compare(frames_print *self)
{
    const df_picture *const *frames = self->job->frames;
    for (size_t i = 0; i < self->job->frame_count; i++) {
        size_t k = 0;
        while (k < i && (self->same[k] != k || !frames_are_same(frames[k], frames[i])))
            k++;
        self->same[i] = k;
    }
}

/* Adds some drops of a frame's plan. */
static df_status frames_add(df_plan *plan, const df_plan *from, size_t begin, size_t end)
{
    df_status status = DF_OK;
    for (size_t i = begin; i < end && status == DF_OK; i++)
        status = df_plan_add(plan, from->drops[i]);
    return status;
}

/* Puts the plans together, up to the first frame that has none. */
static df_status frames_join(const frames_print *self, df_plan *plan, df_print_report *report)
{
    const print_job *job = self->job;
    df_status status = DF_OK;
    for (size_t i = 0; i < job->frame_count && status == DF_OK; i++) {
        const frames_unit *unit = &self->units[self->same[i]];
        const frames_unit *before = i > 0 ? &self->units[self->same[i - 1]] : unit;
        if (unit->plan == NULL || (unit->status != DF_OK && unit->printed == 0))
            break;
        if (i > 0 && before == unit) {
            status = df_plan_add_frame(plan);
            continue;
        }
        if (i > 0 && before->status != DF_OK)
            break;
        if (i > 0)
            status = frames_add(plan, before->plan, before->printed, before->plan->count);
        if (status == DF_OK)
            status = frames_add(plan, unit->plan, 0, unit->printed);
        if (status == DF_OK)
            status = df_plan_add_frame(plan);
        report->passes += unit->report.passes;
        report->platforms += unit->report.platforms;
    }
    return status;
}

/* Plans all frames. */
static df_status frames_run(frames_print *self, df_plan **plan, df_print_report *report)
{
    const print_job *job = self->job;
    const unsigned jobs = unsigned_max(1, job->options->jobs);
    df_status status = frames_choose(self);
    if (status != DF_OK)
        return status;
    self->options.jobs = job->frame_count < jobs ? jobs : 1;
    atomic_store(&self->failed, job->frame_count);
    status = df_jobs_run(job->frame_count, jobs, frames_plan_unit, self);
    if (status == DF_OK)
        status = df_plan_create(plan, self->options.width, 1, job->tetrominoes);
    if (status == DF_OK)
        status = frames_join(self, *plan, report);
    const size_t failed = atomic_load(&self->failed);
    for (size_t i = 0; i < job->frame_count; i++)
        report->nodes += self->units[i].report.nodes;
    if (status == DF_OK && failed < job->frame_count && job->error != NULL) {
        *job->error = self->units[failed].error;
        (void)df_method_name_frame(job, failed, self->units[failed].status);
    }
    if (status == DF_OK && (*plan)->frame_count == 0)
        status = self->units[0].status;
    return status;
}

static df_status frames_plan(const print_method *method, const print_job *job, df_plan **plan,
                             df_print_report *report)
{
    (void)method;
    frames_print self = {.job = job,
                         .watch = {.ask = job->options->watch,
                                   .context = job->options->watch_context,
                                   .is_busy = ATOMIC_FLAG_INIT}};
    df_plan *made = NULL;
    df_print_report counted = {0};
    df_shapes_init(self.shapes, job->tetrominoes);
    self.same = calloc(job->frame_count, sizeof self.same[0]);
    self.units = calloc(job->frame_count, sizeof self.units[0]);
    df_status status = self.same != NULL && self.units != NULL ? DF_OK : DF_ERROR_MEMORY;
    if (status == DF_OK) {
        frames_compare(&self);
        status = frames_run(&self, &made, &counted);
    }
    for (size_t i = 0; self.units != NULL && i < job->frame_count; i++)
        df_plan_free(self.units[i].plan);
    free(self.units);
    free(self.same);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    carrier_sets sets;
    (void)df_carriers_read(&sets, self.pieces);
    df_carriers_paint(made, job->picture, sets.pieces);
    counted.stopped = atomic_load(&self.watch.stopped);
    memcpy(counted.pieces, self.pieces, sizeof counted.pieces);
    *plan = made;
    *report = counted;
    return DF_OK;
}

const print_method df_print_method_frames = {
    .info = {.name = "best",
             .summary = "an animation with freely chosen pieces",
             .max_colors = DF_PRINT_MAX_COLORS},
    .plan = frames_plan,
};
