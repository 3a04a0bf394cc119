/* Perfect clears for the page clear.html and the npm package: boards of tetrominoes, patterns
 * of queues, which of them clear, and all solutions of a queue. web/clear/solver.js calls it.
 */
#include "dropforge/clear.h"

#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "dropforge/board.h"
#include "printer.h"

/* A board and its solver. */
typedef struct web_clear {
    df_piece_set *set;
    df_field *field;
    df_clear_solver *solver;
    unsigned squares;
} web_clear;

WASM_EXPORT(web_clear_free) void web_clear_free(web_clear *self)
{
    if (self == NULL)
        return;
    df_clear_solver_free(self->solver);
    df_field_free(self->field);
    df_piece_set_free(self->set);
    free(self);
}

df_status web_clear_field(df_field **field, unsigned width, unsigned height,
                          const uint64_t *rows)
{
    df_status status = df_field_create(field, width, height);
    for (unsigned y = 0; status == DF_OK && y < height; y++) {
        for (unsigned x = 0; status == DF_OK && x < width; x++) {
            if ((rows[y] >> x & 1) != 0)
                status = df_field_set(*field, x, y, 1);
        }
    }
    return status;
}

/* Makes a board: `rules` as df_rules. If it is open, it is for targets alone. */
WASM_EXPORT(web_clear_make)
df_status web_clear_make(unsigned width, unsigned rows, unsigned rules, double memory,
                         const uint64_t *field, unsigned is_open)
{
    df_error error = {0};
    web_clear *self = calloc(1, sizeof *self);
    answer_begin();
    if (self == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    self->squares = width * rows;
    df_status status = df_piece_set_tetrominoes(&self->set);
    if (status == DF_OK)
        status = web_clear_field(&self->field, width, rows, field);
    const df_clear_request request = {.set = self->set,
                                      .field = self->field,
                                      .rows = rows,
                                      .rules = (df_rules)rules,
                                      .memory = (uint64_t)memory};
    if (status == DF_OK)
        status = df_clear_solver_create(&self->solver, &request, is_open != 0, &error);
    return ANSWER_MADE(self, web_clear_free, status, &error);
}

/* Returns how many pieces fill the board; 0 if none do. */
WASM_EXPORT(web_clear_drops) unsigned web_clear_drops(const web_clear *self)
{
    return df_clear_solver_drops(self->solver);
}

WASM_EXPORT(pattern_free) void pattern_free(df_clear_pattern *pattern)
{
    if (pattern == NULL)
        return;
    df_clear_pattern_free(pattern);
    free(pattern);
}

/* Makes the queues of a pattern. Too many or too long ones are cut to `most` pieces if that is
 * more than 0. */
WASM_EXPORT(pattern_make)
df_status pattern_make(const char *text, size_t length, size_t most)
{
    df_error error = {0};
    df_clear_pattern *made = calloc(1, sizeof *made);
    answer_begin();
    const df_clear_pattern_part part = {
        .most = most < DF_CLEAR_PATTERN_MAX_LENGTH ? most : DF_CLEAR_PATTERN_MAX_LENGTH};
    df_status status = made != NULL ? df_clear_pattern_read(made, text, length, NULL, &error)
                                    : DF_ERROR_MEMORY;
    if ((status == DF_ERROR_INPUT || status == DF_ERROR_LIMIT) && most > 0 &&
        df_clear_pattern_read(made, text, length, &part, NULL) == DF_OK)
        status = DF_OK;
    return ANSWER_MADE(made, pattern_free, status, &error);
}

WASM_EXPORT(pattern_count) size_t pattern_count(const df_clear_pattern *pattern)
{
    return pattern->count;
}

WASM_EXPORT(pattern_length) size_t pattern_length(const df_clear_pattern *pattern)
{
    return pattern->length;
}

/* Returns piece `i` of a queue. */
WASM_EXPORT(pattern_piece)
unsigned pattern_piece(const df_clear_pattern *pattern, size_t queue, size_t i)
{
    return df_clear_pattern_piece(pattern, pattern->codes[queue], i);
}

static void pattern_unpack(uint16_t *pieces, const df_clear_pattern *pattern, size_t queue)
{
    for (size_t i = 0; i < pattern->length; i++)
        pieces[i] = (uint16_t)pattern_piece(pattern, queue, i);
}

/* Returns the pieces of queues, one after the other, which the caller frees; or NULL. */
static uint16_t *pattern_unpack_all(const df_clear_pattern *pattern, size_t first, size_t count)
{
    uint16_t *pieces = calloc(count * pattern->length, sizeof pieces[0]);
    for (size_t i = 0; pieces != NULL && i < count; i++)
        pattern_unpack(pieces + i * pattern->length, pattern, first + i);
    return pieces;
}

/* Finds out which of `count` queues from `first` on clear: clears[0] for the first. */
WASM_EXPORT(web_clear_ask)
df_status web_clear_ask(const web_clear *self, const df_clear_pattern *pattern, size_t first,
                        size_t count, unsigned hold, bool *clears)
{
    df_error error = {0};
    uint16_t *pieces = pattern_unpack_all(pattern, first, count);
    answer_begin();
    if (pieces == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    const df_clear_queue_list list = {
        .pieces = pieces, .count = count, .length = pattern->length};
    const df_status status =
        df_clear_solver_ask(self->solver, &list, hold != 0, clears, NULL, NULL, &error);
    free(pieces);
    return answer_end(status, &error);
}

/* Appends a solution to the answer: a byte for each square of the board, row by row from the
 * floor, with the number of its piece from 1, or 0 if it was filled before; these numbers
 * follow the squares, so that they do not depend on the order of drops. Then the number of
 * drops, and six bytes for each: this number, piece, orientation, x, y and hold. At last the
 * ways to build it, and the queues that do, as doubles. */
static void web_clear_put(const web_clear *self, const df_clear_solution *solution,
                          size_t queues, bool is_unique)
{
    uint8_t squares[DF_CLEAR_SOLVER_MAX_SQUARES] = {0};
    uint8_t numbers[DF_CLEAR_SOLVER_MAX_DROPS] = {0};
    uint8_t used = 0;
    for (unsigned s = 0; s < self->squares; s++) {
        for (size_t k = 0; k < solution->count; k++) {
            if ((solution->squares[k] >> s & 1) == 0)
                continue;
            if (numbers[k] == 0)
                numbers[k] = ++used;
            squares[s] = numbers[k];
        }
    }
    answer_bytes(squares, self->squares);
    const uint8_t count = (uint8_t)solution->count;
    answer_bytes(&count, 1);
    for (size_t k = 0; k < solution->count; k++) {
        const df_drop *drop = &solution->drops[k].drop;
        const uint8_t bytes[] = {numbers[k], (uint8_t)drop->piece, drop->orientation,
                                 drop->x,    (uint8_t)drop->y,     solution->drops[k].hold};
        answer_bytes(bytes, sizeof bytes);
    }
    const double counts[] = {(double)solution->ways, (double)queues, is_unique ? 1 : 0};
    answer_bytes(counts, sizeof counts);
}

static df_status web_clear_put_found(void *context, const df_clear_solution *solution)
{
    web_clear_put(context, solution, 1, false);
    return DF_OK;
}

/* Answers with the bytes of the solutions of a queue. */
WASM_EXPORT(web_clear_find)
df_status web_clear_find(web_clear *self, const df_clear_pattern *pattern, size_t queue,
                         unsigned hold)
{
    df_error error = {0};
    df_clear_report report;
    uint16_t pieces[DF_CLEAR_PATTERN_MAX_LENGTH];
    answer_begin();
    pattern_unpack(pieces, pattern, queue);
    const df_clear_solver_query query = {
        .queue = pieces, .count = pattern->length, .hold = hold != 0, .ways = true};
    const df_status status =
        df_clear_solver_find(self->solver, &query, web_clear_put_found, self, &report, &error);
    return answer_end(status, &error);
}

WASM_EXPORT(catalog_free) void catalog_free(df_clear_catalog *catalog)
{
    df_clear_catalog_free(catalog);
}

/* Makes the catalog of all solutions of the queues; of each queue at most `max`, 0: all. What
 * must and what may be filled are `squares`; NULL: everything is to be cleared. */
WASM_EXPORT(catalog_make)
df_status catalog_make(web_clear *self, const df_clear_pattern *pattern, unsigned hold,
                       double max, const uint64_t *squares)
{
    df_error error = {0};
    df_clear_catalog *made = NULL;
    uint16_t *pieces = pattern_unpack_all(pattern, 0, pattern->count);
    answer_begin();
    if (pieces == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    const df_clear_target target = {.must = squares != NULL ? squares[0] : 0,
                                    .may = squares != NULL ? squares[1] : 0};
    const df_clear_catalog_request request = {
        .queues = {.pieces = pieces, .count = pattern->count, .length = pattern->length},
        .hold = hold != 0,
        .target = squares != NULL ? &target : NULL,
        .max = (uint64_t)max};
    const df_status status = df_clear_catalog_create(&made, self->solver, &request, &error);
    free(pieces);
    if (status == DF_OK)
        answer_give(made);
    return answer_end(status, &error);
}

WASM_EXPORT(catalog_count) size_t catalog_count(const df_clear_catalog *catalog)
{
    return catalog->count;
}

/* Answers with the bytes of solutions from number `first` on. */
WASM_EXPORT(catalog_list)
df_status catalog_list(const df_clear_catalog *catalog, const web_clear *self, size_t first,
                       size_t count)
{
    answer_begin();
    for (size_t i = first; i < catalog->count && i - first < count; i++)
        web_clear_put(self, &catalog->items[i].solution, catalog->items[i].queues,
                      catalog->items[i].is_unique);
    return answer_end(DF_OK, NULL);
}

/* Returns which queues build a solution: bit q % 64 of word q / 64. */
WASM_EXPORT(catalog_built)
const uint64_t *catalog_built(const df_clear_catalog *catalog, size_t i)
{
    return catalog->items[i].built;
}

/* Chooses the fewest solutions that build all queues: chosen[] has an element for each. Answers
 * with the least number that is proven. */
WASM_EXPORT(catalog_minimize)
df_status catalog_minimize(const df_clear_catalog *catalog, double nodes, bool *chosen)
{
    df_clear_minimum minimum = {0};
    answer_begin();
    const df_status status =
        df_clear_catalog_minimize(catalog, (uint64_t)nodes, chosen, &minimum);
    if (status == DF_OK)
        answer_number(NULL, minimum.least);
    return answer_end(status, NULL);
}

/* Returns how many queues have a solution. */
WASM_EXPORT(catalog_covered) size_t catalog_covered(const df_clear_catalog *catalog)
{
    return catalog->covered;
}

static void catalog_put_kept(const df_piece_set *set, const df_clear_kept *kept)
{
    char letters[DF_CLEAR_PATTERN_MAX_LENGTH + 1] = "";
    size_t length = 0;
    for (size_t p = 0; p < set->count; p++) {
        for (unsigned i = 0; i < kept->counts[p]; i++)
            letters[length++] = set->pieces[p].name[0];
    }
    answer_open(NULL, '{');
    answer_word("pieces", letters);
    answer_number("queues", kept->queues);
    answer_close('}');
}

static df_status catalog_put_all_kept(const df_clear_catalog *catalog, const web_clear *self,
                                      const df_clear_queue_list *queues)
{
    df_clear_kept *kept = NULL;
    size_t count = 0;
    const df_status status = df_clear_catalog_list_kept(catalog, queues, &kept, &count);
    answer_open(NULL, '[');
    for (size_t i = 0; status == DF_OK && i < count; i++)
        catalog_put_kept(self->set, &kept[i]);
    answer_close(']');
    free(kept);
    return status;
}

static df_status catalog_put_saved(const df_clear_catalog *catalog, const web_clear *self,
                                   const df_clear_queue_list *queues, const char *expression,
                                   df_error *error)
{
    bool *saves = calloc(queues->count + 1, sizeof saves[0]);
    size_t count = 0;
    if (saves == NULL)
        return DF_ERROR_MEMORY;
    const df_status status =
        df_clear_catalog_save(catalog, queues, self->set, expression, saves, error);
    for (size_t i = 0; status == DF_OK && i < queues->count; i++)
        count += saves[i] ? 1 : 0;
    answer_number(NULL, count);
    free(saves);
    return status;
}

/* Answers with the pieces that can be kept after a clear, and how many queues keep them; or
 * with how many queues keep pieces for which an expression, which ends with a NUL, is true. */
WASM_EXPORT(catalog_save)
df_status catalog_save(const df_clear_catalog *catalog, const web_clear *self,
                       const df_clear_pattern *pattern, const char *expression)
{
    df_error error = {0};
    uint16_t *pieces = pattern_unpack_all(pattern, 0, pattern->count);
    answer_begin();
    if (pieces == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    const df_clear_queue_list queues = {
        .pieces = pieces, .count = pattern->count, .length = pattern->length};
    const df_status status =
        expression == NULL ? catalog_put_all_kept(catalog, self, &queues)
                           : catalog_put_saved(catalog, self, &queues, expression, &error);
    free(pieces);
    return answer_end(status, &error);
}

static void web_clear_put_choices(const df_clear_choice *choices, size_t count,
                                  const df_clear_tally *tally)
{
    answer_open(NULL, '{');
    answer_number("clear", tally->clear);
    answer_number("total", tally->total);
    answer_number("most", tally->most);
    answer_open("moves", '[');
    for (size_t i = 0; i < count; i++) {
        const df_drop *drop = &choices[i].drop.drop;
        answer_open(NULL, '[');
        answer_number(NULL, drop->piece);
        answer_number(NULL, drop->orientation);
        answer_number(NULL, drop->x);
        answer_number(NULL, drop->y);
        answer_flag(NULL, choices[i].drop.hold);
        answer_number(NULL, choices[i].clear);
        answer_close(']');
    }
    answer_close(']');
    answer_close('}');
}

/* Answers with the chance by best play when a queue is seen, and its first drops. The first
 * piece of the queue is held if `held`; `bag` as df_clear_best_request; `solutions` as its
 * `max`, but 0 is the usual one. */
WASM_EXPORT(web_clear_best)
df_status web_clear_best(web_clear *self, const uint16_t *queue, size_t count, unsigned hold,
                         unsigned held, unsigned bag, unsigned solutions)
{
    df_error error = {0};
    df_clear_choice *choices = NULL;
    df_clear_tally tally;
    size_t choice_count = 0;
    df_clear_best_request request = {
        .queue = queue, .count = count, .hold = hold != 0, .held = held != 0, .bag = bag};
    request.max = solutions > 0 ? solutions : df_clear_best_choose_max(self->solver, &request);
    answer_begin();
    const df_status status =
        df_clear_solver_best(self->solver, &request, &choices, &choice_count, &tally, &error);
    if (status == DF_OK)
        web_clear_put_choices(choices, choice_count, &tally);
    free(choices);
    return answer_end(status, &error);
}

/* Returns how pieces turn by some rules. Those without kicks of their own have keys of SRS. */
static df_rules web_clear_turning(df_rules rules)
{
    if (df_rules_have(rules, DF_TRAIT_OPEN))
        return DF_RULES_NOKICKS;
    return df_rules_have(rules, DF_TRAIT_MOVES) ? rules : DF_RULES_SRS;
}

static void web_clear_put_path(const df_input_path *path)
{
    answer_open(NULL, '[');
    for (size_t i = 0; path != NULL && i < path->count; i++)
        answer_number(NULL, path->input[i]);
    answer_close(']');
}

/* Answers with the inputs (df_input) that bring a piece to a place on this board, with `count`
 * rows as in web_clear_make, in a playfield of `height` rows; an empty list if there are none.
 */
WASM_EXPORT(web_clear_inputs)
df_status web_clear_inputs(const web_clear *self, unsigned rules, unsigned height,
                           const uint64_t *rows, unsigned count, unsigned piece,
                           unsigned orientation, unsigned x, unsigned y)
{
    const df_place place = {
        .orientation = (uint8_t)orientation, .x = (uint8_t)x, .y = (uint16_t)y};
    df_mover *mover = NULL;
    df_input_path *path = NULL;
    df_outcome outcome;
    int spawn_x, spawn_y;
    answer_begin();
    df_status status =
        piece < self->set->count
            ? df_mover_create(&mover, &self->set->pieces[piece], self->field->width,
                              web_clear_turning((df_rules)rules))
            : DF_ERROR_ARGUMENT;
    if (status == DF_OK) {
        df_mover_spawn(mover, height, &spawn_x, &spawn_y);
        status = df_input_path_find(&path, &outcome, mover, rows, count, spawn_x, spawn_y,
                                    &place, DF_SPINS);
    }
    if (status == DF_OK)
        web_clear_put_path(path);
    df_input_path_free(path);
    df_mover_free(mover);
    return answer_end(status, NULL);
}
