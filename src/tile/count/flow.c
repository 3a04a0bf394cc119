/* Counts with a graph: numbers flow along its steps, column by column. */
#include <string.h>

#include "count.h"
#include "number.h"

#define WATCH_STEPS UINT64_C(5000000)

/* The numbers of a column's states and of the next column's entries, `words` words each. */
typedef struct flow {
    const tile_graph *graph;
    memory_budget *budget;
    size_t words;
    uint64_t *now;
    uint64_t *next;
} flow;

static df_status flow_take(flow *f)
{
    const size_t size = f->words * sizeof f->now[0];
    f->now = df_budget_take(f->budget, f->graph->states, size);
    f->next = f->now == NULL ? NULL : df_budget_take(f->budget, f->graph->entries, size);
    if (f->next != NULL)
        return DF_OK;
    df_budget_free(f->budget, f->now, f->graph->states, size);
    return f->budget->status;
}

static void flow_give_back(flow *f)
{
    const size_t size = f->words * sizeof f->now[0];
    df_budget_free(f->budget, f->now, f->graph->states, size);
    df_budget_free(f->budget, f->next, f->graph->entries, size);
}

static void flow_copy_wider(uint64_t *to, const uint64_t *from, size_t count, size_t words)
{
    for (size_t i = 0; i < count; i++)
        memcpy(to + i * (words + 1), from + i * words, words * sizeof *to);
}

/* Gives all numbers one word more, as one of them overflows. */
static df_status flow_widen(flow *f)
{
    flow wider = *f;
    wider.words++;
    const df_status status = flow_take(&wider);
    if (status != DF_OK)
        return status;
    flow_copy_wider(wider.now, f->now, f->graph->states, f->words);
    flow_copy_wider(wider.next, f->next, f->graph->entries, f->words);
    flow_give_back(f);
    *f = wider;
    return DF_OK;
}

/* Adds the number of a state along its steps, from step *from on. False if a sum overflows:
 * then *from is its step, and the sum lacks its highest bit. */
static inline bool flow_push(flow *f, size_t state, uint64_t *from, size_t words)
{
    const uint64_t *first = f->graph->first.data;
    const uint32_t *steps = f->graph->steps.data;
    const uint64_t *number = &f->now[state * words];
    for (uint64_t i = *from; i < first[state + 1]; i++) {
        uint64_t *to = (steps[i] & GRAPH_NEXT) != 0
                           ? &f->next[(size_t)(steps[i] & ~GRAPH_NEXT) * words]
                           : &f->now[(size_t)steps[i] * words];
        if (number_add(to, number, words) != 0) {
            *from = i;
            return false;
        }
    }
    return true;
}

static bool flow_push_some(flow *f, size_t state, uint64_t *from)
{
    if (f->words == 1)
        return flow_push(f, state, from, 1);
    if (f->words == 2)
        return flow_push(f, state, from, 2);
    return flow_push(f, state, from, f->words);
}

static df_status flow_push_state(flow *f, size_t state)
{
    uint64_t any = 0;
    for (size_t i = 0; i < f->words; i++)
        any |= f->now[state * f->words + i];
    if (any == 0)
        return DF_OK;
    uint64_t from = ((const uint64_t *)f->graph->first.data)[state];
    while (!flow_push_some(f, state, &from)) {
        const df_status status = flow_widen(f);
        if (status != DF_OK)
            return status;
        const uint32_t step = ((const uint32_t *)f->graph->steps.data)[from];
        uint64_t *to = (step & GRAPH_NEXT) != 0 ? &f->next[(step & ~GRAPH_NEXT) * f->words]
                                                : &f->now[step * f->words];
        to[f->words - 1] = 1;
        from++;
    }
    memset(&f->now[state * f->words], 0, f->words * sizeof f->now[0]);
    return DF_OK;
}

/* Makes the entries of the next column states of this one. */
static void flow_enter_column(flow *f)
{
    const uint32_t *entry = f->graph->entry.data;
    for (size_t i = 0; i < f->graph->entries; i++)
        memcpy(&f->now[entry[i] * f->words], &f->next[i * f->words],
               f->words * sizeof f->now[0]);
    memset(f->next, 0, f->graph->entries * f->words * sizeof f->next[0]);
}

static uint64_t flow_step_count(const tile_graph *graph)
{
    return ((const uint64_t *)graph->first.data)[graph->states];
}

/* Calls the watch after enough steps. A step takes the longer the more words a number has. */
static df_status flow_watch(const flow *f, const tile_task *task, uint64_t column,
                            uint64_t columns, uint64_t *unseen)
{
    *unseen += flow_step_count(f->graph) * (f->words / 4 + 1);
    if (*unseen < WATCH_STEPS)
        return DF_OK;
    *unseen = 0;
    return tile_task_watch(task, column, columns, f->graph->states);
}

df_status df_tile_graph_count(const tile_graph *graph, tile_task *task, uint64_t columns,
                              tile_visit *visit, void *context)
{
    flow f = {.graph = graph, .budget = &task->budget, .words = 1};
    df_status status = flow_take(&f);
    if (status != DF_OK)
        return status;
    f.next[0] = 1;
    uint64_t unseen = 0;
    for (uint64_t column = 0; status == DF_OK && column < columns; column++) {
        flow_enter_column(&f);
        for (size_t i = 0; status == DF_OK && i < graph->states; i++)
            status = flow_push_state(&f, i);
        if (status == DF_OK)
            status = visit(context, column + 1, f.next, f.words);
        task->effort.steps += flow_step_count(graph);
        if (status == DF_OK)
            status = flow_watch(&f, task, column, columns, &unseen);
    }
    flow_give_back(&f);
    return status;
}
