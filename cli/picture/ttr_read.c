#include "ttr_read.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/json_load.h"
#include "cli/base/message.h"

enum { TTR_MAX_FRAMES = 60 * 60 * 60 /* an hour */ };

#define FIELD(name) offsetof(df_tetrio_options, name)

/* The numbers of a game, in its options or in `handling` within them. */
static const struct {
    const char *key;
    double usual, least, most;
    size_t offset;
    bool is_handling;
} ttr_numbers[] = {
    {"g", 0.02, 0, 1000, FIELD(gravity), false},
    {"gincrease", 0, 0, 1000, FIELD(gravity_increase), false},
    {"gmargin", 0, 0, 1e9, FIELD(gravity_margin), false},
    {"locktime", 30, 0, 1e9, FIELD(lock_time), false},
    {"lockresets", 15, 0, 1e9, FIELD(lock_resets), false},
    {"das", 10, 0, 1000, FIELD(repeat_delay), true},
    {"arr", 2, 0, 1000, FIELD(repeat_rate), true},
    {"dcd", 0, 0, 1000, FIELD(repeat_cut), true},
    {"sdf", 6, 0, 41, FIELD(soft_factor), true},
};

static const struct {
    const char *key;
    bool usual;
    size_t offset;
    bool is_handling;
} ttr_flags[] = {
    {"no_szo", false, FIELD(skips_szo), false},
    {"allow_harddrop", true, FIELD(has_hard_drop), false},
    {"allow180", false, FIELD(has_half_turns), false},
    {"display_hold", true, FIELD(has_hold), false},
    {"infinite_hold", false, FIELD(has_infinite_hold), false},
    {"infinite_movement", false, FIELD(has_infinite_moves), false},
    {"infinitemovement", false, FIELD(has_infinite_moves), false},
    {"clutch", true, FIELD(has_clutch), false},
    {"gravitymay20g", true, FIELD(may_slam), false},
    {"may20g", true, FIELD(soft_may_slam), true},
    {"safelock", false, FIELD(is_safe), true},
    {"cancel", false, FIELD(cancels), true},
};

/* Options with which other things happen in a game than pieces that fall. */
static const struct {
    const char *key, *what;
} ttr_others[] = {
    {"hasgarbage", "garbage"},
    {"usebombs", "bombs"},
    {"survivalmode", "garbage"},
    {"levels", "levels"},
    {"masterlevels", "levels"},
    {"zenith", "floors"},
    {"tutorial", "a tutorial"},
    {"inverted", "keys that are inverted"},
    {"map", "a map"},
    {"are", "a delay of new pieces"},
    {"lineclear_are", "a delay of new pieces"},
    {"void_holes", "holes"},
};

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static const char *const ttr_keys[DF_INPUTS + 1] = {
    [DF_INPUT_LEFT] = "moveLeft",       [DF_INPUT_RIGHT] = "moveRight",
    [DF_INPUT_CLOCKWISE] = "rotateCW",  [DF_INPUT_ANTICLOCKWISE] = "rotateCCW",
    [DF_INPUT_HALF_TURN] = "rotate180", [DF_INPUT_SOFT_DROP] = "softDrop",
    [DF_INPUT_HARD_DROP] = "hardDrop",  [DF_TETRIO_HOLD] = "hold",
};

/* A replay that is being read. */
typedef struct ttr_reader {
    df_tetrio_options options;
    df_tetrio_event *events;
    size_t count;
    uint32_t frames;
    df_error *error;
} ttr_reader;

/* Returns a text, or one that is none of the game's. */
static const char *ttr_word(const json_t *object, const char *key, const char *usual)
{
    const json_t *value = json_object_get(object, key);
    return value == NULL ? usual : json_is_string(value) ? json_string_value(value) : "?";
}

static df_status ttr_read_number(ttr_reader *self, const json_t *object, const char *key,
                                 double usual, const double range[2], double *number)
{
    const json_t *value = json_object_get(object, key);
    *number = value == NULL ? usual : json_number_value(value);
    if (value == NULL || (json_is_number(value) && *number >= range[0] && *number <= range[1]))
        return DF_OK;
    return message_error(self->error, DF_ERROR_INPUT,
                         "'%s' is no number from %.0f to %.0f; the replay is damaged, or of "
                         "a game that cannot be played",
                         key, range[0], range[1]);
}

