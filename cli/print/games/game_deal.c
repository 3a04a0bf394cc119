/* Games that deal their pieces from a seed: many seeds are tried for a picture. */
#include <stdio.h>
#include <string.h>

#include "cli/base/cleanup.h"
#include "cli/base/progress.h"
#include "games.h"

enum {
    MAX_SEEDS = 300,
    /* Nodes of a quick search and of all of them, for each unit of effort, and the seeds with
     * the fewest drops for which a whole search follows. */
    SEED_NODES = 10000000,
    QUICK_NODES = 50000000,
    WHOLE_SEARCHES = 2
};

/* Returns how far the colour of a piece is from a colour of the picture. */
static unsigned game_deal_distance(unsigned piece, const df_color *color)
{
    const df_color *own = &df_guideline_colors[piece];
    const int red = own->red - color->red, green = own->green - color->green,
              blue = own->blue - color->blue;
    return (unsigned)(red * red + green * green + blue * blue);
}

/* Shares the pieces among the colours of a picture, about as many for each, so that they are
 * nearest to the colours that the game gives them: of all ways the best. */
static void game_deal_share(const df_picture *sprite, char pieces[DF_PRINT_PIECES_SIZE])
{
    const unsigned colors = sprite->color_count, least = DF_TETROMINOES / colors;
    unsigned best[DF_TETROMINOES] = {0}, now[DF_TETROMINOES] = {0};
    uint64_t best_cost = UINT64_MAX;
    for (unsigned next = 0; next < DF_TETROMINOES;) {
        unsigned counts[DF_TETROMINOES] = {0}, fewest = DF_TETROMINOES;
        uint64_t cost = 0;
        for (unsigned i = 0; i < DF_TETROMINOES; i++) {
            counts[now[i]]++;
            cost += game_deal_distance(i, &sprite->colors[now[i]]);
        }
        for (unsigned i = 0; i < colors; i++)
            fewest = counts[i] < fewest ? counts[i] : fewest;
        if (fewest >= least && cost < best_cost) {
            best_cost = cost;
            memcpy(best, now, sizeof best);
        }
        for (next = 0; next < DF_TETROMINOES && ++now[next] == colors; next++)
            now[next] = 0;
    }
    for (unsigned color = 0; color < colors; color++) {
        for (unsigned i = 0; i < DF_TETROMINOES; i++) {
            if (best[i] == color)
                *pieces++ = "IOTSZJL"[i];
        }
        if (color == 0 || color + 1 < colors)
            *pieces++ = ',';
    }
    *pieces = '\0';
}

cli_status game_deal_prepare(game_choice *chosen, const game_task *task)
{
    if (task->sprite->color_count > DF_TETROMINOES)
        return message("%s: the game has seven colours and the picture %u; reduce them "
                       "(--colors 7)",
                       task->name, task->sprite->color_count);
    game_deal_share(task->sprite, chosen->pieces);
    if (task->print->pieces == NULL)
        task->print->pieces = chosen->pieces;
    chosen->deal =
        (df_plan_deal){.deal = chosen->entry->deal, .hold = true, .preview = DF_PREVIEW_ALL};
    task->print->deal = &chosen->deal;
    return GO_ON;
}

/* A seed with the drops of its plan. */
typedef struct seed_try {
    uint64_t seed;
    size_t drops;
} seed_try;

/* A search among seeds, and the best plan so far. */
typedef struct seed_search {
    game_choice *chosen;
    const game_task *task;
    df_plan *plan; /* owned */
    df_print_report result;
    df_replay_end end;
    seed_try tries[MAX_SEEDS]; /* those with a plan, in the order of their drops */
    size_t count, tried;
    uint64_t nodes;
    bool stopped;
} seed_search;

/* Plans with the pieces of a seed, and keeps the plan if it is the best that the game can
 * play. */
