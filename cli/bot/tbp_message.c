#include "tbp.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/json.h"

static const char *const orientation_names[DF_ORIENTATIONS] = {
    [DF_NORTH] = "north", [DF_EAST] = "east", [DF_SOUTH] = "south", [DF_WEST] = "west"};

static const char *const spin_names[DF_SPINS] = {
    [DF_SPIN_NONE] = "none", [DF_SPIN_MINI] = "mini", [DF_SPIN_FULL] = "full"};

static df_status tbp_message_fail(tbp_message *message, const char *wrong)
{
    snprintf(message->wrong, sizeof message->wrong, "%s", wrong);
    return DF_ERROR_INPUT;
}

/* Returns the index of a string among `count` names; `count` if it is none of them. */
static size_t tbp_message_find_name(const char *const *names, size_t count, const json_t *value)
{
    const char *text = json_string_value(value);
    size_t i = 0;
    while (i < count && (text == NULL || strcmp(names[i], text) != 0))
        i++;
    return i;
}

/* Returns the index of a piece, or -1. */
static int tbp_message_find_piece(const df_piece_set *set, const json_t *value)
{
    return json_is_string(value)
               ? df_piece_set_find(set, json_string_value(value), json_string_length(value))
               : -1;
}

static df_status tbp_message_read_board(tbp_message *message, const json_t *board)
{
    if (json_array_size(board) != TBP_ROWS)
        return tbp_message_fail(message, "'board' is not a list of 40 rows");
    for (size_t y = 0; y < TBP_ROWS; y++) {
        const json_t *row = json_array_get(board, y);
        if (json_array_size(row) != TBP_COLUMNS)
            return tbp_message_fail(message,
                                    "'board' has a row that is not a list of 10 squares");
        for (size_t x = 0; x < TBP_COLUMNS; x++) {
            const json_t *square = json_array_get(row, x);
            if (!json_is_string(square) && !json_is_null(square))
                return tbp_message_fail(
                    message, "'board' has a square that is neither null nor a string");
            message->start.rows[y] |= (uint64_t)json_is_string(square) << x;
        }
    }
    return DF_OK;
}

static df_status tbp_message_read_start(tbp_message *message, const json_t *object,
                                        const df_piece_set *set)
{
    tbp_game *start = &message->start;
    tbp_game_clear(start);
    const json_t *hold = json_object_get(object, "hold");
    if (hold != NULL && !json_is_null(hold)) {
        start->held = tbp_message_find_piece(set, hold);
        if (start->held < 0)
            return tbp_message_fail(message, "'hold' is neither null nor a piece");
    }
    const json_t *queue = json_object_get(object, "queue");
    if (!json_is_array(queue) || json_array_size(queue) > TBP_MAX_QUEUE)
        return tbp_message_fail(message, "'queue' is not a list of at most 1024 pieces");
    for (size_t i = 0; i < json_array_size(queue); i++) {
        const int piece = tbp_message_find_piece(set, json_array_get(queue, i));
        if (piece < 0)
            return tbp_message_fail(message, "'queue' has an item that is not a piece");
        start->queue[start->count++] = (uint16_t)piece;
    }
    return tbp_message_read_board(message, json_object_get(object, "board"));
}

static df_status tbp_message_read_play(tbp_message *message, const json_t *object,
                                       const df_piece_set *set)
{
    const json_t *move = json_object_get(object, "move");
    const json_t *location = json_object_get(move, "location");
    const json_t *x = json_object_get(location, "x"), *y = json_object_get(location, "y");
    const int piece = tbp_message_find_piece(set, json_object_get(location, "type"));
    const size_t orientation = tbp_message_find_name(orientation_names, DF_ORIENTATIONS,
                                                     json_object_get(location, "orientation"));
    if (piece < 0)
        return tbp_message_fail(message,
                                "the 'type' in the 'location' of 'move' is not a piece");
    if (orientation == DF_ORIENTATIONS)
        return tbp_message_fail(
            message, "the 'orientation' of 'move' is not north, east, south or west");
    if (!json_is_integer(x) || !json_is_integer(y))
        return tbp_message_fail(message, "'x' and 'y' of 'move' are not whole numbers");
    /* The spin does not change where the piece comes to rest. */
    message->play = (tbp_move){.piece = (uint16_t)piece,
                               .orientation = (uint8_t)orientation,
                               .x = json_integer_value(x),
                               .y = json_integer_value(y),
                               .spin = DF_SPIN_NONE};
    return DF_OK;
}

