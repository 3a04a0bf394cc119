#include <stdlib.h>
#include <string.h>

#include "clear_settings.h"
#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "cli/commands.h"

#define FIELD(name) offsetof(clear_settings, name)

enum { CLEAR_MAX_OPERANDS = 1000 };

static const option_spec board_specs[] = {
    OPTION_STRING("field", "FILE", FIELD(field),
                  "begin with the field of this file: a drawing, rows from the top, '.' or '_' "
                  "for an empty square, any other ASCII character for a filled one; the field "
                  "that a drop list leaves; or a fumen, its piece in place; full rows clear"),
    OPTION_RANGE("rows", "H", FIELD(rows), 1, DF_CLEAR_MAX_SQUARES,
                 "number of rows to clear, counted before full ones do; 4 by default, at most "
                 "6 but for 'ways'"),
    OPTION_RANGE("width", "W", FIELD(width), 1, DF_CLEAR_MAX_SQUARES,
                 "columns of the empty field, 10 by default", .actions = "ways"),
    OPTION_PIECES(FIELD(pieces),
                  "the pieces of the queue: letters of IOTSZJL, all seven by default; or a "
                  "file with a list of pieces, such as x.pieces or ./x",
                  .actions = "ways"),
    OPTION_OMINO(FIELD(pieces.squares),
                 "use all polyominoes of N squares instead, by the letters of their names",
                 .actions = "ways"),
    {.name = NULL},
};

static const option_spec page_specs[] = {
    OPTION_COUNT("page", "N", FIELD(page), 1, UINT64_MAX,
                 "take this page of a fumen, the first by default"),
    {.name = NULL},
};

static const option_spec play_specs[] = {
    OPTION("hold", NULL, OPTION_OFF, FIELD(no_hold),
           "with hold: a piece may be put aside for a later one; the default here"),
    OPTION_FLAG("no-hold", FIELD(no_hold), "without hold"),
    OPTION_TAKEN(
        "rules", "NAME|FILE", clear_rules_take, FIELD(rules),
        "how pieces reach their places: srs, the default as in solution-finder, by all shifts, "
        "rotations and kicks of the Super Rotation System; with half turns, too: srs+180, "
        "tetrio (SRS+), jstris or nullpomino180; nokicks, without kicks; ars, of The Grand "
        "Master; tucks, rotated above all others, then shifted and lowered; t-softdrop, srs "
        "for T and harddrop for others; harddrop, rotated and shifted above all others, then "
        "dropped straight down; or by the kicks of a file in solution-finder's format, "
        "FILE.properties",
        .value = clear_rules_name,
        .expects = "a name such as srs, tetrio or tucks, or a file such as kicks.properties",
        .may_be_file = true),
    OPTION_TAKEN("turns", "NAME|FILE", clear_rules_take, FIELD(rules),
                 "the same as --rules, by the name that it has in 'dropforge play'",
                 .value = clear_rules_name,
                 .expects = "a name such as srs or tetrio, or a file such as kicks.properties",
                 .may_be_file = true),
    OPTION_NAMED("spin", "NAME", CLEAR_SPINS, FIELD(spin),
                 "count only queues that clear rows by a T-spin: any, or a full one with at "
                 "least this many rows; none, the default, needs no spin",
                 .actions = "path percent save cover setup"),
    OPTION_MEMORY(FIELD(memory), "use at most this much memory, such as 600M or 2G, 1G by "
                                 "default; stop with a message if it is too little"),
    OPTION_JSON(FIELD(json), "write one JSON object; with 'path' and 'setup' one on each line, "
                             "as --format json"),
    {.name = NULL},
};

