#include <stdatomic.h>
#include <string.h>

#include "attempt.h"
#include "core/base/error.h"
#include "core/base/jobs.h"
#include "places.h"
#include "print/base/advice.h"
#include "print/base/carriers.h"
#include "print/pack/pack.h"

enum {
    MAX_TRIES = ASSIGN_MAX, /* at the same time */
    OPEN_KEEP = 40,         /* states of a column of a sweep */
    MAX_BREADTH = 256,
    OPEN_QUICK_BREADTH = 2,
    OPEN_QUICK_KEEP = 28,
    OPEN_QUICK_RESCUES = 8,
    SURE_RESCUES = 2, /* of a large picture, and with the fallback */
    OPEN_BREADTH = 7,
    OPEN_RESCUES = 12,
    OPEN_USUAL_AREA = 320, /* larger pictures are searched less broadly, to limit the time */
    CLOSED_ROWS = 3,
    OPEN_HEIGHT = 3,          /* rows of the picture at work */
    CONTENDING = 14,          /* part of the drops by which a place may lag behind another */
    CHEAP_NODES = 9000000,    /* until then, all places contend */
    FIRST_WIDTHS = 2,         /* that the open beam always compares */
    LARGE_AREA = 2000,        /* of pictures for which one width is searched at first */
    LARGE_BATCH = 2,          /* searches of such a picture at the same time */
    HASTY_AREA = 1024,        /* of those that rather lose a colour than take long */
    MIN_BUDGET = 240000000,   /* nodes at the lowest effort, after which searches end, */
    LARGE_BUDGET = 200000000, /* those of a large picture, */
    BUDGET_OF_SQUARE = 14000, /* and at least for each square of the picture's area */
    SURVEY = 4,               /* part of it that is spent without a plan, before the fallback */
    FALLBACK_NODES = 40000000,       /* of the fallback for one place, */
    FALLBACK_NODES_OF_SQUARE = 4000, /* with these, */
    FALLBACK_TRIES = 12,             /* and so many times that for all places, */
    QUICK_TRIES = 4, /* or so many, at once or if a large picture may lose a colour */
};

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
    places places;
    unsigned try_count;
    attempt tries[MAX_TRIES];
    leader leaders[LEADERS];
    size_t drops;        /* of the best plan so far, to search below; 0: none yet */
    size_t surveyed;     /* drops of the best plan of the beam after the survey */
    uint64_t tried;      /* work of all tries so far */
    uint64_t budget;     /* nodes, after which tries end, but for the fallback without a plan */
    df_plan *plan;       /* the best so far; owned */
    picture_place place; /* of this plan; without a picture if it is of the method search */
    df_print_report report;
    size_t offered; /* drops of the plan that was shown last */
    unsigned reached;
} best_search;

static bool best_ask_watch(void *context, uint64_t nodes)
{
    best_watch *self = context;
    const uint64_t all = atomic_fetch_add(&self->nodes, nodes) + nodes;
    if (self->options->watch != NULL && !atomic_flag_test_and_set(&self->is_busy)) {
        const df_progress progress = {.done = all, .of = self->expected, .drops = self->drops};
        if (!self->options->watch(self->options->watch_context, &progress))
            atomic_store(&self->stopped, true);
        atomic_flag_clear(&self->is_busy);
    }
    return !atomic_load(&self->stopped);
}

static size_t best_area(const best_search *self)
{
    return (size_t)self->job->picture->width * self->job->picture->height;
}

/* Returns a breadth that suits the size of the picture. */
static unsigned best_fit_breadth(const best_search *self, unsigned breadth)
{
    const size_t area = best_area(self);
    size_t fitting =
        area > OPEN_USUAL_AREA ? (size_t)breadth * OPEN_USUAL_AREA / area : breadth;
    fitting = fitting < MAX_BREADTH ? fitting : MAX_BREADTH;
    const unsigned least = breadth < 2 ? breadth : 2;
    return fitting > least ? (unsigned)fitting : least;
}

/* Estimates the work of a try, in proportion to its nodes. */
static uint64_t best_work(const attempt *made)
{
    return (uint64_t)made->options.breadth * made->options.keep *
           (made->options.is_open ? 5 : 2);
}

