/* What distinguishes one printing method from another. */
#ifndef DROPFORGE_PRINT_METHOD_H
#define DROPFORGE_PRINT_METHOD_H

#include <stdbool.h>

#include "dropforge/print.h"

/* A print under way: what is to be planned. */
typedef struct print_job {
    const df_picture *picture;
    const df_piece_set *tetrominoes;
    const df_print_options *options; /* their sizes and pieces have been checked */
    df_mishap *mishap;
} print_job;

typedef struct print_method print_method;

struct print_method {
    df_print_method_info info;
    /* Plans the drops, whose rows need not be known yet, with the colours of their pieces.
     * On success the caller owns *plan, and passes, platforms, nodes, stopped and pieces of
     * *report are written. */
    df_status (*plan)(const print_method *self, const print_job *job, df_plan **plan,
                      df_print_report *report);
    /* Of the methods that print row by row: lay flat pieces whose three squares are of one
     * colour, before the emitting ones. */
    bool lays_flat;
    /* A square may rest on its neighbours instead of the row below, and squares of the
     * emission row carry the packing above them. */
    bool leans;
};

extern const print_method df_print_method_best;
extern const print_method df_print_method_table;
extern const print_method df_print_method_search;

#endif
