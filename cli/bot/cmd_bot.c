#include <string.h>

#include "bot_print_game.h"
#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "cli/commands.h"
#include "cli/formats/plan_formats.h"
#include "cli/piece/piece_letters.h"
#include "cli/terminal/terminal_player.h"

#define FIELD(name) offsetof(bot_settings, name)

enum { MAX_GAMES = 1000000, MAX_LOOKAHEAD = 64, MAX_BEAM = 100000 };

/* The actions: a game or several, and what one of these options makes of it. */
#define LEAGUE "--league"
#define PRINT "--print"
#define TBP "--tbp"
#define LIST "--players"
/* Those that are for players of the bot, for games, and for games of the bot. */
#define PLAYERS "bot " LEAGUE " " TBP
#define GAMES "bot " PRINT " " LEAGUE
#define BOT_GAMES "bot " LEAGUE

static const option_spec player_specs[] = {
    OPTION_STRING("player", "NAME", FIELD(player),
                  "play with a built-in player; default: dropforge", .actions = "bot " TBP,
                  .value = choice_player),
    OPTION_FLAG("players", FIELD(players),
                "list the built-in players, their weights and their sources, and exit",
                .actions = LIST),
    OPTION_STRING("league", "NAMES", FIELD(league),
                  "play with several players, built-in ones or files of weights, on the same "
                  "deals, and compare them; all: with every built-in player",
                  .actions = LEAGUE, .value = choice_player, .may_be_file = true),
    OPTION_STRING("weights", "FILE", FIELD(weights),
                  "play with the weights in FILE; - is standard input", .actions = "bot " TBP),
    OPTION_FLAG("score-before-clear", FIELD(score_before_clear),
                "score the board before full rows are cleared, not after", .actions = PLAYERS),
    OPTION_RANGE(
        "lookahead", "K", FIELD(game.bot.lookahead), 1, MAX_LOOKAHEAD,
        "number of pieces to look at: 1, only the current one (the default); 2, also all "
        "placements of the next one; more, the best boards after each piece",
        .actions = PLAYERS),
    OPTION_RANGE("beam", "N", FIELD(game.bot.beam), 1, MAX_BEAM,
                 "number of boards to keep after each piece; default: 200", .actions = PLAYERS),
    OPTION_HOLD(FIELD(game.bot.hold)),
    {.name = NULL},
};

/* Takes the pieces to play with, or those of a picture's colours: which of them shows later. */
static bool bot_take_pieces(void *field, const char *value)
{
    bot_settings *chosen = field;
    chosen->is_choice = piece_choice_take(&chosen->pieces, value);
    chosen->is_groups = piece_groups_take(chosen->print.pieces, value);
    return chosen->is_choice || chosen->is_groups;
}

static bool bot_take_rules(void *field, const char *value)
{
    return choice_take_rules(field, DF_TRAIT_BOTS, value);
}

static const char *bot_rules_name(size_t index)
{
    return choice_rules_name(DF_TRAIT_BOTS, index);
}

static const option_spec rules_specs[] = {
    OPTION_TAKEN("board", "WxH", bot_take_board, FIELD(board),
                 "columns and rows; default: 10x20, and 10x10 with --league. The game ends "
                 "when a piece locks above the board",
                 .actions = GAMES, .expects = BOT_BOARD_EXPECTS),
    OPTION_TAKEN(
        "rules", "NAME", bot_take_rules, FIELD(game.bot.rules),
        "how pieces move: above, in any orientation straight down from above the board "
        "(the default, as in published studies); harddrop, turned and shifted in the top rows, "
        "then straight down; srs, by all shifts, turns and kicks of the Super Rotation System; "
        "srs+180, also by half turns; nes, by shifts and turns as in the NES game, without "
        "kicks",
        .value = bot_rules_name),
    OPTION_DEAL(FIELD(deal), .actions = GAMES),
    OPTION_QUEUE(FIELD(queue), .actions = GAMES),
    OPTION_TAKEN(
        "pieces", "PIECES", bot_take_pieces, 0,
        "pieces to play with: letters of IOTSZJL (default: all seven), or a file with a "
        "list of pieces, such as x.pieces or ./x; - is standard input. With --print, the "
        "pieces of the picture's colours, as for 'dropforge print'",
        .actions = GAMES, .may_be_file = true, .explain = piece_groups_explain,
        .expects = PIECE_CHOICE_EXPECTS ", or with --print " PIECE_GROUPS_EXPECTS),
    OPTION_OMINO(FIELD(pieces.squares),
                 "play with all polyominoes of N squares instead; mirror images count as two "
                 "pieces",
                 .actions = BOT_GAMES),
    {.name = NULL},
};