static const option_spec path_specs[] = {
    OPTION_COUNT("limit", "N", FIELD(limit), 1, UINT64_MAX,
                 "stop after N solutions or ways; of several queues, print the first N",
                 .actions = "path setup ways"),
    OPTION_FLAG("all", FIELD(all), "find all ways; without it and --limit one way is enough",
                .actions = "ways"),
    OPTION_FLAG("minimal", FIELD(minimal),
                "print the fewest solutions that together cover every queue that has one"),
    OPTION_FLAG("unique", FIELD(unique),
                "print only solutions that are the only one of some queue"),
    OPTION_COUNT(
        "nodes", "N", FIELD(nodes), 1, UINT64_MAX,
        "with --minimal stop after N steps of its search, 20000 by default: then fewer "
        "solutions may do, which a message says, and the exit status is 4; with 'ways' give "
        "up after N playfields",
        .actions = "path setup ways"),
    OPTION_OUTPUT(
        FIELD(paths),
        "write FILE in the format of its extension; may be repeated; - is standard output; "
        "'ways' writes one way, as a plan in the formats of 'dropforge print' except blocks",
        .actions = "path setup ways"),
    OPTION_FORMAT(FIELD(format),
                  "format of standard output and of files without a known extension; txt by "
                  "default",
                  .actions = "path setup ways"),
    {.name = NULL},
};

static const option_spec best_specs[] = {
    OPTION_STRING("held", "LETTER", FIELD(held), "begin with this piece in hold"),
    OPTION_STRING("bag", "LETTERS", FIELD(bag),
                  "the pieces that the running bag still holds after the queue; without it the "
                  "queue begins with a new bag"),
    OPTION_COUNT(
        "solutions", "N", FIELD(solutions), 1, UINT64_MAX,
        "try at most N solutions of each continuation where there are too many to try all, "
        "by default 4200 divided by the number of continuations; the chance is then a lower "
        "bound, printed as 'at least'"),
    OPTION_STRING(
        "table", "FILE", FIELD(table),
        "take the answer from this file, which 'clear best' has written for a pattern "
        "such as '*p7'"),
    {.name = NULL},
};

static const option_spec drawing_specs[] = {
    OPTION_FLAG("orders", FIELD(orders),
                "print the orders of pieces that build each drawing, too", .actions = "cover"),
    OPTION_FLAG("any-order", FIELD(any_order),
                "let the pieces of a queue come in any order, whatever hold can do",
                .actions = "setup"),
    OPTION_STRING("must", "LETTERS", FIELD(must),
                  "fill the squares with these letters of pieces; I by default",
                  .actions = "setup"),
    OPTION_STRING("may", "LETTERS", FIELD(may),
                  "allow to fill the squares with these letters, too; O by default",
                  .actions = "setup"),
    {.name = NULL},
};

static const option_spec percent_specs[] = {
    OPTION_RANGE("tree", "N", FIELD(tree), 1, DF_CLEAR_PATTERN_MAX_LENGTH,
                 "print the shares by the first piece, too, and by each more up to the first N",
                 .actions = "percent"),
    OPTION_JOBS(FIELD(jobs), .actions = "percent"),
    OPTION_COUNT("failed", "N", FIELD(failed), 1, UINT64_MAX,
                 "print at most N queues that do not clear, or that build no drawing"),
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "The board", .specs = board_specs, .actions = "path percent save best ways"},
    {.title = "Fumens", .specs = page_specs, .actions = "path percent save best setup ways"},
    {.title = "Play and output", .specs = play_specs},
    {.title = "Solutions", .specs = path_specs, .actions = "path setup"},
    FILM_GROUP(FIELD(picture), .actions = "path setup ways"),
    {.title = "The game", .specs = best_specs, .actions = "best"},
    {.title = "Drawings", .specs = drawing_specs, .actions = "cover setup"},
    {.title = "Shares", .specs = percent_specs, .actions = "percent cover"},
};

/* Makes the solver of a board, and checks that the queues fill it unless any length will do. */
static cli_status cmd_clear_make_solver(clear_question *question, bool any_length)
{
    const cli_status answer = clear_make_solver(question, false);
    if (answer != GO_ON)
        return answer;
    const unsigned drops = question->drops;
    if (drops == 0)
        return message("pieces of four squares cannot fill the empty squares of %u rows; take "
                       "another number of --rows",
                       question->rows);
    const cli_status cut = any_length ? GO_ON : clear_queues_cut(question, drops);
    if (cut != GO_ON)
        return cut;
    if (question->queues->length < drops && !any_length)
        return message("%u pieces fill this board, and the queue has %zu; give more", drops,
                       question->queues->length);
    return GO_ON;
}

