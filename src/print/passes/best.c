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
    RACE_BREADTH = 4, /* stages of a level, besides one: of a race, */
    RACE_KEEP = 28,   /* with so many states of a column of a sweep; */
    FIRST_KEEP = 20,  /* with these and one stage for the first plan, */
    ROUGH_KEEP = 2,   /* or with these, for many plans soon, */
    LEVEL_STAGES = 2, /* stages of a level, at least, of a refinement, */
    LEVEL_KEEP = 40,  /* with these, or with fewer where nodes are short, */
    LEAST_STATES = LEVEL_STAGES * FIRST_KEEP, /* at least these in all stages */
    NODES = 75000000,                         /* of a search at the lowest effort, */
    FEW_SQUARES = 2400,                       /* of a picture for which they suffice, */
    SQUARE_NODES = 70000,                     /* for each square beyond these, */
    MOST_NODES = 1100000000,                  /* of all, which take a minute; */
    PLACE_NODES = 25000, /* that a beam may take for each square, or another place is tried */
    HEAT_NODES = 2500,   /* for each square that tell a good place from a bad one, */
    SHARES = 4,          /* heats that the nodes have to suffice for, for each place */
    FIRST_TIMES = 2,     /* times the nodes of all efforts are spent at most without a plan */
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
    df_status status; /* of what was done so far; after an error nothing more is done */
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
    picture_place place; /* of this plan */
    df_print_report report;
    size_t offered; /* drops of the plan that was shown last */
    unsigned reached;
} best_search;

static bool best_ask_watch(void *context, uint64_t nodes, size_t drops)
{
    best_watch *self = context;
    const uint64_t all = atomic_fetch_add(&self->nodes, nodes) + nodes;
    if (drops > 0)
        self->drops = drops;
    const df_progress progress = {.done = all, .of = self->expected, .drops = self->drops};
    return df_jobs_watch(&self->caller, &progress);
}

static bool best_goes_on(best_search *self)
{
    return self->status == DF_OK && !atomic_load(&self->watch.caller.stopped);
}

