/* The beam: chooses the passes that print a picture.
 *
 * Stages are sorted by how many rows have been cleared to reach them, since drops depend on
 * nothing else. For each number only the few most promising stages are kept. Each is gone on
 * from with many kinds of bands, and several tilings of each. */
#ifndef DROPFORGE_PRINT_BEAM_H
#define DROPFORGE_PRINT_BEAM_H

#include "dropforge/plan.h"
#include "print/canvas.h"

typedef struct beam_options {
    unsigned breadth; /* stages kept for each number of cleared rows */
    unsigned keep;    /* states kept in each column of a sweep */
    unsigned limit;   /* look only for plans that clear fewer rows */
    unsigned height;  /* rows of the playfield that may be used; 0: as many as needed */
    unsigned rescues; /* times that a beam which has come to nothing is begun again */
    uint64_t seed;
    /* Asked now and then, with the nodes since the last time; false to stop. May be NULL. */
    bool (*watch)(void *context, uint64_t nodes);
    void *watch_context;
} beam_options;

typedef struct beam_result {
    df_plan *drops; /* owned; the rows of its drops are not yet known */
    unsigned cleared;
    size_t passes;
    size_t platforms;
} beam_result;

/* Searches. *outcome is DF_LIMIT where nothing was found, and *reached, the lowest row never
 * left behind, is then written; *result, owned by the caller, only on DF_FOUND. *nodes is
 * always written. */
df_status df_beam_search(const canvas *on, const df_piece_set *tetrominoes,
                         const beam_options *options, df_outcome *outcome, beam_result *result,
                         unsigned *reached, uint64_t *nodes);

#endif
