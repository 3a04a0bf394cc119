/* The fewest sets that cover all elements, with proof. Bounds are integers, so that the result
 * is the same on every machine. */
#ifndef DROPFORGE_ASK_SET_COVER_H
#define DROPFORGE_ASK_SET_COVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
