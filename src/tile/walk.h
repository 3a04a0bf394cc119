/* Counting by walking over a board square by square: the states in which the squares before
 * the next one are filled, and in how many ways each of them is reached. */
#ifndef DROPFORGE_TILE_WALK_H
#define DROPFORGE_TILE_WALK_H

#include "tile/budget.h"
#include "tile/moves.h"

/* A state as words: its window with bit 0 set, in one or two words, and then its tag. */
#define WALK_MOST_KEY_WORDS 3

/* Sees a state in which everything before `square` is filled and nothing from there on, and in
 * how many ways it is reached: `words` words of `count`. Any status but DF_OK ends the walk. */
typedef df_status walk_visit(void *context, uint64_t square, uint64_t tag,
                             const uint64_t *count, size_t words);

typedef struct walk_job {
    const tile_moves *moves;
    const uint64_t *tags; /* NULL, or for each piece what its use adds to the tag */
    bool flip;            /* take a state and the same upside down as one */
    bool every_column;    /* visit after each column, not only at the end */
    walk_visit *visit;
    void *context;
    df_tile_watch *watch; /* may be NULL */
    void *watch_context;
} walk_job;

/* Walks over the whole board. DF_ERROR_LIMIT: the budget does not suffice. The effort is added
 * to *effort. */
df_status df_tile_walk(const walk_job *job, tile_budget *budget, df_tile_effort *effort);

#endif