/* True if an option says that something is there. */
static bool ttr_is_set(const json_t *value)
{
    const char *text = json_string_value(value);
    return json_is_true(value) || (json_is_number(value) && json_number_value(value) != 0) ||
           (text != NULL && text[0] != '\0' && strcmp(text, "none") != 0);
}

static df_status ttr_read_rules(ttr_reader *self, const json_t *options)
{
    df_tetrio_options *made = &self->options;
    const char *kicks = ttr_word(options, "kickset", "SRS+");
    const char *bag = ttr_word(options, "bagtype", "7-bag");
    for (size_t i = 0; i < COUNT(ttr_others); i++) {
        if (ttr_is_set(json_object_get(options, ttr_others[i].key)))
            return message_error(self->error, DF_ERROR_INPUT,
                                 "a game with %s ('%s') cannot be played; give one of 40 "
                                 "LINES, or a custom game alone",
                                 ttr_others[i].what, ttr_others[i].key);
    }
    if (strcmp(bag, "7-bag") != 0 && strcmp(bag, "7bag") != 0)
        return message_error(self->error, DF_ERROR_INPUT,
                             "pieces of 'bagtype' '%.40s' are not known; give a game whose "
                             "pieces come in bags of seven",
                             bag);
    made->rules = strcmp(kicks, "SRS+") == 0 ? DF_RULES_TETRIO
                  : strcmp(kicks, "SRS") != 0
                      ? (strcmp(kicks, "none") == 0 ? DF_RULES_NOKICKS : DF_RULES)
                  : made->has_half_turns ? DF_RULES_SRS_180
                                         : DF_RULES_SRS;
    if (made->rules == DF_RULES)
        return message_error(self->error, DF_ERROR_INPUT,
                             "kicks of 'kickset' '%.40s' are not known; give a game with "
                             "SRS+, SRS or none",
                             kicks);
    return DF_OK;
}

static df_status ttr_read_options(ttr_reader *self, const json_t *options)
{
    df_tetrio_options *made = &self->options;
    const json_t *handling = json_object_get(options, "handling");
    df_status status = DF_OK;
    double seed = 0, width = 0, height = 0;
    for (size_t i = 0; status == DF_OK && i < COUNT(ttr_numbers); i++)
        status = ttr_read_number(self, ttr_numbers[i].is_handling ? handling : options,
                                 ttr_numbers[i].key, ttr_numbers[i].usual,
                                 (const double[]){ttr_numbers[i].least, ttr_numbers[i].most},
                                 (double *)(void *)((char *)made + ttr_numbers[i].offset));
    for (size_t i = 0; i < COUNT(ttr_flags); i++) {
        const json_t *value =
            json_object_get(ttr_flags[i].is_handling ? handling : options, ttr_flags[i].key);
        bool *flag = (bool *)((char *)made + ttr_flags[i].offset);
        *flag |= value == NULL ? ttr_flags[i].usual : json_is_true(value);
    }
    if (status == DF_OK)
        status = ttr_read_number(self, options, "seed", -1, (const double[]){0, 1e15}, &seed);
    if (status == DF_OK)
        status = ttr_read_number(self, options, "boardwidth", 10,
                                 (const double[]){4, DF_NARROW_MAX_WIDTH}, &width);
    if (status == DF_OK)
        status = ttr_read_number(self, options, "boardheight", 20, (const double[]){4, 100},
                                 &height);
    if (status == DF_OK && seed < 0)
        status = message_error(self->error, DF_ERROR_INPUT,
                               "there is no 'seed', from which the pieces follow; the replay "
                               "is damaged");
    made->seed = (uint64_t)seed;
    made->width = (unsigned)width;
    made->height = (unsigned)height;
    made->turns_first = strcmp(ttr_word(handling, "irs", "off"), "hold") == 0;
    made->holds_first = strcmp(ttr_word(handling, "ihs", "off"), "hold") == 0;
    return status == DF_OK ? ttr_read_rules(self, options) : status;
}

