/* The method of animations with freely chosen pieces. From frame to frame, the rows at the
 * bottom that do not change stay; the others are cleared, and the next frame's are printed on
 * those that stay, by the method best. So a step depends on its two pictures only: steps are
 * planned side by side, and like ones once. */
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
    MUCH = 5,       /* the part of the drops that rough plans may cost */
    TRIES = 2,      /* of all frames, the second one for that which had no plan */
    PARTS = 1000,   /* of the work on a frame, and of the choice of a width */
};

typedef struct frames_print frames_print;

/* A step to a frame from the one before it, or from an empty playfield. */
typedef struct frames_step {
    frames_print *all;
    uint64_t parts; /* that are done */
    df_plan *plan;  /* owned; NULL: there is none */
    df_status status;
    df_error error;
    df_print_report report;
} frames_step;

struct frames_print {
    const print_job *job;
    print_shape shapes[PRINT_SHAPES];
    df_print_options options; /* of a frame, when the pieces and the width are chosen */
    char pieces[DF_PRINT_PIECES_SIZE]; /* chosen ones */
    bool is_rough;                     /* a narrow search is good enough for plans at once */
    size_t drops, squares;             /* drops that the squares of a frame take with them */
    size_t *same;                      /* the first frame that looks like a frame */
    frames_step *steps;     /* to each frame; those that are like one before them are empty */
    _Atomic size_t failed;  /* no frame from that one on is planned any more */
    uint64_t chosen;        /* parts of the choice that are done, */
    _Atomic uint64_t parts; /* and with those of all steps */
    _Atomic uint64_t done;  /* steps */
    jobs_watch watch;
};

/* Counts the parts of a step that are done, which are not fewer than before. */
static void frames_count_parts(frames_step *step, uint64_t parts)
{
    if (parts <= step->parts)
        return;
    atomic_fetch_add(&step->all->parts, parts - step->parts);
    step->parts = parts;
}

/* Asks the caller's watch about all steps, as a search for one has come that far. */
static bool frames_ask_watch(void *context, const df_progress *progress)
{
    frames_step *step = context;
    frames_print *self = step->all;
    if (progress->of > 0 && progress->done < progress->of)
        frames_count_parts(step, progress->done * PARTS / progress->of);
    const df_progress all = {.done = atomic_load(&self->parts),
                             .of = PARTS * ((uint64_t)self->job->frame_count + 1),
                             .frames = atomic_load(&self->done)};
    return df_jobs_watch(&self->watch, &all);
}

static bool frames_are_same(const df_picture *one, const df_picture *other)
{
    return one->height == other->height &&
           memcmp(one->cell, other->cell, (size_t)one->width * one->height) == 0;
}

/* Returns the first step between pictures like those of a step. */
static size_t frames_find_like(const frames_print *self, size_t index)
{
    const size_t *same = self->same;
    size_t i = index > 0 ? same[index] : index;
    while (i < index && (i == 0 || same[i] != same[index] || same[i - 1] != same[index - 1]))
        i++;
    return i;
}

/* Returns the rows at the bottom that both pictures have. */
static unsigned frames_count_shared(const df_picture *one, const df_picture *other)
{
    const size_t width = one->width;
    unsigned y = 0;
    while (y < one->height && y < other->height &&
           memcmp(&one->cell[y * width], &other->cell[y * width], width) == 0)
        y++;
    return y;
}

/* Makes the picture without some of its lowest rows. */
static df_status frames_crop(df_picture **made, const df_picture *picture, unsigned rows)
{
    const size_t left_out = (size_t)rows * picture->width;
    const size_t squares = (size_t)picture->height * picture->width - left_out;
    df_picture *cropped = malloc(sizeof *cropped + squares);
    if (cropped == NULL)
        return DF_ERROR_MEMORY;
    *cropped = *picture;
    cropped->height -= rows;
    memcpy(cropped->cell, &picture->cell[left_out], squares);
    *made = cropped;
    return DF_OK;
}

