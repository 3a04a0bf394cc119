/* Whole numbers of rows: how many rows clear at least in some neighbouring gaps together, found
 * by proofs of their own and rounded up, raises the bound for all gaps; so do two proofs, for
 * at most some number of rows there and for more; and so does a look at each place of the
 * picture between the walls by itself. */
#ifndef DROPFORGE_PRINT_CUTS_H
#define DROPFORGE_PRINT_CUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/base.h"
#include "program.h"
#include "proof.h"
#include "trace.h"

typedef struct cuts {
    const trace_list *traces;
    unsigned beside; /* columns of the playfield beside the picture */
    proof proof;     /* the last that was looked at */
    proof_case part; /* the one that is looked at, with all cuts so far */
    program program; /* of all traces */
    trace_list near; /* scratch: those near a window */
    size_t work;     /* traces times steps so far */
    size_t max_work; /* after which nothing more is proven */
} cuts;

/* Begins with the weights and prices of `from`. `beside` is the number of columns beside the
 * picture, or 2 * TRACE_REACH for any number from there. The traces are borrowed, in the order
 * of df_traces_sort; the caller owns *made (df_cuts_free). */
df_status df_cuts_create(cuts *made, const trace_list *traces, const proof *from,
                         unsigned beside, size_t max_work);

/* Finds out whether more than `rows` rows are proven to clear. */
df_status df_cuts_exceed(cuts *self, size_t rows, bool *exceed);

void df_cuts_free(cuts *self);

#endif
