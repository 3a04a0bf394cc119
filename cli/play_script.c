#include "play_script.h"
#include "array.h"
#include "digits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cleanup.h"
#include "file.h"

/* A week of play. */
#define MOST_TICKS (UINT64_C(7) * 24 * 3600 * DF_PLAY_TICKS_PER_SECOND)

#define BLANKS " \t\r"

/* Where the reader is. */
typedef struct reader {
    play_script *script;
    size_t capacity;
    uint64_t tick;
    df_mishap *mishap;
} reader;

static df_status complain(const reader *own, const char *text)
{
    snprintf(own->mishap->text, sizeof own->mishap->text, "%s", text);
    return DF_ERROR_INPUT;
}

static df_status add(reader *own, play_act act)
{
    play_script *script = own->script;
    const df_status status = ARRAY_RESERVE(script->steps, own->capacity, script->count, 1);
    if (status == DF_OK)
        script->steps[script->count++] = (play_step){own->tick, act};
    return status;
}

static df_status read_act(reader *own, const char *word)
{
    if (strcmp(word, "end") == 0)
        return add(own, PLAY_ACTS);
    for (unsigned act = 0; act < PLAY_ACTS; act++) {
        const char *name = play_act_name((play_act)act);
        if (name != NULL && strcmp(name, word) == 0)
            return add(own, (play_act)act);
    }
    return complain(own, "this is no key; use left, right, soft, hard, clockwise, "
                         "anticlockwise, half-turn, hold, pause, bot, restart, quit or end");
}

static df_status read_tick(reader *own, const char *word)
{
    uint64_t tick = 0;
    if (strspn(word, "0123456789") != strlen(word))
        return complain(own, "a line needs the number of a tick before its keys; write it");
    if (digits_read(word, MOST_TICKS, &tick) == NULL)
        return complain(own, "this tick is more than a week away; write a smaller number");
    if (tick < own->tick)
        return complain(own, "this tick is before that of the line above; sort the lines");
    own->tick = tick;
    return DF_OK;
}

/* "TICK KEY KEY …", or a comment, or nothing. */
static df_status read_line(reader *own, char *line)
{
    char *rest = NULL;
    char *word = strtok_r(line, BLANKS, &rest);
    if (word == NULL || word[0] == '#')
        return DF_OK;
    df_status status = read_tick(own, word);
    while (status == DF_OK && (word = strtok_r(NULL, BLANKS, &rest)) != NULL)
        status = read_act(own, word);
    return status;
}

static df_status read_script(void *into, const char *text, size_t length, df_mishap *mishap)
{
    reader own = {.script = into, .mishap = mishap};
    char *copy = strndup(text, length);
    df_status status = copy != NULL ? DF_OK : DF_ERROR_MEMORY;
    char *line = copy;
    while (status == DF_OK && line != NULL) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        mishap->line++;
        status = read_line(&own, line);
        line = end != NULL ? end + 1 : NULL;
    }
    free(copy);
    return status;
}

int play_script_read(play_script *script, const char *path)
{
    return file_read_into(path, read_script, script);
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
