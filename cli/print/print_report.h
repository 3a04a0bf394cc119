/* The figures of a plan that was made, and the lower bound on the drops of a picture. */
#pragma once

#include "cli/base/report.h"
#include "dropforge/print.h"

enum { PRINT_BOUND_WORDS = 64 };

/* Adds the figures of a plan, which a method made with these options. */
void print_report_plan(figure_list *report, const df_print_report *result,
                       const df_print_options *options, const char *method);

/* Says why a picture is not printed. Returns the exit code. */
cli_status print_refuse(df_status status, const char *name, const df_error *error);

/* Reports if no plan of this width and these pieces has fewer drops, as far as proven; `proves`
 * looks for a proof. The report borrows `words`. */
cli_status print_bound_report(figure_list *report, char words[PRINT_BOUND_WORDS],
                              const df_picture *sprite, const char *name,
                              const df_piece_set *set, const df_print_report *result,
                              const df_print_options *options, bool proves);

/* Writes only the bound. */
cli_status print_bound_put(const df_picture *sprite, const char *name, const df_piece_set *set,
                           const df_print_options *options, bool json);
