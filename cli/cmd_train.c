#include <string.h>

#include "action.h"
#include "command.h"
#include "common_options.h"
#include "message.h"
#include "train_mpi.h"
#include "train_settings.h"

#define FIELD(name) offsetof(train_settings, name)
#define PLAN(name) FIELD(plan.name)

static const option_spec learning_specs[] = {
    {.name = "method",
     .argument = "NAME",
     .kind = OPTION_TAKE,
     .take = train_take_method,
     .offset = PLAN(method),
     .values = "ce cma",
     .help = "ce, noisy cross-entropy (the default), or cma, CMA-ES"},
    {.name = "noise",
     .argument = "NAME",
     .kind = OPTION_TAKE,
     .take = train_take_noise,
     .offset = PLAN(noise),
     .values = "constant decreasing none",
     .help = "of cross-entropy: constant (the default), decreasing over 50 generations, or "
             "none"},
    {.name = "features",
     .argument = "LIST",
     .kind = OPTION_TAKE,
     .take = train_take_features,
     .offset = PLAN(features),
     .expects = "names of features with commas between, such as holes,landing-height; they "
                "are listed in docs/bot.md",
     .help = "which features get weights, with commas between; otherwise those of --start, or "
             "of bcts"},
    {.name = "start",
     .argument = "PLAYER",
     .kind = OPTION_TEXT,
     .offset = PLAN(start),
     .value = choice_player,
     .may_be_file = true,
     .help = "begin at the weights of a built-in player or of a file, such as x.weights; "
             "otherwise anywhere"},
    {.name = "spread",
     .argument = "PERCENT",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = 10000,
     .offset = PLAN(spread),
     .help = "how far each weight varies at the beginning, in percent of the length of all; "
             "otherwise 20 with --start, 100 without"},
    {.name = "population",
     .argument = "N",
     .kind = OPTION_NUMBER,
     .least = 2,
     .most = DF_TRAIN_MAX_POPULATION,
     .offset = PLAN(population),
     .help = "candidates of a generation, otherwise 100 with ce, fewer with cma"},
    {.name = "generations",
     .argument = "N",
     .kind = OPTION_NUMBER64,
     .least = 1,
     .most = 1000000,
     .offset = FIELD(generations),
     .help = "how many generations, those of a training that is resumed included; otherwise "
             "20"},
    {.name = NULL},
};

static const option_spec games_specs[] = {
    {.name = "board",
     .argument = "WxH[,WxH...]",
     .kind = OPTION_TAKE,
     .take = train_take_boards,
     .offset = PLAN(boards),
     .expects = BOT_BOARD_EXPECTS ", or up to 8 such with commas between",
     .help = "columns and rows, otherwise 10x10; on several boards every candidate plays, and "
             "each counts alike"},
    {.name = "deal",
     .argument = "HOW",
     .kind = OPTION_TAKE,
     .take = bot_take_deal,
     .offset = PLAN(deal),
     .values = "uniform bag nes",
     .help = "how pieces come, as in 'dropforge bot': uniform (the default), bag or nes"},
    {.name = "games",
     .argument = "K[,K...]",
     .kind = OPTION_TAKE,
     .take = train_take_games,
     .offset = PLAN(games),
     .expects = "a whole number from 1 to 10000, or one for each board with commas between",
     .help = "games of each candidate on each board, all candidates with the same pieces; "
             "otherwise 10"},
    {.name = "max-pieces",
     .argument = "P",
     .kind = OPTION_NUMBER64,
     .least = 1,
     .most = UINT64_MAX,
     .offset = PLAN(max_pieces),
     .help = "stop a game after P pieces, otherwise after 100000"},
    OPTION_SEED(PLAN(seed),
                "another seed draws other candidates and deals other pieces; otherwise 0"),
    OPTION_JOBS(
        FIELD(jobs),
        "threads to play on, otherwise one; what is learnt is the same with any number"),
    {.name = "mpi",
     .kind = OPTION_ON,
     .offset = FIELD(mpi),
     .help = "share the games with the other processes that mpirun has started"},
    {.name = NULL},
};

