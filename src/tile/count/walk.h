/* Counts by walking over a board square by square. A state has all squares before the next one
 * filled; the walk knows in how many ways each state is reached. */
#ifndef DROPFORGE_TILE_WALK_H
#define DROPFORGE_TILE_WALK_H

#include "count.h"

/* A state as words: its window with bit 0 set, in one or two words, and then its tag. */
#define WALK_MAX_KEY_WORDS 3

typedef struct walk_job {
    const tile_moves *moves;
    const uint64_t *tags; /* NULL, or the number that each piece adds to the tag */
    bool flip;            /* take a state and the same upside down as one */
    bool every_column;    /* visit after each column, not only at the end */
    tile_visit *visit;    /* sees each tag of a filled board, or of filled columns */
    void *context;
} walk_job;

/* Walks over the whole board. DF_ERROR_LIMIT: the task's budget is too small. */
df_status df_tile_walk(const walk_job *job, tile_task *task);

#endif
