#include "print_game.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/common_options.h"
#include "cli/formats/plan_formats.h"
#include "cli/picture/source.h"

enum { GAME_DEALT_COLORS = 4 };

static const char *print_game_name(size_t index)
{
    return index < DF_REAL_GAMES ? df_real_games[index].name : NULL;
}

static void print_game_choose(print_game *game, const df_real_game *entry)
{
    game->entry = entry;
    game->choice.game = (df_real_game_kind)(entry - df_real_games);
}

/* Returns the game of a name, or the one of a format's files, or NULL. */
static const df_real_game *print_game_find(const char *name, bool is_format)
{
    for (const df_real_game *entry = df_real_games; entry < df_real_games + DF_REAL_GAMES;
         entry++) {
        if (strcmp(name, is_format ? entry->ending : entry->name) == 0)
            return entry;
    }
    return NULL;
}

static bool print_game_take(void *field, const char *value)
{
    const df_real_game *entry = print_game_find(value, false);
    if (entry != NULL)
        print_game_choose(field, entry);
    return entry != NULL;
}

const option_spec print_game_specs[] = {
    OPTION_TAKEN("game", "NAME", print_game_take, 0,
                 "draw it in this game, see below: -o with a name of its extension writes a "
                 "file that the game, or an emulator, opens and plays; pictures of more than "
                 "10 columns are scaled down",
                 .value = print_game_name),
    {.name = NULL},
};

void print_game_put_table(FILE *stream)
{
    fputs("\nGames of --game:\n", stream);
    for (size_t i = 0; i < DF_REAL_GAMES; i++)
        fprintf(stream, "  %-12s%s\n", df_real_games[i].name, df_real_games[i].summary);
}

void print_game_take_level(print_game *game, picture_options *options)
{
    game->choice.level = options->level;
    if (game->entry != NULL)
        options->level = PICTURE_MAX_LEVEL + 1;
}

/* Returns an option that the game leaves no choice, of which `dealt` may be one, or NULL. */
static const char *print_game_find_other(const df_real_game *entry,
                                         const df_print_options *print, const char *dealt)
{
    const bool is_nes = entry == &df_real_games[DF_REAL_NES];
    return dealt != NULL                     ? dealt
           : print->width != 0               ? "--width"
           : print->height != 0              ? "--height"
           : print->method != NULL           ? "--method"
           : is_nes && print->pieces != NULL ? "--pieces"
           : is_nes && print->quick          ? "--effort 0"
                                             : NULL;
}

cli_status print_game_check(const print_game *game, const char *command,
                            const df_print_options *print, const char *dealt)
{
    const df_real_game *entry = game->entry;
    const unsigned level = game->choice.level;
    if (entry == NULL)
        return GO_ON;
    if (entry->levels == 0 && level <= PICTURE_MAX_LEVEL)
        return message_usage(command, "--game %s begins at its first level; leave out --level",
                             entry->name);
    if (level >= entry->levels && level <= PICTURE_MAX_LEVEL)
        return message_usage(command, "--game %s has level 0 to %u, not --level %u",
                             entry->name, entry->levels - 1, level);
    const char *other = print_game_find_other(entry, print, dealt);
    return other == NULL ? GO_ON
                         : message_usage(command, "--game %s chooses its own; leave out %s",
                                         entry->name, other);
}

/* Does what print_game_take_files does for one file of a game. */
static cli_status print_game_take_file(print_game *game, const char *command, const char *name,
                                       const df_real_game *of, const df_print_options *print,
                                       const print_deal *deal)
{
    const df_real_game *entry = game->entry;
    const bool is_other = entry != NULL && entry != of;
    if (of->deal == DF_DEALS && !is_other) {
        /* The file may show other plans, too. */
        if (entry == NULL &&
            print_game_find_other(of, print, print_deal_find_given(deal)) == NULL)
            print_game_choose(game, of);
        return GO_ON;
    }
    /* Techmino plays what is played by its rules. */
    if (of == &df_real_games[DF_REAL_TECHMINO] && is_other && entry->rules == DF_RULES_SRS)
        return GO_ON;
    if (is_other)
        return message_usage(command,
                             "--game %s has no %s file; write .%s, or choose --game %s",
                             entry->name, of->ending, entry->ending, of->name);
    if (entry != NULL || (deal->name.is_given && deal->name.deal == of->deal))
        return GO_ON;
    if (deal->name.is_given || deal->queue != NULL)
        return message_usage(command, "%s: %s deals its own pieces; leave out %s", name,
                             of->title, deal->queue != NULL ? "--queue" : "--deal");
    print_game_choose(game, of);
    return GO_ON;
}

