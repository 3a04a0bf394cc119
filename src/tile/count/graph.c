#include "count.h"

#include <string.h>

#include "core/base/key_index.h"
#include "step.h"

/* The key of a state is its window with bit 0 set and, in the highest bits of its last word,
 * the place of its first free square in the column, or `period` if the column is filled. */
#define PLACE_SHIFT 57
#define PLACE_MASK ((UINT64_C(1) << PLACE_SHIFT) - 1)
#define MAX_NARROW_BITS 56
#define MAX_BITS (64 + MAX_NARROW_BITS)
#define MAX_PLACE 127
#define WATCH_STATES 65536
/* Kinds of states: by place, and of each place the entries first. */
#define KINDS ((MAX_PLACE + 1) * 2)

typedef struct graph_builder {
    const tile_moves *moves;
    tile_task *task;
    size_t step_count;
    key_index states;
    budget_array is_entry; /* bool */
    budget_array first;    /* uint64_t */
    budget_array steps;    /* uint32_t: a state, with GRAPH_NEXT if it is in the next column */
} graph_builder;

static window graph_read_key(const graph_builder *b, size_t state, unsigned *place)
{
    const uint64_t *key = key_index_key(&b->states, state);
    const uint64_t last = key[b->states.key_words - 1];
    *place = (unsigned)(last >> PLACE_SHIFT);
    if (b->states.key_words == 1)
        return (window){last & PLACE_MASK, 0};
    return (window){key[0], last & PLACE_MASK};
}

static df_status graph_number_state(graph_builder *b, window squares, unsigned place,
                                    uint32_t *number)
{
    const size_t before = b->states.count;
    const uint64_t tag = (uint64_t)place << PLACE_SHIFT;
    const uint64_t key[2] = {b->states.key_words == 1 ? squares.low | tag : squares.low,
                             squares.high | tag};
    df_status status = df_key_index_add(&b->states, &b->task->budget, key, number);
    if (status != DF_OK || b->states.count == before)
        return status;
    status = df_budget_array_reserve(&b->is_entry, &b->task->budget, before + 1);
    if (status == DF_OK)
        status = df_budget_array_reserve(&b->first, &b->task->budget, before + 2);
    return status;
}

/* Adds a step to the state with these squares filled, unless it is dead. */
static df_status graph_add_step(graph_builder *b, window squares, unsigned place, bool next)
{
    uint32_t number = 0;
    if (place < b->moves->period) {
        if (step_is_dead(b->moves, place, place, squares))
            return DF_OK;
        squares.low |= 1;
    }
    df_status status = graph_number_state(b, squares, place, &number);
    if (status == DF_OK)
        status = df_budget_array_reserve(&b->steps, &b->task->budget, b->step_count + 1);
    if (status != DF_OK)
        return status;
    if (next)
        ((bool *)b->is_entry.data)[number] = true;
    ((uint32_t *)b->steps.data)[b->step_count++] = number | (next ? GRAPH_NEXT : 0);
    return DF_OK;
}

/* Adds a step into the next column, of which these squares are filled. */
static df_status graph_leave_column(graph_builder *b, window squares)
{
    const unsigned rows = (unsigned)b->moves->period;
    if (b->moves->flip_rows != 0)
        squares = step_choose(b->moves, squares);
    const unsigned run = window_run(squares);
    if (run >= rows)
        return graph_add_step(b, squares, rows, true);
    return graph_add_step(b, window_down(squares, run), run, true);
}

static df_status graph_expand(graph_builder *b, size_t state)
{
    unsigned place;
    const unsigned rows = (unsigned)b->moves->period;
    const window squares = graph_read_key(b, state, &place);
    if (place == rows)
        return graph_leave_column(b, window_down(squares, rows));
    df_status status = DF_OK;
    const size_t end = b->moves->begin[place + 1];
    for (size_t i = b->moves->begin[place]; status == DF_OK && i < end; i++) {
        if (window_meets(squares, b->moves->moves[i].squares))
            continue;
        const window after = window_join(squares, b->moves->moves[i].squares);
        const unsigned run = window_run(after);
        if (run >= rows - place)
            status = graph_leave_column(b, window_down(after, rows - place));
        else
            status = graph_add_step(b, window_down(after, run), place + run, false);
    }
    return status;
}

/* Follows all steps from the empty column on. */
static df_status graph_find_states(graph_builder *b)
{
    uint32_t number;
    df_status status = graph_number_state(b, (window){1, 0}, 0, &number);
    if (status != DF_OK)
        return status;
    ((bool *)b->is_entry.data)[0] = true;
    for (size_t i = 0; status == DF_OK && i < b->states.count; i++) {
        if (i % WATCH_STATES == WATCH_STATES - 1)
            status = tile_task_watch(b->task, i, 0, b->states.count);
        if (status != DF_OK)
            return status;
        ((uint64_t *)b->first.data)[i] = b->step_count;
        status = graph_expand(b, i);
    }
    if (status == DF_OK)
        ((uint64_t *)b->first.data)[b->states.count] = b->step_count;
    b->task->effort.states += b->states.count;
    b->task->effort.steps += b->step_count;
    return status;
}

