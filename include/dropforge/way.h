/* The inputs that bring a piece from its spawn to a place. */
#ifndef DROPFORGE_WAY_H
#define DROPFORGE_WAY_H

#include "dropforge/moves.h"

#ifdef __cplusplus
extern "C" {
/* Arrays without a size, which ISO C++ has not got, but its compilers have. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#endif

/* What a player presses. A turn is made by its first test whose place is free; an input that
 * is not possible does nothing. The soft drop is of one row; the hard drop lets the piece fall
 * as far as it can and locks it. */
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

typedef struct df_way {
    size_t count;
    uint8_t input[]; /* df_input; the last is DF_INPUT_HARD_DROP, and no other is */
} df_way;

/* A spawn above this row is too high to be searched from. */
#define DF_WAY_MAX_SPAWN_ROW (2 * DF_FIELD_MAX_HEIGHT)

/* Finds a way of as few inputs as can be from the spawn to a place at rest; of such ways it is
 * always the same one. Playfield and spawn are as in df_moves_find. The piece may come to
 * the place in any orientation that looks like the one asked for. It comes there with that
 * spin; DF_SPINS stands for any, and pieces other than T have only DF_SPIN_NONE.
 *
 * *outcome is DF_FOUND, and *way the caller's (df_way_free), or DF_NONE, and *way NULL.
 * DF_ERROR_ARGUMENT: the orientation or spin is none, or y is above DF_WAY_MAX_SPAWN_ROW.
 * DF_ERROR_MEMORY. Method: breadth-first search. */
df_status df_way_find(df_way **way, df_outcome *outcome, const df_mover *mover,
                      const uint64_t *rows, unsigned count, int x, int y, const df_place *place,
                      df_spin spin);

/* Frees a way; NULL is allowed. */
void df_way_free(df_way *way);

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif
#endif
