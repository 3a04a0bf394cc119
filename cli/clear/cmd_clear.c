#include <stdlib.h>
#include <string.h>

#include "clear_settings.h"
#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "cli/base/progress.h"
#include "cli/commands.h"
#include "cli/piece/field_file.h"

#define FIELD(name) offsetof(clear_settings, name)

enum { CLEAR_DEFAULT_ROWS = 4, CLEAR_DEFAULT_WIDTH = 10 };

static const option_spec board_specs[] = {
    OPTION_STRING("field", "FILE", FIELD(field),
                  "begin with the field of this file: a drawing, rows from the top, '.' or '_' "
                  "for an empty square, any other ASCII character for a filled one; the field "
                  "that a drop list leaves; or the first page of a fumen"),
    OPTION_RANGE("rows", "H", FIELD(rows), 1, DF_CLEAR_SOLVER_MAX_ROWS,
                 "number of rows to clear, 4 by default"),
    {.name = "no-hold",
     .kind = OPTION_ON,
     .offset = FIELD(no_hold),
     .help = "play without hold"},
    OPTION_TAKEN(
        "rules", "NAME|FILE", clear_rules_take, FIELD(rules),
        "how pieces reach their places: srs, the default, by all shifts, rotations and "
        "kicks of the Super Rotation System; with half turns, too: srs+180, tetrio (SRS+), "
        "jstris or nullpomino180; nokicks, without kicks; tucks, rotated above all others, "
        "then shifted and lowered; t-softdrop, srs for T and harddrop for others; harddrop, "
        "rotated and shifted above all others, then dropped straight down; or by the kicks "
        "of a file in solution-finder's format, FILE.properties",
        .value = clear_rules_name,
        .expects = "a name such as srs, tetrio or tucks, or a file such as kicks.properties",
        .may_be_file = true),
    OPTION_MEMORY(FIELD(memory), "use at most this much memory, such as 600M or 2G, 1G by "
                                 "default; stop with a message if it is too little"),
    OPTION_JSON(FIELD(json),
                "write one JSON object; with 'path' one on each line, as --format json"),
    {.name = NULL},
};

static const option_spec path_specs[] = {
    OPTION_COUNT("limit", "N", FIELD(limit), 1, UINT64_MAX,
                 "stop after N solutions; of several queues, print the first N"),
    OPTION_FLAG("minimal", FIELD(minimal),
                "print the fewest solutions that together cover every queue that has one"),
    OPTION_FLAG("unique", FIELD(unique),
                "print only solutions that are the only one of some queue"),
    OPTION_COUNT(
        "nodes", "N", FIELD(nodes), 1, UINT64_MAX,
        "with --minimal stop after N steps of its search, 20000 by default: then fewer "
        "solutions may do, which a message says, and the exit status is 4"),
    OPTION_OUTPUT(
        FIELD(paths),
        "write FILE in the format of its extension; may be repeated; - is standard output"),
    OPTION_FORMAT(FIELD(format),
                  "format of standard output and of files without a known extension; txt by "
                  "default"),
    {.name = NULL},
};

static const option_spec percent_specs[] = {
    OPTION_RANGE(
        "tree", "N", FIELD(tree), 1, CLEAR_MAX_LENGTH,
        "print the shares by the first piece, too, and by each more up to the first N"),
    OPTION_COUNT("failed", "N", FIELD(failed), 1, UINT64_MAX,
                 "print at most N queues that do not clear"),
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "The board", .specs = board_specs},
    {.title = "Solutions", .specs = path_specs, .actions = "path"},
    {.title = "Shares", .specs = percent_specs, .actions = "percent"},
};

static int cmd_clear_read_field(clear_question *question, df_field **field)
{
    const char *path = question->chosen->field;
    if (path == NULL)
        return df_field_create(field, CLEAR_DEFAULT_WIDTH, question->rows) == DF_OK
                   ? -1
                   : message("out of memory");
    const int status = field_file_read(path, question->rows, field);
    if (status >= 0)
        return status;
    if ((*field)->width * question->rows > DF_CLEAR_SOLVER_MAX_SQUARES)
        return message("%s: a field of %u columns and %u rows cannot be solved; it has more "
                       "than %d squares; take fewer --rows",
                       input_name(path), (unsigned)(*field)->width, question->rows,
                       DF_CLEAR_SOLVER_MAX_SQUARES);
    return -1;
}

