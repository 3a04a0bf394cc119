#include <stdatomic.h>
#include <stdlib.h>

#include "attempt.h"
#include "core/base/error.h"
#include "core/base/jobs.h"
#include "pass_tree.h"
#include "places.h"
#include "print/base/advice.h"
#include "print/base/carriers.h"
#include "print/pack/pack.h"

enum {
    MAX_TRIES = ASSIGN_MAX, /* beams at the same time */
    ROWS = 3,               /* of the picture at work */
    /* Squares of a picture for which beams have the breadths below; larger ones get narrower
     * beams, so that time does not grow twice. */
    USUAL_AREA = 320,
    RACE_BREADTH = 4,      /* stages of a level, besides one: of a race, */
    RACE_KEEP = 28,        /* with so many states of a column of a sweep; */
    FIRST_KEEP = 20,       /* with these and one stage for the first plan, */
    ROUGH_KEEP = 2,        /* or with these, for many plans soon, */
    LEVEL_BREADTH = 8,     /* and of the first refinement, */
    LEVEL_KEEP = 40,       /* with these */
    NODES = 75000000,      /* of a search at the lowest effort, */
    MORE_NODES = 20000000, /* of which at least these follow the first plan; */
    SQUARE_NODES = 20000,  /* that may take these besides for each square of the area, */
    PLACE_NODES = 25000,   /* with these for each square before another place is tried */
    HEAT_NODES = 2500,     /* for each square that tell a good place from a bad one, */
    SHARES = 4,            /* heats that the nodes have to suffice for, for each place */
};

/* The threads' common progress. */
typedef struct best_watch {
    jobs_watch caller;
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
    attempt *tries[MAX_TRIES]; /* owned; those that go on */
    unsigned first;            /* of those in a run, */
    uint64_t share;            /* and the nodes of each of them */
    leader leaders[LEADERS];
    size_t drops;        /* of the best plan so far, to search below; 0: none yet */
    size_t raced;        /* drops of the best plan after the race */
    uint64_t work;       /* of the tries that are over, and */
    uint64_t work_nodes; /* their nodes */
    uint64_t budget;     /* nodes after which tries end, but for the fallback without a plan */
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
    const df_progress progress = {.done = all, .of = self->expected, .drops = self->drops};
    return df_jobs_watch(&self->caller, &progress);
}

static size_t best_area(const best_search *self)
{
    return (size_t)self->job->frames[0]->width * self->job->frames[0]->height;
}

/* Returns the stages of a level, where so many more than one are usual. */
static unsigned best_breadth(const best_search *self, size_t breadth)
{
    const size_t fitting = 1 + breadth * USUAL_AREA / best_area(self);
    return fitting < PASS_LEVEL_MAX ? (unsigned)fitting : PASS_LEVEL_MAX;
}

/* Returns the nodes of a heat, which tell a good place from a bad one. */
static uint64_t best_heat(const best_search *self)
{
    return HEAT_NODES * (uint64_t)best_area(self);
}

/* Returns the nodes after which one more level of effort ends. */
static uint64_t best_next_budget(uint64_t budget)
{
    return 2 * budget + budget / 4;
}

/* Returns the nodes that are left, at least a few. */
static uint64_t best_nodes_left(const best_search *self)
{
    return self->budget > self->report.nodes ? self->budget - self->report.nodes : 1;
}

/* Adds a try, whose seed tries of one seed of the user differ by. */
static df_status best_add_try(best_search *self, const picture_place *place,
                              beam_options options)
{
    if (self->try_count == MAX_TRIES)
        return DF_OK;
    attempt *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    options.height = self->job->options->height;
    options.seed += self->job->options->seed * UINT64_C(1000003);
    options.watch = best_ask_watch;
    options.watch_context = &self->watch;
    made->place = *place;
    made->options = options;
    self->tries[self->try_count++] = made;
    return DF_OK;
}

static void best_drop_try(attempt *made)
{
    df_attempt_free(made);
    df_plan_free(made->result.drops);
    free(made);
}

/* Drops all tries but the first `count`. */
static void best_drop_tries(best_search *self, unsigned count)
{
    while (self->try_count > count)
        best_drop_try(self->tries[--self->try_count]);
}

static df_status best_run_try(void *context, size_t index)
{
    best_search *self = context;
    return df_attempt_run(self->tries[self->first + index], self->job, self->shapes,
                          self->share);
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
    df_carriers_write(made->place.pieces, job->frames[0]->color_count, self->report.pieces);
    df_carriers_paint(self->plan, job->frames[0], made->place.pieces);
}

