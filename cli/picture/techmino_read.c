#include "techmino_read.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/json_load.h"
#include "cli/base/message.h"

enum { TECHMINO_MAX_FRAMES = 60 * 60 * 60 /* an hour */, TECHMINO_MAX_DELAY = 1000 };

/* What a game must have: a word or, if that is NULL, a number, of which false is 0 and true 1.
 * What is missing is as here. */
static const struct {
    const char *place, *key, *word;
    double number;
} techmino_wants[] = {
    {"setting", "RS", "SRS", 0},          {"setting", "ihs", NULL, 0},
    {"setting", "irs", NULL, 0},          {"setting", "ims", NULL, 0},
    {"setting", "dascut", NULL, 0},       {"rules", "drop", NULL, 1e99},
    {"rules", "lock", NULL, 1e99},        {"rules", "wait", NULL, 0},
    {"rules", "fall", NULL, 0},           {"rules", "sequence", "fixed", 0},
    {"rules", "fieldH", NULL, 20},        {"rules", "holdMode", "hold", 0},
    {"rules", "holdCount", NULL, 1},      {"rules", "infHold", NULL, 1},
    {"rules", "phyHold", NULL, 0},        {"rules", "lockout", NULL, 0},
    {"rules", "heightLimit", NULL, 1e99}, {"rules", "deepDrop", NULL, 0},
    {"rules", "easyFresh", NULL, 1},      {"rules", "freshLimit", NULL, 1e99},
    {"rules", "fineKill", NULL, 0},       {"rules", "b2bKill", NULL, 0},
    {"rules", "missionKill", NULL, 0},    {"rules", "opponent", "X", 0},
    {"rules", "eventSet", "X", 0},
};

typedef struct techmino_reader {
    df_techmino_game game;
    uint16_t *queue;
    df_techmino_key *keys;
    df_error *error;
} techmino_reader;

static double techmino_number(const json_t *value)
{
    return json_is_true(value)     ? 1
           : json_is_false(value)  ? 0
           : json_is_number(value) ? json_number_value(value)
                                   : -1;
}

static df_status techmino_check(techmino_reader *self, const json_t *root, const json_t *rules)
{
    const json_t *setting = json_object_get(root, "setting");
    for (size_t i = 0; i < sizeof techmino_wants / sizeof techmino_wants[0]; i++) {
        const char *word = techmino_wants[i].word, *key = techmino_wants[i].key;
        const bool is_rule = techmino_wants[i].place[0] == 'r';
        const json_t *value = json_object_get(is_rule ? rules : setting, key);
        const char *found = json_string_value(value);
        const double number = techmino_number(value);
        const bool is_same = word != NULL ? found != NULL && strcmp(found, word) == 0
                                          : number == techmino_wants[i].number;
        if (value == NULL || is_same)
            continue;
        return message_error(self->error, DF_ERROR_INPUT,
                             "a game with another '%s' than usual cannot be played; give a "
                             "custom game of fixed pieces, without gravity, by SRS",
                             key);
    }
    return DF_OK;
}

/* Reads a delay of the handling. */
static df_status techmino_read_delay(techmino_reader *self, const json_t *root, const char *key,
                                     unsigned *delay)
{
    const json_t *value = json_object_get(json_object_get(root, "setting"), key);
    const double number = techmino_number(value);
    if (value == NULL || number < 0 || number > TECHMINO_MAX_DELAY)
        return message_error(self->error, DF_ERROR_INPUT,
                             "'%s' is no number of frames; the replay is damaged", key);
    *delay = (unsigned)number;
    return DF_OK;
}

/* True if every part of a list is an empty list or object, or 0. */
static bool techmino_is_empty(const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *part = json_array_get(list, i);
        if (json_is_number(part) ? json_number_value(part) != 0
                                 : json_array_size(part) + json_object_size(part) > 0)
            return false;
    }
    return json_object_size(list) == 0;
}

static df_status techmino_read_queue(techmino_reader *self, const json_t *bag)
{
    static const uint8_t pieces[DF_TETROMINOES + 1] = {0,    DF_Z, DF_S, DF_J,
                                                       DF_L, DF_T, DF_O, DF_I};
    const size_t count = json_array_size(bag);
    self->queue = calloc(count + 1, sizeof self->queue[0]);
    if (self->queue == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const json_int_t number = json_integer_value(json_array_get(bag, i));
        if (number < 1 || number > DF_TETROMINOES)
            return message_error(self->error, DF_ERROR_INPUT,
                                 "piece %zu is no tetromino; give a game of tetrominoes",
                                 i + 1);
        self->queue[i] = pieces[number];
    }
    self->game.queue = self->queue;
    self->game.count = count;
    return DF_OK;
}

