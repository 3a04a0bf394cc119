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
     * the picture's area, and for each unit of effort; as many for each way to share out the
     * pieces while there is no plan; and those of a game of which only the next pieces are
     * seen. */
    COLUMN_NODES = 700000,
    SQUARE_NODES = 200000,
    GAME_NODES = 380000000,
    /* Ways to share out the pieces to the colours that are tried, the boards of a level of the
     * search that tries one, by how much more they are if no way leads to a plan, and its nodes
     * for each board and square of the picture's area, with some squares more; row by row, the
     * boards and all nodes. */
    SHARES = 6,
    SHARE_KEEP = 80,
    SHARE_WIDER = 6,
    SHARE_NODES = 320,
    SHARE_SQUARES = 250,
    SHARE_NARROW = SHARE_KEEP * SHARE_WIDER, /* first searches keep fewer boards */
    ROWS_SHARE_KEEP = 300,
    ROWS_SHARE_NODES = 150000000,
};

/* How the pieces are moved, and with how many drops. */
typedef struct dealt_goal {
    df_rules rules;
    size_t bound; /* drops of a plan that is to be bettered; 0: there is none */
} dealt_goal;

/* What the frames so far have left. */
typedef struct dealt_start {
    df_field *field; /* owned; NULL: there was no frame */
    unsigned left;   /* column of the pictures */
    size_t drops;
    unsigned held; /* as in dealt_request */
} dealt_start;

/* Pictures that are being printed in one game. */
typedef struct dealt_print {
    const print_job *job;
    const df_plan_deal *deal;
    uint8_t *queue; /* owned */
    size_t count;
    carrier_sets sets;
    bool is_open;              /* several choices of the sets are compared */
    const df_picture *picture; /* that is searched for */
    dealt_goal goal;
    dealt_start start;
    bool is_whole;  /* the last search has left nothing out */
    uint64_t nodes; /* of all searches, */
    uint64_t begun; /* and of those for the pictures before this one */
} dealt_print;

/* A way to share out the pieces to the colours, and the nodes of its last search. */
typedef struct dealt_share {
    carrier_sets sets;
    uint64_t nodes;
} dealt_share;