/* Finds the squares of a frame's rows. The caller frees them. */
static df_status frames_read_rows(const frames_print *self, const df_picture *picture,
                                  const df_print_options *options, column_set **made)
{
    picture_place place = {.picture = picture,
                           .width = options->width,
                           .left = (options->width - picture->width) / 2,
                           .anchors = options->anchors};
    canvas on = {0};
    memset(place.pieces, 1, sizeof place.pieces);
    column_set *rows = calloc(picture->height, sizeof rows[0]);
    df_status status =
        rows != NULL ? df_canvas_create(&on, &place, self->shapes) : DF_ERROR_MEMORY;
    for (unsigned y = 0; status == DF_OK && y < picture->height; y++)
        rows[y] = on.rows[y].squares;
    df_canvas_free(&on);
    if (status == DF_OK)
        *made = rows;
    else
        free(rows);
    return status;
}

/* Adds the drops that print a picture, of which the lowest rows stand, with these squares. */
static df_status frames_print_rest(frames_print *self, const df_picture *picture,
                                   unsigned stand, const column_set *rows,
                                   const df_print_options *asked, frames_step *step)
{
    bool is_stuck = false;
    const uint64_t before = step->report.nodes;
    df_picture *rest = NULL;
    df_plan *plan = NULL;
    df_print_options options = *asked;
    print_job job = *self->job;
    df_status status = frames_crop(&rest, picture, stand);
    if (status == DF_OK) {
        const df_picture *const frame = rest;
        job.frames = &frame;
        job.frame_count = 1;
        job.is_animation = false;
        job.options = &options;
        job.error = &step->error;
        job.is_rough = options.quick && self->is_rough;
        job.is_centred = true;
        job.ground = stand > 0 ? &rows[stand - 1] : NULL;
        job.is_stuck = &is_stuck;
        job.offer = NULL;
        options.watch_context = step;
        options.height = options.height > stand ? options.height - stand : options.height;
        status = df_print_method_best.plan(&df_print_method_best, &job, &plan, &step->report);
    }
    if (status == DF_OK)
        step->report.nodes += before;
    if (status == DF_OK)
        status = df_plan_append(step->plan, plan);
    df_plan_free(plan);
    df_picture_free(rest);
    return status;
}

/* Makes the drops that clear the rows of a picture but for the lowest. */
static df_status frames_erase(const frames_print *self, const column_set *rows, unsigned count,
                              unsigned keep, const df_print_options *options, df_plan **made,
                              frames_step *step)
{
    df_outcome outcome = DF_FOUND;
    df_plan *plan = NULL;
    uint64_t nodes = 0;
    const erase_request asked = {.shapes = self->shapes,
                                 .width = options->width,
                                 .rows = rows,
                                 .count = count,
                                 .keep = keep,
                                 .ways = options->quick ? QUICK_WAYS : WAYS,
                                 .seed = options->seed};
    df_status status = df_plan_create(&plan, options->width, 1, self->job->tetrominoes);
    if (status == DF_OK)
        status = df_erase(&asked, plan, &outcome, &nodes);
    step->report.nodes += nodes;
    if (status == DF_OK && outcome != DF_FOUND)
        status = df_error_set(&step->error, DF_ERROR_LIMIT,
                              "found no way to clear what stands there again");
    if (status == DF_OK)
        *made = plan;
    else
        df_plan_free(plan);
    return status;
}

/* Finds how many of the rows that two pictures share can stay while those of the first one
 * above them are cleared, and the rest of the second one is printed. */
static df_status frames_find_kept(const frames_print *self, const df_picture *before,
                                  const column_set *rows, const df_picture *picture,
                                  unsigned *kept)
{
    const df_print_options *options = &self->options;
    unsigned shared = frames_count_shared(before, picture);
    bool found = false;
    df_status status = DF_OK;
    for (; shared > 0 && status == DF_OK && !found; shared -= !found) {
        df_picture *rest = NULL;
        found = shared == before->height || df_erase_may_keep(rows, shared, options->width);
        if (!found || shared == picture->height)
            continue;
        status = frames_crop(&rest, picture, shared);
        found = status == DF_OK && df_possible_check(rest, options->width, options->pieces,
                                                     options->anchors, NULL) == DF_OK;
        df_picture_free(rest);
    }
    *kept = shared;
    return status;
}

