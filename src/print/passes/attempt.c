#include "attempt.h"

#include <stdlib.h>
#include <string.h>

#include "print/base/possible.h"
#include "print/bound/proof.h"
#include "print/drops/dealt.h"
#include "print/rows/rows.h"

/* Returns the number of cleared rows from which on a plan is no better than is asked for. */
static unsigned attempt_row_limit(const attempt *self, const canvas *on)
{
    if (self->drops == 0)
        return 4 * DF_FIELD_MAX_HEIGHT * DF_FIELD_MAX_WIDTH;
    const size_t squares = df_canvas_count(on, on->height);
    unsigned limit = (unsigned)((4 * self->drops - squares + on->width - 1) / on->width);
    /* All squares that are dropped stay or clear, and they come in fours. */
    while (limit > 1 && (squares + (size_t)(limit - 1) * on->width) % 4 != 0)
        limit--;
    return limit;
}

/* Rates the squares by the weights that prove a bound. *made is the caller's. */
static df_status attempt_weigh(const attempt *self, const print_job *job, const canvas *on,
                               pass_rating *made)
{
    char pieces[DF_PRINT_PIECES_SIZE];
    df_carriers_write(self->place.pieces, job->frames[0]->color_count, pieces);
    df_print_options asked = *job->options;
    asked.width = self->place.width;
    asked.pieces = pieces;
    const size_t squares = (size_t)job->frames[0]->width * job->frames[0]->height;
    int64_t *weights = calloc(squares, sizeof weights[0]);
    if (weights == NULL)
        return DF_ERROR_MEMORY;
    df_status status = job->is_rough
                           ? DF_OK
                           : df_bound_weigh(job->frames[0], job->tetrominoes, &asked, weights);
    if (status == DF_OK)
        status = df_rating_create(made, on, &self->place, weights);
    free(weights);
    return status;
}

void df_attempt_free(attempt *self)
{
    df_beam_free(self->beam);
    df_rating_free(&self->rating);
    df_canvas_free(&self->on);
    self->beam = NULL;
}

static df_status attempt_begin(attempt *self, const print_job *job,
                               const print_shape shapes[PRINT_SHAPES])
{
    df_status status = df_canvas_create(&self->on, &self->place, shapes);
    if (status == DF_OK)
        status = attempt_weigh(self, job, &self->on, &self->rating);
    return status;
}

/* Checks that the plan fits into the playfield; if it does not, a beam that uses fewer rows
 * takes its place, once. The tallest piece is four rows high when it is turned. */
static df_status attempt_fit(attempt *self, const print_job *job)
{
    unsigned needed;
    /* A step of an animation is checked with the others. */
    if (job->options->height == 0 || job->ground != NULL || self->result.drops == NULL)
        return DF_OK;
    const df_status status =
        df_structure_fit(self->result.drops, job->options->height, &needed);
    if (status == DF_OK)
        return DF_OK;
    df_plan_free(self->result.drops);
    self->result.drops = NULL;
    self->result.reached = job->frames[0]->height - 1;
    self->result.is_over = self->is_again;
    self->is_again = true;
    self->options.height = self->options.height > 4 ? self->options.height - 4 : 1;
    df_beam_free(self->beam);
    self->beam = NULL;
    self->spent = self->result.nodes;
    return status == DF_ERROR_MOVE ? DF_OK : status;
}

df_status df_attempt_run(attempt *self, const print_job *job,
                         const print_shape shapes[PRINT_SHAPES], uint64_t nodes)
{
    const uint64_t before = self->result.nodes;
    const bool is_first = self->rating.on == NULL;
    df_status status = is_first ? attempt_begin(self, job, shapes) : DF_OK;
    do {
        if (status == DF_OK && self->beam == NULL)
            status =
                df_beam_create(&self->beam, &self->rating, job->tetrominoes, &self->options);
        if (status == DF_OK)
            status = df_beam_run(self->beam, nodes, attempt_row_limit(self, &self->on));
        if (status == DF_OK)
            status = df_beam_report(self->beam, &self->result);
        self->result.nodes += self->spent;
        if (status == DF_OK)
            status = attempt_fit(self, job);
    } while (status == DF_OK && self->beam == NULL && !self->result.is_over &&
             self->result.nodes - before < nodes);
    if (status != DF_OK || self->result.is_over)
        df_attempt_free(self);
    return status;
}

