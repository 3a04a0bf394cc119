/* The choice of the boards of a level that are kept: part of them by score, and the others in
 * shares for each number of squares that are left, so that a level does not fill up with boards
 * of one kind. */
#pragma once

#include "board.h"
#include "core/base/key_set.h"

/* A board that may be kept. */
typedef struct candidate {
    uint64_t hash;
    int32_t score;
    uint32_t left;   /* squares of the picture */
    uint32_t parent; /* in the level before */
    board_move move;
} candidate;

/* Returns false for a candidate that turns out to be a dead end. */
typedef bool shortlist_test(void *context, const candidate *tested);

typedef struct shortlist_options {
    size_t keep;
    unsigned by_score; /* of 256 are kept only by score */
    unsigned near;     /* numbers of squares left after which a share is half; 0: all alike */
    shortlist_test *test;
    void *context;
} shortlist_options;

/* Begin with all zero. */
typedef struct shortlist {
    candidate *all;
    size_t count, capacity;
    size_t *kept; /* indices of the chosen ones */
    size_t kept_count, kept_capacity;
    /* scratch */
    uint64_t *order;
    size_t *classes;
    size_t order_capacity, class_capacity;
    key_set seen; /* hashes of the boards that have been tested */
} shortlist;

/* Chooses among the candidates. Where hashes are the same the boards are, and so are their
 * scores; of these the first may be kept. The choice depends on the order of the candidates,
 * but not on repetitions. */
df_status df_shortlist_choose(shortlist *self, const shortlist_options *options);

/* True if the last choice has tested all candidates, and kept those that are no dead ends. */
bool df_shortlist_is_whole(const shortlist *self);

void df_shortlist_free(shortlist *self);
