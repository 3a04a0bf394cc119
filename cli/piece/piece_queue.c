#include "piece_queue.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/file.h"
#include "cli/base/message.h"
#include "piece_letters.h"

enum { MAX_LETTERS = 40 }; /* in a message */

/* A piece sequence that is being read. */
typedef struct queue_reader {
    const df_piece_set *set;
    uint16_t *given; /* one element for each byte of the text */
    size_t count;
    df_error error;
} queue_reader;

/* Adds the piece that a word names, or else one piece for each letter of the word. */
static bool piece_queue_take_word(queue_reader *self, const char *word, size_t length)
{
    const int piece = df_piece_set_find(self->set, word, length);
    uint16_t *next = self->given + self->count;
    if (piece >= 0) {
        *next = (uint16_t)piece;
        self->count++;
        return true;
    }
    const size_t known = piece_letters_read(next, word, length, self->set);
    self->count += known;
    if (known == length)
        return true;
    self->error.column += known;
    const int shown = length < 40 ? (int)length : 40;
    snprintf(self->error.text, sizeof self->error.text,
             "'%.*s' names no piece; write names of pieces separated by blanks, or one-letter "
             "names in one word",
             shown, word);
    return false;
}

static bool piece_queue_take_line(queue_reader *self, const char *line, size_t length)
{
    static const char blanks[] = " \t\r";
    size_t at = 0;
    while (at < length && line[at] != '#') {
        size_t end = at;
        while (end < length && line[end] != '#' && memchr(blanks, line[end], 3) == NULL)
            end++;
        self->error.column = at + 1;
        if (end > at && !piece_queue_take_word(self, line + at, end - at))
            return false;
        at = end < length && line[end] != '#' ? end + 1 : end;
    }
    return true;
}

static bool piece_queue_take_text(queue_reader *self, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        stop = stop != NULL ? stop : end;
        self->error.line++;
        if (!piece_queue_take_line(self, text, (size_t)(stop - text)))
            return false;
        text = stop + 1;
    }
    if (self->count > 0)
        return true;
    self->error = (df_error){
        .line = 1, .column = 1, .text = "there is no piece; write some, such as IOTSZJL"};
    return false;
}

static cli_status piece_queue_read(const char *path, const df_piece_set *set, uint16_t **given,
                                   size_t *count)
{
    char *text;
    size_t length;
    const cli_status answer = file_read_text(path, &text, &length);
    if (answer != GO_ON)
        return answer;
    queue_reader self = {.set = set, .given = malloc((length + 1) * sizeof self.given[0])};
    if (self.given == NULL) {
        free(text);
        return message("out of memory");
    }
    const bool is_read = piece_queue_take_text(&self, text, length);
    free(text);
    if (!is_read) {
        free(self.given);
        return message_text(input_name(path), DF_ERROR_INPUT, &self.error);
    }
    *given = self.given;
    *count = self.count;
    return GO_ON;
}

bool piece_deal_take(void *field, const char *value)
{
    piece_deal *chosen = field;
    chosen->is_given = true;
    chosen->deal = 0;
    while (chosen->deal < DF_DEALS && strcmp(df_deal_names[chosen->deal], value) != 0)
        chosen->deal++;
    return chosen->deal < DF_DEALS && chosen->deal != DF_DEAL_GIVEN;
}

void piece_deal_explain(char *text, size_t size, const char *value)
{
    (void)value;
    snprintf(text, size, "; --queue takes pieces of your own");
}

cli_status piece_deal_check(const piece_deal *deal, const char *queue, const char *command)
{
    return !deal->is_given || queue == NULL
               ? GO_ON
               : message_usage(command,
                               "--queue gives the pieces that --deal %s would deal; use one of "
                               "them",
                               df_deal_names[deal->deal]);
}

cli_status piece_queue_take(const char *command, const char *value, const df_piece_set *set,
                            uint16_t **given, size_t *count)
{
    if (strcmp(value, "-") == 0 || strpbrk(value, "./") != NULL)
        return piece_queue_read(value, set, given, count);
    const size_t length = strlen(value);
    uint16_t *queue = malloc((length + 1) * sizeof queue[0]);
    if (queue == NULL)
        return message("out of memory");
    if (length > 0 && piece_letters_read(queue, value, length, set) == length) {
        *given = queue;
        *count = length;
        return GO_ON;
    }
    free(queue);
    char letters[MAX_LETTERS + 1] = "";
    for (size_t i = 0, known = 0; i < set->count && known < MAX_LETTERS; i++) {
        if (set->pieces[i].name[1] == '\0')
            letters[known++] = set->pieces[i].name[0];
    }
    const bool has_letters = letters[0] != '\0';
    return message_usage(command,
                         "--queue needs %s%s%sa file with '.' or '/' in its name, or -, not "
                         "'%s'",
                         has_letters ? "letters of " : "", letters, has_letters ? ", " : "",
                         value);
}
