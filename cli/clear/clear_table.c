/* Tables: what 'clear best' writes for the queues of a pattern, and takes answers from. */
#include <stdlib.h>
#include <string.h>

#include "clear_settings.h"
#include "cli/base/digits.h"
#include "cli/base/file.h"
#include "cli/base/message.h"

void clear_table_put_game(df_text *text, const clear_question *question)
{
    const df_field *field = question->field;
    df_text_format(text, "%u x %u", (unsigned)field->width, question->rows);
    for (unsigned y = question->rows; y-- > 0 && df_field_top(field) > 0;) {
        df_text_put_char(text, y + 1 == question->rows ? ' ' : '/');
        for (unsigned x = 0; x < field->width; x++)
            df_text_put_char(text, (field->row[y] >> x & 1) != 0 ? '#' : '.');
    }
    df_text_put(text, ", ");
    df_text_put(text, question->chosen->rules.path != NULL
                          ? question->chosen->rules.path
                          : df_rules_table[question->rules].name);
    df_text_put(text, question->chosen->no_hold ? ", no hold" : ", hold");
}

void clear_answer_make(clear_answer *answer, const df_piece_set *set,
                       const df_clear_choice *choices, size_t count,
                       const df_clear_tally *tally)
{
    answer->tally = *tally;
    answer->count = count < CLEAR_MAX_CHOICES ? count : CLEAR_MAX_CHOICES;
    for (size_t i = 0; i < answer->count; i++) {
        const df_clear_drop *drop = &choices[i].drop;
        answer->choices[i].clear = choices[i].clear;
        drop_text_describe(answer->choices[i].drop, set, &drop->drop, drop->hold);
    }
}

/* Checks that the first line of a table is that of answers to the question. */
static cli_status table_check(const clear_question *question, const char *bytes)
{
    const char *path = question->chosen->table;
    const int first = (int)strcspn(bytes, "\n");
    const char *found = strstr(bytes, "), ");
    if (bytes[first] == '\0' || found == NULL || found > bytes + first)
        return message("%s:1: this is no table of 'clear best'; make one with 'dropforge clear "
                       "best PATTERN >%s'",
                       input_name(path), strcmp(path, "-") == 0 ? "table.txt" : path);
    found += strlen("), ");
    const int length = first - (int)(found - bytes);
    df_text game = {0};
    cli_status status = GO_ON;
    clear_table_put_game(&game, question);
    if (game.status != DF_OK)
        status = message_status(game.status, NULL);
    else if ((size_t)length != game.length || memcmp(found, game.bytes, game.length) != 0)
        status = message("%s:1: this table is for %.*s, and the question for %.*s; take "
                         "another table or leave out --table",
                         input_name(path), length, found, (int)game.length, game.bytes);
    df_text_free(&game);
    return status;
}

/* Takes out the carriage returns before line breaks. */
static void table_end_lines(char *bytes)
{
    char *to = bytes;
    for (const char *from = bytes; *from != '\0'; from++) {
        if (from[0] != '\r' || from[1] != '\n')
            *to++ = *from;
    }
    *to = '\0';
}

cli_status clear_table_open(const clear_question *question, char **bytes)
{
    size_t length = 0;
    cli_status status = file_read_text(question->chosen->table, bytes, &length);
    if (status != GO_ON)
        return status;
    table_end_lines(*bytes);
    status = table_check(question, *bytes);
    if (status != GO_ON)
        free(*bytes);
    return status;
}

/* Reads a share as clear_put_share writes it. Returns what follows it, or NULL. */
static const char *table_read_share(const char *text, uint64_t *some, uint64_t *all)
{
    static const char of[] = " of ";
    text = digits_read(text, UINT64_MAX, some);
    if (text == NULL || strncmp(text, of, sizeof of - 1) != 0)
        return NULL;
    text = digits_read(text + sizeof of - 1, UINT64_MAX, all);
    return text != NULL && *some <= *all && *all > 0 ? strpbrk(text, ")\n") : NULL;
}

/* Reads the line of a drop, and adds it to the answer; false if it is none. */
static bool table_read_choice(const char *line, clear_answer *answer)
{
    uint64_t total = 0;
    if (answer->count == CLEAR_MAX_CHOICES)
        return false;
    clear_choice *choice = &answer->choices[answer->count++];
    const char *text = table_read_share(line, &choice->clear, &total);
    const size_t length = text != NULL ? strcspn(text, "\n") : 0;
    if (length < 2 || length - 2 >= sizeof choice->drop || total != answer->tally.total)
        return false;
    memcpy(choice->drop, text + 2, length - 2);
    choice->drop[length - 2] = '\0';
    return true;
}

/* Returns the line break before the next line, or NULL at the end of the table. */
static const char *table_next_line(const char *line)
{
    return strncmp(line + 1, CLEAR_TABLE_END, strlen(CLEAR_TABLE_END)) != 0
               ? strchr(line + 1, '\n')
               : NULL;
}

df_status clear_table_find(const char *bytes, const char *queue, clear_answer *answer,
                           df_error *error)
{
    const size_t letters = strlen(queue);
    df_clear_tally *tally = &answer->tally;
    const char *line = strchr(bytes, '\n');
    *error = (df_error){.line = 2};
    for (; line != NULL && (strncmp(line + 1, queue, letters) != 0 || line[1 + letters] != ' ');
         line = table_next_line(line))
        error->line++;
    if (line == NULL) {
        error->line = 0;
        return message_error(error, DF_ERROR_INPUT,
                             "this table has no queue %s; take another table or leave out "
                             "--table",
                             queue);
    }
    *tally = (df_clear_tally){.complete = true};
    answer->count = 0;
    bool is_right = table_read_share(line + letters + 2, &tally->clear, &tally->total) != NULL;
    while (is_right && (line = strchr(line + 1, '\n')) != NULL && line[1] >= '0' &&
           line[1] <= '9') {
        error->line++;
        is_right = table_read_choice(line + 1, answer);
    }
    if (!is_right)
        return message_error(error, DF_ERROR_INPUT,
                             "this is no line of a table of 'clear "
                             "best'; make the table again");
    error->line = 0;
    return line != NULL && line[1] != '\0'
               ? DF_OK
               : message_error(error, DF_ERROR_INPUT,
                               "the table ends before the answer for %s does; make it again, "
                               "or leave out --table",
                               queue);
}
