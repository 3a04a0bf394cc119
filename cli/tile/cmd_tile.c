#include <string.h>

#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "cli/commands.h"
#include "dropforge/tile.h"
#include "tile_listing.h"
#include "tile_settings.h"

#define FIELD(name) offsetof(tile_settings, name)

static const option_spec board_specs[] = {
    OPTION_PIECES(FIELD(board.pieces),
                  "the pieces to use: letters of IOTSZJL, all seven by default; or a file with "
                  "a list of pieces, such as x.pieces or ./x; - is standard input",
                  .actions = "count list"),
    OPTION_OMINO(FIELD(board.pieces.squares),
                 "use all polyominoes of N squares instead; pieces are never reflected, so a "
                 "polyomino and its mirror image are two pieces",
                 .actions = "count list"),
    OPTION_NAMED("class", "NAME", "free one-sided", FIELD(board.pieces.kind),
                 "with --omino and --once: use only one of a polyomino and its mirror image "
                 "(free, the default), or allow both (one-sided)",
                 .min = PIECE_CLASS_FREE, .actions = "list"),
    OPTION_MEMORY(FIELD(board.memory), "use at most this much memory, such as 600M or 2G; stop "
                                       "with a message if it is too little"),
    OPTION_COUNT("limit", "N", FIELD(board.limit), 1, UINT64_MAX,
                 "stop after N; without it all are listed", .actions = "list"),
    {.name = NULL},
};

static const option_spec output_specs[] = {
    OPTION_OUTPUT(
        FIELD(output.paths),
        "write FILE in the format of its extension; may be repeated; - is standard output",
        .actions = "list"),
    OPTION_FORMAT(FIELD(output.format),
                  "format of standard output and of files without a known extension; txt by "
                  "default",
                  .actions = "list"),
    OPTION_JSON(FIELD(output.json),
                "write one JSON object; with 'list' one on each line, as --format json"),
    {.name = NULL},
};

static const option_spec count_specs[] = {
    OPTION_FLAG("primitive", FIELD(count.primitive),
                "count only tilings that no vertical line cuts from bottom to top"),
    OPTION_FLAG("components", FIELD(count.components),
                "write a table of the ways to cut the board at such lines"),
    OPTION_FLAG("tetris", FIELD(count.tetris),
                "count the tilings in which some column is filled by itself, and the ways to "
                "choose one of these columns"),
    OPTION_FLAG("symmetry", FIELD(count.symmetry),
                "count tilings that are turned or reflected into each other once"),
    {.name = NULL},
};

static const option_spec list_specs[] = {
    OPTION_NAMED("symbols", "NAME", "letters names seed", FIELD(list.symbols),
                 "draw each piece with a letter of its own (letters, the default), with its "
                 "name (names), or with the symbols of tetris-composition-finder, one for each "
                 "piece and orientation (seed)"),
    OPTION_STRING("skip", "K", FIELD(list.skip),
                  "skip the first K tilings without listing them; K may have any size"),
    OPTION_COUNT("random", "N", FIELD(list.random), 1, UINT64_MAX,
                 "draw N tilings at random instead, each of them equally likely"),
    OPTION_SEED("the random draws", FIELD(list.seed)),
    OPTION_FLAG("once", FIELD(list.once), "only tilings that use each piece at most once",
                .actions = "count list"),
    OPTION_FLAG("droppable", FIELD(list.droppable),
                "only tilings that can be dropped; those of tetrominoes always can",
                .actions = "count list"),
    OPTION_FLAG("order", FIELD(list.order),
                "print below each tiling an order in which it can be dropped, written as by "
                "'clear ways'"),
    OPTION_FLAG("orders", FIELD(list.orders),
                "print below each tiling in how many orders it can be dropped"),
    OPTION_FLAG("count", FIELD(list.count),
                "print only the number of tilings; with --orders the number of drop orders of "
                "all of them together"),
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Pieces and limits", .specs = board_specs},
    {.title = "Output", .specs = output_specs},
    {.title = "Counting", .specs = count_specs, .actions = "count"},
    {.title = "Listing", .specs = list_specs, .actions = "list"},
};

static cli_status read_size(const char *text, tile_size *size)
{
    if (!choice_read_size(text, DF_TILE_MAX_SIDE, DF_TILE_MAX_SIDE, &size->width,
                          &size->height))
        return message_usage(
            "tile",
            "'%s' is not a board; give columns and rows, each from 1 to %u, such as 10x4", text,
            DF_TILE_MAX_SIDE);
    return GO_ON;
}

static const struct tile_action {
    const char *name;
    cli_status (*run)(const tile_settings *chosen, const piece_choice *pieces);
} actions[] = {
    {.name = "count", .run = tile_count},
    {.name = "list", .run = tile_list},
};

/* Refuses what 'list --count' counts. */
static cli_status cmd_tile_check_filters(const tile_settings *chosen)
{
    const char *filter = chosen->list.once        ? "once"
                         : chosen->list.droppable ? "droppable"
                                                  : NULL;
    return filter == NULL ? GO_ON
                          : message_usage("tile",
                                          "'count' does not take --%s; write 'list' in its "
                                          "place, and add --count",
                                          filter);
}

static cli_status cmd_tile_run(const subcommand *command, int argc, char **argv)
{
    tile_settings chosen;
    memset(&chosen, 0, sizeof chosen);
    piece_choice pieces = {0};
    int operands = argc;
    cli_status status = command_begin(command, &chosen, argc, argv, &operands);
    if (status != GO_ON) {
        text_list_free(&chosen.output.paths);
        return status;
    }
    const struct tile_action *action = actions;
    while (strcmp(action->name, argv[operands]) != 0)
        action++;
    status = piece_choice_check(&chosen.board.pieces, command->name);
    if (status == GO_ON)
        status = read_size(argv[operands + 1], &chosen.size);
    if (status == GO_ON && action->run == tile_count)
        status = cmd_tile_check_filters(&chosen);
    if (status == GO_ON)
        status = piece_choice_make(&pieces, &chosen.board.pieces);
    if (status == GO_ON)
        status = action->run(&chosen, &pieces);
    piece_choice_free(&pieces);
    text_list_free(&chosen.output.paths);
    return status;
}

const subcommand command_tile = {
    .name = "tile",
    .operands = "count|list WxH",
    .summary = "fill rectangles with pieces without gaps",
    .description =
        "Fills a board of W columns and H rows with pieces, without gaps or overhang.\n"
        "'count' prints the exact number of ways, and 'list' draws each of them once.\n",
    .examples = "  dropforge tile count 10x4\n"
                "  dropforge tile count 10x4 --tetris\n"
                "  dropforge tile count 10x20 --pieces IOTL\n"
                "  dropforge tile list 10x4 --skip 400000 --limit 3 --order\n"
                "  dropforge tile list 10x20 --random 1 --symbols names\n"
                "  dropforge tile list 10x4 --random 50 -o sheet.png -o plan.drops\n"
                "  dropforge tile list 10x6 --omino 5 --once --limit 20 -o pentominoes.png\n"
                "  dropforge tile list 5x4 --omino 5 --droppable -o pentominoes.drops\n",
    COMMAND_GROUPS(groups),
    .min_operands = 2,
    .max_operands = 2,
    .actions = "count list",
    .formats = &tile_formats,
    .run = cmd_tile_run,
};