/* Adds a try with the breadth, keep and rescues of `options`, whose seed tries of one seed of
 * the user differ by. */
static void best_add_try(best_search *self, const picture_place *place, beam_options options,
                         unsigned open_rows)
{
    if (self->try_count == MAX_TRIES)
        return;
    options.breadth = best_fit_breadth(self, options.breadth);
    options.is_open = open_rows > 0;
    options.rows = open_rows > 0 ? open_rows : CLOSED_ROWS;
    options.height = self->job->options->height;
    options.seed += self->job->options->seed * UINT64_C(1000003);
    options.watch = best_ask_watch;
    options.watch_context = &self->watch;
    self->tries[self->try_count++] =
        (attempt){.place = *place, .options = options, .drops = self->drops};
}

static df_status best_run_try(void *context, size_t index)
{
    best_search *self = context;
    return df_attempt_run(&self->tries[index], self->job, self->shapes);
}

/* Takes over a plan that is better than the best so far; the plan is no longer the try's. */
static void best_take_over(best_search *self, attempt *made)
{
    const print_job *job = self->job;
    df_plan_free(self->plan);
    self->plan = made->result.drops;
    self->place = made->place;
    made->result.drops = NULL;
    self->report.drops = self->plan->count;
    self->report.passes = made->result.passes;
    self->report.platforms = made->result.platforms;
    df_carriers_write(made->place.pieces, job->picture->color_count, self->report.pieces);
    df_carriers_paint(self->plan, job->picture, made->place.pieces);
}

/* Notes the result of a try, and takes over its plan if that is the best. */
static void best_note_try(best_search *self, attempt *made)
{
    self->report.nodes += made->result.nodes;
    self->tried += best_work(made);
    if (made->result.drops == NULL) {
        const unsigned reached = made->result.reached;
        self->reached = reached > self->reached ? reached : self->reached;
        return;
    }
    const size_t drops = made->result.drops->count;
    df_leaders_note(self->leaders, &made->place, drops);
    self->drops = self->drops == 0 || drops < self->drops ? drops : self->drops;
    if (self->plan == NULL || drops < self->report.drops)
        best_take_over(self, made);
    df_plan_free(made->result.drops);
}

/* Shows the best plan so far, unless it has been shown. */
static df_status best_offer(best_search *self)
{
    if (self->job->offer == NULL || self->plan == NULL || self->plan->count == self->offered)
        return DF_OK;
    self->offered = self->plan->count;
    return self->job->offer(self->job, self->plan, &self->report);
}

/* Ends each try at the nodes that are left, and leaves out the last ones that would together
 * take more, judging by those so far; without a plan less is spent before the fallback, which
 * is not limited. */
static void best_limit_tries(best_search *self)
{
    const bool has_plan = self->plan != NULL;
    if (!has_plan && self->tries[0].options.fallback_nodes > 0)
        return;
    const uint64_t budget = has_plan ? self->budget : self->budget / SURVEY;
    uint64_t nodes = self->report.nodes;
    for (unsigned i = 0; i < self->try_count; i++) {
        if (self->tried > 0)
            nodes += (self->report.nodes / self->tried + 1) * best_work(&self->tries[i]);
        if (self->tried > 0 && nodes > budget) {
            self->try_count = i;
            return;
        }
        if (self->budget > self->report.nodes)
            self->tries[i].options.max_nodes = self->budget - self->report.nodes;
    }
}

/* Runs all tries that have been added, and removes them. */
static df_status best_run_tries(best_search *self)
{
    best_limit_tries(self);
    const df_status status =
        df_jobs_run(self->try_count, self->job->options->jobs, best_run_try, self);
    for (unsigned i = 0; i < self->try_count; i++)
        best_note_try(self, &self->tries[i]);
    self->try_count = 0;
    self->watch.drops = self->plan != NULL ? self->report.drops : 0;
    return status == DF_OK ? best_offer(self) : status;
}

static bool best_is_stopped(best_search *self)
{
    return atomic_load(&self->watch.stopped);
}

