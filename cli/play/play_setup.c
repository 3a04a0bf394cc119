/* Turns options into the pieces, their colours, the playfield and the bot of games. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/choice.h"
#include "cli/base/digits.h"
#include "cli/base/file.h"
#include "cli/base/message.h"
#include "cli/bot/bot_settings.h"
#include "cli/piece/field_file.h"
#include "cli/piece/piece_queue.h"
#include "play_chance.h"

enum {
    MAX_COLORS = 64,
    CLEAR_TICKS = 12 /* for which cleared rows are shown */
};

bool play_take_class(void *field, const char *value)
{
    const bool is_path = strcmp(value, "path") == 0;
    *(piece_class *)field = is_path ? PIECE_CLASS_PATH : PIECE_CLASS_ONE_SIDED;
    return is_path || strcmp(value, "one-sided") == 0;
}

bool play_take_board(void *field, const char *value)
{
    play_board *board = field;
    return choice_read_size(value, DF_NARROW_MAX_WIDTH, 200, &board->width, &board->height);
}

bool play_take_turns(void *field, const char *value)
{
    play_turns *turns = field;
    *turns = (play_turns){DF_RULES_TABLE, strpbrk(value, "./") != NULL ? value : NULL};
    return turns->path != NULL || choice_take_rules(&turns->rules, DF_TRAIT_GAMES, value);
}

const char *play_turns_name(size_t index)
{
    return choice_rules_name(DF_TRAIT_GAMES, index);
}

bool play_take_number(void *field, const char *value)
{
    play_number *taken = field;
    taken->given = digits_read_all(value, UINT64_MAX, &taken->number);
    return taken->given;
}

bool play_take_ticks(void *field, const char *value)
{
    return play_take_number(field, value) &&
           ((play_number *)field)->number <= DF_GAME_MAX_TICKS;
}

bool play_take_factor(void *field, const char *value)
{
    const play_number *taken = field;
    return play_take_number(field, value) && taken->number >= 1 && taken->number <= 1000;
}

/* Replaces an option of a game if another value is given. */
static void play_setup_replace(unsigned *option, const play_number *given)
{
    if (given->given)
        *option = (unsigned)given->number;
}

/* Makes a random piece with the kicks of the table. */
static df_status play_setup_draw(void *context, df_random *random, df_piece *piece)
{
    play_setup *setup = context;
    const df_status status = df_omino_pieces_draw(setup->random, random, piece);
    if (setup->pieces.set != NULL)
        piece->kicks = setup->pieces.set->pieces[0].kicks;
    return status;
}

/* Prepares a game whose pieces are made at random while it goes on. */
static cli_status play_setup_prepare_random(play_setup *setup)
{
    const play_settings *chosen = setup->chosen;
    const bool path = chosen->kind == PIECE_CLASS_PATH;
    const df_status status = df_omino_pieces_create(&setup->random, chosen->squares, path);
    setup->options = df_game_defaults(chosen->game, NULL, chosen->squares);
    setup->options.supply = play_setup_draw;
    setup->options.supply_context = setup;
    setup->color_count = MAX_COLORS;
    return message_status(status, NULL);
}

static cli_status play_setup_prepare_listed(play_setup *setup)
{
    const play_settings *chosen = setup->chosen;
    const piece_options options = {
        .squares = chosen->squares,
        .kind = chosen->kind == PIECE_CLASS_PATH ? PIECE_CLASS_PATH : PIECE_CLASS_ONE_SIDED};
    if (chosen->squares > 0) {
        const cli_status status = piece_choice_make(&setup->pieces, &options);
        if (status != GO_ON)
            return status;
    } else {
        const df_piece_drawing *drawings = df_games[chosen->game]->tetrominoes;
        const df_status status =
            drawings != NULL ? df_piece_set_create(&setup->pieces.set, drawings, DF_TETROMINOES)
                             : df_piece_set_tetrominoes(&setup->pieces.set);
        if (status != DF_OK)
            return message("%s", df_status_names[status]);
    }
    setup->options = df_game_defaults(chosen->game, setup->pieces.set, 0);
    setup->color_count = setup->pieces.set->count;
    return GO_ON;
}

static cli_status play_setup_make_colors(play_setup *setup)
{
    const df_piece_set *set = setup->options.set;
    setup->colors = malloc(setup->color_count * sizeof setup->colors[0]);
    df_status status = DF_ERROR_MEMORY;
    if (setup->colors != NULL && set != NULL)
        status = df_omino_colors(setup->colors, set, set->count);
    else if (setup->colors != NULL)
        status = df_omino_colors(setup->colors, NULL, setup->color_count);
    return message_status(status, NULL);
}