cli_status print_game_take_files(print_game *game, const char *command,
                                 const delivery_run *delivery, const df_print_options *print,
                                 const print_deal *deal, bool says)
{
    const text_list *paths = output_paths(&delivery->paths, delivery->format != NULL);
    cli_status status = GO_ON;
    for (size_t i = 0; i < paths->count && status == GO_ON; i++) {
        const output_format *format = format_by_path(&plan_formats, paths->items[i]);
        const char *ending = format != NULL ? format->name : delivery->format;
        const df_real_game *of = ending != NULL ? print_game_find(ending, true) : NULL;
        const bool is_chosen = game->entry != NULL;
        const char *name = output_name(paths->items[i]);
        if (of != NULL)
            status = print_game_take_file(game, command, name, of, print, deal);
        if (!is_chosen && game->entry != NULL && says)
            message("%s: drawn in %s, as with --game %s", name, of->title, of->name);
    }
    return status;
}

void print_game_limit(print_game *game, sprite_options *options)
{
    const df_real_game *entry = game->entry;
    df_preparation *how = &options->how;
    if (entry == NULL)
        return;
    if (game->choice.game != DF_REAL_NES && options->palette.count == 0 && !how->exact)
        sprite_options_take_palette(options, &df_palettes[DF_PALETTE_GUIDELINE]);
    how->max_colors = entry->max_colors;
    if (how->reduced_colors > entry->max_colors)
        how->reduced_colors = entry->max_colors;
    how->max_width = how->scaled_width = entry->width;
    /* Dealt pieces take many drops for each colour more. */
    if (entry->deal != DF_DEALS)
        how->reduced_colors = GAME_DEALT_COLORS;
    game->fits = how->avoids_full = how->fit == DF_STEP_AUTO && !how->exact;
    if (game->fits) {
        how->fit = DF_STEP_GIVEN;
        how->fit_width = entry->width;
        how->fit_height = entry->picture_height;
    }
}

void print_game_say_read(const print_game *game, const char *path,
                         const sprite_options *options, const df_prepared *report)
{
    source_say(path, options, report);
    if (game->fits && report->is_scaled)
        message("%s: scaled down to %zux%zu squares for the game's 10 columns and 20 rows",
                source_sprite_name(path), report->width, report->height);
}

cli_status print_game_fit(print_game *game, const char *name, df_picture *sprite,
                          size_t anchors, bool exact)
{
    const bool is_text = strcmp(name, "--text") == 0;
    const size_t squares = anchors + source_count_squares(sprite);
    df_error error = {0};
    if (game->entry == NULL)
        return GO_ON;
    const df_status status = df_real_game_fit(&game->choice, sprite, anchors, exact, &error);
    if (status == DF_ERROR_LIMIT && is_text && error.advice[0].option == DF_OPTION_FIT) {
        error.advice_count = 0;
        const size_t length = strlen(error.text);
        snprintf(&error.text[length], sizeof error.text - length, "; print fewer %s",
                 sprite->width > game->entry->width ? "letters in a line" : "lines");
    }
    if (status != DF_OK)
        return message_picture(name, status, &error);
    if (game->choice.left_out > 0)
        message("%s: %u of %zu squares left out, as rows of 10 clear when they are full, and "
                "their number has to be even",
                name, game->choice.left_out, squares);
    return GO_ON;
}

/* True if each piece of the plan, a tetromino, is given the colour of a level of the NES game,
 * or without one the usual colour. */
static bool print_game_has_colors(const df_plan *plan, const unsigned *level)
{
    bool has_all = plan->set->count >= DF_TETROMINOES;
    for (unsigned i = 0; has_all && i < DF_TETROMINOES; i++) {
        const df_color color =
            level != NULL ? df_nes_colors[*level][i] : df_guideline_colors[i];
        has_all =
            plan->colors[i].given && memcmp(&plan->colors[i].color, &color, sizeof color) == 0;
    }
    return has_all;
}

