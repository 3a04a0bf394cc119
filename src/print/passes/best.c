#include "best.h"

#include <stdatomic.h>
#include <string.h>

#include "assign.h"
#include "beam.h"
#include "core/base/bits.h"
#include "core/base/error.h"
#include "core/base/jobs.h"
#include "print/base/advice.h"
#include "print/base/possible.h"
#include "print/pack/structure.h"
#include "print/rows/rows.h"

enum {
    MAX_WIDTHS = 3,    /* of the playfield that are compared */
    MORE_WIDTHS = 6,   /* if those fail */
    MAX_TRIES = 8,     /* at the same time */
    LEADERS = 2,       /* places that are searched further */
    QUICK_BREADTH = 3, /* of a quick search */
    QUICK_KEEP = 40,   /* states of a column of a sweep */
    BREADTH = 12,      /* of the search proper, at the lowest effort */
    KEEP = 60,
    RESCUES = 30,
    LEAST_WIDTH = 4, /* in which every piece can be spawned */
    MAX_BREADTH = 256,
    USUAL_AREA = 512, /* larger pictures are searched less broadly, to limit the time */
};

/* A search over passes, and its result. */
typedef struct attempt {
    picture_place place;
    beam_options options;
    beam_result result; /* its drops are owned */
} attempt;

typedef struct leader {
    picture_place place;
    size_t drops; /* 0: there is none */
} leader;

/* The threads' common progress. The caller's watch is called by one thread at a time. */
typedef struct best_watch {
    const df_print_options *options;
    atomic_flag is_busy;
    atomic_bool stopped;
    _Atomic uint64_t nodes;
    uint64_t expected;
    size_t drops;
} best_watch;

typedef struct best_search {
    const print_job *job;
    print_shape shapes[PRINT_SHAPES];
    best_watch watch;
    unsigned width_count;
    unsigned widths[MORE_WIDTHS];
    unsigned way_count;
    assignment ways[ASSIGN_MAX];
    unsigned try_count;
    attempt tries[MAX_TRIES];
    leader leaders[LEADERS];
    uint64_t tried; /* breadths of all tries so far */
    df_plan *plan;  /* the best so far; owned */
    df_print_report report;
    unsigned reached;
} best_search;

static bool best_ask_watch(void *context, uint64_t nodes)
{
    best_watch *self = context;
    const uint64_t all = atomic_fetch_add(&self->nodes, nodes) + nodes;
    if (self->options->watch != NULL && !atomic_flag_test_and_set(&self->is_busy)) {
        const df_print_progress progress = {all, self->expected, self->drops};
        if (!self->options->watch(self->options->watch_context, &progress))
            atomic_store(&self->stopped, true);
        atomic_flag_clear(&self->is_busy);
    }
    return !atomic_load(&self->stopped);
}

/* Checks that the picture can be printed on that width. *error may be NULL. */
static df_status best_check_width(const print_job *job, unsigned width, df_error *error)
{
    if (width < LEAST_WIDTH)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "a playfield of fewer than 4 columns has no room for piece I; use "
                            "--width 4 or more");
    return df_possible_check(job->picture, width, job->options->pieces, job->options->anchors,
                             error);
}

static df_status best_check_height(const print_job *job)
{
    const unsigned height = job->options->height;
    if (height == 0 || job->picture->height <= height)
        return DF_OK;
    df_error_set(job->error, DF_ERROR_LIMIT,
                 "the picture is %u rows high and the playfield %u; use --height "
                 "1024 or ",
                 job->picture->height, height);
    df_advice_put_fit(job->error, job->picture, DF_FIELD_MAX_WIDTH, height,
                      DF_PRINT_MAX_COLORS);
    return DF_ERROR_LIMIT;
}

/* Lists the widths to compare, least first. Those that are a multiple of four come last: their
 * passes leave squares in fours only. */
static df_status list_widths(best_search *self)
{
    const print_job *job = self->job;
    if (job->options->width != 0) {
        self->widths[self->width_count++] = job->options->width;
        return best_check_width(job, job->options->width, job->error);
    }
    const unsigned min = job->picture->width > LEAST_WIDTH ? job->picture->width : LEAST_WIDTH;
    for (unsigned in_fours = 0; in_fours < 2; in_fours++) {
        for (unsigned w = min; w <= DF_FIELD_MAX_WIDTH; w++) {
            if ((w % 4 == 0) == (in_fours == 1) && self->width_count < MORE_WIDTHS &&
                best_check_width(job, w, NULL) == DF_OK)
                self->widths[self->width_count++] = w;
        }
    }
    if (self->width_count > 0)
        return DF_OK;
    return best_check_width(job, min < DF_FIELD_MAX_WIDTH ? min + 1 : DF_FIELD_MAX_WIDTH,
                            job->error);
}

