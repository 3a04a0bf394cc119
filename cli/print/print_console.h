/* Printing in the game of a console: free pieces, each of which the console deals because the
 * one before the last landed in the right frame. */
#ifndef CLI_PRINT_CONSOLE_H
#define CLI_PRINT_CONSOLE_H

#include "cli/base/options.h"
#include "cli/base/report.h"
#include "dropforge/nes.h"
#include "dropforge/print.h"

/* The option as given, and what becomes of it. All zero bytes: there is no console. */
typedef struct print_console {
    unsigned name;    /* 0: none; 1: nes */
    unsigned level;   /* at which the game begins; PICTURE_MAX_LEVEL + 1: the one that suits */
    unsigned palette; /* the level modulo 10 whose colours suit the picture */
    char pieces[DF_NES_PIECES_SIZE];
    df_piece_order order;
    df_nes end; /* when the picture is finished */
} print_console;

extern const option_spec print_console_specs[];

/* Refuses options that the console leaves no choice. Returns -1 or the exit code. */
int print_console_check(const print_console *chosen, const char *command,
                        const df_print_options *print, bool is_dealt);

/* Limits the preparation to what the game can show. */
void print_console_limit(const print_console *chosen, df_preparation *how);

/* Chooses the pieces of the colours, and the other options of the planner, which borrow
 * *chosen. Returns -1 or the exit code after a message. */
int print_console_prepare(print_console *chosen, const char *name, const df_picture *sprite,
                          df_print_options *print);

/* Plays a plan from power-on, from the level that is asked for or one that ends with the wanted
 * colours; finds that level and the end, and gives the plan the colours of the end.
 * DF_ERROR_LIMIT: the plan cannot be played. */
df_status print_console_play(print_console *chosen, df_plan *plan, size_t rows_cleared,
                             df_error *error);

/* Adds the end of the game to the figures. */
void print_console_report(const print_console *chosen, figure_list *report);

#endif