/* The actions, what they take after the pattern, and if they ask about clearing a board. */
static const struct clear_action {
    const char *name;
    const char *operands;
    int min_operands, max_operands;
    bool has_board, any_length;
    cli_status (*run)(const clear_question *question); /* NULL: clear_ways, of a queue */
} cmd_clear_actions[] = {
    {"path", "no operand", 0, 0, true, false, clear_path},
    {"percent", "no operand", 0, 0, true, false, clear_percent},
    {"save", "expressions", 0, CLEAR_MAX_OPERANDS, true, false, clear_save},
    {"best", "no operand", 0, 0, true, true, clear_best},
    {"cover", "files", 1, CLEAR_MAX_OPERANDS, false, true, clear_cover},
    {"setup", "one file", 1, 1, false, true, clear_setup},
    {"ways", "no operand", 0, 0, false, false, NULL},
};

/* Returns the action of that name, or NULL after a message about its operands. */
static const struct clear_action *cmd_clear_find_action(const char *name, int operand_count)
{
    const struct clear_action *action = cmd_clear_actions;
    while (strcmp(action->name, name) != 0)
        action++;
    if (operand_count >= action->min_operands && operand_count <= action->max_operands)
        return action;
    (void)message_usage("clear", "'clear %s' takes %s after the pattern", name,
                        action->operands);
    return NULL;
}

static cli_status cmd_clear_open_board(clear_question *question, bool any_length,
                                       df_field **field)
{
    if (question->rows > DF_CLEAR_SOLVER_MAX_ROWS)
        return message_usage("clear", "only 'ways' clears more than %d --rows",
                             DF_CLEAR_SOLVER_MAX_ROWS);
    const cli_status status =
        clear_read_field(question->chosen, DF_CLEAR_SOLVER_MAX_SQUARES, field);
    question->field = *field;
    if (status != GO_ON)
        return status;
    question->rows = (*field)->height;
    return cmd_clear_make_solver(question, any_length);
}

/* Refuses that more than one of the field, the queues and the files is standard input. */
static cli_status cmd_clear_check_inputs(const clear_question *question, const char *pattern)
{
    int count = path_is_standard(pattern) + path_is_standard(question->chosen->field);
    for (int i = 0; i < question->operand_count; i++)
        count += path_is_standard(question->operands[i]);
    return count < 2
               ? GO_ON
               : message_usage("clear", "only one input can be standard input; name files "
                                        "for the others");
}

static cli_status cmd_clear_answer(const clear_settings *chosen, char *const *operands,
                                   int count)
{
    df_clear_pattern queues = {0};
    char *pattern = NULL;
    df_field *field = NULL;
    df_piece_set *set = NULL;
    clear_question question = {.chosen = chosen,
                               .rows = chosen->rows,
                               .queues = &queues,
                               .operands = operands + 2,
                               .operand_count = count - 2};
    const struct clear_action *action = cmd_clear_find_action(operands[0], count - 2);
    if (action == NULL)
        return STATUS_USAGE;
    if (action->run == NULL)
        return clear_ways(chosen, operands[1]);
    cli_status status = cmd_clear_check_inputs(&question, operands[1]);
    if (status == GO_ON)
        status = clear_queues_read(&question, operands[1], &pattern);
    if (status == GO_ON)
        status = message_status(df_piece_set_tetrominoes(&set), NULL);
    if (status == GO_ON)
        status = clear_rules_set(&chosen->rules, &question.rules, &set);
    question.set = set;
    if (status == GO_ON && action->has_board)
        status = cmd_clear_open_board(&question, action->any_length, &field);
    if (status == GO_ON)
        status = action->run(&question);
    df_clear_solver_free(question.solver);
    df_piece_set_free(set);
    df_field_free(field);
    df_clear_pattern_free(&queues);
    free(pattern);
    return status;
}

