#include "print_dealt.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "core/board/mover.h"
#include "core/board/plan_deal.h"
#include "print/base/possible.h"
#include "print/drops/dealt.h"
#include "print/pack/pack.h"

enum {
    MAX_DEALT = 4096,       /* pieces that a dealer deals for a picture, */
    MAX_DEALT_FRAMES = 256, /* for each frame of an animation up to this one */
    /* Nodes of all searches for a picture, for each column of the playfield and each square of
     * the picture's area; as many times as that while there is no plan, and where colours may
     * become one instead, but no more than MOST_NODES, which take a minute, and MERGE_NODES;
     * and those of a game of which only the next pieces are seen. All are for each unit of
     * effort. */
    COLUMN_NODES = 700000,
    SQUARE_NODES = 200000,
    FIRST_TIMES = 12,
    MERGE_TIMES = 4,
    MOST_NODES = 1000000000,
    MERGE_NODES = 300000000,
    GAME_NODES = 380000000,
    /* Ways to share out the pieces to the colours that are tried, the boards of a level of the
     * search that tries one, by how much more they are if no way leads to a plan, and its nodes
     * for each board and square of the picture's area, with some squares more. */
    SHARES = 6,
    SHARE_KEEP = 80,
    SHARE_WIDER = 6,
    SHARE_NODES = 320,
    SHARE_SQUARES = 250,
    SHARE_NARROW = SHARE_KEEP * SHARE_WIDER, /* first searches keep fewer boards */
};

/* Pictures that are being printed in one game. */
typedef struct dealt_print {
    const print_job *job;
    target_place place; /* of the picture that is printed now */
    dealt_request next; /* for it, after those before it */
    df_field *field;    /* what these have left; owned; NULL: there were none */
    uint8_t *queue;     /* owned */
    size_t count;
    df_plan *plan; /* the best so far; owned; NULL: none yet */
    size_t bound; /* drops of a plan of all pictures that is to be bettered; 0: there is none */
    bool is_open; /* several ways to share out the pieces are compared */
    bool is_whole;  /* the last search has left nothing out */
    bool stopped;   /* by the watch */
    uint64_t nodes; /* of all searches, */
    uint64_t begun; /* and of those for the pictures before this one */
    size_t rest;    /* pictures that are searched for after this one */
    size_t fewest;  /* drops of a plan that is to be bettered now; 0: there is none */
} dealt_print;

/* A way to share out the pieces to the colours, and the nodes of its last search. */
typedef struct dealt_share {
    carrier_sets sets;
    uint64_t nodes;
} dealt_share;

