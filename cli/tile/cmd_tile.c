#include <inttypes.h>
#include <string.h>

#include "cli/base/choice.h"
#include "cli/base/common_options.h"
#include "cli/base/digits.h"
#include "cli/base/message.h"
#include "cli/commands.h"
#include "dropforge/clear.h"
#include "dropforge/tile.h"
#include "tile_listing.h"
#include "tile_settings.h"

static bool take_symbols(void *field, const char *value)
{
    static const char *const names[] = {
        [DF_TILING_LETTERS] = "letters",
        [DF_TILING_NAMES] = "names",
        [DF_TILING_SYMBOLS] = "seed",
    };
    size_t index;
    const bool is_found = choice_find(names, sizeof names / sizeof names[0], value, &index);
    if (is_found)
        *(df_tiling_style *)field = (df_tiling_style)index;
    return is_found;
}

static bool take_rules(void *field, const char *value)
{
    static const char *const names[] = {
        [DF_CLEAR_HARD_DROP] = "harddrop",
        [DF_CLEAR_SRS] = "srs",
        [DF_CLEAR_SRS_180] = "srs+180",
    };
    size_t index;
    const bool is_found = choice_find(names, sizeof names / sizeof names[0], value, &index);
    if (is_found)
        *(df_clear_rules *)field = (df_clear_rules)index;
    return is_found;
}

#define FIELD(name) offsetof(tile_settings, name)

static const option_spec board_specs[] = {
    OPTION_PIECES(
        FIELD(board.pieces),
        "the pieces to use: letters of IOTSZJL, all seven by default; or a file with a list of "
        "pieces, such as x.pieces or ./x; - is standard input",
        .actions = "count list clear"),
    OPTION_OMINO(
        FIELD(board.pieces.squares),
        "use all polyominoes of N squares instead; pieces are never reflected, so a polyomino "
        "and its mirror image are two pieces",
        .actions = "count list clear"),
    {.name = "class",
     .argument = "NAME",
     .kind = OPTION_TAKE,
     .take = piece_choice_take_class,
     .offset = FIELD(board.pieces.kind),
     .actions = "list",
     .values = "free one-sided",
     .help =
         "with --omino and --once: use only one of a polyomino and its mirror image (free, the "
         "default), or allow both (one-sided)"},
    OPTION_MEMORY(FIELD(board.memory), "use at most this much memory, such as 600M or 2G; stop "
                                       "with a message if it is too little"),
    {.name = "limit",
     .argument = "N",
     .kind = OPTION_NUMBER64,
     .min = 1,
     .max = UINT64_MAX,
     .offset = FIELD(board.limit),
     .actions = "list clear",
     .help = "stop after N; without it 'list' lists all and 'clear' finds one way"},
    {.name = NULL},
};

static const option_spec output_specs[] = {
    OPTION_OUTPUT(FIELD(output.paths),
                  "write FILE in the format of its extension; may be repeated; - is standard "
                  "output",
                  .actions = "list clear"),
    OPTION_FORMAT(
        FIELD(output.format),
        "format of standard output and of files without a known extension; default for "
        "'list': txt; 'clear' takes it only with --output, in the formats of 'dropforge "
        "print' except blocks",
        .actions = "list clear"),
    OPTION_JSON(FIELD(output.json),
                "write one JSON object; with 'list' one on each line, as --format json"),
    {.name = NULL},
};

