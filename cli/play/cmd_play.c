#include <string.h>

#include "cli/base/cleanup.h"
#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "cli/commands.h"
#include "cli/formats/plan_formats.h"
#include "cli/piece/piece_queue.h"
#include "play_match.h"

#define FIELD(name) offsetof(play_settings, name)

/* The actions: a new game, and what one of these options makes of it. */
#define WATCH "--watch"
#define FROM "--from"
#define SCORES "--scores"
/* Those in which a game is played, and in which there is one. */
#define PLAYED "play " FROM
#define GAMES PLAYED " " WATCH

static const option_spec rules_specs[] = {
    OPTION_NAMED(
        "rules", "NAME", "guideline nes", FIELD(game),
        "guideline: kicks, hold, hard drop, lock delay, T-spins (the default); nes: the "
        "rules of the NES game of 1989"),
    OPTION_NAMED(
        "mode", "NAME", "endless lines40 ultra dig practice", FIELD(mode),
        "lines40: 40 lines as soon as possible; ultra: the most points in two minutes; dig: "
        "clear ten rows of garbage as soon as possible; practice: take back pieces, and keep "
        "no score; endless (the default)",
        .actions = PLAYED),
    OPTION_TAKEN("level", "N", play_take_number, FIELD(level),
                 "level to begin at; default: 1, with nes 0", .expects = "a number"),
    OPTION_TAKEN(
        "turns", "NAME|FILE", play_take_turns, FIELD(turns),
        "how pieces turn by the guideline: srs (the default); srs+180, with half turns; "
        "tetrio, SRS+, which has other kicks for I, too; gameboy, as in the game of the "
        "Game Boy; nokicks; ars, of The Grand Master; or by the kicks of a file in "
        "solution-finder's format, as in 'dropforge clear'",
        .value = play_turns_name,
        .expects = "a name such as srs or tetrio, or a file such as kicks.properties",
        .may_be_file = true),
    OPTION_FLAG(
        "all-spins", FIELD(all_spins),
        "not only T spins: any piece that a turn leaves immobile counts as a mini spin"),
    OPTION_NAMED("deal", "NAME", "bag uniform nes", FIELD(deal),
                 "how pieces are dealt, as in 'dropforge print'; default: bag, with nes as its "
                 "console does",
                 .min = 1),
    OPTION_TAKEN("preview", "N", play_take_number, FIELD(preview),
                 "pieces seen behind the current one; default: 5, with nes 1",
                 .expects = "a number"),
    OPTION_FLAG("no-hold", FIELD(no_hold), "without hold"),
    OPTION_FLAG(
        "chance", FIELD(chance),
        "show the chance of a perfect clear of four rows by best play, and what your last "
        "drop has kept of it",
        .actions = GAMES),
    OPTION_STRING("table", "FILE", FIELD(table),
                  "the same; takes the chance of the first piece from this file, which 'clear "
                  "best' has written for a pattern such as '*p6'",
                  .actions = GAMES),
    OPTION_RANGE(
        "omino", "N", FIELD(squares), 1, PLAY_MAX_SQUARES,
        "play with all polyominoes of N squares instead of the tetrominoes, mirror images "
        "counting as two pieces; above 9 squares, with random ones"),
    OPTION_TAKEN(
        "class", "NAME", play_take_class, FIELD(kind),
        "which of these polyominoes: one-sided, all (the default); path, only those that "
        "can be walked through without visiting a square twice",
        .values = "one-sided path"),
    OPTION_TAKEN("board", "WxH", play_take_board, FIELD(board),
                 "columns and rows; default: to suit the pieces, 10x20 for tetrominoes",
                 .expects = "columns and rows like 10x20, at most 64x200"),
    OPTION_TAKEN("seed", "S", play_take_number, FIELD(seed),
                 "seed of the pieces; default: a new one for each game",
                 .expects = "a number below 2 to the power of 64"),
    {.name = NULL},
};

static const option_spec handling_specs[] = {
    OPTION_TAKEN("das", "N", play_take_ticks, FIELD(shift_delay),
                 "delayed auto shift: a held key shifts again after N frames, 1/60 s each; "
                 "default: 10, with nes 16",
                 .expects = "frames, at most 3600"),
    OPTION_TAKEN("arr", "N", play_take_ticks, FIELD(shift_repeat),
                 "auto repeat rate: then it shifts every N frames, with 0 at once as far as "
                 "possible; default: 2, with nes 6",
                 .expects = "frames, at most 3600"),
    OPTION_TAKEN("sdf", "N", play_take_factor, FIELD(soft_factor),
                 "soft drop factor: N times as fast as falling; default: 20",
                 .expects = "a number from 1 to 1000"),
    {.name = NULL},
};

