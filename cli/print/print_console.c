#include "print_console.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/common_options.h"
#include "cli/picture/source.h"

enum {
    CONSOLE_LEVELS = 20,
    CONSOLE_PALETTES = 10,
    CONSOLE_COLORS = 3,
    CONSOLE_ROWS = DF_NES_HEIGHT - 2 /* of a picture; the next piece appears above it */
};

const option_spec print_console_specs[] = {
    OPTION_NAMED(
        "console", "NAME", "nes", offsetof(print_console, name),
        "draw it in the game of that console: up to 10 columns, 18 rows and three colours, "
        "those of a level; larger pictures are scaled down; -o x.fm2 writes the buttons from "
        "power-on as a movie for emulators",
        .min = 1),
    {.name = NULL},
};

void print_console_take_level(print_console *chosen, picture_options *options)
{
    chosen->level = options->level;
    if (chosen->name != 0)
        options->level = PICTURE_MAX_LEVEL + 1;
}

cli_status print_console_check(const print_console *chosen, const char *command,
                               const df_print_options *print, const char *dealt)
{
    if (chosen->name == 0)
        return GO_ON;
    if (chosen->level >= CONSOLE_LEVELS && chosen->level <= PICTURE_MAX_LEVEL)
        return message_usage(command, "--console nes has level 0 to 19, not --level %u",
                             chosen->level);
    const char *other = dealt != NULL           ? dealt
                        : print->width != 0     ? "--width"
                        : print->height != 0    ? "--height"
                        : print->method != NULL ? "--method"
                        : print->pieces != NULL ? "--pieces"
                        : print->quick          ? "--effort 0"
                                                : NULL;
    return other == NULL
               ? GO_ON
               : message_usage(command, "--console nes chooses its own; leave out %s", other);
}

void print_console_limit(print_console *chosen, df_preparation *how)
{
    if (chosen->name == 0)
        return;
    how->max_colors = CONSOLE_COLORS;
    how->max_width = how->scaled_width = DF_NES_WIDTH;
    chosen->fits = how->fit == DF_STEP_AUTO && !how->exact;
    if (chosen->fits) {
        how->fit = DF_STEP_GIVEN;
        how->fit_width = DF_NES_WIDTH;
        how->fit_height = CONSOLE_ROWS;
    }
}

/* Returns the first row from this one on that would clear, or the height. */
static unsigned console_find_full(const df_picture *sprite, unsigned y)
{
    const size_t width = sprite->width;
    while (y < sprite->height &&
           (width < DF_NES_WIDTH || memchr(&sprite->cell[y * width], 0, width) != NULL))
        y++;
    return y;
}

/* Reads the file once, as it may be standard input, and prepares it once or twice. */
static cli_status console_read_fitting(const char *path, sprite_options *options,
                                       df_picture **sprite, df_prepared *report)
{
    image pixels = {0};
    const image *given = options->part;
    cli_status status = given == NULL ? source_image(path, options, &pixels) : GO_ON;
    options->part = given == NULL ? &pixels : given;
    if (status == GO_ON)
        status = source_sprite(path, options, sprite, report);
    if (status == GO_ON && report->is_scaled &&
        console_find_full(*sprite, 0) < (*sprite)->height) {
        df_picture_free(*sprite);
        *sprite = NULL;
        options->how.fit_width = DF_NES_WIDTH - 1;
        status = source_sprite(path, options, sprite, report);
    }
    options->part = given;
    image_free(&pixels);
    return status;
}

cli_status print_console_read(const print_console *chosen, const char *path,
                              sprite_options *options, df_picture **sprite, df_prepared *report)
{
    const cli_status status = chosen->fits ? console_read_fitting(path, options, sprite, report)
                                           : source_sprite(path, options, sprite, report);
    if (status == GO_ON)
        source_say(path, options, report);
    if (status == GO_ON && chosen->fits && report->is_scaled)
        message("%s: scaled down to %zux%zu squares for the game's 10 columns and 20 rows",
                source_sprite_name(path), report->width, report->height);
    return status;
}

/* Returns how little a square would be missed: most at the rim of a large area, least if it is
 * a detail of its own. 0: it has to stay, since its row or its colour has no other. */
