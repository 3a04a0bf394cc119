/* The figures of a plan that was made. */
#pragma once

#include "cli/base/report.h"
#include "dropforge/print.h"

/* Adds the figures of a plan, which a method made with these options. */
void print_report_plan(figure_list *report, const df_print_report *result,
                       const df_print_options *options, const char *method);
