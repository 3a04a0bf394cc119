#include "print_console.h"

#include <string.h>

#include "cli/base/message.h"
#include "cli/formats/picture_options.h"
#include "dropforge/nes.h"

enum { CONSOLE_LEVELS = 20, CONSOLE_PALETTES = 10, CONSOLE_COLORS = 3 };

const option_spec print_console_specs[] = {
    {.name = "console",
     .argument = "NAME",
     .kind = OPTION_CHOICE,
     .values = "nes",
     .min = 1,
     .offset = offsetof(print_console, name),
     .help = "draw it in the game of that console: up to 10 columns, 18 rows and three colours; "
             "-o x.fm2 writes the buttons from power-on as a movie for emulators"},
    {.name = NULL},
};

int print_console_check(const print_console *chosen, const char *command,
                        const df_print_options *print, bool is_dealt)
{
    if (chosen->name == 0)
        return -1;
    const char *other = is_dealt                               ? "--deal"
                        : print->width != 0                    ? "--width"
                        : print->height != 0                   ? "--height"
                        : print->method != NULL                ? "--method"
                        : print->pieces != NULL                ? "--pieces"
                        : print->quick                         ? "--effort 0"
                                                               : NULL;
    return other == NULL ? -1
                         : message_usage(command, "--console nes chooses its own; leave out %s",
                                         other);
}

void print_console_limit(const print_console *chosen, df_preparation *how)
{
    if (chosen->name == 0)
        return;
    how->max_colors = CONSOLE_COLORS;
    how->max_width = how->scaled_width = DF_NES_WIDTH;
    if (how->fit == DF_STEP_AUTO) {
        how->fit = DF_STEP_GIVEN;
        how->fit_width = DF_NES_WIDTH;
        how->fit_height = DF_NES_HEIGHT - 2;
    }
}

int print_console_prepare(print_console *chosen, const char *name, const df_picture *sprite,
                          df_print_options *print)
{
    if (chosen->name == 0)
        return -1;
    chosen->palette = chosen->level > PICTURE_MAX_LEVEL ? CONSOLE_PALETTES
                                                          : chosen->level % CONSOLE_PALETTES;
    if (!df_nes_choose_pieces(sprite, &chosen->palette, chosen->pieces))
        return message("%s: the game has three colours and the picture %u; reduce them "
                       "(--colors 3)",
                       name, sprite->color_count);
    df_nes_order(&chosen->order);
    print->width = DF_NES_WIDTH;
    print->height = DF_NES_HEIGHT;
    print->pieces = chosen->pieces;
    print->order = &chosen->order;
    return -1;
}

/* Plays the plan from a level. */
static df_status console_try(print_console *chosen, const df_plan *plan, unsigned level,
                             df_error *error)
{
    df_nes_movie *movie = NULL;
    const df_status status = df_nes_movie_make(&movie, &chosen->end, plan, level, error);
    if (status == DF_OK)
        chosen->level = level;
    df_nes_movie_free(movie);
    return status;
}

df_status print_console_play(print_console *chosen, df_plan *plan, size_t rows_cleared,
                             df_error *error)
{
    const bool is_open = chosen->level > PICTURE_MAX_LEVEL;
    df_status status = DF_ERROR_LIMIT;
    plan->height = DF_NES_HEIGHT;
    if (!is_open)
        status = console_try(chosen, plan, chosen->level, error);
    for (unsigned level = 0; is_open && level < CONSOLE_LEVELS && status == DF_ERROR_LIMIT;
         level++) {
        if (df_nes_level(level, (unsigned)rows_cleared) % CONSOLE_PALETTES == chosen->palette)
            status = console_try(chosen, plan, level, error);
    }
    for (unsigned i = 0; status == DF_OK && i < DF_TETROMINOES; i++)
        plan->colors[i] = (df_plan_color){true, df_nes_color(chosen->end.level, i)};
    return status;
}

void print_console_report(const print_console *chosen, figure_list *report)
{
    if (chosen->name == 0)
        return;
    const df_nes *end = &chosen->end;
    report_number(report, "start_level", chosen->level, NULL, NULL);
    report_number(report, "level", end->level, "as the level", "as the level");
    report_number(report, "score", end->score, "point", "points");
    report_number(report, "frames", end->frames, "frame", "frames");
}
