/* Replays of Techmino, unpacked: a line of JSON with a game, and then its keys. */
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/json_scan.h"
#include "techmino.h"

enum {
    TECHMINO_MAX_FRAMES = 60 * 60 * 60 /* an hour */,
    TECHMINO_MAX_DELAY = 1000,
    TECHMINO_QUOTED = 40
};

#define TECHMINO_EVER 1e90 /* what is no less never ends */

/* What a game must have: a word or, if that is NULL, a number, of which false is 0 and true 1.
 * What is missing is as here. */
static const struct {
    const char *place, *key, *word;
    double number;
} techmino_wants[] = {
    {"setting", "RS", "SRS", 0},
    {"setting", "ihs", NULL, 0},
    {"setting", "irs", NULL, 0},
    {"setting", "ims", NULL, 0},
    {"setting", "dascut", NULL, 0},
    {"rules", "drop", NULL, TECHMINO_EVER},
    {"rules", "lock", NULL, TECHMINO_EVER},
    {"rules", "wait", NULL, 0},
    {"rules", "fall", NULL, 0},
    {"rules", "sequence", "fixed", 0},
    {"rules", "fieldH", NULL, 20},
    {"rules", "holdMode", "hold", 0},
    {"rules", "holdCount", NULL, 1},
    {"rules", "infHold", NULL, 1},
    {"rules", "phyHold", NULL, 0},
    {"rules", "lockout", NULL, 0},
    {"rules", "heightLimit", NULL, TECHMINO_EVER},
    {"rules", "deepDrop", NULL, 0},
    {"rules", "easyFresh", NULL, 1},
    {"rules", "freshLimit", NULL, TECHMINO_EVER},
    {"rules", "fineKill", NULL, 0},
    {"rules", "b2bKill", NULL, 0},
    {"rules", "missionKill", NULL, 0},
    {"rules", "opponent", "X", 0},
    {"rules", "eventSet", "X", 0},
};

typedef struct techmino_reader {
    techmino_replay game;
    uint16_t *queue;
    techmino_event *keys;
    df_error *error;
} techmino_reader;

static double techmino_number(text_span value)
{
    double number = -1;
    if (df_json_is(value, 't') || df_json_is(value, 'f'))
        return df_json_is(value, 't');
    (void)df_json_number(value, &number);
    return number < TECHMINO_EVER ? number : TECHMINO_EVER;
}

static df_status techmino_check(techmino_reader *self, text_span root, text_span rules)
{
    text_span setting = df_json_get(root, "setting");
    for (size_t i = 0; i < sizeof techmino_wants / sizeof techmino_wants[0]; i++) {
        const char *word = techmino_wants[i].word, *key = techmino_wants[i].key;
        const bool is_rule = techmino_wants[i].place[0] == 'r';
        const text_span value = df_json_get(is_rule ? rules : setting, key);
        if (value.length == 0 ||
            (word != NULL ? df_span_equals(df_json_string(value), word)
                          : techmino_number(value) == techmino_wants[i].number))
            continue;
        return df_error_set(self->error, DF_ERROR_INPUT,
                            "a game with another '%s' than usual cannot be played; give a "
                            "custom game of fixed pieces, without gravity, by SRS",
                            key);
    }
    return DF_OK;
}

/* Reads a delay of the handling. */
static df_status techmino_read_delay(techmino_reader *self, text_span root, const char *key,
                                     unsigned *delay)
{
    text_span value = df_json_get(df_json_get(root, "setting"), key);
    const double number = techmino_number(value);
    if (value.length == 0 || number < 0 || number > TECHMINO_MAX_DELAY)
        return df_error_set(self->error, DF_ERROR_INPUT,
                            "'%s' is no number of frames; the replay is damaged", key);
    *delay = (unsigned)number;
    return DF_OK;
}

/* True if every part of a list is an empty list or object, or 0. */
static bool techmino_is_empty(text_span list)
{
    text_span part, inner;
    while (df_json_next(&list, &part)) {
        text_span inside = part;
        if (techmino_number(part) > 0 || df_json_next(&inside, &inner))
            return false;
    }
    return true;
}

