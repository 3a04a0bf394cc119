/* The best drop for a queue whose continuation is not known. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clear_settings.h"
#include "cli/base/message.h"
#include "cli/base/progress.h"
#include "cli/piece/piece_letters.h"

/* Reads different letters of pieces as bits. */
static cli_status best_read_letters(const char *option, const char *letters, uint64_t *pieces)
{
    *pieces = 0;
    for (; *letters != '\0'; letters++) {
        const int piece = piece_letter_number(piece_letter(*letters));
        if (piece < 0 || (*pieces >> piece & 1) != 0)
            return message_usage("clear", "%s needs different letters of IOTSZJL", option);
        *pieces |= UINT64_C(1) << piece;
    }
    return GO_ON;
}

/* Finds what a bag holds after a queue that begins a new one. */
static cli_status best_find_bag(const uint16_t *queue, size_t count, uint64_t *bag)
{
    *bag = 0;
    for (size_t i = 0; i < count; i++) {
        if (*bag == 0)
            *bag = (1U << DF_TETROMINOES) - 1;
        if ((*bag >> queue[i] & 1) == 0)
            return message("this queue does not begin with a new bag: it has a piece twice "
                           "before all others have come; name the pieces that the bag still "
                           "holds after it with --bag");
        *bag &= ~(UINT64_C(1) << queue[i]);
    }
    return GO_ON;
}

static cli_status best_read_game(const clear_question *question,
                                 uint16_t queue[DF_CLEAR_PATTERN_MAX_LENGTH + 1],
                                 df_clear_request *request)
{
    const clear_settings *chosen = question->chosen;
    const df_clear_pattern *queues = question->queues;
    uint64_t held = 0;
    cli_status status = GO_ON;
    if (chosen->held != NULL)
        status = best_read_letters("--held", chosen->held, &held);
    if (status != GO_ON)
        return status;
    if (chosen->held != NULL && (held == 0 || (held & (held - 1)) != 0))
        return message_usage("clear", "--held needs one letter of IOTSZJL");
    if (held != 0 && chosen->no_hold)
        return message_usage("clear", "--held and --no-hold exclude each other");
    while (held >> queue[0] > 1)
        queue[0]++;
    request->held = held != 0;
    request->hold = !chosen->no_hold;
    uint16_t *seen = queue + (request->held ? 1 : 0);
    for (size_t i = 0; i < queues->length; i++)
        seen[i] = (uint16_t)df_clear_pattern_piece(queues, queues->codes[0], i);
    request->queue = queue;
    request->count = queues->length + (request->held ? 1 : 0);
    return chosen->bag != NULL ? best_read_letters("--bag", chosen->bag, &request->bag)
                               : best_find_bag(seen, queues->length, &request->bag);
}

/* Puts the members of an answer. */
static void best_put_json(json_writer *json, const clear_question *question,
                          const clear_answer *answer)
{
    const df_clear_tally *tally = &answer->tally;
    json_put_number(json, "clear", tally->clear);
    json_put_number(json, "total", tally->total);
    if (question->chosen->solutions > 0 || !tally->complete)
        json_put_number(json, "most", tally->most);
    json_open_array(json, "moves");
    for (size_t i = 0; i < answer->count; i++) {
        json_open_object(json, NULL);
        json_put_text(json, "drop", answer->choices[i].drop);
        json_put_number(json, "clear", answer->choices[i].clear);
        json_close(json);
    }
    json_close(json);
}

/* Puts a share of the continuations, which may be a lower bound. */
static void best_put_share(df_text *text, uint64_t clear, const df_clear_tally *tally)
{
    df_text_put(text, !tally->complete && clear < tally->most ? "at least " : "");
    clear_put_share(text, clear, tally->total);
}

static void best_put_text(df_text *text, const clear_answer *answer)
{
    const df_clear_tally *tally = &answer->tally;
    best_put_share(text, tally->clear, tally);
    if (!tally->complete && tally->clear < tally->most)
        df_text_format(text, ", at most %" PRIu64, tally->most);
    df_text_put_char(text, '\n');
    for (size_t i = 0; i < answer->count; i++) {
        best_put_share(text, answer->choices[i].clear, tally);
        df_text_format(text, " %s\n", answer->choices[i].drop);
    }
}

static cli_status best_put(const clear_question *question, const clear_answer *answer)
{
    df_text text = {0};
    json_writer json = {0};
    if (question->chosen->json) {
        json_open_object(&json, NULL);
        best_put_json(&json, question, answer);
        return json_print(&json);
    }
    best_put_text(&text, answer);
    return text_end(&text);
}

/* The answers for several queues. */
typedef struct best_table {
    const clear_question *question;
    size_t count; /* of the queues of the pattern that have been put */
    uint64_t clear, total;
    df_text text;
    json_writer json;
    clear_answer answer; /* of one of them */
} best_table;

