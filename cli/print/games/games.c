#include "games.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/common_options.h"
#include "cli/picture/source.h"

enum { GAME_WIDTH = 10 /* columns of every game */, GAME_DEALT_COLORS = 4 };

static const game_entry *const game_entries[] = {&game_entry_nes, &game_entry_nullpomino,
                                                 &game_entry_tetrio};

enum { GAME_ENTRIES = sizeof game_entries / sizeof game_entries[0] };

static const char *game_name(size_t index)
{
    return index < GAME_ENTRIES ? game_entries[index]->name : NULL;
}

static bool game_take(void *field, const char *value)
{
    const game_entry **entry = field;
    for (size_t i = 0; i < GAME_ENTRIES; i++) {
        if (strcmp(value, game_entries[i]->name) == 0) {
            *entry = game_entries[i];
            return true;
        }
    }
    return false;
}

const option_spec game_option_specs[] = {
    OPTION_TAKEN("game", "NAME", game_take, offsetof(game_choice, entry),
                 "draw it in this game, see below: -o with a name of its extension writes a "
                 "file that the game, or an emulator, opens and plays; pictures of more than "
                 "10 columns are scaled down",
                 .value = game_name),
    {.name = NULL},
};

void game_table_put(FILE *stream)
{
    fputs("\nGames of --game:\n", stream);
    for (size_t i = 0; i < GAME_ENTRIES; i++)
        fprintf(stream, "  %-12s%s\n", game_entries[i]->name, game_entries[i]->summary);
}

void game_choice_take_level(game_choice *chosen, picture_options *options)
{
    chosen->level = options->level;
    if (chosen->entry != NULL)
        options->level = PICTURE_MAX_LEVEL + 1;
}

cli_status game_choice_check(const game_choice *chosen, const char *command,
                             const df_print_options *print, const char *dealt)
{
    const game_entry *entry = chosen->entry;
    if (entry == NULL)
        return GO_ON;
    if (entry->levels == 0 && chosen->level <= PICTURE_MAX_LEVEL)
        return message_usage(command, "--game %s begins at its first level; leave out --level",
                             entry->name);
    if (chosen->level >= entry->levels && chosen->level <= PICTURE_MAX_LEVEL)
        return message_usage(command, "--game %s has level 0 to %u, not --level %u",
                             entry->name, entry->levels - 1, chosen->level);
    const bool is_free = entry->deal == DF_DEALS;
    const char *other = dealt != NULL                      ? dealt
                        : print->width != 0                ? "--width"
                        : print->height != 0               ? "--height"
                        : print->method != NULL            ? "--method"
                        : is_free && print->pieces != NULL ? "--pieces"
                        : is_free && print->quick          ? "--effort 0"
                                                           : NULL;
    return other == NULL ? GO_ON
                         : message_usage(command, "--game %s chooses its own; leave out %s",
                                         entry->name, other);
}

void game_choice_limit(game_choice *chosen, df_preparation *how)
{
    const game_entry *entry = chosen->entry;
    if (entry == NULL)
        return;
    how->max_colors = entry->max_colors;
    how->max_width = how->scaled_width = entry->width;
    /* Dealt pieces take many drops for each colour more. */
    if (entry->deal != DF_DEALS)
        how->reduced_colors = GAME_DEALT_COLORS;
    chosen->fits = how->fit == DF_STEP_AUTO && !how->exact;
    if (chosen->fits) {
        how->fit = DF_STEP_GIVEN;
        how->fit_width = entry->width;
        how->fit_height = entry->picture_height;
    }
}

/* Returns the first row from this one on that would clear, or the height. */
static unsigned game_find_full(const df_picture *sprite, unsigned y)
{
    const size_t width = sprite->width;
    while (y < sprite->height &&
           (width < GAME_WIDTH || memchr(&sprite->cell[y * width], 0, width) != NULL))
        y++;
    return y;
}

/* Reads the file once, as it may be standard input, and prepares it once or twice. */
static cli_status game_read_fitting(const char *path, sprite_options *options,
                                    df_picture **sprite, df_prepared *report)
{
    image pixels = {0};
    const image *given = options->part;
    cli_status status = given == NULL ? source_image(path, options, &pixels) : GO_ON;
    options->part = given == NULL ? &pixels : given;
    if (status == GO_ON)
        status = source_sprite(path, options, sprite, report);
    if (status == GO_ON && report->is_scaled &&
        game_find_full(*sprite, 0) < (*sprite)->height) {
        df_picture_free(*sprite);
        *sprite = NULL;
        options->how.fit_width = GAME_WIDTH - 1;
        status = source_sprite(path, options, sprite, report);
    }
    options->part = given;
    image_free(&pixels);
    return status;
}

