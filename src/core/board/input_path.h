/* Inputs that do not depend on whether a piece has fallen before the first of them. */
#pragma once

#include "dropforge/board.h"

/* Finds a path as df_input_path_find does, of the fewest inputs that lead to the place both
 * from row y and from row low_y, which is not above it. */
df_status df_input_path_find_fallen(df_input_path **path, df_outcome *outcome,
                                    const df_mover *mover, const uint64_t *rows, unsigned count,
                                    int x, int y, int low_y, const df_place *place,
                                    df_spin spin);