static size_t best_area(const best_search *self)
{
    return (size_t)self->job->frames[0]->width * self->job->frames[0]->height;
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

/* Sets the nodes after which tries of the lowest effort end, and those that the watch is told
 * to expect: of all levels of effort. */
static void best_set_budget(best_search *self)
{
    const uint64_t area = best_area(self);
    const uint64_t nodes = NODES + SQUARE_NODES * (area > FEW_SQUARES ? area - FEW_SQUARES : 0);
    self->budget = self->watch.expected = nodes < MOST_NODES ? nodes : MOST_NODES;
    for (unsigned i = 1; i < self->job->options->effort; i++)
        self->watch.expected = best_next_budget(self->watch.expected);
}

/* Returns the nodes that are left, at least a few. */
static uint64_t best_nodes_left(const best_search *self)
{
    return self->budget > self->report.nodes ? self->budget - self->report.nodes : 1;
}

/* Returns the options of a beam: as many stages of a level as `breadth` more than one on a
 * usual picture. */
static beam_options best_beam(const best_search *self, size_t breadth, unsigned keep,
                              uint64_t seed)
{
    const size_t fitting = 1 + breadth * USUAL_AREA / best_area(self);
    return (beam_options){.breadth =
                              fitting < PASS_LEVEL_MAX ? (unsigned)fitting : PASS_LEVEL_MAX,
                          .keep = keep,
                          .rows = ROWS,
                          .seed = seed};
}

/* Returns the states of all stages of a level. */
static uint64_t best_count_states(const beam_options *options)
{
    return (uint64_t)options->breadth * options->keep;
}

/* Adds a try, whose seed tries of one seed of the user differ by. */
static void best_add_try(best_search *self, const picture_place *place, beam_options options)
{
    if (self->try_count == MAX_TRIES)
        return;
    attempt *made = calloc(1, sizeof *made);
    if (made == NULL) {
        self->status = DF_ERROR_MEMORY;
        return;
    }
    options.height = self->job->options->height;
    options.seed += self->job->options->seed * UINT64_C(1000003);
    options.watch = best_ask_watch;
    options.watch_context = &self->watch;
    made->place = *place;
    made->options = options;
    self->tries[self->try_count++] = made;
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
    return df_attempt_run(self->tries[self->first + index], self->job, self->share);
}

/* Notes what is to be said of a new plan, and shows which pieces leave which colours. */
static void best_describe(best_search *self, const picture_place *place, size_t passes,
                          size_t platforms)
{
    const df_picture *picture = self->job->frames[0];
    self->place = *place;
    self->report.drops = self->plan->count;
    self->report.passes = passes;
    self->report.platforms = platforms;
    df_carriers_write(place->pieces, picture->color_count, self->report.pieces);
    df_carriers_paint(self->plan, picture, place->pieces);
}

/* Notes the result of a try that is over, and takes over its plan if that is the best. */
static void best_note_try(best_search *self, attempt *made)
{
    beam_result *result = &made->result;
    /* The work of a try is in proportion to its nodes. */
    self->work += best_count_states(&made->options);
    self->work_nodes += result->nodes;
    if (result->drops == NULL) {
        self->reached = unsigned_max(self->reached, result->reached);
        return;
    }
    const size_t drops = result->drops->count;
    df_leaders_note(self->leaders, &made->place, drops);
    self->drops = self->drops == 0 || drops < self->drops ? drops : self->drops;
    if (self->plan == NULL || drops < self->report.drops) {
        df_plan_free(self->plan);
        self->plan = result->drops;
        result->drops = NULL;
        best_describe(self, &made->place, result->passes, result->platforms);
    }
}

/* Shows the best plan so far, unless it has been shown. */
static void best_offer(best_search *self)
{
    if (self->status != DF_OK || self->job->offer == NULL || self->plan == NULL ||
        self->plan->count == self->offered)
        return;
    self->offered = self->plan->count;
    self->status = self->job->offer(self->job, self->plan, &self->report);
}

/* Runs the tries from the first of these on with that many nodes each, and removes those that
 * are over. */
static void best_run_tries(best_search *self, unsigned first, uint64_t nodes)
{
    unsigned left = first;
    if (!best_goes_on(self))
        return;
    self->first = first;
    self->share = nodes;
    for (unsigned i = first; i < self->try_count; i++) {
        self->tries[i]->drops = self->drops;
        self->report.nodes -= self->tries[i]->result.nodes;
    }
    self->status =
        df_jobs_run(self->try_count - first, self->job->options->jobs, best_run_try, self);
    for (unsigned i = first; i < self->try_count; i++) {
        attempt *made = self->tries[i];
        self->report.nodes += made->result.nodes;
        if (made->beam != NULL) {
            self->tries[left++] = made;
            continue;
        }
        best_note_try(self, made);
        best_drop_try(made);
    }
    self->try_count = left;
    self->watch.drops = self->plan != NULL ? self->report.drops : 0;
    best_offer(self);
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

/* Sets the breadths of a refinement with so many states, at least LEAST_STATES. */
static void best_set_states(beam_options *options, uint64_t states)
{
    options->keep =
        states < LEVEL_STAGES * LEVEL_KEEP ? (unsigned)states / LEVEL_STAGES : LEVEL_KEEP;
    const uint64_t breadth = states / options->keep;
    options->breadth = breadth < PASS_LEVEL_MAX ? (unsigned)breadth : PASS_LEVEL_MAX;
}

/* Returns the nodes that a refinement in the place of a try takes at least. */
static uint64_t best_refinement(const attempt *made)
{
    return (made->result.nodes + made->result.expected) / best_count_states(&made->options) *
           LEAST_STATES;
}

/* Lets a try go on as broad as the nodes that are left allow, if it is narrower than a
 * refinement. */
static void best_widen(const best_search *self, attempt *made)
{
    const uint64_t now = best_count_states(&made->options);
    const uint64_t states = best_nodes_left(self) / 4 * 3 * now / (made->result.expected + 1);
    if (now >= LEAST_STATES || states < LEAST_STATES)
        return;
    best_set_states(&made->options, states);
    df_beam_widen(made->beam, made->options.breadth, made->options.keep);
}

/* Runs the tries in heats of equal nodes until all are over or the nodes are spent. After each
 * the worst are dropped, the worse half at most, for whose ends and a refinement the nodes that
 * are left do not suffice. The last one is broadened in place of the refinement. */
static void best_race(best_search *self)
{
    while (best_goes_on(self) && self->try_count > 0 && best_nodes_left(self) > 1) {
        best_run_tries(self, 0, best_heat(self));
        if (self->try_count == 0)
            return;
        best_sort_tries(self);
        const uint64_t nodes = best_nodes_left(self);
        uint64_t expected = best_refinement(self->tries[0]);
        unsigned count = 0;
        for (; count < self->try_count && expected <= nodes; count++)
            expected += 2 * self->tries[count]->result.expected;
        best_drop_tries(self, unsigned_max(count, (self->try_count + 1) / 2));
        if (self->try_count == 1)
            best_widen(self, self->tries[0]);
    }
}

/* Runs the last try to its end, which the fallback brings about when the nodes are spent, with
 * `more` nodes, and drops it. */
static void best_complete(best_search *self, uint64_t nodes, uint64_t more)
{
    const unsigned last = self->try_count - 1;
    best_run_tries(self, last, nodes);
    if (best_goes_on(self) && last < self->try_count) {
        df_beam_hurry(self->tries[last]->beam);
        best_run_tries(self, last, more);
    }
    best_drop_tries(self, last);
}

/* Adds a racer, if the pieces can carry the colours there. */
static void best_add_racer(best_search *self, unsigned width, const assignment *way,
                           uint64_t seed)
{
    if (!best_goes_on(self) || !df_places_has(&self->places, width, way))
        return;
    const picture_place place = df_places_make(&self->places, width, way);
    best_add_try(self, &place, best_beam(self, RACE_BREADTH, RACE_KEEP, seed));
}

/* Adds the ways from `first` on, on the width of the best place so far. */
static void best_add_ways(best_search *self, unsigned first, unsigned count, uint64_t seed)
{
    unsigned width = self->places.widths[0];
    if (self->try_count > 0)
        width = self->tries[0]->place.width;
    else if (self->leaders[0].drops != 0)
        width = self->leaders[0].place.width;
    for (unsigned i = first; i < count; i++)
        best_add_racer(self, width, &self->places.ways[i], seed + i);
}

/* Finds the best width and the best way there, among as many as can be compared, and completes
 * the best try; where a plan may do without it only if it is almost there. */
static void best_find_places(best_search *self)
{
    const places *at = &self->places;
    const uint64_t heats = best_nodes_left(self) / (SHARES * best_heat(self));
    const unsigned most = unsigned_max(2, heats < MAX_TRIES ? (unsigned)heats : MAX_TRIES);
    const unsigned widths = unsigned_max(1, unsigned_min(most / 4, at->width_count));
    if (self->job->options->quick || best_nodes_left(self) < best_heat(self))
        return;
    for (unsigned i = 0; i < widths; i++)
        best_add_racer(self, at->widths[i], &at->ways[0], 1000 + i);
    /* One width is not compared with others, so its beam goes on among those of other ways. */
    if (widths > 1)
        best_race(self);
    best_add_ways(self, 1, unsigned_min(at->way_count, most - widths + 1), 1100);
    best_race(self);
    best_drop_tries(self, best_goes_on(self) ? 1 : 0);
    const bool is_needed = self->leaders[0].drops == 0 && !df_method_may_merge(self->job);
    if (self->try_count > 0)
        best_complete(self, best_nodes_left(self), is_needed ? self->budget : best_heat(self));
    self->raced = self->leaders[0].drops;
}

/* Looks for better places among more ways. Narrow beams need not find what broader ones have
 * found since the first race. */
static void best_find_more(best_search *self)
{
    const size_t drops = self->drops;
    if (self->raced == 0)
        return;
    self->drops = self->raced;
    best_add_ways(self, self->places.way_count, self->places.all_ways, 3000);
    best_race(self);
    best_drop_tries(self, 0);
    self->drops = drops < self->drops ? drops : self->drops;
}

/* Runs the last try in heats for as long as PLACE_NODES seem to suffice for its end. */
static void best_run_promising(best_search *self, unsigned last)
{
    const uint64_t most = PLACE_NODES * (uint64_t)best_area(self);
    do {
        best_run_tries(self, last, best_heat(self));
    } while (best_goes_on(self) && last < self->try_count &&
             self->tries[last]->result.nodes + self->tries[last]->result.expected < most);
}

/* Looks for a first plan by one beam in each place, as long as the nodes suffice. On even
 * widths no pass leaves just one square, so they come last. */
static void best_try_places(best_search *self, uint64_t nodes)
{
    const places *at = &self->places;
    const unsigned count = at->way_count * at->width_count;
    for (unsigned i = 0; i < 2 * count && best_goes_on(self) && self->leaders[0].drops == 0 &&
                         self->report.nodes < nodes;
         i++) {
        const assignment *way = &at->ways[i % at->way_count];
        const unsigned width = at->widths[i / at->way_count % at->width_count];
        if ((width % 2 == 0) != (i >= count) || !df_places_has(at, width, way))
            continue;
        const picture_place place = df_places_make(at, width, way);
        const unsigned before = self->try_count;
        best_add_try(self, &place,
                     best_beam(self, 0, self->job->is_rough ? ROUGH_KEEP : FIRST_KEEP, i));
        best_run_promising(self, before);
    }
}

/* Finds a first plan: what has come furthest goes on where no beam comes to its end. A picture
 * that may have fewer colours instead gets no more nodes than its budget. The nodes that a
 * first plan takes beyond half of the budget are added to it. */
static void best_begin(best_search *self)
{
    const uint64_t half = self->budget / 2;
    const bool may_merge = df_method_may_merge(self->job);
    const uint64_t most = may_merge ? self->budget : FIRST_TIMES * self->watch.expected;
    best_try_places(self, may_merge ? half : self->budget);
    best_sort_tries(self);
    while (best_goes_on(self) && self->leaders[0].drops == 0 && self->try_count > 0 &&
           self->report.nodes < most) {
        const unsigned last = self->try_count - 1;
        attempt *const first = self->tries[0];
        self->tries[0] = self->tries[last];
        self->tries[last] = first;
        best_complete(self, may_merge ? most - self->report.nodes : self->budget, self->budget);
    }
    best_drop_tries(self, 0);
    if (self->leaders[0].drops != 0 && self->report.nodes > half)
        self->budget += self->report.nodes - half;
}

/* Returns the states of all stages of a level, for which these nodes probably suffice. */
static uint64_t best_fitting_states(const best_search *self, uint64_t nodes)
{
    return self->work_nodes > 0 ? nodes / 4 * 3 * self->work / self->work_nodes : 0;
}

/* Adds beams in the leaders' places, as broad as the nodes that are left allow: in the best one
 * alone where they do not suffice for two. Every other level of effort has more rows at work;
 * twice without a rival. */
static void best_add_level(best_search *self, unsigned level)
{
    const leader *leaders = self->leaders;
    const bool is_alone = leaders[0].drops != 0 && leaders[1].drops == 0;
    unsigned count = LEADERS;
    uint64_t states = best_fitting_states(self, best_nodes_left(self) / LEADERS);
    if (states < LEVEL_STAGES * LEVEL_KEEP) {
        count = 1;
        states = best_fitting_states(self, best_nodes_left(self));
    }
    if (leaders[0].drops == 0 || states < LEAST_STATES)
        return;
    for (unsigned i = 0; i < count && best_goes_on(self); i++) {
        beam_options options = {.rows = ROWS + (level + (is_alone ? i : 0)) % 2,
                                .seed = UINT64_C(100) * (level + 1) + i};
        best_set_states(&options, states);
        best_add_try(self, &leaders[is_alone ? 0 : i].place, options);
    }
}

/* Improves the best plan drop by drop; without one, looks for one on `place`. With an order,
 * replaces it by one in that order, if there is one. */
static void best_improve(best_search *self, const picture_place *place, unsigned level,
                         const df_piece_order *order)
{
    improvement made = {.job = self->job,
                        .place = *place,
                        .plan = self->plan,
                        .level = level,
                        .order = order,
                        .watch = best_ask_watch,
                        .watch_context = &self->watch};
    /* Drop by drop pictures begin on the floor. */
    if (!best_goes_on(self) || self->job->ground != NULL)
        return;
    self->status = df_improve_plan(&made);
    self->plan = made.plan;
    self->report.nodes += made.nodes;
    if (made.found)
        best_describe(self, &made.place, made.passes, 0);
    best_offer(self);
}

/* Looks drop by drop for a plan of a small picture for which the beams have found none. */
static void best_begin_narrow(best_search *self)
{
    for (unsigned i = 0; i < self->places.way_count && self->plan == NULL; i++) {
        const picture_place place =
            df_places_make(&self->places, self->places.widths[0], &self->places.ways[i]);
        best_improve(self, &place, 0, NULL);
    }
}

/* Puts the pieces into the order that is asked for. */
static void best_put_in_order(best_search *self)
{
    const picture_place first =
        df_places_make(&self->places, self->places.widths[0], &self->places.ways[0]);
    if (self->job->options->order != NULL)
        best_improve(self, self->plan != NULL ? &self->place : &first, 0,
                     self->job->options->order);
}

/* Refines the best plan. Each level of effort goes on where the one before it has ended. */
static void best_refine_all(best_search *self)
{
    const unsigned effort = unsigned_max(1, self->job->options->effort);
    for (unsigned i = 0; i < effort && best_goes_on(self) && !self->job->options->quick; i++) {
        if (i == 1)
            best_find_more(self);
        best_add_level(self, i);
        if (self->try_count > 0)
            best_run_tries(self, 0, best_nodes_left(self) / self->try_count);
        best_drop_tries(self, 0);
        if (self->plan != NULL && self->place.width <= DF_NARROW_MAX_WIDTH)
            best_improve(self, &self->place, i, NULL);
        self->budget = best_next_budget(self->budget);
    }
}

/* Finds a plan at once, and better ones unless that is all that is asked for. */
static void (*const best_steps[])(best_search *) = {
    best_begin, best_find_places, best_refine_all, best_begin_narrow, best_put_in_order};

/* Says what was tried in vain. */
static df_status best_refuse(const best_search *self)
{
    const print_job *job = self->job;
    *job->is_stuck = true;
    df_error_set(job->error, DF_ERROR_LIMIT,
                 "found no way past row %u of the picture, counted from its top",
                 job->frames[0]->height - self->reached);
    df_advice_put_ways_out(job->error, job->options);
    return DF_ERROR_LIMIT;
}

static df_status best_plan(const print_method *method, const print_job *job, df_plan **plan,
                           df_print_report *report)
{
    (void)method;
    best_search self = {.job = job,
                        .watch.caller = {.ask = job->options->watch,
                                         .context = job->options->watch_context,
                                         .is_busy = ATOMIC_FLAG_INIT}};
    best_set_budget(&self);
    self.status = df_places_list(&self.places, job);
    for (size_t i = 0; i < sizeof best_steps / sizeof best_steps[0] && best_goes_on(&self); i++)
        best_steps[i](&self);
    best_drop_tries(&self, 0);
    self.report.stopped = atomic_load(&self.watch.caller.stopped);
    if (self.status == DF_OK && self.plan == NULL)
        self.status = self.report.stopped ? DF_ERROR_CANCELLED : best_refuse(&self);
    if (self.status != DF_OK) {
        df_plan_free(self.plan);
        return self.status;
    }
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
