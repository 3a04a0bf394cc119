/* Replays of NullpoMino: the properties of a Java program, a line for each. */
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/digits.h"
#include "core/base/error.h"
#include "core/base/scan.h"
#include "core/board/nullpomino_bag.h"
#include "nullpo.h"

#define WALLKICK_PACKAGE "mu.nu.nullpo.game.subsystem.wallkick."
#define RANDOMIZER_PACKAGE "net.omegaboshi.nullpomino.game.subsystem.randomizer."

enum {
    REPLAY_QUOTED = 90,
    REPLAY_MAX_LEVEL = 19,
    REPLAY_MAX_BUTTONS = (1 << NULLPO_BUTTONS) - 1,
    REPLAY_GOALS = 3,
    REPLAY_COLORS = 9,
    REPLAY_MAX_SPAWN = 5,
    REPLAY_OLDEST = 75, /* versions times 10 */
    REPLAY_GRAY = 1     /* the colour of pieces that are given none */
};

static const struct {
    const char *key;
    int missing, written, min, max;
} replay_options[NULLPO_OPTIONS] = {
#define REPLAY_OPTION(name, key, missing, written, min, max)                                   \
    [NULLPO_##name] = {key, missing, written, min, max},
    NULLPO_RULE_OPTIONS(REPLAY_OPTION)
#undef REPLAY_OPTION
};

/* The colours of the rule STANDARD, in the game's own order of the pieces. */
static const uint8_t replay_colors[DF_TETROMINOES] = {6, 3, 4, 2, 8, 7, 5};

static const char *const replay_modes[NULLPO_MODES] = {
    [NULLPO_MARATHON] = "MARATHON", [NULLPO_LINE_RACE] = "LINE RACE", [NULLPO_ULTRA] = "ULTRA"};

/* The first word of the options of a mode. */
static const char *const replay_mode_words[NULLPO_MODES] = {
    [NULLPO_MARATHON] = "marathon", [NULLPO_LINE_RACE] = "linerace", [NULLPO_ULTRA] = "ultra"};

static const char *const replay_randomizers[NULLPO_RANDOMIZERS] = {
    [NULLPO_BAG_FIRST] = RANDOMIZER_PACKAGE "BagNoSZORandomizer",
    [NULLPO_BAG] = RANDOMIZER_PACKAGE "BagRandomizer",
    [NULLPO_MEMORYLESS] = RANDOMIZER_PACKAGE "MemorylessRandomizer",
};

/* The usual speed of a mode: marathon has its own gravity. */
static const nullpo_speed replay_marathon = {1, 63, 24, 24, 40, 30, 14};
static const nullpo_speed replay_race = {4, 256, 0, 0, 0, 30, 14};

/* The buttons of a frame and those after it. */
typedef struct replay_change {
    uint32_t frame;
    uint16_t buttons;
} replay_change;

/* An option of a mode, which says nothing before the mode is known. */
typedef struct replay_wish {
    unsigned goal, level;
    bool big;
    nullpo_speed speed;
} replay_wish;

typedef struct replay_reader {
    text_scan scan;
    df_error *error;
    nullpo_replay *replay;
    replay_wish wish[NULLPO_MODES];
    replay_change *changes; /* owned */
    size_t change_count, change_capacity;
    unsigned frames;
    bool has_mode, has_seed, has_version;
} replay_reader;

static df_status replay_complain(replay_reader *self, text_span at, const char *key,
                                 const char *advice)
{
    const bool is_long = at.length > REPLAY_QUOTED;
    return df_error_set_at(self->error, self->scan.number, df_scan_column(&self->scan, at),
                           "%s is '%.*s%s'; %s", key, is_long ? REPLAY_QUOTED : (int)at.length,
                           at.bytes, is_long ? "..." : "", advice);
}

/* Reads a whole number, which may be negative, or true or false. */
static bool replay_number(text_span span, int *number)
{
    unsigned value;
    const bool is_negative = span.length > 0 && span.bytes[0] == '-';
    if (df_span_equals(span, "true") || df_span_equals(span, "false")) {
        *number = span.length == 4;
        return true;
    }
    span.bytes += is_negative;
    span.length -= is_negative;
    if (!df_span_number(span, INT32_MAX, &value))
        return false;
    *number = is_negative ? -(int)value : (int)value;
    return true;
}

static df_status replay_take(replay_reader *self, const char *key, text_span value, int min,
                             int max, int *number)
{
    int read;
    if (!replay_number(value, &read))
        return replay_complain(self, value, key, "it must be a number");
    if (read < min || read > max)
        return replay_complain(self, value, key,
                               "only games in which that is otherwise can be read");
    *number = read;
    return DF_OK;
}

static bool replay_begins(text_span *span, const char *word)
{
    const size_t length = strlen(word);
    if (span->length < length || memcmp(span->bytes, word, length) != 0)
        return false;
    span->bytes += length;
    span->length -= length;
    return true;
}

/* Reads "0.r.FRAME=BUTTONS", which counts until the next one. */
static df_status replay_read_buttons(replay_reader *self, text_span key, text_span value)
{
    unsigned frame = 0, buttons = 0;
    if (df_span_equals(key, "max")) {
        if (!df_span_number(value, NULLPO_MAX_FRAMES, &self->frames))
            return replay_complain(self, value, "0.r.max",
                                   "it must be a number of frames, of two hours at most");
        return DF_OK;
    }
    if (!df_span_number(key, NULLPO_MAX_FRAMES, &frame))
        return replay_complain(self, key, "a frame", "it must be a number");
    if (!df_span_number(value, REPLAY_MAX_BUTTONS, &buttons))
        return replay_complain(self, value, "the sum of the buttons",
                               "it must be a number up to 1023");
    const df_status status =
        ARRAY_RESERVE(self->changes, self->change_capacity, self->change_count, 1);
    if (status == DF_OK)
        self->changes[self->change_count++] = (replay_change){frame, (uint16_t)buttons};
    return status;
}

/* Reads "20.0" or the like. */
static bool replay_read_speed(text_span span, float *speed)
{
    const char *dot = memchr(span.bytes, '.', span.length);
    const size_t whole_length = dot != NULL ? (size_t)(dot - span.bytes) : span.length;
    unsigned whole, fraction = 0, tenth = 1;
    if (!df_span_number((text_span){span.bytes, whole_length}, 9999, &whole))
        return false;
    const text_span rest = {span.bytes + whole_length + 1, span.length - whole_length - 1};
    if (dot != NULL && (rest.length > 4 || !df_span_number(rest, 9999, &fraction)))
        return false;
    for (size_t i = 0; dot != NULL && i < rest.length; i++)
        tenth *= 10;
    *speed = (float)((double)(whole * tenth + fraction) / (double)tenth);
    return true;
}

/* Reads an option of a piece, such as "pieceSpawnX.0.3", of piece 0 turned three times. */
static df_status replay_read_piece(replay_reader *self, text_span key, text_span value)
{
    enum { SPAWN_X, SPAWN_Y, COLOR };
    static const struct {
        const char *key;
        int min, max;
    } kinds[] = {[SPAWN_X] = {"pieceSpawnX", -REPLAY_MAX_SPAWN, REPLAY_MAX_SPAWN},
                 [SPAWN_Y] = {"pieceSpawnY", -REPLAY_MAX_SPAWN, REPLAY_MAX_SPAWN},
                 [COLOR] = {"pieceColor", 0, REPLAY_COLORS - 1},
                 {"pieceOffsetX", 0, 0},
                 {"pieceOffsetY", 0, 0},
                 {"pieceDefaultDirection", 0, 0}};
    unsigned kind = 0, count = sizeof kinds / sizeof kinds[0];
    int number = 0;
    for (; kind < count; kind++) {
        text_span rest = key;
        if (replay_begins(&rest, kinds[kind].key) && replay_begins(&rest, ".")) {
            key = rest;
            break;
        }
    }
    /* Those from 7 on are no tetrominoes, and none is turned when it is spawned. */
    const bool is_turned = key.length == 3 && key.bytes[2] != '0';
    if (kind == count || key.length == 0 || key.bytes[0] < '0' || key.bytes[0] > '6' ||
        (key.length > 1 && key.bytes[1] != '.') || (kind <= SPAWN_Y && is_turned))
        return DF_OK;
    const df_status status =
        replay_take(self, kinds[kind].key, value, kinds[kind].min, kinds[kind].max, &number);
    const unsigned piece = nullpomino_order[key.bytes[0] - '0'];
    if (status == DF_OK && kind == COLOR)
        self->replay->color[piece] = (uint8_t)number;
    if (status == DF_OK && kind <= SPAWN_Y)
        self->replay->spawn[piece][kind] = (int8_t)number;
    return status;
}

/* Reads an option of the rule that is no number of the table. */
static df_status replay_read_rule(replay_reader *self, text_span key, text_span value)
{
    nullpo_replay *replay = self->replay;
    if (df_span_equals(key, "strWallkick")) {
        replay->kicks = value.length > 0;
        if (replay->kicks && !df_span_equals(value, WALLKICK_PACKAGE "StandardWallkick"))
            return replay_complain(self, value, "the wall kick",
                                   "only StandardWallkick can be read");
    } else if (df_span_equals(key, "strRandomizer")) {
        replay->randomizer = df_span_find(value, replay_randomizers, NULLPO_RANDOMIZERS);
        if (replay->randomizer == NULLPO_RANDOMIZERS)
            return replay_complain(
                self, value, "the randomizer",
                "only BagNoSZORandomizer, BagRandomizer and MemorylessRandomizer can be read");
    } else if (df_span_equals(key, "softdropSpeed")) {
        if (!replay_read_speed(value, &replay->soft_speed))
            return replay_complain(self, value, "softdropSpeed",
                                   "it must be a number such as 20.0");
    } else {
        return replay_read_piece(self, key, value);
    }
    return DF_OK;
}

/* Reads an option of a mode, such as "linerace.das.-1". */
static df_status replay_read_wish(replay_reader *self, nullpo_mode mode, text_span key,
                                  text_span value)
{
    replay_wish *wish = &self->wish[mode];
    const struct {
        const char *key;
        int *number;
    } speeds[] = {
        {"gravity.-1", &wish->speed.gravity}, {"denominator.-1", &wish->speed.denominator},
        {"are.-1", &wish->speed.entry},       {"areLine.-1", &wish->speed.entry_line},
        {"lineDelay.-1", &wish->speed.clear}, {"lockDelay.-1", &wish->speed.lock},
        {"das.-1", &wish->speed.shift}};
    const bool is_race = mode != NULLPO_MARATHON;
    int number = 0;
    for (unsigned i = 0; is_race && i < sizeof speeds / sizeof speeds[0]; i++) {
        if (df_span_equals(key, speeds[i].key))
            return replay_take(self, speeds[i].key, value, -1, 99999, speeds[i].number);
    }
    if (df_span_equals(key, is_race ? "goaltype.-1" : "gametype")) {
        if (replay_take(self, "the goal", value, 0, REPLAY_GOALS - 1, &number) != DF_OK)
            return DF_ERROR_INPUT;
        wish->goal = (unsigned)number;
    } else if (df_span_equals(key, "startlevel") && !is_race) {
        if (replay_take(self, "the level", value, 0, REPLAY_MAX_LEVEL, &number) != DF_OK)
            return DF_ERROR_INPUT;
        wish->level = (unsigned)number;
    } else if (df_span_equals(key, is_race ? "big.-1" : "big")) {
        wish->big = !df_span_equals(value, "false");
    }
    return DF_OK;
}

/* Reads a seed of up to 64 bits in hexadecimal digits, which may be negative. */
static df_status replay_read_seed(replay_reader *self, text_span value)
{
    const bool is_negative = value.length > 0 && value.bytes[0] == '-';
    uint64_t seed = 0;
    size_t i = is_negative;
    for (; i < value.length && i < 16U + is_negative && df_hex_digit(value.bytes[i]) >= 0; i++)
        seed = seed << 4 | (uint64_t)df_hex_digit(value.bytes[i]);
    if (i < value.length || i == is_negative)
        return replay_complain(self, value, "the seed",
                               "it must be a number of at most 16 hexadecimal digits");
    self->replay->seed = is_negative ? 0 - seed : seed;
    self->has_seed = true;
    return DF_OK;
}

static df_status replay_read_version(replay_reader *self, text_span value)
{
    float version = 0;
    if (!replay_read_speed(value, &version) ||
        (self->replay->version = (unsigned)(version * 10 + 0.5F)) < REPLAY_OLDEST)
        return replay_complain(self, value, "the version of the game",
                               "only replays of NullpoMino 7.5 and later can be read");
    self->has_version = true;
    return DF_OK;
}

static df_status replay_read_mode(replay_reader *self, text_span value)
{
    self->replay->mode = df_span_find(value, replay_modes, NULLPO_MODES);
    if (self->replay->mode == NULLPO_MODES)
        return replay_complain(self, value, "the mode",
                               "only MARATHON, LINE RACE and ULTRA can be read");
    self->has_mode = true;
    return DF_OK;
}

static df_status replay_read_property(replay_reader *self, text_span key, text_span value)
{
    if (df_span_equals(key, "name.mode"))
        return replay_read_mode(self, value);
    if (df_span_equals(key, "version.core.major"))
        return replay_read_version(self, value);
    for (unsigned i = 0; i < NULLPO_MODES; i++) {
        text_span rest = key;
        if (replay_begins(&rest, replay_mode_words[i]) && replay_begins(&rest, "."))
            return replay_read_wish(self, (nullpo_mode)i, rest, value);
    }
    if (!replay_begins(&key, "0."))
        return DF_OK;
    if (replay_begins(&key, "r."))
        return replay_read_buttons(self, key, value);
    if (df_span_equals(key, "replay.randSeed"))
        return replay_read_seed(self, value);
    for (unsigned i = 0; i < NULLPO_OPTIONS; i++) {
        if (df_span_equals(key, replay_options[i].key))
            return replay_take(self, replay_options[i].key, value, replay_options[i].min,
                               replay_options[i].max, &self->replay->option[i]);
    }
    return replay_begins(&key, "ruleopt.") ? replay_read_rule(self, key, value) : DF_OK;
}

static df_status replay_read_line(replay_reader *self)
{
    const text_span line = self->scan.line;
    const char *equals = memchr(line.bytes, '=', line.length);
    if (memchr(line.bytes, '\0', line.length) != NULL)
        return df_error_set_at(self->error, self->scan.number, 1,
                               "a NUL byte; a replay is plain text");
    if (line.length == 0 || line.bytes[0] == '#' || line.bytes[0] == '!')
        return DF_OK;
    if (equals == NULL)
        return df_error_set_at(
            self->error, self->scan.number, 1,
            "this is no property; a line 'name=value' was cut off or damaged");
    const size_t length = (size_t)(equals - line.bytes);
    return replay_read_property(self, (text_span){line.bytes, length},
                                (text_span){equals + 1, line.length - length - 1});
}

/* Takes what the mode has chosen, and the buttons of all frames. */
static df_status replay_finish(replay_reader *self)
{
    nullpo_replay *replay = self->replay;
    const char *missing = !self->has_version  ? "version.core.major"
                          : !self->has_mode   ? "name.mode"
                          : !self->has_seed   ? "0.replay.randSeed"
                          : self->frames == 0 ? "0.r.max"
                                              : NULL;
    if (missing != NULL)
        return df_error_set_at(self->error, self->scan.number + 1, 1,
                               "there is no '%s' in this replay; it was cut off or damaged",
                               missing);
    const replay_wish *wish = &self->wish[replay->mode];
    if (wish->big)
        return df_error_set_at(self->error, self->scan.number + 1, 1,
                               "big pieces cannot be read; use a replay without them");
    replay->goal = wish->goal;
    replay->level = wish->level;
    replay->speed = wish->speed;
    const df_status status = ARRAY_RESIZE(replay->buttons, self->frames);
    if (status != DF_OK)
        return status;
    replay->count = self->frames;
    memset(replay->buttons, 0xff, replay->count * sizeof replay->buttons[0]);
    for (size_t i = 0; i < self->change_count; i++) {
        if (self->changes[i].frame < self->frames)
            replay->buttons[self->changes[i].frame] = self->changes[i].buttons;
    }
    for (size_t i = 0; i < replay->count; i++) {
        if (replay->buttons[i] > REPLAY_MAX_BUTTONS)
            replay->buttons[i] = i > 0 ? replay->buttons[i - 1] : 0;
    }
    return DF_OK;
}

df_status df_nullpo_replay_read(nullpo_replay *replay, const char *text, size_t length,
                                df_error *error)
{
    replay_reader self = {.error = error, .replay = replay};
    *replay = (nullpo_replay){.soft_speed = 0.5F, .randomizer = NULLPO_MEMORYLESS};
    for (unsigned i = 0; i < NULLPO_OPTIONS; i++)
        replay->option[i] = replay_options[i].missing;
    memset(replay->color, REPLAY_GRAY, sizeof replay->color);
    for (unsigned i = 0; i < NULLPO_MODES; i++)
        self.wish[i] =
            (replay_wish){.goal = i != NULLPO_MARATHON,
                          .speed = i == NULLPO_MARATHON ? replay_marathon : replay_race};
    df_scan_begin(&self.scan, text, length);
    df_status status = DF_OK;
    while (status == DF_OK && df_scan_line(&self.scan))
        status = replay_read_line(&self);
    if (status == DF_OK)
        status = replay_finish(&self);
    free(self.changes);
    return status;
}

nullpo_replay df_nullpo_standard(uint64_t seed)
{
    nullpo_replay replay = {.soft_speed = 20, .kicks = true, .seed = seed};
    for (unsigned i = 0; i < NULLPO_OPTIONS; i++)
        replay.option[i] = replay_options[i].written;
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        replay.color[nullpomino_order[i]] = replay_colors[i];
    replay.version = REPLAY_OLDEST;
    replay.goal = 2; /* endless */
    replay.speed = replay_marathon;
    return replay;
}

static void replay_put_seed(df_text *text, uint64_t seed)
{
    df_text_put(text, "0.replay.randSeed=");
    unsigned shift = 60;
    while (shift > 0 && seed >> shift == 0)
        shift -= 4;
    for (;; shift -= 4) {
        df_text_put_char(text, hex_digit_lower(seed >> shift & 15));
        if (shift == 0)
            break;
    }
    df_text_put_char(text, '\n');
}

/* Puts an option of the rule; those of one value or of two are true or false in the game. */
static void replay_put_option(df_text *text, unsigned i)
{
    const int value = replay_options[i].written;
    const bool is_flag = replay_options[i].max == 1 && replay_options[i].min == 0;
    df_text_format(text, "0.%s=", replay_options[i].key);
    if (is_flag || i == NULLPO_CEILING || i == NULLPO_ABOVE || i == NULLPO_HOLD_RESETS)
        df_text_put(text, value != 0 ? "true" : "false");
    else
        df_text_format(text, value < 0 ? "-%u" : "%u", (unsigned)(value < 0 ? -value : value));
    df_text_put_char(text, '\n');
}

df_status df_nullpo_replay_write(df_text *text, const nullpo_replay *replay)
{
    df_text_put(text, "#NullpoMino Replay\nname.mode=MARATHON\nname.rule=STANDARD\n"
                      "version.core=7.5.0\nversion.core.major=7.5\nversion.core.minor=0\n"
                      "version.core.dev=false\nmarathon.startlevel=0\nmarathon.gametype=2\n"
                      "marathon.big=false\nmarathon.version=2\n");
    replay_put_seed(text, replay->seed & JAVA_MASK);
    df_text_put(text, "0.ruleopt.strRuleName=STANDARD\n0.ruleopt.strWallkick=" WALLKICK_PACKAGE
                      "StandardWallkick\n0.ruleopt.strRandomizer=" RANDOMIZER_PACKAGE
                      "BagNoSZORandomizer\n0.ruleopt.softdropSpeed=20.0\n"
                      "0.ruleopt.nextDisplay=6\n0.ruleopt.skin=2\n");
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        df_text_format(text, "0.ruleopt.pieceColor.%u=%u\n", i, replay_colors[i]);
    for (unsigned i = 0; i < NULLPO_OPTIONS; i++)
        replay_put_option(text, i);
    for (size_t i = 0; i < replay->count; i++) {
        if (replay->buttons[i] != (i > 0 ? replay->buttons[i - 1] : 0))
            df_text_format(text, "0.r.%zu=%u\n", i, replay->buttons[i]);
    }
    df_text_format(text, "0.r.max=%zu\n", replay->count);
    return text->status;
}
