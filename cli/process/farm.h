/* Work that the ranks of an MPI job share: rank 0 cuts it into numbered pieces, gives orders to
 * the others as they finish, and works itself meanwhile. */
#pragma once

#include "dropforge/base.h"
#include "ranks.h"

/* The maximal bytes of an order, and of an answer. */
enum { FARM_MAX_BYTES = RANKS_MAX_BYTES - 16 };

/* The form of the messages, which all ranks know. Orders and answers are plain data; addresses
 * in them mean nothing to another rank. */
typedef struct farm_trade {
    size_t order_size;
    size_t answer_size;
    /* Orders that a rank holds: the one that it works on, and others so that it need not
     * wait. */
    unsigned held;
} farm_trade;

/* A piece of work as rank 0 sees it. Everything after `work` begins as zero. */
typedef struct farm {
    const farm_trade *trade;
    void *context;
    uint64_t pieces;
    /* Writes the order for a piece. */
    void (*order)(void *context, uint64_t piece, void *order);
    /* Takes an answer; any status but DF_OK ends the work. */
    df_status (*take)(void *context, const void *answer);
    /* Does an order on rank 0. It calls farm_serve now and then. */
    void (*work)(struct farm *farm, const void *order, void *answer);
    uint64_t next; /* the first piece that no rank has */
    uint64_t away; /* pieces that others hold */
    df_status status;
} farm;

/* Joins the other ranks, as ranks_begin does. */
cli_status farm_begin(const farm_trade *trade);

/* Waits for an order of rank 0, on another rank; false if there is no more work. */
bool farm_wait(const farm_trade *trade, void *order);

/* Sends the answer to an order to rank 0, from another rank. */
void farm_answer(const farm_trade *trade, const void *answer);

/* Does all pieces, on rank 0 with the others. Returns the first status that was not DF_OK,
 * after which no more orders are given; DF_ERROR_CANCELLED if a signal has asked it to stop. */
df_status farm_run(farm *self);

/* Takes the answers that have arrived at rank 0, and gives more orders. */
void farm_serve(farm *self);

/* Ends the work of the other ranks, and leaves them. For rank 0. */
void farm_end(void);
