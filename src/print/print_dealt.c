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
    MAX_NODES = 380000000,  /* of all searches for a picture, for each unit of effort */
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

/* A picture that is being printed. */
typedef struct dealt_print {
    const print_job *job;
    const df_plan_deal *deal;
    df_rules rules; /* of the plan that is searched for */
    size_t bound;   /* drops of a plan that it has to be shorter than; 0: there is none */
    carrier_sets sets;
    bool is_open;       /* several choices of the sets are compared */
    target_place place; /* has the sets, too */
    char pieces[DF_PRINT_PIECES_SIZE];
    uint8_t *queue; /* owned */
    size_t count;
    uint64_t nodes;    /* so far, for the watch */
    uint64_t searched; /* nodes of all searches for the picture that have ended, */
    uint64_t before;   /* and of those for the pictures before it */
    /* After the frames so far: */
    bool is_placed;  /* the column of the pictures is known */
    df_field *field; /* what they have left; owned; NULL: there is none yet */
    size_t drops;
    unsigned held; /* as in dealt_request */
} dealt_print;

/* A way to share out the pieces to the colours, and the nodes of its last search. */
typedef struct dealt_share {
    carrier_sets sets;
    uint64_t nodes;
} dealt_share;

/* Begins an error about a frame with its number. */
static void dealt_name_frame(const print_job *job, size_t index)
{
    if (job->frames == NULL || job->error == NULL)
        return;
    const df_error said = *job->error;
    df_error_set(job->error, DF_OK, "frame %zu: %s", index + 1, said.text);
}

static void dealt_take_sets(dealt_print *self, const carrier_sets *sets)
{
    self->sets = *sets;
    memcpy(self->place.carriers, sets->pieces, sizeof self->place.carriers);
    df_carriers_write(sets->pieces, self->job->picture->color_count, self->pieces);
}