/* Reads an event; those that are no keys say nothing about a game alone. */
static df_status ttr_read_event(ttr_reader *self, size_t number, const json_t *value)
{
    const char *type = ttr_word(value, "type", "?");
    const json_t *data = json_object_get(value, "data");
    const char *key = ttr_word(data, "key", "?");
    double frame = 0, subframe = 0;
    if (strcmp(type, "ige") == 0)
        return message_error(self->error, DF_ERROR_INPUT,
                             "event %zu comes from other players; give a replay of a game "
                             "alone",
                             number);
    if (strcmp(type, "keydown") != 0 && strcmp(type, "keyup") != 0)
        return DF_OK;
    df_status status =
        ttr_read_number(self, value, "frame", -1, (const double[]){0, TTR_MAX_FRAMES}, &frame);
    if (status == DF_OK)
        status = ttr_read_number(self, data, "subframe", 0, (const double[]){0, 1}, &subframe);
    if (status != DF_OK)
        return status;
    unsigned input = 0;
    while (input < COUNT(ttr_keys) && strcmp(key, ttr_keys[input]) != 0)
        input++;
    if (input == COUNT(ttr_keys) || frame < 0 ||
        (self->count > 0 && frame < self->events[self->count - 1].frame))
        return message_error(self->error, DF_ERROR_INPUT,
                             "event %zu %s '%.40s'; the replay is damaged, or of a game that "
                             "cannot be played",
                             number,
                             input == COUNT(ttr_keys) ? "has the unknown key"
                                                      : "is before the one before it:",
                             key);
    self->events[self->count++] = (df_tetrio_event){
        (uint32_t)frame, subframe, (uint8_t)input, strcmp(type, "keydown") == 0,
        json_is_true(json_object_get(data, "hoisted"))};
    return DF_OK;
}

/* Reads a game: since the Beta `replay` has all; before, `data` had events, of which one of
 * type `full` had the options. */
static df_status ttr_read_game(ttr_reader *self, const json_t *root)
{
    const json_t *game = json_object_get(root, "replay"), *options;
    if (game == NULL)
        game = json_object_get(root, "data");
    const json_t *events = json_object_get(game, "events");
    const size_t size = json_array_size(events);
    options = json_object_get(game, "options");
    for (size_t i = 0; options == NULL && i < size; i++)
        options =
            json_object_get(json_object_get(json_array_get(events, i), "data"), "options");
    if (json_object_get(game, "rounds") != NULL || json_is_array(game))
        return message_error(self->error, DF_ERROR_INPUT,
                             "this is a match of several players; give a replay of a game "
                             "alone (.ttr)");
    if (!json_is_object(options) || !json_is_array(events))
        return message_error(self->error, DF_ERROR_INPUT,
                             "this JSON is no replay of TETR.IO; it needs a 'replay' with "
                             "'options' and 'events'");
    double frames = 0;
    df_status status = ttr_read_options(self, options);
    if (status == DF_OK)
        status = ttr_read_number(self, game, "frames", 0, (const double[]){0, TTR_MAX_FRAMES},
                                 &frames);
    if (status == DF_OK && (self->events = calloc(size + 1, sizeof self->events[0])) == NULL)
        status = DF_ERROR_MEMORY;
    for (size_t i = 0; status == DF_OK && i < size; i++)
        status = ttr_read_event(self, i + 1, json_array_get(events, i));
    self->frames = (uint32_t)frames;
    if (status == DF_OK && self->count > 0 &&
        self->frames <= self->events[self->count - 1].frame)
        self->frames = self->events[self->count - 1].frame + 1;
    return status;
}

bool ttr_is_json(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '{';
}

df_status ttr_read(df_plan **plan, const df_piece_set *set, const char *text, size_t length,
                   uint32_t *frames, bool *is_over, df_error *error)
{
    ttr_reader self = {.error = error};
    json_t *root = NULL;
    json_error_t wrong;
    df_status status = json_load_text(&root, text, length, &wrong);
    if (status == DF_ERROR_INPUT) {
        error->line = wrong.line > 0 ? (size_t)wrong.line : 1;
        error->column = wrong.column > 0 ? (size_t)wrong.column : 1;
        return message_error(error, status,
                             "no JSON: %.80s; a replay of TETR.IO was cut off or damaged",
                             wrong.text);
    }
    if (status == DF_OK)
        status = ttr_read_game(&self, root);
    json_decref(root);
    if (status == DF_OK)
        status = df_tetrio_play(plan, set, &self.options, self.events, self.count, self.frames,
                                is_over);
    for (size_t i = 0; status == DF_OK && i < DF_TETROMINOES; i++)
        (*plan)->colors[i] = (df_plan_color){true, df_guideline_colors[i]};
    free(self.events);
    *frames = self.frames;
    return status;
}