static const option_spec bot_specs[] = {
    OPTION_FLAG("bot", FIELD(bot),
                "let the bot play; the key b switches between you and the bot"),
    OPTION_FLAG(
        "versus", FIELD(versus),
        "play against the bot, which gets the same pieces in a second playfield; whoever "
        "tops out first loses",
        .actions = "play"),
    OPTION_STRING(
        "player", "NAME", FIELD(player),
        "player of the bot; default: as in 'dropforge bot'; 'dropforge bot --players' "
        "lists them",
        .value = choice_player),
    {.name = NULL},
};

static const option_spec output_specs[] = {
    OPTION_OUTPUT(FIELD(paths),
                  "write the plan of the last game to FILE in the format of its extension; may "
                  "be repeated; - is standard output"),
    OPTION_FORMAT(FIELD(format),
                  "format of standard output and of files without a known extension"),
    OPTION_STRING("log", "FILE", FIELD(log),
                  "write a record of the last game, with all keys, to FILE"),
    OPTION_JSON(FIELD(json), "write the result as one JSON object to standard output",
                .actions = GAMES " " SCORES),
    OPTION_STRING("name", "NAME", FIELD(name),
                  "your name in the table of high scores; default: the login name",
                  .actions = PLAYED),
    OPTION_FLAG("scores", FIELD(scores), "list the high scores, and exit", .actions = SCORES),
    {.name = NULL},
};

static const option_spec input_specs[] = {
    OPTION_STRING("field", "FILE", FIELD(field),
                  "practice from the field of this file: a drawing, a drop list or a fumen, as "
                  "in 'dropforge clear'",
                  .actions = "play"),
    OPTION_QUEUE(FIELD(queue), .actions = "play"),
    OPTION_STRING("from", "FILE", FIELD(from), "practice from a recorded game",
                  .actions = FROM),
    OPTION_TAKEN("at", "N", play_take_number, FIELD(at),
                 "begin --from after N pieces; default: at the end of the game",
                 .actions = FROM, .expects = "a number"),
    OPTION_STRING("watch", "FILE", FIELD(watch),
                  "show a recorded game; with an output or --json, replay it at once without "
                  "showing it",
                  .actions = WATCH),
    OPTION_STRING("script", "FILE", FIELD(script),
                  "play without a terminal: each line of FILE is the number of a tick (60 per "
                  "second) and the keys pressed then, such as '30 left hard'; - is standard "
                  "input",
                  .actions = PLAYED),
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Rules", .specs = rules_specs, .actions = "play"},
    {.title = "Handling", .specs = handling_specs, .actions = "play"},
    {.title = "Drawing a picture",
     .specs = play_drawing_specs,
     .offset = FIELD(draw),
     .actions = "play"},
    {.title = "Bot", .specs = bot_specs, .actions = PLAYED},
    {.title = "Output", .specs = output_specs, .actions = GAMES},
    FILM_GROUP(FIELD(picture), .actions = GAMES),
    {.title = "Other ways to play", .specs = input_specs},
};

/* A recorded game has its own rules. */
static const char *cmd_play_find_action(const void *settings)
{
    const play_settings *chosen = settings;
    return chosen->watch != NULL  ? WATCH
           : chosen->from != NULL ? FROM
           : chosen->scores       ? SCORES
                                  : "play";
}

/* Plays a script or a record without showing it. */
static cli_status cmd_play_unseen(play_match *match)
{
    const play_settings *chosen = match->setup->chosen;
    play_script script = {0};
    cli_status answer = GO_ON;
    df_status status = DF_OK;
    if (chosen->script != NULL)
        answer = play_script_read(&script, chosen->script);
    if (answer == GO_ON && chosen->script != NULL)
        status = play_script_run(&script, match, chosen->seed.number);
    else if (answer == GO_ON) {
        status = play_match_begin(match, 0);
        while (status == DF_OK && !play_match_is_over(match) && !cleanup_is_asked())
            status = play_match_tick(match);
    }
    if (status == DF_OK && answer == GO_ON)
        status = play_match_compare(match);
    play_script_free(&script);
    return status == DF_OK ? answer : message("%s", df_status_names[status]);
}

/* Writes the outputs and the report of a match. `status` is GO_ON, or the exit code that ended
 * the match; returns the first exit code, or GO_ON. */
static cli_status cmd_play_keep(play_keep *keep, const play_match *match, cli_status status)
{
    cli_status failure = play_keep_write(keep, match);
    status = status == GO_ON ? failure : status;
    if (match->setup->chosen->json) {
        failure = play_report_json(match, &keep->plans);
        status = status == GO_ON ? failure : status;
    } else if (status == GO_ON)
        play_report_summary(match);
    return status;
}