void print_game_recognize(print_game *game, const df_plan *plan)
{
    const df_plan_deal *deal = plan->deal;
    if (plan->begin != NULL) /* these games begin with an empty playfield */
        return;
    for (unsigned level = 0; level < DF_NES_PALETTES; level++) {
        if (!print_game_has_colors(plan, &level))
            continue;
        print_game_choose(game, &df_real_games[DF_REAL_NES]);
        game->choice.level = level;
    }
    if (game->entry == NULL && plan->width == DF_NULLPOMINO_WIDTH &&
        plan->height == DF_NULLPOMINO_HEIGHT && print_game_has_colors(plan, NULL))
        print_game_choose(game,
                          &df_real_games[deal == NULL                       ? DF_REAL_TECHMINO
                                         : deal->deal == DF_DEAL_NULLPOMINO ? DF_REAL_NULLPOMINO
                                                                            : DF_REAL_TETRIO]);
}

/* Gives each piece the colour of the first square that it has left of the picture, whose first
 * column is that of the playfield. False if a square is not there. */
static bool print_game_paint_from(const df_field *field, unsigned column,
                                  const df_picture *sprite, df_plan_color *colors)
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
static cli_status print_game_paint_left(df_plan *plan, const df_picture *sprite)
{
    df_field *field = NULL;
    const df_status status = df_plan_play(plan, NULL, NULL, &field, NULL, NULL);
    for (unsigned x = 0; status == DF_OK && x + sprite->width <= plan->width &&
                         !print_game_paint_from(field, x, sprite, plan->colors);
         x++)
        continue;
    df_field_free(field);
    /* The comparison says why a plan cannot be played. */
    return status == DF_ERROR_MEMORY ? message_status(status, NULL) : GO_ON;
}

cli_status print_game_paint(const print_game *game, const df_picture *sprite, df_plan *plan)
{
    if (game->entry == NULL)
        return GO_ON;
    if (game->choice.game != DF_REAL_NES)
        return print_game_paint_left(plan, sprite);
    unsigned color = 0;
    for (const char *at = game->choice.pieces; *at != '\0'; at++) {
        color += *at == ',';
        for (unsigned i = 0; i < DF_TETROMINOES; i++) {
            if (plan->set->pieces[i].name[0] == *at)
                plan->colors[i].color = sprite->colors[color];
        }
    }
    return GO_ON;
}

void print_game_say(print_game *game, const char *name, const df_plan *plan,
                    picture_options *options)
{
    df_real_choice *choice = &game->choice;
    char others[64] = "";
    if (choice->seeds_found > 1)
        snprintf(others, sizeof others, "; by a quick search half of them take %zu or more",
                 choice->usual_drops);
    if (choice->seeds_tried > 0)
        message("%s: of %zu seeds tried, seed %llu takes the fewest pieces, %zu%s", name,
                choice->seeds_tried, (unsigned long long)plan->deal->seed, plan->count, others);
    if (choice->game != DF_REAL_NES && strchr(choice->pieces, ',') != NULL)
        message(
            "%s: some colours are left by several kinds of pieces, as no plan was found with "
            "one for each",
            name);
    if (choice->end.scores == NULL)
        return;
    message("%s: the movie ends with frame %u; pause the emulator there, or the next piece "
            "falls onto the picture",
            name, (unsigned)choice->end.frames);
    picture_options_show_game(options, plan, &choice->end);
    choice->end.scores = NULL; /* the options have it */
    choice->end.levels = NULL;
}

void print_game_report(const print_game *game, figure_list *report)
{
    const df_real_choice *choice = &game->choice;
    const df_replay_end *end = &choice->end;
    if (game->entry == NULL)
        return;
    report_number(report, "squares_left_out", choice->left_out, NULL, NULL);
    if (game->entry->deal != DF_DEALS)
        report_number(report, "seeds_tried", choice->seeds_tried, NULL, NULL);
    if (choice->game == DF_REAL_NES)
        report_number(report, "start_level", choice->level, NULL, NULL);
    if (choice->game == DF_REAL_NES || choice->game == DF_REAL_NULLPOMINO)
        report_number(report, "level", end->level, NULL, NULL);
    if (choice->game == DF_REAL_NES) {
        report_number(report, "score", end->score, "point", "points");
        report_number(report, "frames", end->frames, "frame", "frames");
    } else if (end->frames > 0) {
        report_number(report, "frames", end->frames, "frame until the picture stands",
                      "frames until the picture stands");
    }
}

void print_game_free(print_game *game)
{
    free(game->choice.end.scores);
    free(game->choice.end.levels);
}
