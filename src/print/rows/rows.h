/* Printing row by row: the methods of the article. Every place of the picture between two
 * margins is planned, each row by itself, and the place with the fewest drops is taken. */
#ifndef DROPFORGE_PRINT_ROWS_H
#define DROPFORGE_PRINT_ROWS_H

#include "print/base/method.h"

/* Checks that a picture can be printed row by row with those options; *error says why not.
 * DF_ERROR_ARGUMENT for a width or pieces that no picture can be printed with. */
df_status df_rows_check(const print_method *method, const print_job *job);

extern const print_method df_print_method_search;
extern const print_method df_print_method_table;

#endif