df_status df_attempt_rows(const print_job *job, df_plan **plan, df_print_report *report)
{
    print_job asked = *job;
    asked.error = NULL;
    *plan = NULL;
    if (df_rows_check(&df_print_method_search, &asked) != DF_OK)
        return DF_OK;
    df_plan *made = NULL;
    df_print_report about = {0};
    df_status status =
        df_print_method_search.plan(&df_print_method_search, &asked, &made, &about);
    if (status == DF_ERROR_LIMIT)
        return DF_OK;
    if (status != DF_OK)
        return status;
    if (job->options->height != 0) {
        status = df_plan_settle(made, 1, NULL);
        if (status != DF_OK || made->height > job->options->height) {
            df_plan_free(made);
            return status == DF_ERROR_MOVE ? DF_OK : status;
        }
    }
    about.drops = made->count;
    *plan = made;
    *report = about;
    return DF_OK;
}

enum {
    NODES = 10000000,    /* at the lowest effort */
    MORE_NODES = 4,      /* times that with more, where it finds what broader beams do not; */
                         /* each level has half as many more */
    RUNS = 2,            /* searches that the nodes suffice for */
    NODES_A_COLUMN = 30, /* of a board, about */
    MIN_KEEP = 60,       /* boards of a level; with fewer nothing is found */
    MAX_KEEP = 400,      /* at the lowest effort: more are seldom of use to a small picture */
    NARROW = 12,         /* columns of a playfield on which pictures are printed from nothing */
    NARROW_WIDTHS = 3,   /* that are tried */
    NARROW_PLACES = 6,   /* that are tried, where some colour has several pieces */
    NARROW_PART = 8,     /* of the nodes for each of them */
    MAX_PIECE_HEIGHT = 4, /* rows that stay free for the next piece, in an order */
    ORDER_TRIES = 2,      /* of a search in an order, each with more drops: these */
    ORDER_MORE = 6,       /* and an eighth of those without it */
    ORDER_DROPS = 4096,   /* of a plan by the search for dealt pieces, */
    ORDER_NODES = 200000000,
    USUAL_DROPS = 64, /* of a picture on a narrow playfield for which there is no plan */
};

unsigned df_effort_grow(unsigned number, unsigned level)
{
    for (unsigned i = 0; i < level; i++)
        number += number / 2;
    return number;
}

/* Returns the rows that pieces may occupy; 0: as many as needed. In an order, four rows stay
 * free for the next piece. */
static unsigned improve_rows(const improve_request *request)
{
    const unsigned height = request->job->options->height;
    return request->order != NULL && height > MAX_PIECE_HEIGHT ? height - MAX_PIECE_HEIGHT
                                                               : height;
}

static target_place improve_target(const improve_request *request, const picture_place *place)
{
    target_place made = {.picture = request->job->frames[0],
                         .tetrominoes = request->job->tetrominoes,
                         .width = place->width,
                         .left = place->left,
                         .anchors = place->anchors};
    memcpy(made.carriers, place->pieces, sizeof made.carriers);
    return made;
}

/* Searches on a place. With `guide` the plan so far is for the same place. */
static df_status improve_search(const improve_request *request, const picture_place *place,
                                const df_plan *guide, size_t limit, uint64_t nodes,
                                improve_result *result)
{
    const print_job *job = request->job;
    const target_place on = improve_target(request, place);
    const uint64_t once = (uint64_t)RUNS * NODES_A_COLUMN * place->width * limit;
    if (nodes / once < MIN_KEEP)
        return DF_OK;
    const uint64_t max_keep = df_effort_grow(MAX_KEEP, request->level);
    uint64_t keep = nodes / once;
    keep = keep < max_keep ? keep : max_keep;
    const drops_request asked = {.place = &on,
                                 .guide = guide,
                                 .order = request->order,
                                 .limit = limit,
                                 .keep = (size_t)keep,
                                 .max_nodes = once * keep < nodes ? once * keep : nodes,
                                 .max_height = improve_rows(request),
                                 .seed = job->options->seed * 16 + request->level,
                                 .jobs = job->options->jobs,
                                 .watch = request->watch,
                                 .watch_context = request->watch_context};
    drops_result made;
    df_status status = df_drops_search(&asked, &made);
    if (status != DF_OK)
        return status;
    result->nodes += made.nodes;
    unsigned needed;
    if (made.plan != NULL)
        status = df_structure_fit(made.plan, job->options->height, &needed);
    if (made.plan == NULL || status != DF_OK) {
        df_plan_free(made.plan);
        return status == DF_ERROR_MOVE ? DF_OK : status;
    }
    df_plan_free(result->plan);
    result->plan = made.plan;
    result->place = *place;
    result->passes = made.passes;
    return DF_OK;
}

/* True if some colour has several pieces. */
static bool improve_has_groups(const picture_place *place)
{
    bool has_groups = false;
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        has_groups = has_groups || (place->pieces[i] & (place->pieces[i] - 1)) != 0;
    return has_groups;
}

/* Prints from nothing on a playfield of that width: in the middle, and with several pieces for
 * a colour in all columns, since few drops depend more on them. */