/* Deals the queue. */
static df_status dealt_deal(dealt_print *self)
{
    const df_plan_deal *deal = self->deal;
    df_dealer dealer;
    const size_t frames = print_job_count_frames(self->job);
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

static df_status dealt_refuse(const dealt_print *self)
{
    const df_plan_deal *deal = self->deal;
    df_error *error = self->job->error;
    if (self->job->is_stuck != NULL)
        *self->job->is_stuck = true;
    if (deal->deal == DF_DEAL_GIVEN)
        df_error_set(error, DF_ERROR_LIMIT,
                     "no plan was found with the %zu piece%s of the queue; give a longer one",
                     self->count, self->count == 1 ? "" : "s");
    else
        df_error_set(error, DF_ERROR_LIMIT, "no plan was found within the limit%s",
                     self->place.begin != NULL ? " that begins with the starting field" : "");
    if (!deal->hold)
        df_error_advise(error, DF_OPTION_HOLD, "on");
    if (!df_carriers_are_any(self->job->options->pieces))
        df_error_advise(error, DF_OPTION_PIECES, "any");
    if (deal->deal != DF_DEAL_GIVEN)
        df_error_advise(error, DF_OPTION_SEED, "%s", "");
    if (self->job->options->effort < DF_PRINT_MAX_EFFORT)
        df_error_advise(error, DF_OPTION_EFFORT, "%s", "");
    df_error_advise(error, DF_OPTION_WIDTH, "%s", "");
    df_error_advise(error, DF_OPTION_HEIGHT, "%s", "");
    if (self->place.begin == NULL && self->job->frames == NULL)
        df_error_advise(error, deal->deal == DF_DEAL_GIVEN ? DF_OPTION_QUEUE : DF_OPTION_DEAL,
                        "none");
    return DF_ERROR_LIMIT;
}

/* Returns the nodes of all searches up to an effort. */
static uint64_t dealt_limit(const dealt_print *self, unsigned effort)
{
    return (uint64_t)MAX_NODES * (dealt_goes_by_rows(&self->place) ? 2 : 1) *
           (self->deal->preview != DF_PREVIEW_ALL ? effort : effort * (effort + 1) / 2);
}

static dealt_request dealt_ask(dealt_print *self, unsigned effort)
{
    const df_print_options *options = self->job->options;
    const df_plan_deal *deal = self->deal;
    return (dealt_request){
        .place = &self->place,
        .max_height = df_print_dealt_rows(self->job, self->rules),
        .rules = self->rules,
        .queue = self->queue,
        .queue_count = self->bound > 0 && self->bound - 1 + deal->hold < self->count
                           ? self->bound - 1 + deal->hold
                           : self->count,
        .hold = deal->hold,
        .stays_left = self->is_placed,
        .drops_before = self->drops,
        .held = self->held,
        .preview = deal->preview == DF_PREVIEW_ALL ? DEALT_ALL : deal->preview,
        .bags = deal->deal == DF_DEAL_BAG || deal->deal == DF_DEAL_TETRIO,
        .effort = effort,
        .max_nodes = dealt_limit(self, effort) - self->searched,
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
static df_status dealt_improve(dealt_print *self, dealt_request request, dealt_result *best,
                               bool *improved)
{
    dealt_result found;
    *improved = false;
    const size_t taken =
        self->drops + (best->outcome == DF_FOUND ? best->plan->count : 0) + request.hold;
    if (best->outcome == DF_FOUND && taken < request.queue_count)
        request.queue_count = taken;
    const df_status status = df_dealt_search(&request, &found);
    if (status != DF_OK)
        return status;
    self->searched += found.nodes;
    best->stopped = found.stopped;
    if (found.outcome != DF_FOUND)
        return DF_OK;
    if (best->outcome == DF_FOUND && best->plan->count <= found.plan->count) {
        dealt_print_free(&found);
        return DF_OK;
    }
    dealt_print_free(best);
    *best = found;
    *improved = true;
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
static void dealt_make_shares(const dealt_print *self, unsigned effort,
                              dealt_share shares[SHARES])
{
    uint8_t order[DF_TETROMINOES] = SHARE_ORDER;
    df_random random;
    df_random_seed(&random, self->job->options->seed, 2 + effort);
    for (unsigned i = 0; i < SHARES; i++) {
        if (i > 1 || effort > 1)
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
static bool dealt_tries_on(const dealt_print *self, unsigned effort, size_t keep,
                           const dealt_result *best)
{
    return !best->stopped && self->searched < dealt_limit(self, effort) &&
           (best->outcome != DF_FOUND || keep < SHARE_NARROW);
}

/* Searches with one way to share out the pieces. If a wider beam was still getting on when its
 * nodes ran out, one that chooses more of its boards by score follows. */
static df_status dealt_try_share(dealt_print *self, unsigned effort, size_t keep,
                                 dealt_share *share, dealt_result *best, carrier_sets *chosen)
{
    const uint64_t area = (uint64_t)self->place.picture->width * self->place.picture->height;
    const uint64_t nodes = dealt_goes_by_rows(&self->place)
                               ? ROWS_SHARE_NODES
                               : SHARE_NODES * keep * (area + SHARE_SQUARES);
    df_status status = DF_OK;
    dealt_take_sets(self, &share->sets);
    for (unsigned i = 0; i < 2 && status == DF_OK && dealt_tries_on(self, effort, keep, best);
         i++) {
        dealt_request request = dealt_ask(self, effort);
        const uint64_t before = self->searched;
        bool improved;
        request.keep = keep;
        request.once = true;
        request.many_by_score = i > 0;
        if (nodes < request.max_nodes)
            request.max_nodes = nodes;
        /* A worse way takes longer. */
        if (best->outcome == DF_FOUND && best->nodes < request.max_nodes)
            request.max_nodes = best->nodes;
        status = dealt_improve(self, request, best, &improved);
        share->nodes = self->searched - before;
        if (improved)
            *chosen = self->sets;
        if (keep < SHARE_NARROW || share->nodes < nodes)
            break;
    }
    return status;
}

/* Tries ways to share out the pieces to the colours, with wider and wider beams until one leads
 * to a plan, and keeps the best. */
static df_status dealt_choose_shares(dealt_print *self, unsigned effort, dealt_result *best)
{
    dealt_share shares[SHARES];
    carrier_sets chosen = self->sets;
    df_status status = DF_OK;
    dealt_make_shares(self, effort, shares);
    for (size_t keep = dealt_goes_by_rows(&self->place) ? ROWS_SHARE_KEEP : SHARE_KEEP;
         status == DF_OK; keep *= SHARE_WIDER) {
        const uint64_t before = self->searched;
        for (unsigned i = 0;
             i < SHARES && status == DF_OK && dealt_tries_on(self, effort, keep, best); i++)
            status = dealt_try_share(self, effort, keep, &shares[i], best, &chosen);
        /* No beam of fewer nodes was full, so that wider ones would find the same. */
        if (best->outcome == DF_FOUND || !dealt_tries_on(self, effort, keep, best) ||
            self->searched - before < keep)
            break;
        dealt_sort_shares(shares);
    }
    dealt_take_sets(self, &chosen);
    return status;
}

/* Gives the colours of an animation pieces that suit the frame with the most squares. */
static df_status dealt_choose_pieces(dealt_print *self, bool *stopped)
{
    dealt_result tried = {.outcome = DF_LIMIT};
    size_t most = 0;
    for (size_t i = 0; i < print_job_count_frames(self->job); i++) {
        size_t squares[DF_TETROMINOES], sum = 0;
        df_share_count_squares(print_job_frame(self->job, i), squares);
        for (unsigned k = 0; k < DF_TETROMINOES; k++)
            sum += squares[k];
        if (sum > most)
            self->place.picture = print_job_frame(self->job, i);
        most = sum > most ? sum : most;
    }
    const df_status status = dealt_choose_shares(self, 1, &tried);
    *stopped = tried.stopped;
    dealt_print_free(&tried);
    return status;
}

/* Searches with one effort, and improves the best plan. */
static df_status dealt_find_once(dealt_print *self, unsigned effort, dealt_result *best)
{
    df_status status = DF_OK;
    if (self->is_open)
        status = dealt_choose_shares(self, effort, best);
    if (status != DF_OK || best->stopped || self->searched >= dealt_limit(self, effort))
        return status;
    dealt_request request = dealt_ask(self, effort);
    bool improved;
    request.once = best->outcome == DF_FOUND || self->bound > 0;
    return dealt_improve(self, request, best, &improved);
}

/* Searches for drops. DF_ERROR_LIMIT: none were found. A higher effort keeps the best plan of
 * the lower ones, unless the queue is unknown: whoever plays cannot choose between games; or
 * another plan is bettered. */
static df_status dealt_find(dealt_print *self, dealt_result *found)
{
    const unsigned efforts = unsigned_max(self->job->options->effort, 1);
    self->before += self->searched;
    self->searched = 0;
    df_status status = df_dealt_check(&self->place, df_print_dealt_rows(self->job, self->rules),
                                      self->job->error);
    for (unsigned i = self->deal->preview == DF_PREVIEW_ALL && self->bound == 0 ? 1 : efforts;
         i <= efforts && status == DF_OK && !found->stopped; i++)
        status = dealt_find_once(self, i, found);
    if (status == DF_OK && found->outcome != DF_FOUND)
        status = found->stopped ? DF_ERROR_CANCELLED : dealt_refuse(self);
    return status;
}

/* Goes on from the end of a frame. */
static df_status dealt_go_on(dealt_print *self, dealt_result *found)
{
    df_field *field = NULL;
    unsigned needed;
    df_status status = df_structure_fit(found->plan, 0, &needed);
    if (status == DF_OK)
        status = df_plan_play(found->plan, NULL, NULL, &field, NULL, NULL);
    if (status != DF_OK)
        return status;
    const size_t count = found->plan->count;
    self->drops += count;
    self->held = count > 0 ? found->held[count - 1] : self->held;
    self->place.left = found->left;
    self->is_placed = true;
    df_field_free(self->field);
    self->field = field;
    self->place.begin = field;
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

/* True if the search for a frame has ended without a plan, and the plan of those before it is
 * what there is. */
static bool dealt_ends_early(df_status status, const df_plan *plan, bool *stopped)
{
    if (plan == NULL || (status != DF_ERROR_LIMIT && status != DF_ERROR_CANCELLED))
        return false;
    *stopped = *stopped || status == DF_ERROR_CANCELLED;
    return true;
}

/* Plans one picture after the other. *plan gets what was planned, also after a failure. */
static df_status dealt_find_all(dealt_print *self, df_plan **plan, bool *stopped)
{
    df_status status = DF_OK;
    if (self->is_open && self->job->frames != NULL) {
        status = dealt_choose_pieces(self, stopped);
        self->is_open = false;
    }
    for (size_t i = 0; i < print_job_count_frames(self->job) && status == DF_OK; i++) {
        dealt_result found = {.outcome = DF_LIMIT};
        self->place.picture = print_job_frame(self->job, i);
        status = dealt_find(self, &found);
        *stopped = *stopped || found.stopped;
        if (status != DF_OK)
            dealt_name_frame(self->job, i);
        else
            status = dealt_go_on(self, &found);
        if (status == DF_OK)
            status = dealt_join(plan, &found);
        dealt_print_free(&found);
        if (dealt_ends_early(status, *plan, stopped))
            return DF_OK;
    }
    if (status == DF_OK && self->job->frames == NULL)
        (*plan)->frame_count = 0;
    return status;
}

/* Goes back to before the first frame. */
static void dealt_rewind(dealt_print *self)
{
    df_field_free(self->field);
    self->field = NULL;
    self->place.begin = self->job->options->begin;
    self->place.left = 0;
    self->is_placed = false;
    self->drops = 0;
    self->held = 0;
}

/* True if a plan has more frames than another, or fewer drops for as many. */
static bool dealt_is_better(const df_plan *plan, const df_plan *other)
{
    if (plan == NULL || other == NULL)
        return plan != NULL;
    return plan->frame_count != other->frame_count ? plan->frame_count > other->frame_count
                                                   : plan->count < other->count;
}

/* Looks for a plan with moves that is better than *plan, straight down; NULL: for any. */
static df_status dealt_find_moves(dealt_print *self, df_plan **plan, bool *stopped)
{
    df_plan *found = NULL;
    const df_error said = self->job->error != NULL ? *self->job->error : (df_error){0};
    const bool is_whole =
        *plan != NULL &&
        (*plan)->frame_count ==
            (self->job->frames != NULL ? print_job_count_frames(self->job) : 0);
    if (is_whole && (*plan)->count == 0)
        return DF_OK;
    dealt_rewind(self);
    self->rules = self->job->options->rules;
    self->bound = is_whole ? (*plan)->count : 0;
    self->is_open = self->is_open && *plan == NULL;
    df_status status = dealt_find_all(self, &found, stopped);
    if (*plan != NULL && (status == DF_ERROR_LIMIT || status == DF_ERROR_CANCELLED)) {
        *stopped = *stopped || status == DF_ERROR_CANCELLED;
        if (self->job->error != NULL)
            *self->job->error = said;
        status = DF_OK;
    }
    df_plan *worse = found;
    if (status == DF_OK && dealt_is_better(found, *plan)) {
        worse = *plan;
        *plan = found;
    }
    df_plan_free(worse);
    return status;
}

/* Plans straight drops first and then, where pieces can be moved, a shorter plan. If only the
 * next pieces are seen there is one game, in which they are moved at once. */
static df_status dealt_find_best(dealt_print *self, df_plan **plan, bool *stopped)
{
    const bool moves = df_rules_moves(self->job->options->rules);
    const bool is_known = self->deal->preview == DF_PREVIEW_ALL;
    self->rules = moves && is_known ? DF_RULES_HARDDROP : self->job->options->rules;
    const df_status status = dealt_find_all(self, plan, stopped);
    if (!moves || !is_known || *stopped || (status != DF_OK && status != DF_ERROR_LIMIT))
        return status;
    if (status != DF_OK) {
        df_plan_free(*plan);
        *plan = NULL;
    }
    return dealt_find_moves(self, plan, stopped);
}

/* Checks that each picture is possible. */
static df_status dealt_check_all(const dealt_print *self)
{
    const print_job *job = self->job;
    const df_print_options *options = job->options;
    const char *pieces = options->pieces != NULL ? self->pieces : NULL;
    df_status status = DF_OK;
    for (size_t i = 0; i < print_job_count_frames(job) && status == DF_OK; i++) {
        status = df_possible_check_begun(
            print_job_frame(job, i), options->width, options->begin, pieces, options->anchors,
            job->frames != NULL ? 0 : DF_PRINT_MAX_COLORS, job->error);
        if (status != DF_OK)
            dealt_name_frame(job, i);
    }
    return status == DF_OK ? df_print_check_dealt_height(job) : status;
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

/* Takes the pieces that are asked for, or a first share of them. With a preview nobody knows
 * the queue by which to choose another. */
static void dealt_begin_sets(dealt_print *self)
{
    static const uint8_t order[DF_TETROMINOES] = SHARE_ORDER;
    const char *pieces = self->job->options->pieces;
    carrier_sets sets;
    if (pieces == NULL)
        sets = df_share_pieces(self->job, order, true);
    else if (df_carriers_read(&sets, pieces) != CARRIERS_FINE)
        return;
    dealt_take_sets(self, &sets);
    self->is_open = pieces == NULL && sets.count > 1 && self->deal->preview == DF_PREVIEW_ALL;
}

static df_status dealt_print_plan(const print_method *method, const print_job *job,
                                  df_plan **plan, df_print_report *report)
{
    (void)method;
    dealt_print self = {.job = job,
                        .deal = job->options->deal,
                        .place = {.picture = job->picture,
                                  .tetrominoes = job->tetrominoes,
                                  .width = job->options->width,
                                  .begin = job->options->begin,
                                  .anchors = job->options->anchors}};
    dealt_begin_sets(&self);
    df_plan *made = NULL;
    bool stopped = false;
    df_status status = dealt_check_all(&self);
    if (status == DF_OK)
        status = df_print_check_queue(job);
    if (status == DF_OK)
        status = dealt_deal(&self);
    if (status == DF_OK)
        status = dealt_find_best(&self, &made, &stopped);
    if (status == DF_OK)
        status = dealt_finish(&self, made);
    free(self.queue);
    df_field_free(self.field);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    *plan = made;
    report->nodes = self.before + self.searched;
    report->stopped = stopped;
    memcpy(report->pieces, self.pieces, sizeof report->pieces);
    return DF_OK;
}

const print_method df_print_method_dealt = {
    .info = {"dealt", "pieces as a game deals them", DF_TETROMINOES},
    .plan = dealt_print_plan,
};
