/* Printing row by row: the methods of the article. Every place of the picture between two
 * margins is planned, each row by itself, and the place with the fewest drops is taken. */
#ifndef DROPFORGE_PRINT_ROWS_H
#define DROPFORGE_PRINT_ROWS_H

#include "print/method.h"

/* Whether a picture can be printed row by row with those options; *mishap says why not.
 * DF_ERROR_ARGUMENT for a width or pieces that no picture can be printed with. */
df_status df_rows_check(const print_method *method, const print_job *job);

/* print_method.plan */
df_status df_rows_plan(const print_method *method, const print_job *job, df_plan **plan,
                       df_print_report *report);

#endif
