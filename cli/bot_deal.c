/* How pieces are dealt: the values of --deal, and sequences from files. */
#include <stdlib.h>
#include <string.h>

#include "bot_settings.h"
#include "choice.h"
#include "file.h"
#include "message.h"
#include "tile_queue.h"

static const char *const deal_names[] = {
    [DF_DEAL_UNIFORM] = "uniform", [DF_DEAL_BAG] = "bag", [DF_DEAL_NES] = "nes"};

const char *bot_deal_name(const bot_deal *deal)
{
    return deal->path != NULL ? deal->path : deal_names[deal->deal];
}

bool bot_take_deal(void *field, const char *value)
{
    bot_deal *deal = field;
    size_t index;
    if (choice_find(deal_names, sizeof deal_names / sizeof deal_names[0], value, &index)) {
        *deal = (bot_deal){.deal = (df_deal)index};
        return true;
    }
    if (strcmp(value, "-") != 0 && strpbrk(value, "./") == NULL)
        return false;
    *deal = (bot_deal){.deal = DF_DEAL_GIVEN, .path = value};
    return true;
}

/* A sequence that is being read. */
typedef struct reading {
    const df_piece_set *set;
    uint16_t *given; /* room for as many as there are bytes */
    size_t count;
    df_mishap mishap;
} reading;

/* A word is the name of a piece, or else names of one letter. */
static bool take_word(reading *own, const char *word, size_t length)
{
    const int piece = df_piece_set_find(own->set, word, length);
    uint16_t *next = own->given + own->count;
    if (piece >= 0) {
        *next = (uint16_t)piece;
        own->count++;
        return true;
    }
    const size_t known = queue_read(next, word, length, own->set);
    own->count += known;
    if (known == length)
        return true;
    own->mishap.column += known;
    const int shown = length < 40 ? (int)length : 40;
    snprintf(own->mishap.text, sizeof own->mishap.text,
             "'%.*s' names no piece; give names of pieces with blanks between, or letters in "
             "one word",
             shown, word);
    return false;
}

static bool take_line(reading *own, const char *line, size_t length)
{
    static const char blanks[] = " \t\r";
    size_t at = 0;
    while (at < length && line[at] != '#') {
        size_t end = at;
        while (end < length && line[end] != '#' && memchr(blanks, line[end], 3) == NULL)
            end++;
        own->mishap.column = at + 1;
        if (end > at && !take_word(own, line + at, end - at))
            return false;
        at = end < length && line[end] != '#' ? end + 1 : end;
    }
    return true;
}

static bool take_text(reading *own, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        stop = stop != NULL ? stop : end;
        own->mishap.line++;
        if (!take_line(own, text, (size_t)(stop - text)))
            return false;
        text = stop + 1;
    }
    if (own->count > 0)
        return true;
    own->mishap = (df_mishap){.text = "there is no piece; write some, such as IOTSZJL"};
    return false;
}

int bot_deal_read(const char *path, const df_piece_set *set, uint16_t **given, size_t *count)
{
    char *text;
    size_t length;
    const int answer = file_read_text(path, &text, &length);
    if (answer >= 0)
        return answer;
    reading own = {.set = set, .given = malloc((length + 1) * sizeof own.given[0])};
    if (own.given == NULL) {
        free(text);
        return message("out of memory");
    }
    const bool is_read = take_text(&own, text, length);
    free(text);
    if (!is_read) {
        free(own.given);
        return message_text(input_name(path), DF_ERROR_INPUT, &own.mishap);
    }
    *given = own.given;
    *count = own.count;
    return -1;
}