static df_status game_deal_try(seed_search *self, uint64_t seed, bool is_whole)
{
    df_print_options *print = self->task->print;
    df_print_report result = {0};
    df_plan *plan = NULL;
    const bool quick = print->quick;
    print->seed = self->chosen->deal.seed = seed;
    print->quick = quick || !is_whole;
    print->rules = is_whole ? self->chosen->entry->rules : DF_RULES_HARDDROP;
    self->chosen->max_nodes = is_whole ? 0 : SEED_NODES;
    df_status status = self->task->find(self->task->context, &plan, &result, NULL);
    print->quick = quick;
    self->nodes += status == DF_OK ? result.nodes : SEED_NODES;
    self->stopped = cleanup_is_asked();
    if (status == DF_OK)
        status = self->chosen->entry->play(self->chosen, plan);
    if (status == DF_OK && (self->plan == NULL || plan->count < self->plan->count)) {
        df_plan *const worse = self->plan;
        self->plan = plan;
        plan = worse;
        self->result = result;
        self->end = self->chosen->end;
    }
    df_plan_free(plan);
    if (status == DF_OK && !is_whole) {
        size_t to = self->count++;
        for (; to > 0 && self->tries[to - 1].drops > result.drops; to--)
            self->tries[to] = self->tries[to - 1];
        self->tries[to] = (seed_try){seed, result.drops};
    }
    return status == DF_ERROR_MEMORY || status == DF_ERROR_ARGUMENT ? status : DF_OK;
}

/* Tries seeds by quick searches as long as nodes are left, and the best ones by whole ones. */
static df_status game_deal_search(seed_search *self)
{
    const df_print_options *print = self->task->print;
    const uint64_t effort = print->effort > 1 ? print->effort : 1;
    df_status status = DF_OK;
    while (status == DF_OK && !self->stopped && self->tried < MAX_SEEDS &&
           self->nodes < QUICK_NODES * effort)
        status = game_deal_try(self, self->tried++, false);
    if (self->count == 0) /* quick searches find nothing */
        self->tries[self->count++] = (seed_try){.seed = 0};
    for (size_t i = 0; status == DF_OK && !self->stopped && i < self->count &&
                       i < WHOLE_SEARCHES && (!print->quick || self->plan == NULL);
         i++)
        status = game_deal_try(self, self->tries[i].seed, true);
    return status;
}

/* Finds a plan: by the seed that is given, or the best of many. */
static df_status game_deal_find(seed_search *self)
{
    self->tried = self->count = 0;
    self->nodes = 0;
    return self->task->has_seed ? game_deal_try(self, self->task->print->seed, true)
                                : game_deal_search(self);
}

/* Says which seed was found, and what others take for which a quick search has a plan. */
static void game_deal_say(const seed_search *self)
{
    char others[64] = "";
    if (self->count > 1)
        snprintf(others, sizeof others, "; by a quick search %zu of them take %zu or more",
                 (self->count + 1) / 2, self->tries[self->count / 2].drops);
    if (!self->task->has_seed)
        message("%s: of %zu seeds tried, %llu takes the fewest pieces, %zu%s", self->task->name,
                self->tried, (unsigned long long)self->plan->deal->seed, self->plan->count,
                others);
    if (self->stopped)
        message("interrupted; this is the best plan so far");
}

cli_status game_deal_plan(game_choice *chosen, const game_task *task, df_plan **plan,
                          df_print_report *result)
{
    seed_search self = {.chosen = chosen, .task = task};
    df_print_options *print = task->print;
    const uint64_t seed = print->seed;
    cleanup_begin_work();
    progress_begin("trying seeds");
    df_status status = game_deal_find(&self);
    if (status == DF_OK && self.plan == NULL && !self.stopped &&
        print->pieces == chosen->pieces) {
        print->pieces = NULL; /* the planner chooses others for the colours */
        status = game_deal_find(&self);
    }
    progress_end();
    cleanup_end_work();
    if (status == DF_OK && self.plan == NULL) {
        /* The planner says why. */
        print->seed = chosen->deal.seed = seed;
        return task->plan(task->context, plan, result);
    }
    if (status != DF_OK)
        return message_status(status, NULL);
    print->seed = self.plan->deal->seed;
    chosen->end = self.end;
    chosen->seeds_tried = self.tried;
    game_deal_say(&self);
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        self.plan->colors[i] = (df_plan_color){true, df_guideline_colors[i]};
    *plan = self.plan;
    *result = self.result;
    return GO_ON;
}