static int cmd_clear_make_solver(clear_question *question)
{
    df_clear_request request = {.set = question->set,
                                .field = question->field,
                                .rows = question->rows,
                                .memory = question->chosen->memory};
    df_error error = {0};
    const int chosen = clear_rules_set(&question->chosen->rules, &request, question->turns);
    if (chosen >= 0)
        return chosen;
    progress_begin("finding places");
    const df_status status = df_clear_solver_create(&question->solver, &request, &error);
    progress_end();
    const int answer = message_status(status, &error);
    if (answer >= 0)
        return answer;
    const unsigned drops = df_clear_solver_drops(question->solver);
    if (drops == 0)
        return message("pieces of four squares cannot fill the empty squares of %u rows; take "
                       "another number of --rows",
                       question->rows);
    if (question->queues->length < drops)
        return message("%u pieces fill this board, and the queue has %zu; give more", drops,
                       question->queues->length);
    return -1;
}

static int cmd_clear_answer(const clear_settings *chosen, const char *action,
                            const char *pattern)
{
    clear_queues queues = {0};
    df_field *field = NULL;
    df_piece_set *set = NULL;
    clear_question question = {.chosen = chosen,
                               .rows = chosen->rows > 0 ? chosen->rows : CLEAR_DEFAULT_ROWS,
                               .queues = &queues};
    int status = -1;
    if (chosen->field != NULL && strcmp(chosen->field, "-") == 0 && strcmp(pattern, "-") == 0)
        status = message_usage("clear", "the field and the queues cannot both be standard "
                                        "input; name a file");
    if (status < 0)
        status = clear_queues_read(pattern, &queues);
    if (status < 0)
        status = cmd_clear_read_field(&question, &field);
    if (status < 0)
        status = message_status(df_piece_set_tetrominoes(&set), NULL);
    question.field = field;
    question.set = set;
    if (status < 0)
        status = cmd_clear_make_solver(&question);
    if (status < 0)
        status = strcmp(action, "path") == 0 ? clear_path(&question) : clear_percent(&question);
    df_clear_solver_free(question.solver);
    df_piece_set_free(set);
    df_field_free(field);
    df_clear_pattern_free(&queues);
    return status;
}

static int cmd_clear_run(const subcommand *command, int argc, char **argv)
{
    clear_settings chosen;
    memset(&chosen, 0, sizeof chosen);
    int operands = argc;
    int status = command_begin(command, &chosen, argc, argv, &operands);
    if (status < 0 && chosen.json && chosen.format != NULL)
        status = message_usage(command->name, "--json and --format exclude each other");
    if (status < 0)
        status = cmd_clear_answer(&chosen, argv[operands], argv[operands + 1]);
    text_list_free(&chosen.paths);
    return status < 0 ? STATUS_OK : status;
}

const subcommand command_clear = {
    .name = "clear",
    .operands = "path|percent PATTERN",
    .summary = "find perfect clears, and how many queues have one",
    .description =
        "Drops the tetrominoes of a queue so that rows clear as they fill and nothing is "
        "left.\n"
        "'path' prints every solution of the queues of PATTERN once, such as IOTSZJL: pieces\n"
        "in the same places are one solution, whatever the order. Of several queues it prints\n"
        "how many of them build each solution, those of most queues first. The exit status is\n"
        "1 if there is no solution. 'percent' prints how many of the queues have one.\n"
        "In PATTERN *p7 stands for all orders of seven pieces, [TIO]p2 for two of these, "
        "[SZ]!\n"
        "for both in either order, [^I] for any but I; ',' separates parts and ';' patterns. "
        "A\n"
        "name with a dot or a slash is a file of patterns, one on each line; - is standard\n"
        "input.\n",
    .examples = "  dropforge clear path TIZLISOZJTO\n"
                "  dropforge clear path TIZLISOZJTO --rules harddrop -o solutions.fumen\n"
                "  dropforge clear path '*p4' --field opener.txt --minimal\n"
                "  dropforge clear path TIZLISOZJTO --rules kicks.properties\n"
                "  dropforge clear percent '*p6' --rows 2 --tree 1\n"
                "  dropforge clear percent 'T,[SZ]!,*p4' --field opener.txt --failed 20\n",
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .min_operands = 2,
    .max_operands = 2,
    .actions = "path percent",
    .formats = &clear_formats,
    .run = cmd_clear_run,
};
