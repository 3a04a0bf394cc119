#include "print_dealt.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "print/base/carriers.h"
#include "print/base/possible.h"
#include "print/drops/dealt.h"
#include "print/pack/structure.h"

enum {
    USUAL_WIDTH = 10,
    MIN_FREE_ROWS = 10,    /* above the picture, unless a height is given */
    MAX_DEALT = 4096,      /* pieces that a dealer deals for a plan */
    MAX_PIECE_HEIGHT = 4,  /* rows that a piece needs above all others to be turned */
    MAX_NODES = 400000000, /* of a search, for each unit of effort */
};

/* A picture that is being printed. */
typedef struct dealt_print {
    const print_job *job;
    const df_plan_deal *deal;
    carrier_sets sets;
    char pieces[DF_PRINT_PIECES_SIZE];
    uint8_t *queue; /* owned */
    size_t count;
    uint64_t nodes; /* so far */
} dealt_print;

df_status df_print_check_deal(const print_job *job)
{
    const df_plan_deal *deal = job->options->deal;
    const df_movement movement = job->options->movement;
    if (df_deal_name(deal->deal) == NULL)
        return df_error_set(job->error, DF_ERROR_ARGUMENT, "an unknown deal; choose one");
    if (movement != DF_MOVEMENT_SPAWN && movement != DF_MOVEMENT_SRS &&
        movement != DF_MOVEMENT_SRS_180)
        return df_error_set(job->error, DF_ERROR_ARGUMENT,
                            "dealt pieces are dropped by the rules harddrop, srs or srs+180; "
                            "choose one of them");
    if (job->options->width > DF_NARROW_MAX_WIDTH)
        return df_error_set(job->error, DF_ERROR_ARGUMENT,
                            "a playfield for dealt pieces has at most 64 columns; choose a "
                            "smaller width");
    for (size_t i = 0; deal->deal == DF_DEAL_GIVEN && i < deal->count; i++) {
        if (deal->queue[i] >= DF_TETROMINOES)
            return df_error_set(job->error, DF_ERROR_ARGUMENT,
                                "a piece of the queue is no tetromino; choose others");
    }
    return DF_OK;
}

void df_print_set_dealt_size(df_print_options *options, const df_picture *picture)
{
    if (options->width == 0)
        options->width = df_possible_width(picture, USUAL_WIDTH, options->anchors);
    if (options->width > DF_NARROW_MAX_WIDTH)
        options->width = USUAL_WIDTH;
    if (options->height == 0)
        options->height = unsigned_max(2 * options->width, picture->height + MIN_FREE_ROWS);
}

/* Gives O, which leaves pairs only, to the last of seven colours for which that is possible. */
static void dealt_place_pairs(dealt_print *self)
{
    enum { ODD_WIDTH = DF_FIELD_MAX_WIDTH - 1 }; /* where only the runs of a colour decide */
    const print_job *job = self->job;
    uint8_t *pieces = self->sets.pieces;
    for (unsigned i = DF_TETROMINOES; i-- > 0;) {
        carrier_sets tried = self->sets;
        tried.pieces[i] = pieces[DF_TETROMINOES - 1];
        tried.pieces[DF_TETROMINOES - 1] = pieces[i];
        df_carriers_write(tried.pieces, tried.count, self->pieces);
        if (df_possible_check(job->picture, ODD_WIDTH, self->pieces, job->options->anchors,
                              NULL) == DF_OK) {
            self->sets = tried;
            return;
        }
    }
    df_carriers_write(pieces, self->sets.count, self->pieces);
}

/* Gives each colour some of the pieces, those that leave single squares most easily first. */
static void dealt_share_pieces(dealt_print *self)
{
    static const uint8_t order[DF_TETROMINOES] = {DF_J, DF_T, DF_L, DF_S, DF_Z, DF_I, DF_O};
    self->sets.count = self->job->picture->color_count;
    for (unsigned i = 0; i < DF_TETROMINOES && self->sets.count > 0; i++)
        self->sets.pieces[i % self->sets.count] |= (uint8_t)(1U << order[i]);
    df_carriers_write(self->sets.pieces, self->sets.count, self->pieces);
    if (self->sets.count == DF_TETROMINOES)
        dealt_place_pairs(self);
}

/* Deals the queue. */
static df_status dealt_deal(dealt_print *self)
{
    const df_plan_deal *deal = self->deal;
    df_dealer dealer;
    const size_t count = deal->deal == DF_DEAL_GIVEN ? deal->count : MAX_DEALT;
    df_status status = df_dealer_begin(&dealer, deal->deal, DF_TETROMINOES, deal->queue,
                                       deal->count, deal->seed, 0);
    if (status != DF_OK)
        return status;
    self->queue = malloc(count + 1);
    if (self->queue == NULL)
        return DF_ERROR_MEMORY;
    for (self->count = 0; self->count < count; self->count++)
        self->queue[self->count] = (uint8_t)df_dealer_next(&dealer);
    return DF_OK;
}

static bool dealt_print_watch(void *context, uint64_t nodes, size_t drops)
{
    dealt_print *self = context;
    const df_print_options *options = self->job->options;
    self->nodes += nodes;
    const df_print_progress progress = {.nodes = self->nodes, .drops = drops};
    return options->watch == NULL || options->watch(options->watch_context, &progress);
}

/* Returns the rows that pieces may occupy. Where they are spawned inside the playfield, room
 * for that stays free, unless the picture itself needs it. */
