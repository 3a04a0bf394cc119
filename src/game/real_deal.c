/* Games that deal their pieces from a seed: many seeds are tried for a picture. */
#include <string.h>

#include "core/base/bits.h"
#include "core/image/frames.h"
#include "print/base/carriers.h"
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
    uint64_t squares[DF_TETROMINOES + 1]; /* of each colour, which are counted from 1 */
    unsigned pieces[DF_TETROMINOES];      /* the set of each colour, */
    unsigned taken;                       /* and of all */
} piece_share;

static uint64_t share_cost(const piece_share *self, unsigned color, unsigned piece)
{
    return df_color_distance((const uint8_t *)&df_guideline_colors[piece],
                             (const uint8_t *)&self->picture->colors[color]);
}

/* Chooses a piece that is not taken for each colour from `color` on, so that the sum over all
 * squares is least. Returns the sum, and writes the pieces if that is below `below`. */
static uint64_t share_choose(const piece_share *self, unsigned color, unsigned taken,
                             uint64_t below, unsigned chosen[DF_TETROMINOES])
{
    uint64_t best = below;
    if (color == self->picture->color_count)
        return 0;
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        const uint64_t own = self->squares[color + 1] * share_cost(self, color, piece);
        unsigned others[DF_TETROMINOES] = {0};
        if ((taken >> piece & 1) != 0 || own >= best)
            continue;
        const uint64_t all =
            own + share_choose(self, color + 1, taken | 1U << piece, best - own, others);
        if (all >= best)
            continue;
        best = all;
        memcpy(chosen, others, sizeof others);
        chosen[color] = piece;
    }
    return best;
}

static void share_give(piece_share *self, unsigned color, unsigned piece)
{
    self->pieces[color] |= 1U << piece;
    self->taken |= 1U << piece;
}

/* Returns the colour that gets the next piece: O alone leaves pairs only; then one that has the
 * fewest pieces, and of those one with the most squares. */
static unsigned share_find_next(const piece_share *self)
{
    unsigned next = 0;
    for (unsigned i = 0; i < self->picture->color_count; i++) {
        const unsigned many = bits_count(self->pieces[i]), few = bits_count(self->pieces[next]);
        if (self->pieces[i] == 1U << DF_O)
            return i;
        if (many < few || (many == few && self->squares[i + 1] > self->squares[next + 1]))
            next = i;
    }
    return next;
}

/* Gives a colour the nearest piece that is not taken. */
static void share_give_nearest(piece_share *self, unsigned color)
{
    unsigned nearest = bits_lowest(~self->taken);
    for (unsigned piece = nearest; piece < DF_TETROMINOES; piece++) {
        if ((self->taken >> piece & 1) == 0 &&
            share_cost(self, color, piece) < share_cost(self, color, nearest))
            nearest = piece;
    }
    share_give(self, color, nearest);
}

void df_real_share(df_real_choice *choice, const df_picture *picture, unsigned count)
{
    piece_share self = {.picture = picture};
    uint8_t pieces[DF_TETROMINOES];
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        self.squares[picture->cell[i]]++;
    while (bits_count(self.taken) < count) {
        unsigned chosen[DF_TETROMINOES] = {0};
        if (bits_count(self.taken) + picture->color_count > count) {
            share_give_nearest(&self, share_find_next(&self));
            continue;
        }
        (void)share_choose(&self, 0, self.taken, UINT64_MAX, chosen);
        for (unsigned i = 0; i < picture->color_count; i++)
            share_give(&self, i, chosen[i]);
    }
    for (unsigned i = 0; i < picture->color_count; i++)
        pieces[i] = (uint8_t)self.pieces[i];
    df_carriers_write(pieces, picture->color_count, choice->pieces);
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
    print->max_nodes = is_whole ? 0 : SEED_NODES;
    df_status status = real_print_find(print, &plan, &report, NULL);
    self->nodes += status == DF_OK ? report.nodes : SEED_NODES;
    if (status == DF_OK)
        status = df_real_game_write(NULL, choice->game, plan, 0, &end, NULL);
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
    if (status == DF_OK && *print->plan == NULL && print->stopped)
        return DF_ERROR_CANCELLED;
    if (status == DF_ERROR_ARGUMENT || (status == DF_OK && *print->plan == NULL)) {
        /* The planner says why. */
        print->options.seed = self.deal.seed = print->given->seed;
        status = real_print_find(print, print->plan, print->report, print->error);
    }
    if (status == DF_OK) {
        print->report->stopped = print->stopped;
        choice->seeds_tried = self.tried;
        choice->seeds_found = self.count;
        choice->usual_drops = self.count > 1 ? self.tries[self.count / 2].drops : 0;
    }
    return status;
}