cli_status game_choice_read(const game_choice *chosen, const char *path,
                            sprite_options *options, df_picture **sprite, df_prepared *report)
{
    const cli_status status = chosen->fits ? game_read_fitting(path, options, sprite, report)
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
static unsigned game_rate_square(const df_picture *sprite, unsigned x, unsigned y)
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
static bool game_leave_out(df_picture *sprite, unsigned from, unsigned end)
{
    unsigned best = 0, best_x = 0, best_y = 0;
    for (unsigned y = from; y < end; y++) {
        for (unsigned x = 0; x < sprite->width; x++) {
            const unsigned rate = game_rate_square(sprite, x, y);
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
static cli_status game_adapt(const game_task *task, unsigned *left_out)
{
    df_picture *sprite = task->sprite;
    const bool exact = task->exact;
    unsigned full = 0;
    const size_t squares = task->anchors + source_count_squares(sprite);
    for (unsigned y = 0; !exact && (y = game_find_full(sprite, y)) < sprite->height; y++)
        full += game_leave_out(sprite, y, y + 1);
    const bool is_odd = (squares - full) % 2 != 0;
    if (is_odd && (exact || !game_leave_out(sprite, 0, sprite->height))) {
        df_error error = {0};
        message_error(&error, DF_ERROR_PICTURE,
                      "10 columns only hold pictures of an even number of squares, and it has "
                      "%zu; add one or leave one out%s",
                      squares, exact ? ", or print without --exact" : "");
        return message_picture(task->name, DF_ERROR_PICTURE, &error);
    }
    *left_out = full + is_odd;
    if (*left_out > 0)
        message("%s: %u of %zu squares left out, as %s%s%s", task->name, *left_out, squares,
                full > 0 ? "full rows of 10 would clear" : "",
                full > 0 && is_odd ? " and " : "",
                is_odd ? "10 columns only hold an even number" : "");
    return GO_ON;
}

/* Fits the picture to the game, and chooses the pieces of its colours. */
static cli_status game_prepare(game_choice *chosen, const game_task *task)
{
    const game_entry *entry = chosen->entry;
    const df_picture *sprite = task->sprite;
    if (sprite->width > entry->width || sprite->height > entry->height) {
        char advice[40];
        snprintf(advice, sizeof advice, "scale it down (--fit %ux%u)", entry->width,
                 entry->picture_height);
        return message("%s: the game has %u columns and %u rows, and the picture %u and %u; %s",
                       task->name, entry->width, entry->height, sprite->width, sprite->height,
                       strcmp(task->name, "--text") == 0 ? "print fewer letters in a line"
                                                         : advice);
    }
    const cli_status status = game_adapt(task, &chosen->left_out);
    if (status != GO_ON)
        return status;
    task->print->width = entry->width;
    task->print->height = entry->height;
    task->print->rules = entry->rules;
    return entry->prepare(chosen, task);
}

cli_status game_choice_plan(game_choice *chosen, const game_task *task, df_plan **plan,
                            df_print_report *result)
{
    const cli_status status = game_prepare(chosen, task);
    return status == GO_ON ? chosen->entry->plan(chosen, task, plan, result) : status;
}

void game_choice_advise(const game_choice *chosen, df_error *error, df_status status,
                        const df_picture *sprite)
{
    if (status != DF_OK && chosen->entry != NULL && chosen->entry->advise != NULL)
        chosen->entry->advise(error, status, sprite);
}

void game_choice_recognize(game_choice *chosen, const df_plan *plan)
{
    for (size_t i = 0; i < GAME_ENTRIES && chosen->entry == NULL; i++) {
        if (game_entries[i]->recognize(chosen, plan))
            chosen->entry = game_entries[i];
    }
}

/* Gives each piece the colour of the first square that it has left of the picture, whose first
 * column is that of the playfield. False if a square is not there. */
static bool game_paint_from(const df_field *field, unsigned column, const df_picture *sprite,
                            df_plan_color *colors)
{
    bool is_painted[DF_TETROMINOES] = {false};
    for (unsigned y = 0; y < sprite->height; y++) {
        for (unsigned x = 0; x < sprite->width; x++) {
            const unsigned color = sprite->cell[(size_t)y * sprite->width + x];
            const unsigned square = df_field_square(field, column + x, y);
            if ((color == 0) != (square == 0))
                return false;
            if (color != 0 && square <= DF_TETROMINOES && !is_painted[square - 1]) {
                is_painted[square - 1] = true;
                colors[square - 1].color = sprite->colors[color - 1];
            }
        }
    }
    return true;
}

/* Gives the pieces of a plan the colours that they have left of the picture. */
static cli_status game_paint_as_left(df_plan *plan, const df_picture *sprite)
{
    df_field *field = NULL;
    const df_status status = df_plan_play(plan, NULL, NULL, &field, NULL, NULL);
    for (unsigned x = 0; status == DF_OK && x + sprite->width <= plan->width &&
                         !game_paint_from(field, x, sprite, plan->colors);
         x++)
        continue;
    df_field_free(field);
    /* The comparison says why a plan cannot be played. */
    return status == DF_ERROR_MEMORY ? message_status(status, NULL) : GO_ON;
}

cli_status game_choice_paint(game_choice *chosen, const char *name, df_picture *sprite,
                             bool exact, size_t anchors, df_plan *plan)
{
    df_print_options unused = {0};
    const game_task task = {name, sprite, exact, anchors, .print = &unused};
    if (chosen->entry == NULL)
        return GO_ON;
    const cli_status status = game_prepare(chosen, &task);
    if (status == GO_ON && chosen->entry->deal != DF_DEALS)
        return game_paint_as_left(plan, sprite);
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

void game_choice_report(const game_choice *chosen, figure_list *report)
{
    if (chosen->entry == NULL)
        return;
    report_number(report, "squares_left_out", chosen->left_out, NULL, NULL);
    if (chosen->entry->deal != DF_DEALS)
        report_number(report, "seeds_tried", chosen->seeds_tried, NULL, NULL);
    if (chosen->entry->report != NULL)
        chosen->entry->report(chosen, report);
}

void game_choice_free(game_choice *chosen)
{
    free(chosen->scores);
}
