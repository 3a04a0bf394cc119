/* The beam over the passes of a wide picture: that of src/print/passes on stages of any width,
 * with fewer stages, since a pass over many columns leaves so many squares that one is like
 * another. */
#ifndef DROPFORGE_PRINT_WIDE_BEAM_H
#define DROPFORGE_PRINT_WIDE_BEAM_H

#include "dropforge/plan.h"
#include "wide_stage.h"

typedef struct wide_options {
    unsigned breadth; /* stages kept for each number of cleared rows */
    unsigned keep;    /* states kept in each column of a sweep */
    unsigned rescues; /* restarts in vain, one after the other, that end a failed beam */
    unsigned limit;   /* look only for plans that clear fewer rows */
    uint64_t seed;
    /* Called from time to time with the nodes so far and the row that has been reached; returns
     * false to stop. */
    bool (*watch)(void *context, uint64_t nodes, unsigned y);
    void *watch_context;
} wide_options;

typedef struct wide_result {
    df_plan *drops; /* owned, of height 1; NULL: none found */
    size_t passes;
    size_t platforms;
    unsigned reached; /* the lowest row that was never left behind */
    uint64_t nodes;
    bool stopped;
} wide_result;

/* Searches. *result is written only on DF_OK. */
df_status df_wide_beam_search(const wide_canvas *on, const df_piece_set *tetrominoes,
                              const wide_options *options, wide_result *result);

#endif
