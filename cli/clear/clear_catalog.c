/* What a question is answered from: its board, its solver, the pieces of its queues and the
 * catalog of their solutions. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "clear_settings.h"
#include "cli/base/message.h"
#include "cli/base/progress.h"
#include "cli/piece/board_text.h"
#include "cli/piece/field_file.h"

enum { CLEAR_DEFAULT_ROWS = 4, CLEAR_DEFAULT_WIDTH = 10 };

uint16_t *clear_queues_unpack(const df_clear_pattern *queues, size_t begin, size_t count)
{
    const size_t length = queues->length;
    uint16_t *pieces = calloc(count * length + 1, sizeof pieces[0]);
    for (size_t i = 0; pieces != NULL && i < count * length; i++)
        pieces[i] = (uint16_t)df_clear_pattern_piece(queues, queues->codes[begin + i / length],
                                                     i % length);
    return pieces;
}

uint16_t *clear_queues_unpack_all(const clear_question *question)
{
    const df_clear_pattern *queues = question->queues;
    const uint64_t memory = question->chosen->memory;
    const uint64_t size = (uint64_t)queues->count * queues->length * sizeof(uint16_t);
    if (size > (memory != 0 ? memory : DF_CLEAR_USUAL_MEMORY)) {
        message(
            "the pieces of %zu queues take more than the memory that --memory allows; allow "
            "more, or give a pattern of fewer queues",
            queues->count);
        return NULL;
    }
    uint16_t *pieces = clear_queues_unpack(queues, 0, queues->count);
    if (pieces == NULL)
        message("out of memory");
    return pieces;
}

void clear_queues_name(const clear_question *question, uint64_t code, size_t length,
                       char text[DF_CLEAR_PATTERN_MAX_LENGTH + 1])
{
    for (size_t i = 0; i < length; i++)
        text[i] =
            question->set->pieces[df_clear_pattern_piece(question->queues, code, i)].name[0];
    text[length] = '\0';
}

bool clear_watch(void *context, const df_progress *progress)
{
    (void)context;
    progress_set(progress->done, progress->of);
    return true;
}

cli_status clear_find_catalog(const clear_question *question, uint64_t max,
                              df_clear_catalog **made)
{
    df_error error = {0};
    uint16_t *pieces = clear_queues_unpack_all(question);
    if (pieces == NULL)
        return STATUS_FAILED;
    const df_clear_queues queues = {.pieces = pieces,
                                    .count = question->queues->count,
                                    .length = question->queues->length,
                                    .hold = !question->chosen->no_hold,
                                    .any_order = question->chosen->any_order,
                                    .must = question->must,
                                    .may = question->may,
                                    .spins = (df_clear_spins)question->chosen->spin,
                                    .max = max,
                                    .watch = clear_watch};
    progress_begin("finding solutions");
    const df_status status = df_clear_catalog_create(made, question->solver, &queues, &error);
    progress_end();
    free(pieces);
    return message_status(status, &error);
}

void clear_put_drops(json_writer *json, const char *key, const df_piece_set *set,
                     const df_clear_drop *drops, size_t count)
{
    json_open_array(json, key);
    for (size_t i = 0; i < count; i++) {
        char text[DROP_TEXT_SIZE];
        drop_text_describe(text, set, &drops[i].drop, drops[i].hold);
        json_put_text(json, NULL, text);
    }
    json_close(json);
}

void clear_put_share(df_text *text, uint64_t some, uint64_t all)
{
    text_print(text, "%" PRIu64 " of %" PRIu64 " (%.4f %%)", some, all,
               100.0 * (double)some / (double)all);
}

size_t clear_count(const bool *marks, size_t count)
{
    size_t marked = 0;
    for (size_t i = 0; i < count; i++)
        marked += marks[i] ? 1 : 0;
    return marked;
}

void clear_put_failed(const clear_question *question, const bool *marks, df_text *text,
                      json_writer *json)
{
    const df_clear_pattern *queues = question->queues;
    uint64_t left = question->chosen->failed;
    for (size_t q = 0; q < queues->count && left > 0; q++) {
        char name[DF_CLEAR_PATTERN_MAX_LENGTH + 1];
        if (marks[q])
            continue;
        left--;
        clear_queues_name(question, queues->codes[q], queues->length, name);
        if (question->chosen->json)
            json_put_text(json, NULL, name);
        else
            df_text_format(text, "%s\n", name);
    }
}

cli_status clear_make_solver(clear_question *question, bool is_open)
{
    const df_clear_request request = {.set = question->set,
                                      .field = question->field,
                                      .rows = question->rows,
                                      .rules = question->rules,
                                      .memory = question->chosen->memory};
    df_error error = {0};
    progress_begin("finding places");
    const df_status status =
        df_clear_solver_create(&question->solver, &request, is_open, &question->drops, &error);
    progress_end();
    return message_status(status, &error);
}

cli_status clear_read_field(const clear_settings *chosen, unsigned most, df_field **field)
{
    const char *path = chosen->field;
    unsigned rows = chosen->rows > 0 ? chosen->rows : CLEAR_DEFAULT_ROWS;
    unsigned width = chosen->width > 0 ? chosen->width : CLEAR_DEFAULT_WIDTH;
    if (path == NULL && width * rows > most)
        return message_usage("clear", "%u columns and %u rows have more than %u squares", width,
                             rows, most);
    if (path == NULL)
        return df_field_create(field, width, rows) == DF_OK ? GO_ON : message("out of memory");
    const field_wish wish = {
        .rows = chosen->rows, .usual = CLEAR_DEFAULT_ROWS, .page = (size_t)chosen->page};
    const cli_status status = field_file_read(path, &wish, field);
    if (status != GO_ON)
        return status;
    rows = (*field)->height;
    width = (*field)->width;
    if (width * rows > most)
        return message("%s: a field of %u columns and %u rows cannot be solved; it has more "
                       "than %u squares; %s",
                       input_name(path), width, rows, most,
                       width > most ? "draw fewer columns" : "take fewer --rows");
    return GO_ON;
}
