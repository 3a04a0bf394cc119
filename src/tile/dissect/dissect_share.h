/* Words on their way to other processes, which have some of the parts of each layer: part p is
 * of process p modulo their number. */
#ifndef DROPFORGE_TILE_DISSECT_SHARE_H
#define DROPFORGE_TILE_DISSECT_SHARE_H

#include "dissect_layer.h"

/* Receives the words that a process has sent. */
typedef df_status dissect_share_receive(void *context, const uint64_t *words, size_t count);

/* Returns NULL if memory runs out. Both arguments are borrowed. */
dissect_share *df_dissect_share_create(const df_tile_ranks *ranks, dissect_memory *memory);

/* Does nothing for NULL. */
void df_dissect_share_free(dissect_share *share);

/* Returns the process that has a part. */
unsigned df_dissect_share_owner(const dissect_share *share, size_t part);

/* True if this process has the part. */
bool df_dissect_share_is_own(const dissect_share *share, size_t part);

/* Adds words to those for another process. DF_ERROR_LIMIT, DF_ERROR_MEMORY. */
df_status df_dissect_share_add(dissect_share *share, unsigned rank, const uint64_t *words,
                               size_t count);

/* Sends to each other process what was added for it, and receives what it sends. All of them
 * must call this equally often. */
df_status df_dissect_share_trade(dissect_share *share, dissect_share_receive *receive,
                                 void *context);

/* Sends the same words to all others, and receives theirs. */
df_status df_dissect_share_send_all(dissect_share *share, const uint64_t *words, size_t count,
                                    dissect_share_receive *receive, void *context);

#endif
