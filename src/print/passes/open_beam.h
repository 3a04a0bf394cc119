/* The open beam: chooses passes of which each may leave one cleared row open, to be completed
 * by a later one.
 *
 * Stages are sorted by the squares that have been wasted to reach them: those that have cleared
 * or are in an open row. For a few numbers of wasted squares together only the most promising
 * stages are kept, by the estimated waste of the whole plan. */
#ifndef DROPFORGE_PRINT_OPEN_BEAM_H
#define DROPFORGE_PRINT_OPEN_BEAM_H

#include "beam.h"
#include "open_rating.h"

typedef struct open_options {
    beam_options search;
    unsigned max_rows; /* rows of the picture at work */
} open_options;

/* Searches like df_beam_search. */
df_status df_open_beam_search(const open_rating *rating, const df_piece_set *tetrominoes,
                              const open_options *options, beam_result *result);

#endif