/* Reads a number of groups of seven bits, of which all but the last have the eighth. */
static bool techmino_read_number(const char **at, const char *end, uint32_t *number)
{
    const uint32_t most = UINT32_MAX / 128; /* to which a group can be added */
    for (*number = 0; *at < end && *number < most;) {
        const unsigned byte = (unsigned char)*(*at)++;
        *number = *number << 7 | (byte & 0x7f);
        if (byte < 0x80)
            return true;
    }
    return false;
}

static df_status techmino_read_keys(techmino_reader *self, const char *at, const char *end)
{
    const uint32_t up = 32;
    self->keys = calloc((size_t)(end - at) / 2 + 1, sizeof self->keys[0]);
    if (self->keys == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; at < end; i++) {
        df_techmino_key *key = &self->keys[i];
        const bool is_whole = techmino_read_number(&at, end, &key->frame) &&
                              techmino_read_number(&at, end, &key->key);
        const uint32_t down = key->key > up ? key->key - up : key->key;
        if (!is_whole || key->frame > TECHMINO_MAX_FRAMES ||
            (i > 0 && key->frame < key[-1].frame))
            return message_error(self->error, DF_ERROR_INPUT,
                                 "key %zu was cut off or is out of order; copy all of the "
                                 "replay",
                                 i + 1);
        if (down < 1 || down > 13 || down == 9 || down == 10)
            return message_error(self->error, DF_ERROR_INPUT,
                                 "key %zu is number %u, which cannot be played; give a game "
                                 "with shifts, turns, drops and the hold alone",
                                 i + 1, (unsigned)key->key);
        self->game.key_count = i + 1;
    }
    self->game.keys = self->keys;
    return DF_OK;
}

static df_status techmino_read_game(techmino_reader *self, const json_t *root)
{
    const json_t *own = json_object_get(root, "private");
    const json_t *rules = json_object_get(own, "CUSTOMENV");
    const char *mode = json_string_value(json_object_get(root, "mode"));
    if (!json_is_object(rules) || mode == NULL || strncmp(mode, "custom_", 7) != 0)
        return message_error(self->error, DF_ERROR_INPUT,
                             "a game of mode '%.40s' cannot be played; give a custom game",
                             mode != NULL ? mode : "?");
    if (!techmino_is_empty(json_object_get(root, "mod")) ||
        !techmino_is_empty(json_object_get(own, "FIELD")) ||
        !techmino_is_empty(json_object_get(json_object_get(root, "setting"), "face")))
        return message_error(self->error, DF_ERROR_INPUT,
                             "a game with mods, squares at first or turned pieces cannot be "
                             "played; give one without");
    df_status status = techmino_check(self, root, rules);
    if (status == DF_OK)
        status = techmino_read_delay(self, root, "das", &self->game.shift_delay);
    if (status == DF_OK)
        status = techmino_read_delay(self, root, "arr", &self->game.shift_repeat);
    if (status == DF_OK)
        status = techmino_read_delay(self, root, "sddas", &self->game.drop_delay);
    if (status == DF_OK)
        status = techmino_read_delay(self, root, "sdarr", &self->game.drop_repeat);
    return status == DF_OK ? techmino_read_queue(self, json_object_get(own, "BAG")) : status;
}

df_status techmino_read(df_plan **plan, const df_piece_set *set, const char *content,
                        size_t size, uint32_t *frames, bool *is_over, df_error *error)
{
    techmino_reader self = {.error = error};
    const char *line_end = memchr(content, '\n', size);
    json_t *root = NULL;
    json_error_t wrong;
    if (line_end == NULL)
        return message_error(error, DF_ERROR_INPUT,
                             "there are no keys; the replay of Techmino was cut off");
    df_status status = json_load_text(&root, content, (size_t)(line_end - content), &wrong);
    if (status == DF_ERROR_INPUT)
        return message_error(error, status, "no JSON: %.80s; the replay is damaged",
                             wrong.text);
    if (status == DF_OK)
        status = techmino_read_game(&self, root);
    if (status == DF_OK)
        status = techmino_read_keys(&self, line_end + 1, content + size);
    json_decref(root);
    if (status == DF_OK)
        status = df_techmino_play(plan, set, &self.game, is_over);
    *frames = self.game.key_count > 0 ? self.keys[self.game.key_count - 1].frame : 0;
    free(self.queue);
    free(self.keys);
    return status;
}
