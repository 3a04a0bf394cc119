#include <inttypes.h>
#include <string.h>

#include "action.h"
#include "choice.h"
#include "command.h"
#include "common_options.h"
#include "digits.h"
#include "dropforge/clear.h"
#include "dropforge/tile.h"
#include "message.h"
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
        "the pieces to fill with: letters of IOTSZJL, otherwise all seven; or a file with "
        "a list of pieces, such as x.pieces or ./x; - is standard input"),
    OPTION_OMINO(
        FIELD(board.pieces.squares),
        "fill with all polyominoes of N squares instead; none is turned over, so one and "
        "its mirror image are two pieces"),
    {.name = "class",
     .argument = "NAME",
     .kind = OPTION_TAKE,
     .take = piece_choice_take_class,
     .offset = FIELD(board.pieces.kind),
     .values = "free one-sided",
     .help =
         "with --omino and --once: whether of a polyomino and its mirror image only one may "
         "be used (free, the default) or both (one-sided)"},
    OPTION_MEMORY(
        FIELD(board.memory),
        "memory that may be used, such as 600M or 2G; what needs more ends with a message"),
    {.name = "limit",
     .argument = "N",
     .kind = OPTION_NUMBER64,
     .least = 1,
     .most = UINT64_MAX,
     .offset = FIELD(board.limit),
     .help = "stop after so many; without it 'list' lists all and 'clear' finds one way"},
    {.name = NULL},
};

static const option_spec output_specs[] = {
    OPTION_OUTPUT(FIELD(output.paths),
                  "write FILE in the format of its extension; may be repeated; - is standard "
                  "output"),
    OPTION_FORMAT(FIELD(output.format),
                  "format of standard output and of files without a known extension, otherwise "
                  "txt for 'list' and drops for 'clear'"),
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
     .least = 1,
     .most = UINT64_MAX,
     .offset = FIELD(count.modulus),
     .help = "tell only what is left of the number when it is divided by M; one side of the "
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
         "draw with another letter for each piece (letters, the default), with the names of "
         "the pieces (names), or with those of the tetris-composition-finder, one for each "
         "piece and orientation (seed)"},
    {.name = "skip",
     .argument = "K",
     .kind = OPTION_TEXT,
     .offset = FIELD(list.skip),
     .help = "leave out the first K tilings, at once; K may have any size"},
    {.name = "random",
     .argument = "N",
     .kind = OPTION_NUMBER64,
     .least = 1,
     .most = UINT64_MAX,
     .offset = FIELD(list.random),
     .help = "draw N tilings at random instead, each of them equally likely"},
    OPTION_SEED(FIELD(list.seed), "another seed draws other tilings; otherwise 0"),
    {.name = "once",
     .kind = OPTION_ON,
     .offset = FIELD(list.once),
     .help = "only tilings that use each piece at most once"},
    {.name = "droppable",
     .kind = OPTION_ON,
     .offset = FIELD(list.droppable),
     .help = "only tilings that can be dropped, as all of tetrominoes can"},
    {.name = "order",
     .kind = OPTION_ON,
     .offset = FIELD(list.order),
     .help =
         "tell below each tiling an order in which it can be dropped, written as by 'clear'"},
    {.name = "orders",
     .kind = OPTION_ON,
     .offset = FIELD(list.orders),
     .help = "tell below each tiling in how many orders it can be dropped"},
    {.name = "count",
     .kind = OPTION_ON,
     .offset = FIELD(list.count),
     .help = "tell only how many tilings there are; with --orders how many drop orders they "
             "have together"},
    {.name = "rank",
     .argument = "FILE",
     .kind = OPTION_TEXT,
     .offset = FIELD(list.rank),
     .help = "tell only the number, from 0, of the tiling in FILE: a drawing with a letter for "
             "each piece, a drop list or a fumen; - is standard input"},
    {.name = NULL},
};

static const option_spec queue_specs[] = {
    {.name = "hold",
     .kind = OPTION_ON,
     .offset = FIELD(hold),
     .help =
         "a piece may be put aside before each drop; 'hold' before a drop says that one is"},
    {.name = NULL},
};