/* Deals the queue. */
static df_status dealt_deal(dealt_print *self)
{
    const df_plan_deal *deal = self->deal;
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

static bool dealt_print_watch(void *context, uint64_t nodes, size_t drops)
{
    dealt_print *self = context;
    const df_print_options *options = self->job->options;
    self->nodes += nodes;
    const df_progress progress = {.done = self->nodes, .drops = drops};
    return options->watch == NULL || options->watch(options->watch_context, &progress);
}

static target_place dealt_place(const dealt_print *self)
{
    const df_print_options *options = self->job->options;
    target_place place = {.picture = self->picture,
                          .tetrominoes = self->job->tetrominoes,
                          .width = options->width,
                          .left = self->start.left,
                          .begin =
                              self->start.field != NULL ? self->start.field : options->begin,
                          .anchors = options->anchors};
    memcpy(place.carriers, self->sets.pieces, sizeof place.carriers);
    return place;
}

/* Returns how many nodes are left for the picture. Those to better its plan are shared among
 * the frames. */
static uint64_t dealt_nodes_left(const dealt_print *self, const dealt_result *best)
{
    const print_job *job = self->job;
    const uint64_t area = (uint64_t)self->picture->width * self->picture->height;
    uint64_t limit = (uint64_t)COLUMN_NODES * job->options->width + SQUARE_NODES * area;
    if (self->deal->preview != DF_PREVIEW_ALL)
        limit = GAME_NODES;
    else if (best->outcome == DF_FOUND)
        limit /= job->frame_count;
    else if (self->is_open)
        limit *= SHARES;
    limit *= unsigned_max(job->options->effort, 1);
    const uint64_t used = self->nodes - self->begun;
    return used < limit ? limit - used : 0;
}

/* True if the search goes on: while nodes are left, and unless any plan will do. */
static bool dealt_goes_on(const dealt_print *self, const dealt_result *best)
{
    return !best->stopped && dealt_nodes_left(self, best) > 0 &&
           (best->outcome != DF_FOUND || !self->job->options->quick);
}

static df_status dealt_refuse(const dealt_print *self)
{
    const bool is_proved = self->is_whole && self->goal.bound == 0 &&
                           self->deal->deal == DF_DEAL_GIVEN && !self->job->is_animation;
    const bool takes_any = self->sets.pieces[0] == (1 << DF_TETROMINOES) - 1;
    if (self->job->is_stuck != NULL)
        *self->job->is_stuck = true;
    return df_print_refuse_dealt(self->job, is_proved, takes_any);
}

/* Makes the request of a search of that round: each has wider beams than the one before. */
static dealt_request dealt_ask(dealt_print *self, const target_place *place, unsigned round,
                               const dealt_result *best)
{
    const df_print_options *options = self->job->options;
    const df_plan_deal *deal = self->deal;
    const dealt_start *start = &self->start;
    size_t most = self->count;
    if (self->goal.bound > 0 && self->goal.bound - 1 + deal->hold < most)
        most = self->goal.bound - 1 + deal->hold;
    if (best->outcome == DF_FOUND && start->drops + best->plan->count + deal->hold <= most)
        most = start->drops + best->plan->count - 1 + deal->hold;
    return (dealt_request){
        .place = place,
        .max_height = df_print_dealt_rows(self->job, self->goal.rules),
        .rules = self->goal.rules,
        .queue = self->queue,
        .queue_count = most,
        .hold = deal->hold,
        .stays_left = start->field != NULL,
        .drops_before = start->drops,
        .held = start->held,
        .preview = deal->preview == DF_PREVIEW_ALL ? DEALT_ALL : deal->preview,
        .bags = deal->deal == DF_DEAL_BAG || deal->deal == DF_DEAL_TETRIO,
        .effort = round,
        .once = best->outcome == DF_FOUND || self->goal.bound > 0,
        .max_nodes = dealt_nodes_left(self, best),
        .seed = options->seed,
        .jobs = options->jobs,
        .watch = dealt_print_watch,
        .watch_context = self,
    };
}

static void dealt_print_free(dealt_result *result)
{
    df_plan_free(result->plan);
    free(result->held);
    *result = (dealt_result){.outcome = DF_LIMIT};
}

/* Searches for a plan with fewer drops than the best one, which it replaces then. */
static df_status dealt_improve(dealt_print *self, const dealt_request *request,
                               dealt_result *best, bool *improved)
{
    const uint64_t before = self->nodes;
    dealt_result found;
    *improved = false;
    const df_status status = df_dealt_search(request, &found);
    if (status != DF_OK)
        return status;
    self->nodes = before + found.nodes;
    best->stopped = found.stopped;
    self->is_whole = found.outcome == DF_NONE;
    *improved = found.outcome == DF_FOUND &&
                (best->outcome != DF_FOUND || best->plan->count > found.plan->count);
    if (*improved) {
        const dealt_result worse = *best;
        *best = found;
        found = worse;
    }
    dealt_print_free(&found);
    return DF_OK;
}

static void dealt_shuffle(df_random *random, uint8_t order[DF_TETROMINOES])
{
    for (unsigned k = DF_TETROMINOES; k-- > 1;) {
        const unsigned other = df_random_below(random, k + 1);
        const uint8_t piece = order[k];
        order[k] = order[other];
        order[other] = piece;
    }
}

/* Makes the ways to share out the pieces to the colours. */
static void dealt_make_shares(const dealt_print *self, unsigned round,
                              dealt_share shares[SHARES])
{
    uint8_t order[DF_TETROMINOES] = SHARE_ORDER;
    df_random random;
    df_random_seed(&random, self->job->options->seed, 2 + round);
    for (unsigned i = 0; i < SHARES; i++) {
        if (i > 1 || round > 1)
            dealt_shuffle(&random, order);
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

/* Searches with one way to share out the pieces. If a wider beam was still getting on when its
 * nodes ran out, one that chooses more of its boards by score follows. */
static df_status dealt_try_share(dealt_print *self, unsigned round, size_t keep,
                                 dealt_share *share, dealt_result *best, carrier_sets *chosen)
{
    df_status status = DF_OK;
    self->sets = share->sets;
    const target_place place = dealt_place(self);
    const uint64_t area = (uint64_t)place.picture->width * place.picture->height;
    const uint64_t nodes = dealt_goes_by_rows(&place)
                               ? ROWS_SHARE_NODES
                               : SHARE_NODES * keep * (area + SHARE_SQUARES);
    for (unsigned i = 0; i < 2 && status == DF_OK && dealt_tries_on(self, keep, best); i++) {
        dealt_request request = dealt_ask(self, &place, round, best);
        const uint64_t before = self->nodes;
        bool improved;
        request.keep = keep;
        request.once = true;
        request.many_by_score = i > 0;
        if (nodes < request.max_nodes)
            request.max_nodes = nodes;
        /* A worse way takes longer. */
        if (best->outcome == DF_FOUND && best->nodes < request.max_nodes)
            request.max_nodes = best->nodes;
        status = dealt_improve(self, &request, best, &improved);
        share->nodes = self->nodes - before;
        if (improved)
            *chosen = self->sets;
        if (keep < SHARE_NARROW || share->nodes < nodes)
            break;
    }
    return status;
}

/* Tries ways to share out the pieces to the colours, with wider and wider beams until one leads
 * to a plan, and keeps the best. */
static df_status dealt_choose_shares(dealt_print *self, unsigned round, dealt_result *best)
{
    dealt_share shares[SHARES];
    carrier_sets chosen = self->sets;
    df_status status = DF_OK;
    dealt_make_shares(self, round, shares);
    const target_place place = dealt_place(self);
    for (size_t keep = dealt_goes_by_rows(&place) ? ROWS_SHARE_KEEP : SHARE_KEEP;
         status == DF_OK; keep *= SHARE_WIDER) {
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
    self->sets = chosen;
    return status;
}

/* Gives the colours of an animation pieces that suit the frame with the most squares. */
static df_status dealt_choose_pieces(dealt_print *self, bool *stopped)
{
    dealt_result tried = {.outcome = DF_LIMIT};
    self->picture = self->job->frames[df_share_find_largest(self->job)];
    const df_status status = dealt_choose_shares(self, 1, &tried);
    *stopped = tried.stopped;
    dealt_print_free(&tried);
    self->is_open = false;
    return status;
}

/* Searches for drops in rounds, until the nodes are spent: the rounds of a higher effort are
 * those of a lower one and more, and each keeps the best plan. So no effort has more drops than
 * a lower one, unless the queue is unknown: whoever plays cannot choose between games. */
static df_status dealt_find(dealt_print *self, dealt_result *best)
{
    const print_job *job = self->job;
    const unsigned rows = df_print_dealt_rows(job, self->goal.rules);
    const bool is_game = self->deal->preview != DF_PREVIEW_ALL;
    const target_place first = dealt_place(self);
    self->begun = self->nodes;
    df_status status = df_dealt_check(&first, rows, job->error);
    unsigned round = is_game ? unsigned_max(job->options->effort, 1) : 1;
    self->is_whole = false;
    for (; status == DF_OK && round <= DF_PRINT_MAX_EFFORT && dealt_goes_on(self, best) &&
           !self->is_whole;
         round++) {
        bool improved;
        if (self->is_open)
            status = dealt_choose_shares(self, round, best);
        if (status != DF_OK || !dealt_goes_on(self, best))
            break;
        const target_place place = dealt_place(self);
        const dealt_request request = dealt_ask(self, &place, round, best);
        status = dealt_improve(self, &request, best, &improved);
        self->is_whole = self->is_whole && !self->is_open;
        if (is_game)
            break;
    }
    if (status == DF_OK && best->outcome != DF_FOUND)
        status = best->stopped ? DF_ERROR_CANCELLED : dealt_refuse(self);
    return status;
}

/* Goes on from the end of a frame. */
static df_status dealt_go_on(dealt_print *self, const dealt_result *found)
{
    dealt_start *start = &self->start;
    df_field *field = NULL;
    unsigned needed;
    df_status status = df_structure_fit(found->plan, 0, &needed);
    if (status == DF_OK)
        status = df_plan_play(found->plan, NULL, NULL, &field, NULL, NULL);
    if (status != DF_OK)
        return status;
    const size_t count = found->plan->count;
    df_field_free(start->field);
    *start = (dealt_start){.field = field,
                           .left = found->left,
                           .drops = start->drops + count,
                           .held = count > 0 ? found->held[count - 1] : start->held};
    return DF_OK;
}

/* Adds the drops of a frame to the plan, which is NULL before the first, and marks its end. */
static df_status dealt_join(df_plan **plan, dealt_result *found)
{
    df_status status = DF_OK;
    if (*plan == NULL) {
        *plan = found->plan;
        found->plan = NULL;
        return df_plan_add_frame(*plan);
    }
    for (size_t i = 0; i < found->plan->count && status == DF_OK; i++)
        status = df_plan_add(*plan, found->plan->drops[i]);
    return status == DF_OK ? df_plan_add_frame(*plan) : status;
}

/* Plans one picture after the other. *plan gets what was planned, also after a failure: if the
 * search for a later frame ends without a plan, the frames before it are what there is. */
static df_status dealt_find_all(dealt_print *self, df_plan **plan, bool *stopped)
{
    const print_job *job = self->job;
    df_status status = DF_OK;
    if (self->is_open && job->is_animation)
        status = dealt_choose_pieces(self, stopped);
    for (size_t i = 0; i < job->frame_count && status == DF_OK; i++) {
        dealt_result found = {.outcome = DF_LIMIT};
        self->picture = job->frames[i];
        status = df_method_name_frame(job, i, dealt_find(self, &found));
        *stopped = *stopped || found.stopped;
        if (status == DF_OK)
            status = dealt_go_on(self, &found);
        if (status == DF_OK)
            status = dealt_join(plan, &found);
        dealt_print_free(&found);
    }
    if (*plan != NULL && (status == DF_ERROR_LIMIT || status == DF_ERROR_CANCELLED)) {
        *stopped = *stopped || status == DF_ERROR_CANCELLED;
        return DF_OK;
    }
    if (status == DF_OK && !job->is_animation)
        (*plan)->frame_count = 0;
    return status;
}

/* True if a plan has more frames than another, or fewer drops for as many. */
static bool dealt_is_better(const df_plan *plan, const df_plan *other)
{
    if (plan == NULL || other == NULL)
        return plan != NULL;
    return plan->frame_count != other->frame_count ? plan->frame_count > other->frame_count
                                                   : plan->count < other->count;
}

/* Looks for a plan by these rules that is better than *plan, which may be NULL, and then
 * replaces it. */
static df_status dealt_find_better(dealt_print *self, df_rules rules, df_plan **plan,
                                   bool *stopped)
{
    const print_job *job = self->job;
    const bool is_whole =
        *plan != NULL && (*plan)->frame_count == (job->is_animation ? job->frame_count : 0);
    const df_error said = job->error != NULL ? *job->error : (df_error){0};
    df_plan *found = NULL;
    if (is_whole && (*plan)->count == 0)
        return DF_OK;
    df_field_free(self->start.field);
    self->start = (dealt_start){0};
    self->goal = (dealt_goal){rules, is_whole ? (*plan)->count : 0};
    self->is_open = self->is_open && *plan == NULL;
    df_status status = dealt_find_all(self, &found, stopped);
    if (*plan != NULL && (status == DF_ERROR_LIMIT || status == DF_ERROR_CANCELLED)) {
        *stopped = *stopped || status == DF_ERROR_CANCELLED;
        if (job->error != NULL)
            *job->error = said;
        status = DF_OK;
    }
    if (status == DF_OK && dealt_is_better(found, *plan)) {
        df_plan *const worse = *plan;
        *plan = found;
        found = worse;
    }
    df_plan_free(found);
    return status;
}

/* Plans straight drops first and then, where pieces can be moved, a shorter plan. If only the
 * next pieces are seen there is one game, in which they are moved at once. */
static df_status dealt_find_best(dealt_print *self, df_plan **plan, bool *stopped)
{
    const df_rules rules = self->job->options->rules;
    const bool moves = df_rules_moves(rules) && self->deal->preview == DF_PREVIEW_ALL;
    const df_status status =
        dealt_find_better(self, moves ? DF_RULES_HARDDROP : rules, plan, stopped);
    const bool goes_on =
        status == DF_OK || status == DF_ERROR_LIMIT || status == DF_ERROR_PICTURE;
    return moves && goes_on && !*stopped ? dealt_find_better(self, rules, plan, stopped)
                                         : status;
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
    plan->rules = self->job->options->rules;
    df_carriers_paint(plan, self->job->picture, self->sets.pieces);
    return DF_OK;
}

/* Checks the pictures, and takes the pieces that are asked for, or a first share of them. With
 * a preview nobody knows the queue by which to choose another. */
static df_status dealt_begin(dealt_print *self)
{
    static const uint8_t order[DF_TETROMINOES] = SHARE_ORDER;
    const print_job *job = self->job;
    const df_print_options *options = job->options;
    char pieces[DF_PRINT_PIECES_SIZE];
    if (options->pieces == NULL)
        self->sets = df_share_pieces(job, order, true);
    else
        (void)df_carriers_read(&self->sets, options->pieces);
    df_carriers_write(self->sets.pieces, job->picture->color_count, pieces);
    self->is_open = options->pieces == NULL && self->sets.count > 1 &&
                    self->deal->preview == DF_PREVIEW_ALL;
    df_status status = DF_OK;
    for (size_t i = 0; i < job->frame_count && status == DF_OK; i++)
        status = df_method_name_frame(
            job, i,
            df_possible_check_begun(job->frames[i], options->width, options->begin,
                                    options->pieces != NULL ? pieces : NULL, options->anchors,
                                    job->is_animation ? 0 : DF_PRINT_MAX_COLORS, job->error));
    if (status == DF_OK)
        status = df_print_check_dealt_height(job);
    /* Colours whose pieces are still to be chosen may be left by any. */
    carrier_sets sets = self->sets;
    if (options->pieces == NULL)
        memset(sets.pieces, (1 << DF_TETROMINOES) - 1, sizeof sets.pieces);
    return status == DF_OK ? df_print_check_queue(job, sets.pieces) : status;
}

static df_status dealt_print_plan(const print_method *method, const print_job *job,
                                  df_plan **plan, df_print_report *report)
{
    (void)method;
    dealt_print self = {.job = job, .deal = job->options->deal};
    df_plan *made = NULL;
    bool stopped = false;
    df_status status = dealt_begin(&self);
    if (status == DF_OK)
        status = dealt_deal(&self);
    if (status == DF_OK)
        status = dealt_find_best(&self, &made, &stopped);
    if (status == DF_OK)
        status = dealt_finish(&self, made);
    free(self.queue);
    df_field_free(self.start.field);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    *plan = made;
    report->nodes = self.nodes;
    report->stopped = stopped;
    df_carriers_write(self.sets.pieces, job->picture->color_count, report->pieces);
    return DF_OK;
}

const print_method df_print_method_dealt = {
    .info = {"dealt", "pieces as a game deals them", DF_TETROMINOES},
    .plan = dealt_print_plan,
};
