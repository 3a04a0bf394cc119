#include <string.h>

#include "action.h"
#include "bot_settings.h"
#include "bot_tbp.h"
#include "command.h"
#include "common_options.h"
#include "message.h"
#include "terminal_player.h"

#define FIELD(name) offsetof(bot_settings, name)

enum { MOST_GAMES = 1000000, MOST_LOOKAHEAD = 64, MOST_BEAM = 100000 };

static const option_spec player_specs[] = {
    {.name = "player",
     .argument = "NAME",
     .kind = OPTION_TEXT,
     .offset = FIELD(player),
     .value = choice_player,
     .help = "a built-in player, otherwise dropforge"},
    {.name = "players",
     .kind = OPTION_ON,
     .offset = FIELD(players),
     .help = "only list the built-in players, their weights, and where these are from"},
    {.name = "weights",
     .argument = "FILE",
     .kind = OPTION_TEXT,
     .offset = FIELD(weights),
     .help = "a player with the weights of FILE; - is standard input"},
    {.name = "score-before-clear",
     .kind = OPTION_ON,
     .offset = FIELD(score_before_clear),
     .help = "the board is scored before full rows are cleared, not after"},
    {.name = "lookahead",
     .argument = "K",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = MOST_LOOKAHEAD,
     .offset = FIELD(lookahead),
     .help = "how many known pieces are looked at: 1, the current one alone (the default); 2, "
             "all placements of the next one, too; more, the best boards after each piece"},
    {.name = "beam",
     .argument = "N",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = MOST_BEAM,
     .offset = FIELD(beam),
     .help = "how many boards these are, otherwise 200"},
    {.name = "hold",
     .kind = OPTION_ON,
     .offset = FIELD(hold),
     .help = "the current piece may be put aside for later; then --lookahead is at least 2"},
    {.name = NULL},
};

static const option_spec rules_specs[] = {
    {.name = "board",
     .argument = "WxH",
     .kind = OPTION_TAKE,
     .take = bot_take_board,
     .offset = FIELD(board),
     .expects = BOT_BOARD_EXPECTS,
     .help = "columns and rows, otherwise 10x20; a piece that comes to rest above is the end"},
    {.name = "rules",
     .argument = "NAME",
     .kind = OPTION_TAKE,
     .take = bot_take_reach,
     .offset = FIELD(reach),
     .values = "above spawn srs srs+180 nes",
     .help = "how pieces get to their places: above, in any orientation straight down from "
             "above the board (the default); spawn, turned and shifted in its top rows, then "
             "straight down; srs, by every shift, turn and kick of the Super Rotation System; "
             "srs+180, with half turns, too; nes, by shifts and "
             "turns as in the NES game, without kicks"},
    {.name = "deal",
     .argument = "HOW",
     .kind = OPTION_TAKE,
     .take = bot_take_deal,
     .offset = FIELD(deal),
     .values = "uniform bag nes",
     .may_be_file = true,
     .expects = "uniform, bag or nes, or a file, whose name has a '.' or a '/'",
     .help = "how pieces come: uniform, each as likely as any other (the default); bag, all of "
             "them in a random order, then all again; nes, once more where the piece before "
             "comes again; or a file with their names in order, such as ./queue; - is "
             "standard input"},
    OPTION_PIECES(
        FIELD(pieces),
        "the pieces: letters of IOTSZJL, otherwise all seven; or a file with a list of "
        "pieces, such as x.pieces or ./x; - is standard input"),
    OPTION_OMINO(FIELD(pieces.squares),
                 "all polyominoes of N squares instead, those that are mirror images of one "
                 "another as two pieces"),
    {.name = NULL},
};

static const option_spec games_specs[] = {
    {.name = "games",
     .argument = "N",
     .kind = OPTION_NUMBER64,
     .least = 1,
     .most = MOST_GAMES,
     .offset = FIELD(games),
     .help = "how many games, otherwise one"},
    {.name = "max-lines",
     .argument = "L",
     .kind = OPTION_NUMBER64,
     .least = 1,
     .most = UINT64_MAX,
     .offset = FIELD(max_lines),
     .help = "stop a game that has cleared L lines"},
    {.name = "max-pieces",
     .argument = "P",
     .kind = OPTION_NUMBER64,
     .least = 1,
     .most = UINT64_MAX,
     .offset = FIELD(max_pieces),
     .help = "stop a game after P pieces"},
    OPTION_SEED(FIELD(seed), "another seed deals other pieces; otherwise 0"),
    OPTION_JOBS(FIELD(jobs),
                "threads to play on, otherwise one; the games are the same with any number"),
    {.name = NULL},
};

static const option_spec output_specs[] = {
    OPTION_OUTPUT(
        FIELD(paths),
        "write the first game to FILE in the format of its extension; may be repeated; - "
        "is standard output"),
    OPTION_FORMAT(FIELD(format),
                  "format of standard output and of files without a known extension"),
    OPTION_JSON(FIELD(json), "write the figures as one JSON object to standard output"),
    {.name = "speed",
     .argument = "PERCENT",
     .kind = OPTION_NUMBER,
     .least = 10,
     .most = 10000,
     .offset = FIELD(speed),
     .help = "speed in the terminal and of films, otherwise 100"},
    {.name = NULL},
};

