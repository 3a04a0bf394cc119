#include <string.h>

#include "cleanup.h"
#include "command.h"
#include "common_options.h"
#include "message.h"
#include "play_loop.h"
#include "play_screen.h"
#include "play_settings.h"
#include "report.h"

#define FIELD(name) offsetof(play_settings, name)

static const option_spec rules_specs[] = {
    {.name = "rules",
     .argument = "NAME",
     .kind = OPTION_TAKE,
     .take = play_take_rules,
     .offset = FIELD(rules),
     .values = "guideline nes",
     .help = "guideline: kicks, hold, hard drop, lock delay, T-spins (the default); nes: those "
             "of the NES game of 1989"},
    {.name = "level",
     .argument = "N",
     .kind = OPTION_TAKE,
     .take = play_take_number,
     .offset = FIELD(level),
     .expects = "a number",
     .help = "where it begins, otherwise 1, with nes 0"},
    {.name = "half-turns",
     .kind = OPTION_ON,
     .offset = FIELD(half_turns),
     .help = "pieces can be turned by 180 degrees at once, too"},
    {.name = "omino",
     .argument = "N",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = PLAY_MOST_SQUARES,
     .offset = FIELD(squares),
     .help = "all polyominoes of N squares instead of the tetrominoes, those that are mirror "
             "images of one another as two pieces; above 9 random ones, made as they come"},
    {.name = "class",
     .argument = "NAME",
     .kind = OPTION_TAKE,
     .take = play_take_class,
     .offset = FIELD(kind),
     .values = "one-sided path",
     .help = "which of these: one-sided, all (the default); path, those that a walk visits "
             "square by square"},
    {.name = "board",
     .argument = "WxH",
     .kind = OPTION_TAKE,
     .take = play_take_board,
     .offset = FIELD(board),
     .expects = "columns and rows like 10x20, at most 64x200",
     .help = "columns and rows, otherwise as many as suit the pieces: 10x20 for tetrominoes"},
    {.name = "seed",
     .argument = "S",
     .kind = OPTION_TAKE,
     .take = play_take_number,
     .offset = FIELD(seed),
     .expects = "a number below 2 to the power of 64",
     .help = "the same pieces with the same seed; otherwise another one each time"},
    {.name = NULL},
};

static const option_spec bot_specs[] = {
    {.name = "bot",
     .kind = OPTION_ON,
     .offset = FIELD(bot),
     .help = "the bot plays; the key b takes over and gives back"},
    {.name = "versus",
     .kind = OPTION_ON,
     .offset = FIELD(versus),
     .help = "the bot plays the same pieces in a second playfield; who is over first has "
             "lost"},
    {.name = "player",
     .argument = "NAME",
     .kind = OPTION_TEXT,
     .offset = FIELD(player),
     .value = choice_player,
     .help = "which one, otherwise lee4; 'dropforge bot --players' lists them"},
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Rules", .specs = rules_specs},
    {.title = "Bot", .specs = bot_specs},
};

static int play(const play_setup *setup)
{
    if (!play_screen_exists())
        return message(
            "the game needs a terminal for its keys and its picture; start it in one");
    play_match match = {.setup = setup};
    cleanup_begin_work();
    int answer = play_screen_open();
    df_status status = DF_OK;
    if (answer < 0) {
        status = play_loop(&match);
        play_screen_close();
    }
    cleanup_end_work();
    play_match_free(&match);
    if (cleanup_is_asked())
        cleanup_obey();
    return status == DF_OK ? answer : message("%s", df_status_name(status));
}

static int run(const subcommand *command, int argc, char **argv)
{
    play_settings chosen;
    memset(&chosen, 0, sizeof chosen);
    play_setup setup = {0};
    int operands;
    int status = command_begin(command, &chosen, argc, argv, &operands);
    if (status < 0)
        status = play_setup_make(&setup, &chosen);
    if (status < 0)
        status = play(&setup);
    play_setup_free(&setup);
    text_list_free(&chosen.paths);
    return status < 0 ? STATUS_OK : status;
}

const subcommand command_play = {
    .name = "play",
    .operands = "",
    .summary = "play the game yourself, with pieces of any size",
    .description = "A game in the terminal: arrow keys shift and turn, space drops, c holds, p "
                   "pauses and\ntells all keys, b lets the bot play, q quits.\n",
    .examples = "  dropforge play\n"
                "  dropforge play --rules nes --level 5\n"
                "  dropforge play --omino 5\n"
                "  dropforge play --omino 12 --class path\n"
                "  dropforge play --versus\n",
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .least_operands = 0,
    .most_operands = 0,
    .run = run,
};