/* Begins a step: clears the picture before it but for the rows that are kept, or all of it
 * where that is cheaper with printing them again: wells empty an opaque picture, but not its
 * upper rows alone. */
static df_status frames_begin_step(frames_print *self, size_t index, const column_set *rows,
                                   unsigned *kept, frames_step *step)
{
    const df_picture *before = self->job->frames[index - 1];
    const unsigned keeps[] = {*kept, 0};
    const size_t squares = df_share_count_all(before, *kept);
    df_status status = DF_ERROR_LIMIT;
    for (unsigned i = *kept > 0 ? 0 : 1; i < 2; i++) {
        df_plan *plan = NULL, *const other = step->plan;
        status =
            frames_erase(self, rows, before->height, keeps[i], &self->options, &plan, step);
        if (status == DF_OK &&
            (other == NULL || plan->count * self->squares + self->drops * squares <
                                  other->count * self->squares)) {
            step->plan = plan;
            plan = other;
            *kept = keeps[i];
        }
        df_plan_free(plan);
        if (status != DF_OK && status != DF_ERROR_LIMIT)
            return status;
    }
    return step->plan != NULL ? DF_OK : status;
}

/* Plans a step that keeps no more rows than that; `rows` are those of the picture before. */
static df_status frames_try_step(frames_print *self, size_t index, const column_set *rows,
                                 unsigned kept, frames_step *step)
{
    const df_picture *picture = self->job->frames[index];
    df_print_options options = self->options;
    df_status status =
        index > 0 ? frames_begin_step(self, index, rows, &kept, step)
                  : df_plan_create(&step->plan, options.width, 1, self->job->tetrominoes);
    if (status != DF_OK || kept == picture->height)
        return status;
    status = frames_print_rest(self, picture, kept, rows, &options, step);
    if (status == DF_ERROR_LIMIT && options.quick) {
        options.quick = false;
        status = frames_print_rest(self, picture, kept, rows, &options, step);
    }
    if (status != DF_ERROR_LIMIT || kept == 0)
        return status;
    df_plan_free(step->plan);
    step->plan = NULL;
    return frames_try_step(self, index, rows, 0, step);
}

/* Plans a step that keeps as many rows as possible. */
static df_status frames_make_step(frames_print *self, size_t index, frames_step *step)
{
    const df_picture *picture = self->job->frames[index];
    const df_picture *before = index > 0 ? self->job->frames[index - 1] : NULL;
    column_set *rows = NULL;
    unsigned kept = 0;
    df_status status =
        before != NULL ? frames_read_rows(self, before, &self->options, &rows) : DF_OK;
    if (status == DF_OK && before != NULL)
        status = frames_find_kept(self, before, rows, picture, &kept);
    if (status == DF_OK)
        status = frames_try_step(self, index, rows, kept, step);
    free(rows);
    return status;
}

