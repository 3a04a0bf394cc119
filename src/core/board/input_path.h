/* Inputs that bring a piece to a place, as a list, and those that do not depend on whether it
 * has fallen before the first of them. */
#pragma once

#include "dropforge/board.h"

typedef struct df_input_path {
    size_t count;
    uint8_t input[]; /* df_input */
} df_input_path;

/* Finds a path as df_inputs_find does; NULL with outcome DF_NONE. */
df_status df_input_path_find(df_input_path **path, df_outcome *outcome, const df_mover *mover,
                             const uint64_t *rows, unsigned count, int x, int y,
                             const df_place *place, df_spin spin);
void df_input_path_free(df_input_path *path);

/* Finds a path as df_input_path_find does, of the fewest inputs that lead to the place both
 * from row y and from row low_y, which is not above it. */
df_status df_input_path_find_fallen(df_input_path **path, df_outcome *outcome,
                                    const df_mover *mover, const uint64_t *rows, unsigned count,
                                    int x, int y, int low_y, const df_place *place,
                                    df_spin spin);
