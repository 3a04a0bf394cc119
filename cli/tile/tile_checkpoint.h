/* A folder in which a count of dissections keeps what it needs to go on. */
#ifndef CLI_TILE_CHECKPOINT_H
#define CLI_TILE_CHECKPOINT_H

#include <stdatomic.h>

#include "dropforge/tile.h"

typedef struct tile_checkpoint {
    const char *folder;
    df_tile_store store;
    int lock; /* a file that is open to the end; -1: none */
    /* The first thing that failed, as an errno. */
    atomic_int error;
} tile_checkpoint;

/* Opens a folder, which it makes if it is not there. No other count can open it until this one
 * has closed it or ended. Returns -1 or the exit code after a message. */
int tile_checkpoint_open(tile_checkpoint *self, const char *folder);

/* Lets other counts use the folder. */
void tile_checkpoint_close(tile_checkpoint *self);

/* Reports why a count has failed that used the folder. Returns -1 for DF_OK, else the exit
 * code. */
int tile_checkpoint_report(const tile_checkpoint *self, df_status status,
                           const df_error *error);

#endif
