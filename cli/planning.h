/* Planning the drops of a sprite while a user waits: progress is shown, and the first signal
 * that would end the program asks for the best plan so far instead. */
#ifndef CLI_PLANNING_H
#define CLI_PLANNING_H

#include "dropforge/print.h"

/* df_print with these options; their watch is not used. -1, *plan for the caller to free and
 * *result; or the exit code after a message, in which the sprite is called `name`. Ends the
 * program when it is interrupted before there is a plan. */
int planning_run(df_plan **plan, const df_picture *sprite, const char *name,
                 const df_piece_set *set, const df_print_options *options,
                 df_print_report *result);

/* Tells why df_print has failed; returns the exit code. */
int planning_refuse(df_status status, const char *name, const df_mishap *mishap);

#endif