static unsigned console_rate_square(const df_picture *sprite, unsigned x, unsigned y)
{
    const unsigned around = 8; /* squares */
    const uint8_t *cell = sprite->cell;
    const uint8_t color = cell[y * sprite->width + x];
    size_t in_row = 0, in_color = 0;
    for (size_t i = 0; i < (size_t)sprite->width * sprite->height; i++) {
        in_row += i / sprite->width == y && cell[i] != 0;
        in_color += cell[i] == color;
    }
    if (color == 0 || in_row < 2 || in_color < 2)
        return 0;
    unsigned empty = 0, same = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            const unsigned left = x + (unsigned)dx, top = y + (unsigned)dy;
            const bool is_inside = left < sprite->width && top < sprite->height;
            const uint8_t near = is_inside ? cell[top * sprite->width + left] : 0;
            empty += near == 0;
            same += (dx != 0 || dy != 0) && near == color;
        }
    }
    /* What is left of its surroundings is of another colour. */
    const unsigned other = around - empty - same;
    return 1 + around + (same >= 2 ? 2 * around : 0) + (empty > 0 ? around : 0) + empty - other;
}

/* Leaves out the square of these rows that is missed least. False if each is needed. */
static bool console_leave_out(df_picture *sprite, unsigned from, unsigned end)
{
    unsigned best = 0, best_x = 0, best_y = 0;
    for (unsigned y = from; y < end; y++) {
        for (unsigned x = 0; x < sprite->width; x++) {
            const unsigned rate = console_rate_square(sprite, x, y);
            if (rate > best) {
                best = rate;
                best_x = x;
                best_y = y;
            }
        }
    }
    if (best > 0)
        sprite->cell[best_y * sprite->width + best_x] = 0;
    return best > 0;
}

/* Leaves out a square of each row that would clear, and one more if the number of squares, with
 * those that stand as anchors beside the picture, is odd. */
static cli_status console_adapt(const char *name, df_picture *sprite, bool exact,
                                size_t anchors, unsigned *left_out)
{
    unsigned full = 0;
    const size_t squares = anchors + source_count_squares(sprite);
    for (unsigned y = 0; !exact && (y = console_find_full(sprite, y)) < sprite->height; y++)
        full += console_leave_out(sprite, y, y + 1);
    const bool is_odd = (squares - full) % 2 != 0;
    if (is_odd && (exact || !console_leave_out(sprite, 0, sprite->height))) {
        df_error error = {0};
        message_error(&error, DF_ERROR_PICTURE,
                      "10 columns only hold pictures of an even number of squares, and it has "
                      "%zu; add one or leave one out%s",
                      squares, exact ? ", or print without --exact" : "");
        return message_picture(name, DF_ERROR_PICTURE, &error);
    }
    *left_out = full + is_odd;
    if (*left_out > 0)
        message("%s: %u of %zu squares left out, as %s%s%s", name, *left_out, squares,
                full > 0 ? "full rows of 10 would clear" : "",
                full > 0 && is_odd ? " and " : "",
                is_odd ? "10 columns only hold an even number" : "");
    return GO_ON;
}

cli_status print_console_prepare(print_console *chosen, const char *name, df_picture *sprite,
                                 bool exact, size_t anchors, df_print_options *print)
{
    if (sprite->width > DF_NES_WIDTH || sprite->height > DF_NES_HEIGHT)
        return message("%s: the game has %d columns and %d rows, and the picture %u and %u; %s",
                       name, DF_NES_WIDTH, DF_NES_HEIGHT, sprite->width, sprite->height,
                       strcmp(name, "--text") == 0 ? "print fewer letters in a line"
                                                   : "scale it down (--fit 10x18)");
    const cli_status status = console_adapt(name, sprite, exact, anchors, &chosen->left_out);
    if (status != GO_ON)
        return status;
    chosen->palette =
        chosen->level > PICTURE_MAX_LEVEL ? CONSOLE_PALETTES : chosen->level % CONSOLE_PALETTES;
    if (!df_nes_choose_pieces(sprite, &chosen->palette, chosen->pieces))
        return message("%s: the game has three colours and the picture %u; reduce them "
                       "(--colors 3)",
                       name, sprite->color_count);
    print->width = DF_NES_WIDTH;
    print->height = DF_NES_HEIGHT + PRINT_CONSOLE_SPARE;
    print->pieces = chosen->pieces;
    print->order = df_nes_order;
    return GO_ON;
}

