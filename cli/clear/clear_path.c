/* All solutions of the queues of a pattern. */
#include <stdlib.h>

#include "clear_settings.h"
#include "cli/base/message.h"
#include "cli/base/output.h"
#include "cli/base/progress.h"

/* The solutions found so far, and where each of them is in the listing. */
typedef struct path_finder {
    clear_listing *listing;
    size_t *slots;     /* 1 + index of an item, at its hash; 0: none */
    size_t slot_count; /* a power of two */
} path_finder;

/* Returns a sum over the places, which does not depend on their order. */
static uint64_t path_hash(const df_clear_solution *solution)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < solution->count; i++) {
        uint64_t hash = solution->squares[i] * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
        sum += hash * UINT64_C(0xbf58476d1ce4e5b9);
    }
    return sum ^ sum >> 32;
}

/* True if two solutions have the same places. The squares of a place determine its piece. */
static bool path_is_same(const df_clear_solution *one, const df_clear_solution *other)
{
    if (one->count != other->count)
        return false;
    for (size_t i = 0; i < one->count; i++) {
        size_t k = 0;
        while (k < other->count && other->squares[k] != one->squares[i])
            k++;
        if (k == other->count)
            return false;
    }
    return true;
}

/* Returns the slot of a solution, or the free one where it belongs. */
static size_t *path_find_slot(const path_finder *self, const df_clear_solution *solution,
                              uint64_t hash)
{
    const clear_item *items = self->listing->items;
    for (size_t i = hash & (self->slot_count - 1);; i = (i + 1) & (self->slot_count - 1)) {
        const size_t at = self->slots[i];
        if (at == 0 ||
            (items[at - 1].hash == hash && path_is_same(&items[at - 1].solution, solution)))
            return &self->slots[i];
    }
}

/* Makes the listing and its slots twice as large, or makes them at all. */
static df_status path_grow(path_finder *self)
{
    clear_listing *listing = self->listing;
    const size_t capacity = listing->capacity < 64 ? 64 : listing->capacity * 2;
    clear_item *items = realloc(listing->items, capacity * sizeof items[0]);
    if (items == NULL)
        return DF_ERROR_MEMORY;
    listing->items = items;
    size_t *slots = calloc(capacity * 2, sizeof slots[0]);
    if (slots == NULL)
        return DF_ERROR_MEMORY;
    free(self->slots);
    self->slots = slots;
    self->slot_count = capacity * 2;
    listing->capacity = capacity;
    for (size_t i = 0; i < listing->count; i++)
        *path_find_slot(self, &items[i].solution, items[i].hash) = i + 1;
    return DF_OK;
}

static df_status path_keep_solution(void *context, const df_clear_solution *solution)
{
    path_finder *self = context;
    clear_listing *listing = self->listing;
    if (listing->count == listing->capacity) {
        const df_status status = path_grow(self);
        if (status != DF_OK)
            return status;
    }
    const uint64_t hash = path_hash(solution);
    size_t *slot = path_find_slot(self, solution, hash);
    if (*slot == 0) {
        listing->items[listing->count] =
            (clear_item){.solution = *solution, .hash = hash, .number = listing->count};
        listing->items[listing->count].solution.ways = 0;
        *slot = ++listing->count;
    }
    clear_item *item = &listing->items[*slot - 1];
    item->queues++;
    item->solution.ways += solution->ways;
    return DF_OK;
}

static int path_compare_items(const void *left, const void *right)
{
    const clear_item *a = left, *b = right;
    if (a->queues != b->queues)
        return a->queues > b->queues ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static df_status path_find_queue(path_finder *self, uint64_t code, df_error *error)
{
    const clear_question *question = self->listing->question;
    const clear_queues *queues = question->queues;
    uint16_t queue[CLEAR_MAX_LENGTH];
    for (size_t i = 0; i < queues->length; i++)
        queue[i] = (uint16_t)clear_queues_piece(queues, code, i);
    const df_clear_solver_query query = {.queue = queue,
                                         .count = queues->length,
                                         .hold = !question->chosen->no_hold,
                                         .ways = true,
                                         .max =
                                             queues->count == 1 ? question->chosen->limit : 0};
    df_clear_solver_report report;
    return df_clear_solver_find(question->solver, &query, path_keep_solution, self, &report,
                                error);
}

static int path_find(clear_listing *listing)
{
    const clear_queues *queues = listing->question->queues;
    const uint64_t limit = listing->question->chosen->limit;
    path_finder self = {.listing = listing};
    df_error error = {0};
    df_status status = DF_OK;
    progress_begin("finding solutions");
    for (size_t i = 0; status == DF_OK && i < queues->count; i++) {
        progress_set(i, queues->count);
        status = path_find_queue(&self, queues->codes[i], &error);
    }
    progress_end();
    free(self.slots);
    if (listing->count > 0)
        qsort(listing->items, listing->count, sizeof listing->items[0], path_compare_items);
    if (limit > 0 && listing->count > limit)
        listing->count = (size_t)limit;
    return message_status(status, &error);
}

static int path_open_outputs(const clear_question *question, output_list *outputs)
{
    const clear_settings *chosen = question->chosen;
    const char *format = chosen->json ? "json" : chosen->format;
    int status = output_list_begin(outputs, "clear", output_paths(&chosen->paths), format,
                                   &clear_formats);
    if (status < 0)
        status = output_list_open(outputs);
    return status < 0 ? output_list_spare(outputs, chosen->field) : status;
}

int clear_path(const clear_question *question)
{
    clear_listing self = {.question = question};
    output_list outputs = {0};
    int status = path_open_outputs(question, &outputs);
    if (status < 0)
        status = path_find(&self);
    if (status < 0 && self.count == 0)
        status = message("no way to clear");
    if (status < 0)
        status = output_list_write(&outputs, &self);
    output_list_free(&outputs);
    free(self.items);
    return status;
}