/* Notes the result of a try that is over, and takes over its plan if that is the best. */
static void best_note_try(best_search *self, attempt *made)
{
    if (made->result.drops == NULL) {
        self->reached = unsigned_max(self->reached, made->result.reached);
        return;
    }
    const size_t drops = made->result.drops->count;
    df_leaders_note(self->leaders, &made->place, drops);
    self->drops = self->drops == 0 || drops < self->drops ? drops : self->drops;
    if (self->plan == NULL || drops < self->report.drops)
        best_take_over(self, made);
}

/* Shows the best plan so far, unless it has been shown. */
static df_status best_offer(best_search *self)
{
    if (self->job->offer == NULL || self->plan == NULL || self->plan->count == self->offered)
        return DF_OK;
    self->offered = self->plan->count;
    return self->job->offer(self->job, self->plan, &self->report);
}

/* Estimates the work of a try, in proportion to its nodes. */
static uint64_t best_work(const attempt *made)
{
    return (uint64_t)made->options.breadth * made->options.keep;
}

/* Runs the tries from the first of these on with that many nodes each, and removes those that
 * are over. */
static df_status best_run_tries(best_search *self, unsigned first, uint64_t nodes)
{
    uint64_t before = 0, after = 0;
    unsigned left = first;
    self->first = first;
    self->share = nodes;
    for (unsigned i = first; i < self->try_count; i++) {
        self->tries[i]->drops = self->drops;
        before += self->tries[i]->result.nodes;
    }
    const df_status status =
        df_jobs_run(self->try_count - first, self->job->options->jobs, best_run_try, self);
    for (unsigned i = first; i < self->try_count; i++) {
        attempt *made = self->tries[i];
        after += made->result.nodes;
        if (made->beam != NULL) {
            self->tries[left++] = made;
            continue;
        }
        self->work += best_work(made);
        self->work_nodes += made->result.nodes;
        best_note_try(self, made);
        best_drop_try(made);
    }
    self->try_count = left;
    self->report.nodes += after - before;
    self->watch.drops = self->plan != NULL ? self->report.drops : 0;
    return status == DF_OK ? best_offer(self) : status;
}