/* Begins with a plan of the method search, so that no picture takes more drops than with that.
 */
static df_status best_begin_with_rows(best_search *self)
{
    const df_status status = df_attempt_rows(self->job, &self->plan, &self->report);
    if (self->plan != NULL)
        self->drops = self->plan->count;
    return status == DF_OK ? best_offer(self) : status;
}

/* Compares widths, in the order in which they are given. */
static df_status best_compare_widths(best_search *self, const unsigned *widths, unsigned count,
                                     beam_options options)
{
    for (unsigned i = 0; i < count; i++) {
        const picture_place place =
            df_places_make(&self->places, widths[i], &self->places.ways[0]);
        best_add_try(self, &place, options, OPEN_HEIGHT);
        options.seed++;
    }
    return best_run_tries(self);
}

/* Compares the ways from `first` on, on the leader's width or, if there is none, `width`. */
static df_status best_compare_ways(best_search *self, unsigned first, unsigned width,
                                   beam_options options)
{
    const leader *best = &self->leaders[0];
    const unsigned on = best->drops != 0 ? best->place.width : width;
    for (unsigned i = first; i < self->places.way_count; i++) {
        const picture_place place = df_places_make(&self->places, on, &self->places.ways[i]);
        options.seed++;
        if (df_places_has(&self->places, on, &self->places.ways[i]))
            best_add_try(self, &place, options, OPEN_HEIGHT);
        if (best_area(self) > LARGE_AREA && self->try_count == LARGE_BATCH) {
            const df_status status = best_run_tries(self);
            if (status != DF_OK || best_is_stopped(self))
                return status;
        }
    }
    return best_run_tries(self);
}

/* True if the second place may give the best plan: if it is nearly as good as the first, and
 * always while that costs little. */
static bool best_second_contends(const best_search *self)
{
    const size_t drops = self->leaders[1].drops, rival = self->leaders[0].drops;
    return self->report.nodes < CHEAP_NODES ||
           (drops != 0 && drops <= rival + rival / CONTENDING);
}

/* Returns a narrow beam that looks for good places. */
static beam_options best_quick_beam(const best_search *self, uint64_t seed)
{
    return (beam_options){.breadth = OPEN_QUICK_BREADTH,
                          .keep = OPEN_QUICK_KEEP,
                          .rescues =
                              best_area(self) > LARGE_AREA ? SURE_RESCUES : OPEN_QUICK_RESCUES,
                          .seed = seed};
}

/* Looks for the best places with narrow beams: few at first, and more if it is not clear. */
static df_status best_survey(best_search *self)
{
    const places *at = &self->places;
    beam_options options = best_quick_beam(self, 1000);
    const unsigned first = best_area(self) > LARGE_AREA ? 1 : FIRST_WIDTHS;
    const unsigned count = unsigned_min(at->near_count, first);
    df_status status = best_compare_widths(self, at->near, count, options);
    const bool is_unclear = best_second_contends(self);
    if (status == DF_OK && !best_is_stopped(self))
        status = best_compare_ways(self, 1, at->near[0], options);
    if (status != DF_OK || best_is_stopped(self) || !is_unclear)
        return status;
    options.seed += count;
    return best_compare_widths(self, &at->near[count], at->near_count - count, options);
}

/* Looks for better places among more ways. Narrow beams need not find what broader ones have
 * found since the first survey. */
static df_status best_survey_more(best_search *self)
{
    const size_t drops = self->drops;
    const unsigned first = self->places.way_count;
    if (self->surveyed == 0 || best_area(self) > LARGE_AREA)
        return DF_OK;
    self->places.way_count = self->places.all_ways;
    self->drops = self->surveyed;
    const df_status status = best_compare_ways(self, first, 0, best_quick_beam(self, 3000));
    self->drops = drops < self->drops ? drops : self->drops;
    return status;
}

