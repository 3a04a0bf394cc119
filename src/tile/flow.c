/* Counting with a graph: numbers flow along its steps, column by column. */
#include <string.h>

#include "tile/graph.h"
#include "tile/number.h"

#define WATCH_STEPS UINT64_C(5000000)

/* The numbers of the states of a column and of the entries of the next one, `words` words
 * each. */
typedef struct flow {
    const tile_graph *graph;
    tile_budget *budget;
    size_t words;
    uint64_t *now;
    uint64_t *next;
} flow;

static df_status take(flow *f)
{
    void *now = NULL, *next = NULL;
    const size_t size = f->words * sizeof f->now[0];
    df_status status = df_tile_budget_take(f->budget, &now, f->graph->states, size);
    if (status != DF_OK)
        return status;
    status = df_tile_budget_take(f->budget, &next, f->graph->entries, size);
    if (status != DF_OK) {
        df_tile_budget_free(f->budget, now, f->graph->states * size);
        return status;
    }
    f->now = now;
    f->next = next;
    return DF_OK;
}

static void give_back(flow *f)
{
    const size_t size = f->words * sizeof f->now[0];
    df_tile_budget_free(f->budget, f->now, f->graph->states * size);
    df_tile_budget_free(f->budget, f->next, f->graph->entries * size);
    f->now = f->next = NULL;
}

static void copy_wider(uint64_t *to, const uint64_t *from, size_t count, size_t words)
{
    for (size_t i = 0; i < count; i++)
        memcpy(to + i * (words + 1), from + i * words, words * sizeof *to);
}

/* A number overflows: gives all of them one word more. */
static df_status widen(flow *f)
{
    flow wider = *f;
    wider.words++;
    const df_status status = take(&wider);
    if (status != DF_OK)
        return status;
    copy_wider(wider.now, f->now, f->graph->states, f->words);
    copy_wider(wider.next, f->next, f->graph->entries, f->words);
    give_back(f);
    *f = wider;
    return DF_OK;
}

/* Lets the number of a state flow along its steps from number *from on, as long as nothing
 * overflows; *from is then the step whose sum lacks its highest bit. */
static inline bool push(flow *f, size_t state, uint64_t *from, size_t words)
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

static bool push_some(flow *f, size_t state, uint64_t *from)
{
    if (f->words == 1)
        return push(f, state, from, 1);
    if (f->words == 2)
        return push(f, state, from, 2);
    return push(f, state, from, f->words);
}

static df_status push_state(flow *f, size_t state)
{
    uint64_t any = 0;
    for (size_t i = 0; i < f->words; i++)
        any |= f->now[state * f->words + i];
    if (any == 0)
        return DF_OK;
    uint64_t from = ((const uint64_t *)f->graph->first.data)[state];
    while (!push_some(f, state, &from)) {
        const df_status status = widen(f);
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

/* The entries of the next column become states of this one. */
static void enter_column(flow *f)
{
    const uint32_t *entry = f->graph->entry.data;
    for (size_t i = 0; i < f->graph->entries; i++)
        memcpy(&f->now[entry[i] * f->words], &f->next[i * f->words],
               f->words * sizeof f->now[0]);
    memset(f->next, 0, f->graph->entries * f->words * sizeof f->next[0]);
}

static uint64_t step_count(const tile_graph *graph)
{
    return ((const uint64_t *)graph->first.data)[graph->states];
}

/* After a column. A step takes the longer the more words a number has. */
static df_status watch(const flow *f, const df_tile_options *options, uint64_t column,
                       uint64_t columns, uint64_t *unseen)
{
    *unseen += step_count(f->graph) * (f->words / 4 + 1);
    if (options->watch == NULL || *unseen < WATCH_STEPS)
        return DF_OK;
    *unseen = 0;
    const bool goes_on =
        options->watch(options->watch_context, column, columns, f->graph->states);
    return goes_on ? DF_OK : DF_ERROR_SINK;
}

df_status df_tile_graph_count(const tile_graph *graph, uint64_t columns, tile_budget *budget,
                              const df_tile_options *options, graph_visit *visit, void *context,
                              df_tile_effort *effort)
{
    flow f = {.graph = graph, .budget = budget, .words = 1};
    df_status status = take(&f);
    if (status != DF_OK)
        return status;
    f.next[0] = 1;
    uint64_t unseen = 0;
    for (uint64_t column = 0; status == DF_OK && column < columns; column++) {
        enter_column(&f);
        for (size_t i = 0; status == DF_OK && i < graph->states; i++)
            status = push_state(&f, i);
        if (status == DF_OK)
            status = visit(context, column + 1, f.next, f.words);
        effort->steps += step_count(graph);
        if (status == DF_OK)
            status = watch(&f, options, column, columns, &unseen);
    }
    give_back(&f);
    return status;
}

/* As push_state, modulo a number; the state is left empty. */
static void push_modulo(const flow *f, size_t state, const modulus *m)
{
    const uint64_t *first = f->graph->first.data;
    const uint32_t *steps = f->graph->steps.data;
    const uint64_t number = f->now[state];
    f->now[state] = 0;
    for (uint64_t i = first[state]; number != 0 && i < first[state + 1]; i++) {
        uint64_t *to =
            (steps[i] & GRAPH_NEXT) != 0 ? &f->next[steps[i] & ~GRAPH_NEXT] : &f->now[steps[i]];
        *to = modulus_add(m, *to, number);
    }
}

df_status df_tile_graph_count_modulo(const tile_graph *graph, const modulus *m,
                                     uint64_t *counts, size_t columns, tile_budget *budget,
                                     const df_tile_options *options)
{
    flow f = {.graph = graph, .budget = budget, .words = 1};
    df_status status = take(&f);
    if (status != DF_OK)
        return status;
    uint64_t unseen = 0;
    f.next[0] = counts[0] = m->value > 1;
    for (size_t column = 1; status == DF_OK && column <= columns; column++) {
        enter_column(&f);
        for (size_t state = 0; state < graph->states; state++)
            push_modulo(&f, state, m);
        counts[column] = f.next[0];
        status = watch(&f, options, column, columns, &unseen);
    }
    give_back(&f);
    return status;
}