static const option_spec games_specs[] = {
    OPTION_COUNT("games", "N", FIELD(games), 1, MAX_GAMES,
                 "number of games; default: 1, and 100 with --league", .actions = BOT_GAMES),
    OPTION_COUNT("max-lines", "L", FIELD(game.max_lines), 1, UINT64_MAX,
                 "stop each game after L cleared lines", .actions = BOT_GAMES),
    OPTION_COUNT("max-pieces", "P", FIELD(game.max_pieces), 1, UINT64_MAX,
                 "stop each game after P pieces"),
    OPTION_SEED("the dealt pieces", FIELD(game.seed)),
    OPTION_JOBS(FIELD(jobs)),
    {.name = NULL},
};

static const option_spec output_specs[] = {
    OPTION_OUTPUT(
        FIELD(paths),
        "write the first game to FILE in the format of its extension, or the table of a league "
        "to FILE.csv and a drawing of it to FILE.svg; may be repeated; - is standard output"),
    OPTION_FORMAT(FIELD(format),
                  "format of standard output and of files without a known extension"),
    OPTION_JSON(FIELD(json), "write the results as one JSON object to standard output",
                .actions = GAMES " " LIST),
    OPTION_RANGE("speed", "PERCENT", FIELD(speed), 10, 10000,
                 "speed of the game in the terminal and in films; default: 100",
                 .actions = "bot " PRINT),
    {.name = NULL},
};

static const option_spec client_specs[] = {
    OPTION_FLAG("tbp", FIELD(tbp),
                "play for a client that speaks the Tetris Bot Protocol on standard input and "
                "output, with --rules srs, --hold, and --lookahead 6 unless you set another",
                .actions = "bot " TBP),
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Player", .specs = player_specs},
    {.title = "Rules", .specs = rules_specs},
    {.title = "Games", .specs = games_specs, .actions = GAMES},
    {.title = "Output", .specs = output_specs, .actions = GAMES},
    FILM_GROUP(FIELD(picture), .actions = "bot " PRINT),
    {.title = "Printing a picture",
     .specs = bot_print_specs,
     .offset = FIELD(print),
     .actions = PRINT},
    PREPARE_GROUP(FIELD(print.image), .actions = PRINT),
    {.title = "Clients", .specs = client_specs},
};

/* A client decides about board, pieces and length of its games, and writes nothing. */
static const char *cmd_bot_find_action(const void *settings)
{
    const bot_settings *chosen = settings;
    return chosen->league != NULL         ? LEAGUE
           : chosen->tbp                  ? TBP
           : chosen->print.sprite != NULL ? PRINT
           : chosen->players              ? LIST
                                          : "bot";
}

static cli_status cmd_bot_serve(bot_settings *chosen)
{
    bot_setup setup;
    if (chosen->game.bot.rules != DF_RULES_ABOVE && chosen->game.bot.rules != DF_RULES_SRS)
        return message_usage("bot", "--tbp works only with --rules srs");
    if (chosen->weights != NULL && strcmp(chosen->weights, "-") == 0)
        return message_usage("bot", "with --tbp, standard input belongs to the client; read "
                                    "--weights from a file");
    chosen->game.bot.hold = true;
    cli_status status = bot_setup_make(&setup, chosen);
    if (status == GO_ON)
        status = bot_tbp(&setup.options.bot.weights, chosen->game.bot.lookahead,
                         chosen->game.bot.beam);
    bot_setup_free(&setup);
    return status;
}

static cli_status cmd_bot_show_or_play(const bot_settings *chosen, const bot_setup *setup,
                                       bot_print_game *printed)
{
    const bool has_limit = printed != NULL || chosen->game.max_lines > 0 ||
                           chosen->game.max_pieces > 0 || chosen->queue != NULL;
    /* The user only wants to watch a game. */
    const bool is_watched = chosen->games == 0 && chosen->paths.count == 0 &&
                            chosen->format == NULL && !chosen->json;
    if (is_watched && terminal_can_play())
        return bot_show(setup, printed);
    /* Without a limit an invisible game could go on for hours. */
    if (!is_watched || has_limit)
        return bot_play(setup, printed);
    return message_usage("bot", "there is no terminal to show a game in; use --games N to "
                                "measure games, which may take hours each, or "
                                "--max-pieces P");
}

