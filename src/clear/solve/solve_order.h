/* Orders in which the places of a tiling can be taken: by sets of places taken so far. With a
 * queue such a set determines the piece in hand, so that each set is visited once. */
#pragma once

#include "solve_board.h"

#define SOLVE_SETS (UINT32_C(1) << DF_CLEAR_SOLVER_MAX_DROPS)

/* Where a piece can land on a board, as df_clear_land finds it. */
typedef struct solve_landings {
    uint64_t key; /* board and piece; UINT64_MAX: none yet */
    uint64_t at[DF_ORIENTATIONS];
} solve_landings;

typedef struct solve_order {
    const solve_board *board;
    uint64_t even_rows; /* squares of every other row from row 0 up, and of one above all */
    solve_landings *cache;
    /* The tiling: its places, and for each piece of the set the bits of those that it takes. */
    unsigned count;
    uint16_t places[DF_CLEAR_SOLVER_MAX_DROPS];
    uint8_t gaps[DF_CLEAR_SOLVER_MAX_DROPS];
    uint64_t squares[DF_CLEAR_SOLVER_MAX_DROPS];
    uint64_t below[DF_CLEAR_SOLVER_MAX_DROPS];  /* what each place can rest on */
    uint16_t before[DF_CLEAR_SOLVER_MAX_DROPS]; /* bits of the places that its gaps need */
    uint16_t of_piece[DF_CLEAR_SOLVER_MAX_KINDS];
    unsigned open;   /* bits of the places that are reached where they can fall */
    unsigned gapped; /* and of those that have gaps */
    uint64_t inner;  /* and of those that take each inner row, INNER_STRIDE bits for each */
    /* The queue. */
    const uint16_t *queue;
    size_t length;
    bool hold;
    uint64_t nodes; /* sets visited */
    /* Bits of sets: those from which the queue cannot go on to all places, as far as that is
     * known, and those in work; and those whose ways are counted. */
    uint32_t dead[SOLVE_SETS / 32];
    uint32_t counted[SOLVE_SETS / 32];
    /* The order found: for each drop the index of its place, and if the arriving piece was
     * dropped instead of the one in hand. */
    uint8_t path[DF_CLEAR_SOLVER_MAX_DROPS];
    bool arriving[DF_CLEAR_SOLVER_MAX_DROPS];
    uint64_t *ways; /* of each set: for df_solve_order_count */
} solve_order;

/* A set of places taken, and the board then. */
typedef struct solve_standing {
    uint64_t squares; /* in the rows before the first drop */
    uint64_t settled; /* cleared rows at the bottom */
    uint64_t support; /* squares directly above full ones or the floor */
    uint64_t shadow;  /* full squares and those below; 0 before it is needed */
    unsigned cleared; /* bits of the rows */
} solve_standing;

/* Creates the cache. On success df_solve_order_free frees what *made owns. */
df_status df_solve_order_create(solve_order *made, const solve_board *board,
                                memory_budget *memory);
void df_solve_order_free(solve_order *self, memory_budget *memory);

/* Begins a tiling of `count` places, self->places, once they are set. */
void df_solve_order_begin(solve_order *self);

/* The same if the first `kept` places are those of the tiling before. */
void df_solve_order_go_on(solve_order *self, unsigned kept);

/* Returns the board with these squares full. */
solve_standing df_solve_order_stand(const solve_order *self, uint64_t squares);

/* Finds by the sets of places taken, in any order: squares[taken] is the board, UINT64_MAX if
 * it cannot be reached, and next[taken] are the places that may come next on the way to all of
 * them. Both hold 1 << self->count elements. Adds the sets visited to *steps. False if no order
 * takes all places. */
bool df_solve_order_find_sets(solve_order *self, uint64_t *squares, uint16_t *next,
                              uint64_t *steps);

/* True if the queue can take all places in some order, which is then in `path`. */
bool df_solve_order_exists(solve_order *self);

/* Returns in how many ways the queue takes all places, after df_solve_order_exists. */
uint64_t df_solve_order_count(solve_order *self);

/* Gives the drops and squares of the order found. */
void df_solve_order_describe(const solve_order *self, df_clear_solution *solution);
