#include <string.h>

#include "cli/base/cleanup.h"
#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "cli/commands.h"
#include "cli/process/farm.h"
#include "train_settings.h"

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
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .formats = &train_formats,
    .find_action = cmd_train_find_action,
    .run = cmd_train_run,
};
