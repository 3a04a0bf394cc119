#include "tile/graph.h"

#include <string.h>

#include "core/wide.h"
#include "tile/step.h"

/* A state is known by its window with bit 0 set and, in the highest bits of its last word, the
 * place of its first free square in the column; `period` where the whole column is filled. */
#define PLACE_SHIFT 57
#define PLACE_MASK ((UINT64_C(1) << PLACE_SHIFT) - 1)
#define MOST_NARROW_BITS 56
#define MOST_BITS (64 + MOST_NARROW_BITS)
#define MOST_PLACE 127
#define FIRST_TABLE 1024
#define WATCH_STATES 65536
#define KINDS                                                                                  \
    ((MOST_PLACE + 1) * 2) /* of states: places, and in each entries before others             \
                            */

typedef struct builder {
    const tile_moves *moves;
    tile_budget *budget;
    size_t key_words;
    size_t states;
    size_t step_count;
    tile_array keys;     /* uint64_t, key_words each */
    tile_array is_entry; /* bool */
    tile_array table;    /* uint32_t: 1 + state; 0: none */
    tile_array first;    /* uint64_t */
    tile_array steps;    /* uint32_t: a state, with GRAPH_NEXT if it is in the next column */
} builder;

static void make_key(const builder *b, window state, unsigned place, uint64_t key[2])
{
    const uint64_t tag = (uint64_t)place << PLACE_SHIFT;
    key[0] = b->key_words == 1 ? state.low | tag : state.low;
    key[1] = state.high | tag;
}

static window read_key(const builder *b, size_t state, unsigned *place)
{
    const uint64_t *key = (const uint64_t *)b->keys.data + state * b->key_words;
    const uint64_t last = key[b->key_words - 1];
    *place = (unsigned)(last >> PLACE_SHIFT);
    if (b->key_words == 1)
        return (window){last & PLACE_MASK, 0};
    return (window){key[0], last & PLACE_MASK};
}

/* Where a key is in the table, or would be. */
static uint32_t *find(const builder *b, const uint64_t *key)
{
    uint64_t hash = key[0] * UINT64_C(0x9e3779b97f4a7c15);
    if (b->key_words == 2)
        hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9) + key[1];
    hash = (hash ^ hash >> 32) * UINT64_C(0x94d049bb133111eb);
    uint64_t place;
    (void)wide_multiply_add(hash ^ hash >> 29, b->table.capacity, 0, 0, &place);
    uint32_t *table = b->table.data;
    const uint64_t *keys = b->keys.data;
    for (;;) {
        const uint32_t number = table[place];
        if (number == 0)
            return &table[place];
        const uint64_t *other = &keys[(number - 1) * b->key_words];
        if (other[0] == key[0] && (b->key_words == 1 || other[1] == key[1]))
            return &table[place];
        place = place + 1 == b->table.capacity ? 0 : place + 1;
    }
}

/* A larger table, filled anew. */
static df_status grow_table(builder *b)
{
    const size_t larger = b->table.capacity * 2 + FIRST_TABLE;
    df_tile_array_free(&b->table, b->budget);
    const df_status status = df_tile_array_reserve(&b->table, b->budget, larger);
    for (size_t i = 0; status == DF_OK && i < b->states; i++)
        *find(b, (const uint64_t *)b->keys.data + i * b->key_words) = (uint32_t)(i + 1);
    return status;
}

/* The number of a state, a new one if it has none. */
static df_status number_state(builder *b, window squares, unsigned place, uint32_t *number)
{
    df_status status = DF_OK;
    if (b->states >= b->table.capacity / 3 * 2)
        status = grow_table(b);
    if (status != DF_OK)
        return status;
    uint64_t key[2];
    make_key(b, squares, place, key);
    uint32_t *slot = find(b, key);
    if (*slot == 0) {
        if (b->states + 2 >= GRAPH_NEXT)
            return DF_ERROR_LIMIT;
        status = df_tile_array_reserve(&b->keys, b->budget, (b->states + 1) * b->key_words);
        if (status == DF_OK)
            status = df_tile_array_reserve(&b->is_entry, b->budget, b->states + 1);
        if (status == DF_OK)
            status = df_tile_array_reserve(&b->first, b->budget, b->states + 2);
        if (status != DF_OK)
            return status;
        memcpy((uint64_t *)b->keys.data + b->states * b->key_words, key,
               b->key_words * sizeof key[0]);
        *slot = (uint32_t)++b->states;
    }
    *number = *slot - 1;
    return DF_OK;
}