/* Plays the plan from a level, which gives it the colours of the end. Its drops become those
 * that the movie makes, by the rules of the game. */
static df_status console_try(print_console *chosen, df_plan **plan, unsigned level,
                             df_error *error)
{
    df_plan *played = NULL;
    uint64_t *scores = NULL;
    df_status status =
        df_nes_movie_write(NULL, *plan, level, &played, &chosen->end, &scores, error);
    if (status == DF_OK && played->count != (*plan)->count)
        status = DF_ERROR_DEFECT;
    if (status != DF_OK) {
        df_plan_free(played);
        free(scores);
        return status;
    }
    df_plan_free(*plan);
    *plan = played;
    free(chosen->scores);
    chosen->scores = scores;
    chosen->level = level;
    return DF_OK;
}

df_status print_console_play(print_console *chosen, df_plan **plan, size_t rows_cleared,
                             df_error *error)
{
    if (chosen->level <= PICTURE_MAX_LEVEL)
        return console_try(chosen, plan, chosen->level, error);
    df_status status = DF_ERROR_LIMIT;
    for (unsigned level = 0; level < CONSOLE_LEVELS && status == DF_ERROR_LIMIT; level++) {
        if (df_nes_level(level, (unsigned)rows_cleared) % CONSOLE_PALETTES == chosen->palette)
            status = console_try(chosen, plan, level, error);
    }
    return status;
}

void print_console_advise(df_error *error, df_status status, const df_picture *sprite)
{
    df_advice *fit = &error->advice[0], *colors = &error->advice[1];
    const bool is_wide = fit->option == DF_OPTION_WIDTH && error->advice_count > 0;
    if (status != DF_ERROR_LIMIT && !is_wide)
        return;
    const unsigned width = is_wide ? DF_NES_WIDTH - 1 : sprite->width * 3 / 4;
    const unsigned height = is_wide ? CONSOLE_ROWS : sprite->height * 3 / 4;
    *fit = (df_advice){.option = DF_OPTION_FIT};
    snprintf(fit->value, sizeof fit->value, "%ux%u", width > 0 ? width : 1,
             height > 0 ? height : 1);
    *colors = (df_advice){.option = DF_OPTION_COLORS};
    snprintf(colors->value, sizeof colors->value, "%u", sprite->color_count - 1);
    error->advice_count = !is_wide && sprite->color_count > 1 ? 2 : 1;
}

void print_console_recognize(print_console *chosen, const df_plan *plan)
{
    for (unsigned level = 0; level < CONSOLE_PALETTES; level++) {
        unsigned i = 0;
        while (i < DF_TETROMINOES && i < plan->set->count && plan->colors[i].given &&
               memcmp(&plan->colors[i].color, &(df_color[]){df_nes_color(level, i)}, 3) == 0)
            i++;
        if (i == DF_TETROMINOES)
            *chosen = (print_console){.name = 1, .level = level};
    }
}

cli_status print_console_paint(print_console *chosen, const char *name, df_picture *sprite,
                               bool exact, size_t anchors, df_plan *plan)
{
    df_print_options unused = {0};
    if (chosen->name == 0)
        return GO_ON;
    const cli_status status =
        print_console_prepare(chosen, name, sprite, exact, anchors, &unused);
    unsigned color = 0;
    for (const char *at = chosen->pieces; status == GO_ON && *at != '\0'; at++) {
        color += *at == ',';
        for (unsigned i = 0; i < DF_TETROMINOES; i++) {
            if (plan->set->pieces[i].name[0] == *at)
                plan->colors[i].color = sprite->colors[color];
        }
    }
    return status;
}

void print_console_report(const print_console *chosen, figure_list *report)
{
    if (chosen->name == 0)
        return;
    const df_nes_end *end = &chosen->end;
    report_number(report, "squares_left_out", chosen->left_out, NULL, NULL);
    report_number(report, "start_level", chosen->level, NULL, NULL);
    report_number(report, "level", end->level, NULL, NULL);
    report_number(report, "score", end->score, "point", "points");
    report_number(report, "frames", end->frames, "frame", "frames");
}

void print_console_free(print_console *chosen)
{
    free(chosen->scores);
}