static void list_ways(best_search *self)
{
    const char *pieces = self->job->options->pieces;
    if (pieces == NULL) {
        self->way_count = df_assign_pieces(self->job->picture, self->shapes, self->ways);
        return;
    }
    self->way_count = 1;
    for (unsigned i = 0; i < self->job->picture->color_count; i++)
        self->ways[0].pieces[i] =
            (uint8_t)df_piece_set_find(self->job->tetrominoes, &pieces[i], 1);
}

/* True if the pieces of a way can carry the colours. */
static bool best_is_possible(const best_search *self, unsigned width, const assignment *way)
{
    char letters[DF_PRINT_MAX_COLORS + 1] = "";
    for (unsigned i = 0; i < self->job->picture->color_count; i++)
        letters[i] = self->job->tetrominoes->pieces[way->pieces[i]].name[0];
    return df_possible_check(self->job->picture, width, letters, self->job->options->anchors,
                             NULL) == DF_OK;
}

static picture_place make_place(const best_search *self, unsigned width, const assignment *way)
{
    picture_place place = {.picture = self->job->picture,
                           .width = width,
                           .left = (width - self->job->picture->width) / 2,
                           .anchors = self->job->options->anchors};
    memcpy(place.pieces, way->pieces, sizeof place.pieces);
    return place;
}

/* Returns a breadth that suits the size of the picture. */
static unsigned fit_breadth(const best_search *self, unsigned breadth)
{
    const df_picture *picture = self->job->picture;
    const size_t area = (size_t)picture->width * picture->height;
    size_t fitting = area > USUAL_AREA ? (size_t)breadth * USUAL_AREA / area : breadth;
    fitting = fitting < MAX_BREADTH ? fitting : MAX_BREADTH;
    return fitting > 2 ? (unsigned)fitting : 2;
}

/* Adds a try with the breadth, keep and rescues of `options`, whose seed tries of one seed of
 * the user differ by. */
static void add_try(best_search *self, const picture_place *place, beam_options options)
{
    if (self->try_count == MAX_TRIES)
        return;
    options.breadth = fit_breadth(self, options.breadth);
    options.height = self->job->options->height;
    options.seed += self->job->options->seed * UINT64_C(1000003);
    options.watch = best_ask_watch;
    options.watch_context = &self->watch;
    self->tries[self->try_count++] = (attempt){.place = *place, .options = options};
}

/* Returns the number of cleared rows from which on a plan is no better than the best so far. */
static unsigned row_limit(const best_search *self, const canvas *on)
{
    const size_t max = 4 * (size_t)DF_FIELD_MAX_HEIGHT * DF_FIELD_MAX_WIDTH;
    if (self->plan == NULL)
        return (unsigned)max;
    size_t squares = 0;
    for (unsigned y = 0; y < on->height; y++)
        squares += bits_count(on->rows[y].squares);
    return (unsigned)((4 * self->report.drops - squares + on->width - 1) / on->width);
}

/* Searches; if the plan is too tall for the playfield, once more below its top. */
static df_status search_passes(best_search *self, attempt *made, const canvas *on)
{
    const print_job *job = self->job;
    uint64_t nodes = 0;
    made->options.limit = row_limit(self, on);
    for (unsigned round = 0; round < 2; round++) {
        df_status status = df_beam_search(on, job->tetrominoes, &made->options, &made->result);
        nodes = made->result.nodes += nodes;
        if (status != DF_OK || made->result.drops == NULL || job->options->height == 0)
            return status;
        unsigned needed;
        status = df_structure_fit(made->result.drops, job->options->height, &needed);
        if (status == DF_OK)
            return DF_OK;
        df_plan_free(made->result.drops);
        made->result.drops = NULL;
        made->result.reached = job->picture->height - 1;
        if (status != DF_ERROR_MOVE)
            return status;
        /* The tallest piece is four rows high when it is turned. */
        const unsigned height = made->options.height;
        made->options.height = height > 4 ? height - 4 : 1;
    }
    return DF_OK;
}

static df_status run_try(void *context, size_t index)
{
    best_search *self = context;
    attempt *made = &self->tries[index];
    canvas on;
    df_status status = df_canvas_create(&on, &made->place, self->shapes);
    if (status != DF_OK)
        return status;
    status = search_passes(self, made, &on);
    df_canvas_free(&on);
    return status;
}