/* A step to the state with these squares filled, if it is not hopeless. */
static df_status add_step(builder *b, window squares, unsigned place, bool next)
{
    uint32_t number = 0;
    if (place < b->moves->period) {
        if (step_is_dead(b->moves, place, place, squares))
            return DF_OK;
        squares.low |= 1;
    }
    df_status status = number_state(b, squares, place, &number);
    if (status == DF_OK)
        status = df_tile_array_reserve(&b->steps, b->budget, b->step_count + 1);
    if (status != DF_OK)
        return status;
    if (next)
        ((bool *)b->is_entry.data)[number] = true;
    ((uint32_t *)b->steps.data)[b->step_count++] = number | (next ? GRAPH_NEXT : 0);
    return DF_OK;
}

/* A step into the next column, of which these squares are filled. */
static df_status leave_column(builder *b, window squares)
{
    const unsigned rows = (unsigned)b->moves->period;
    if (b->moves->flip_rows != 0)
        squares = step_choose(b->moves, squares);
    const unsigned run = window_run(squares);
    if (run >= rows)
        return add_step(b, squares, rows, true);
    return add_step(b, window_down(squares, run), run, true);
}

static df_status expand(builder *b, size_t state)
{
    unsigned place;
    const unsigned rows = (unsigned)b->moves->period;
    const window squares = read_key(b, state, &place);
    if (place == rows)
        return leave_column(b, window_down(squares, rows));
    df_status status = DF_OK;
    const size_t end = b->moves->begin[place + 1];
    for (size_t i = b->moves->begin[place]; status == DF_OK && i < end; i++) {
        if (window_meets(squares, b->moves->moves[i].squares))
            continue;
        const window after = window_join(squares, b->moves->moves[i].squares);
        const unsigned run = window_run(after);
        if (run >= rows - place)
            status = leave_column(b, window_down(after, rows - place));
        else
            status = add_step(b, window_down(after, run), place + run, false);
    }
    return status;
}

/* Follows all steps from the empty column on. */
static df_status close_states(builder *b, const df_tile_options *options,
                              df_tile_effort *effort)
{
    uint32_t number;
    df_status status = number_state(b, (window){1, 0}, 0, &number);
    if (status != DF_OK)
        return status;
    ((bool *)b->is_entry.data)[0] = true;
    for (size_t i = 0; status == DF_OK && i < b->states; i++) {
        if (i % WATCH_STATES == WATCH_STATES - 1 && options->watch != NULL &&
            !options->watch(options->watch_context, i, 0, b->states))
            return DF_ERROR_SINK;
        ((uint64_t *)b->first.data)[i] = b->step_count;
        status = expand(b, i);
    }
    if (status == DF_OK)
        ((uint64_t *)b->first.data)[b->states] = b->step_count;
    effort->states += b->states;
    effort->steps += b->step_count;
    return status;
}

static size_t kind_of(const builder *b, size_t state)
{
    unsigned place;
    (void)read_key(b, state, &place);
    return place * 2 + (((const bool *)b->is_entry.data)[state] ? 0 : 1);
}

/* New numbers for the states, by place: new_number[old]. Fills in the graph's entries. */
static void renumber(const builder *b, uint32_t *new_number, uint32_t *rank, tile_graph *graph)
{
    size_t begin[KINDS + 1] = {0};
    for (size_t i = 0; i < b->states; i++)
        begin[kind_of(b, i) + 1]++;
    uint32_t *entry = graph->entry.data;
    graph->entries = 0;
    for (size_t kind = 0; kind < KINDS; kind++) {
        for (size_t k = 0; kind % 2 == 0 && k < begin[kind + 1]; k++) {
            entry[graph->entries] = (uint32_t)(begin[kind] + k);
            rank[begin[kind] + k] = (uint32_t)graph->entries++;
        }
        begin[kind + 1] += begin[kind];
    }
    for (size_t i = 0; i < b->states; i++)
        new_number[i] = (uint32_t)begin[kind_of(b, i)]++;
}