/* Plans a step, unless it is like one before it or the plan ends before it. */
static df_status frames_plan_step(void *context, size_t index)
{
    frames_print *self = context;
    frames_step *step = &self->steps[index];
    if (index > atomic_load(&self->failed))
        return DF_OK;
    step->all = self;
    if (frames_find_like(self, index) == index)
        step->status = frames_ask_watch(step, &(df_progress){0})
                           ? frames_make_step(self, index, step)
                           : DF_ERROR_CANCELLED;
    frames_count_parts(step, PARTS);
    atomic_fetch_add(&self->done, 1);
    size_t failed = atomic_load(&self->failed);
    while (step->status != DF_OK && index < failed &&
           !atomic_compare_exchange_weak(&self->failed, &failed, index))
        continue;
    return step->status == DF_ERROR_MEMORY ? DF_ERROR_MEMORY : DF_OK;
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
    const df_picture *picture = job->frames[lead];
    frames_step made = {.all = self, .parts = self->chosen};
    df_plan *erasing = NULL;
    size_t all = 0;
    column_set *rows = NULL;
    df_status status = df_plan_create(&made.plan, options->width, 1, job->tetrominoes);
    if (status == DF_OK)
        status = frames_print_rest(self, picture, 0, NULL, options, &made);
    if (status == DF_OK)
        status = frames_read_rows(self, picture, options, &rows);
    if (status == DF_OK)
        status = frames_erase(self, rows, picture->height, 0, options, &erasing, &made);
    free(rows);
    if (status != DF_OK && job->error != NULL)
        *job->error = made.error;
    status = df_method_name_frame(job, lead, status);
    if (status == DF_OK)
        status = frames_check(self, options->width, made.report.pieces, job->error);
    if (status == DF_OK)
        all = made.plan->count + erasing->count;
    if (status == DF_OK && all < *drops) {
        *drops = all;
        self->options = *options;
        self->drops = made.plan->count;
        self->squares = df_share_count_all(picture, picture->height);
        memcpy(self->pieces, made.report.pieces, sizeof self->pieces);
    }
    self->chosen = made.parts;
    df_plan_free(erasing);
    df_plan_free(made.plan);
    return status;
}

