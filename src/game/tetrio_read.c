/* Replays of TETR.IO: JSON with the options of a game and its keys. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/json_scan.h"
#include "core/board/plan_deal.h"
#include "core/format/keys.h"
#include "tetrio.h"

enum { TTR_MAX_FRAMES = 60 * 60 * 60 /* an hour */, TTR_QUOTED = 40 };

#define FIELD(name) offsetof(tetrio_options, name)

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

/* A replay that is being read. */
typedef struct ttr_reader {
    tetrio_options options;
    tetrio_event *events;
    size_t count;
    uint32_t frames;
    df_error *error;
} ttr_reader;

/* Returns a text, or one that is none of the game's. */
static text_span ttr_word(text_span object, const char *key, const char *usual)
{
    const text_span value = df_json_get(object, key);
    if (df_json_is(value, '"'))
        return df_json_string(value);
    return value.length == 0 ? (text_span){usual, strlen(usual)} : (text_span){"?", 1};
}

static int ttr_shown(text_span word)
{
    return word.length < TTR_QUOTED ? (int)word.length : TTR_QUOTED;
}

static df_status ttr_read_number(ttr_reader *self, text_span object, const char *key,
                                 double usual, const double range[2], double *number)
{
    const text_span value = df_json_get(object, key);
    double read = usual;
    if (value.length == 0 ||
        (df_json_number(value, &read) && read >= range[0] && read <= range[1])) {
        *number = read;
        return DF_OK;
    }
    return df_error_set(self->error, DF_ERROR_INPUT,
                        "'%s' is no number from %zu to %zu; the replay is damaged, or of a "
                        "game that cannot be played",
                        key, (size_t)range[0], (size_t)range[1]);
}

/* True if an option says that something is there. */
static bool ttr_is_set(text_span value)
{
    const text_span text = df_json_string(value);
    double number = 0;
    return df_json_is(value, 't') || (df_json_number(value, &number) && number != 0) ||
           (text.length > 0 && !df_span_equals(text, "none"));
}

static df_status ttr_read_rules(ttr_reader *self, text_span options)
{
    tetrio_options *made = &self->options;
    const text_span kicks = ttr_word(options, "kickset", "SRS+");
    const text_span bag = ttr_word(options, "bagtype", "7-bag");
    for (size_t i = 0; i < COUNT(ttr_others); i++) {
        if (ttr_is_set(df_json_get(options, ttr_others[i].key)))
            return df_error_set(self->error, DF_ERROR_INPUT,
                                "a game with %s ('%s') cannot be played; give one of 40 "
                                "LINES, or a custom game alone",
                                ttr_others[i].what, ttr_others[i].key);
    }
    if (!df_span_equals(bag, "7-bag") && !df_span_equals(bag, "7bag"))
        return df_error_set(self->error, DF_ERROR_INPUT,
                            "pieces of 'bagtype' '%.*s' are not known; give a game whose "
                            "pieces come in bags of seven",
                            ttr_shown(bag), bag.bytes);
    made->rules = df_span_equals(kicks, "SRS+")   ? DF_RULES_TETRIO
                  : df_span_equals(kicks, "none") ? DF_RULES_NOKICKS
                  : !df_span_equals(kicks, "SRS") ? DF_RULES
                  : made->has_half_turns          ? DF_RULES_SRS_180
                                                  : DF_RULES_SRS;
    if (made->rules == DF_RULES)
        return df_error_set(self->error, DF_ERROR_INPUT,
                            "kicks of 'kickset' '%.*s' are not known; give a game with "
                            "SRS+, SRS or none",
                            ttr_shown(kicks), kicks.bytes);
    return DF_OK;
}

