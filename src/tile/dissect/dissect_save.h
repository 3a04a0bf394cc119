/* The state of a count from which it goes on: a layer in files, and a head that describes it.
 */
#ifndef DROPFORGE_TILE_DISSECT_SAVE_H
#define DROPFORGE_TILE_DISSECT_SAVE_H

#include "dissect_layer.h"
#include "dissect_state.h"

typedef struct dissect_progress {
    uint64_t squares; /* that are filled */
    uint64_t states, steps;
} dissect_progress;

/* Returns the first file of the layer after a number of squares. */
uint64_t df_dissect_save_first_file(uint64_t squares);

/* Writes the head. The layer is in its files. */
df_status df_dissect_save(const df_tile_store *store, const dissect_board *board,
                          const dissect_layer *layer, const dissect_progress *progress);

/* Reads the head, and sets the layer to what it says. *is_there: there was one. DF_ERROR_INPUT:
 * it is of another count, and *error says of which; or damaged, and *error stays as it is. */
df_status df_dissect_save_load(const df_tile_store *store, const dissect_board *board,
                               dissect_layer *layer, dissect_memory *memory,
                               dissect_progress *progress, bool *is_there, df_error *error);

/* Removes the files of a layer, if there are any. */
df_status df_dissect_save_remove(const df_tile_store *store, uint64_t squares);

#endif