static cli_status cmd_clear_run(const subcommand *command, int argc, char **argv)
{
    clear_settings chosen;
    memset(&chosen, 0, sizeof chosen);
    chosen.picture = picture_options_of_game();
    int operands = argc;
    cli_status status = command_begin(command, &chosen, argc, argv, &operands);
    if (status == GO_ON)
        status = picture_options_begin(&chosen.picture, command->name);
    if (status == GO_ON && chosen.json && chosen.format != NULL)
        status = message_usage(command->name, "--json and --format exclude each other");
    if (status == GO_ON && chosen.any_order && chosen.spin != 0)
        status = message_usage(command->name, "--any-order and --spin exclude each other");
    if (status == GO_ON)
        status = cmd_clear_answer(&chosen, argv + operands, argc - operands);
    picture_options_free(&chosen.picture);
    text_list_free(&chosen.paths);
    return status;
}

const subcommand command_clear = {
    .name = "clear",
    .operands = "path|percent|save|best|cover|setup|ways PATTERN...",
    .summary = "find perfect clears, and how many queues have one",
    .description =
        "Drops the tetrominoes of a queue so that rows clear as they fill and nothing is\n"
        "left. PATTERN is such a queue, or stands for many.\n"
        "\n"
        "Actions:\n"
        "  path     print each solution once, whatever the order of the pieces, and with\n"
        "           several queues how many of them build it, the most useful first; the\n"
        "           exit status is 1 if there is no solution\n"
        "  percent  print how many of the queues have a solution\n"
        "  save     print how many queues can keep which pieces after the clear, or pieces\n"
        "           for which an expression such as 'T&&!I' or 'T||(I&&L)' is true\n"
        "  best     print the chance of a clear when only the pieces of the queue are seen,\n"
        "           and after each drop one more, and the drops that keep it\n"
        "  cover    print how many queues build a drawing: a file with the letters of\n"
        "           pieces where these are to be, each page of a fumen, or all pieces of a\n"
        "           fumen that has one on each page\n"
        "  setup    print all ways to fill the squares I of the drawing in a file; squares\n"
        "           O may be filled, too\n"
        "  ways     print one way to clear with one queue, drop by drop, with any pieces, on\n"
        "           boards of up to 64 squares; the exit status is 4 if the search was\n"
        "           stopped before it found one\n"
        "\n"
        "A drop, such as T W 6 1, is a piece, its orientation (N as it spawns, then E, S, W\n"
        "clockwise), its leftmost column and its lowest row, both from 0.\n"
        "\n"
        "Patterns:\n"
        "  TIZJ     these pieces in this order\n"
        "  *p7      all orders of the seven pieces\n"
        "  [TIO]p2  two of these in all orders\n"
        "  [SZ]!    all of these in all orders\n"
        "  [^I]     any piece but I\n"
        "',' separates parts, ';' patterns, as in 'T,[SZ]!,*p4'. A name with a dot or a slash\n"
        "is a file of patterns, one on each line, or a fumen whose comment has the queue,\n"
        "#Q=[S](Z)IJ; - is standard input.\n",
    .examples = "  dropforge clear path TIZLISOZJTO\n"
                "  dropforge clear path TIZLISOZJTO --rules harddrop -o solutions.fumen\n"
                "  dropforge clear path '*p4' --field opener.txt --minimal\n"
                "  dropforge clear path TIZLISOZJTO --rules kicks.properties\n"
                "  dropforge clear path '*p4' --field opener.txt --spin any\n"
                "  dropforge clear best TIJLOS --field opener.txt --held Z\n"
                "  dropforge clear save '*p4' 'T&&!I' --field opener.txt\n"
                "  dropforge clear cover '*p7' drawing.txt --orders\n"
                "  dropforge clear setup '*p7' drawing.fumen --must I --may OS -o x.fumen\n"
                "  dropforge clear percent '*p4' --field opener.txt --tree 1\n"
                "  dropforge clear ways III --omino 5 --width 5 --rows 3 -o clear.gif\n"
                "  dropforge clear percent 'T,[SZ]!,*p4' --field opener.txt --failed 20\n",
    COMMAND_GROUPS(groups),
    .min_operands = 2,
    .max_operands = 2 + CLEAR_MAX_OPERANDS,
    .actions = "path percent save best cover setup ways",
    .formats = &clear_formats,
    .run = cmd_clear_run,
};