static const option_spec clear_specs[] = {
    {.name = "rows",
     .argument = "H",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = DF_CLEAR_MAX_SQUARES,
     .offset = FIELD(clear.rows),
     .help = "clear so many rows, otherwise 4"},
    {.name = "width",
     .argument = "W",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = DF_CLEAR_MAX_SQUARES,
     .offset = FIELD(clear.width),
     .help = "columns of the empty field, otherwise 10"},
    {.name = "field",
     .argument = "FILE",
     .kind = OPTION_TEXT,
     .offset = FIELD(clear.field),
     .help = "begin with the field of this file: a drawing, rows from the top, '.' or '_' for "
             "an empty square, any other sign of ASCII for a filled one; what a drop list "
             "leaves; or the first page of a fumen"},
    {.name = "all", .kind = OPTION_ON, .offset = FIELD(clear.all), .help = "find all ways"},
    {.name = "rules",
     .argument = "NAME",
     .kind = OPTION_TAKE,
     .take = take_rules,
     .offset = FIELD(clear.rules),
     .values = "harddrop srs srs+180",
     .help = "how pieces get to their places: harddrop, turned and shifted above everything, "
             "then straight down; srs, by every shift, turn and kick of the Super Rotation "
             "System; srs+180, with half turns, too"},
    {.name = "nodes",
     .argument = "N",
     .kind = OPTION_NUMBER64,
     .least = 1,
     .most = UINT64_MAX,
     .offset = FIELD(clear.nodes),
     .help = "give up after N playfields"},
    {.name = "percent",
     .argument = "N",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = DF_CLEAR_MAX_DROPS,
     .offset = FIELD(clear.percent),
     .help = "tell instead how many of the continuations of the queue by N pieces from bags of "
             "seven can clear"},
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
     .help = "only whether a queue clears, not how: a thousand times as fast"},
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Pieces and limits", .specs = board_specs},
    {.title = "Output", .specs = output_specs},
    {.title = "Counting", .specs = count_specs},
    {.title = "Listing", .specs = list_specs},
    {.title = "Queues", .specs = queue_specs},
    {.title = "Clearing", .specs = clear_specs},
    {.title = "The atlas", .specs = atlas_specs},
};

static int read_sides(const char *text, uint64_t most, tile_sides *sides)
{
    const char *end = digits_read(text, most, &sides->width);
    if (end != NULL && *end == 'x')
        end = digits_read(end + 1, most, &sides->height);
    else
        end = NULL;
    if (end == NULL || *end != '\0' || sides->width == 0 || sides->height == 0)
        return message_usage("tile",
                             "'%s' is no board; give columns and rows, each from 1 to %" PRIu64
                             ", such as 10x4",
                             text, most);
    return -1;
}

static int read_size(const char *text, tile_size *size)
{
    tile_sides sides = {0};
    const int status = read_sides(text, DF_TILE_MAX_SIDE, &sides);
    *size = (tile_size){(unsigned)sides.width, (unsigned)sides.height};
    return status;
}

/* Only the rest may be of any size; of a recurrence only the rows matter: Wx4. */
static int count(const tile_settings *chosen, const char *operand, const piece_choice *pieces)
{
    const df_piece_set *set = pieces->set;
    tile_sides sides = {.width = 1};
    const bool any_width = chosen->count.recurrence && strncmp(operand, "Wx", 2) == 0;
    const uint64_t most = chosen->count.modulus != 0 ? UINT64_MAX : DF_TILE_MAX_SIDE;
    const char *end = any_width ? digits_read(operand + 2, most, &sides.height) : NULL;
    if (any_width && end != NULL && *end == '\0' && sides.height > 0)
        return tile_count(chosen, sides, set);
    const int status = read_sides(operand, most, &sides);
    return status < 0 ? tile_count(chosen, sides, set) : status;
}

static int atlas(const tile_settings *chosen, const char *operand, const piece_choice *pieces)
{
    tile_size size;
    const int status = read_size(operand != NULL ? operand : "10x4", &size);
    return status < 0 ? tile_atlas(chosen, size, pieces->set) : status;
}

static int list(const tile_settings *chosen, const char *operand, const piece_choice *pieces)
{
    tile_size size;
    const int status = read_size(operand, &size);
    return status < 0 ? tile_list(chosen, size, pieces) : status;
}

/* What can be done. */
static const struct action {
    const char *name;
    int (*run)(const tile_settings *chosen, const char *operand, const piece_choice *pieces);
    bool needs_operand;
} actions[] = {
    {"count", count, true},
    {"list", list, true},
    {"clear", tile_clear, true},
    {"atlas", atlas, false},
};

