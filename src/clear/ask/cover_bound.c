/* A Lagrangian relaxation: with a price for each row, no cover costs less than the prices of
 * all rows and, of the sets whose rows cost more than 1 together, what exceeds it. The prices
 * are improved step by step. */
#include <string.h>

#include "core/base/array.h"
#include "core/base/bits.h"
#include "set_cover.h"

enum {
    COVER_PATIENCE = 10, /* steps without a better bound, after which steps become shorter */
    COVER_PRICE_STEPS = 300, /* in the first node */
    COVER_FEWER_STEPS = 100, /* in the others */
    COVER_FULL_STEP = 2 << 10,
    COVER_SHORTEST_STEP = 10,
    COVER_GREEDY_INTERVAL = 8,
};

void df_cover_keep_best(cover_search *self)
{
    if (self->depth >= self->best_count)
        return;
    self->best_count = self->depth;
    memcpy(self->best, self->path, self->depth * sizeof self->best[0]);
}

static void cover_list_rows(cover_search *self, const cover_rows *rows)
{
    uint64_t *left = &self->memory->left;
    size_t total = 0;
    for (size_t i = 0; i < rows->count; i++)
        total += df_cover_count_bits(cover_row(self, rows, i), self->words);
    if (total >= UINT32_MAX)
        self->status = DF_ERROR_LIMIT;
    if (self->status == DF_OK)
        self->status =
            ARRAY_RESERVE_WITHIN(self->lists, self->lists_capacity, 0, total + 1, left);
    if (self->status == DF_OK)
        self->status =
            ARRAY_RESERVE_WITHIN(self->starts, self->starts_capacity, 0, rows->count + 1, left);
    if (self->status == DF_OK)
        self->status =
            ARRAY_RESERVE_WITHIN(self->prices, self->prices_capacity, 0, rows->count + 1, left);
    if (self->status == DF_OK)
        self->status = ARRAY_RESERVE_WITHIN(self->best_prices, self->best_prices_capacity, 0,
                                            rows->count + 1, left);
    if (self->status != DF_OK)
        return;
    memset(self->counts, 0, self->problem->sets * sizeof self->counts[0]);
    uint32_t at = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const uint64_t *row = cover_row(self, rows, i);
        self->starts[i] = at;
        for (size_t w = 0; w < self->words; w++) {
            for (uint64_t rest = row[w]; rest != 0; rest &= rest - 1) {
                self->lists[at] = (uint32_t)(64 * w + bits_lowest(rest));
                self->counts[self->lists[at++]]++;
            }
        }
    }
    self->starts[rows->count] = at;
}

/* Sets the costs by the prices; returns the bound, in parts of COVER_ONE. */
static int64_t cover_find_costs(cover_search *self, const int64_t *prices, size_t rows)
{
    int64_t bound = 0;
    for (size_t s = 0; s < self->problem->sets; s++)
        self->costs[s] = COVER_ONE;
    for (size_t i = 0; i < rows; i++) {
        bound += prices[i];
        for (uint32_t k = self->starts[i]; k < self->starts[i + 1]; k++)
            self->costs[self->lists[k]] -= prices[i];
    }
    for (size_t s = 0; s < self->problem->sets; s++)
        bound += self->counts[s] > 0 && self->costs[s] < 0 ? self->costs[s] : 0;
    return bound;
}

/* Moves the prices: up where no set of negative cost covers an element, down where more than
 * one does. Returns false if the prices are the best ones. */
static bool cover_move_prices(cover_search *self, size_t rows, int64_t gap, int64_t step)
{
    int64_t norm = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < rows; i++) {
            int64_t slope = 1;
            for (uint32_t k = self->starts[i]; k < self->starts[i + 1]; k++)
                slope -= self->costs[self->lists[k]] < 0 ? 1 : 0;
            if (pass == 0) {
                norm += self->prices[i] > 0 || slope > 0 ? slope * slope : 0;
                continue;
            }
            const int64_t price = self->prices[i] + gap * slope * step / (norm << 10);
            self->prices[i] = price > 0 ? price : 0;
        }
        if (norm == 0)
            return false;
    }
    return true;
}

/* Returns the set of the least cost for each element that it newly covers. */
static size_t cover_find_cheapest(cover_search *self, const cover_rows *rest)
{
    uint32_t *news = self->news;
    size_t chosen = 0;
    int64_t least = INT64_MAX;
    memset(news, 0, self->problem->sets * sizeof news[0]);
    for (size_t i = 0; i < rest->count; i++) {
        const uint64_t *row = cover_row(self, rest, i);
        for (size_t w = 0; w < self->words; w++) {
            for (uint64_t left = row[w]; left != 0; left &= left - 1)
                news[64 * w + bits_lowest(left)]++;
        }
    }
    for (size_t s = 0; s < self->problem->sets; s++) {
        if (news[s] == 0)
            continue;
        const int64_t cost = self->costs[s], count = news[s];
        const int64_t score = cost > 0 ? cost * 1024 / count : cost * count;
        if (score < least) {
            least = score;
            chosen = s;
        }
    }
    return chosen;
}

/* Chooses the cheapest set until all is covered; keeps the result if it is the best. */
static void cover_choose_greedily(cover_search *self, const cover_rows *rows)
{
    const size_t depth = self->depth;
    cover_rows rest;
    if (!df_cover_copy_rows(self, &rest, rows))
        return;
    while (rest.count > 0 && self->depth + 1 < self->best_count)
        df_cover_choose(self, &rest, cover_find_cheapest(self, &rest));
    if (rest.count == 0)
        df_cover_keep_best(self);
    self->depth = depth;
    df_cover_free_rows(self, &rest);
}

int64_t df_cover_find_bound(cover_search *self, const cover_rows *rows)
{
    int64_t best = -1, step = COVER_FULL_STEP;
    cover_list_rows(self, rows);
    if (self->status != DF_OK)
        return 0;
    for (size_t i = 0; i < rows->count; i++) {
        self->prices[i] = COVER_ONE;
        for (uint32_t k = self->starts[i]; k < self->starts[i + 1]; k++) {
            const int64_t share = COVER_ONE / self->counts[self->lists[k]];
            self->prices[i] = share < self->prices[i] ? share : self->prices[i];
        }
    }
    const unsigned steps = self->nodes == 1 ? COVER_PRICE_STEPS : COVER_FEWER_STEPS;
    for (unsigned i = 0, stalled = 0; i < steps && self->status == DF_OK; i++) {
        const int64_t bound = cover_find_costs(self, self->prices, rows->count);
        if (bound > best) {
            best = bound;
            stalled = 0;
            memcpy(self->best_prices, self->prices, rows->count * sizeof self->prices[0]);
        } else if (++stalled > COVER_PATIENCE) {
            stalled = 0;
            step /= 2;
            memcpy(self->prices, self->best_prices, rows->count * sizeof self->prices[0]);
            (void)cover_find_costs(self, self->prices, rows->count);
        }
        if (i % COVER_GREEDY_INTERVAL == 0)
            cover_choose_greedily(self, rows);
        const int64_t target = (int64_t)(self->best_count - self->depth) * COVER_ONE;
        if (step < COVER_SHORTEST_STEP ||
            self->depth + cover_round_up(best) >= self->best_count ||
            !cover_move_prices(self, rows->count, target - bound, step))
            break;
    }
    return cover_find_costs(self, self->best_prices, rows->count);
}
