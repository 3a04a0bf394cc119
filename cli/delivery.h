/* What becomes of a plan that a command has made or read: files, standard output or the
 * terminal; and the figures that go with it. */
#ifndef CLI_DELIVERY_H
#define CLI_DELIVERY_H

#include "output.h"
#include "picture_options.h"
#include "report.h"

typedef struct delivery_run {
    text_list paths;
    const char *format;
    bool json;
    picture_options picture;
    output_list outputs;
    bool plays; /* in the terminal */
} delivery_run;

extern const option_spec delivery_option_specs[];

/* Before the options are read. Whatever happens then, delivery_free frees it. */
delivery_run delivery_defaults(void);
void delivery_free(delivery_run *delivery);

/* Whether an output or its format has been named. */
bool delivery_has_choice(const delivery_run *delivery);

/* Checks the options and opens all outputs, before any work is done. -1 or the exit code
 * after a message. `set` is NULL where the pieces are not known yet: then --color is left to
 * picture_options_check. */
int delivery_begin(delivery_run *delivery, const char *command, const df_piece_set *set);

/* Writes the plan to all outputs or plays it in the terminal, and tells the figures. -1 or
 * the exit code after a message. */
int delivery_make(delivery_run *delivery, const df_plan *plan, const figure_list *figures);

#endif