static unsigned dealt_rows(const dealt_print *self)
{
    const unsigned needed = self->job->picture->height + MAX_PIECE_HEIGHT;
    if (self->job->options->movement != DF_MOVEMENT_SPAWN ||
        needed > self->job->options->height)
        return self->job->options->height;
    return self->job->options->height - MAX_PIECE_HEIGHT;
}

static df_status dealt_check_height(const print_job *job)
{
    const unsigned height = job->picture->height;
    if (height <= job->options->height)
        return DF_OK;
    return df_error_set(job->error, DF_ERROR_PICTURE,
                        "the picture is %u rows high and the playfield %u; use --height %u",
                        height, job->options->height,
                        height < DF_FIELD_MAX_HEIGHT - MAX_PIECE_HEIGHT
                            ? height + MAX_PIECE_HEIGHT
                            : DF_FIELD_MAX_HEIGHT);
}

static df_status dealt_refuse(const dealt_print *self)
{
    const df_plan_deal *deal = self->deal;
    df_error *error = self->job->error;
    if (deal->deal == DF_DEAL_GIVEN)
        df_error_set(error, DF_ERROR_LIMIT,
                     "no plan was found with the %zu pieces of the queue; give a longer one",
                     self->count);
    else
        df_error_set(error, DF_ERROR_LIMIT,
                     "no plan was found within the limit; try another --seed");
    if (self->job->options->effort < DF_PRINT_MAX_EFFORT)
        df_error_append(error, ", a higher --effort");
    if (!deal->hold)
        df_error_append(error, ", --with-hold");
    df_error_append(error, " or a playfield of another --width or --height");
    return DF_ERROR_LIMIT;
}

/* Searches for drops. DF_ERROR_LIMIT: none were found. */
static df_status dealt_find(dealt_print *self, dealt_result *found)
{
    const print_job *job = self->job;
    const df_print_options *options = job->options;
    const df_plan_deal *deal = self->deal;
    target_place place = {.picture = job->picture,
                          .tetrominoes = job->tetrominoes,
                          .width = options->width,
                          .anchors = options->anchors};
    memcpy(place.carriers, self->sets.pieces, sizeof place.carriers);
    const unsigned effort = options->effort > 0 ? options->effort : 1;
    const dealt_request request = {
        .place = &place,
        .max_height = dealt_rows(self),
        .queue = self->queue,
        .queue_count = self->count,
        .hold = deal->hold,
        .preview = deal->preview == DF_PREVIEW_ALL ? DEALT_ALL : deal->preview,
        .bags = deal->deal == DF_DEAL_BAG || deal->deal == DF_DEAL_TETRIO,
        .effort = effort,
        .max_nodes = (uint64_t)effort * MAX_NODES,
        .seed = options->seed,
        .jobs = options->jobs,
        .watch = dealt_print_watch,
        .watch_context = self,
    };
    df_status status = df_dealt_check(&place, request.max_height, job->error);
    if (status == DF_OK)
        status = df_dealt_search(&request, found);
    if (status == DF_OK && found->outcome != DF_FOUND)
        status = found->stopped ? DF_ERROR_CANCELLED : dealt_refuse(self);
    return status;
}

/* Gives the plan its rows, rules, colours, and the part of the queue that its drops take. */
static df_status dealt_finish(const dealt_print *self, df_plan *plan)
{
    df_plan_deal deal = *self->deal;
    df_hand hand = {0};
    unsigned needed;
    if (deal.deal == DF_DEAL_GIVEN)
        deal.seed = 0;
    deal.count = 0;
    df_status status = df_structure_fit(plan, 0, &needed);
    if (status == DF_OK)
        status = df_plan_set_deal(plan, &deal);
    for (size_t i = 0; status == DF_OK && i < self->count; i++)
        status = df_plan_add_dealt(plan, self->queue[i]);
    for (size_t i = 0; status == DF_OK && i < plan->count; i++) {
        if (!df_hand_take(&hand, plan->deal, plan->drops[i].piece, NULL))
            status = DF_ERROR_DEFECT;
    }
    if (status != DF_OK)
        return status;
    plan->deal->count = hand.taken;
    plan->movement = self->job->options->movement;
    df_carriers_paint(plan, self->job->picture, self->sets.pieces);
    return DF_OK;
}

static df_status dealt_print_plan(const print_method *method, const print_job *job,
                                  df_plan **plan, df_print_report *report)
{
    (void)method;
    const df_print_options *options = job->options;
    dealt_print self = {.job = job, .deal = options->deal};
    if (options->pieces == NULL)
        dealt_share_pieces(&self);
    else if (df_carriers_read(&self.sets, options->pieces) == CARRIERS_FINE)
        df_carriers_write(self.sets.pieces, job->picture->color_count, self.pieces);
    df_status status =
        df_possible_check_within(job->picture, options->width, DF_NARROW_MAX_WIDTH, self.pieces,
                                 options->anchors, job->error);
    dealt_result found = {.plan = NULL};
    if (status == DF_OK)
        status = dealt_check_height(job);
    if (status == DF_OK)
        status = dealt_deal(&self);
    if (status == DF_OK)
        status = dealt_find(&self, &found);
    if (status == DF_OK)
        status = dealt_finish(&self, found.plan);
    free(self.queue);
    free(found.held);
    if (status != DF_OK) {
        df_plan_free(found.plan);
        return status;
    }
    *plan = found.plan;
    report->nodes = found.nodes;
    report->stopped = found.stopped;
    memcpy(report->pieces, self.pieces, sizeof report->pieces);
    return DF_OK;
}

const print_method df_print_method_dealt = {
    .info = {"dealt", "pieces as a game deals them", DF_TETROMINOES},
    .plan = dealt_print_plan,
};