/* Puts the answer for one queue, if the pattern has it; a df_clear_odds_visit. */
static df_status best_take_queue(void *context, const uint16_t *queue,
                                 const df_clear_tally *tally, const df_clear_choice *choices,
                                 size_t count)
{
    best_table *self = context;
    const clear_question *question = self->question;
    char name[DF_TETROMINOES + 1] = "";
    if (!df_clear_pattern_has(question->queues, queue))
        return DF_OK;
    for (size_t i = 0; i < question->queues->length; i++)
        name[i] = question->set->pieces[queue[i]].name[0];
    self->count++;
    self->clear += tally->clear;
    self->total += tally->total;
    clear_answer_make(&self->answer, question->set, choices, count, tally);
    if (question->chosen->json) {
        json_open_object(&self->json, NULL);
        json_put_text(&self->json, "queue", name);
        best_put_json(&self->json, question, &self->answer);
        json_close(&self->json);
        return DF_OK;
    }
    df_text_format(&self->text, "%s ", name);
    best_put_text(&self->text, &self->answer);
    return self->text.status;
}

/* Answers for all queues of a pattern. */
static cli_status best_answer_all(const clear_question *question)
{
    const clear_settings *chosen = question->chosen;
    best_table self = {.question = question};
    df_error error = {0};
    if (chosen->held != NULL || chosen->bag != NULL || chosen->solutions > 0)
        return message("'clear best' takes --held, --bag and --solutions with one queue, not "
                       "with a pattern of several");
    json_open_object(&self.json, NULL);
    json_open_array(&self.json, "queues");
    const df_clear_request request = {
        .count = question->queues->length, .hold = !chosen->no_hold, .watch = clear_watch};
    progress_begin("finding the chances of all queues");
    const df_status found =
        df_clear_solver_odds(question->solver, &request, best_take_queue, &self, &error);
    progress_end();
    cli_status status =
        found == DF_ERROR_ARGUMENT
            ? message("'clear best' needs one queue here, not a pattern of several; give the "
                      "pieces that are seen, or a board of at most 40 squares and queues "
                      "of at most 7 pieces, no more than fill it")
            : message_status(found, &error);
    if (status == GO_ON && self.count < question->queues->count)
        status = message(
            "%zu of %zu queues do not begin with a new bag; ask about each of these with --bag",
            question->queues->count - self.count, question->queues->count);
    if (status == GO_ON && chosen->json) {
        json_close(&self.json);
        json_put_number(&self.json, "clear", self.clear);
        json_put_number(&self.json, "total", self.total);
        status = json_print(&self.json);
    } else if (status == GO_ON) {
        df_text first = {0};
        clear_put_share(&first, self.clear, self.total);
        df_text_put(&first, ", ");
        clear_table_put_game(&first, question);
        df_text_put_char(&first, '\n');
        df_text_put_bytes(&first, self.text.bytes, self.text.length);
        df_text_put(&first, CLEAR_TABLE_END);
        status = text_end(&first);
    }
    df_text_free(&self.text);
    df_text_free(&self.json.text);
    return status;
}

/* Answers from a table. */
static cli_status best_read_table(const clear_question *question)
{
    char *bytes = NULL;
    char name[DF_CLEAR_PATTERN_MAX_LENGTH + 1];
    clear_answer answer;
    df_error error;
    cli_status status = clear_table_open(question, &bytes);
    if (status != GO_ON)
        return status;
    clear_queues_name(question, question->queues->codes[0], question->queues->length, name);
    const df_status found = clear_table_find(bytes, name, &answer, &error);
    free(bytes);
    return found == DF_OK ? best_put(question, &answer)
                          : message_text(input_name(question->chosen->table), found, &error);
}

cli_status clear_best(const clear_question *question)
{
    uint16_t queue[DF_CLEAR_PATTERN_MAX_LENGTH + 1] = {0};
    df_clear_request request = {.watch = clear_watch};
    df_clear_choice *choices = NULL;
    df_clear_tally tally;
    size_t count = 0;
    clear_answer answer;
    df_error error = {0};
    const clear_settings *chosen = question->chosen;
    if (chosen->table != NULL && (chosen->held != NULL || chosen->bag != NULL ||
                                  chosen->solutions > 0 || question->queues->count != 1))
        return message_usage("clear", "--table answers for one queue that begins a new bag, "
                                      "without --held, --bag and --solutions");
    if (question->queues->count != 1)
        return best_answer_all(question);
    cli_status status = best_read_game(question, queue, &request);
    if (status != GO_ON)
        return status;
    if (question->chosen->table != NULL)
        return best_read_table(question);
    request.max =
        question->chosen->solutions > 0 ? question->chosen->solutions : DF_CLEAR_BEST_USUAL;
    progress_begin("finding solutions of all continuations");
    const df_status found =
        df_clear_solver_best(question->solver, &request, &choices, &count, &tally, &error);
    progress_end();
    status = message_status(found, &error);
    if (status == GO_ON) {
        clear_answer_make(&answer, question->set, choices, count, &tally);
        status = best_put(question, &answer);
    }
    if (status == GO_ON && tally.clear < tally.most && question->chosen->solutions == 0)
        message("not all solutions of each continuation were played for; --solutions with more "
                "takes longer and may find a higher chance");
    free(choices);
    return status;
}
