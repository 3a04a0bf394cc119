/* Counts by walking over a board square by square. A state has all squares before the next one
 * filled; the walk knows in how many ways each state is reached. */
#pragma once

#include "count.h"

/* A state: its window with bit 0 set, in one or two words. */
#define WALK_MAX_KEY_WORDS 2

typedef struct walk_job {
    const tile_moves *moves;
    bool flip;         /* take a state and the same upside down as one */
    bool every_column; /* visit after each column, not only at the end */
    tile_visit *visit; /* sees a filled board, or filled columns */
    void *context;
} walk_job;

/* Walks over the whole board. DF_ERROR_LIMIT: the task's budget is too small. */
df_status df_tile_walk(const walk_job *job, tile_task *task);
