#include "play_handling.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/digits.h"
#include "cli/base/file.h"
#include "cli/terminal/terminal.h"

#define MAGIC "dropforge-keys 1"
#define BLANKS " \t"

enum { NUMBERS = 3, MAX_FACTOR = 1000, MAX_LINE = 200 };

#define NOT_SET UINT_MAX

static const struct {
    const char *name; /* in the file */
    const char *title;
    size_t offset;
    unsigned min, max;
    unsigned usual;
} numbers[NUMBERS] = {
    {"shift-delay", "Shift delay (DAS)", offsetof(play_handling, shift_delay), 0,
     DF_GAME_MAX_TICKS, 10},
    {"shift-repeat", "Shift repeat (ARR)", offsetof(play_handling, shift_repeat), 0,
     DF_GAME_MAX_TICKS, 2},
    {"soft-factor", "Soft drop (SDF)", offsetof(play_handling, soft_factor), 1, MAX_FACTOR, 20},
};

/* The acts of the rows after the numbers. */
static const struct {
    play_act act;
    const char *title;
    int keys[PLAY_KEYS];
} acts[PLAY_HANDLING_ROWS - NUMBERS] = {
    {(play_act)DF_GAME_LEFT, "Left", {TERMINAL_LEFT, 'a'}},
    {(play_act)DF_GAME_RIGHT, "Right", {TERMINAL_RIGHT, 'd'}},
    {(play_act)DF_GAME_SOFT, "Soft drop", {TERMINAL_DOWN, 's'}},
    {(play_act)DF_GAME_HARD, "Hard drop", {' '}},
    {(play_act)DF_GAME_CLOCKWISE, "Turn clockwise", {TERMINAL_UP, 'w', 'x'}},
    {(play_act)DF_GAME_ANTICLOCKWISE, "Turn anticlockwise", {'z', 'y'}},
    {(play_act)DF_GAME_HALF_TURN, "Half turn", {'v'}},
    {(play_act)DF_GAME_HOLD, "Hold", {'c'}},
    {PLAY_ACT_PAUSE, "Pause", {'p', 27}},
    {PLAY_ACT_BOT, "The bot plays", {'b'}},
    {PLAY_ACT_RESTART, "New game", {'r'}},
    {PLAY_ACT_BACK, "Take back", {'u'}}, /* in practice and drawings */
    {PLAY_ACT_HINT, "Hint, in drawings", {'h'}},
    {PLAY_ACT_QUIT, "Quit", {'q'}},
};

/* Keys that are no visible character. */
static const struct {
    int key;
    const char *name;
} names[] = {
    {TERMINAL_LEFT, "left"}, {TERMINAL_RIGHT, "right"},
    {TERMINAL_UP, "up"},     {TERMINAL_DOWN, "down"},
    {' ', "space"},          {27, "escape"},
    {'\n', "enter"},         {'\r', "enter"},
    {'\t', "tab"},           {127, "backspace"},
    {57441, "shift"},        {57447, "right-shift"},
    {57442, "control"},      {57448, "right-control"},
    {57443, "alt"},
};

enum { NAMES = sizeof names / sizeof names[0] };

static unsigned *play_handling_number(const play_handling *self, size_t index)
{
    return (unsigned *)((char *)(uintptr_t)self + numbers[index].offset);
}

static int play_handling_key(int key)
{
    return key >= 'A' && key <= 'Z' ? key - 'A' + 'a' : key;
}

/* Writes the name of a key; false if it has none. */
static bool play_handling_name(int key, char name[PLAY_ROW_SIZE])
{
    for (size_t i = 0; i < NAMES; i++) {
        if (names[i].key == key) {
            snprintf(name, PLAY_ROW_SIZE, "%s", names[i].name);
            return true;
        }
    }
    snprintf(name, PLAY_ROW_SIZE, "%c", key);
    return key > ' ' && key < 127;
}

static int play_handling_find_key(const char *name)
{
    for (size_t i = 0; i < NAMES; i++) {
        if (strcmp(names[i].name, name) == 0)
            return names[i].key;
    }
    return name[0] > ' ' && name[0] < 127 && name[1] == '\0' ? play_handling_key(name[0]) : 0;
}

