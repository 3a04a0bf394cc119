/* The inputs that bring a piece from its spawn to a place. */
#ifndef DROPFORGE_INPUT_PATH_H
#define DROPFORGE_INPUT_PATH_H

#include "dropforge/moves.h"

DF_BEGIN_DECLARATIONS

/* The inputs of a player. A turn is made by its first test whose place is free; an impossible
 * input does nothing. The soft drop moves one row; the hard drop lets the piece fall as far as
 * it can and locks it. */
typedef enum df_input {
    DF_INPUT_LEFT,
    DF_INPUT_RIGHT,
    DF_INPUT_CLOCKWISE,
    DF_INPUT_ANTICLOCKWISE,
    DF_INPUT_HALF_TURN,
    DF_INPUT_SOFT_DROP,
    DF_INPUT_HARD_DROP,
    DF_INPUTS
} df_input;

typedef struct df_input_path {
    size_t count;
    uint8_t input[]; /* df_input; the last is DF_INPUT_HARD_DROP, and no other is */
} df_input_path;

/* The highest row from which a search can start. */
#define DF_INPUT_PATH_MAX_SPAWN_ROW (2 * DF_FIELD_MAX_HEIGHT)

/* Finds a path of the fewest inputs from the spawn to a place at rest; of several it always
 * finds the same one. Playfield and spawn are as in df_moves_find. The piece may get to the
 * place in any orientation that looks like the one asked for. It gets there with that spin;
 * DF_SPINS stands for any, and pieces other than T have only DF_SPIN_NONE.
 *
 * * *outcome is DF_FOUND, and *path the caller's (df_input_path_free), or DF_NONE, and *path
 * NULL. DF_ERROR_ARGUMENT: the orientation or spin is invalid, or y is above
 * DF_INPUT_PATH_MAX_SPAWN_ROW. DF_ERROR_MEMORY. Method: breadth-first search. */
df_status df_input_path_find(df_input_path **path, df_outcome *outcome, const df_mover *mover,
                             const uint64_t *rows, unsigned count, int x, int y,
                             const df_place *place, df_spin spin);

/* Frees a path; NULL is allowed. */
void df_input_path_free(df_input_path *path);

DF_END_DECLARATIONS

#endif
