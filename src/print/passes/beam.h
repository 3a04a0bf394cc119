/* The beam: chooses the passes that print a picture.
 *
 * Stages are sorted by the squares that have been wasted to reach them: those that have cleared
 * or are in an open row, since drops depend on nothing else. For each level only the few most
 * promising stages are kept. Each is continued with many kinds of bands, and several tilings of
 * each band. */
#pragma once

#include "dropforge/plan.h"
#include "stage.h"

typedef struct beam_options {
    unsigned breadth; /* stages kept for each level */
    unsigned keep;    /* states kept in each column of a sweep */
    unsigned limit;   /* look only for plans that clear fewer rows */
    unsigned height;  /* rows of the playfield that may be used; 0: as many as needed */
    unsigned rescues; /* times that a failed beam is restarted */
    unsigned rows;    /* of the picture at work */
    bool is_open;     /* a pass may leave one row open */
    /* That the fallback, with which a failed beam goes on, may spend in vain; 0: none. */
    uint64_t fallback_nodes;
    uint64_t max_nodes; /* after which the search gives up; 0: no limit */
    uint64_t seed;
    /* Called now and then with the nodes since the last call; false stops. May be NULL. */
    bool (*watch)(void *context, uint64_t nodes);
    void *watch_context;
} beam_options;

typedef struct beam_result {
    df_plan
        *drops; /* owned, of height 1; the rows of its drops are unknown. NULL: none found */
    size_t passes;
    size_t platforms;
    unsigned reached; /* the lowest row that was never left behind */
    uint64_t nodes;
} beam_result;

/* Searches. *result is written only on DF_OK. */
df_status df_beam_search(const pass_rating *rating, const df_piece_set *tetrominoes,
                         const beam_options *options, beam_result *result);