static cli_status cmd_play_run_game(const play_setup *setup)
{
    const play_settings *chosen = setup->chosen;
    const bool has_output = chosen->paths.count > 0 || chosen->format != NULL || chosen->json ||
                            chosen->log != NULL;
    const bool is_seen = chosen->script == NULL && !(chosen->watch != NULL && has_output);
    play_match match = {.setup = setup};
    play_keep keep = {0};
    cli_status status = play_keep_begin(&keep, chosen);
    if (status == GO_ON)
        status = play_chance_create(&match.chance, setup);
    cleanup_let_hangups_ask();
    cleanup_begin_work();
    if (status == GO_ON)
        status = is_seen ? play_loop(&match) : cmd_play_unseen(&match);
    cleanup_end_work();
    /* A game that a failure ended is kept, too. */
    if (play_match_has_begun(&match))
        status = cmd_play_keep(&keep, &match, status);
    play_keep_free(&keep);
    play_match_free(&match);
    play_chance_free(match.chance);
    /* Exits by the signal only now, so that a game ended by Ctrl-C is kept, too. */
    if (cleanup_is_asked())
        cleanup_obey();
    return status;
}

static cli_status cmd_play_list_scores(bool json)
{
    play_scores scores;
    cli_status status = play_score_file_read(&scores);
    if (status == GO_ON && !json && scores.count == 0)
        message("there are no high scores yet");
    else if (status == GO_ON)
        status = json ? play_report_scores_json(&scores) : play_report_scores(&scores);
    play_scores_free(&scores);
    return status;
}

/* Refuses options that do not go together. */
static cli_status cmd_play_check(const play_settings *chosen)
{
    if (chosen->draw.sprite != NULL && (chosen->versus || chosen->mode != 0))
        return message_usage("play", "--draw does not go with --versus or --mode");
    if (chosen->draw.sprite == NULL && (chosen->draw.pieces[0] != '\0' || chosen->draw.anchors))
        return message_usage("play", "--%s is for a picture; add --draw",
                             chosen->draw.anchors ? "anchor" : "pieces");
    const bool is_seeded = chosen->seed.given && chosen->draw.sprite == NULL;
    if (chosen->queue != NULL && (chosen->deal != 0 || is_seeded))
        return message_usage("play", "--queue deals the pieces; leave out --%s",
                             chosen->deal != 0 ? "deal" : "seed");
    if (chosen->squares == 0 && chosen->kind != PIECE_CLASS_NONE)
        return message_usage("play", "--class goes only with --omino");
    return GO_ON;
}

static cli_status cmd_play_run(const subcommand *command, int argc, char **argv)
{
    play_settings chosen;
    memset(&chosen, 0, sizeof chosen);
    chosen.picture = picture_options_of_game();
    chosen.draw.image = sprite_options_defaults();
    play_setup setup = {0};
    int operands;
    cli_status status = command_begin(command, &chosen, argc, argv, &operands);
    if (status == GO_ON)
        status = cmd_play_check(&chosen);
    if (status == GO_ON)
        status = picture_options_begin(&chosen.picture, command->name);
    if (status == GO_ON && chosen.scores)
        status = cmd_play_list_scores(chosen.json);
    else if (status == GO_ON) {
        status = play_setup_make(&setup, &chosen);
        if (status == GO_ON)
            status = cmd_play_run_game(&setup);
    }
    play_setup_free(&setup);
    picture_options_free(&chosen.picture);
    text_list_free(&chosen.paths);
    return status;
}

const subcommand command_play = {
    .name = "play",
    .operands = "",
    .summary = "play the game yourself, with pieces of any size",
    .description = "Plays in the terminal: arrow keys shift and turn, space drops, c holds, p "
                   "pauses and\nlists all keys, b lets the bot play, q quits.\n",
    .examples =
        "  dropforge play\n"
        "  dropforge play --rules nes --level 5\n"
        "  dropforge play --mode lines40\n"
        "  dropforge play --field board.txt --queue TIJLOSZ\n"
        "  dropforge play --chance\n"
        "  dropforge play --draw heart\n"
        "  dropforge play --draw letter.png --pieces any --preview 3\n"
        "  dropforge play --omino 5\n"
        "  dropforge play --omino 12 --class path\n"
        "  dropforge play --versus\n"
        "  dropforge play -o mine.drops -o mine.gif --log mine.game\n"
        "  dropforge play --watch mine.game\n"
        "  dropforge play --from mine.game --at 120\n"
        "  dropforge play --watch mine.game -o mine.mp4 --size story --title 'My game'\n",
    COMMAND_GROUPS(groups),
    .formats = &plan_formats,
    .find_action = cmd_play_find_action,
    .run = cmd_play_run,
};