static df_status play_setup_read_record(void *into, const char *text, size_t length,
                                        df_error *error)
{
    static const char drops_mark[] = "dropforge-drops";
    if (strncmp(text, drops_mark, sizeof drops_mark - 1) == 0)
        return message_error(
            error, DF_ERROR_INPUT,
            "this is a plan, not a game; 'dropforge replay FILE -o x.game' makes "
            "a game of it");
    return df_game_record_read(into, text, length, error);
}

/* Reads a record, whose options replace all others. */
static cli_status play_setup_prepare_record(play_setup *setup, const char *path,
                                            df_game_record **record)
{
    const cli_status status = file_read_into(path, play_setup_read_record, record);
    if (status != GO_ON)
        return status;
    setup->options = (*record)->options;
    setup->color_count = setup->options.set->count;
    return GO_ON;
}

/* Refuses a --at beyond the end of the record. */
static cli_status play_setup_check_at(const play_setup *setup)
{
    const play_settings *chosen = setup->chosen;
    df_game *game = NULL;
    const df_status status = df_game_replay(&game, setup->from, chosen->at.number);
    const uint64_t pieces = status == DF_OK ? df_game_get_state(game)->pieces : 0;
    df_game_free(game);
    if (status == DF_OK && pieces < chosen->at.number)
        return message("%s: the game has %" PRIu64 " pieces; --at must not be more",
                       input_name(chosen->from), pieces);
    return message_status(status, NULL);
}

/* Prepares what the options give: the field at first, and the pieces in order. */
static cli_status play_setup_prepare_given(play_setup *setup)
{
    const play_settings *chosen = setup->chosen;
    df_game_options *options = &setup->options;
    const field_wish wish = {0};
    size_t count = 0;
    cli_status status = GO_ON;
    if (chosen->field != NULL)
        status = field_file_read(chosen->field, &wish, &setup->field);
    if (status == GO_ON && chosen->queue != NULL && options->set == NULL)
        return message_usage("play", "--queue goes only with pieces of up to %d squares",
                             PIECE_CHOICE_MAX_SQUARES);
    if (status == GO_ON && chosen->queue != NULL)
        status = piece_queue_take("play", chosen->queue, options->set, &setup->given, &count);
    if (status != GO_ON)
        return status;
    if (setup->field != NULL) {
        options->begin = setup->field;
        options->width = setup->field->width;
        if (options->height < setup->field->height)
            options->height = setup->field->height;
    }
    if (setup->given != NULL) {
        options->deal = DF_GAME_DEAL_GIVEN;
        options->given = setup->given;
        options->given_count = count;
    }
    return GO_ON;
}

df_color play_setup_color(const play_setup *setup, unsigned piece)
{
    return setup->colors[piece % setup->color_count];
}

/* Checks that a game can begin. */
static cli_status play_setup_check(const play_setup *setup)
{
    df_game *play = NULL;
    df_error error = {0};
    const df_status status = df_game_create(&play, &setup->options, &error);
    df_game_free(play);
    return status == DF_ERROR_ARGUMENT ? message_usage("play", "%s", error.text)
                                       : message_status(status, &error);
}

static void play_setup_name_pieces(play_setup *setup)
{
    const play_settings *chosen = setup->chosen;
    if (chosen->watch != NULL || chosen->from != NULL)
        snprintf(setup->kind, sizeof setup->kind, "record");
    else if (chosen->squares == 0)
        snprintf(setup->kind, sizeof setup->kind, "tetrominoes");
    else
        snprintf(setup->kind, sizeof setup->kind, "%s-%u",
                 chosen->kind == PIECE_CLASS_PATH ? "path" : "one-sided", chosen->squares);
}

/* Finds the mode: of a watched game by its goals. */
static cli_status play_setup_find_mode(play_setup *setup)
{
    const play_settings *chosen = setup->chosen;
    const df_game_options *options = &setup->options;
    const bool practices =
        chosen->from != NULL || chosen->field != NULL || chosen->queue != NULL;
    const df_game_mode *asked = &df_game_modes[chosen->mode];
    if (practices && chosen->mode != 0 && !asked->is_practice)
        return message_usage("play", "--mode %s does not go with --from, --field or --queue",
                             asked->name);
    for (size_t i = 0; i < DF_GAME_MODES; i++) {
        const df_game_mode *mode = &df_game_modes[i];
        if (setup->mode == NULL &&
            (practices               ? mode->is_practice
             : chosen->watch != NULL ? mode->goal_lines == options->goal_lines &&
                                           mode->goal_ticks == options->goal_ticks &&
                                           mode->garbage == options->garbage
                                     : mode == asked))
            setup->mode = mode;
    }
    if (setup->mode == NULL)
        setup->mode = asked;
    return GO_ON;
}

