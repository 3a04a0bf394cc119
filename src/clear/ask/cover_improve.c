/* A local search: sets are exchanged while some rows are not covered, and rows that stay so
 * become heavier. (Gao, Weise, Li: an efficient local search heuristic with row weighting for
 * the unicost set covering problem, 2015.) */
#include <string.h>

#include "dropforge/base.h"
#include "set_cover.h"

enum { IMPROVE_STEPS = 3000 };

/* The sets of each row are in search->lists, as df_cover_find_bound left them. */
typedef struct cover_improver {
    cover_search *search;
    size_t rows, sets;
    uint32_t *numbers; /* the arrays below */
    uint32_t *rows_of; /* the rows of each set */
    uint32_t *starts;  /* of each set in these, and one more */
    uint32_t *covers;  /* of each row the chosen sets that cover it */
    uint32_t *weights; /* of each row */
    uint32_t *open;    /* the rows that are not covered */
    uint32_t *place;   /* of each open row in these */
    uint32_t *changed; /* of each set the step in which it came or went */
    int64_t
        *scores; /* of each set the weight that it covers newly; chosen: by itself, below 0 */
    bool *chosen;
    bool *barred; /* left, and no other set that shares a row has come or gone since */
    size_t open_count, chosen_count;
    uint32_t step;
    df_random random;
} cover_improver;

static size_t improve_count_numbers(const cover_improver *self)
{
    return self->search->starts[self->rows] + 4 * self->rows + 2 * self->sets + 1;
}

static void improve_free(cover_improver *self)
{
    memory_budget *memory = self->search->memory;
    df_budget_free(memory, self->numbers, improve_count_numbers(self), sizeof self->numbers[0]);
    df_budget_free(memory, self->scores, self->sets, sizeof self->scores[0]);
    df_budget_free(memory, self->chosen, 2 * self->sets, sizeof self->chosen[0]);
}

/* Makes the arrays: nothing is chosen. */
static bool improve_create(cover_improver *self)
{
    cover_search *search = self->search;
    memory_budget *memory = search->memory;
    const uint32_t *lists = search->lists, *starts = search->starts;
    self->numbers =
        df_budget_take(memory, improve_count_numbers(self), sizeof self->numbers[0]);
    self->scores = df_budget_take(memory, self->sets, sizeof self->scores[0]);
    self->chosen = df_budget_take(memory, 2 * self->sets, sizeof self->chosen[0]);
    if (self->numbers == NULL || self->scores == NULL || self->chosen == NULL) {
        search->status = memory->status;
        return false;
    }
    self->barred = self->chosen + self->sets;
    self->rows_of = self->numbers;
    self->starts = self->rows_of + starts[self->rows];
    self->changed = self->starts + self->sets + 1;
    self->covers = self->changed + self->sets;
    self->weights = self->covers + self->rows;
    self->open = self->weights + self->rows;
    self->place = self->open + self->rows;
    for (size_t s = 0, at = 0; s < self->sets; s++) {
        at += search->counts[s];
        self->starts[s] = (uint32_t)at;
        self->scores[s] = search->counts[s];
    }
    self->starts[self->sets] = starts[self->rows];
    for (size_t r = self->rows; r-- > 0;) {
        for (uint32_t k = starts[r]; k < starts[r + 1]; k++)
            self->rows_of[--self->starts[lists[k]]] = (uint32_t)r;
        self->weights[r] = 1;
        self->open[r] = (uint32_t)r;
        self->place[r] = (uint32_t)r;
    }
    self->open_count = self->rows;
    return true;
}

/* Adds a weight to the scores of the sets of a row; `chosen` are those it is added to. */
static void improve_add_weight(cover_improver *self, size_t row, int64_t weight, bool chosen)
{
    const cover_search *search = self->search;
    for (uint32_t k = search->starts[row]; k < search->starts[row + 1]; k++) {
        const uint32_t set = search->lists[k];
        self->barred[set] = false;
        self->scores[set] += self->chosen[set] == chosen ? weight : 0;
    }
}

