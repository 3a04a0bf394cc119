#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "action.h"
#include "command.h"
#include "common_options.h"
#include "digits.h"
#include "dropforge/omino_count.h"
#include "message.h"
#include "omino_format.h"
#include "omino_options.h"
#include "omino_settings.h"

#define FIELD(name) offsetof(omino_settings, name)

static const option_spec class_specs[] = {
    {.name = "class",
     .argument = "NAME",
     .kind = OPTION_TAKE,
     .take = omino_take_kind,
     .offset = FIELD(kind),
     .values = OMINO_KIND_VALUES,
     .help = "which ones count as one: free, those that can be turned and reflected into one "
             "another (the default); one-sided, those that can be turned into one another, as "
             "pieces of a game are, and those of a list of pieces should be; fixed, only those "
             "that can be shifted; path, one-sided "
             "ones that some walk visits square by square"},
    {.name = NULL},
};

static const option_spec output_specs[] = {
    OPTION_OUTPUT(FIELD(output.paths),
                  "write FILE in the format of its extension; may be repeated; - is standard "
                  "output"),
    OPTION_FORMAT(
        FIELD(output.format),
        "the format where the name of an output does not tell it, see below; otherwise "
        "text"),
    OPTION_JSON(FIELD(json),
                "the same as --format json; with 'count' one JSON object, with 'show' all "
                "features as JSON"),
    {.name = "limit",
     .argument = "K",
     .kind = OPTION_NUMBER64,
     .least = 1,
     .most = UINT64_MAX,
     .offset = FIELD(limit),
     .help = "'list' stops after K polyominoes, 'random' draws K, otherwise one"},
    {.name = NULL},
};

static const option_spec work_specs[] = {
    {.name = "method",
     .argument = "NAME",
     .kind = OPTION_TEXT,
     .offset = FIELD(method),
     .values = "transfer enumerate uniform grow walk",
     .help =
         "'count': transfer, by transfer matrix, as long as there is no filter, or "
         "enumerate, one by one; 'random': uniform, all equally likely (the default), grow, "
         "square by square at any place, or walk, left, forward or right from the last "
         "square"},
    OPTION_MEMORY(FIELD(memory),
                  "memory that the transfer matrix may use, such as 600M; with 'count' in each "
                  "thread"),
    OPTION_JOBS(FIELD(jobs),
                "threads to count with, otherwise one; the result is the same with any number"),
    {.name = "shard",
     .argument = "I/K",
     .kind = OPTION_TAKE,
     .take = omino_take_part,
     .offset = FIELD(part),
     .expects = OMINO_PART_EXPECTS,
     .help = "only part I of K parts, by enumeration: 'list' lists it, and 'count' writes a "
             "result for 'merge'"},
    {.name = "mpi",
     .kind = OPTION_ON,
     .offset = FIELD(mpi),
     .help = "'count' shares the enumeration with the other processes that mpirun has started"},
    {.name = "count",
     .kind = OPTION_ON,
     .offset = FIELD(only_count),
     .help = "'list' tells only how many it would list"},
    {.name = "by-symmetry",
     .kind = OPTION_ON,
     .offset = FIELD(count.by_symmetry),
     .help = "'count' tells how many free ones have each of the eight symmetries"},
    {.name = "sizes",
     .kind = OPTION_ON,
     .offset = FIELD(count.sizes),
     .help = "'count' tells the numbers for all sizes up to N"},
    OPTION_SEED(FIELD(seed), "another seed draws others; otherwise 0"),
    {.name = "from",
     .argument = "FILE",
     .kind = OPTION_TEXT,
     .offset = FIELD(from),
     .help = "'show' takes the codes and drawings of FILE; - is standard input"},
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Class", .specs = class_specs},
    {.title = "Filters of 'list' and 'count'", .specs = omino_filter_specs},
    {.title = "Output", .specs = output_specs},
    {.title = "Work", .specs = work_specs},
};

static const struct action {
    const char *name;
    int (*run)(const omino_settings *chosen, const char *operand);
    const char *needs; /* an operand, or NULL */
    bool takes_several;
} actions[] = {
    {.name = "list", .run = omino_list, .needs = "a number of squares"},
    {.name = "count", .run = omino_count, .needs = "a number of squares"},
    {.name = "merge",
     .run = omino_merge,
     .needs = "the results of all shards",
     .takes_several = true},
    {.name = "random", .run = omino_random, .needs = "a number of squares"},
    {.name = "show", .run = omino_show},
};

enum { ACTION_COUNT = sizeof actions / sizeof actions[0] };