/* Writes the steps in the order of the new numbers. `old_number` has room for all. */
static void reorder(const builder *b, const uint32_t *new_number, const uint32_t *rank,
                    uint32_t *old_number, tile_graph *graph)
{
    for (size_t i = 0; i < b->states; i++)
        old_number[new_number[i]] = (uint32_t)i;
    const uint64_t *old_first = b->first.data;
    const uint32_t *old_steps = b->steps.data;
    uint64_t *first = graph->first.data;
    uint32_t *steps = graph->steps.data;
    uint64_t at = 0;
    for (size_t i = 0; i < b->states; i++) {
        first[i] = at;
        for (uint64_t k = old_first[old_number[i]]; k < old_first[old_number[i] + 1]; k++) {
            const uint32_t to = new_number[old_steps[k] & ~GRAPH_NEXT];
            steps[at++] = (old_steps[k] & GRAPH_NEXT) != 0 ? GRAPH_NEXT | rank[to] : to;
        }
    }
    first[b->states] = at;
}

static df_status finish(builder *b, tile_graph *graph)
{
    tile_array numbers = {.size = sizeof(uint32_t)};
    df_tile_array_free(&b->table, b->budget);
    df_status status = df_tile_array_reserve(&numbers, b->budget, b->states * 3);
    size_t entries = 0;
    for (size_t i = 0; i < b->states; i++)
        entries += ((const bool *)b->is_entry.data)[i];
    if (status == DF_OK)
        status = df_tile_array_reserve(&graph->entry, b->budget, entries);
    if (status == DF_OK)
        status = df_tile_array_reserve(&graph->first, b->budget, b->states + 1);
    if (status == DF_OK)
        status = df_tile_array_reserve(&graph->steps, b->budget, b->step_count);
    if (status == DF_OK) {
        uint32_t *new_number = numbers.data;
        uint32_t *rank = new_number + b->states;
        renumber(b, new_number, rank, graph);
        reorder(b, new_number, rank, rank + b->states, graph);
        graph->states = b->states;
    }
    df_tile_array_free(&numbers, b->budget);
    return status;
}

df_status df_tile_graph_create(tile_graph *graph, const tile_moves *moves, tile_budget *budget,
                               const df_tile_options *options, df_tile_effort *effort)
{
    if (moves->bits > MOST_BITS || moves->period > MOST_PLACE)
        return DF_ERROR_LIMIT;
    builder b = {.moves = moves,
                 .budget = budget,
                 .key_words = moves->bits <= MOST_NARROW_BITS ? 1 : 2,
                 .keys = {.size = sizeof(uint64_t)},
                 .is_entry = {.size = sizeof(bool)},
                 .table = {.size = sizeof(uint32_t)},
                 .first = {.size = sizeof(uint64_t)},
                 .steps = {.size = sizeof(uint32_t)}};
    tile_graph made = {.first = {.size = sizeof(uint64_t)},
                       .steps = {.size = sizeof(uint32_t)},
                       .entry = {.size = sizeof(uint32_t)}};
    df_status status = close_states(&b, options, effort);
    if (status == DF_OK)
        status = finish(&b, &made);
    tile_array *arrays[] = {&b.keys, &b.is_entry, &b.table, &b.first, &b.steps};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        df_tile_array_free(arrays[i], budget);
    if (status == DF_OK)
        *graph = made;
    else
        df_tile_graph_free(&made, budget);
    return status;
}

void df_tile_graph_free(tile_graph *graph, tile_budget *budget)
{
    df_tile_array_free(&graph->first, budget);
    df_tile_array_free(&graph->steps, budget);
    df_tile_array_free(&graph->entry, budget);
    graph->states = graph->entries = 0;
}
