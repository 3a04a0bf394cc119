/* Backwards through the graph, every board gets the set of the sequences that clear it. To
 * save memory this is done for one end of the queue at a time, its last two pieces, and for
 * the early levels for one piece in the middle at a time too.
 *
 * The two pieces before the end are 49 bits of a word: bit 7 a + b. The pieces before these
 * count the words. So nothing is shifted where most of the work is. */
#include "tile/clear_table.h"

#include <stdlib.h>
#include <string.h>

#define LATE 4        /* pieces that are not counted in words */
#define ANY_PIECE 7U  /* instead of a fixed piece */
#define LEAST_DROPS 6 /* below, there is no piece in the middle */

/* A set for each board of a level and for its mirror image after it. */
typedef struct level_sets {
    size_t words; /* of each */
    size_t total;
    uint64_t *sets;
} level_sets;

typedef struct maker {
    graph *graph;
    table *table;
} maker;

static size_t power_of_seven(unsigned exponent)
{
    return exponent == 0 ? 1 : 7 * power_of_seven(exponent - 1);
}

static df_status take(maker *own, level_sets *made, unsigned level, size_t words)
{
    made->words = words;
    made->total = words * 2 * own->graph->levels[level].count;
    made->sets = df_budget_take(&own->graph->memory, made->total, sizeof made->sets[0]);
    return made->sets == NULL ? own->graph->memory.status : DF_OK;
}

static void give(maker *own, level_sets *sets)
{
    df_budget_give(&own->graph->memory, sets->sets, sets->total, sizeof sets->sets[0]);
    *sets = (level_sets){0};
}

static void add_words(uint64_t *restrict to, const uint64_t *restrict from, size_t words)
{
    for (size_t i = 0; i < words; i++)
        to[i] |= from[i];
}

/* How the sets of a level come from those of the next. */
typedef struct rule {
    unsigned fixed; /* only this piece is dropped; ANY_PIECE: all */
    unsigned shift; /* bits by which each piece shifts what it leads to; 0: whole words */
} rule;

/* The sets of a level, from those of the next. */
static df_status go_back(maker *own, unsigned level, rule by, const level_sets *later,
                         level_sets *made)
{
    const graph_level *boards = &own->graph->levels[level];
    const size_t block = later->words;
    const bool whole = by.fixed == ANY_PIECE && by.shift == 0;
    const df_status status = take(own, made, level, whole ? block * 7 : block);
    if (status != DF_OK)
        return status;
    for (size_t i = 0; i < boards->count * 2; i++) {
        const size_t flip = i & 1;
        uint64_t *to = &made->sets[i * made->words];
        for (uint32_t e = boards->first[i / 2]; e < boards->first[i / 2 + 1]; e++) {
            const uint32_t edge = boards->edges[e];
            const unsigned dropped = GRAPH_PIECE(edge);
            const unsigned piece = flip != 0 ? df_graph_mirror[dropped] : dropped;
            if (by.fixed != ANY_PIECE && piece != by.fixed)
                continue;
            const uint64_t *from =
                &later->sets[(GRAPH_BOARD(edge) * 2 + (flip ^ GRAPH_FLIP(edge))) * block];
            if (by.shift > 0)
                to[0] |= from[0] << (by.shift * piece);
            else
                add_words(whole ? to + piece * block : to, from, block);
        }
    }
    return DF_OK;
}

/* Replaces the sets of the level after `level` by those of `level`. */
static df_status replace(maker *own, unsigned level, rule by, level_sets *sets)
{
    level_sets made = {0};
    const df_status status = go_back(own, level, by, sets, &made);
    give(own, sets);
    *sets = made;
    return status;
}

/* The early levels, with `middle` as the piece that is dropped on the level of the counted
 * pieces' last but one. */
static df_status fill_middle(maker *own, const level_sets *later, unsigned middle, uint64_t *to)
{
    const unsigned counted = own->graph->drops - LATE;
    level_sets sets = {0};
    df_status status = go_back(own, counted - 2, (rule){.fixed = middle}, later, &sets);
    for (unsigned l = counted - 2; l-- > 0 && status == DF_OK;)
        status = replace(own, l, (rule){.fixed = ANY_PIECE}, &sets);
    for (size_t i = 0; status == DF_OK && i < sets.words; i += 7)
        memcpy(&to[i * 7 + (size_t)middle * 7], &sets.sets[i], 7 * sizeof to[0]);
    give(own, &sets);
    return status;
}