static df_status improve_on_width(const improve_request *request, unsigned width,
                                  uint64_t nodes, unsigned *tried, improve_result *result)
{
    const unsigned slack = width - request->job->frames[0]->width;
    const bool has_groups = improve_has_groups(request->place) && !request->job->is_centred;
    const unsigned max = has_groups ? NARROW_PLACES : NARROW_WIDTHS;
    for (unsigned i = 0; i <= (has_groups ? slack : 0) && *tried < max; i++) {
        picture_place place = *request->place;
        place.width = width;
        place.left = (slack / 2 + i) % (slack + 1);
        if (request->plan != NULL && width == request->place->width &&
            place.left == request->place->left)
            continue;
        ++*tried;
        const df_plan *best = result->plan != NULL ? result->plan : request->plan;
        const size_t limit = best != NULL ? best->count : USUAL_DROPS;
        const df_status status = improve_search(request, &place, NULL, limit, nodes, result);
        if (status != DF_OK)
            return status;
    }
    return DF_OK;
}

/* Prints from nothing on the narrowest playfields with the pieces of the plan. */
static df_status improve_narrow(const improve_request *request, uint64_t nodes,
                                improve_result *result)
{
    const print_job *job = request->job;
    char pieces[DF_PRINT_PIECES_SIZE];
    df_carriers_write(request->place->pieces, job->frames[0]->color_count, pieces);
    unsigned tried = 0;
    for (unsigned width = job->frames[0]->width; width <= NARROW; width++) {
        const bool is_fixed = job->options->width != 0 && job->options->width != width;
        if (is_fixed || width < PRINT_REACH ||
            df_possible_check(job->frames[0], width, pieces, request->place->anchors, NULL) !=
                DF_OK)
            continue;
        const df_status status = improve_on_width(request, width, nodes, &tried, result);
        if (status != DF_OK)
            return status;
    }
    return DF_OK;
}

uint64_t df_improve_max_nodes(unsigned level)
{
    return (uint64_t)df_effort_grow(NODES, level) * (level > 0 ? MORE_NODES : 1);
}

/* Prints in an order on any columns by the search for dealt pieces, which finds a plan where
 * the search for few drops does not. */
static df_status improve_any_order(const improve_request *request, improve_result *result)
{
    const df_print_options *options = request->job->options;
    target_place on = improve_target(request, request->place);
    const dealt_request asked = {.place = &on,
                                 .max_height = improve_rows(request),
                                 .order = request->order,
                                 .queue_count = ORDER_DROPS,
                                 .preview = DEALT_ALL,
                                 .effort = options->effort,
                                 .max_nodes = ORDER_NODES,
                                 .seed = options->seed,
                                 .jobs = options->jobs,
                                 .watch = request->watch,
                                 .watch_context = request->watch_context};
    dealt_result made;
    const df_status status = df_dealt_search(&asked, &made);
    if (status != DF_OK)
        return status;
    free(made.held);
    result->nodes += made.nodes;
    result->plan = made.plan;
    result->place.left = made.left;
    return DF_OK;
}

/* Prints again on the place of the plan, in the order of the request. */
static df_status improve_order(const improve_request *request, improve_result *result)
{
    const size_t drops = request->plan != NULL ? request->plan->count : USUAL_DROPS;
    improve_result made = {.place = *request->place};
    df_status status = DF_OK;
    for (unsigned i = 1; i <= ORDER_TRIES && status == DF_OK && made.plan == NULL; i++)
        status =
            improve_search(request, request->place, NULL, drops + (drops / 8 + ORDER_MORE) * i,
                           df_improve_max_nodes(request->level), &made);
    if (status == DF_OK && made.plan == NULL)
        status = improve_any_order(request, &made);
    if (status == DF_OK)
        *result = made;
    else
        df_plan_free(made.plan);
    return status;
}

df_status df_improve_plan(const improve_request *request, improve_result *result)
{
    const uint64_t nodes = df_improve_max_nodes(request->level);
    improve_result made = {.place = *request->place};
    df_status status = DF_OK;
    if (request->order != NULL)
        return improve_order(request, result);
    if (request->plan != NULL)
        status = improve_search(request, request->place, request->plan, request->plan->count,
                                nodes, &made);
    if (status == DF_OK)
        status = improve_narrow(request, nodes / NARROW_PART, &made);
    if (status == DF_OK && made.plan != NULL &&
        (made.place.width != request->place->width ||
         made.place.left != request->place->left)) {
        const picture_place place = made.place;
        status = improve_search(request, &place, made.plan, made.plan->count, nodes, &made);
    }
    if (status == DF_OK)
        *result = made;
    else
        df_plan_free(made.plan);
    return status;
}