static df_status ttr_read_options(ttr_reader *self, text_span options)
{
    tetrio_options *made = &self->options;
    const text_span handling = df_json_get(options, "handling");
    df_status status = DF_OK;
    double seed = 0, width = 0, height = 0;
    for (size_t i = 0; status == DF_OK && i < COUNT(ttr_numbers); i++)
        status = ttr_read_number(self, ttr_numbers[i].is_handling ? handling : options,
                                 ttr_numbers[i].key, ttr_numbers[i].usual,
                                 (const double[]){ttr_numbers[i].least, ttr_numbers[i].most},
                                 (double *)(void *)((char *)made + ttr_numbers[i].offset));
    for (size_t i = 0; i < COUNT(ttr_flags); i++) {
        const text_span value =
            df_json_get(ttr_flags[i].is_handling ? handling : options, ttr_flags[i].key);
        bool *flag = (bool *)((char *)made + ttr_flags[i].offset);
        *flag |= value.length == 0 ? ttr_flags[i].usual : df_json_is(value, 't');
    }
    if (status == DF_OK)
        status = ttr_read_number(self, options, "seed", 0, (const double[]){0, 1e15}, &seed);
    if (status == DF_OK)
        status = ttr_read_number(self, options, "boardwidth", 10,
                                 (const double[]){4, DF_NARROW_MAX_WIDTH}, &width);
    if (status == DF_OK)
        status = ttr_read_number(self, options, "boardheight", 20, (const double[]){4, 100},
                                 &height);
    if (status == DF_OK && df_json_get(options, "seed").length == 0)
        status = df_error_set(self->error, DF_ERROR_INPUT,
                              "there is no 'seed', from which the pieces follow; the replay "
                              "is damaged");
    made->seed = (uint64_t)seed;
    made->width = (unsigned)width;
    made->height = (unsigned)height;
    made->turns_first = df_span_equals(ttr_word(handling, "irs", "off"), "hold");
    made->holds_first = df_span_equals(ttr_word(handling, "ihs", "off"), "hold");
    return status == DF_OK ? ttr_read_rules(self, options) : status;
}

/* Reads an event; those that are no keys say nothing about a game alone. */
static df_status ttr_read_event(ttr_reader *self, size_t number, text_span value)
{
    const text_span type = ttr_word(value, "type", "?"), data = df_json_get(value, "data");
    const text_span key = ttr_word(data, "key", "?");
    const bool is_down = df_span_equals(type, "keydown");
    double frame = 0, subframe = 0;
    if (df_span_equals(type, "ige"))
        return df_error_set(self->error, DF_ERROR_INPUT,
                            "event %zu comes from other players; give a replay of a game alone",
                            number);
    if (!is_down && !df_span_equals(type, "keyup"))
        return DF_OK;
    df_status status =
        ttr_read_number(self, value, "frame", -1, (const double[]){0, TTR_MAX_FRAMES}, &frame);
    if (status == DF_OK)
        status = ttr_read_number(self, data, "subframe", 0, (const double[]){0, 1}, &subframe);
    if (status != DF_OK)
        return status;
    const unsigned input = df_span_find(key, df_key_names, DF_INPUTS + 1);
    if (input > DF_INPUTS || frame < 0 ||
        (self->count > 0 && frame < self->events[self->count - 1].frame))
        return df_error_set(
            self->error, DF_ERROR_INPUT,
            "event %zu %s '%.*s'; the replay is damaged, or of a game that cannot be played",
            number, input > DF_INPUTS ? "has the unknown key" : "is before the one before it:",
            ttr_shown(key), key.bytes);
    self->events[self->count++] =
        (tetrio_event){(uint32_t)frame, subframe, (uint8_t)input, is_down,
                       df_json_is(df_json_get(data, "hoisted"), 't')};
    return DF_OK;
}

/* Returns the part of an event that a game begins with; of those before the Beta, the event
 * that has the options. */
static text_span ttr_begin(text_span events)
{
    text_span event;
    while (df_json_next(&events, &event)) {
        const text_span data = df_json_get(event, "data");
        if (df_json_get(data, "options").length > 0)
            return data;
    }
    return (text_span){events.bytes, 0};
}

/* True if there are squares in a board, a list of rows. */
static bool ttr_has_squares(text_span board)
{
    text_span row, square;
    while (df_json_next(&board, &row)) {
        while (df_json_next(&row, &square)) {
            if (!df_json_is(square, 'n')) /* null */
                return true;
        }
    }
    return false;
}

