#include "print/best.h"

#include <stdatomic.h>
#include <string.h>

#include "core/bits.h"
#include "core/jobs.h"
#include "core/mishap.h"
#include "print/advice.h"
#include "print/assign.h"
#include "print/beam.h"
#include "print/possible.h"
#include "print/rows.h"

enum {
    MOST_WIDTHS = 3,   /* of the playfield that are compared */
    MORE_WIDTHS = 6,   /* where those lead nowhere */
    MOST_TRIES = 8,    /* at the same time */
    LEADERS = 2,       /* places that are gone on with */
    QUICK_BREADTH = 3, /* of a first look */
    QUICK_KEEP = 40,   /* states of a column of a sweep */
    BREADTH = 12,      /* of the search proper, at the lowest effort */
    KEEP = 60,
    RESCUES = 30,
    LEAST_WIDTH = 4, /* in which every piece can be spawned */
    MOST_BREADTH = 256,
    USUAL_AREA = 512, /* larger pictures are searched less broadly, so that they take not
                         much longer for each square */
};

/* One search over passes, and what came of it. */
typedef struct attempt {
    picture_place place;
    unsigned breadth;
    unsigned keep;
    unsigned rescues;
    uint64_t seed;
    df_outcome outcome;
    beam_result result; /* on DF_FOUND; owned */
    size_t drops;
    unsigned reached; /* otherwise */
    uint64_t nodes;
} attempt;

typedef struct leader {
    picture_place place;
    size_t drops; /* 0: there is none */
} leader;

/* What the threads share: the caller's watch is called by one at a time. */
typedef struct lookout {
    const df_print_options *options;
    atomic_flag is_busy;
    atomic_bool is_stopped;
    _Atomic uint64_t nodes;
    uint64_t expected;
    size_t drops;
} lookout;

typedef struct best_search {
    const print_job *job;
    print_shape shapes[PRINT_SHAPES];
    lookout lookout;
    unsigned width_count;
    unsigned widths[MORE_WIDTHS];
    unsigned way_count;
    assignment ways[ASSIGN_MOST];
    unsigned try_count;
    attempt tries[MOST_TRIES];
    leader leaders[LEADERS];
    uint64_t tried; /* breadths of all tries so far */
    df_plan *plan;  /* the best so far; owned */
    df_print_report report;
    unsigned reached;
} best_search;

static bool look_out(void *context, uint64_t nodes)
{
    lookout *self = context;
    const uint64_t all = atomic_fetch_add(&self->nodes, nodes) + nodes;
    if (self->options->watch != NULL && !atomic_flag_test_and_set(&self->is_busy)) {
        const df_print_progress progress = {all, self->expected, self->drops};
        if (!self->options->watch(self->options->watch_context, &progress))
            atomic_store(&self->is_stopped, true);
        atomic_flag_clear(&self->is_busy);
    }
    return !atomic_load(&self->is_stopped);
}

/* Whether the picture may be printed on that width. *mishap, which may be NULL, says why not.
 */
static df_status check_width(const print_job *job, unsigned width, df_mishap *mishap)
{
    if (width < LEAST_WIDTH) {
        df_mishap_begin(mishap, 0, 0,
                        "a playfield of fewer than 4 columns has no room for piece I; use "
                        "--width 4 or more");
        return DF_ERROR_ARGUMENT;
    }
    return df_possible_check(job->picture, width, job->options->pieces, job->options->anchors,
                             mishap);
}

static df_status check_height(const print_job *job)
{
    const unsigned height = job->options->height;
    if (height == 0 || job->picture->height <= height)
        return DF_OK;
    df_mishap_begin(job->mishap, 0, 0, "the picture is ");
    df_mishap_put_number(job->mishap, job->picture->height);
    df_mishap_put(job->mishap, " rows high and the playfield ");
    df_mishap_put_number(job->mishap, height);
    df_mishap_put(job->mishap, "; use --height 1024 or ");
    df_advice_put_fit(job->mishap, job->picture, DF_FIELD_MAX_WIDTH, height,
                      DF_PRINT_MOST_COLORS);
    return DF_ERROR_LIMIT;
}

/* Lists the widths to compare, least first. Those that are a multiple of four come last: their
 * passes leave squares in fours only. */
