/* The best drop for a queue whose continuation is not known. */
#include <inttypes.h>
#include <stdlib.h>

#include "clear_settings.h"
#include "cli/base/message.h"
#include "cli/base/progress.h"
#include "cli/piece/drop_text.h"
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
    if (queues->count != 1)
        return message(
            "'clear best' needs one queue, not a pattern of several; give the pieces "
            "that are seen");
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

static cli_status best_put_json(const clear_question *question, const df_clear_choice *choices,
                                size_t count, const df_clear_tally *tally)
{
    json_writer json = {0};
    json_open_object(&json, NULL);
    json_put_number(&json, "clear", tally->clear);
    json_put_number(&json, "total", tally->total);
    if (question->chosen->solutions > 0 || !tally->complete)
        json_put_number(&json, "most", tally->most);
    json_open_array(&json, "moves");
    for (size_t i = 0; i < count; i++) {
        char drop[DROP_TEXT_SIZE];
        drop_text_describe(drop, question->set, &choices[i].drop.drop, choices[i].drop.hold);
        json_open_object(&json, NULL);
        json_put_text(&json, "drop", drop);
        json_put_number(&json, "clear", choices[i].clear);
        json_close(&json);
    }
    return json_print(&json);
}

/* Puts a share of the continuations, which may be a lower bound. */
static void best_put_share(df_text *text, uint64_t clear, const df_clear_tally *tally)
{
    df_text_put(text, !tally->complete && clear < tally->most ? "at least " : "");
    clear_put_share(text, clear, tally->total);
}

static cli_status best_put(const clear_question *question, const df_clear_choice *choices,
                           size_t count, const df_clear_tally *tally)
{
    df_text text = {0};
    if (question->chosen->json)
        return best_put_json(question, choices, count, tally);
    best_put_share(&text, tally->clear, tally);
    if (!tally->complete && tally->clear < tally->most)
        df_text_format(&text, ", at most %" PRIu64, tally->most);
    df_text_put_char(&text, '\n');
    for (size_t i = 0; i < count; i++) {
        char drop[DROP_TEXT_SIZE];
        drop_text_describe(drop, question->set, &choices[i].drop.drop, choices[i].drop.hold);
        best_put_share(&text, choices[i].clear, tally);
        df_text_format(&text, " %s\n", drop);
    }
    return text_end(&text);
}

cli_status clear_best(const clear_question *question)
{
    uint16_t queue[DF_CLEAR_PATTERN_MAX_LENGTH + 1] = {0};
    df_clear_request request = {.watch = clear_watch};
    df_clear_choice *choices = NULL;
    df_clear_tally tally;
    size_t count = 0;
    df_error error = {0};
    cli_status status = best_read_game(question, queue, &request);
    if (status != GO_ON)
        return status;
    request.max =
        question->chosen->solutions > 0 ? question->chosen->solutions : DF_CLEAR_BEST_USUAL;
    progress_begin("finding solutions of all continuations");
    const df_status found =
        df_clear_solver_best(question->solver, &request, &choices, &count, &tally, &error);
    progress_end();
    status = message_status(found, &error);
    if (status == GO_ON)
        status = best_put(question, choices, count, &tally);
    if (status == GO_ON && tally.clear < tally.most && question->chosen->solutions == 0)
        message("%" PRIu64 " solutions of each continuation at most were played for; more "
                "--solutions take longer and may find a higher chance",
                request.max);
    free(choices);
    return status;
}