play_act play_handling_act(const play_handling *self, int key)
{
    const int wanted = play_handling_key(key);
    for (unsigned act = 0; act < PLAY_ACTS && wanted != 0; act++) {
        for (size_t i = 0; i < PLAY_KEYS; i++) {
            if (self->keys[act][i] == wanted)
                return (play_act)act;
        }
    }
    return PLAY_ACTS;
}

/* Makes numbers as usual that are not set, and keys of acts that have none, unless they are
 * others' already. */
static void play_handling_fill(play_handling *self)
{
    for (size_t i = 0; i < NUMBERS; i++) {
        unsigned *number = play_handling_number(self, i);
        *number = *number == NOT_SET ? numbers[i].usual : *number;
    }
    const play_handling given = *self;
    for (size_t i = 0; i < PLAY_HANDLING_ROWS - NUMBERS; i++) {
        const play_act act = acts[i].act;
        for (size_t j = 0; j < PLAY_KEYS && given.keys[act][0] == 0; j++) {
            const int key = acts[i].keys[j];
            self->keys[act][j] = play_handling_act(&given, key) == PLAY_ACTS ? key : 0;
        }
    }
}

static df_status play_handling_read_number(play_handling *self, size_t index, char **rest,
                                           df_error *error)
{
    uint64_t number = 0;
    const char *word = strtok_r(NULL, BLANKS, rest);
    if (*play_handling_number(self, index) != NOT_SET)
        return message_error(error, DF_ERROR_INPUT, "%s is set twice; remove one of the lines",
                             numbers[index].name);
    if (word == NULL || !digits_read_all(word, numbers[index].max, &number) ||
        number < numbers[index].min || strtok_r(NULL, BLANKS, rest) != NULL)
        return message_error(error, DF_ERROR_INPUT,
                             "%s needs one whole number from %u to %u; correct or remove it",
                             numbers[index].name, numbers[index].min, numbers[index].max);
    *play_handling_number(self, index) = (unsigned)number;
    return DF_OK;
}

static df_status play_handling_read_keys(play_handling *self, play_act act, char **rest,
                                         df_error *error)
{
    size_t count = 0;
    char *word;
    if (self->keys[act][0] != 0)
        return message_error(error, DF_ERROR_INPUT, "%s is set twice; remove one of the lines",
                             play_act_name(act));
    while ((word = strtok_r(NULL, BLANKS, rest)) != NULL) {
        const int key = play_handling_find_key(word);
        if (key == 0 || count == PLAY_KEYS)
            return message_error(
                error, DF_ERROR_INPUT,
                key == 0 ? "this is no key; write a sign, or left, right, up, down, "
                           "space, escape, enter, tab, backspace or shift"
                         : "there are more than three keys; remove some");
        const play_act other = play_handling_act(self, key);
        if (other != PLAY_ACTS)
            return message_error(error, DF_ERROR_INPUT,
                                 "%s is already a key of %s; write another", word,
                                 play_act_name(other));
        self->keys[act][count++] = key;
    }
    if (count == 0)
        return message_error(error, DF_ERROR_INPUT,
                             "%s needs a key; add one, or remove the line", play_act_name(act));
    return DF_OK;
}

static df_status play_handling_read_line(play_handling *self, char *line, df_error *error)
{
    char *rest = NULL;
    const char *name = strtok_r(line, BLANKS, &rest);
    if (name == NULL || name[0] == '#')
        return DF_OK;
    for (size_t i = 0; i < NUMBERS; i++) {
        if (strcmp(name, numbers[i].name) == 0)
            return play_handling_read_number(self, i, &rest, error);
    }
    for (unsigned act = 0; act < PLAY_ACTS; act++) {
        if (play_act_name((play_act)act) != NULL &&
            strcmp(name, play_act_name((play_act)act)) == 0)
            return play_handling_read_keys(self, (play_act)act, &rest, error);
    }
    return message_error(error, DF_ERROR_INPUT, "this is no setting; remove the line");
}