static const option_spec count_specs[] = {
    {.name = "primitive",
     .kind = OPTION_ON,
     .offset = FIELD(count.primitive),
     .help = "count only tilings that no vertical line cuts from bottom to top"},
    {.name = "components",
     .kind = OPTION_ON,
     .offset = FIELD(count.components),
     .help = "write a table of the ways to cut the board at such lines"},
    {.name = "tetris",
     .kind = OPTION_ON,
     .offset = FIELD(count.tetris),
     .help = "count the tilings in which some column is filled by itself, and the ways to "
             "choose one of these columns"},
    {.name = "by-pieces",
     .kind = OPTION_ON,
     .offset = FIELD(count.by_pieces),
     .help = "write a table of how many tilings use each number of each piece"},
    {.name = "symmetry",
     .kind = OPTION_ON,
     .offset = FIELD(count.symmetry),
     .help = "count tilings that are turned or reflected into each other once"},
    {.name = "mod",
     .argument = "M",
     .kind = OPTION_NUMBER64,
     .min = 1,
     .max = UINT64_MAX,
     .offset = FIELD(count.modulus),
     .help = "print only the number modulo M; one side of the "
             "board may then be as long as 18446744073709551615"},
    {.name = "recurrence",
     .kind = OPTION_ON,
     .offset = FIELD(count.recurrence),
     .help = "write the linear recurrence of the numbers for H rows: its order, its factors, "
             "and the numbers it begins with; W may be the letter W; more than six rows of "
             "tetrominoes take hours"},
    {.name = NULL},
};

static const option_spec list_specs[] = {
    {.name = "symbols",
     .argument = "NAME",
     .kind = OPTION_TAKE,
     .take = take_symbols,
     .offset = FIELD(list.symbols),
     .values = "letters names seed",
     .help =
         "draw each piece with a letter of its own (letters, the default), with its name "
         "(names), or with the symbols of tetris-composition-finder, one for each piece and "
         "orientation (seed)"},
    {.name = "skip",
     .argument = "K",
     .kind = OPTION_TEXT,
     .offset = FIELD(list.skip),
     .help = "skip the first K tilings without listing them; K may have any size"},
    {.name = "random",
     .argument = "N",
     .kind = OPTION_NUMBER64,
     .min = 1,
     .max = UINT64_MAX,
     .offset = FIELD(list.random),
     .help = "draw N tilings at random instead, each of them equally likely"},
    OPTION_SEED(FIELD(list.seed), "seed of the random draws, 0 by default"),
    {.name = "once",
     .kind = OPTION_ON,
     .offset = FIELD(list.once),
     .help = "only tilings that use each piece at most once"},
    {.name = "droppable",
     .kind = OPTION_ON,
     .offset = FIELD(list.droppable),
     .help = "only tilings that can be dropped; those of tetrominoes always can"},
    {.name = "order",
     .kind = OPTION_ON,
     .offset = FIELD(list.order),
     .help =
         "print below each tiling an order in which it can be dropped, written as by 'clear'"},
    {.name = "orders",
     .kind = OPTION_ON,
     .offset = FIELD(list.orders),
     .help = "print below each tiling in how many orders it can be dropped"},
    {.name = "count",
     .kind = OPTION_ON,
     .offset = FIELD(list.count),
     .help =
         "print only the number of tilings; with --orders the number of drop orders of all of "
         "them together"},
    {.name = "rank",
     .argument = "FILE",
     .kind = OPTION_TEXT,
     .offset = FIELD(list.rank),
     .help =
         "print only the number, from 0, of the tiling in FILE: a drawing with a letter for "
         "each piece, a drop list or a fumen; - is standard input"},
    {.name = NULL},
};

static const option_spec queue_specs[] = {
    {.name = "hold",
     .kind = OPTION_ON,
     .offset = FIELD(hold),
     .help = "allow hold before each drop; 'hold' before a drop says that it is used"},
    {.name = NULL},
};

