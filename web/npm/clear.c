/* Perfect clears. */
#include "dropforge/clear.h"

#include <stdlib.h>
#include <string.h>

#include "dropforge/plan.h"
#include "npm.h"
#include "web/answer.h"
#include "web/printer.h"

/* What clear.js says of a df_clear_request, behind a width. */
#define REQUEST(member) MEMBER(df_clear_request, member)
static const answer_member clear_members[] = {REQUEST(rows), REQUEST(hold),  REQUEST(rules),
                                              REQUEST(max),  REQUEST(nodes), REQUEST(memory)};

/* Reads the request and makes its field, which the caller frees in any case. */
static df_status read_request(df_clear_request *request, df_field **field, const double *wishes,
                              const uint64_t *rows)
{
    ANSWER_TAKE(request, clear_members, wishes + 1);
    const df_status status = web_clear_field(field, (unsigned)wishes[0], request->rows, rows);
    request->field = *field;
    return status;
}

/* A way: each drop, and 1 where the piece before it is put aside first. */
static df_status put_way(void *unused, const df_clear_drop *drops, size_t count)
{
    (void)unused;
    answer_open(NULL, '[');
    for (size_t i = 0; i < count; i++) {
        const df_drop *drop = &drops[i].drop;
        answer_open(NULL, '[');
        answer_number(NULL, drop->piece);
        answer_number(NULL, drop->orientation);
        answer_number(NULL, drop->x);
        answer_number(NULL, drop->y);
        answer_flag(NULL, drops[i].hold);
        answer_close(']');
    }
    answer_close(']');
    return DF_OK;
}

/* Finds ways to clear: an outcome, how many playfields were visited, and the ways. */
WASM_EXPORT(clear_find)
df_status clear_find(const npm_pieces *pieces, const double *wishes, const uint64_t *rows,
                     const uint16_t *queue, size_t count)
{
    static const answer_member members[] = {MEMBER(df_clear_report, outcome),
                                            MEMBER(df_clear_report, nodes)};
    df_error error = {0};
    df_field *field = NULL;
    df_clear_report report = {0};
    df_clear_request request = {.set = pieces->list.set, .queue = queue, .count = count};
    answer_begin();
    df_status status = npm_check_pieces(queue, count, pieces->list.set);
    if (status == DF_OK)
        status = read_request(&request, &field, wishes, rows);
    answer_open(NULL, '{');
    answer_open("ways", '[');
    if (status == DF_OK)
        status = df_clear_find(&request, put_way, NULL, &report, &error);
    answer_close(']');
    ANSWER_MEMBERS(&report, members);
    answer_close('}');
    df_field_free(field);
    return answer_end(status, &error);
}

/* A page of a fumen: its squares as df_fumen_square, then piece, orientation, x and y. */
enum { PAGE_SQUARES = DF_FUMEN_HEIGHT * DF_FUMEN_WIDTH, PAGE_BYTES = PAGE_SQUARES + 4 };

static df_status find_drops(df_drop *drops, const df_piece_set *set, const uint8_t *pages,
                            size_t count)
{
    df_status status = DF_OK;
    for (size_t i = 0; i < count && status == DF_OK; i++, pages += PAGE_BYTES) {
        const uint8_t *shown = pages + PAGE_SQUARES;
        if (shown[0] == DF_FUMEN_EMPTY || shown[0] > DF_TETROMINOES ||
            shown[1] >= DF_ORIENTATIONS || shown[2] >= DF_FUMEN_WIDTH ||
            shown[3] >= DF_FUMEN_HEIGHT)
            return DF_ERROR_ARGUMENT;
        df_fumen_page page = {
            .piece = shown[0], .orientation = shown[1], .x = shown[2], .y = shown[3]};
        memcpy(page.square, pages, PAGE_SQUARES);
        status = df_fumen_find_drop(&drops[i], set, &page);
    }
    return status;
}

static df_status put_order(void *set, const uint16_t *pieces, size_t count)
{
    char letters[DF_CLEAR_SOLVER_MAX_DROPS + 1] = "";
    for (size_t i = 0; i < count; i++)
        letters[i] = ((const df_piece_set *)set)->pieces[pieces[i]].name[0];
    answer_word(NULL, letters);
    return DF_OK;
}

/* Answers with the orders that build something, and sets builds[] for each queue. */
static df_status ask_build(const df_clear_build *build, df_piece_set *set,
                           const df_clear_pattern *pattern, bool hold, bool *builds,
                           df_error *error)
{
    uint16_t *pieces = calloc(pattern->count * pattern->length + 1, sizeof pieces[0]);
    if (pieces == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < pattern->count * pattern->length; i++)
        pieces[i] = (uint16_t)df_clear_pattern_piece(
            pattern, pattern->codes[i / pattern->length], i % pattern->length);
    const df_clear_queue_list queues = {
        .pieces = pieces, .count = pattern->count, .length = pattern->length};
    answer_open(NULL, '[');
    const df_status status = df_clear_build_ask(build, &queues, hold, DF_CLEAR_NO_SPIN, builds,
                                                put_order, set, error);
    answer_close(']');
    free(pieces);
    return status;
}

/* Asks which queues build a drawing: `squares` has the piece of each square, or if it is NULL,
 * each of `count` pages has one. */
WASM_EXPORT(npm_build_ask)
df_status npm_build_ask(const df_clear_pattern *pattern, const double *wishes,
                        const uint64_t *rows, const uint8_t *squares, const uint8_t *pages,
                        size_t count, bool *builds)
{
    df_error error = {0};
    df_piece_set *set = NULL;
    df_field *field = NULL;
    df_clear_request request = {0};
    df_drop *drops = calloc(count + 1, sizeof drops[0]);
    answer_begin();
    df_status status = drops != NULL ? df_piece_set_tetrominoes(&set) : DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = read_request(&request, &field, wishes, rows);
    if (status == DF_OK && squares == NULL)
        status = find_drops(drops, set, pages, count);
    const df_clear_build build = {
        .board = {.set = set, .field = field, .rules = request.rules, .memory = request.memory},
        .drops = squares == NULL ? drops : NULL,
        .count = count,
        .pieces = squares};
    if (status == DF_OK)
        status = ask_build(&build, set, pattern, request.hold, builds, &error);
    df_field_free(field);
    df_piece_set_free(set);
    free(drops);
    return answer_end(status, &error);
}
