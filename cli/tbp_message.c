#include "tbp_message.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const orientation_names[DF_ORIENTATIONS] = {
    [DF_NORTH] = "north", [DF_EAST] = "east", [DF_SOUTH] = "south", [DF_WEST] = "west"};

static const char *const spin_names[DF_SPINS] = {
    [DF_SPIN_NONE] = "none", [DF_SPIN_MINI] = "mini", [DF_SPIN_FULL] = "full"};

/* Jansson does not tell a lack of memory from other mistakes, and json_pack may even leave out
 * what it has no memory for. */
static bool has_lacked_memory;

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        has_lacked_memory = true;
    return memory;
}

void tbp_message_begin(void)
{
    json_set_alloc_funcs(allocate, free);
}

static df_status fail(tbp_message *message, const char *wrong)
{
    snprintf(message->wrong, sizeof message->wrong, "%s", wrong);
    return DF_ERROR_INPUT;
}

/* The index of a text among `count` names; `count` for anything else. */
static size_t find_name(const char *const *names, size_t count, const json_t *value)
{
    const char *text = json_string_value(value);
    size_t i = 0;
    while (i < count && (text == NULL || strcmp(names[i], text) != 0))
        i++;
    return i;
}

/* The index of a piece, or -1. */
static int find_piece(const df_piece_set *set, const json_t *value)
{
    return json_is_string(value)
               ? df_piece_set_find(set, json_string_value(value), json_string_length(value))
               : -1;
}

/* A randomizer that is not known stands for any; nothing else is asked of the rules yet. */
static df_status read_rules(tbp_message *message, const json_t *object)
{
    const json_t *randomizer = json_object_get(object, "randomizer");
    message->is_supported = randomizer == NULL || json_is_string(randomizer);
    return DF_OK;
}

static df_status read_board(tbp_message *message, const json_t *board)
{
    if (json_array_size(board) != TBP_ROWS)
        return fail(message, "'board' is no list of 40 rows");
    for (size_t y = 0; y < TBP_ROWS; y++) {
        const json_t *row = json_array_get(board, y);
        if (json_array_size(row) != TBP_COLUMNS)
            return fail(message, "'board' has a row that is no list of 10 squares");
        for (size_t x = 0; x < TBP_COLUMNS; x++) {
            const json_t *square = json_array_get(row, x);
            if (!json_is_string(square) && !json_is_null(square))
                return fail(message, "'board' has a square that is neither null nor a string");
            if (json_is_string(square))
                message->start.rows[y] |= UINT64_C(1) << x;
        }
    }
    return DF_OK;
}

static df_status read_start(tbp_message *message, const json_t *object, const df_piece_set *set)
{
    tbp_game *start = &message->start;
    tbp_game_clear(start);
    const json_t *hold = json_object_get(object, "hold");
    if (hold != NULL && !json_is_null(hold)) {
        start->held = find_piece(set, hold);
        if (start->held < 0)
            return fail(message, "'hold' is neither null nor a piece");
    }
    const json_t *queue = json_object_get(object, "queue");
    if (!json_is_array(queue) || json_array_size(queue) > TBP_MOST_QUEUE)
        return fail(message, "'queue' is no list of at most 1024 pieces");
    for (size_t i = 0; i < json_array_size(queue); i++) {
        const int piece = find_piece(set, json_array_get(queue, i));
        if (piece < 0)
            return fail(message, "'queue' has an item that is no piece");
        start->queue[start->count++] = (uint16_t)piece;
    }
    return read_board(message, json_object_get(object, "board"));
}

static df_status read_play(tbp_message *message, const json_t *object, const df_piece_set *set)
{
    const json_t *move = json_object_get(object, "move");
    const json_t *location = json_object_get(move, "location");
    const json_t *x = json_object_get(location, "x"), *y = json_object_get(location, "y");
    const int piece = find_piece(set, json_object_get(location, "type"));
    const size_t orientation =
        find_name(orientation_names, DF_ORIENTATIONS, json_object_get(location, "orientation"));
    if (piece < 0)
        return fail(message, "'move' has no piece as the 'type' of its 'location'");
    if (orientation == DF_ORIENTATIONS)
        return fail(message, "'move' has no 'orientation' that is a point of the compass");
    if (!json_is_integer(x) || !json_is_integer(y))
        return fail(message, "'move' has no whole numbers 'x' and 'y'");
    /* The spin does not change where the piece comes to rest. */
    message->play = (tbp_move){.piece = (uint16_t)piece,
                               .orientation = (uint8_t)orientation,
                               .x = json_integer_value(x),
                               .y = json_integer_value(y),
                               .spin = DF_SPIN_NONE};
    return DF_OK;
}

