/* The beam: chooses the passes that print a picture.
 *
 * Stages are sorted by the squares that have been wasted to reach them: those that have cleared
 * or are in an open row, since drops depend on nothing else. For each level only the few most
 * promising stages are kept, and one more for each row that is reached on the same level: where
 * nothing need be wasted, the whole picture is printed on one level. Each is continued with
 * many kinds of bands, and several tilings of each band. */
#pragma once

#include "dropforge/plan.h"
#include "stage.h"

typedef struct beam beam;

typedef struct beam_options {
    unsigned breadth; /* stages kept for each level */
    unsigned keep;    /* states kept in each column of a sweep */
    unsigned height;  /* rows of the playfield that may be used; 0: as many as needed */
    unsigned rows;    /* of the picture at work */
    uint64_t seed;
    /* Called now and then with the nodes since the last call, and no drops; false stops. May be
     * NULL. */
    bool (*watch)(void *context, uint64_t nodes, size_t drops);
    void *watch_context;
} beam_options;

typedef struct beam_result {
    df_plan
        *drops; /* owned, of height 1; the rows of its drops are unknown. NULL: none found */
    size_t passes;
    size_t platforms;
    unsigned reached; /* the lowest row that was never left behind */
    uint64_t nodes;
    uint64_t price;    /* wasted squares for each of the picture so far, by RATING_SQUARE */
    uint64_t expected; /* nodes that the rest may take */
    bool is_over;      /* there is nothing left to try */
} beam_result;

/* Makes a beam at the bottom of the picture. The rating and the pieces are borrowed; *made is
 * the caller's (df_beam_free). */
df_status df_beam_create(beam **made, const pass_rating *rating,
                         const df_piece_set *tetrominoes, const beam_options *options);
void df_beam_free(beam *self); /* NULL is allowed */

/* Goes on for about that many nodes, looking for plans that clear fewer rows than `limit`. */
df_status df_beam_run(beam *self, uint64_t nodes, unsigned limit);

/* Goes on with other breadths, of levels and of sweeps. */
void df_beam_widen(beam *self, unsigned breadth, unsigned keep);

/* Leaves all further rows to the fallback, which takes few nodes and many drops. */
void df_beam_hurry(beam *self);

/* Reports how far the beam is. At the end it writes the plan, which can be done once. *result
 * is written only on DF_OK. */
df_status df_beam_report(beam *self, beam_result *result);