static df_status fill_end(maker *own, unsigned end, uint64_t *to)
{
    const unsigned last = own->graph->drops;
    level_sets sets = {0};
    df_status status = take(own, &sets, last, 1);
    for (size_t i = 0; status == DF_OK && i < sets.total; i++)
        sets.sets[i] = 1;
    const rule rules[LATE + 1] = {{.fixed = end % 7},
                                  {.fixed = end / 7},
                                  {.fixed = ANY_PIECE, .shift = 1},
                                  {.fixed = ANY_PIECE, .shift = 7},
                                  {.fixed = ANY_PIECE}};
    for (unsigned i = 0; i <= LATE && status == DF_OK; i++)
        status = replace(own, last - 1 - i, rules[i], &sets);
    for (unsigned middle = 0; middle < 7 && status == DF_OK; middle++)
        status = fill_middle(own, &sets, middle, to);
    give(own, &sets);
    return status;
}

static void set_bit(table *own, const uint16_t *queue)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < own->drops; i++)
        word = word * 7 + queue[i];
    own->words[word / 64] |= UINT64_C(1) << word % 64;
}

/* For few drops: plays every queue. */
static void play_all(table *own, const graph *of, unsigned level, uint32_t board, unsigned flip,
                     uint16_t *queue)
{
    if (level == of->drops) {
        set_bit(own, queue);
        return;
    }
    const graph_level *boards = &of->levels[level];
    for (uint32_t e = boards->first[board]; e < boards->first[board + 1]; e++) {
        const uint32_t edge = boards->edges[e];
        const unsigned piece = GRAPH_PIECE(edge);
        queue[level] = flip != 0 ? df_graph_mirror[piece] : (uint16_t)piece;
        play_all(own, of, level + 1, GRAPH_BOARD(edge), flip ^ GRAPH_FLIP(edge), queue);
    }
}

static unsigned turned_end(unsigned end)
{
    return df_graph_mirror[end / 7] * 7U + df_graph_mirror[end % 7];
}

static df_status make_all(maker *own, const df_clear_atlas_options *options)
{
    table *made = own->table;
    df_clear_progress progress = {.step = 3 * made->drops, .steps = 3 * made->drops + 1};
    for (unsigned end = 0; end < TABLE_ENDS; end++)
        progress.of += turned_end(end) >= end ? 1 : 0;
    made->each = power_of_seven(made->drops - LATE);
    made->words = df_budget_take(&own->graph->memory, (size_t)(made->each * progress.of),
                                 sizeof made->words[0]);
    if (made->words == NULL)
        return own->graph->memory.status;
    for (unsigned end = 0; end < TABLE_ENDS; end++) {
        if (turned_end(end) < end) {
            made->place[end] = made->place[turned_end(end)];
            continue;
        }
        made->place[end] = (uint8_t)progress.done;
        if (options->watch != NULL && !options->watch(options->watch_context, &progress))
            return DF_ERROR_SINK;
        const df_status status = fill_end(own, end, &made->words[made->each * progress.done]);
        if (status != DF_OK)
            return status;
        progress.done++;
    }
    return DF_OK;
}

df_status df_table_create(table *made, graph *of, const df_clear_atlas_options *options)
{
    made->drops = of->drops;
    maker own = {.graph = of, .table = made};
    if (made->drops >= LEAST_DROPS)
        return make_all(&own, options);
    made->each = power_of_seven(made->drops) / 64 + 1;
    made->words = df_budget_take(&of->memory, (size_t)made->each, sizeof made->words[0]);
    if (made->words == NULL)
        return of->memory.status;
    uint16_t queue[LEAST_DROPS];
    if (of->levels[0].count > 0)
        play_all(made, of, 0, 0, 0, queue);
    return DF_OK;
}

void df_table_free(table *own)
{
    free(own->words);
}

bool df_table_has(const table *own, const uint16_t *queue)
{
    uint64_t number = 0;
    if (own->drops < LEAST_DROPS) {
        for (unsigned i = 0; i < own->drops; i++)
            number = number * 7 + queue[i];
        return (own->words[number / 64] >> number % 64 & 1) != 0;
    }
    const uint16_t *late = &queue[own->drops - LATE];
    const unsigned end = late[2] * 7U + late[3];
    const bool turn = turned_end(end) < end;
    for (unsigned i = 0; i < own->drops - LATE; i++)
        number = number * 7 + (turn ? df_graph_mirror[queue[i]] : queue[i]);
    unsigned bit = late[0] * 7U + late[1];
    bit = turn ? turned_end(bit) : bit;
    return (own->words[own->each * own->place[end] + number] >> bit & 1) != 0;
}

uint64_t df_table_count(const table *own)
{
    uint64_t count = 0;
    if (own->drops < LEAST_DROPS) {
        for (uint64_t i = 0; i < own->each; i++)
            count += ground_count(own->words[i]);
        return count;
    }
    for (unsigned end = 0; end < TABLE_ENDS; end++) {
        const uint64_t *words = &own->words[own->each * own->place[end]];
        for (uint64_t i = 0; i < own->each; i++)
            count += ground_count(words[i]);
    }
    return count;
}
