/* The pieces that bags may deal: which sets of pieces have come when, and which of these have
 * been dropped if one piece can be held.
 *
 * A window is a sequence of pieces that may follow a set. The windows of a set are in ascending
 * order, those that begin with the same piece p are the windows of the set with p, and the
 * number of pieces that can follow a window depends only on how many have come. */
#pragma once

#include "clear_atlas.h"

enum { DEAL_MAX_SETS = 40, DEAL_MAX_USED = 256, DEAL_NONE = 0xffff };

/* A set of the first pieces of a queue. */
typedef struct deal_set {
    uint32_t counts;                      /* 4 bits for each piece */
    uint8_t bag;                          /* what the running bag still holds */
    uint16_t next[DF_TETROMINOES];        /* the set with this piece more, or DEAL_NONE */
    uint32_t windows[DEAL_MAX_DEALT + 1]; /* up to that many pieces have come */
} deal_set;

/* The pieces that have been dropped: all that have come, or all but one. */
typedef struct deal_used {
    uint32_t counts;
    uint16_t next[DF_TETROMINOES];
} deal_used;

typedef struct deal_request {
    const uint16_t *queue; /* the first pieces */
    size_t fixed;          /* how many these are */
    uint64_t bag;          /* what the running bag holds after them; 0: a new one */
    size_t length;         /* of all queues; at most DEAL_MAX_DEALT */
    bool hold;
    const uint16_t *tail; /* the last pieces of the first bag, if they are known */
    size_t tail_count;
} deal_request;

typedef struct clear_deal {
    size_t length;
    size_t set_counts[DEAL_MAX_DEALT + 1]; /* sets by their number of pieces */
    size_t used_counts[DEAL_MAX_DEALT + 1];
    deal_set sets[DEAL_MAX_DEALT + 1][DEAL_MAX_SETS];
    deal_used used[DEAL_MAX_DEALT + 1][DEAL_MAX_USED];
} clear_deal;

/* Fills in a deal. DF_ERROR_LIMIT: a piece comes too often. */
df_status df_deal_make(clear_deal *made, const deal_request *request);

/* Returns the number of the set of `count` pieces, or DEAL_NONE. */
uint16_t df_deal_find_set(const clear_deal *self, size_t count, uint32_t counts);

static inline uint32_t deal_piece(unsigned piece)
{
    return UINT32_C(1) << 4 * piece;
}