static df_status list_widths(best_search *self)
{
    const print_job *job = self->job;
    if (job->options->width != 0) {
        self->widths[self->width_count++] = job->options->width;
        return check_width(job, job->options->width, job->mishap);
    }
    const unsigned least =
        job->picture->width > LEAST_WIDTH ? job->picture->width : LEAST_WIDTH;
    for (unsigned in_fours = 0; in_fours < 2; in_fours++) {
        for (unsigned w = least; w <= DF_FIELD_MAX_WIDTH; w++) {
            if ((w % 4 == 0) == (in_fours == 1) && self->width_count < MORE_WIDTHS &&
                check_width(job, w, NULL) == DF_OK)
                self->widths[self->width_count++] = w;
        }
    }
    if (self->width_count > 0)
        return DF_OK;
    return check_width(job, least < DF_FIELD_MAX_WIDTH ? least + 1 : DF_FIELD_MAX_WIDTH,
                       job->mishap);
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

/* Whether the pieces of a way may carry the colours at all. */
static bool is_possible(const best_search *self, unsigned width, const assignment *way)
{
    char letters[DF_PRINT_MOST_COLORS + 1] = "";
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

/* A breadth in keeping with the size of the picture. */
static unsigned fit_breadth(const best_search *self, unsigned breadth)
{
    const df_picture *picture = self->job->picture;
    const size_t area = (size_t)picture->width * picture->height;
    size_t fitting = area > USUAL_AREA ? (size_t)breadth * USUAL_AREA / area : breadth;
    fitting = fitting < MOST_BREADTH ? fitting : MOST_BREADTH;
    return fitting > 2 ? (unsigned)fitting : 2;
}

static void add_try(best_search *self, const picture_place *place, unsigned breadth,
                    unsigned keep, uint64_t salt)
{
    if (self->try_count == MOST_TRIES)
        return;
    self->tries[self->try_count++] =
        (attempt){.place = *place,
                  .breadth = fit_breadth(self, breadth),
                  .keep = keep,
                  .seed = self->job->options->seed * UINT64_C(1000003) + salt};
}

/* The number of cleared rows from which on a plan is no better than the best so far. */
static unsigned row_limit(const best_search *self, const canvas *on)
{
    const size_t most = 4 * (size_t)DF_FIELD_MAX_HEIGHT * DF_FIELD_MAX_WIDTH;
    if (self->plan == NULL)
        return (unsigned)most;
    size_t squares = 0;
    for (unsigned y = 0; y < on->height; y++)
        squares += bits_count(on->rows[y].squares);
    return (unsigned)((4 * self->report.drops - squares + on->width - 1) / on->width);
}

/* Searches; where the plan turns out too tall for the playfield, once more below its top. */
static df_status search_passes(best_search *self, attempt *made, const canvas *on)
{
    const print_job *job = self->job;
    beam_options options = {.breadth = made->breadth,
                            .keep = made->keep,
                            .limit = row_limit(self, on),
                            .height = job->options->height,
                            .rescues = made->rescues,
                            .seed = made->seed,
                            .watch = look_out,
                            .watch_context = &self->lookout};
    for (unsigned round = 0; round < 2; round++) {
        uint64_t nodes = 0;
        df_status status = df_beam_search(on, job->tetrominoes, &options, &made->outcome,
                                          &made->result, &made->reached, &nodes);
        made->nodes += nodes;
        if (status != DF_OK || made->outcome != DF_FOUND)
            return status;
        if (job->options->height == 0)
            return DF_OK;
        status = df_plan_settle(made->result.drops, 1, NULL);
        if (status == DF_OK && made->result.drops->height > job->options->height) {
            made->result.drops->height = (uint16_t)job->options->height;
            status = df_plan_play(made->result.drops, NULL, NULL, NULL, NULL, NULL);
        }
        if (status == DF_OK)
            return DF_OK;
        df_plan_free(made->result.drops);
        made->outcome = DF_LIMIT;
        made->reached = job->picture->height - 1;
        if (status != DF_ERROR_MOVE)
            return status;
        /* The tallest piece is four rows high when it is turned. */
        options.height = options.height > 4 ? options.height - 4 : 1;
    }
    return DF_OK;
}

static df_status run_try(void *context, size_t index)
{
    best_search *self = context;
    attempt *made = &self->tries[index];
    made->outcome = DF_LIMIT;
    canvas on;
    df_status status = df_canvas_create(&on, &made->place, self->shapes);
    if (status != DF_OK)
        return status;
    status = search_passes(self, made, &on);
    df_canvas_free(&on);
    if (status == DF_OK && made->outcome == DF_FOUND)
        made->drops = made->result.drops->count;
    return status;
}

static bool is_same_place(const picture_place *a, const picture_place *b)
{
    return a->width == b->width && a->left == b->left &&
           memcmp(a->pieces, b->pieces, sizeof a->pieces) == 0;
}

/* Keeps the places of the best plans, the best first. */
static void note_leader(best_search *self, const picture_place *place, size_t drops)
{
    leader noted = {*place, drops};
    for (unsigned i = 0; i < LEADERS && noted.drops != 0; i++) {
        leader *other = &self->leaders[i];
        const bool is_same = is_same_place(&other->place, place) && other->drops != 0;
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
    self->report.drops = made->drops;
    self->report.passes = made->result.passes;
    self->report.platforms = made->result.platforms;
    for (unsigned i = 0; i < job->picture->color_count; i++) {
        const unsigned piece = made->place.pieces[i];
        self->report.pieces[i] = job->tetrominoes->pieces[piece].name[0];
        self->plan->colors[piece] =
            (df_plan_color){.given = true, .color = job->picture->colors[i]};
    }
}

/* Makes all tries that have been added, and forgets them. */
static df_status run_tries(best_search *self)
{
    const df_status status =
        df_jobs_run(self->try_count, self->job->options->jobs, run_try, self);
    for (unsigned i = 0; i < self->try_count; i++) {
        attempt *made = &self->tries[i];
        self->report.nodes += made->nodes;
        self->tried += made->breadth;
        if (made->outcome != DF_FOUND) {
            self->reached = made->reached > self->reached ? made->reached : self->reached;
            continue;
        }
        note_leader(self, &made->place, made->drops);
        if (status == DF_OK && (self->plan == NULL || made->drops < self->report.drops))
            take_over(self, made);
        df_plan_free(made->result.drops);
    }
    self->try_count = 0;
    self->lookout.drops = self->plan != NULL ? self->report.drops : 0;
    return status;
}

static bool is_over(best_search *self)
{
    return atomic_load(&self->lookout.is_stopped);
}

/* A plan of the method search, so that no picture takes more drops than with that. */
static df_status begin_with_rows(best_search *self)
{
    print_job job = *self->job;
    job.mishap = NULL;
    if (df_rows_check(&df_print_method_search, &job) != DF_OK)
        return DF_OK;
    df_plan *plan = NULL;
    df_print_report report = {0};
    df_status status = df_rows_plan(&df_print_method_search, &job, &plan, &report);
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

/* A first look at the widths, then at the pieces. */
static df_status look_quickly(best_search *self)
{
    for (unsigned i = 0; i < self->width_count && i < MOST_WIDTHS; i++) {
        const picture_place place = make_place(self, self->widths[i], &self->ways[0]);
        add_try(self, &place, QUICK_BREADTH, QUICK_KEEP, i);
    }
    df_status status = run_tries(self);
    if (status != DF_OK || is_over(self))
        return status;
    const unsigned width =
        self->leaders[0].drops != 0 ? self->leaders[0].place.width : self->widths[0];
    for (unsigned i = 1; i < self->way_count; i++) {
        const picture_place place = make_place(self, width, &self->ways[i]);
        if (is_possible(self, width, &self->ways[i]))
            add_try(self, &place, QUICK_BREADTH, QUICK_KEEP, i);
    }
    return run_tries(self);
}

static void add_hard_try(best_search *self, const picture_place *place, unsigned salt,
                         unsigned level)
{
    const unsigned index = self->try_count;
    add_try(self, place, (unsigned)QUICK_BREADTH << level, KEEP * (1 + level),
            UINT64_C(10) * (level + 1) + salt);
    if (index < self->try_count)
        self->tries[index].rescues = RESCUES;
}

/* A search of more widths, then of more pieces, begun again and again, where a first look has
 * found nothing. */
static df_status look_hard(best_search *self, unsigned level)
{
    for (unsigned i = 0; i < self->width_count; i++) {
        const picture_place place = make_place(self, self->widths[i], &self->ways[0]);
        add_hard_try(self, &place, i, level);
    }
    df_status status = run_tries(self);
    if (status != DF_OK || is_over(self) || self->leaders[0].drops != 0)
        return status;
    for (unsigned i = 1; i < self->way_count; i++) {
        const picture_place place = make_place(self, self->widths[0], &self->ways[i]);
        if (is_possible(self, self->widths[0], &self->ways[i]))
            add_hard_try(self, &place, i, level);
    }
    return run_tries(self);
}

/* Searches the leaders' places. Each level of effort doubles the breadth of the beam, and
 * beyond the first it also tries wider sweeps, which find what a broad beam does not. */
static df_status look_properly(best_search *self, unsigned level)
{
    for (unsigned i = 0; i < LEADERS && self->leaders[i].drops != 0; i++) {
        const picture_place *place = &self->leaders[i].place;
        const uint64_t salt = UINT64_C(100) * (level + 1) + i;
        add_try(self, place, (unsigned)BREADTH << level, KEEP, salt);
        if (level > 0)
            add_try(self, place, (unsigned)BREADTH << level / 2, KEEP * (1 + 2 * level),
                    salt + LEADERS);
    }
    return run_tries(self);
}

/* Guesses the nodes of the whole search: breadth and wider sweeps cost in proportion. */
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
        self->lookout.expected = nodes + nodes / self->tried * LEADERS * rest;
}

/* Names the options that keep the search from other plans, or else how to look harder. */
static void best_put_ways_out(const df_print_options *options, df_mishap *mishap)
{
    const bool is_hardest = options->effort >= DF_PRINT_MOST_EFFORT;
    const bool is_low = options->height != 0 && options->height < DF_FIELD_MAX_HEIGHT;
    if (is_low)
        df_mishap_put(mishap, " --height 1024");
    if (options->width != 0)
        df_mishap_put(mishap, " --width auto");
    if (options->pieces != NULL)
        df_mishap_put(mishap, " --pieces auto");
    if (is_low || options->width != 0 || options->pieces != NULL)
        return;
    df_mishap_put(mishap, is_hardest ? " --seed " : " --effort ");
    df_mishap_put_number(mishap, is_hardest            ? options->seed + 1
                                 : options->effort > 1 ? options->effort + 1
                                                       : 2);
}

static df_status search(best_search *self)
{
    df_status status = begin_with_rows(self);
    if (status == DF_OK)
        status = look_quickly(self);
    const unsigned effort = self->job->options->effort;
    const unsigned levels = effort > 1 ? effort : 1;
    for (unsigned i = 0; i < levels && self->leaders[0].drops == 0; i++) {
        if (status == DF_OK && !is_over(self))
            status = look_hard(self, i);
    }
    guess_work(self, levels);
    for (unsigned i = 0; status == DF_OK && !is_over(self) && i < levels; i++)
        status = look_properly(self, i);
    if (status != DF_OK || self->plan != NULL)
        return status;
    if (is_over(self))
        return DF_ERROR_SINK;
    df_mishap_begin(self->job->mishap, 0, 0, "found no way past row ");
    df_mishap_put_number(self->job->mishap, self->job->picture->height - self->reached);
    df_mishap_put(self->job->mishap, " of the picture, counted from its top; try");
    best_put_ways_out(self->job->options, self->job->mishap);
    return DF_ERROR_LIMIT;
}

df_status df_best_plan(const print_method *method, const print_job *job, df_plan **plan,
                       df_print_report *report)
{
    (void)method;
    best_search self = {.job = job, .lookout = {.options = job->options}};
    atomic_flag_clear(&self.lookout.is_busy);
    df_status status = check_height(job);
    if (status == DF_OK)
        status = list_widths(&self);
    if (status != DF_OK)
        return status;
    df_shapes_init(self.shapes, job->tetrominoes);
    list_ways(&self);
    status = search(&self);
    if (status != DF_OK) {
        df_plan_free(self.plan);
        return status;
    }
    self.report.stopped = is_over(&self);
    *plan = self.plan;
    *report = self.report;
    return DF_OK;
}