/* Keeps the places of the best plans, the best first. */
static void note_leader(best_search *self, const picture_place *place, size_t drops)
{
    leader noted = {*place, drops};
    for (unsigned i = 0; i < LEADERS && noted.drops != 0; i++) {
        leader *other = &self->leaders[i];
        const bool is_same =
            other->drops != 0 && other->place.width == place->width &&
            memcmp(other->place.pieces, place->pieces, sizeof place->pieces) == 0;
        if (is_same && other->drops <= drops)
            return;
        if (other->drops != 0 && other->drops <= noted.drops && !is_same)
            continue;
        const leader pushed = *other;
        *other = noted;
        noted = pushed;
        if (is_same)
            return;
    }
}

/* Takes over a plan that is better than the best so far; the plan is no longer the try's. */
static void take_over(best_search *self, attempt *made)
{
    const print_job *job = self->job;
    df_plan_free(self->plan);
    self->plan = made->result.drops;
    made->result.drops = NULL;
    self->report.drops = self->plan->count;
    self->report.passes = made->result.passes;
    self->report.platforms = made->result.platforms;
    for (unsigned i = 0; i < job->picture->color_count; i++) {
        const unsigned piece = made->place.pieces[i];
        self->report.pieces[i] = job->tetrominoes->pieces[piece].name[0];
        self->plan->colors[piece] =
            (df_plan_color){.given = true, .color = job->picture->colors[i]};
    }
}

/* Runs all tries that have been added, and removes them. */
static df_status run_tries(best_search *self)
{
    const df_status status =
        df_jobs_run(self->try_count, self->job->options->jobs, run_try, self);
    for (unsigned i = 0; i < self->try_count; i++) {
        attempt *made = &self->tries[i];
        self->report.nodes += made->result.nodes;
        self->tried += made->options.breadth;
        if (made->result.drops == NULL) {
            const unsigned reached = made->result.reached;
            self->reached = reached > self->reached ? reached : self->reached;
            continue;
        }
        const size_t drops = made->result.drops->count;
        note_leader(self, &made->place, drops);
        if (status == DF_OK && (self->plan == NULL || drops < self->report.drops))
            take_over(self, made);
        df_plan_free(made->result.drops);
    }
    self->try_count = 0;
    self->watch.drops = self->plan != NULL ? self->report.drops : 0;
    return status;
}

static bool best_is_stopped(best_search *self)
{
    return atomic_load(&self->watch.stopped);
}

/* Begins with a plan of the method search, so that no picture takes more drops than with that.
 * */
static df_status begin_with_rows(best_search *self)
{
    print_job job = *self->job;
    job.error = NULL;
    if (df_rows_check(&df_print_method_search, &job) != DF_OK)
        return DF_OK;
    df_plan *plan = NULL;
    df_print_report report = {0};
    df_status status =
        df_print_method_search.plan(&df_print_method_search, &job, &plan, &report);
    if (status == DF_ERROR_LIMIT)
        return DF_OK;
    if (status != DF_OK)
        return status;
    if (job.options->height != 0) {
        status = df_plan_settle(plan, 1, NULL);
        if (status != DF_OK || plan->height > job.options->height) {
            df_plan_free(plan);
            return status == DF_ERROR_MOVE ? DF_OK : status;
        }
    }
    report.drops = plan->count;
    self->plan = plan;
    self->report = report;
    return DF_OK;
}

/* Compares up to `widths` widths, then the pieces on the best one, unless `is_last_resort` is
 * set and a width has led to a plan. */
static df_status best_survey(best_search *self, unsigned widths, const beam_options *options,
                             bool is_last_resort)
{
    beam_options next = *options;
    for (unsigned i = 0; i < self->width_count && i < widths; i++) {
        const picture_place place = make_place(self, self->widths[i], &self->ways[0]);
        next.seed = options->seed + i;
        add_try(self, &place, next);
    }
    const df_status status = run_tries(self);
    const bool is_found = self->leaders[0].drops != 0;
    if (status != DF_OK || best_is_stopped(self) || (is_last_resort && is_found))
        return status;
    const unsigned width = is_found ? self->leaders[0].place.width : self->widths[0];
    for (unsigned i = 1; i < self->way_count; i++) {
        const picture_place place = make_place(self, width, &self->ways[i]);
        next.seed = options->seed + i;
        if (best_is_possible(self, width, &self->ways[i]))
            add_try(self, &place, next);
    }
    return run_tries(self);
}

/* Searches more widths and pieces, with restarts, if the first survey has found nothing. */
static df_status best_survey_harder(best_search *self, unsigned level)
{
    const beam_options options = {.breadth = (unsigned)QUICK_BREADTH << level,
                                  .keep = KEEP * (1 + level),
                                  .rescues = RESCUES,
                                  .seed = UINT64_C(10) * (level + 1)};
    return best_survey(self, MORE_WIDTHS, &options, true);
}

