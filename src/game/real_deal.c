/* Games that deal their pieces from a seed: many seeds are tried for a picture. */
#include "core/base/bits.h"
#include "core/image/frames.h"
#include "print/base/method.h"
#include "real_games.h"

enum {
    MAX_SEEDS = 300,
    /* Nodes of a quick search and of all of them, for each unit of effort, and the seeds with
     * the fewest drops for which a whole search follows. */
    SEED_NODES = 10000000,
    QUICK_NODES = 50000000,
    WHOLE_SEARCHES = 2
};

/* Pieces of the colours of a picture that is shown in those of the pieces. */
typedef struct piece_share {
    const df_picture *picture;
    size_t squares[DF_TETROMINOES];
    uint8_t pieces[DF_TETROMINOES]; /* the set of each colour, */
    unsigned taken;                 /* and of all */
} piece_share;

/* Returns the colour that gets the next piece: one that has the fewest, and of those the one
 * with the most squares; `alone`: first one that has only O, which leaves pairs. */
static unsigned share_find_next(const piece_share *self, bool alone)
{
    unsigned next = 0;
    for (unsigned i = 0; i < self->picture->color_count; i++) {
        const unsigned many = bits_count(self->pieces[i]), few = bits_count(self->pieces[next]);
        if (alone && self->pieces[i] == 1U << DF_O)
            return i;
        if (many < few || (many == few && self->squares[i] > self->squares[next]))
            next = i;
    }
    return next;
}

/* Gives a colour the nearest piece that is not taken. */
static void share_give(piece_share *self, unsigned color)
{
    const df_color *wanted = &self->picture->colors[color];
    unsigned nearest = 0;
    uint32_t least = UINT32_MAX;
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        const uint32_t distance = df_color_distance(
            (const uint8_t *)&df_guideline_colors[piece], (const uint8_t *)wanted);
        if ((self->taken >> piece & 1) != 0 || distance >= least)
            continue;
        least = distance;
        nearest = piece;
    }
    self->pieces[color] |= (uint8_t)(1U << nearest);
    self->taken |= 1U << nearest;
}

void df_real_share(df_real_choice *choice, const df_picture *picture, unsigned count)
{
    piece_share self = {.picture = picture};
    df_share_count_squares(picture, self.squares);
    for (unsigned taken = 0; taken < count; taken++) {
        /* The last ones are not for all colours. */
        const bool alone =
            taken >= picture->color_count && count - taken < picture->color_count;
        share_give(&self, share_find_next(&self, alone));
    }
    df_carriers_write(self.pieces, picture->color_count, choice->pieces);
}

/* A search among seeds; its best plan is that of the print. */
typedef struct seed_search {
    real_print *print;
    df_plan_deal deal;
    struct {
        uint64_t seed;
        size_t drops;
    } tries[MAX_SEEDS]; /* those with a plan, in the order of their drops */
    size_t count, tried;
    uint64_t nodes;
    df_status refused; /* of the last seed without a plan */
} seed_search;

/* Puts a seed among those with a plan. */
static void seed_search_keep(seed_search *self, uint64_t seed, size_t drops)
{
    size_t to = self->count++;
    for (; to > 0 && self->tries[to - 1].drops > drops; to--)
        self->tries[to] = self->tries[to - 1];
    self->tries[to].seed = seed;
    self->tries[to].drops = drops;
}

/* Plans with the pieces of a seed, and keeps the plan if it is the best that the game can
 * play. */
static df_status seed_search_try(seed_search *self, uint64_t seed, bool is_whole)
{
    real_print *print = self->print;
    df_real_choice *choice = print->choice;
    df_print_report report = {0};
    df_replay_end end;
    df_plan *plan = NULL;
    print->options.seed = self->deal.seed = seed;
    print->options.quick = print->given->quick || !is_whole;
    print->options.rules = is_whole ? df_real_games[choice->game].rules : DF_RULES_HARDDROP;
    print->max_nodes = is_whole ? print->whole_nodes : SEED_NODES;
    df_status status = real_print_find(print, &plan, &report, print->error);
    self->nodes += status == DF_OK ? report.nodes : SEED_NODES;
    if (status == DF_OK)
        status = df_real_game_write(NULL, choice->game, plan, 0, &end, print->error);
    if (status == DF_OK && !is_whole)
        seed_search_keep(self, seed, report.drops);
    if (status == DF_OK && (*print->plan == NULL || plan->count < (*print->plan)->count)) {
        df_plan *const worse = *print->plan;
        *print->plan = plan;
        plan = worse;
        *print->report = report;
        choice->end = end;
    }
    df_plan_free(plan);
    if (status != DF_OK)
        self->refused = status == DF_ERROR_CANCELLED ? DF_ERROR_LIMIT : status;
    return status == DF_ERROR_MEMORY || status == DF_ERROR_ARGUMENT ? status : DF_OK;
}

/* Finds a plan by the seed that is given, or else by quick searches as long as nodes are left,
 * and by whole ones with the best seeds. */
static df_status seed_search_run(seed_search *self)
{
    const df_print_options *given = self->print->given;
    const bool *stopped = &self->print->stopped;
    const uint64_t effort = given->effort > 1 ? given->effort : 1;
    df_status status = DF_OK;
    self->tried = self->count = 0;
    self->nodes = 0;
    if (self->print->choice->has_seed)
        return seed_search_try(self, given->seed, true);
    while (status == DF_OK && !*stopped && self->tried < MAX_SEEDS &&
           self->nodes < QUICK_NODES * effort)
        status = seed_search_try(self, self->tried++, false);
    for (size_t i = 0;
         status == DF_OK && !*stopped && i < WHOLE_SEARCHES && (i == 0 || i < self->count) &&
         (!given->quick || *self->print->plan == NULL);
         i++)
        status = seed_search_try(self, self->count > 0 ? self->tries[i].seed : 0, true);
    return status;
}

df_status df_real_deal_print(real_print *print)
{
    df_real_choice *choice = print->choice;
    seed_search self = {
        .print = print,
        .deal = {.deal = df_real_games[choice->game].deal,
                 .hold = true,
                 .preview = DF_PREVIEW_ALL},
    };
    print->options.deal = &self.deal;
    df_status status = seed_search_run(&self);
    if (status == DF_OK && *print->plan == NULL)
        status = print->stopped ? DF_ERROR_CANCELLED : self.refused;
    if (status == DF_OK) {
        print->report->stopped = print->stopped;
        choice->seeds_tried = self.tried;
        choice->seeds_found = self.count;
        choice->usual_drops = self.count > 1 ? self.tries[self.count / 2].drops : 0;
    }
    return status;
}