static df_status play_handling_read(void *into, const char *text, size_t length,
                                    df_error *error)
{
    const char *end = text + length;
    df_status status = DF_OK;
    for (error->line = 1; status == DF_OK && text < end; error->line++) {
        char line[MAX_LINE];
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const size_t size = (size_t)((stop != NULL ? stop : end) - text);
        if (size >= sizeof line || memchr(text, '\0', size) != NULL)
            return message_error(error, DF_ERROR_INPUT,
                                 "this line is too long or has a NUL; remove it");
        memcpy(line, text, size);
        line[size - (size > 0 && line[size - 1] == '\r')] = '\0';
        text += size + (stop != NULL);
        if (error->line == 1 && strcmp(line, MAGIC) != 0)
            return message_error(error, DF_ERROR_INPUT,
                                 "the first line must be '" MAGIC "'; put it above the others");
        if (error->line > 1)
            status = play_handling_read_line(into, line, error);
        if (status != DF_OK)
            return status;
    }
    error->line = 0;
    return status;
}

static bool play_handling_find_path(char path[PLAY_PATH_SIZE])
{
    return play_file_find(path, "XDG_CONFIG_HOME", ".config", "play");
}

cli_status play_handling_load(play_handling *self)
{
    char path[PLAY_PATH_SIZE];
    cli_status status = GO_ON;
    *self = (play_handling){0};
    for (size_t i = 0; i < NUMBERS; i++)
        *play_handling_number(self, i) = NOT_SET;
    if (play_handling_find_path(path) && access(path, F_OK) == 0)
        status = file_read_into(path, play_handling_read, self);
    play_handling_fill(self);
    return status;
}

bool play_handling_save(const play_handling *self)
{
    char path[PLAY_PATH_SIZE], name[PLAY_ROW_SIZE];
    df_text text = {0};
    errno = ENOENT;
    if (!play_handling_find_path(path) || !play_file_make_folders(path))
        return false;
    df_text_put(&text, MAGIC "\n");
    for (size_t i = 0; i < NUMBERS; i++)
        df_text_format(&text, "%s %u\n", numbers[i].name, *play_handling_number(self, i));
    for (size_t i = 0; i < PLAY_HANDLING_ROWS - NUMBERS; i++) {
        const int *keys = self->keys[acts[i].act];
        bool has_key = false;
        for (size_t j = 0; j < PLAY_KEYS; j++) {
            if (!play_handling_name(keys[j], name))
                continue;
            df_text_format(&text, "%s %s", has_key ? "" : play_act_name(acts[i].act), name);
            has_key = true;
        }
        df_text_put(&text, has_key ? "\n" : "");
    }
    return play_file_replace(path, &text);
}

void play_handling_describe(const play_handling *self, unsigned row, char text[PLAY_ROW_SIZE])
{
    char name[PLAY_ROW_SIZE];
    if (row < NUMBERS) {
        const unsigned number = *play_handling_number(self, row);
        const bool is_time = numbers[row].max != MAX_FACTOR;
        snprintf(text, PLAY_ROW_SIZE, "%-22s %u %s", numbers[row].title, number,
                 is_time ? number == 1 ? "frame" : "frames" : "times as fast");
        return;
    }
    const int *keys = self->keys[acts[row - NUMBERS].act];
    size_t length = (size_t)snprintf(text, PLAY_ROW_SIZE, "%-22s", acts[row - NUMBERS].title);
    for (size_t i = 0; i < PLAY_KEYS; i++) {
        if (keys[i] != 0 && play_handling_name(keys[i], name))
            length += (size_t)snprintf(text + length, PLAY_ROW_SIZE - length, " %.12s", name);
    }
}

bool play_handling_change(play_handling *self, unsigned row, int step)
{
    if (row >= NUMBERS)
        return false;
    unsigned *number = play_handling_number(self, row);
    if (step < 0 ? *number > numbers[row].min : *number < numbers[row].max)
        *number = (unsigned)((int)*number + step);
    return true;
}

bool play_handling_assign(play_handling *self, unsigned row, int key)
{
    char name[PLAY_ROW_SIZE];
    const int wanted = play_handling_key(key);
    if (row < NUMBERS || !play_handling_name(wanted, name))
        return false;
    for (unsigned act = 0; act < PLAY_ACTS; act++) {
        for (size_t i = 0; i < PLAY_KEYS; i++) {
            if (self->keys[act][i] == wanted)
                self->keys[act][i] = 0;
        }
    }
    int *keys = self->keys[acts[row - NUMBERS].act];
    memset(keys, 0, PLAY_KEYS * sizeof keys[0]);
    keys[0] = wanted;
    return true;
}
