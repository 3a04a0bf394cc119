/* Printing pictures that need a playfield of more than 64 columns. */
#ifndef DROPFORGE_PRINT_WIDE_H
#define DROPFORGE_PRINT_WIDE_H

#include <stdbool.h>

#include "print/base/method.h"

/* True if a picture needs such a playfield, or one is asked for. */
bool df_wide_is_needed(const print_job *job);

/* Plans it, as the method best does narrower ones. */
df_status df_wide_plan(const print_job *job, df_plan **plan, df_print_report *report);

#endif