/* Prepares the picture that is drawn, and gives the pieces its colours. */
static cli_status play_setup_prepare_picture(play_setup *setup)
{
    const play_settings *chosen = setup->chosen;
    df_plan *plan = NULL;
    const unsigned width = setup->field != NULL ? setup->field->width : chosen->board.width;
    const cli_status failure = play_drawing_prepare(&setup->picture, &chosen->draw, width,
                                                    chosen->board.height, &setup->options);
    if (failure != GO_ON)
        return failure;
    const df_status status = df_live_printer_make_plan(&plan, setup->picture.print.printer);
    for (size_t i = 0; status == DF_OK && setup->picture.has_colors && i < DF_TETROMINOES;
         i++) {
        if (plan->colors[i].given)
            setup->colors[i] = plan->colors[i].color;
    }
    df_plan_free(plan);
    return message_status(status, NULL);
}

cli_status play_setup_make(play_setup *setup, const play_settings *chosen)
{
    *setup = (play_setup){.chosen = chosen};
    df_game_options *options = &setup->options;
    const df_game_traits *traits = df_games[chosen->game];
    const df_rules turns = chosen->turns.rules;
    const bool has_turns =
        turns == traits->rules ||
        (traits->turns && (turns == DF_RULES_TABLE || df_rules_have(turns, DF_TRAIT_GAMES)));
    if (turns != DF_RULES_HARDDROP && !has_turns)
        return message_usage("play", "there are no other turns with --rules %s", traits->name);
    play_setup_name_pieces(setup);
    cli_status status = bot_find_player("play", chosen->player, &setup->player);
    if (status == GO_ON)
        status = chosen->watch != NULL
                     ? play_setup_prepare_record(setup, chosen->watch, &setup->record)
                 : chosen->from != NULL
                     ? play_setup_prepare_record(setup, chosen->from, &setup->from)
                 : chosen->squares > PIECE_CHOICE_MAX_SQUARES
                     ? play_setup_prepare_random(setup)
                     : play_setup_prepare_listed(setup);
    if (status == GO_ON)
        status = play_setup_make_colors(setup);
    if (status == GO_ON)
        status = play_setup_find_mode(setup);
    if (status == GO_ON && chosen->at.given)
        status = play_setup_check_at(setup);
    if (status == GO_ON && (chosen->watch != NULL || chosen->from != NULL))
        return play_chance_prepare(setup);
    if (status != GO_ON)
        return status;
    if (turns == DF_RULES_TABLE) {
        status = piece_kicks_read(chosen->turns.path, &setup->pieces.set);
        options->set = options->supply == NULL ? setup->pieces.set : NULL;
    }
    if (status == GO_ON)
        status = play_setup_prepare_given(setup);
    if (status != GO_ON)
        return status;
    options->goal_lines = setup->mode->goal_lines;
    options->goal_ticks = setup->mode->goal_ticks;
    options->garbage = setup->mode->garbage;
    options->seed = chosen->seed.number;
    if (turns != DF_RULES_HARDDROP)
        options->rules = turns;
    options->all_spins = chosen->all_spins;
    if (traits->delays)
        options->clear_delay = CLEAR_TICKS;
    if (chosen->level.given)
        options->level =
            chosen->level.number < UINT16_MAX ? (unsigned)chosen->level.number : UINT16_MAX;
    play_setup_replace(&options->shift_delay, &chosen->shift_delay);
    play_setup_replace(&options->shift_repeat, &chosen->shift_repeat);
    play_setup_replace(&options->soft_factor, &chosen->soft_factor);
    if (chosen->board.width > 0) {
        options->width = chosen->board.width;
        options->height = chosen->board.height;
    }
    if (chosen->deal > 0)
        options->deal = (df_game_deal)(chosen->deal - 1);
    options->hold = options->hold && !chosen->no_hold;
    if (chosen->preview.given)
        options->next = chosen->preview.number <= DF_GAME_MAX_NEXT
                            ? (unsigned)chosen->preview.number
                            : DF_GAME_MAX_NEXT + 1;
    if (options->next > DF_GAME_MAX_NEXT)
        return message_usage("play", "--preview must be from 0 to %d", DF_GAME_MAX_NEXT);
    if (chosen->draw.sprite != NULL)
        status = play_setup_prepare_picture(setup);
    if (status == GO_ON)
        status = play_setup_check(setup);
    return status == GO_ON ? play_chance_prepare(setup) : status;
}

void play_setup_free(play_setup *setup)
{
    piece_choice_free(&setup->pieces);
    df_omino_pieces_free(setup->random);
    df_game_record_free(setup->record);
    df_game_record_free(setup->from);
    df_field_free(setup->field);
    bot_print_free(&setup->picture.print);
    free(setup->given);
    free(setup->table);
    free(setup->colors);
}
