/* The queues that build a tiling: sets of its places that can be taken, and a tree of queues,
 * walked side by side. */
#pragma once

#include "clear/solve/solve_order.h"
#include "core/base/budget.h"
#include "dropforge/clear.h"

/* The queues of a list as a tree: queues with the same beginning share its nodes. */
typedef struct queue_node {
    uint32_t begin, end;                          /* of the queues that begin so */
    uint32_t children[DF_CLEAR_SOLVER_MAX_KINDS]; /* 0: none */
} queue_node;

typedef struct queue_tree {
    queue_node *nodes; /* node 0 is the root */
    size_t count;
    size_t capacity;
} queue_tree;

/* Makes the tree of the first `depth` pieces of each queue. The queues must be in ascending
 * order, each once, of pieces below `kinds`; else DF_ERROR_ARGUMENT. On success
 * df_queue_tree_free frees what *made owns. */
df_status df_queue_tree_create(queue_tree *made, const df_clear_queues *queues, size_t depth,
                               size_t kinds, memory_budget *memory);
void df_queue_tree_free(queue_tree *self, memory_budget *memory);

/* A set of places taken, above them the bit that a wanted spin was made, the piece in hand, and
 * the ways that lead to them. */
typedef struct tiling_state {
    uint64_t ways;
    uint16_t taken;
    uint16_t hand;
} tiling_state;

typedef struct tiling_queues {
    solve_order *order;     /* borrowed, with the places of the tiling */
    const queue_tree *tree; /* borrowed */
    memory_budget *memory;
    unsigned kinds; /* pieces of the set */
    bool hold;
    df_clear_spins spins; /* that a queue must make to be marked; set by the caller */
    size_t sets;          /* of places: that many elements have the arrays below */
    uint64_t *squares;    /* the board of each set; UINT64_MAX: it cannot be reached */
    uint16_t *next;       /* the places that may come next on the way to all of them */
    uint16_t *spun;       /* and of these, those that are taken by a wanted spin */
    /* For each set without a spin, and with one: when its last state was made, and which. */
    uint32_t *stamps;
    uint32_t *states_of;
    uint32_t stamp;
    tiling_state *states; /* a stack */
    size_t state_count, state_capacity;
    /* The result. */
    uint64_t *marks; /* bits of the queues; set by the caller, who clears them */
    uint64_t ways;   /* of all queues */
    uint64_t steps;  /* counts on from tiling to tiling */
    df_status status;
} tiling_queues;

/* Makes the arrays for tilings of up to `drops` places. On success df_tiling_queues_free frees
 * what *made owns. */
df_status df_tiling_queues_create(tiling_queues *made, solve_order *order,
                                  const queue_tree *tree, unsigned kinds, unsigned drops,
                                  bool hold, memory_budget *memory);
void df_tiling_queues_free(tiling_queues *self);

/* Finds the sets of the tiling in `order`, which has begun, that lead to all of its places;
 * false if none do. */
bool df_tiling_queues_find_sets(tiling_queues *self);

/* Puts an order in which the queue in `order` builds the tiling, with a wanted spin, into its
 * path; false if there is none. *spin is the drop that makes it. */
bool df_tiling_queues_find_path(tiling_queues *self, size_t *spin);

/* Hands out each order of pieces that takes all places, ascending, after the sets are found. */
df_status df_orders_find(tiling_queues *self, df_clear_order_visit *visit, void *context);

/* Marks the queues that build the tiling whose sets were found last, and counts their ways. */
df_status df_tiling_queues_mark(tiling_queues *self);

/* Returns the best of the spins that df_moves_spins gives. */
df_spin df_spins_best(unsigned spins);

/* True if a spin is one of those that are wanted. */
bool df_spins_fit(df_clear_spins wanted, df_spin spin, unsigned rows);