static const option_spec client_specs[] = {
    {.name = "tbp",
     .kind = OPTION_ON,
     .offset = FIELD(tbp),
     .help = "play for a client that speaks the Tetris Bot Protocol on standard input and "
             "output: srs, hold, and a lookahead of 6 unless another is given"},
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Player", .specs = player_specs},  {.title = "Rules", .specs = rules_specs},
    {.title = "Games", .specs = games_specs},    {.title = "Output", .specs = output_specs},
    {.title = "Clients", .specs = client_specs},
};

/* What a client decides. */
static const action_share client_shares[] = {
    {FIELD(board), sizeof(bot_board), "--board", "bot"},
    {FIELD(deal), sizeof(bot_deal), "--deal", "bot"},
    {FIELD(pieces), sizeof(piece_options), "--pieces and --omino", "bot"},
    {FIELD(games), sizeof(uint64_t), "--games", "bot"},
    {FIELD(max_lines), sizeof(uint64_t), "--max-lines", "bot"},
    {FIELD(max_pieces), sizeof(uint64_t), "--max-pieces", "bot"},
    {FIELD(seed), sizeof(uint64_t), "--seed", "bot"},
    {FIELD(jobs), sizeof(unsigned), "--jobs", "bot"},
    {FIELD(speed), sizeof(unsigned), "--speed", "bot"},
    {FIELD(players), sizeof(bool), "--players", "bot"},
    {FIELD(paths), sizeof(text_list), "--output", "bot"},
    {FIELD(format), sizeof(const char *), "--format", "bot"},
    {FIELD(json), sizeof(bool), "--json", "bot"},
};

static int serve(bot_settings *chosen)
{
    bot_setup setup;
    int status = action_check_options("bot", "bot --tbp", chosen, client_shares,
                                      sizeof client_shares / sizeof client_shares[0]);
    if (status >= 0)
        return status;
    if (chosen->reach != DF_REACH_ABOVE && chosen->reach != DF_REACH_SRS)
        return message_usage("bot", "with --tbp pieces move by --rules srs");
    if (chosen->weights != NULL && strcmp(chosen->weights, "-") == 0)
        return message_usage("bot", "with --tbp standard input belongs to the client; give "
                                    "--weights a file");
    chosen->hold = true;
    if (chosen->player == NULL && chosen->weights == NULL)
        chosen->player = BOT_TBP_PLAYER;
    status = bot_setup_make(&setup, chosen);
    if (status < 0)
        status = bot_tbp(&setup.options.bot.weights, chosen->lookahead, chosen->beam);
    bot_setup_free(&setup);
    return status;
}

/* Whether nothing is wanted but to watch a game. */
static bool is_watched(const bot_settings *chosen)
{
    return chosen->games == 0 && chosen->paths.count == 0 && chosen->format == NULL &&
           !chosen->json;
}

static bool has_limit(const bot_settings *chosen)
{
    return chosen->max_lines > 0 || chosen->max_pieces > 0 || chosen->deal.path != NULL;
}

static int show_or_play(const bot_settings *chosen, const bot_setup *setup)
{
    if (!is_watched(chosen))
        return bot_play(setup);
    if (terminal_can_play())
        return bot_show(setup);
    /* Without a limit it would play for hours, and nobody could see it. */
    if (has_limit(chosen))
        return bot_play(setup);
    return message_usage("bot", "there is no terminal to show a game in; give --games N to "
                                "count the lines of games, which may take hours each, or "
                                "--max-pieces P");
}

static int play(const bot_settings *chosen)
{
    bot_setup setup;
    int status = bot_setup_make(&setup, chosen);
    if (status < 0)
        status = show_or_play(chosen, &setup);
    bot_setup_free(&setup);
    return status;
}

static int run(const subcommand *command, int argc, char **argv)
{
    bot_settings chosen;
    memset(&chosen, 0, sizeof chosen);
    chosen.reach = DF_REACH_ABOVE;
    int operands;
    int status = command_begin(command, &chosen, argc, argv, &operands);
    if (chosen.board.width == 0 && !chosen.tbp)
        chosen.board = (bot_board){10, 20};
    if (status < 0 && chosen.tbp)
        status = serve(&chosen);
    else if (status < 0)
        status = chosen.players ? bot_list_players(chosen.json) : play(&chosen);
    text_list_free(&chosen.paths);
    return status < 0 ? STATUS_OK : status;
}

const subcommand command_bot = {
    .name = "bot",
    .operands = "",
    .summary = "let a player of weights and features play games",
    .description =
        "Lets a bot play: it tries all places of a piece, scores what each of them leaves by\n"
        "features and weights, and takes the best. Tells how many lines its games had: their\n"
        "mean, and its estimate by maximum likelihood where games were stopped. Without\n"
        "--games, --json and an output it shows one game in the terminal; any key stops it.\n",
    .examples = "  dropforge bot\n"
                "  dropforge bot --deal bag --speed 400\n"
                "  dropforge bot --players\n"
                "  dropforge bot --player bcts --board 10x10 --games 1000 --jobs 4\n"
                "  dropforge bot --player dt20 --games 20 --max-lines 100000 --json\n"
                "  dropforge bot --player dellacherie --max-pieces 200 -o game.gif\n"
                "  dropforge bot --weights mine.weights --rules srs --lookahead 4 --hold \\\n"
                "      --games 10 --max-pieces 1000\n"
                "  dropforge bot --tbp\n",
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .least_operands = 0,
    .most_operands = 0,
    .formats = &plan_formats,
    .run = run,
};
