#include "cli/base/array.h"
#include "cli/base/digits.h"
#include "play_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/cleanup.h"
#include "cli/base/file.h"
#include "cli/base/message.h"

/* A week of play. */
#define MAX_TICKS (UINT64_C(7) * 24 * 3600 * DF_GAME_TICKS_PER_SECOND)

#define BLANKS " \t\r"

/* The reader of a script. */
typedef struct script_reader {
    play_script *script;
    size_t capacity;
    uint64_t tick;
    df_error *error;
} script_reader;

static df_status play_script_add(script_reader *self, play_act act)
{
    play_script *script = self->script;
    const df_status status = ARRAY_RESERVE(script->steps, self->capacity, script->count, 1);
    if (status == DF_OK)
        script->steps[script->count++] = (play_step){self->tick, act};
    return status;
}

static df_status play_script_read_act(script_reader *self, const char *word)
{
    if (strcmp(word, "end") == 0)
        return play_script_add(self, PLAY_ACTS);
    for (unsigned act = 0; act < PLAY_ACTS; act++) {
        const char *name = play_act_name((play_act)act);
        if (name != NULL && strcmp(name, word) == 0)
            return play_script_add(self, (play_act)act);
    }
    return message_error(
        self->error, DF_ERROR_INPUT,
        "'%.20s' is not a key; use left, right, soft, hard, clockwise, anticlockwise, "
        "half-turn, hold, pause, bot, restart, back, hint, quit or end",
        word);
}

static df_status play_script_read_tick(script_reader *self, const char *word)
{
    uint64_t tick = 0;
    if (strspn(word, "0123456789") != strlen(word))
        return message_error(self->error, DF_ERROR_INPUT,
                             "the line must begin with the number of a tick; add it");
    if (digits_read(word, MAX_TICKS, &tick) == NULL)
        return message_error(
            self->error, DF_ERROR_INPUT,
            "this tick is more than a week after the start; write a smaller number");
    if (tick < self->tick)
        return message_error(self->error, DF_ERROR_INPUT,
                             "this tick is before that of the previous line; sort the lines");
    self->tick = tick;
    return DF_OK;
}

/* Reads a line: "TICK KEY KEY …", a comment, or nothing. */
static df_status play_script_read_line(script_reader *self, char *line)
{
    char *rest = NULL;
    char *word = strtok_r(line, BLANKS, &rest);
    if (word == NULL || word[0] == '#')
        return DF_OK;
    df_status status = play_script_read_tick(self, word);
    while (status == DF_OK && (word = strtok_r(NULL, BLANKS, &rest)) != NULL)
        status = play_script_read_act(self, word);
    return status;
}

static df_status play_script_read_text(void *into, const char *text, size_t length,
                                       df_error *error)
{
    script_reader self = {.script = into, .error = error};
    char *copy = strndup(text, length);
    df_status status = copy != NULL ? DF_OK : DF_ERROR_MEMORY;
    char *line = copy;
    while (status == DF_OK && line != NULL) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        error->line++;
        status = play_script_read_line(&self, line);
        line = end != NULL ? end + 1 : NULL;
    }
    free(copy);
    return status;
}

cli_status play_script_read(play_script *script, const char *path)
{
    return file_read_into(path, play_script_read_text, script);
}

void play_script_free(play_script *script)
{
    free(script->steps);
    *script = (play_script){0};
}

df_status play_script_run(const play_script *script, play_match *match, uint64_t seed)
{
    df_status status = play_match_begin(match, seed);
    uint64_t tick = 0;
    for (size_t i = 0; status == DF_OK && i < script->count && !match->has_quit; i++) {
        const play_step *step = &script->steps[i];
        for (; status == DF_OK && tick < step->tick && !cleanup_is_asked(); tick++)
            status = play_match_tick(match);
        if (status != DF_OK || step->act == PLAY_ACTS || cleanup_is_asked())
            break;
        status = step->act == PLAY_ACT_RESTART ? play_match_begin(match, seed)
                                               : play_match_act(match, step->act);
    }
    return status;
}