/* Searches the leaders' places. Each level of effort doubles the breadth of the beam, and
 * beyond the first it also tries wider sweeps, which find what a broad beam does not. */
static df_status best_refine(best_search *self, unsigned level)
{
    for (unsigned i = 0; i < LEADERS && self->leaders[i].drops != 0; i++) {
        const picture_place *place = &self->leaders[i].place;
        beam_options options = {.breadth = (unsigned)BREADTH << level,
                                .keep = KEEP,
                                .seed = UINT64_C(100) * (level + 1) + i};
        add_try(self, place, options);
        options.breadth = (unsigned)BREADTH << level / 2;
        options.keep = KEEP * (1 + 2 * level);
        options.seed += LEADERS;
        if (level > 0)
            add_try(self, place, options);
    }
    return run_tries(self);
}

/* Estimates the nodes of the whole search, in proportion to breadths and to the width of
 * sweeps. */
static void guess_work(best_search *self, unsigned levels)
{
    uint64_t rest = 0;
    for (unsigned i = 0; i < levels; i++) {
        rest += fit_breadth(self, (unsigned)BREADTH << i);
        rest +=
            i > 0 ? (uint64_t)fit_breadth(self, (unsigned)BREADTH << i / 2) * (1 + 2 * i) : 0;
    }
    const uint64_t nodes = self->report.nodes;
    if (self->tried > 0)
        self->watch.expected = nodes + nodes / self->tried * LEADERS * rest;
}

/* Names the options that keep the search from other plans, or else how to look harder. */
static void best_put_ways_out(const df_print_options *options, df_error *error)
{
    const bool is_hardest = options->effort >= DF_PRINT_MAX_EFFORT;
    const bool is_low = options->height != 0 && options->height < DF_FIELD_MAX_HEIGHT;
    if (is_low)
        df_error_append(error, " --height 1024");
    if (options->width != 0)
        df_error_append(error, " --width auto");
    if (options->pieces != NULL)
        df_error_append(error, " --pieces auto");
    if (is_low || options->width != 0 || options->pieces != NULL)
        return;
    if (is_hardest)
        df_error_append(error, " --seed %zu", (size_t)options->seed + 1);
    else
        df_error_append(error, " --effort %u", options->effort > 1 ? options->effort + 1 : 2);
}

static df_status best_search_all(best_search *self)
{
    const beam_options quick = {.breadth = QUICK_BREADTH, .keep = QUICK_KEEP};
    df_status status = begin_with_rows(self);
    if (status == DF_OK)
        status = best_survey(self, MAX_WIDTHS, &quick, false);
    const unsigned effort = self->job->options->effort;
    const unsigned levels = effort > 1 ? effort : 1;
    for (unsigned i = 0; i < levels && self->leaders[0].drops == 0; i++) {
        if (status == DF_OK && !best_is_stopped(self))
            status = best_survey_harder(self, i);
    }
    guess_work(self, levels);
    for (unsigned i = 0; status == DF_OK && !best_is_stopped(self) && i < levels; i++)
        status = best_refine(self, i);
    if (status != DF_OK || self->plan != NULL)
        return status;
    if (best_is_stopped(self))
        return DF_ERROR_CANCELLED;
    df_error_set(self->job->error, DF_ERROR_LIMIT,
                 "found no way past row %u of the picture, counted from its top; "
                 "try",
                 self->job->picture->height - self->reached);
    best_put_ways_out(self->job->options, self->job->error);
    return DF_ERROR_LIMIT;
}

static df_status best_plan(const print_method *method, const print_job *job, df_plan **plan,
                           df_print_report *report)
{
    (void)method;
    best_search self = {.job = job, .watch = {.options = job->options}};
    atomic_flag_clear(&self.watch.is_busy);
    df_status status = best_check_height(job);
    if (status == DF_OK)
        status = list_widths(&self);
    if (status != DF_OK)
        return status;
    df_shapes_init(self.shapes, job->tetrominoes);
    list_ways(&self);
    status = best_search_all(&self);
    if (status != DF_OK) {
        df_plan_free(self.plan);
        return status;
    }
    self.report.stopped = best_is_stopped(&self);
    *plan = self.plan;
    *report = self.report;
    return DF_OK;
}

const print_method df_print_method_best = {
    .info = {.name = "best",
             .summary = "the fewest drops: passes over several rows, chosen by search",
             .max_colors = DF_PRINT_MAX_COLORS},
    .plan = best_plan,
};
