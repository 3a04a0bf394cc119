/* Printing in the game of a console: free pieces, each of which the console deals because the
 * one before the last landed in the right frame. */
#pragma once

#include "cli/base/options.h"
#include "cli/base/report.h"
#include "cli/formats/picture_options.h"
#include "cli/picture/sprite_options.h"
#include "dropforge/nes.h"
#include "dropforge/print.h"

/* The option as given, and what becomes of it. All zero bytes: there is no console. */
typedef struct print_console {
    unsigned name;    /* 0: none; 1: nes */
    unsigned level;   /* at which the game begins; PICTURE_MAX_LEVEL + 1: the one that suits */
    unsigned palette; /* the level modulo 10 whose colours suit the picture */
    bool fits;        /* the picture is scaled, as no size is given */
    char pieces[DF_NES_PIECES_SIZE];
    unsigned left_out; /* squares of the picture */
    df_nes_end end;    /* when the picture is finished */
    uint64_t *scores;  /* before the first drop and after each; owned */
} print_console;

/* Rows planned for above the picture and the game's own, in which pieces are turned. */
#define PRINT_CONSOLE_SPARE 4

extern const option_spec print_console_specs[];

/* Takes the level of a console's game out of the options of pictures, where it is put back once
 * known. */
void print_console_take_level(print_console *chosen, picture_options *options);

/* Refuses options that the console leaves no choice, of which `dealt` may be one. */
cli_status print_console_check(const print_console *chosen, const char *command,
                               const df_print_options *print, const char *dealt);

/* Limits the preparation to what the game can show. */
void print_console_limit(print_console *chosen, df_preparation *how);

/* Does the same as source_sprite and source_say. A picture that is scaled for a console leaves
 * a column free if a row would clear. */
cli_status print_console_read(const print_console *chosen, const char *path,
                              sprite_options *options, df_picture **sprite,
                              df_prepared *report);

/* Chooses the pieces of the colours, and the other options of the planner, which borrow
 * *chosen. Leaves out a square of each row that would clear, and one if their number, with
 * `anchors`, is odd, which 10 columns do not allow, unless the picture has to stay `exact`. */
cli_status print_console_prepare(print_console *chosen, const char *name, df_picture *sprite,
                                 bool exact, size_t anchors, df_print_options *print);

/* Plays a plan from power-on, from the level that is asked for or one that ends with the wanted
 * colours; finds that level and the end. *plan becomes that of the game, in the colours of its
 * end. DF_ERROR_LIMIT: the plan cannot be played. */
df_status print_console_play(print_console *chosen, df_plan **plan, size_t rows_cleared,
                             df_error *error);

/* Replaces the advice of an error about a plan by what helps here. */
void print_console_advise(df_error *error, df_status status, const df_picture *sprite);

/* Makes the options that a plan was printed with, if it has the colours of a console's game. */
void print_console_recognize(print_console *chosen, const df_plan *plan);

/* Prepares a picture for a comparison with that plan, and gives the pieces the colours that
 * they stand for. */
cli_status print_console_paint(print_console *chosen, const char *name, df_picture *sprite,
                               bool exact, size_t anchors, df_plan *plan);

void print_console_free(print_console *chosen);

/* Adds the end of the game to the figures. */
void print_console_report(const print_console *chosen, figure_list *report);
