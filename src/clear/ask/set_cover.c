/* Branch and bound: on the row with the fewest sets. */
#include <stdlib.h>
#include <string.h>

#include "set_cover.h"

/* Leaves out sets that no better cover has, and chooses those that each better one has. Returns
 * false if no better cover is left; *chose is true if some were chosen. */
static bool cover_fix_sets(cover_search *self, cover_rows *rows, int64_t bound, bool *chose)
{
    const size_t sets = self->problem->sets, depth = self->depth;
    *chose = false;
    for (size_t s = 0; s < sets; s++) {
        if (self->counts[s] == 0)
            continue;
        const int64_t cost = self->costs[s];
        const int64_t other = bound + (cost < 0 ? -cost : cost);
        if (depth + cover_round_up(other) < self->best_count)
            continue;
        if (cost > 0) {
            for (size_t i = 0; i < rows->count; i++)
                cover_row(self, rows, i)[s / 64] &= ~(UINT64_C(1) << s % 64);
        } else if (cost < 0) {
            df_cover_choose(self, rows, s);
            *chose = true;
        }
    }
    for (size_t i = 0; i < rows->count; i++) {
        if (df_cover_count_bits(cover_row(self, rows, i), self->words) == 0)
            return false;
    }
    return true;
}

/* Lists the sets of the element that the fewest cover, those of the least cost first; returns
 * their number. */
static size_t cover_list_branches(const cover_search *self, const cover_rows *rows,
                                  uint32_t *branches)
{
    size_t fewest = SIZE_MAX, best = 0, count = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const size_t sets = df_cover_count_bits(cover_row(self, rows, i), self->words);
        if (sets < fewest) {
            fewest = sets;
            best = i;
        }
    }
    for (size_t s = 0; s < self->problem->sets; s++) {
        if (!cover_has(cover_row(self, rows, best), s))
            continue;
        size_t at = count++;
        for (; at > 0 && self->costs[branches[at - 1]] > self->costs[s]; at--)
            branches[at] = branches[at - 1];
        branches[at] = (uint32_t)s;
    }
    return count;
}

static void cover_visit(cover_search *self, cover_rows *rows, size_t bound);

/* Tries each of the sets of one element, without those tried before. */
static void cover_branch(cover_search *self, cover_rows *rows, size_t bound)
{
    const size_t sets = self->problem->sets, depth = self->depth;
    uint32_t *branches = df_budget_take(self->memory, sets + 1, sizeof branches[0]);
    if (branches == NULL) {
        self->status = self->memory->status;
        return;
    }
    const size_t count = cover_list_branches(self, rows, branches);
    for (size_t b = 0; b < count && self->status == DF_OK; b++) {
        const uint32_t set = branches[b];
        cover_rows rest;
        if (!df_cover_copy_rows(self, &rest, rows))
            break;
        df_cover_choose(self, &rest, set);
        cover_visit(self, &rest, bound);
        df_cover_free_rows(self, &rest);
        self->depth = depth;
        for (size_t i = 0; i < rows->count; i++)
            cover_row(self, rows, i)[set / 64] &= ~(UINT64_C(1) << set % 64);
    }
    df_budget_free(self->memory, branches, sets + 1, sizeof branches[0]);
}

/* Looks for a better cover of the rows; no cover of them has fewer than `bound` sets. Changes
 * the rows and the path. */
static void cover_visit(cover_search *self, cover_rows *rows, size_t bound)
{
    for (bool again = true; again;) {
        if (self->problem->nodes > 0 && self->nodes >= self->problem->nodes) {
            self->least = bound < self->least ? bound : self->least;
            return;
        }
        self->nodes++;
        df_cover_reduce(self, rows);
        if (self->status != DF_OK ||
            self->depth + (rows->count > 0 ? 1 : 0) >= self->best_count)
            return;
        if (rows->count == 0) {
            df_cover_keep_best(self);
            return;
        }
        const int64_t prices = df_cover_find_bound(self, rows);
        if (self->nodes == 1 && self->status == DF_OK &&
            self->depth + cover_round_up(prices) < self->best_count)
            df_cover_improve(self, rows);
        const size_t sum = self->depth + cover_round_up(prices);
        bound = sum > bound ? sum : bound;
        if (self->status != DF_OK || bound >= self->best_count ||
            !cover_fix_sets(self, rows, prices, &again))
            return;
    }
    cover_branch(self, rows, bound);
}

/* Makes the rows of the problem; elements in no set are left out. */
static void cover_begin(cover_search *self, cover_rows *rows)
{
    const set_cover_problem *problem = self->problem;
    self->numbers =
        df_budget_take(self->memory, 4 * (problem->sets + 1), sizeof self->numbers[0]);
    self->costs = df_budget_take(self->memory, problem->sets + 1, sizeof self->costs[0]);
    if (self->numbers == NULL || self->costs == NULL) {
        self->status = self->memory->status;
        return;
    }
    self->path = self->numbers;
    self->best = self->path + problem->sets + 1;
    self->counts = self->best + problem->sets + 1;
    self->news = self->counts + problem->sets + 1;
    if (!df_cover_create_rows(self, rows, problem->elements))
        return;
    for (size_t e = 0; e < problem->elements; e++) {
        uint64_t *row = cover_row(self, rows, rows->count);
        bool found = false;
        memset(row, 0, self->words * sizeof row[0]);
        for (size_t s = 0; s < problem->sets; s++) {
            if (!cover_has(problem->bits + s * problem->words, e))
                continue;
            row[s / 64] |= UINT64_C(1) << s % 64;
            found = true;
        }
        rows->count += found ? 1 : 0;
    }
}

static void cover_end(cover_search *self)
{
    memory_budget *memory = self->memory;
    df_budget_free(memory, self->numbers, 4 * (self->problem->sets + 1),
                   sizeof self->numbers[0]);
    df_budget_free(memory, self->costs, self->problem->sets + 1, sizeof self->costs[0]);
    memory->left += self->lists_capacity * sizeof self->lists[0] +
                    self->starts_capacity * sizeof self->starts[0] +
                    self->prices_capacity * sizeof self->prices[0] +
                    self->best_prices_capacity * sizeof self->best_prices[0] +
                    self->columns_capacity * sizeof self->columns[0];
    free(self->lists);
    free(self->starts);
    free(self->prices);
    free(self->best_prices);
    free(self->columns);
}

df_status df_set_cover(const set_cover_problem *problem, bool *chosen, set_cover_report *report,
                       memory_budget *memory)
{
    cover_search self = {.problem = problem,
                         .memory = memory,
                         .words = (problem->sets + 63) / 64,
                         .best_count = problem->sets + 1,
                         .least = SIZE_MAX};
    cover_rows rows = {0};
    cover_begin(&self, &rows);
    if (self.status == DF_OK)
        cover_visit(&self, &rows, 0);
    if (self.status == DF_OK) {
        memset(chosen, 0, problem->sets * sizeof chosen[0]);
        for (size_t i = 0; i < self.best_count; i++)
            chosen[self.best[i]] = true;
        *report = (set_cover_report){.count = self.best_count,
                                     .least = self.least < self.best_count ? self.least
                                                                           : self.best_count,
                                     .nodes = self.nodes};
    }
    df_cover_free_rows(&self, &rows);
    cover_end(&self);
    return self.status;
}