enum { ACTION_COUNT = sizeof actions / sizeof actions[0] };

/* Settings of which not all actions know. */
static const action_share shares[] = {
    {FIELD(board.pieces.kind), sizeof(piece_class), "--class", "list"},
    {FIELD(board.pieces), sizeof(piece_options), "--pieces and --omino", "count list clear"},
    {FIELD(output.paths), sizeof(text_list), "--output", "list clear"},
    {FIELD(output.format), sizeof(const char *), "--format", "list clear"},
    {FIELD(output.json), sizeof(bool), "--json", "count list clear atlas"},
    {FIELD(count.primitive), sizeof(bool), "--primitive", "count"},
    {FIELD(count.components), sizeof(bool), "--components", "count"},
    {FIELD(count.tetris), sizeof(bool), "--tetris", "count"},
    {FIELD(count.by_pieces), sizeof(bool), "--by-pieces", "count"},
    {FIELD(count.symmetry), sizeof(bool), "--symmetry", "count"},
    {FIELD(count.recurrence), sizeof(bool), "--recurrence", "count"},
    {FIELD(count.modulus), sizeof(uint64_t), "--mod", "count"},
    {FIELD(list.symbols), sizeof(df_tiling_style), "--symbols", "list"},
    {FIELD(list.skip), sizeof(const char *), "--skip", "list"},
    {FIELD(list.random), sizeof(uint64_t), "--random", "list"},
    {FIELD(list.seed), sizeof(uint64_t), "--seed", "list"},
    {FIELD(list.once), sizeof(bool), "--once", "list"},
    {FIELD(list.droppable), sizeof(bool), "--droppable", "list"},
    {FIELD(list.order), sizeof(bool), "--order", "list"},
    {FIELD(list.orders), sizeof(bool), "--orders", "list"},
    {FIELD(list.count), sizeof(bool), "--count", "list"},
    {FIELD(list.rank), sizeof(const char *), "--rank", "list"},
    {FIELD(hold), sizeof(bool), "--hold", "clear atlas"},
    {FIELD(clear.rows), sizeof(unsigned), "--rows", "clear"},
    {FIELD(clear.width), sizeof(unsigned), "--width", "clear"},
    {FIELD(clear.field), sizeof(const char *), "--field", "clear"},
    {FIELD(clear.percent), sizeof(unsigned), "--percent", "clear"},
    {FIELD(clear.all), sizeof(bool), "--all", "clear"},
    {FIELD(clear.rules), sizeof(df_clear_rules), "--rules", "clear"},
    {FIELD(clear.nodes), sizeof(uint64_t), "--nodes", "clear"},
    {FIELD(atlas.ask), sizeof(const char *), "--ask", "atlas"},
    {FIELD(atlas.terse), sizeof(bool), "--terse", "atlas"},
};

static int run(const subcommand *command, int argc, char **argv)
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
    const struct action *action = NULL;
    for (size_t i = 0; i < ACTION_COUNT; i++) {
        if (strcmp(actions[i].name, argv[operands]) == 0)
            action = &actions[i];
    }
    const char *operand = argc - operands > 1 ? argv[operands + 1] : NULL;
    status = -1;
    if (action == NULL)
        status = message_usage(command->name, "there is no action '%s'", argv[operands]);
    else if (operand == NULL && action->needs_operand)
        status = message_usage(command->name, "missing operand; %s takes %s", command->name,
                               command->operands);
    if (status < 0)
        status = action_check_options(command->name, action->name, &chosen, shares,
                                      sizeof shares / sizeof shares[0]);
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
        "Fills W columns and H rows with pieces so that nothing is left empty and nothing\n"
        "sticks out. 'count' tells exactly in how many ways, and 'list' draws each of them "
        "once.\n"
        "'clear' drops the pieces of QUEUE, such as IOTSZJL, so that rows clear as they fill "
        "and\n"
        "nothing is left: a line for each way, drops as in a drop list; exit status 1 when "
        "there\n"
        "is none, 4 when the search was stopped before that was known. 'atlas' finds all "
        "boards\n"
        "of W columns and H rows, otherwise 10x4, that can be cleared, and tells how many "
        "boards\n"
        "and queues these are, or answers the queues of a file.\n",
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
    .least_operands = 1,
    .most_operands = 2,
    .actions = "count list clear atlas",
    .formats = &tile_formats,
    .run = run,
};