static df_status read_new_piece(tbp_message *message, const json_t *object,
                                const df_piece_set *set)
{
    const int piece = find_piece(set, json_object_get(object, "piece"));
    if (piece < 0)
        return fail(message, "'piece' is no piece");
    message->piece = (uint16_t)piece;
    return DF_OK;
}

static df_status read_object(tbp_message *message, const json_t *object,
                             const df_piece_set *set)
{
    static const char *const kinds[] = {[TBP_RULES] = "rules",         [TBP_START] = "start",
                                        [TBP_SUGGEST] = "suggest",     [TBP_PLAY] = "play",
                                        [TBP_NEW_PIECE] = "new_piece", [TBP_STOP] = "stop",
                                        [TBP_QUIT] = "quit",           [TBP_OTHER] = ""};
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    const json_t *type = json_object_get(object, "type");
    if (!json_is_string(type))
        return fail(message, "there is no object with a 'type'");
    const size_t kind = find_name(kinds, KINDS, type);
    message->kind = kind < KINDS ? (tbp_kind)kind : TBP_OTHER;
    switch (message->kind) {
    case TBP_RULES:
        return read_rules(message, object);
    case TBP_START:
        return read_start(message, object, set);
    case TBP_PLAY:
        return read_play(message, object, set);
    case TBP_NEW_PIECE:
        return read_new_piece(message, object, set);
    default:
        return DF_OK;
    }
}

df_status tbp_message_read(tbp_message *message, const char *line, size_t length,
                           const df_piece_set *set)
{
    json_error_t error;
    has_lacked_memory = false;
    json_t *object = json_loadb(line, length, 0, &error);
    if (has_lacked_memory) {
        json_decref(object);
        return DF_ERROR_MEMORY;
    }
    if (object == NULL) {
        snprintf(message->wrong, sizeof message->wrong, "no JSON, column %d: %.80s",
                 error.column, error.text);
        return DF_ERROR_INPUT;
    }
    const df_status status = read_object(message, object, set);
    json_decref(object);
    return status;
}

/* Writes an object and lets go of it; NULL is one for which there was no memory. */
static df_status write_object(json_t *object)
{
    char *line = object == NULL ? NULL : json_dumps(object, JSON_COMPACT);
    json_decref(object);
    if (line == NULL || has_lacked_memory) {
        free(line);
        return DF_ERROR_MEMORY;
    }
    const bool is_written = puts(line) >= 0 && fflush(stdout) == 0;
    free(line);
    return is_written ? DF_OK : DF_ERROR_SINK;
}

df_status tbp_message_write_info(void)
{
    return write_object(json_pack("{s:s, s:s, s:s, s:s, s:[s]}", "type", "info", "name",
                                  "dropforge", "version", DROPFORGE_VERSION, "author",
                                  "the dropforge authors", "features", "randomizer"));
}

df_status tbp_message_write_ready(void)
{
    return write_object(json_pack("{s:s}", "type", "ready"));
}

df_status tbp_message_write_unsupported(void)
{
    return write_object(
        json_pack("{s:s, s:s}", "type", "error", "reason", "unsupported_rules"));
}

static json_t *pack_move(const tbp_move *move, const df_piece_set *set)
{
    return json_pack("{s:{s:s, s:s, s:I, s:I}, s:s}", "location", "type",
                     set->pieces[move->piece].name, "orientation",
                     orientation_names[move->orientation], "x", (json_int_t)move->x, "y",
                     (json_int_t)move->y, "spin", spin_names[move->spin]);
}

df_status tbp_message_write_suggestion(const tbp_move *moves, size_t count,
                                       const df_piece_set *set)
{
    json_t *list = json_array();
    bool fits = list != NULL;
    /* An item that could not be made is refused here. */
    for (size_t i = 0; fits && i < count; i++)
        fits = json_array_append_new(list, pack_move(&moves[i], set)) == 0;
    if (!fits) {
        json_decref(list);
        return DF_ERROR_MEMORY;
    }
    return write_object(json_pack("{s:s, s:o}", "type", "suggestion", "moves", list));
}
