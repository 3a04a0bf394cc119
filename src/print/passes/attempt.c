#include "attempt.h"

#include <stdlib.h>
#include <string.h>

#include "print/base/possible.h"
#include "print/bound/proof.h"
#include "print/drops/dealt.h"

/* Returns the number of cleared rows from which on a plan is no better than is asked for. */
static unsigned attempt_row_limit(const attempt *self)
{
    const canvas *on = &self->on;
    if (self->drops == 0)
        return 4 * DF_FIELD_MAX_HEIGHT * DF_FIELD_MAX_WIDTH;
    const size_t squares = df_canvas_count(on, on->height);
    unsigned limit = (unsigned)((4 * self->drops - squares + on->width - 1) / on->width);
    /* All squares that are dropped stay or clear, and they come in fours. */
    while (limit > 1 && (squares + (size_t)(limit - 1) * on->width) % 4 != 0)
        limit--;
    return limit;
}

void df_attempt_free(attempt *self)
{
    df_beam_free(self->beam);
    df_rating_free(&self->rating);
    df_canvas_free(&self->on);
    self->beam = NULL;
}

/* Makes the canvas, and rates its squares by the weights that prove a bound. */
static df_status attempt_begin(attempt *self, const print_job *job)
{
    const df_picture *picture = job->frames[0];
    print_shape shapes[PRINT_SHAPES];
    char pieces[DF_PRINT_PIECES_SIZE];
    df_print_options asked = *job->options;
    int64_t *weights = calloc((size_t)picture->width * picture->height, sizeof weights[0]);
    if (weights == NULL)
        return DF_ERROR_MEMORY;
    df_shapes_init(shapes, job->tetrominoes);
    df_carriers_write(self->place.pieces, picture->color_count, pieces);
    asked.width = self->place.width;
    asked.pieces = pieces;
    df_status status = df_canvas_create(&self->on, &self->place, shapes);
    if (status == DF_OK && !job->is_rough)
        status = df_bound_weigh(picture, job->tetrominoes, &asked, weights);
    if (status == DF_OK)
        status = df_rating_create(&self->rating, &self->on, &self->place, weights);
    free(weights);
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

df_status df_attempt_run(attempt *self, const print_job *job, uint64_t nodes)
{
    const uint64_t before = self->result.nodes;
    df_status status = self->rating.on == NULL ? attempt_begin(self, job) : DF_OK;
    do {
        if (status == DF_OK && self->beam == NULL)
            status =
                df_beam_create(&self->beam, &self->rating, job->tetrominoes, &self->options);
        if (status == DF_OK)
            status = df_beam_run(self->beam, nodes, attempt_row_limit(self));
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

/* Returns the nodes that improving takes at most, about. */
static uint64_t improve_max_nodes(unsigned level)
{
    return (uint64_t)df_effort_grow(NODES, level) * (level > 0 ? MORE_NODES : 1);
}

/* Returns the rows that pieces may occupy; 0: as many as needed. In an order, four rows stay
 * free for the next piece. */
static unsigned improve_rows(const improvement *self)
{
    const unsigned height = self->job->options->height;
    return self->order != NULL && height > MAX_PIECE_HEIGHT ? height - MAX_PIECE_HEIGHT
                                                            : height;
}

static target_place improve_target(const improvement *self, const picture_place *place)
{
    target_place made = {.picture = place->picture,
                         .tetrominoes = self->job->tetrominoes,
                         .width = place->width,
                         .left = place->left,
                         .anchors = place->anchors};
    memcpy(made.carriers, place->pieces, sizeof made.carriers);
    return made;
}

/* Searches on a place, beginning with a guide for the same place, or NULL. */
static df_status improve_search(improvement *self, picture_place place, const df_plan *guide,
                                size_t limit, uint64_t nodes)
{
    const df_print_options *options = self->job->options;
    const target_place on = improve_target(self, &place);
    const uint64_t once = (uint64_t)RUNS * NODES_A_COLUMN * place.width * limit;
    const uint64_t max_keep = df_effort_grow(MAX_KEEP, self->level);
    const uint64_t keep = nodes / once < max_keep ? nodes / once : max_keep;
    const drops_request asked = {.place = &on,
                                 .guide = guide,
                                 .order = self->order,
                                 .limit = limit,
                                 .keep = (size_t)keep,
                                 .max_nodes = once * keep,
                                 .max_height = improve_rows(self),
                                 .seed = options->seed * 16 + self->level,
                                 .jobs = options->jobs,
                                 .watch = self->watch,
                                 .watch_context = self->watch_context};
    drops_result made;
    unsigned needed;
    if (nodes / once < MIN_KEEP)
        return DF_OK;
    df_status status = df_drops_search(&asked, &made);
    if (status != DF_OK)
        return status;
    self->nodes += made.nodes;
    if (made.plan != NULL)
        status = df_structure_fit(made.plan, options->height, &needed);
    if (made.plan == NULL || status != DF_OK) {
        df_plan_free(made.plan);
        return status == DF_ERROR_MOVE ? DF_OK : status;
    }
    df_plan_free(self->plan);
    self->plan = made.plan;
    self->place = place;
    self->passes = made.passes;
    self->found = true;
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
 * a colour in all columns, since few drops depend more on them. `from` is the place of the
 * first plan, if there was one. */
static df_status improve_on_width(improvement *self, const picture_place *from, bool has_plan,
                                  unsigned width, unsigned *tried)
{
    const unsigned slack = width - from->picture->width;
    const bool has_groups = improve_has_groups(from) && !self->job->is_centred;
    const unsigned max = has_groups ? NARROW_PLACES : NARROW_WIDTHS;
    df_status status = DF_OK;
    for (unsigned i = 0; i <= (has_groups ? slack : 0) && *tried < max && status == DF_OK;
         i++) {
        picture_place place = *from;
        place.width = width;
        place.left = (slack / 2 + i) % (slack + 1);
        if (has_plan && width == from->width && place.left == from->left)
            continue;
        ++*tried;
        status = improve_search(self, place, NULL,
                                self->plan != NULL ? self->plan->count : USUAL_DROPS,
                                improve_max_nodes(self->level) / NARROW_PART);
    }
    return status;
}

/* Prints from nothing on the narrowest playfields with the pieces of the plan. */
static df_status improve_narrow(improvement *self, const picture_place *from, bool has_plan)
{
    const unsigned asked = self->job->options->width;
    char pieces[DF_PRINT_PIECES_SIZE];
    unsigned tried = 0;
    df_status status = DF_OK;
    df_carriers_write(from->pieces, from->picture->color_count, pieces);
    for (unsigned width = unsigned_max(from->picture->width, PRINT_REACH);
         width <= NARROW && status == DF_OK; width++) {
        if ((asked == 0 || asked == width) &&
            df_possible_check(from->picture, width, pieces, from->anchors, NULL) == DF_OK)
            status = improve_on_width(self, from, has_plan, width, &tried);
    }
    return status;
}

/* Prints in an order on any columns by the search for dealt pieces, which finds a plan where
 * the search for few drops does not. */
static df_status improve_any_order(improvement *self)
{
    const df_print_options *options = self->job->options;
    const target_place on = improve_target(self, &self->place);
    const dealt_request asked = {.place = &on,
                                 .max_height = improve_rows(self),
                                 .order = self->order,
                                 .queue_count = ORDER_DROPS,
                                 .preview = DEALT_ALL,
                                 .effort = options->effort,
                                 .max_nodes = ORDER_NODES,
                                 .seed = options->seed,
                                 .jobs = options->jobs,
                                 .watch = self->watch,
                                 .watch_context = self->watch_context};
    dealt_result made;
    const df_status status = df_dealt_search(&asked, &made);
    if (status != DF_OK)
        return status;
    free(made.held);
    self->nodes += made.nodes;
    self->plan = made.plan;
    self->place.left = made.left;
    self->found = made.plan != NULL;
    return DF_OK;
}

/* Prints again on the place of the plan, in the order. */
static df_status improve_order(improvement *self)
{
    const size_t drops = self->plan != NULL ? self->plan->count : USUAL_DROPS;
    df_status status = DF_OK;
    df_plan_free(self->plan);
    self->plan = NULL;
    for (unsigned i = 1; i <= ORDER_TRIES && status == DF_OK && self->plan == NULL; i++)
        status = improve_search(self, self->place, NULL, drops + (drops / 8 + ORDER_MORE) * i,
                                improve_max_nodes(self->level));
    return status == DF_OK && self->plan == NULL ? improve_any_order(self) : status;
}

df_status df_improve_plan(improvement *self)
{
    const picture_place from = self->place;
    const bool has_plan = self->plan != NULL;
    const uint64_t nodes = improve_max_nodes(self->level);
    df_status status = DF_OK;
    if (self->order != NULL)
        return improve_order(self);
    if (has_plan)
        status = improve_search(self, from, self->plan, self->plan->count, nodes);
    if (status == DF_OK)
        status = improve_narrow(self, &from, has_plan);
    if (status == DF_OK && (self->place.width != from.width || self->place.left != from.left))
        status = improve_search(self, self->place, self->plan, self->plan->count, nodes);
    return status;
}