static const option_spec output_specs[] = {
    {.name = "checkpoint",
     .argument = "FILE",
     .kind = OPTION_TEXT,
     .offset = FIELD(checkpoint),
     .help = "write the state to FILE after each generation"},
    {.name = "resume",
     .argument = "FILE",
     .kind = OPTION_TEXT,
     .offset = FIELD(resume),
     .help =
         "go on from such a state, bit for bit as if there had been no break; - is standard "
         "input"},
    OPTION_OUTPUT(
        FIELD(paths),
        "write to FILE in the format of its extension, otherwise the weights to standard "
        "output; may be repeated; - is standard output"),
    {.name = "plot",
     .argument = "FILE",
     .kind = OPTION_LIST,
     .offset = FIELD(plots),
     .help = "write the learning curve to FILE, besides the weights"},
    OPTION_FORMAT(FIELD(format),
                  "format of standard output and of files without a known extension"),
    OPTION_JSON(FIELD(json), "write what came of it as one JSON object to standard output"),
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Learning", .specs = learning_specs},
    {.title = "Games", .specs = games_specs},
    {.title = "Output", .specs = output_specs},
};

/* What a training that is resumed has decided. */
static const action_share plan_shares[] = {
    {PLAN(method), sizeof(df_train_method), "--method", "train"},
    {PLAN(noise), sizeof(df_train_noise), "--noise", "train"},
    {PLAN(features), sizeof(uint32_t), "--features", "train"},
    {PLAN(start), sizeof(const char *), "--start", "train"},
    {PLAN(spread), sizeof(unsigned), "--spread", "train"},
    {PLAN(population), sizeof(unsigned), "--population", "train"},
    {PLAN(boards), sizeof(train_boards), "--board", "train"},
    {PLAN(deal), sizeof(bot_deal), "--deal", "train"},
    {PLAN(games), sizeof(train_games), "--games", "train"},
    {PLAN(max_pieces), sizeof(uint64_t), "--max-pieces", "train"},
    {PLAN(seed), sizeof(uint64_t), "--seed", "train"},
};

static int check(const train_settings *chosen)
{
    if (chosen->resume != NULL) {
        const int status = action_check_options("train", "train --resume", chosen, plan_shares,
                                                sizeof plan_shares / sizeof plan_shares[0]);
        if (status >= 0)
            return status;
    }
    if (chosen->plan.deal.deal == DF_DEAL_GIVEN)
        return message_usage("train", "--deal needs uniform, bag or nes, not '%s'",
                             chosen->plan.deal.path);
    if (chosen->plan.games.count > 1 && chosen->plan.games.count != chosen->plan.boards.count)
        return message_usage("train",
                             "--games needs one number, or as many as there are boards");
    if (chosen->plan.method == DF_TRAIN_CMA && chosen->plan.noise != DF_TRAIN_NOISE_CONSTANT)
        return message_usage("train", "--noise goes with --method ce");
    if (chosen->checkpoint != NULL && strcmp(chosen->checkpoint, "-") == 0)
        return message_usage("train", "--checkpoint needs a file, which is written again and "
                                      "again");
    if (chosen->mpi && chosen->jobs > 0)
        return message_usage("train", "--jobs and --mpi exclude each other; start as many "
                                      "processes as there are cores");
    return -1;
}

static int train(const train_settings *chosen)
{
    df_train *training = NULL;
    int status = chosen->mpi ? train_mpi_begin() : -1;
    if (status >= 0)
        return status;
    status = train_setup(&training, chosen);
    if (status < 0)
        status = train_run(training, chosen);
    df_train_free(training);
    if (chosen->mpi)
        train_mpi_end();
    return status;
}

static int run(const subcommand *command, int argc, char **argv)
{
    train_settings chosen;
    memset(&chosen, 0, sizeof chosen);
    int operands;
    int status = command_begin(command, &chosen, argc, argv, &operands);
    if (status < 0)
        status = check(&chosen);
    if (status < 0)
        status = train(&chosen);
    text_list_free(&chosen.paths);
    text_list_free(&chosen.plots);
    return status < 0 ? STATUS_OK : status;
}

const subcommand command_train = {
    .name = "train",
    .operands = "",
    .summary = "find weights for the bot by playing",
    .description =
        "Finds weights for the bot: plays games with many candidates, learns from the better\n"
        "ones, draws others near them, again and again. The weights that were learnt go to\n"
        "standard output or a file, which 'dropforge bot --weights' plays with.\n",
    .examples = "  dropforge train --board 6x8 --max-pieces 200 --generations 5\n"
                "  dropforge train -j 4 --checkpoint x.training -o x.weights --plot x.svg\n"
                "  dropforge train --resume x.training --generations 60 -o x.weights\n"
                "  dropforge train --method cma --start dt10 --games 30 -o x.weights\n"
                "  dropforge train --board 10x10,10x13,10x16 --games 50,10,2 -o x.weights\n"
                "  mpirun -n 8 dropforge train --mpi --checkpoint x.training -o x.weights\n",
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .least_operands = 0,
    .most_operands = 0,
    .formats = &train_formats,
    .run = run,
};