static bool best_is_stopped(best_search *self)
{
    return atomic_load(&self->watch.caller.stopped);
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

/* Rates a try, the lower the better: by what it wastes, and last those that so many nodes would
 * not bring to their ends, if they took twice what they expect to take. */
static uint64_t best_rate(const attempt *made, uint64_t nodes)
{
    const uint64_t expected = 2 * made->result.expected;
    return expected <= nodes ? made->result.price : UINT64_MAX / 2 + expected;
}

/* Sorts the tries, the best first. */
static void best_sort_tries(best_search *self)
{
    const uint64_t nodes = best_nodes_left(self);
    for (unsigned i = 1; i < self->try_count; i++) {
        attempt *moved = self->tries[i];
        unsigned j = i;
        for (; j > 0 && best_rate(self->tries[j - 1], nodes) > best_rate(moved, nodes); j--)
            self->tries[j] = self->tries[j - 1];
        self->tries[j] = moved;
    }
}

/* Drops the worst tries, the worse half at most, for whose ends the nodes that are left do not
 * suffice. */
static void best_select_tries(best_search *self)
{
    const uint64_t nodes = best_nodes_left(self);
    uint64_t expected = 0;
    unsigned count = 0;
    best_sort_tries(self);
    for (; count < self->try_count && expected <= nodes; count++)
        expected += 2 * self->tries[count]->result.expected;
    best_drop_tries(self, unsigned_max(count, (self->try_count + 1) / 2));
}

/* Runs the tries in heats of equal nodes until all are over or the nodes are spent. */
static df_status best_race(best_search *self)
{
    df_status status = DF_OK;
    while (status == DF_OK && !best_is_stopped(self) && self->try_count > 0 &&
           best_nodes_left(self) > 1) {
        status = best_run_tries(self, 0, best_heat(self));
        best_select_tries(self);
    }
    return status;
}

/* Sets the nodes that the watch is told to expect: those of all levels of effort. */
static void best_expect(best_search *self)
{
    self->watch.expected = self->budget;
    for (unsigned i = 1; i < self->job->options->effort; i++)
        self->watch.expected = best_next_budget(self->watch.expected);
}

/* Runs the last try to its end, which the fallback brings about when the nodes are spent, with
 * `more` nodes, and drops it. */
static df_status best_complete(best_search *self, uint64_t nodes, uint64_t more)
{
    const unsigned last = self->try_count - 1;
    df_status status = best_run_tries(self, last, nodes);
    if (status == DF_OK && !best_is_stopped(self) && last < self->try_count) {
        df_beam_hurry(self->tries[last]->beam);
        status = best_run_tries(self, last, more);
    }
    best_drop_tries(self, last);
    return status;
}

/* Completes the best try: with a plan only if it is almost there. */
static df_status best_finish(best_search *self, uint64_t nodes)
{
    const bool has_plan = self->leaders[0].drops != 0;
    best_drop_tries(self, best_is_stopped(self) ? 0 : 1);
    return self->try_count > 0
               ? best_complete(self, nodes, has_plan ? best_heat(self) : self->budget)
               : DF_OK;
}

/* Adds a racer. */
static df_status best_add_racer(best_search *self, unsigned width, const assignment *way,
                                uint64_t seed)
{
    if (!df_places_has(&self->places, width, way))
        return DF_OK;
    const picture_place place = df_places_make(&self->places, width, way);
    const beam_options options = {.breadth = best_breadth(self, RACE_BREADTH),
                                  .keep = RACE_KEEP,
                                  .rows = ROWS,
                                  .seed = seed};
    return best_add_try(self, &place, options);
}

/* Returns the width of the best place so far. */
static unsigned best_width(const best_search *self)
{
    if (self->try_count > 0)
        return self->tries[0]->place.width;
    return self->leaders[0].drops != 0 ? self->leaders[0].place.width : self->places.near[0];
}

/* Adds the ways from `first` on, on the best width. */
static df_status best_add_ways(best_search *self, unsigned first, unsigned count, uint64_t seed)
{
    const unsigned width = best_width(self);
    df_status status = DF_OK;
    for (unsigned i = first; i < count && status == DF_OK; i++)
        status = best_add_racer(self, width, &self->places.ways[i], seed + i);
    return status;
}

/* Finds the best width and the best way there, among as many as can be compared. */
static df_status best_find_places(best_search *self)
{
    const places *at = &self->places;
    const uint64_t heats = best_nodes_left(self) / (SHARES * best_heat(self));
    const unsigned most = unsigned_max(2, heats < MAX_TRIES ? (unsigned)heats : MAX_TRIES);
    const unsigned widths = unsigned_max(1, unsigned_min(most / 4, at->near_count));
    const unsigned ways = unsigned_min(at->way_count, most - widths + 1);
    df_status status = DF_OK;
    for (unsigned i = 0; i < widths && status == DF_OK; i++)
        status = best_add_racer(self, at->near[i], &at->ways[0], 1000 + i);
    /* One width is not compared with others, so its beam goes on among those of other ways. */
    if (status == DF_OK && widths > 1)
        status = best_race(self);
    if (status == DF_OK && !best_is_stopped(self))
        status = best_add_ways(self, 1, ways, 1100);
    if (status == DF_OK)
        status = best_race(self);
    if (status == DF_OK)
        status = best_finish(self, best_nodes_left(self));
    self->raced = self->leaders[0].drops;
    return status;
}

/* Looks for better places among more ways. Narrow beams need not find what broader ones have
 * found since the first race. */
static df_status best_find_more(best_search *self)
{
    const size_t drops = self->drops;
    if (self->raced == 0)
        return DF_OK;
    self->drops = self->raced;
    df_status status = best_add_ways(self, self->places.way_count, self->places.all_ways, 3000);
    if (status == DF_OK)
        status = best_race(self);
    best_drop_tries(self, 0);
    self->drops = drops < self->drops ? drops : self->drops;
    return status;
}

/* Looks for a first plan by one beam in each place, as long as the nodes suffice. On even
 * widths no pass leaves just one square, so they come last. */
static df_status best_try_places(best_search *self)
{
    const places *at = &self->places;
    const unsigned count = at->way_count * at->width_count;
    df_status status = DF_OK;
    for (unsigned i = 0; i < 2 * count && status == DF_OK && self->leaders[0].drops == 0 &&
                         !best_is_stopped(self) && self->report.nodes < self->budget / 2;
         i++) {
        const assignment *way = &at->ways[i % at->way_count];
        const unsigned width = at->widths[i / at->way_count % at->width_count];
        if ((width % 2 == 0) != (i >= count) || !df_places_has(at, width, way))
            continue;
        const picture_place place = df_places_make(at, width, way);
        const unsigned keep = self->job->is_rough ? ROUGH_KEEP : FIRST_KEEP;
        const beam_options options = {.breadth = 1, .keep = keep, .rows = ROWS, .seed = i};
        const unsigned before = self->try_count;
        status = best_add_try(self, &place, options);
        if (status == DF_OK)
            status = best_run_tries(self, before, PLACE_NODES * (uint64_t)best_area(self));
    }
    return status;
}

/* Finds a first plan: what has come furthest goes on where no beam comes to its end. */
static df_status best_begin(best_search *self)
{
    df_status status = best_try_places(self);
    best_sort_tries(self);
    while (status == DF_OK && self->leaders[0].drops == 0 && self->try_count > 0 &&
           !best_is_stopped(self)) {
        const unsigned last = self->try_count - 1;
        attempt *const first = self->tries[0];
        self->tries[0] = self->tries[last];
        self->tries[last] = first;
        status = best_complete(self, self->budget, self->budget);
    }
    best_drop_tries(self, 0);
    const uint64_t least = self->report.nodes + MORE_NODES;
    self->budget = least > NODES ? least : NODES;
    best_expect(self);
    return status;
}

/* Adds beams in the leaders' places. Each level of effort makes them broader, and every other
 * one has more rows at work; twice without a rival. */
static df_status best_add_level(best_search *self, unsigned level)
{
    const leader *leaders = self->leaders;
    const bool is_alone = leaders[0].drops != 0 && leaders[1].drops == 0;
    uint64_t expected = 0;
    df_status status = DF_OK;
    for (unsigned i = 0; i < LEADERS && status == DF_OK; i++) {
        const leader *on = &leaders[is_alone ? 0 : i];
        const beam_options options = {
            .breadth =
                best_breadth(self, df_effort_grow(LEVEL_BREADTH, level + (i > 0 && is_alone))),
            .keep = LEVEL_KEEP,
            .rows = ROWS + (level + (is_alone ? i : 0)) % 2,
            .seed = UINT64_C(100) * (level + 1) + i};
        expected +=
            self->work > 0 ? self->work_nodes / self->work * options.breadth * LEVEL_KEEP : 0;
        if (on->drops == 0 || expected > best_nodes_left(self))
            break;
        status = best_add_try(self, &on->place, options);
    }
    return status;
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
    if (self->job->ground != NULL)
        return DF_OK; /* drop by drop pictures begin on the floor */
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

/* Says what was tried in vain. */
static df_status best_refuse(best_search *self)
{
    *self->job->is_stuck = true;
    df_error_set(self->job->error, DF_ERROR_LIMIT,
                 "found no way past row %u of the picture, counted from its top",
                 self->job->frames[0]->height - self->reached);
    df_advice_put_ways_out(self->job->error, self->job->options);
    return DF_ERROR_LIMIT;
}

/* Refines the best plan. Each level of effort goes on where the one before it has ended. */
static df_status best_refine_all(best_search *self)
{
    const unsigned effort = unsigned_max(1, self->job->options->effort);
    df_status status = DF_OK;
    for (unsigned i = 0; i < effort && status == DF_OK && !best_is_stopped(self); i++) {
        if (i == 1)
            status = best_find_more(self);
        if (status == DF_OK && !best_is_stopped(self))
            status = best_add_level(self, i);
        if (status == DF_OK && self->try_count > 0)
            status = best_run_tries(self, 0, best_nodes_left(self) / self->try_count);
        best_drop_tries(self, 0);
        if (status == DF_OK && !best_is_stopped(self) && self->place.picture != NULL &&
            self->place.width <= DF_NARROW_MAX_WIDTH)
            status = best_improve(self, &self->place, i, NULL);
        self->budget = best_next_budget(self->budget);
    }
    return status;
}

/* Finds a plan at once, and better ones unless that is all that is asked for. */
static df_status best_search_all(best_search *self)
{
    const bool is_quick = self->job->options->quick;
    /* The method search chooses the picture's columns itself. */
    df_status status = is_quick || self->job->is_centred ? DF_OK : best_begin_with_rows(self);
    if (status == DF_OK && !best_is_stopped(self))
        status = best_begin(self);
    if (status == DF_OK && !is_quick && !best_is_stopped(self))
        status = best_find_places(self);
    if (status == DF_OK && !is_quick && !best_is_stopped(self))
        status = best_refine_all(self);
    if (status == DF_OK && self->plan == NULL)
        status = best_begin_narrow(self);
    return status;
}

/* Searches, and then puts the pieces into the order that is asked for. */
static df_status best_search_in_order(best_search *self)
{
    df_status status = best_search_all(self);
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
    best_search self = {.job = job,
                        .watch.caller = {.ask = job->options->watch,
                                         .context = job->options->watch_context,
                                         .is_busy = ATOMIC_FLAG_INIT}};
    df_shapes_init(self.shapes, job->tetrominoes);
    self.budget = NODES + SQUARE_NODES * (uint64_t)best_area(&self);
    best_expect(&self);
    df_status status = df_places_list(&self.places, job, self.shapes);
    if (status != DF_OK)
        return status;
    status = best_search_in_order(&self);
    best_drop_tries(&self, 0);
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
