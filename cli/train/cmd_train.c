#include <stdio.h>
#include <string.h>

#include "cli/base/cleanup.h"
#include "cli/base/common_options.h"
#include "cli/base/digits.h"
#include "cli/base/file.h"
#include "cli/base/message.h"
#include "cli/commands.h"
#include "cli/process/farm.h"
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

static bool train_take_features(void *field, const char *value)
{
    return train_setup_add_features(field, value) == NULL;
}

static void train_explain_features(char *text, size_t size, const char *value)
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

static bool train_take_boards(void *field, const char *value)
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

static bool train_take_games(void *field, const char *value)
{
    ((train_plan *)field)->game_count = 0;
    return train_setup_take_list(field, value, train_setup_add_games);
}

#define FIELD(name) offsetof(train_settings, name)
#define PLAN(name) FIELD(plan.name)

static const option_spec learning_specs[] = {
    OPTION_TAKEN(
        "features", "LIST", train_take_features, PLAN(options.features),
        "features that get weights, separated by commas; default: those of --start, or of "
        "bcts",
        .actions = "train", .explain = train_explain_features,
        .expects = "names of features separated by commas, such as holes,landing-height; "
                   "docs/method/bot.md lists them"),
    OPTION_STRING("start", "PLAYER", PLAN(start),
                  "begin with the weights of a built-in player or a file, such as x.weights; "
                  "default: at random",
                  .actions = "train", .value = choice_player, .may_be_file = true),
    OPTION_RANGE(
        "spread", "PERCENT", PLAN(spread), 1, 10000,
        "initial spread of each weight, in percent of the length of the weight vector; "
        "default: 20 with --start, 100 without",
        .actions = "train"),
    OPTION_RANGE("population", "N", PLAN(options.population), 2, DF_TRAIN_MAX_POPULATION,
                 "candidates in each generation; default: 4 + 3 ln n with n weights",
                 .actions = "train"),
    OPTION_COUNT("generations", "N", FIELD(generations), 1, 1000000,
                 "number of generations, including those of a resumed training; default: 20"),
    {.name = NULL},
};

static const option_spec games_specs[] = {
    OPTION_TAKEN(
        "board", "WxH[,WxH...]", train_take_boards, PLAN(options),
        "columns and rows; default: 10x10. Each candidate plays on all boards, which have "
        "equal weight",
        .actions = "train",
        .expects = BOT_BOARD_EXPECTS ", or up to 8 boards separated by commas"),
    OPTION_NAMED(
        "deal", "NAME", "uniform bag nes", PLAN(options.deal),
        "how pieces are dealt: uniform (the default), bag or nes, as in 'dropforge bot'",
        .actions = "train", .once = true),
    OPTION_TAKEN(
        "games", "K[,K...]", train_take_games, FIELD(plan),
        "games of each candidate on each board, with the same pieces for all candidates; "
        "default: 10",
        .actions = "train",
        .expects =
            "a whole number from 1 to 10000, or one for each board, separated by commas"),
    OPTION_COUNT("max-pieces", "P", PLAN(options.max_pieces), 1, UINT64_MAX,
                 "stop each game after P pieces; default: 100000", .actions = "train"),
    OPTION_SEED("the candidates and the dealt pieces", PLAN(options.seed), .actions = "train"),
    OPTION_JOBS(FIELD(jobs)),
    OPTION_FLAG("mpi", FIELD(mpi),
                "share the games with the other processes started by mpirun"),
    {.name = NULL},
};

static const option_spec output_specs[] = {
    OPTION_STRING("checkpoint", "FILE", FIELD(checkpoint),
                  "write the state to FILE after each generation"),
    OPTION_STRING("resume", "FILE", FIELD(resume),
                  "continue from such a state, bit for bit as if there had been no break; - is "
                  "standard input"),
    OPTION_OUTPUT(
        FIELD(paths),
        "write to FILE in the format of its extension: the weights, or the learning curve; "
        "default: the weights to standard output; may be repeated; - is standard output"),
    OPTION_FORMAT(FIELD(format),
                  "format of standard output and of files without a known extension"),
    OPTION_JSON(FIELD(json), "write the results as one JSON object to standard output"),
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Learning", .specs = learning_specs},
    {.title = "Games", .specs = games_specs},
    {.title = "Output", .specs = output_specs},
};

/* A training that is resumed brings its own plan. */
static const char *cmd_train_find_action(const void *settings)
{
    return ((const train_settings *)settings)->resume != NULL ? "train --resume" : "train";
}

static cli_status cmd_train_check(const train_settings *chosen)
{
    const train_plan *plan = &chosen->plan;
    if (plan->game_count > 1 && plan->game_count != plan->options.board_count)
        return message_usage("train", "--games needs one number, or one number for each board");
    if (chosen->checkpoint != NULL && strcmp(chosen->checkpoint, "-") == 0)
        return message_usage("train", "--checkpoint needs a file, because it is written "
                                      "repeatedly");
    if (chosen->mpi && chosen->jobs > 0)
        return message_usage("train",
                             "--jobs and --mpi exclude each other; with --mpi, start one "
                             "process for each core");
    return GO_ON;
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

/* Creates a new training or reads the resumed one; the caller frees *train. */
static cli_status train_setup(df_train **train, const train_settings *chosen)
{
    return chosen->resume != NULL ? file_read_into(chosen->resume, train_setup_read, train)
                                  : train_setup_begin(train, &chosen->plan);
}

static cli_status cmd_train_run_all(const train_settings *chosen)
{
    df_train *training = NULL;
    cli_status status = chosen->mpi ? train_mpi_begin() : GO_ON;
    if (status != GO_ON)
        return status;
    status = train_setup(&training, chosen);
    if (status == GO_ON)
        status = train_run(training, chosen);
    df_train_free(training);
    /* After an interruption, leaving without farm_end ends all other ranks. */
    if (chosen->mpi && !cleanup_is_asked())
        farm_end();
    return status;
}

static cli_status cmd_train_run(const subcommand *command, int argc, char **argv)
{
    train_settings chosen;
    memset(&chosen, 0, sizeof chosen);
    int operands;
    cli_status status = command_begin(command, &chosen, argc, argv, &operands);
    if (status == GO_ON)
        status = cmd_train_check(&chosen);
    if (status == GO_ON)
        status = cmd_train_run_all(&chosen);
    text_list_free(&chosen.paths);
    return status;
}

const subcommand command_train = {
    .name = "train",
    .operands = "",
    .summary = "find weights for the bot by playing",
    .description =
        "Finds weights for the bot: in each generation it plays games with many candidates "
        "and\n"
        "draws new ones near the best. Writes the learnt weights to standard output or to a\n"
        "file, for 'dropforge bot --weights'.\n",
    .examples = "  dropforge train --board 6x8 --max-pieces 200 --generations 5\n"
                "  dropforge train -j 4 --checkpoint x.training -o x.weights -o x.jsonl\n"
                "  dropforge train --resume x.training --generations 60 -o x.weights\n"
                "  dropforge train --start dt10 --games 30 -o x.weights\n"
                "  dropforge train --board 10x10,10x13,10x16 --games 50,10,2 -o x.weights\n"
                "  mpirun -n 8 dropforge train --mpi --checkpoint x.training -o x.weights\n",
    COMMAND_GROUPS(groups),
    .formats = &train_formats,
    .find_action = cmd_train_find_action,
    .run = cmd_train_run,
};
