/* The fewest sets that cover all elements, with proof. Bounds are integers, so that the result
 * is the same on every machine. */
#pragma once

#include "core/base/budget.h"

typedef struct set_cover_problem {
    size_t sets;
    size_t elements; /* those in no set are left out */
    /* Bit e of set s: bits[s * words + e / 64] >> e % 64. */
    const uint64_t *bits;
    size_t words;
    uint64_t nodes; /* stop after this many nodes of the search; 0: no limit */
} set_cover_problem;

typedef struct set_cover_report {
    size_t count; /* of the sets chosen */
    size_t least; /* proven: no cover has fewer sets */
    uint64_t nodes;
} set_cover_report;

/* Chooses the fewest sets, or as few as were found when `nodes` stopped the search: then
 * report->least is less than report->count. chosen[] has an element for each set. */
df_status df_set_cover(const set_cover_problem *problem, bool *chosen, set_cover_report *report,
                       memory_budget *memory);

#define COVER_ONE 65536 /* the cost of a set */

/* The elements that are not covered: for each the sets that cover it, as bits. */
typedef struct cover_rows {
    uint64_t *bits; /* count * words, and one row more for a swap */
    size_t count;
    size_t capacity; /* rows */
} cover_rows;

typedef struct cover_search {
    const set_cover_problem *problem;
    memory_budget *memory;
    size_t words; /* of a row */
    uint32_t *path, *best;
    size_t depth, best_count, least;
    uint64_t nodes;
    uint64_t comparisons; /* left */
    df_status status;
    /* Of one node: its sets in the rows, as lists. */
    uint32_t *lists, *starts;
    size_t lists_capacity, starts_capacity;
    int64_t *prices, *best_prices;
    size_t prices_capacity, best_prices_capacity;
    uint64_t *columns; /* the rows of each set */
    size_t columns_capacity;
    int64_t *costs;    /* of each set 1 less the prices of its elements */
    uint32_t *counts;  /* of the elements of each set */
    uint32_t *news;    /* those that are not covered yet */
    uint32_t *numbers; /* path, best, counts and news */
} cover_search;

static inline uint64_t *cover_row(const cover_search *self, const cover_rows *rows, size_t row)
{
    return rows->bits + row * self->words;
}

static inline bool cover_has(const uint64_t *bits, size_t at)
{
    return (bits[at / 64] >> at % 64 & 1) != 0;
}

/* Returns the number of sets in a row. */
size_t df_cover_count_bits(const uint64_t *bits, size_t words);

/* Makes `capacity` zeroed rows, which df_cover_free_rows frees; false after a failure. */
bool df_cover_create_rows(cover_search *self, cover_rows *rows, size_t capacity);
void df_cover_free_rows(cover_search *self, cover_rows *rows);

/* Makes a copy of rows; false after a failure. */
bool df_cover_copy_rows(cover_search *self, cover_rows *copy, const cover_rows *rows);

/* Chooses a set and removes the elements that it covers. */
void df_cover_choose(cover_search *self, cover_rows *rows, size_t set);

/* Leaves out what is dominated and chooses what is forced, as long as there is any. */
void df_cover_reduce(cover_search *self, cover_rows *rows);

/* Keeps the sets of the path if they are the fewest so far. */
void df_cover_keep_best(cover_search *self);

/* Returns a bound on the sets that the rows need, in parts of COVER_ONE, and leaves the costs
 * that belong to it. */
int64_t df_cover_find_bound(cover_search *self, const cover_rows *rows);

/* Looks for fewer sets than the best ones by exchanging some. */
void df_cover_improve(cover_search *self, const cover_rows *rows);

/* Returns the sets that a bound stands for. */
static inline size_t cover_round_up(int64_t bound)
{
    return bound <= 0 ? 0 : (size_t)((bound + COVER_ONE - 1) / COVER_ONE);
}
