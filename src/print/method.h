/* What distinguishes one printing method from another: how it chooses the squares of a
 * pass and what may carry them. */
#ifndef DROPFORGE_PRINT_METHOD_H
#define DROPFORGE_PRINT_METHOD_H

#include <stdbool.h>

#include "dropforge/print.h"

typedef struct print_method {
    df_print_method_info info;
    /* Lay flat pieces whose three squares are of one colour, before the emitting ones. */
    bool lays_flat;
    /* A square may rest on its neighbours instead of the row below, and squares of the
     * emission row carry the packing above them. */
    bool leans;
    /* Search each row of the finished plan again for fewer cleared rows. */
    bool refines;
} print_method;

extern const print_method df_print_method_best;
extern const print_method df_print_method_table;
extern const print_method df_print_method_search;

#endif