static df_status techmino_read_queue(techmino_reader *self, text_span bag)
{
    static const uint8_t pieces[DF_TETROMINOES + 1] = {0,    DF_Z, DF_S, DF_J,
                                                       DF_L, DF_T, DF_O, DF_I};
    text_span item;
    self->queue = calloc(bag.length + 1, sizeof self->queue[0]); /* there are fewer */
    if (self->queue == NULL)
        return DF_ERROR_MEMORY;
    self->game.queue = self->queue;
    while (df_json_next(&bag, &item)) {
        unsigned number = 0;
        if (!df_span_number(item, DF_TETROMINOES, &number) || number == 0)
            return df_error_set(self->error, DF_ERROR_INPUT,
                                "piece %zu is no tetromino; give a game of tetrominoes",
                                self->game.count + 1);
        self->queue[self->game.count++] = pieces[number];
    }
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
    self->keys = calloc((size_t)(end - at) / 2 + 1, sizeof self->keys[0]);
    if (self->keys == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; at < end; i++) {
        techmino_event *key = &self->keys[i];
        const bool is_whole = techmino_read_number(&at, end, &key->frame) &&
                              techmino_read_number(&at, end, &key->key);
        const uint32_t down = key->key > TECHMINO_UP ? key->key - TECHMINO_UP : key->key;
        if (!is_whole || key->frame > TECHMINO_MAX_FRAMES ||
            (i > 0 && key->frame < key[-1].frame))
            return df_error_set(self->error, DF_ERROR_INPUT,
                                "key %zu was cut off or is out of order; copy all of the "
                                "replay",
                                i + 1);
        if (down == 0 || down >= TECHMINO_KEYS ||
            (down > TECHMINO_HOLD && down < TECHMINO_TO_LEFT))
            return df_error_set(self->error, DF_ERROR_INPUT,
                                "key %zu is number %u, which cannot be played; give a game "
                                "with shifts, turns, drops and the hold alone",
                                i + 1, (unsigned)key->key);
        self->game.key_count = i + 1;
    }
    self->game.keys = self->keys;
    return DF_OK;
}

static df_status techmino_read_game(techmino_reader *self, text_span root)
{
    text_span own = df_json_get(root, "private");
    text_span rules = df_json_get(own, "CUSTOMENV");
    const text_span mode = df_json_string(df_json_get(root, "mode"));
    const size_t shown = mode.length < TECHMINO_QUOTED ? mode.length : TECHMINO_QUOTED;
    if (!df_json_is(rules, '{') || mode.length < 7 || memcmp(mode.bytes, "custom_", 7) != 0)
        return df_error_set(self->error, DF_ERROR_INPUT,
                            "a game of mode '%.*s' cannot be played; give a custom game",
                            shown > 0 ? (int)shown : 1, shown > 0 ? mode.bytes : "?");
    if (!techmino_is_empty(df_json_get(root, "mod")) ||
        !techmino_is_empty(df_json_get(own, "FIELD")) ||
        !techmino_is_empty(df_json_get(df_json_get(root, "setting"), "face")))
        return df_error_set(self->error, DF_ERROR_INPUT,
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
    return status == DF_OK ? techmino_read_queue(self, df_json_get(own, "BAG")) : status;
}

df_status df_techmino_read(df_plan **plan, const df_piece_set *set, const char *content,
                           size_t size, df_replay_end *end, df_error *error)
{
    techmino_reader self = {.error = error};
    const char *line_end = memchr(content, '\n', size);
    if (line_end == NULL)
        return df_error_set(error, DF_ERROR_INPUT,
                            "there are no keys; the replay of Techmino was cut off");
    text_span root = {content, (size_t)(line_end - content)};
    if (!df_json_check(&root))
        return df_json_refuse(error, content, root, "the replay is damaged");
    df_status status = techmino_read_game(&self, root);
    if (status == DF_OK)
        status = techmino_read_keys(&self, line_end + 1, content + size);
    if (status == DF_OK)
        status = df_techmino_play(plan, set, &self.game, &end->over);
    if (self.game.key_count > 0)
        end->frames = self.keys[self.game.key_count - 1].frame;
    free(self.queue);
    free(self.keys);
    return status;
}