/* Chooses the width by plans at once, from the least one on, and then the pieces. */
static df_status frames_choose(frames_print *self, size_t lead, unsigned least)
{
    const print_job *job = self->job;
    df_print_options options = *job->options;
    size_t drops = SIZE_MAX;
    unsigned tried = 0;
    const unsigned most = options.width != 0 ? options.width : DF_FIELD_MAX_WIDTH;
    /* What hinders on the widest playfield hinders on all. */
    df_status status =
        frames_check(self, options.width != 0 ? least : most - 1, options.pieces, job->error);
    if (status != DF_OK)
        return status;
    self->is_rough = true;
    options.quick = true;
    options.watch = frames_ask_watch;
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
    /* With few colours, rough plans of many frames at once take hardly more drops. */
    const size_t rough = options.quick && drops < SIZE_MAX ? drops - drops / MUCH : drops;
    drops = rough;
    self->is_rough = false;
    const df_status here = frames_try_width(self, lead, &options, &drops);
    if (rough == SIZE_MAX)
        status = here;
    self->is_rough = options.quick && drops == rough;
    self->options.quick = options.quick;
    self->options.pieces = self->pieces;
    return here == DF_ERROR_MEMORY || here == DF_ERROR_CANCELLED ? here : status;
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

/* Puts the steps together, up to the first one that has no plan. */
static df_status frames_join(const frames_print *self, df_plan *plan, df_print_report *report)
{
    df_status status = DF_OK;
    for (size_t i = 0; i < self->job->frame_count && status == DF_OK; i++) {
        const frames_step *step = &self->steps[frames_find_like(self, i)];
        if (step->plan == NULL || step->status != DF_OK)
            break;
        status = df_plan_append(plan, step->plan);
        if (status == DF_OK)
            status = df_plan_add_frame(plan);
        report->passes += step->report.passes;
        report->platforms += step->report.platforms;
    }
    return status;
}

static void frames_drop_steps(frames_print *self)
{
    for (size_t i = 0; i < self->job->frame_count; i++)
        df_plan_free(self->steps[i].plan);
    memset(self->steps, 0, self->job->frame_count * sizeof self->steps[0]);
}

/* Plans all frames on a width, the least one or a wider one, by pieces that suit this frame.
 * *failed is the first one without a plan. */
static df_status frames_try(frames_print *self, size_t lead, unsigned least, size_t *failed,
                            df_plan **plan, df_print_report *report)
{
    const print_job *job = self->job;
    const unsigned jobs = unsigned_max(1, job->options->jobs);
    self->chosen = 0;
    atomic_store(&self->parts, 0);
    atomic_store(&self->done, 0);
    atomic_store(&self->failed, job->frame_count);
    df_status status = frames_choose(self, lead, least);
    if (status != DF_OK)
        return status;
    self->options.jobs = job->frame_count < jobs ? jobs : 1;
    atomic_fetch_add(&self->parts, PARTS - self->chosen);
    status = df_jobs_run(job->frame_count, jobs, frames_plan_step, self);
    if (status == DF_OK)
        status = df_plan_create(plan, self->options.width, 1, job->tetrominoes);
    if (status == DF_OK)
        status = frames_join(self, *plan, report);
    memcpy(report->pieces, self->pieces, sizeof report->pieces);
    for (size_t i = 0; i < job->frame_count; i++)
        report->nodes += self->steps[i].report.nodes;
    *failed = atomic_load(&self->failed);
    if (status != DF_OK || *failed == job->frame_count)
        return status;
    status = self->steps[*failed].status;
    if (job->error != NULL)
        *job->error = self->steps[*failed].error;
    return df_method_name_frame(job, *failed, status);
}

/* Plans all frames; where one has no plan, once more by pieces that suit that one, on a wider
 * playfield if that is open. After the last try the frames before it are what there is, unless
 * colours may become one. */
static df_status frames_run(frames_print *self, df_plan **plan, df_print_report *report)
{
    const print_job *job = self->job;
    const unsigned asked = job->options->width;
    unsigned least = unsigned_max(asked != 0 ? asked : job->frames[0]->width, MIN_WIDTH);
    size_t lead = df_share_find_largest(job);
    df_status status = DF_ERROR_LIMIT;
    for (unsigned i = 0; i < TRIES && status == DF_ERROR_LIMIT; i++) {
        df_print_report counted = {.nodes = report->nodes};
        df_plan *made = NULL;
        size_t failed = lead;
        frames_drop_steps(self);
        status = frames_try(self, lead, least, &failed, &made, &counted);
        if (made != NULL && (*plan == NULL || made->frame_count > (*plan)->frame_count)) {
            df_plan *const worse = *plan;
            *plan = made;
            made = worse;
            *report = counted;
        }
        report->nodes = counted.nodes;
        df_plan_free(made);
        lead = failed;
        least = asked != 0 ? asked : self->options.width + 1;
    }
    if (*plan == NULL || (*plan)->frame_count == 0)
        return status;
    /* A plan of all frames may still top out, and fewer colours are no remedy for that. */
    *job->is_stuck = status == DF_ERROR_LIMIT;
    return status == DF_ERROR_CANCELLED ||
                   (status == DF_ERROR_LIMIT && !df_method_may_merge(job))
               ? DF_OK
               : status;
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
    self.steps = calloc(job->frame_count, sizeof self.steps[0]);
    df_status status = self.same != NULL && self.steps != NULL ? DF_OK : DF_ERROR_MEMORY;
    if (status == DF_OK) {
        frames_compare(&self);
        status = frames_run(&self, &made, &counted);
    }
    if (self.steps != NULL)
        frames_drop_steps(&self);
    free(self.steps);
    free(self.same);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    carrier_sets sets;
    (void)df_carriers_read(&sets, counted.pieces);
    df_carriers_paint(made, job->frames[0], sets.pieces);
    counted.stopped = atomic_load(&self.watch.stopped);
    *plan = made;
    *report = counted;
    return DF_OK;
}

static bool frames_applies(const print_job *job)
{
    return job->is_animation;
}

static df_status frames_prepare(const print_job *job, df_print_options *options)
{
    const char *best = df_print_method_best.info.name;
    if (options->order == NULL &&
        (options->method == NULL || strcmp(options->method, best) == 0))
        return DF_OK;
    return df_error_set(job->error, DF_ERROR_ARGUMENT,
                        "the method %s prints animations, in no order; choose no other", best);
}

const print_method df_print_method_frames = {
    .info = {.name = "best",
             .summary = "an animation with freely chosen pieces",
             .max_colors = DF_PRINT_MAX_COLORS},
    .applies = frames_applies,
    .prepare = frames_prepare,
    .plan = frames_plan,
};