/* Deals the queue. */
static df_status dealt_deal(dealt_print *self)
{
    const df_plan_deal *deal = self->job->options->deal;
    df_dealer dealer;
    const size_t frames = self->job->frame_count;
    const size_t most = MAX_DEALT * (frames < MAX_DEALT_FRAMES ? frames : MAX_DEALT_FRAMES);
    const size_t count = deal->deal == DF_DEAL_GIVEN ? deal->count : most;
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

static void dealt_take_sets(dealt_print *self, const carrier_sets *sets)
{
    memcpy(self->place.carriers, sets->pieces, sizeof self->place.carriers);
}

static uint64_t dealt_area(const dealt_print *self)
{
    return (uint64_t)self->place.picture->width * self->place.picture->height;
}

/* Returns the nodes of all searches for the picture. Those to better its plan are shared among
 * the frames. A plan of one picture by other rules stands for a first one, but what follows a
 * frame needs one by these. */
static uint64_t dealt_count_nodes(const dealt_print *self, bool has_plan)
{
    const print_job *job = self->job;
    const bool may_merge = df_method_may_merge(job) && !job->is_animation;
    uint64_t most = MOST_NODES;
    uint64_t nodes =
        (uint64_t)COLUMN_NODES * self->place.width + SQUARE_NODES * dealt_area(self);
    if (self->next.preview != DEALT_ALL)
        nodes = GAME_NODES;
    else if (has_plan)
        nodes /= job->frame_count;
    else if (self->bound == 0 || job->is_animation) {
        nodes *= may_merge ? MERGE_TIMES : FIRST_TIMES;
        most = may_merge ? MERGE_NODES : MOST_NODES;
    }
    return (nodes < most ? nodes : most) * unsigned_max(job->options->effort, 1);
}

static uint64_t dealt_nodes_left(const dealt_print *self, const dealt_result *best)
{
    const uint64_t limit = dealt_count_nodes(self, best->outcome == DF_FOUND);
    const uint64_t used = self->nodes - self->begun;
    return used < limit ? limit - used : 0;
}

/* Returns the nodes that all searches will probably take: for each picture those to better a
 * plan, and for one that takes more without any, those to find its first. 0: unknown, as a
 * game ends before its nodes do. */
static uint64_t dealt_expect(const dealt_print *self)
{
    const uint64_t usual = dealt_count_nodes(self, true);
    const bool is_usual = self->fewest > 0 || self->nodes - self->begun < usual - usual / 8;
    return self->next.preview == DEALT_ALL
               ? self->begun + dealt_count_nodes(self, is_usual) + self->rest * usual
               : 0;
}

static bool dealt_print_watch(void *context, uint64_t nodes, size_t drops)
{
    dealt_print *self = context;
    const df_print_options *options = self->job->options;
    (void)drops;
    self->nodes += nodes;
    const df_progress progress = {
        .done = self->nodes, .of = dealt_expect(self), .drops = self->fewest};
    return options->watch == NULL || options->watch(options->watch_context, &progress);
}

/* True if the search goes on: while nodes are left, and unless any plan will do. */
static bool dealt_goes_on(const dealt_print *self, const dealt_result *best)
{
    return !self->stopped && dealt_nodes_left(self, best) > 0 &&
           (best->outcome != DF_FOUND || !self->job->options->quick);
}

/* Makes the request of a search of that round: each has wider beams than the one before. */
static dealt_request dealt_ask(dealt_print *self, unsigned round, const dealt_result *best)
{
    dealt_request request = self->next;
    size_t fewer = self->bound;
    if (best->outcome == DF_FOUND &&
        (fewer == 0 || request.drops_before + best->plan->count < fewer))
        fewer = request.drops_before + best->plan->count;
    self->fewest = fewer;
    request.queue_count = self->count;
    if (fewer > 0 && fewer - 1 + request.hold < self->count)
        request.queue_count = fewer - 1 + request.hold;
    request.effort = round;
    request.once = best->outcome == DF_FOUND || self->bound > 0;
    request.max_nodes = dealt_nodes_left(self, best);
    return request;
}

static void dealt_print_free(dealt_result *result)
{
    df_plan_free(result->plan);
    free(result->held);
}

/* Searches for a plan with fewer drops than the best one, which it replaces then. */
static df_status dealt_improve(dealt_print *self, const dealt_request *request,
                               dealt_result *best)
{
    const uint64_t before = self->nodes;
    dealt_result found;
    const df_status status = df_dealt_search(request, &found);
    if (status != DF_OK)
        return status;
    self->nodes = before + found.nodes;
    self->stopped = found.stopped;
    self->is_whole = found.outcome == DF_NONE;
    if (found.outcome == DF_FOUND &&
        (best->outcome != DF_FOUND || best->plan->count > found.plan->count)) {
        const dealt_result worse = *best;
        *best = found;
        found = worse;
    }
    dealt_print_free(&found);
    return DF_OK;
}

/* Makes the ways to share out the pieces to the colours. */
static void dealt_make_shares(const dealt_print *self, unsigned round,
                              dealt_share shares[SHARES])
{
    uint8_t order[DF_TETROMINOES] = SHARE_ORDER;
    df_random random;
    df_random_seed(&random, self->job->options->seed, 2 + round);
    for (unsigned i = 0; i < SHARES; i++) {
        for (unsigned k = DF_TETROMINOES; (i > 1 || round > 1) && k-- > 1;) {
            const unsigned other = df_random_below(&random, k + 1);
            const uint8_t piece = order[k];
            order[k] = order[other];
            order[other] = piece;
        }
        shares[i] = (dealt_share){.sets = df_share_pieces(self->job, order, i % 2 == 0)};
    }
}

/* Orders the ways by how far narrow beams have come with them. */
static void dealt_sort_shares(dealt_share shares[SHARES])
{
    for (unsigned i = 1; i < SHARES; i++) {
        const dealt_share moved = shares[i];
        unsigned to = i;
        for (; to > 0 && shares[to - 1].nodes < moved.nodes; to--)
            shares[to] = shares[to - 1];
        shares[to] = moved;
    }
}

/* True if one more way is to be tried with a beam of `keep` boards: all of them with narrow
 * beams, to find the best one; otherwise until one leads to a plan. */
static bool dealt_tries_on(const dealt_print *self, size_t keep, const dealt_result *best)
{
    return dealt_goes_on(self, best) && (best->outcome != DF_FOUND || keep < SHARE_NARROW);
}

/* Searches with one way to share out the pieces: with a narrow beam, or, where these lead
 * nowhere, row by row and then with a wider one. */
static df_status dealt_try_share(dealt_print *self, unsigned round, size_t keep,
                                 dealt_share *share, dealt_result *best, carrier_sets *chosen)
{
    const uint64_t nodes = SHARE_NODES * keep * (dealt_area(self) + SHARE_SQUARES);
    df_status status = DF_OK;
    dealt_take_sets(self, &share->sets);
    for (int rows = keep >= SHARE_NARROW;
         rows >= 0 && status == DF_OK && dealt_tries_on(self, keep, best); rows--) {
        dealt_request request = dealt_ask(self, round, best);
        const uint64_t before = self->nodes;
        const df_plan *plan = best->plan;
        request.keep = keep;
        request.once = true;
        request.by_rows = rows > 0;
        if (nodes < request.max_nodes)
            request.max_nodes = nodes;
        /* A worse way takes longer. */
        if (best->outcome == DF_FOUND && best->nodes < request.max_nodes)
            request.max_nodes = best->nodes;
        status = dealt_improve(self, &request, best);
        share->nodes = self->nodes - before;
        if (best->plan != plan)
            *chosen = share->sets;
    }
    return status;
}

/* Tries ways to share out the pieces to the colours, with wider and wider beams until one leads
 * to a plan, and keeps the best. */
static df_status dealt_choose_shares(dealt_print *self, unsigned round, dealt_result *best)
{
    dealt_share shares[SHARES];
    carrier_sets chosen;
    df_status status = DF_OK;
    memcpy(chosen.pieces, self->place.carriers, sizeof chosen.pieces);
    dealt_make_shares(self, round, shares);
    for (size_t keep = SHARE_KEEP; status == DF_OK; keep *= SHARE_WIDER) {
        const uint64_t before = self->nodes;
        for (unsigned i = 0; i < SHARES && status == DF_OK && dealt_tries_on(self, keep, best);
             i++)
            status = dealt_try_share(self, round, keep, &shares[i], best, &chosen);
        /* No beam of fewer nodes was full, so that wider ones would find the same. */
        if (best->outcome == DF_FOUND || !dealt_tries_on(self, keep, best) ||
            self->nodes - before < keep)
            break;
        dealt_sort_shares(shares);
    }
    dealt_take_sets(self, &chosen);
    return status;
}

/* Gives the colours of an animation pieces that suit the frame with the most squares. */
static df_status dealt_choose_pieces(dealt_print *self)
{
    dealt_result tried = {.outcome = DF_LIMIT};
    self->place.picture = self->job->frames[df_share_find_largest(self->job)];
    const df_status status = dealt_choose_shares(self, 1, &tried);
    dealt_print_free(&tried);
    self->is_open = false;
    return status;
}

/* Searches for drops in rounds, until the nodes are spent: the rounds of a higher effort are
 * those of a lower one and more, and each keeps the best plan. So no effort has more drops than
 * a lower one, unless the queue is unknown: whoever plays cannot choose between games. */
static df_status dealt_find(dealt_print *self, const df_picture *picture, dealt_result *best)
{
    const bool is_game = self->next.preview != DEALT_ALL;
    unsigned round = is_game ? unsigned_max(self->job->options->effort, 1) : 1;
    const unsigned last = is_game ? round : DF_PRINT_MAX_EFFORT;
    self->place.picture = picture;
    self->begun = self->nodes;
    self->rest--;
    self->is_whole = false;
    df_status status = df_dealt_check(&self->place, self->next.max_height, self->job->error);
    for (; status == DF_OK && round <= last && dealt_goes_on(self, best) && !self->is_whole;
         round++) {
        if (self->is_open)
            status = dealt_choose_shares(self, round, best);
        if (status != DF_OK || !dealt_goes_on(self, best))
            break;
        const dealt_request request = dealt_ask(self, round, best);
        status = dealt_improve(self, &request, best);
        self->is_whole = self->is_whole && !self->is_open;
    }
    if (status == DF_OK && best->outcome != DF_FOUND)
        status =
            self->stopped
                ? DF_ERROR_CANCELLED
                : df_print_refuse_dealt(self->job,
                                        self->is_whole && self->bound == 0 &&
                                            self->next.max_height == self->job->options->height,
                                        self->place.carriers);
    return status;
}

/* Adds the drops of a frame to the plan, which is NULL before the first, marks its end, and
 * goes on from there. */
static df_status dealt_join(dealt_print *self, df_plan **plan, dealt_result *found)
{
    const size_t count = found->plan->count;
    df_field *field = NULL;
    unsigned needed;
    df_status status = df_structure_fit(found->plan, 0, &needed);
    if (status == DF_OK)
        status = df_plan_play(found->plan, NULL, NULL, &field, NULL, NULL);
    if (status != DF_OK)
        return status;
    df_field_free(self->field);
    self->place.begin = self->field = field;
    self->place.left = found->left;
    self->next.stays_left = true;
    self->next.drops_before += count;
    if (count > 0)
        self->next.held = found->held[count - 1];
    if (*plan != NULL) {
        status = df_plan_append(*plan, found->plan);
    } else {
        *plan = found->plan;
        found->plan = NULL;
    }
    return status == DF_OK ? df_plan_add_frame(*plan) : status;
}

/* Plans one picture after the other. *plan gets what was planned, also after a failure: if the
 * search for a later frame ends without a plan, the frames before it are what there is. */
static df_status dealt_find_all(dealt_print *self, df_plan **plan)
{
    const print_job *job = self->job;
    df_status status = DF_OK;
    if (self->is_open && job->is_animation)
        status = dealt_choose_pieces(self);
    for (size_t i = 0; i < job->frame_count && status == DF_OK; i++) {
        dealt_result found = {.outcome = DF_LIMIT};
        status = df_method_name_frame(job, i, dealt_find(self, job->frames[i], &found));
        if (status == DF_OK)
            status = dealt_join(self, plan, &found);
        dealt_print_free(&found);
    }
    self->stopped = self->stopped || status == DF_ERROR_CANCELLED;
    return *plan != NULL && (status == DF_ERROR_LIMIT || status == DF_ERROR_CANCELLED) ? DF_OK
                                                                                       : status;
}

/* True if a plan has more frames than another, or fewer drops for as many. */
static bool dealt_is_better(const df_plan *plan, const df_plan *other)
{
    if (plan == NULL || other == NULL)
        return plan != NULL;
    return plan->frame_count != other->frame_count ? plan->frame_count > other->frame_count
                                                   : plan->count < other->count;
}

/* Looks for a plan by these rules, on that number of rows, that betters the one so far. */
static df_status dealt_find_better(dealt_print *self, df_rules rules, unsigned rows)
{
    const print_job *job = self->job;
    const bool has_plan = self->plan != NULL;
    const bool is_whole = has_plan && self->plan->frame_count == job->frame_count;
    const df_error said = job->error != NULL ? *job->error : (df_error){0};
    df_plan *found = NULL;
    if (is_whole && self->plan->count == 0)
        return DF_OK;
    self->place.begin = job->options->begin;
    self->place.left = 0;
    self->next.stays_left = false;
    self->next.drops_before = 0;
    self->next.held = 0;
    self->next.rules = rules;
    self->next.max_height = rows;
    self->bound = is_whole ? self->plan->count : 0;
    self->is_open = self->is_open && !has_plan;
    df_status status = dealt_find_all(self, &found);
    if (has_plan && (status == DF_ERROR_LIMIT || status == DF_ERROR_CANCELLED)) {
        if (job->error != NULL)
            *job->error = said;
        status = DF_OK;
    }
    if (status == DF_OK && dealt_is_better(found, self->plan)) {
        df_plan *const worse = self->plan;
        self->plan = found;
        found = worse;
    }
    df_plan_free(found);
    return status;
}

/* Plans straight drops first and then, where pieces can be moved, a shorter plan. If only the
 * next pieces are seen there is one game, in which they are moved at once. */
static df_status dealt_find_best(dealt_print *self)
{
    const df_rules rules[] = {DF_RULES_HARDDROP, self->job->options->rules};
    const bool is_twice = df_rules_moves(rules[1]) && self->next.preview == DEALT_ALL;
    df_status status = DF_OK;
    for (unsigned i = is_twice ? 0 : 1;
         i < 2 && !self->stopped &&
         (status == DF_OK || status == DF_ERROR_LIMIT || status == DF_ERROR_PICTURE);
         i++) {
        self->rest = (2 - i) * self->job->frame_count;
        status = dealt_find_better(self, rules[i], df_print_dealt_rows(self->job, rules[i]));
    }
    /* A search through all drops that leave room for a turn proves nothing of the others. */
    return status == DF_ERROR_LIMIT && self->is_whole && !self->job->is_animation
               ? dealt_find_better(self, rules[1], self->job->options->height)
               : status;
}

/* Gives the plan its rules, colours, and the part of the queue that its drops take. */
static df_status dealt_finish(const dealt_print *self, df_plan *plan)
{
    const print_job *job = self->job;
    df_plan_deal deal = *job->options->deal;
    if (deal.deal == DF_DEAL_GIVEN)
        deal.seed = 0;
    deal.count = 0;
    df_status status = df_plan_set_deal(plan, &deal);
    for (size_t i = 0; status == DF_OK && i < self->count; i++)
        status = df_plan_add_dealt(plan, self->queue[i]);
    if (status == DF_OK)
        status = df_plan_trim_queue(plan);
    if (status != DF_OK)
        return status;
    plan->rules = job->options->rules;
    if (!job->is_animation)
        plan->frame_count = 0;
    df_carriers_paint(plan, job->frames[0], self->place.carriers);
    return DF_OK;
}

/* Takes the pieces that are asked for, or a first share of them, checks the pictures, and makes
 * what all searches have in common. With a preview nobody knows the queue by which to choose
 * other pieces. */
static df_status dealt_begin(dealt_print *self)
{
    static const uint8_t order[DF_TETROMINOES] = SHARE_ORDER;
    const print_job *job = self->job;
    const df_print_options *options = job->options;
    const df_plan_deal *deal = options->deal;
    carrier_sets sets;
    if (options->pieces == NULL)
        sets = df_share_pieces(job, order, true);
    else
        (void)df_carriers_read(&sets, options->pieces);
    dealt_take_sets(self, &sets);
    self->is_open =
        options->pieces == NULL && sets.count > 1 && deal->preview == DF_PREVIEW_ALL;
    self->place.tetrominoes = job->tetrominoes;
    self->place.width = options->width;
    self->place.anchors = options->anchors;
    self->place.has_colors = !job->is_flat;
    const df_status status =
        df_print_check_dealt(job, options->pieces != NULL ? sets.pieces : NULL);
    if (status != DF_OK)
        return status;
    const df_status dealt = dealt_deal(self);
    self->next = (dealt_request){
        .place = &self->place,
        .queue = self->queue,
        .hold = deal->hold,
        .preview = deal->preview == DF_PREVIEW_ALL ? DEALT_ALL : deal->preview,
        .bags = df_deal_has_bags(deal->deal),
        .seed = options->seed,
        .jobs = options->jobs,
        .watch = dealt_print_watch,
        .watch_context = self,
    };
    return dealt;
}

static bool dealt_applies(const print_job *job)
{
    return job->options->deal != NULL;
}

static df_status dealt_print_plan(const print_method *method, const print_job *job,
                                  df_plan **plan, df_print_report *report)
{
    (void)method;
    dealt_print self = {.job = job};
    df_status status = dealt_begin(&self);
    if (status == DF_OK)
        status = dealt_find_best(&self);
    if (status == DF_OK)
        status = dealt_finish(&self, self.plan);
    free(self.queue);
    df_field_free(self.field);
    if (status != DF_OK) {
        df_plan_free(self.plan);
        return status;
    }
    *plan = self.plan;
    report->nodes = self.nodes;
    report->stopped = self.stopped;
    df_carriers_write(self.place.carriers, job->frames[0]->color_count, report->pieces);
    return DF_OK;
}

const print_method df_print_method_dealt = {
    .info = {"dealt", "pieces as a game deals them", DF_TETROMINOES},
    .applies = dealt_applies,
    .prepare = df_print_prepare_dealt,
    .plan = dealt_print_plan,
};