static cli_status cmd_bot_play(const bot_settings *chosen)
{
    bot_setup setup;
    bot_print_game printed = {0};
    const bool prints = chosen->print.sprite != NULL;
    cli_status status = bot_setup_make(&setup, chosen);
    if (status == GO_ON && prints)
        status = bot_print_game_make(&printed, &setup);
    if (status == GO_ON && chosen->league != NULL)
        status = bot_league(&setup);
    else if (status == GO_ON)
        status = cmd_bot_show_or_play(chosen, &setup, prints ? &printed : NULL);
    bot_print_game_free(&printed);
    bot_setup_free(&setup);
    return status;
}

/* Sets what is different for printing. Pieces mean something else without it. */
static cli_status cmd_bot_settle_print(bot_settings *chosen)
{
    const bool has_pieces = chosen->is_choice || chosen->is_groups;
    const df_rules rules = chosen->game.bot.rules;
    if (chosen->print.sprite == NULL)
        return !has_pieces || chosen->is_choice
                   ? GO_ON
                   : message_usage("bot", "--pieces needs %s", PIECE_CHOICE_EXPECTS);
    if (has_pieces && !chosen->is_groups)
        return message_usage("bot", "with --print, --pieces needs %s", PIECE_GROUPS_EXPECTS);
    if (rules != DF_RULES_ABOVE && !df_rules_have(rules, DF_TRAIT_PRINTS))
        return message_usage("bot", "--print works with --rules harddrop, srs and srs+180");
    if (rules == DF_RULES_ABOVE)
        chosen->game.bot.rules = DF_RULES_HARDDROP;
    if (!chosen->deal.is_given)
        chosen->deal.deal = DF_DEAL_BAG;
    /* They are those of the picture; all seven are played with. */
    chosen->pieces = (piece_options){0};
    return GO_ON;
}

static cli_status cmd_bot_run(const subcommand *command, int argc, char **argv)
{
    bot_settings chosen;
    memset(&chosen, 0, sizeof chosen);
    chosen.game.bot.rules = DF_RULES_ABOVE;
    chosen.print.image = sprite_options_defaults();
    chosen.picture = picture_options_of_game();
    int operands;
    cli_status status = command_begin(command, &chosen, argc, argv, &operands);
    if (chosen.board.width == 0 && !chosen.tbp)
        chosen.board = (bot_board){10, chosen.league != NULL ? 10 : 20};
    if (status == GO_ON)
        status = cmd_bot_settle_print(&chosen);
    if (status == GO_ON)
        status = picture_options_begin(&chosen.picture, command->name);
    if (status == GO_ON && chosen.tbp)
        status = cmd_bot_serve(&chosen);
    else if (status == GO_ON)
        status = chosen.players ? bot_list_players(chosen.json) : cmd_bot_play(&chosen);
    picture_options_free(&chosen.picture);
    text_list_free(&chosen.paths);
    return status;
}

const subcommand command_bot = {
    .name = "bot",
    .operands = "",
    .summary = "watch or measure a computer player",
    .description =
        "Plays with a bot: it tries all placements of a piece, scores the board after each by\n"
        "features and weights, and takes the best. It shows one game in the terminal, and the\n"
        "keys that you can press. With --games, --json or an output it reports the cleared "
        "lines:\nthe mean, and a maximum-likelihood estimate if games were stopped early.\n"
        "With --print it draws a picture instead; with --league it compares players.\n",
    .examples = "  dropforge bot\n"
                "  dropforge bot --deal bag --speed 400\n"
                "  dropforge bot --players\n"
                "  dropforge bot --player bcts --board 10x10 --games 1000 --jobs 4\n"
                "  dropforge bot --league dt20,tetr-ai,mine.weights --games 1000\n"
                "  dropforge bot --player dt20 --games 20 --max-lines 100000 --json\n"
                "  dropforge bot --player dellacherie --max-pieces 200 -o game.gif\n"
                "  dropforge bot --deal bag --max-pieces 60 -o x.mp4 --size story --theme nes\n"
                "  dropforge bot --weights mine.weights --rules srs --lookahead 4 --hold \\\n"
                "      --games 10 --max-pieces 1000\n"
                "  dropforge bot --print cat.png --hold --pieces any\n"
                "  dropforge bot --tbp\n",
    COMMAND_GROUPS(groups),
    .formats = &plan_formats,
    .find_action = cmd_bot_find_action,
    .run = cmd_bot_run,
};
