#include <stdio.h>
#include <string.h>

#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "cli/commands.h"
#include "dropforge/omino.h"
#include "omino_settings.h"
#include "omino_source.h"

#define FIELD(name) offsetof(omino_settings, name)

static const option_spec class_specs[] = {
    OPTION_NAMED(
        "class", "NAME", "free one-sided fixed path", FIELD(kind),
        "which polyominoes count as the same: free, rotations and reflections of each "
        "other (the default); one-sided, rotations, as for the pieces of a game and of "
        "a list of pieces; fixed, only shifts; path, one-sided ones that a walk can "
        "visit square by square",
        .actions = "list count random"),
    {.name = NULL},
};

static const option_spec output_specs[] = {
    OPTION_OUTPUT(
        FIELD(output.paths),
        "write FILE in the format of its extension; may be repeated; - is standard output",
        .actions = "list random show"),
    OPTION_FORMAT(FIELD(output.format),
                  "the format of outputs without a known extension, see below; text by default",
                  .actions = "list random show"),
    OPTION_JSON(FIELD(json), "the same as --format json; with 'count' one JSON object, with "
                             "'show' all features as JSON"),
    OPTION_COUNT("limit", "K", FIELD(limit), 1, UINT64_MAX,
                 "'list' stops after K polyominoes; 'random' draws K, one by default",
                 .actions = "list random"),
    {.name = NULL},
};

static const option_spec work_specs[] = {
    OPTION_NAMED(
        "method", "NAME", "transfer enumerate uniform grow walk", FIELD(method),
        "'count': transfer, by transfer matrix, without filters, or enumerate, "
        "one by one; 'random': uniform, all equally likely (the default), grow, square "
        "by square at any place, or walk, left, forward or right from the last square",
        .min = OMINO_TRANSFER, .actions = "count random"),
    OPTION_MEMORY(
        FIELD(memory),
        "memory limit of the transfer matrix, such as 600M; with 'count' for each thread",
        .actions = "count random"),
    OPTION_JOBS(FIELD(jobs), .actions = "count"),
    OPTION_FLAG(
        "mpi", FIELD(mpi),
        "'count' shares the enumeration with the other processes that mpirun has started",
        .actions = "count"),
    OPTION_FLAG("by-symmetry", FIELD(count.by_symmetry),
                "'count' prints how many free ones have each of the eight symmetries",
                .actions = "count"),
    OPTION_FLAG("sizes", FIELD(count.sizes), "'count' prints the numbers for all sizes up to N",
                .actions = "count"),
    OPTION_SEED("the random draws", FIELD(seed), .actions = "random"),
    OPTION_STRING("from", "FILE", FIELD(from),
                  "'show' reads codes and drawings from FILE; - is standard input",
                  .actions = "show"),
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Class", .specs = class_specs},
    {.title = "Filters of 'list' and 'count'",
     .specs = omino_filter_specs,
     .actions = "list count"},
    {.title = "Output", .specs = output_specs},
    {.title = "Work", .specs = work_specs},
};

static const struct omino_action {
    const char *name;
    cli_status (*run)(const omino_settings *chosen, const char *operand);
    const char *needs; /* an operand, or NULL */
} actions[] = {
    {.name = "list", .run = omino_list, .needs = "a number of squares"},
    {.name = "count", .run = omino_count, .needs = "a number of squares"},
    {.name = "random", .run = omino_random, .needs = "a number of squares"},
    {.name = "show", .run = omino_show},
};

static cli_status cmd_omino_run(const subcommand *command, int argc, char **argv)
{
    omino_settings chosen;
    memset(&chosen, 0, sizeof chosen);
    int operands = argc;
    cli_status status = command_begin(command, &chosen, argc, argv, &operands);
    const struct omino_action *action = actions;
    while (status == GO_ON && strcmp(action->name, argv[operands]) != 0)
        action++;
    const bool has_operand = status == GO_ON && argc - operands > 1;
    const char *operand = has_operand ? argv[operands + 1] : NULL;
    if (status == GO_ON && !has_operand && action->needs != NULL)
        status = message_usage(command->name, "missing operand; '%s' takes %s", action->name,
                               action->needs);
    else if (status == GO_ON && argc - operands > 2)
        status = message_usage(command->name, "unexpected argument '%s'", argv[operands + 2]);
    if (status == GO_ON)
        status = omino_check_filter(&chosen);
    if (status == GO_ON)
        status = action->run(&chosen, operand);
    text_list_free(&chosen.output.paths);
    return status;
}

const subcommand command_omino = {
    .name = "omino",
    .operands = "list|count|random|show [N|CODE]",
    .summary = "make, count, draw and study polyominoes",
    .description =
        "Polyominoes are sets of N squares that are connected by their sides. 'list' writes\n"
        "each of them once, 'count' prints how many there are, and 'random' draws some at\n"
        "random. 'show' prints all features of one. Give it as a code, such as 7.2 for the T\n"
        "(rows from the bottom as hexadecimal numbers, the lowest bit at the left), as a\n"
        "drawing, such as '.#./###', or by the name of a piece, such as T, W or F5.\n"
        "\n"
        "Counting fixed polyominoes of 36 squares takes a minute. Free and one-sided ones of\n"
        "30 squares take twenty seconds, and each further square doubles the time. Uniform\n"
        "draws of 32, 33 and 34 squares need --memory 3G, 4G and 6G.\n",
    .examples = "  dropforge omino list 4\n"
                "  dropforge omino list 5 --class one-sided -o pentominoes.pieces\n"
                "  dropforge omino list 7 --holes 1.. --format code\n"
                "  dropforge omino list 5 -o pentominoes.png\n"
                "  dropforge omino list 6 --class one-sided -o hexominoes.pieces\n"
                "  dropforge omino count 20\n"
                "  dropforge omino count 10 --class fixed --column-convex\n"
                "  dropforge omino count 16 --by-symmetry --sizes\n"
                "  dropforge omino count 14 --class fixed --sizes\n"
                "  dropforge omino random 12 --seed 7 --limit 3\n"
                "  dropforge omino random 1000 --method grow -o blob.svg\n"
                "  dropforge omino show 7.2\n"
                "  dropforge omino show '.##/##./.#.' --json\n",
    COMMAND_GROUPS(groups),
    .min_operands = 1,
    .max_operands = 2,
    .takes_files = true,
    .actions = "list count random show",
    .formats = &omino_formats,
    .run = cmd_omino_run,
};
