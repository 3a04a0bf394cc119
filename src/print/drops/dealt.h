/* Printing with pieces as a game deals them, in straight drops or with moves: those of a known
 * queue, perhaps with hold, or of a queue of which only the next pieces are seen. */
#pragma once

#include <limits.h>

#include "board.h"
#include "dropforge/plan.h"

#define DEALT_ALL UINT_MAX /* the preview shows the whole queue */

typedef struct dealt_request {
    /* The picture, the width, and the pieces that may leave each colour. `left` counts only if
     * `stays_left`. An entry of `carriers` with all seven bits takes any piece. */
    const target_place *place;
    bool stays_left;      /* false: the picture may stand in any column */
    unsigned max_height;  /* rows that pieces may occupy; 0: as many as needed */
    df_rules rules;       /* with turns: pieces slip and turn into place, in a playfield of
                                   max_height rows; else all drops are straight */
    const uint8_t *queue; /* indices of pieces as they are dealt, borrowed */
    size_t queue_count;
    /* Any piece may be chosen that follows in this order; the queue is only counted. NULL:
     * those of the queue. Borrowed. */
    const df_piece_order *order;
    size_t drops_before; /* drops that have taken their pieces from the queue already */
    unsigned held;    /* after them: 0: nothing, else 1 + piece, which belongs to the taken */
    bool hold;        /* a piece may be held back, and taken instead of a later one */
    unsigned preview; /* pieces seen behind the current one, or DEALT_ALL */
    bool bags;        /* pieces not seen yet complete bags of seven; false: may be any */
    unsigned effort;  /* 1 …: wider beams, by half for each; 0: 1 */
    /* Boards of a level in the first beam, which then ends at a board that lacks nothing and
     * has few rows; other searches clear these. 0: by the effort, and the beam goes to the end.
     */
    size_t keep;
    bool once;          /* no wider beam follows the first, and is given up if it is stuck */
    bool by_rows;       /* row by row in place of a beam for the whole picture */
    uint64_t max_nodes; /* gives up after that many, about; 0: no limit */
    /* In a game of which only the next pieces are seen: nodes before each drop, about; 0: the
     * usual number, for plans that are made in advance. */
    uint64_t drop_nodes;
    uint64_t seed;
    unsigned jobs;
    /* As in drops_request, but always with 0 drops. */
    bool (*watch)(void *context, uint64_t nodes, size_t drops);
    void *watch_context;
} dealt_request;

typedef struct dealt_result {
    /* DF_NONE: no queue leaves it (df_dealt_check), or not this one, as a search through all
     * its drops has shown. */
    df_outcome outcome;
    /* Owned, of height 1; begins with what lies in the playfield; with the movement of the
     * request if that has turns; else the rows are settled later. NULL unless DF_FOUND. */
    df_plan *plan;
    /* What is held after each drop of the plan, 0: nothing, else 1 + piece; owned. The hold was
     * used before a drop where this differs from the entry before it. */
    uint8_t *held;
    unsigned left; /* column of the picture's column 0 */
    uint64_t nodes;
    bool stopped; /* by the watch */
} dealt_result;

/* Searches for a plan whose pieces are those of the queue. The same request gives the same plan
 * with any number of jobs, unless the watch stops it. *result is written only on DF_OK. */
df_status df_dealt_search(const dealt_request *request, dealt_result *result);

/* Says why no queue leaves the picture on that playfield. DF_ERROR_PICTURE: *error has the
 * reason and what helps. DF_OK: there may be a way. */
df_status df_dealt_check(const target_place *place, unsigned max_height, df_error *error);
