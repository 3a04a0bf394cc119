/* The options of `print` for pieces as a game deals them. */
#pragma once

#include "cli/base/options.h"
#include "cli/base/output.h"
#include "cli/base/report.h"
#include "cli/piece/piece_queue.h"
#include "dropforge/print.h"
#include "dropforge/view.h"

/* The options as given. All zero bytes: there is no deal. */
typedef struct print_deal {
    piece_deal name;
    const char *queue;
    bool hold;
    unsigned preview; /* 0: not given; else 1 + pieces, or PRINT_DEAL_ALL */
    struct {
        bool is_given;
        df_rules rules;
    } turns;
    const char *from;
    bool all_frames;
    df_plan_deal deal; /* made of these; its queue is owned */
    df_field *begin;   /* the field of `from`; owned */
} print_deal;

/* The value of --seed. All zero bytes: it is not given. */
typedef struct print_seed {
    uint64_t number;
    bool is_given;
} print_seed;

/* Takes a print_seed; for option_spec. */
bool print_seed_take(void *field, const char *value);

extern const option_spec print_deal_specs[];

/* Returns an option of these that is given, with its dashes, or NULL. */
const char *print_deal_find_given(const print_deal *chosen);

/* Refuses two files that are both standard input, one of them `sprite`, which may be NULL. */
cli_status print_deal_check_inputs(const print_deal *chosen, const char *command,
                                   const char *sprite);

/* Chooses the width and height that a text of one line is broken for: those of the film, or of
 * a usual one unless pieces are dealt, of which several lines take many more; or 0 and 0. */
void print_deal_choose_canvas(const print_deal *chosen, bool is_game,
                              const df_raster_options *look, unsigned canvas[2]);

/* Refuses a text of a width that dealt pieces cannot print. */
cli_status print_deal_check_text(const print_deal *chosen, unsigned width);

/* Makes the deal of the options of the planner, which borrow it; without one they stay as they
 * are. The caller frees it in both cases. */
cli_status print_deal_make(print_deal *chosen, const char *command, const df_piece_set *set,
                           df_print_options *print);

void print_deal_free(print_deal *chosen);

/* Limits the preparation: dealt pieces take long, and many drops, for each colour and each
 * column more. */
void print_deal_limit(df_preparation *how);

/* Adds the deal of a plan to its figures, if it has one. */
void print_deal_report(figure_list *report, const df_plan *plan);