/* Searches, with the fallback wherever a beam is stuck, until there is a plan. */
static df_status best_fall_back(best_search *self, beam_options options, unsigned open_rows)
{
    const places *at = &self->places;
    const uint64_t before = self->report.nodes;
    const df_print_options *asked = self->job->options;
    const bool is_hasty = asked->quick || (asked->merges && best_area(self) > HASTY_AREA);
    const unsigned tries = !is_hasty ? FALLBACK_TRIES : open_rows > 0 ? 0 : QUICK_TRIES;
    df_status status = DF_OK;
    options.fallback_nodes =
        FALLBACK_NODES + FALLBACK_NODES_OF_SQUARE * (uint64_t)best_area(self);
    /* On even widths no pass leaves just one square. */
    for (unsigned i = 0; i < 2 * at->way_count * at->width_count &&
                         self->report.nodes - before < tries * options.fallback_nodes;
         i++) {
        const assignment *way = &at->ways[i % at->way_count];
        const unsigned width = at->widths[i / at->way_count % at->width_count];
        const bool is_even = i >= at->way_count * at->width_count;
        if ((width % 2 == 0) != is_even || !df_places_has(at, width, way))
            continue;
        const picture_place place = df_places_make(at, width, way);
        options.seed++;
        best_add_try(self, &place, options, open_rows);
        status = best_run_tries(self);
        if (status != DF_OK || best_is_stopped(self) || self->leaders[0].drops != 0)
            break;
    }
    return status;
}

/* Searches the leaders' places. Each level of effort makes the beam broader, and every other
 * one has more rows at work; twice without a rival. */
static void best_add_level(best_search *self, unsigned level)
{
    const leader *leaders = self->leaders;
    const bool is_alone = leaders[0].drops != 0 && leaders[1].drops == 0;
    for (unsigned i = 0; i < LEADERS && (leaders[i].drops != 0 || is_alone); i++) {
        if (i > 0 && !is_alone && !best_second_contends(self))
            break;
        const picture_place *place = &leaders[is_alone ? 0 : i].place;
        beam_options options = {.breadth =
                                    df_effort_grow(OPEN_BREADTH, level + (i > 0 && is_alone)),
                                .keep = OPEN_KEEP,
                                .rescues = OPEN_RESCUES,
                                .seed = UINT64_C(100) * (level + 1) + i};
        best_add_try(self, place, options, OPEN_HEIGHT + level % 2);
        options.seed += LEADERS;
        if (is_alone)
            best_add_try(self, place, options, OPEN_HEIGHT + (level + 1) % 2);
    }
}

static bool best_ask_watch_of_drops(void *context, uint64_t nodes, size_t drops)
{
    best_watch *self = context;
    self->drops = drops;
    return best_ask_watch(self, nodes);
}

/* Improves the best plan drop by drop; without one, looks for one on `place`. With an order,
 * replaces it by one in that order, if there is one. */
static df_status best_improve(best_search *self, const picture_place *place, unsigned level,
                              const df_piece_order *order)
{
    const improve_request asked = {.job = self->job,
                                   .place = place,
                                   .plan = self->plan,
                                   .level = level,
                                   .order = order,
                                   .watch = best_ask_watch_of_drops,
                                   .watch_context = &self->watch};
    improve_result made;
    const df_status status = df_improve_plan(&asked, &made);
    if (status != DF_OK)
        return status;
    self->report.nodes += made.nodes;
    if (made.plan != NULL) {
        attempt better = {.place = made.place,
                          .result = {.drops = made.plan, .passes = made.passes}};
        best_take_over(self, &better);
    } else if (order != NULL) {
        df_plan_free(self->plan);
        self->plan = NULL;
    }
    return best_offer(self);
}

/* Looks drop by drop for a plan of a small picture for which the beams have found none. */
static df_status best_begin_narrow(best_search *self)
{
    df_status status = DF_OK;
    for (unsigned i = 0; i < self->places.way_count && status == DF_OK && self->plan == NULL &&
                         !best_is_stopped(self);
         i++) {
        const picture_place place =
            df_places_make(&self->places, self->places.near[0], &self->places.ways[i]);
        status = best_improve(self, &place, 0, NULL);
    }
    return status;
}

