/* Turns options into a training. */
#include <stdio.h>
#include <string.h>

#include "cli/base/choice.h"
#include "cli/base/digits.h"
#include "cli/base/file.h"
#include "cli/base/message.h"
#include "train_settings.h"

enum { DEFAULT_SIDE = 10, DEFAULT_GAMES = 10, DEFAULT_PIECES = 100000 };

/* The default initial spread, in percent of the length of the weights: without and with
 * --start. */
enum { SPREAD_ANYWHERE = 100, SPREAD_NEAR = 20 };

/* The player whose features are trained by default. */
#define DEFAULT_FEATURES "bcts"

/* Calls `take` for each word of a comma-separated list; false if it refuses one. */
static bool train_setup_take_list(void *field, const char *value,
                                  bool (*take)(void *field, const char *word))
{
    for (;;) {
        char word[32];
        const size_t length = strcspn(value, ",");
        if (length >= sizeof word)
            return false;
        memcpy(word, value, length);
        word[length] = '\0';
        if (!take(field, word))
            return false;
        if (value[length] == '\0')
            return true;
        value += length + 1;
    }
}

/* Takes the features of a list. Returns the place of a word that is none or comes twice, or
 * NULL. */
static const char *train_setup_add_features(uint32_t *features, const char *value)
{
    *features = 0;
    for (;; value++) {
        const size_t length = strcspn(value, ",");
        const unsigned feature = choice_find_word(df_feature_names, DF_FEATURES, value, length);
        if (feature == DF_FEATURES || (*features >> feature & 1) != 0)
            return value;
        *features |= UINT32_C(1) << feature;
        value += length;
        if (*value == '\0')
            return NULL;
    }
}

bool train_take_features(void *field, const char *value)
{
    return train_setup_add_features(field, value) == NULL;
}

void train_explain_features(char *text, size_t size, const char *value)
{
    uint32_t features;
    const char *wrong = train_setup_add_features(&features, value);
    const size_t length = strcspn(wrong, ",");
    if (choice_find_word(df_feature_names, DF_FEATURES, wrong, length) != DF_FEATURES)
        snprintf(text, size, "; %.*s stands in it twice", (int)length, wrong);
    else if (length > 0 && length < 32)
        snprintf(text, size, "; there is no feature '%.*s'", (int)length, wrong);
}

static bool train_setup_add_board(void *field, const char *word)
{
    df_train_options *options = field;
    bot_board board;
    if (options->board_count == DF_TRAIN_MAX_BOARDS || !bot_take_board(&board, word))
        return false;
    options->boards[options->board_count].width = board.width;
    options->boards[options->board_count++].height = board.height;
    return true;
}

bool train_take_boards(void *field, const char *value)
{
    ((df_train_options *)field)->board_count = 0;
    return train_setup_take_list(field, value, train_setup_add_board);
}

static bool train_setup_add_games(void *field, const char *word)
{
    train_plan *plan = field;
    uint64_t number = 0;
    if (plan->game_count == DF_TRAIN_MAX_BOARDS ||
        !digits_read_all(word, DF_TRAIN_MAX_GAMES, &number))
        return false;
    plan->games[plan->game_count++] = (unsigned)number;
    return number >= 1;
}

bool train_take_games(void *field, const char *value)
{
    ((train_plan *)field)->game_count = 0;
    return train_setup_take_list(field, value, train_setup_add_games);
}

void train_name_board(char name[24], const df_train_options *options, unsigned board)
{
    snprintf(name, 24, "%ux%u", options->boards[board].width, options->boards[board].height);
}

const char *train_start_file(const char *start)
{
    return start == NULL || df_player_find(start, strlen(start)) != NULL ? NULL : start;
}

static cli_status train_setup_find_start(df_weights *weights, const char *start)
{
    const df_player *player = df_player_find(start, strlen(start));
    if (player != NULL) {
        *weights = player->weights;
        return GO_ON;
    }
    if (strcmp(start, "-") != 0 && strpbrk(start, "./") == NULL)
        return message_usage("train",
                             "no player is called '%s'; 'dropforge bot --players' lists them; "
                             "the name of a file must have a '.' or a '/'",
                             start);
    return bot_read_weights(start, weights);
}

static uint32_t train_setup_features(const df_weights *weights)
{
    uint32_t features = 0;
    for (unsigned f = 0; f < DF_FEATURES; f++)
        features |= (uint32_t)(weights->weight[f] != 0) << f;
    return features;
}

/* Sets the boards; --games has one number for all of them, or one for each. */
static void train_setup_set_boards(df_train_options *options, const train_plan *plan)
{
    if (options->board_count == 0) {
        options->board_count = 1;
        options->boards[0].width = options->boards[0].height = DEFAULT_SIDE;
    }
    for (unsigned b = 0; b < options->board_count; b++)
        options->boards[b].games =
            plan->game_count > 0 ? plan->games[plan->game_count > 1 ? b : 0] : DEFAULT_GAMES;
}

static cli_status train_setup_begin(df_train **train, const train_plan *plan)
{
    df_train_options options = plan->options;
    if (options.max_pieces == 0)
        options.max_pieces = DEFAULT_PIECES;
    train_setup_set_boards(&options, plan);
    cli_status status =
        plan->start != NULL ? train_setup_find_start(&options.start, plan->start) : GO_ON;
    if (status != GO_ON)
        return status;
    unsigned spread = plan->start != NULL ? SPREAD_NEAR : SPREAD_ANYWHERE;
    spread = plan->spread > 0 ? plan->spread : spread;
    options.spread = spread * (1000000 / 100);
    if (options.features == 0 && plan->start != NULL)
        options.features = train_setup_features(&options.start);
    else if (options.features == 0)
        options.features = train_setup_features(
            &df_player_find(DEFAULT_FEATURES, strlen(DEFAULT_FEATURES))->weights);
    df_error error = {0};
    const df_status result = df_train_create(train, &options, &error);
    return message_status(result, &error);
}

static df_status train_setup_read(void *into, const char *text, size_t length, df_error *error)
{
    return df_train_read(into, text, length, error);
}

cli_status train_setup(df_train **train, const train_settings *chosen)
{
    return chosen->resume != NULL ? file_read_into(chosen->resume, train_setup_read, train)
                                  : train_setup_begin(train, &chosen->plan);
}