/* Chooses a set. The score of a set is what changes for each row that it covers. */
static void improve_add(cover_improver *self, size_t set)
{
    const int64_t score = self->scores[set];
    for (uint32_t k = self->starts[set]; k < self->starts[set + 1]; k++) {
        const uint32_t row = self->rows_of[k];
        if (self->covers[row]++ == 0) {
            const uint32_t last = self->open[--self->open_count];
            self->open[self->place[row]] = last;
            self->place[last] = self->place[row];
            improve_add_weight(self, row, -(int64_t)self->weights[row], false);
        } else {
            improve_add_weight(self, row, self->covers[row] == 2 ? self->weights[row] : 0,
                               true);
        }
    }
    self->chosen[set] = true;
    self->scores[set] = -score;
    self->changed[set] = self->step;
    self->chosen_count++;
}

static void improve_remove(cover_improver *self, size_t set)
{
    const int64_t score = self->scores[set];
    self->chosen[set] = false;
    for (uint32_t k = self->starts[set]; k < self->starts[set + 1]; k++) {
        const uint32_t row = self->rows_of[k];
        if (--self->covers[row] == 0) {
            self->place[row] = (uint32_t)self->open_count;
            self->open[self->open_count++] = row;
            improve_add_weight(self, row, self->weights[row], false);
        } else {
            improve_add_weight(self, row,
                               self->covers[row] == 1 ? -(int64_t)self->weights[row] : 0, true);
        }
    }
    self->scores[set] = -score;
    self->barred[set] = true;
    self->changed[set] = self->step;
    self->chosen_count--;
}

/* True if a set is to be taken before another one: by its score, then by its age. */
static bool improve_is_better(const cover_improver *self, size_t set, size_t other)
{
    return self->scores[set] != self->scores[other] ? self->scores[set] > self->scores[other]
                                                    : self->changed[set] < self->changed[other];
}

/* Removes the chosen set that covers the least by itself, but not the one that came last. */
static void improve_remove_one(cover_improver *self, bool any)
{
    size_t best = SIZE_MAX;
    for (size_t s = 0; s < self->sets; s++) {
        if (self->chosen[s] && (any || self->changed[s] + 1 < self->step) &&
            (best == SIZE_MAX || improve_is_better(self, s, best)))
            best = s;
    }
    if (best != SIZE_MAX)
        improve_remove(self, best);
}

/* Adds the best set that covers an open row. */
static void improve_cover_one(cover_improver *self)
{
    const cover_search *search = self->search;
    const uint32_t row = self->open[df_random_below(&self->random, (uint32_t)self->open_count)];
    size_t best = SIZE_MAX;
    for (uint32_t k = search->starts[row]; k < search->starts[row + 1]; k++) {
        const size_t set = search->lists[k];
        if (!self->barred[set] && (best == SIZE_MAX || improve_is_better(self, set, best)))
            best = set;
    }
    if (best != SIZE_MAX)
        improve_add(self, best);
}

/* Makes the open rows heavier. */
static void improve_raise_weights(cover_improver *self)
{
    const cover_search *search = self->search;
    for (size_t i = 0; i < self->open_count; i++) {
        const uint32_t row = self->open[i];
        self->weights[row]++;
        for (uint32_t k = search->starts[row]; k < search->starts[row + 1]; k++)
            self->scores[search->lists[k]]++;
    }
}

static void improve_keep(cover_improver *self)
{
    cover_search *search = self->search;
    const size_t depth = search->depth;
    for (size_t s = 0; s < self->sets; s++) {
        if (self->chosen[s])
            search->path[search->depth++] = (uint32_t)s;
    }
    df_cover_keep_best(search);
    search->depth = depth;
}

void df_cover_improve(cover_search *self, const cover_rows *rows)
{
    cover_improver improver = {
        .search = self, .rows = rows->count, .sets = self->problem->sets};
    df_random_seed(&improver.random, 1, 0);
    if (improve_create(&improver)) {
        for (size_t s = 0; improver.open_count > 0; s = 0) {
            for (size_t other = 1; other < improver.sets; other++)
                s = improver.scores[other] > improver.scores[s] ? other : s;
            improve_add(&improver, s);
        }
        for (improver.step = 1; improver.step <= IMPROVE_STEPS; improver.step++) {
            while (improver.open_count == 0) {
                improve_keep(&improver);
                improve_remove_one(&improver, true);
            }
            improve_remove_one(&improver, false);
            improve_cover_one(&improver);
            improve_raise_weights(&improver);
        }
    }
    improve_free(&improver);
}
