#include <string.h>

#include "command.h"
#include "dropforge/tile.h"
#include "message.h"
#include "tile_settings.h"

static bool take_letters(void *field, const char *value)
{
    return piece_letters_take(field, value);
}

/* Bytes, as 600M: a whole number and perhaps K, M or G, powers of 1024. */
static bool take_memory(void *field, const char *value)
{
    static const char units[] = "KMG";
    uint64_t bytes = 0;
    size_t length = strspn(value, "0123456789");
    if (length == 0 || length > 15)
        return false;
    for (size_t i = 0; i < length; i++)
        bytes = bytes * 10 + (uint64_t)(value[i] - '0');
    const char *unit = value[length] != '\0' ? strchr(units, value[length]) : NULL;
    unsigned shift = 0;
    if (unit != NULL) {
        shift = 10 * (unsigned)(unit - units + 1);
        length++;
    }
    if (bytes == 0 || value[length] != '\0' || bytes > UINT64_MAX >> shift)
        return false;
    *(uint64_t *)field = bytes << shift;
    return true;
}

#define FIELD(name) offsetof(tile_settings, name)

static const option_spec board_specs[] = {
    {.name = "pieces",
     .argument = "LETTERS",
     .kind = OPTION_TAKE,
     .take = take_letters,
     .offset = FIELD(board.pieces),
     .expects = "different letters of IOTSZJL such as JTL",
     .help = "the pieces to fill with, otherwise all seven"},
    {.name = "memory",
     .argument = "SIZE",
     .kind = OPTION_TAKE,
     .take = take_memory,
     .offset = FIELD(board.memory),
     .expects = "a number of bytes such as 600M; K, M and G are powers of 1024",
     .help = "memory that may be used, such as 600M or 2G"},
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
    {.name = "json",
     .kind = OPTION_ON,
     .offset = FIELD(count.json),
     .help = "write the numbers as one JSON object"},
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Pieces", .specs = board_specs},
    {.title = "Counting", .specs = count_specs},
};

/* Reads a whole number without a sign; NULL when there is none, else where it ends. */
static const char *read_side(const char *text, unsigned *side)
{
    const size_t length = strspn(text, "0123456789");
    *side = 0;
    /* What is too large stays so. */
    for (size_t i = 0; i < length && *side <= DF_TILE_MAX_SIDE; i++)
        *side = *side * 10 + (unsigned)(text[i] - '0');
    return length > 0 ? text + length : NULL;
}

static int read_size(const char *text, tile_size *size)
{
    const char *end = read_side(text, &size->width);
    if (end != NULL && *end == 'x')
        end = read_side(end + 1, &size->height);
    else
        end = NULL;
    if (end == NULL || *end != '\0' || size->width == 0 || size->width > DF_TILE_MAX_SIDE ||
        size->height == 0 || size->height > DF_TILE_MAX_SIDE)
        return message_usage("tile",
                             "'%s' is no board; give columns and rows, each from 1 to %u, "
                             "such as 10x4",
                             text, DF_TILE_MAX_SIDE);
    return -1;
}

static int count(const tile_settings *chosen, const char *operand, const df_piece_set *set)
{
    tile_size size;
    const int status = read_size(operand, &size);
    return status < 0 ? tile_count(chosen, size, set) : status;
}

/* What can be done, each with options of its own. */
static const struct action {
    const char *name;
    size_t offset; /* of its settings */
    size_t size;
    int (*run)(const tile_settings *chosen, const char *operand, const df_piece_set *set);
} actions[] = {
    {"count", FIELD(count), sizeof(tile_count_settings), count},
};

enum { ACTION_COUNT = sizeof actions / sizeof actions[0] };

/* Refuses options of other actions: their settings are all zero bytes when none is given. */
static int check_options(const tile_settings *chosen, const struct action *action)
{
    static const tile_settings none;
    for (size_t i = 0; i < ACTION_COUNT; i++) {
        const struct action *other = &actions[i];
        if (other != action &&
            memcmp((const char *)chosen + other->offset, &none, other->size) != 0)
            return message_usage("tile", "'%s' does not take the options of '%s'", action->name,
                                 other->name);
    }
    return -1;
}

static int run(const subcommand *command, int argc, char **argv)
{
    tile_settings chosen;
    memset(&chosen, 0, sizeof chosen);
    df_piece_set *set = NULL;
    int operands = argc;
    int status = command_begin(command, &chosen, argc, argv, &operands);
    if (status >= 0)
        return status;
    const struct action *action = NULL;
    for (size_t i = 0; i < ACTION_COUNT; i++) {
        if (strcmp(actions[i].name, argv[operands]) == 0)
            action = &actions[i];
    }
    if (action == NULL)
        return message_usage(command->name, "there is no action '%s'", argv[operands]);
    status = check_options(&chosen, action);
    if (status < 0)
        status = piece_letters_set(chosen.board.pieces, &set);
    if (status < 0)
        status = action->run(&chosen, argv[operands + 1], set);
    df_piece_set_free(set);
    return status < 0 ? STATUS_OK : status;
}

const subcommand command_tile = {
    .name = "tile",
    .operands = "count WxH",
    .summary = "fill rectangles with pieces without gaps",
    .description =
        "Fills W columns and H rows with pieces so that nothing is left empty and nothing\n"
        "sticks out. 'count' tells exactly in how many ways.\n",
    .examples = "  dropforge tile count 10x4\n"
                "  dropforge tile count 10x4 --tetris\n"
                "  dropforge tile count 10x20 --pieces IOTL\n",
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .least_operands = 2,
    .most_operands = 2,
    .run = run,
};