static const option_spec clear_specs[] = {
    {.name = "rows",
     .argument = "H",
     .kind = OPTION_NUMBER,
     .min = 1,
     .max = DF_CLEAR_MAX_SQUARES,
     .offset = FIELD(clear.rows),
     .help = "number of rows to clear, 4 by default"},
    {.name = "width",
     .argument = "W",
     .kind = OPTION_NUMBER,
     .min = 1,
     .max = DF_CLEAR_MAX_SQUARES,
     .offset = FIELD(clear.width),
     .help = "columns of the empty field, 10 by default"},
    {.name = "field",
     .argument = "FILE",
     .kind = OPTION_TEXT,
     .offset = FIELD(clear.field),
     .help =
         "begin with the field of this file: a drawing, rows from the top, '.' or '_' for "
         "an empty square, any other ASCII character for a filled one; the field that a drop "
         "list leaves; or the first page of a fumen"},
    {.name = "all", .kind = OPTION_ON, .offset = FIELD(clear.all), .help = "find all ways"},
    {.name = "rules",
     .argument = "NAME",
     .kind = OPTION_TAKE,
     .take = take_rules,
     .offset = FIELD(clear.rules),
     .values = "harddrop srs srs+180",
     .help =
         "how pieces reach their places: harddrop, rotated and shifted above all others, then "
         "dropped straight down; srs, by all shifts, rotations and kicks of the Super "
         "Rotation System; srs+180, with half turns, too"},
    {.name = "nodes",
     .argument = "N",
     .kind = OPTION_NUMBER64,
     .min = 1,
     .max = UINT64_MAX,
     .offset = FIELD(clear.nodes),
     .help = "give up after N playfields"},
    {.name = "percent",
     .argument = "N",
     .kind = OPTION_NUMBER,
     .min = 1,
     .max = DF_CLEAR_MAX_DROPS,
     .offset = FIELD(clear.percent),
     .help =
         "print instead how many continuations of the queue, by N pieces from bags of seven, "
         "can clear"},
    {.name = NULL},
};

static const option_spec atlas_specs[] = {
    {.name = "ask",
     .argument = "FILE",
     .kind = OPTION_TEXT,
     .offset = FIELD(atlas.ask),
     .help = "answer the queues of FILE, one on each line, instead; - is standard input"},
    {.name = "terse",
     .kind = OPTION_ON,
     .offset = FIELD(atlas.terse),
     .help = "print only if a queue clears, not how; a thousand times as fast"},
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Pieces and limits", .specs = board_specs},
    {.title = "Output", .specs = output_specs},
    {.title = "Counting", .specs = count_specs, .actions = "count"},
    {.title = "Listing", .specs = list_specs, .actions = "list"},
    {.title = "Queues", .specs = queue_specs, .actions = "clear atlas"},
    {.title = "Clearing", .specs = clear_specs, .actions = "clear"},
    {.title = "The atlas", .specs = atlas_specs, .actions = "atlas"},
};

static int read_sides(const char *text, uint64_t max, tile_sides *sides)
{
    const char *end = digits_read(text, max, &sides->width);
    if (end != NULL && *end == 'x')
        end = digits_read(end + 1, max, &sides->height);
    else
        end = NULL;
    if (end == NULL || *end != '\0' || sides->width == 0 || sides->height == 0)
        return message_usage(
            "tile",
            "'%s' is not a board; give columns and rows, each from 1 to %" PRIu64
            ", such as 10x4",
            text, max);
    return -1;
}

static int read_size(const char *text, tile_size *size)
{
    tile_sides sides = {0};
    const int status = read_sides(text, DF_TILE_MAX_SIDE, &sides);
    *size = (tile_size){(unsigned)sides.width, (unsigned)sides.height};
    return status;
}

/* Sides may have any size with --mod only. A recurrence needs the rows only: Wx4. */
static int cmd_tile_count(const tile_settings *chosen, const char *operand,
                          const piece_choice *pieces)
{
    const df_piece_set *set = pieces->set;
    tile_sides sides = {.width = 1};
    const bool any_width = chosen->count.recurrence && strncmp(operand, "Wx", 2) == 0;
    const uint64_t max = chosen->count.modulus != 0 ? UINT64_MAX : DF_TILE_MAX_SIDE;
    const char *end = any_width ? digits_read(operand + 2, max, &sides.height) : NULL;
    if (any_width && end != NULL && *end == '\0' && sides.height > 0)
        return tile_count(chosen, sides, set);
    const int status = read_sides(operand, max, &sides);
    return status < 0 ? tile_count(chosen, sides, set) : status;
}

