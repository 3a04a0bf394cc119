#include "drops.h"

#include <stdlib.h>
#include <string.h>

#include "beam_search.h"
#include "core/base/real.h"

/* Without a plan a search gives up after this many times the squares of the picture. */
#define MAX_DROPS_A_SQUARE 16
#define BY_SCORE 102 /* of 256 boards */
/* The weights of a search are those of the first times e to the power of -JITTER … JITTER. */
#define JITTER 0.3

typedef struct drops_run {
    const drops_request *request;
    drop_target target;
    board_rules rules;
    int32_t *value; /* of the target's squares */
    score_weights weights;
    df_random random;
    drop_path guides[DROP_SEARCH_GUIDES]; /* the best plans so far, the best last; owned */
    size_t guide_count;
    uint64_t nodes;
    bool stopped;
} drops_run;

/* Returns the drops of the best plan so far, or the limit; 0: there is none. */
static size_t drops_best(const drops_run *self)
{
    return self->guide_count > 0 ? self->guides[self->guide_count - 1].count
                                 : self->request->limit;
}

static bool drops_watch(void *context, uint64_t nodes)
{
    drops_run *self = context;
    const drops_request *request = self->request;
    self->nodes += nodes;
    return request->watch == NULL ||
           request->watch(request->watch_context, nodes, drops_best(self));
}

/* Returns a random number from -1 to 1. */
static double drops_random(drops_run *self)
{
    return (double)df_random_below(&self->random, 2001) / 1000.0 - 1.0;
}

/* Draws the weights of the next search. */
static void drops_vary(drops_run *self)
{
    self->weights = df_score_usual;
    for (unsigned i = 0; i < SCORE_TERMS; i++) {
        if (i == SCORE_EMPTY)
            continue;
        int32_t *term = &self->weights.term[i];
        *term = (int32_t)(*term * df_real_exp(JITTER * drops_random(self)) + 0.5);
    }
    self->weights.part =
        (int32_t)(self->weights.part * df_real_exp(0.6 * JITTER * drops_random(self)) + 0.5);
    self->weights.spread = (int32_t)df_random_below(&self->random, 257);
}

/* Takes a path as a guide, in place of the oldest. */
static void drops_add_guide(drops_run *self, const drop_path *path)
{
    if (self->guide_count == DROP_SEARCH_GUIDES) {
        df_drop_path_free(&self->guides[0]);
        memmove(&self->guides[0], &self->guides[1],
                (DROP_SEARCH_GUIDES - 1) * sizeof self->guides[0]);
        self->guide_count--;
    }
    self->guides[self->guide_count++] = *path;
}

/* Searches once for a plan with fewer drops. */
static df_status drops_search_once(drops_run *self, bool *found)
{
    const drops_request *request = self->request;
    const unsigned width = self->target.width;
    const size_t squares = self->target.squares, best = drops_best(self);
    *found = false;
    /* Drops and cleared rows go together: 4 * drops = squares + width * cleared. */
    if (best > 0 && 4 * best <= squares)
        return DF_OK;
    const piece_supply ordered = {df_supply_list_order, request->order};
    const size_t cleared = best > 0 ? (4 * best - squares - 1) / width : UINT16_MAX;
    const drop_search_options options = {
        .supply = request->order != NULL ? &ordered : &df_supply_free,
        .weights = &self->weights,
        .keep = request->keep,
        .by_score = BY_SCORE,
        .late_by_score = BY_SCORE,
        .max_cleared = (unsigned)cleared,
        .max_drops = best > 0 ? best - 1 : MAX_DROPS_A_SQUARE * squares,
        .max_nodes = request->max_nodes > self->nodes ? request->max_nodes - self->nodes : 0,
        .guides = self->guides,
        .guide_count = self->guide_count,
        .jobs = request->jobs,
        .watch = drops_watch,
        .watch_context = self,
    };
    drop_search_result result;
    const uint64_t before = self->nodes;
    const df_status status = df_drop_search(&self->rules, &options, &result);
    if (status != DF_OK)
        return status;
    self->nodes = before + result.nodes;
    self->stopped = result.stopped;
    *found = result.path.count > 0;
    if (*found)
        drops_add_guide(self, &result.path);
    return DF_OK;
}

/* Searches with one set of weights after the other, with each as long as that helps. */
static df_status drops_search_all(drops_run *self)
{
    df_status status = DF_OK;
    const uint64_t max = self->request->max_nodes;
    for (unsigned i = 0; status == DF_OK && !self->stopped && self->nodes < max; i++) {
        const uint64_t before = self->nodes;
        bool found = true;
        if (i > 0)
            drops_vary(self);
        df_score_values(&self->weights, &self->target, self->value);
        while (found && status == DF_OK && !self->stopped && self->nodes < max)
            status = drops_search_once(self, &found);
        if (self->nodes == before)
            break;
    }
    return status;
}

static df_status drops_begin(drops_run *self)
{
    const target_place *place = self->request->place;
    const df_status status = df_target_create(&self->target, place, true);
    if (status != DF_OK)
        return status;
    self->value =
        calloc((size_t)self->target.width * self->target.height + 1, sizeof self->value[0]);
    if (self->value == NULL)
        return DF_ERROR_MEMORY;
    self->rules = (board_rules){.targets = &self->target,
                                .target_count = 1,
                                .value = self->value,
                                .max_rows = BOARD_ROWS,
                                .max_height = self->request->max_height};
    df_shapes_init(self->rules.shapes, place->tetrominoes);
    df_random_seed(&self->random, self->request->seed, 1);
    if (self->request->guide == NULL)
        return DF_OK;
    drop_path path = {0};
    const df_status read = df_path_read(&path, self->request->guide, &self->rules);
    if (read == DF_OK && path.count > 0)
        drops_add_guide(self, &path);
    else
        df_drop_path_free(&path);
    return read;
}

df_status df_drops_search(const drops_request *request, drops_result *result)
{
    drops_run self = {.request = request, .weights = df_score_usual};
    drops_result made = {0};
    df_status status = drops_begin(&self);
    const size_t before = drops_best(&self);
    if (status == DF_OK)
        status = drops_search_all(&self);
    if (status == DF_OK && drops_best(&self) != before) {
        drop_board first;
        df_board_begin(&first, &self.rules, 0);
        status = df_path_write(&self.guides[self.guide_count - 1], &self.rules, &first,
                               request->place->tetrominoes, &made.plan, &made.passes);
    }
    made.nodes = self.nodes;
    for (size_t i = 0; i < self.guide_count; i++)
        df_drop_path_free(&self.guides[i]);
    free(self.value);
    df_target_free(&self.target);
    if (status == DF_OK)
        *result = made;
    return status;
}
