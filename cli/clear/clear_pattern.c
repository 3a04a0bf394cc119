/* Patterns of queues, from the command line, a file or the quiz of a fumen; and how pieces
 * move: rules by name, or a table of kicks from a file. */
#include <stdlib.h>
#include <string.h>

#include "clear_settings.h"
#include "cli/base/file.h"
#include "cli/base/message.h"
#include "cli/piece/board_text.h"

/* Reports what is wrong with a pattern. */
static cli_status pattern_complain(const clear_question *question, df_status status,
                                   const df_error *error)
{
    if (status == DF_OK || error->line == 0)
        return message_status(status, error);
    if (question->pattern_name != NULL)
        return message_text(question->pattern_name, status, error);
    return message_usage("clear", "the pattern is wrong at character %zu: %s", error->column,
                         error->text);
}

/* Replaces the text of a fumen by the comment of its page, which has to be a quiz. */
static cli_status pattern_take_quiz(const clear_question *question, char **bytes, size_t length)
{
    const char *name = question->pattern_name;
    const size_t number = question->chosen->page > 0 ? (size_t)question->chosen->page : 1;
    df_fumen_page *pages = NULL;
    size_t count = 0;
    cli_status status = board_text_pages(&pages, &count, name, *bytes, length, 0);
    if (status != GO_ON)
        return status;
    if (number > count)
        status = message("%s: the fumen has %zu page%s, not %zu; give --page another number",
                         name, count, count == 1 ? "" : "s", number);
    else if (strncmp(pages[number - 1].comment, "#Q=", 3) != 0)
        status = message("%s: page %zu has no quiz in its comment; give the queue as a pattern "
                         "such as *p7",
                         name, number);
    char *comment = status == GO_ON ? strdup(pages[number - 1].comment) : NULL;
    df_fumen_free(pages);
    if (status == GO_ON && comment == NULL)
        status = message("out of memory");
    if (status != GO_ON)
        return status;
    free(*bytes);
    *bytes = comment;
    return GO_ON;
}

cli_status clear_queues_read(clear_question *question, const char *pattern, char **bytes)
{
    const bool is_fumen = df_fumen_find_end(pattern, strlen(pattern)) > 0;
    const bool is_file =
        is_fumen || strpbrk(pattern, "./") != NULL || strcmp(pattern, "-") == 0;
    size_t length = 0;
    question->pattern = pattern;
    if (is_file) {
        cli_status status = file_take_text(pattern, &question->pattern_name, bytes, &length);
        if (status != GO_ON)
            return status;
        /* A text with a NUL byte is no fumen, and the reader of patterns names its place. */
        if (strlen(*bytes) == length && df_fumen_find_end(*bytes, length) > 0)
            status = pattern_take_quiz(question, bytes, length);
        if (status != GO_ON)
            return status;
        question->pattern = *bytes;
    }
    if (!is_file || strlen(*bytes) != length)
        length = is_file ? length : strlen(pattern);
    else
        length = strlen(*bytes);
    const bool any_order = question->chosen->any_order;
    df_error error = {0}, ignored = {0};
    df_status status =
        df_clear_pattern_read(question->queues, question->pattern, length,
                              any_order ? DF_CLEAR_PATTERN_MAX_LENGTH : 0, any_order, &error);
    /* Queues that are only too many or too long are cut once it is known what matters. */
    df_clear_pattern begins = {0};
    if (status != DF_OK && status != DF_ERROR_MEMORY && !any_order &&
        df_clear_pattern_read(&begins, question->pattern, length, 1, false, &ignored) == DF_OK)
        status = DF_OK;
    df_clear_pattern_free(&begins);
    return pattern_complain(question, status, &error);
}

cli_status clear_queues_cut(const clear_question *question, size_t drops)
{
    const size_t most = drops + (question->chosen->no_hold ? 0 : 1);
    df_error error = {0};
    if (question->queues->codes != NULL)
        return GO_ON;
    const df_status status = df_clear_pattern_read(
        question->queues, question->pattern, strlen(question->pattern),
        most < DF_CLEAR_PATTERN_MAX_LENGTH ? most : DF_CLEAR_PATTERN_MAX_LENGTH, false, &error);
    if (status == DF_OK)
        (void)message("the queues are cut to their first %zu pieces, which decide; these make "
                      "%zu queues",
                      question->queues->length, question->queues->count);
    return pattern_complain(question, status, &error);
}

const char *clear_rules_name(size_t index)
{
    return choice_rules_name(DF_TRAIT_CLEARS, index);
}

bool clear_rules_take(void *field, const char *value)
{
    clear_rules_choice *choice = field;
    choice->path = strpbrk(value, "./") != NULL ? value : NULL;
    choice->given = true;
    return choice->path != NULL || choice_take_rules(&choice->rules, DF_TRAIT_CLEARS, value);
}

cli_status clear_rules_set(const clear_rules_choice *choice, df_rules *rules,
                           df_piece_set **set)
{
    *rules = choice->path != NULL ? DF_RULES_TABLE
             : choice->given      ? choice->rules
                                  : DF_RULES_SRS;
    return choice->path != NULL ? piece_kicks_read(choice->path, set) : GO_ON;
}