/* Reads a game: since the Beta `replay` has all; before, `data` had events, of which one of
 * type `full` had the options. */
static df_status ttr_read_game(ttr_reader *self, text_span root)
{
    text_span game = df_json_get(root, "replay"), item;
    if (game.length == 0)
        game = df_json_get(root, "data");
    const text_span events = df_json_get(game, "events"), begin = ttr_begin(events);
    text_span options = df_json_get(game, "options"), rest = events;
    size_t size = 0;
    while (df_json_next(&rest, &item))
        size++;
    if (options.length == 0)
        options = df_json_get(begin, "options");
    if (df_json_get(game, "rounds").length > 0 || df_json_is(game, '['))
        return df_error_set(self->error, DF_ERROR_INPUT,
                            "this is a match of several players; give a replay of a game "
                            "alone (.ttr)");
    if (!df_json_is(options, '{') || !df_json_is(events, '['))
        return df_error_set(self->error, DF_ERROR_INPUT,
                            "this JSON is no replay of TETR.IO; it needs a 'replay' with "
                            "'options' and 'events'");
    if (ttr_has_squares(df_json_get(df_json_get(begin, "game"), "board")))
        return df_error_set(self->error, DF_ERROR_INPUT,
                            "a game with squares at first ('board') cannot be played; give one "
                            "that begins empty");
    double frames = 0;
    df_status status = ttr_read_options(self, options);
    if (status == DF_OK)
        status = ttr_read_number(self, game, "frames", 0, (const double[]){0, TTR_MAX_FRAMES},
                                 &frames);
    if (status == DF_OK && (self->events = calloc(size + 1, sizeof self->events[0])) == NULL)
        status = DF_ERROR_MEMORY;
    rest = events;
    for (size_t i = 0; status == DF_OK && df_json_next(&rest, &item); i++)
        status = ttr_read_event(self, i + 1, item);
    self->frames = (uint32_t)frames;
    if (status == DF_OK && self->count > 0 &&
        self->frames <= self->events[self->count - 1].frame)
        self->frames = self->events[self->count - 1].frame + 1;
    return status;
}

/* Gives the plan the deal of its seed, unless its pieces have not come so. */
static df_status ttr_put_deal(df_plan *plan, const tetrio_options *options)
{
    const df_plan_deal deal = {.deal = DF_DEAL_TETRIO,
                               .seed = options->seed,
                               .hold = options->has_hold,
                               .preview = DF_PREVIEW_ALL};
    df_dealer dealer;
    df_status status = df_plan_set_deal(plan, &deal);
    if (status == DF_OK)
        status = df_dealer_begin(&dealer, deal.deal, DF_TETROMINOES, NULL, 0, deal.seed, 0);
    for (size_t i = 0; status == DF_OK && i < plan->count + 1; i++)
        status = df_plan_add_dealt(plan, (unsigned)df_dealer_next(&dealer));
    if (status == DF_OK)
        status = df_plan_trim_queue(plan);
    return status == DF_ERROR_DEFECT ? df_plan_set_deal(plan, NULL) : status;
}

df_status df_tetrio_read(df_plan **plan, const df_piece_set *set, const char *text,
                         size_t length, df_replay_end *end, df_error *error)
{
    ttr_reader self = {.error = error};
    text_span root = {text, length};
    df_plan *made = NULL;
    if (!df_json_check(&root))
        return df_json_refuse(error, text, root, "a replay of TETR.IO was cut off or damaged");
    df_status status = ttr_read_game(&self, root);
    if (status == DF_OK)
        status = df_tetrio_play(&made, set, &self.options, self.events, self.count, self.frames,
                                &end->over);
    if (status == DF_OK)
        status = ttr_put_deal(made, &self.options);
    end->frames = self.frames;
    free(self.events);
    if (status == DF_OK)
        *plan = made;
    else
        df_plan_free(made);
    return status;
}