static df_status tbp_message_read_object(tbp_message *message, const json_t *object,
                                         const df_piece_set *set)
{
    static const char *const kinds[] = {[TBP_RULES] = "rules",         [TBP_START] = "start",
                                        [TBP_SUGGEST] = "suggest",     [TBP_PLAY] = "play",
                                        [TBP_NEW_PIECE] = "new_piece", [TBP_STOP] = "stop",
                                        [TBP_QUIT] = "quit",           [TBP_OTHER] = ""};
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    const json_t *type = json_object_get(object, "type");
    if (!json_is_string(type))
        return tbp_message_fail(message, "the line is not an object with a 'type'");
    const size_t kind = tbp_message_find_name(kinds, KINDS, type);
    message->kind = kind < KINDS ? (tbp_kind)kind : TBP_OTHER;
    const json_t *randomizer = json_object_get(object, "randomizer");
    const int piece = tbp_message_find_piece(set, json_object_get(object, "piece"));
    switch (message->kind) {
    case TBP_RULES:
        /* Any randomizer will do: the bot does not use it. */
        message->is_supported = randomizer == NULL || json_is_string(randomizer);
        return DF_OK;
    case TBP_START:
        return tbp_message_read_start(message, object, set);
    case TBP_PLAY:
        return tbp_message_read_play(message, object, set);
    case TBP_NEW_PIECE:
        if (piece < 0)
            return tbp_message_fail(message, "'piece' is not a piece");
        message->piece = (uint16_t)piece;
        return DF_OK;
    default:
        return DF_OK;
    }
}

static bool has_lacked_memory;

static void *tbp_message_allocate(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        has_lacked_memory = true;
    return memory;
}

/* Reads a value, which the caller frees with json_decref. DF_ERROR_INPUT: *error says where it
 * is no JSON; DF_ERROR_MEMORY, which jansson alone does not tell apart. */
static df_status tbp_message_load(json_t **value, const char *text, size_t length,
                                  json_error_t *error)
{
    json_set_alloc_funcs(tbp_message_allocate, free);
    has_lacked_memory = false;
    json_t *read = json_loadb(text, length, 0, error);
    if (has_lacked_memory) {
        json_decref(read);
        return DF_ERROR_MEMORY;
    }
    *value = read;
    return read != NULL ? DF_OK : DF_ERROR_INPUT;
}

df_status tbp_message_read(tbp_message *message, const char *line, size_t length,
                           const df_piece_set *set)
{
    json_error_t error;
    json_t *object = NULL;
    df_status status = tbp_message_load(&object, line, length, &error);
    if (status == DF_ERROR_INPUT)
        snprintf(message->wrong, sizeof message->wrong, "not JSON, column %d: %.80s",
                 error.column, error.text);
    if (status == DF_OK)
        status = tbp_message_read_object(message, object, set);
    json_decref(object);
    return status;
}

/* Writes a line at once, since the client waits for it. */
static df_status tbp_message_write(json_writer *json)
{
    const df_status status = json_write_line(json);
    return status == DF_OK && fflush(stdout) != 0 ? DF_ERROR_CANCELLED : status;
}

static void tbp_message_open(json_writer *json, const char *type)
{
    *json = (json_writer){.is_compact = true};
    json_open_object(json, NULL);
    json_put_text(json, "type", type);
}

df_status tbp_message_write_info(void)
{
    json_writer json;
    tbp_message_open(&json, "info");
    json_put_text(&json, "name", "dropforge");
    json_put_text(&json, "version", df_version);
    json_put_text(&json, "author", "the dropforge authors");
    json_open_array(&json, "features");
    json_put_text(&json, NULL, "randomizer");
    return tbp_message_write(&json);
}

df_status tbp_message_write_answer(bool is_supported)
{
    json_writer json;
    tbp_message_open(&json, is_supported ? "ready" : "error");
    if (!is_supported)
        json_put_text(&json, "reason", "unsupported_rules");
    return tbp_message_write(&json);
}

static void tbp_message_put_move(json_writer *json, const tbp_move *move,
                                 const df_piece_set *set)
{
    char x[24], y[24];
    snprintf(x, sizeof x, "%" PRId64, move->x);
    snprintf(y, sizeof y, "%" PRId64, move->y);
    json_open_object(json, NULL);
    json_open_object(json, "location");
    json_put_text(json, "type", set->pieces[move->piece].name);
    json_put_text(json, "orientation", orientation_names[move->orientation]);
    json_put_raw(json, "x", x);
    json_put_raw(json, "y", y);
    json_close(json);
    json_put_text(json, "spin", spin_names[move->spin]);
    json_close(json);
}

df_status tbp_message_write_suggestion(const tbp_move *moves, size_t count,
                                       const df_piece_set *set)
{
    json_writer json;
    tbp_message_open(&json, "suggestion");
    json_open_array(&json, "moves");
    for (size_t i = 0; i < count; i++)
        tbp_message_put_move(&json, &moves[i], set);
    return tbp_message_write(&json);
}