/* Settings of which not all actions know. */
static const action_share shares[] = {
    {FIELD(kind), sizeof(omino_kind), "--class", "list count random"},
    {FIELD(filter), sizeof(df_ominoes_filter), "filters", "list count"},
    {FIELD(output), sizeof(omino_output_settings), "--output and --format",
     "list count random show"},
    {FIELD(limit), sizeof(uint64_t), "--limit", "list random"},
    {FIELD(method), sizeof(const char *), "--method", "count random"},
    {FIELD(memory), sizeof(uint64_t), "--memory", "count random"},
    {FIELD(jobs), sizeof(unsigned), "--jobs", "list count"},
    {FIELD(only_count), sizeof(bool), "--count", "list"},
    {FIELD(count), sizeof(omino_count_settings), "--by-symmetry and --sizes", "count"},
    {FIELD(seed), sizeof(uint64_t), "--seed", "random"},
    {FIELD(from), sizeof(const char *), "--from", "show"},
    {FIELD(part), sizeof(omino_part), "--shard", "list count"},
    {FIELD(mpi), sizeof(bool), "--mpi", "count"},
};

int omino_read_size(const char *text, unsigned most, unsigned *size)
{
    uint64_t number = 0;
    const char *end = digits_read(text, most, &number);
    if (end == NULL || *end != '\0' || number == 0)
        return message_usage(
            "omino", "the number of squares is to be from 1 to %u here, not '%s'", most, text);
    *size = (unsigned)number;
    return -1;
}

static int run(const subcommand *command, int argc, char **argv)
{
    omino_settings chosen;
    memset(&chosen, 0, sizeof chosen);
    int operands = argc;
    int status = command_begin(command, &chosen, argc, argv, &operands);
    const struct action *action = NULL;
    for (size_t i = 0; i < ACTION_COUNT && status < 0; i++) {
        if (strcmp(actions[i].name, argv[operands]) == 0)
            action = &actions[i];
    }
    const bool has_operand = status < 0 && argc - operands > 1;
    const char *operand = has_operand ? argv[operands + 1] : NULL;
    if (has_operand) {
        chosen.operands = argv + operands + 1;
        chosen.operand_count = (size_t)(argc - operands - 1);
    }
    if (status < 0 && action == NULL)
        status = message_usage(command->name, "there is no action '%s'", argv[operands]);
    else if (status < 0 && !has_operand && action->needs != NULL)
        status = message_usage(command->name, "missing operand; '%s' takes %s", action->name,
                               action->needs);
    else if (status < 0 && chosen.operand_count > 1 && !action->takes_several)
        status =
            message_usage(command->name, "'%s' is one operand too many", chosen.operands[1]);
    const bool is_right = status < 0;
    if (is_right)
        status = action_check_options(command->name, action->name, &chosen, shares,
                                      sizeof shares / sizeof shares[0]);
    if (is_right && status < 0)
        status = omino_check_filter(&chosen);
    if (is_right && status < 0) {
        status = action->run(&chosen, operand);
        status = status < 0 ? STATUS_OK : status;
    }
    text_list_free(&chosen.output.paths);
    return status;
}

const subcommand command_omino = {
    .name = "omino",
    .operands = "list|count|merge|random|show [N|CODE|FILE...]",
    .summary = "make, count, draw and study polyominoes",
    .description =
        "Polyominoes are sets of N squares that hang together by their sides. 'list' writes\n"
        "each of them once, 'count' tells exactly how many there are, and 'random' draws some\n"
        "at random. 'show' tells everything about one, which is given by its code, such as "
        "7.2\n"
        "for the T (rows from the bottom as hexadecimal numbers, the lowest bit at the left),\n"
        "by a drawing, such as '.#./###', or by the name of a piece, such as T, W or F5.\n"
        "'merge' adds up the results of 'count --shard'.\n"
        "\n"
        "To count takes a minute for 36 squares if fixed; for free and one-sided ones twenty\n"
        "seconds for 30 and twice as long for each square more. Uniform draws of 32, 33 and "
        "34\n"
        "squares need --memory 3G, 4G and 6G.\n",
    .examples = "  dropforge omino list 4\n"
                "  dropforge omino list 5 --class one-sided -o pentominoes.pieces\n"
                "  dropforge omino list 7 --holes 1.. --format code\n"
                "  dropforge omino list 5 -o pentominoes.png\n"
                "  dropforge omino list 6 --class one-sided -o hexominoes.xmpuzzle\n"
                "  dropforge omino count 20\n"
                "  dropforge omino count 10 --class fixed --column-convex\n"
                "  dropforge omino count 16 --by-symmetry --sizes\n"
                "  dropforge omino count 14 --holes 2.. --shard 1/2 -o 1.shard\n"
                "  dropforge omino random 12 --seed 7 --limit 3\n"
                "  dropforge omino random 1000 --method grow -o blob.svg\n"
                "  dropforge omino show 7.2\n"
                "  dropforge omino show '.##/##./.#.' --json\n",
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .least_operands = 1,
    .most_operands = INT_MAX,
    .takes_files = true,
    .actions = "list count merge random show",
    .formats = &omino_formats,
    .run = run,
};