static int cmd_tile_atlas(const tile_settings *chosen, const char *operand,
                          const piece_choice *pieces)
{
    tile_size size;
    const int status = read_size(operand != NULL ? operand : "10x4", &size);
    return status < 0 ? tile_atlas(chosen, size, pieces->set) : status;
}

static int cmd_tile_list(const tile_settings *chosen, const char *operand,
                         const piece_choice *pieces)
{
    tile_size size;
    const int status = read_size(operand, &size);
    return status < 0 ? tile_list(chosen, size, pieces) : status;
}

static const struct tile_action {
    const char *name;
    int (*run)(const tile_settings *chosen, const char *operand, const piece_choice *pieces);
    bool needs_operand;
} actions[] = {
    {"count", cmd_tile_count, true},
    {"list", cmd_tile_list, true},
    {"clear", tile_clear, true},
    {"atlas", cmd_tile_atlas, false},
};

static int cmd_tile_run(const subcommand *command, int argc, char **argv)
{
    tile_settings chosen;
    memset(&chosen, 0, sizeof chosen);
    piece_choice pieces = {0};
    int operands = argc;
    int status = command_begin(command, &chosen, argc, argv, &operands);
    if (status >= 0) {
        text_list_free(&chosen.output.paths);
        return status;
    }
    const struct tile_action *action = actions;
    while (strcmp(action->name, argv[operands]) != 0)
        action++;
    const char *operand = argc - operands > 1 ? argv[operands + 1] : NULL;
    if (operand == NULL && action->needs_operand)
        status = message_usage(command->name, "missing operand; %s takes %s", command->name,
                               command->operands);
    if (status < 0)
        status = piece_choice_check(&chosen.board.pieces, command->name);
    if (status < 0)
        status = piece_choice_make(&pieces, &chosen.board.pieces);
    if (status < 0)
        status = action->run(&chosen, operand, &pieces);
    piece_choice_free(&pieces);
    text_list_free(&chosen.output.paths);
    return status < 0 ? STATUS_OK : status;
}

const subcommand command_tile = {
    .name = "tile",
    .operands = "count|list|clear|atlas [WxH|QUEUE]",
    .summary = "fill rectangles with pieces without gaps",
    .description =
        "Fills a board of W columns and H rows with pieces, without gaps or overhang.\n"
        "'count' prints the exact number of ways, and 'list' draws each of them once.\n"
        "'clear' drops the pieces of QUEUE, such as IOTSZJL, so that full rows clear and the\n"
        "playfield ends empty. It prints a line for each way, with drops as in a drop list;\n"
        "the exit status is 1 if there is none, and 4 if the search was stopped before that\n"
        "was known. 'atlas' finds all boards of W columns and H rows, 10x4 by default, that\n"
        "can be cleared, and prints how many boards and queues these are, or answers the\n"
        "queues of a file.\n",
    .examples = "  dropforge tile count 10x4\n"
                "  dropforge tile count 10x4 --tetris\n"
                "  dropforge tile count 10x20 --pieces IOTL\n"
                "  dropforge tile count 1000000000000000000x4 --mod 1000000007\n"
                "  dropforge tile list 10x4 --skip 400000 --limit 3 --order\n"
                "  dropforge tile list 10x20 --random 1 --symbols names\n"
                "  dropforge tile list 10x4 --random 50 -o sheet.png -o plan.drops\n"
                "  dropforge tile list 10x6 --omino 5 --once --limit 20 -o pentominoes.png\n"
                "  dropforge tile list 5x4 --omino 5 --droppable -o pentominoes.drops\n"
                "  dropforge tile clear IOTSZJLIOTS --hold\n"
                "  dropforge tile clear IOTSZJLIOTS --hold -o clear.gif\n"
                "  dropforge tile atlas 8x4\n"
                "  dropforge tile atlas --ask queues.txt --hold --terse\n",
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .min_operands = 1,
    .max_operands = 2,
    .actions = "count list clear atlas",
    .formats = &tile_formats,
    .run = cmd_tile_run,
};
