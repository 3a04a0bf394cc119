/* An attempt: one search over passes in one place. */
#ifndef DROPFORGE_PRINT_ATTEMPT_H
#define DROPFORGE_PRINT_ATTEMPT_H

#include "beam.h"
#include "print/base/method.h"

typedef struct attempt {
    picture_place place;
    beam_options options; /* its limit is set by df_attempt_run */
    size_t drops;         /* look only for plans with fewer drops; 0: for any */
    beam_result result;   /* its drops are owned */
} attempt;

/* Searches; if the plan is too tall for the playfield, once more below its top. Writes the
 * result. */
df_status df_attempt_run(attempt *self, const print_job *job,
                         const print_shape shapes[PRINT_SHAPES]);

/* Plans row by row, by the method search. *plan gets the caller's plan, and *report what is to
 * be said of it; NULL if there is none that fits into the playfield. */
df_status df_attempt_rows(const print_job *job, df_plan **plan, df_print_report *report);

#endif