static size_t graph_kind_of(const graph_builder *b, size_t state)
{
    unsigned place;
    (void)graph_read_key(b, state, &place);
    return place * 2 + (((const bool *)b->is_entry.data)[state] ? 0 : 1);
}

/* Gives the states new numbers, by kind: new_number[old]. Writes the graph's entries. */
static void graph_renumber(const graph_builder *b, uint32_t *new_number, uint32_t *rank,
                           tile_graph *graph)
{
    size_t begin[KINDS + 1] = {0};
    for (size_t i = 0; i < b->states.count; i++)
        begin[graph_kind_of(b, i) + 1]++;
    uint32_t *entry = graph->entry.data;
    graph->entries = 0;
    for (size_t kind = 0; kind < KINDS; kind++) {
        for (size_t k = 0; kind % 2 == 0 && k < begin[kind + 1]; k++) {
            entry[graph->entries] = (uint32_t)(begin[kind] + k);
            rank[begin[kind] + k] = (uint32_t)graph->entries++;
        }
        begin[kind + 1] += begin[kind];
    }
    for (size_t i = 0; i < b->states.count; i++)
        new_number[i] = (uint32_t)begin[graph_kind_of(b, i)]++;
}

/* Writes the steps in the order of the new numbers. `old_number` is scratch for all states. */
static void graph_reorder(const graph_builder *b, const uint32_t *new_number,
                          const uint32_t *rank, uint32_t *old_number, tile_graph *graph)
{
    for (size_t i = 0; i < b->states.count; i++)
        old_number[new_number[i]] = (uint32_t)i;
    const uint64_t *old_first = b->first.data;
    const uint32_t *old_steps = b->steps.data;
    uint64_t *first = graph->first.data;
    uint32_t *steps = graph->steps.data;
    uint64_t at = 0;
    for (size_t i = 0; i < b->states.count; i++) {
        first[i] = at;
        for (uint64_t k = old_first[old_number[i]]; k < old_first[old_number[i] + 1]; k++) {
            const uint32_t to = new_number[old_steps[k] & ~GRAPH_NEXT];
            steps[at++] = (old_steps[k] & GRAPH_NEXT) != 0 ? GRAPH_NEXT | rank[to] : to;
        }
    }
    first[b->states.count] = at;
}

static df_status graph_finish(graph_builder *b, tile_graph *graph)
{
    budget_array numbers = {.size = sizeof(uint32_t)};
    df_budget_array_free(&b->states.table, &b->task->budget);
    df_status status = df_budget_array_reserve(&numbers, &b->task->budget, b->states.count * 3);
    size_t entries = 0;
    for (size_t i = 0; i < b->states.count; i++)
        entries += ((const bool *)b->is_entry.data)[i];
    if (status == DF_OK)
        status = df_budget_array_reserve(&graph->entry, &b->task->budget, entries);
    if (status == DF_OK)
        status = df_budget_array_reserve(&graph->first, &b->task->budget, b->states.count + 1);
    if (status == DF_OK)
        status = df_budget_array_reserve(&graph->steps, &b->task->budget, b->step_count);
    if (status == DF_OK) {
        uint32_t *new_number = numbers.data;
        uint32_t *rank = new_number + b->states.count;
        graph_renumber(b, new_number, rank, graph);
        graph_reorder(b, new_number, rank, rank + b->states.count, graph);
        graph->states = b->states.count;
    }
    df_budget_array_free(&numbers, &b->task->budget);
    return status;
}

static df_status graph_build(tile_graph *graph, tile_task *task, const tile_moves *moves)
{
    if (moves->bits > MAX_BITS || moves->period > MAX_PLACE)
        return DF_ERROR_LIMIT;
    graph_builder b = {.moves = moves,
                       .task = task,
                       .states = key_index_of(moves->bits <= MAX_NARROW_BITS ? 1 : 2),
                       .is_entry = {.size = sizeof(bool)},
                       .first = {.size = sizeof(uint64_t)},
                       .steps = {.size = sizeof(uint32_t)}};
    df_status status = graph_find_states(&b);
    if (status == DF_OK)
        status = graph_finish(&b, graph);
    df_key_index_free(&b.states, &task->budget);
    df_budget_array_free(&b.is_entry, &task->budget);
    df_budget_array_free(&b.first, &task->budget);
    df_budget_array_free(&b.steps, &task->budget);
    return status;
}

df_status df_tile_graph_create(tile_graph *graph, tile_task *task, tile_order order)
{
    tile_moves moves;
    *graph = (tile_graph){.first = {.size = sizeof(uint64_t)},
                          .steps = {.size = sizeof(uint32_t)},
                          .entry = {.size = sizeof(uint32_t)}};
    df_status status = tile_task_moves(task, &moves, order, true);
    if (status != DF_OK)
        return status;
    status = graph_build(graph, task, &moves);
    df_tile_moves_free(&moves);
    if (status != DF_OK)
        df_tile_graph_free(graph, &task->budget);
    return status;
}

void df_tile_graph_free(tile_graph *graph, memory_budget *budget)
{
    df_budget_array_free(&graph->first, budget);
    df_budget_array_free(&graph->steps, budget);
    df_budget_array_free(&graph->entry, budget);
    graph->states = graph->entries = 0;
}
