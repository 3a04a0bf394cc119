/* From options to games: the pieces, their colours, the playfield, the bot. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot_settings.h"
#include "choice.h"
#include "digits.h"
#include "file.h"
#include "message.h"
#include "play_settings.h"

enum {
    MOST_COLORS = 64,
    CLEAR_TICKS = 12 /* for which cleared rows are seen */
};

bool play_take_rules(void *field, const char *value)
{
    const char *names[DF_PLAY_RULES];
    for (unsigned i = 0; i < DF_PLAY_RULES; i++)
        names[i] = df_play_get_traits((df_play_rules)i)->name;
    size_t index;
    if (!choice_find(names, DF_PLAY_RULES, value, &index))
        return false;
    *(df_play_rules *)field = (df_play_rules)index;
    return true;
}

bool play_take_class(void *field, const char *value)
{
    static const char *const names[] = {"one-sided", "path"};
    static const piece_class kinds[] = {PIECE_CLASS_ONE_SIDED, PIECE_CLASS_PATH};
    size_t index;
    if (!choice_find(names, sizeof names / sizeof names[0], value, &index))
        return false;
    *(piece_class *)field = kinds[index];
    return true;
}

bool play_take_board(void *field, const char *value)
{
    play_board *board = field;
    return choice_read_size(value, DF_FIELD_MAX_WIDTH, 200, &board->width, &board->height);
}

bool play_take_number(void *field, const char *value)
{
    play_number *taken = field;
    const char *end = digits_read(value, UINT64_MAX, &taken->number);
    taken->given = end != NULL && *end == '\0';
    return taken->given;
}

static bool is_random(const play_settings *chosen)
{
    return chosen->squares > PIECE_CHOICE_MOST_SQUARES;
}

/* Pieces that are made while the game goes on. */
static int prepare_random(play_setup *setup)
{
    const play_settings *chosen = setup->chosen;
    const bool path = chosen->kind == PIECE_CLASS_PATH;
    const df_status status = df_omino_pieces_create(&setup->random, chosen->squares, path);
    df_play_options_set(&setup->options, chosen->rules, NULL);
    df_play_options_resize(&setup->options, chosen->squares);
    setup->options.supply = df_omino_pieces_draw;
    setup->options.supply_context = setup->random;
    setup->color_count = MOST_COLORS;
    return status == DF_OK ? -1 : message("%s", df_status_name(status));
}

static int prepare_listed(play_setup *setup)
{
    const play_settings *chosen = setup->chosen;
    const piece_options options = {
        .squares = chosen->squares,
        .kind = chosen->kind == PIECE_CLASS_PATH ? PIECE_CLASS_PATH : PIECE_CLASS_ONE_SIDED};
    if (chosen->squares > 0) {
        const int status = piece_choice_make(&setup->pieces, &options);
        if (status >= 0)
            return status;
    } else {
        const df_status status = df_play_tetrominoes(&setup->pieces.set, chosen->rules);
        if (status != DF_OK)
            return message("%s", df_status_name(status));
    }
    df_play_options_set(&setup->options, chosen->rules, setup->pieces.set);
    setup->color_count = setup->pieces.set->count;
    return -1;
}

static int make_colors(play_setup *setup)
{
    const df_piece_set *set = setup->options.set;
    setup->colors = malloc(setup->color_count * sizeof setup->colors[0]);
    df_status status = DF_ERROR_MEMORY;
    if (setup->colors != NULL && set != NULL)
        status = df_omino_set_colors(setup->colors, set);
    else if (setup->colors != NULL)
        status = df_omino_colors(setup->colors, setup->color_count);
    return status == DF_OK ? -1 : message("%s", df_status_name(status));
}

static df_status read_record(void *into, const char *text, size_t length, df_mishap *mishap)
{
    return df_play_record_read(into, text, length, mishap);
}

/* The game of a record, whose options go before all others. */
static int prepare_record(play_setup *setup)
{
    const int status = file_read_into(setup->chosen->watch, read_record, &setup->record);
    if (status >= 0)
        return status;
    setup->options = setup->record->options;
    setup->color_count = setup->options.set->count;
    return -1;
}

df_color play_setup_color(const play_setup *setup, unsigned piece)
{
    return setup->colors[piece % setup->color_count];
}

static int find_bot(play_setup *setup)
{
    const char *name =
        setup->chosen->player != NULL ? setup->chosen->player : BOT_DEFAULT_PLAYER;
    const df_player *player = df_player_find(name, strlen(name));
    if (player == NULL)
        return message_usage("play",
                             "no player is called '%s'; 'dropforge bot --players' "
                             "lists them",
                             name);
    setup->weights = &player->weights;
    return -1;
}

/* Whether a game can be begun so. */
static int check(const play_setup *setup)
{
    df_play *play = NULL;
    const df_status status = df_play_create(&play, &setup->options);
    df_play_free(play);
    const df_play_traits *traits = df_play_get_traits(setup->options.rules);
    if (setup->options.level < traits->least_level || setup->options.level > traits->most_level)
        return message_usage("play", "--level is from %u to %u with --rules %s",
                             traits->least_level, traits->most_level, traits->name);
    if (status == DF_ERROR_ARGUMENT)
        return message_usage("play", "these pieces cannot be played so; change --board");
    return status == DF_OK ? -1 : message("%s", df_status_name(status));
}

static void name_pieces(play_setup *setup)
{
    const play_settings *chosen = setup->chosen;
    if (chosen->watch != NULL)
        snprintf(setup->kind, sizeof setup->kind, "record");
    else if (chosen->squares == 0)
        snprintf(setup->kind, sizeof setup->kind, "tetrominoes");
    else
        snprintf(setup->kind, sizeof setup->kind, "%s-%u",
                 chosen->kind == PIECE_CLASS_PATH ? "path" : "one-sided", chosen->squares);
}

int play_setup_make(play_setup *setup, const play_settings *chosen)
{
    *setup = (play_setup){.chosen = chosen};
    df_play_options *options = &setup->options;
    const df_play_traits *traits = df_play_get_traits(chosen->rules);
    if (chosen->half_turns && !traits->half_turns)
        return message_usage("play", "there are no half turns with --rules %s", traits->name);
    name_pieces(setup);
    int status = find_bot(setup);
    if (status < 0)
        status = chosen->watch != NULL ? prepare_record(setup)
                 : is_random(chosen)   ? prepare_random(setup)
                                       : prepare_listed(setup);
    if (status < 0)
        status = make_colors(setup);
    if (status >= 0)
        return status;
    if (chosen->watch != NULL)
        return -1;
    options->seed = chosen->seed.number;
    options->half_turns = chosen->half_turns;
    if (traits->delays)
        options->clear_delay = CLEAR_TICKS;
    if (chosen->level.given)
        options->level =
            chosen->level.number < UINT16_MAX ? (unsigned)chosen->level.number : UINT16_MAX;
    if (chosen->board.width > 0) {
        options->width = chosen->board.width;
        options->height = chosen->board.height;
    }
    return check(setup);
}

void play_setup_free(play_setup *setup)
{
    piece_choice_free(&setup->pieces);
    df_omino_pieces_free(setup->random);
    df_play_record_free(setup->record);
    free(setup->colors);
}