/* Estimates the nodes of the whole search from the work that is still to be done. */
static void best_guess_work(best_search *self, unsigned levels)
{
    uint64_t rest = 0, improving = 0;
    for (unsigned i = 0; i < levels; i++) {
        best_add_level(self, i);
        for (unsigned j = 0; j < self->try_count; j++)
            rest += best_work(&self->tries[j]);
        self->try_count = 0;
        improving += df_improve_max_nodes(i);
    }
    const uint64_t nodes = self->report.nodes;
    if (self->tried > 0)
        self->watch.expected = nodes + nodes / self->tried * rest + improving;
}

/* Says what was tried in vain. */
static df_status best_refuse(best_search *self)
{
    *self->job->is_stuck = true;
    df_error_set(self->job->error, DF_ERROR_LIMIT,
                 "found no way past row %u of the picture, counted from its top",
                 self->job->picture->height - self->reached);
    df_advice_put_ways_out(self->job->error, self->job->options);
    return DF_ERROR_LIMIT;
}

/* The beam that hands the most to the fallback. */
static const beam_options best_at_once = {.breadth = 1, .keep = 10};

/* Looks for the best places, and for any plan where that is hard. */
static df_status best_find_places(best_search *self)
{
    beam_options sure = best_quick_beam(self, 2000);
    sure.rescues = SURE_RESCUES;
    df_status status = best_survey(self);
    self->surveyed = self->leaders[0].drops;
    if (status != DF_OK || best_is_stopped(self) || self->leaders[0].drops != 0)
        return status;
    status = best_fall_back(self, best_at_once, 0);
    if (status == DF_OK && !best_is_stopped(self))
        status = best_fall_back(self, sure, OPEN_HEIGHT);
    return status;
}

/* Refines the best plan, level after level. */
static df_status best_refine_all(best_search *self)
{
    const unsigned effort = self->job->options->effort;
    const unsigned levels = effort > 1 ? effort : 1;
    df_status status = DF_OK;
    best_guess_work(self, levels);
    for (unsigned i = 0; status == DF_OK && !best_is_stopped(self) && i < levels; i++) {
        if (i == 1)
            status = best_survey_more(self);
        if (status == DF_OK && !best_is_stopped(self)) {
            best_add_level(self, i);
            status = best_run_tries(self);
        }
        if (status == DF_OK && !best_is_stopped(self) && self->place.picture != NULL &&
            self->place.width <= DF_NARROW_MAX_WIDTH)
            status = best_improve(self, &self->place, i, NULL);
        self->budget += self->budget / 2;
    }
    return status;
}

static df_status best_search_all(best_search *self)
{
    const bool is_quick = self->job->options->quick;
    df_status status =
        is_quick ? best_fall_back(self, best_at_once, 0) : best_begin_with_rows(self);
    if (status == DF_OK && !is_quick)
        status = best_find_places(self);
    if (status == DF_OK && !is_quick && !best_is_stopped(self))
        status = best_refine_all(self);
    if (status == DF_OK && self->plan == NULL)
        status = best_begin_narrow(self);
    if (status == DF_OK && self->job->options->order != NULL && !best_is_stopped(self)) {
        const picture_place first =
            df_places_make(&self->places, self->places.near[0], &self->places.ways[0]);
        const picture_place *place = self->plan != NULL ? &self->place : &first;
        status = best_improve(self, place, 0, self->job->options->order);
    }
    if (status != DF_OK || self->plan != NULL)
        return status;
    return best_is_stopped(self) ? DF_ERROR_CANCELLED : best_refuse(self);
}

static df_status best_plan(const print_method *method, const print_job *job, df_plan **plan,
                           df_print_report *report)
{
    (void)method;
    best_search self = {.job = job, .watch = {.options = job->options}};
    atomic_flag_clear(&self.watch.is_busy);
    df_shapes_init(self.shapes, job->tetrominoes);
    const size_t area = best_area(&self);
    const uint64_t least = area > LARGE_AREA ? LARGE_BUDGET : MIN_BUDGET;
    self.budget = area * (uint64_t)BUDGET_OF_SQUARE;
    self.budget = self.budget > least ? self.budget : least;
    df_status status = df_places_list(&self.places, job, self.shapes);
    if (status != DF_OK)
        return status;
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
