/* Work that the ranks of an MPI job share: rank 0 cuts it into numbered pieces, hands out
 * orders as others have done theirs, and works itself meanwhile. */
#ifndef CLI_FARM_H
#define CLI_FARM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/status.h"
#include "ranks.h"

/* Bytes of an order, and of an answer, at most. */
enum { FARM_MOST_BYTES = RANKS_MOST_BYTES - 16 };

/* What all ranks know. Orders and answers are plain data; addresses in them mean nothing to
 * another rank. */
typedef struct farm_trade {
    size_t order_size;
    size_t answer_size;
    /* Orders that a rank holds: the one that it works at, and others so that it need not wait
     * for rank 0. */
    unsigned held;
} farm_trade;

/* A piece of work as rank 0 sees it. All after `work` begins as zero. */
typedef struct farm {
    const farm_trade *trade;
    void *context;
    uint64_t pieces;
    /* Writes the order for a piece. */
    void (*order)(void *context, uint64_t piece, void *order);
    /* Takes an answer; any status but DF_OK ends the work. */
    df_status (*take)(void *context, const void *answer);
    /* What rank 0 does itself for an order. It calls farm_serve now and then. */
    void (*work)(struct farm *farm, const void *order, void *answer);
    uint64_t next; /* the first piece that nobody has */
    uint64_t away; /* pieces that others hold */
    df_status status;
} farm;

/* Joins the other ranks; as ranks_begin. */
int farm_begin(const farm_trade *trade);

/* Another rank than 0: waits for an order of rank 0; false when there is no more work. */
bool farm_wait(const farm_trade *trade, void *order);

/* Another rank than 0: tells rank 0 what has become of an order. */
void farm_answer(const farm_trade *trade, const void *answer);

/* Rank 0: does all pieces, with the others. The first status that was not DF_OK, after which
 * nothing is handed out any more. */
df_status farm_run(farm *own);

/* Rank 0: takes the answers that have come, and hands out more. */
void farm_serve(farm *own);

/* Rank 0: tells the others that there is no more work, and leaves them. */
void farm_end(void);

#endif
