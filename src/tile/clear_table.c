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
#define AHEAD 3       /* boards */
#define ANY_PIECE 7U  /* instead of a fixed piece */
#define LEAST_DROPS 6 /* below, there is no piece in the middle */

/* A set for each board of a level and for its mirror image after it. */
typedef struct level_sets {
    size_t words; /* of each */
    size_t total;
    uint64_t *sets;
} level_sets;

/* The memory of a level is used again for each end and each piece in the middle. */
typedef struct maker {
    graph *graph;
    table *table;
    level_sets levels[DF_CLEAR_ATLAS_MAX_DROPS + 1];
} maker;

static size_t power_of_seven(unsigned exponent)
{
    return exponent == 0 ? 1 : 7 * power_of_seven(exponent - 1);
}

/* How the sets of a level come from those of the next. */
typedef struct rule {
    unsigned fixed; /* only this piece is dropped; ANY_PIECE: all */
    unsigned shift; /* bits by which each piece shifts what it leads to; 0: whole words */
} rule;

static inline void copy_block(uint64_t *restrict to, const uint64_t *restrict from,
                              size_t words)
{
    for (size_t i = 0; i < words; i++)
        to[i] = from[i];
}

static inline void add_block(uint64_t *restrict to, const uint64_t *restrict from, size_t words)
{
    for (size_t i = 0; i < words; i++)
        to[i] |= from[i];
}

/* What the edges of one piece lead to, all together. */
static inline void join_block(const graph_level *boards, size_t which, const uint64_t *later,
                              unsigned piece, size_t block, uint64_t *to)
{
    const size_t flip = which & 1;
    uint32_t end = 0;
    uint32_t e =
        graph_edges(boards, which / 2, flip != 0 ? df_graph_mirror[piece] : piece, &end);
    if (e == end)
        memset(to, 0, block * sizeof to[0]);
    for (bool first = true; e < end; e++, first = false) {
        const uint32_t edge = boards->edges[e];
        const uint64_t *from =
            &later[(GRAPH_BOARD(edge) * 2 + (flip ^ GRAPH_FLIP(edge))) * block];
        if (first)
            copy_block(to, from, block);
        else
            add_block(to, from, block);
    }
}

/* One set: a block of that many words for each piece, or for the fixed one. */
static inline void join_blocks(const graph_level *boards, size_t which, const uint64_t *later,
                               unsigned fixed, size_t block, uint64_t *to)
{
    if (fixed != ANY_PIECE) {
        join_block(boards, which, later, fixed, block, to);
        return;
    }
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++)
        join_block(boards, which, later, piece, block, to + piece * block);
}

static uint64_t join_bits(const graph_level *boards, size_t which, const uint64_t *later,
                          unsigned shift)
{
    const size_t flip = which & 1;
    uint64_t bits = 0;
    for (uint32_t e = boards->first[which / 2]; e < boards->first[which / 2 + 1]; e++) {
        const uint32_t edge = boards->edges[e];
        const unsigned dropped = GRAPH_PIECE(edge);
        const unsigned piece = flip != 0 ? df_graph_mirror[dropped] : dropped;
        bits |= later[GRAPH_BOARD(edge) * 2 + (flip ^ GRAPH_FLIP(edge))] << (shift * piece);
    }
    return bits;
}

/* Makes the processor fetch what a board will need soon; both its images need much the same. */
static void fetch(const graph_level *boards, size_t board, const level_sets *later,
                  unsigned fixed)
{
#ifdef __GNUC__
    if (board >= boards->count || later->words > 7)
        return;
    for (uint32_t e = boards->first[board]; e < boards->first[board + 1]; e++) {
        const unsigned piece = GRAPH_PIECE(boards->edges[e]);
        if (fixed != ANY_PIECE && piece != fixed && piece != df_graph_mirror[fixed])
            continue;
        const uint64_t *from =
            &later->sets[(size_t)GRAPH_BOARD(boards->edges[e]) * 2 * later->words];
        __builtin_prefetch(from);
        __builtin_prefetch(from + later->words);
        __builtin_prefetch(from + 2 * later->words - 1);
    }
#else
    (void)boards;
    (void)board;
    (void)later;
    (void)fixed;
#endif
}

/* The sets of a level, from those of the next. */
static void go_back(maker *own, unsigned level, rule by)
{
    const graph_level *boards = &own->graph->levels[level];
    const level_sets *later = &own->levels[level + 1];
    const level_sets *made = &own->levels[level];
    for (size_t i = 0; i < boards->count * 2; i++) {
        uint64_t *to = &made->sets[i * made->words];
        if (i % 2 == 0)
            fetch(boards, i / 2 + AHEAD, later, by.fixed);
        /* The sizes that matter are known here, for the compiler. */
        if (by.shift > 0)
            to[0] = join_bits(boards, i, later->sets, by.shift);
        else if (later->words == 1)
            join_blocks(boards, i, later->sets, by.fixed, 1, to);
        else if (later->words == 7)
            join_blocks(boards, i, later->sets, by.fixed, 7, to);
        else
            join_blocks(boards, i, later->sets, by.fixed, later->words, to);
    }
}

/* The early levels, with `middle` as the last but one of the pieces that count words. */
static void fill_middle(maker *own, unsigned middle, uint64_t *to)
{
    const unsigned counted = own->graph->drops - LATE;
    go_back(own, counted - 2, (rule){.fixed = middle});
    for (unsigned l = counted - 2; l-- > 0;)
        go_back(own, l, (rule){.fixed = ANY_PIECE});
    for (size_t i = 0; i < own->levels[0].words; i += 7)
        memcpy(&to[i * 7 + (size_t)middle * 7], &own->levels[0].sets[i], 7 * sizeof to[0]);
}

static void fill_end(maker *own, unsigned end, uint64_t *to)
{
    const unsigned last = own->graph->drops;
    const rule rules[LATE + 1] = {{.fixed = end % 7},
                                  {.fixed = end / 7},
                                  {.fixed = ANY_PIECE, .shift = 1},
                                  {.fixed = ANY_PIECE, .shift = 7},
                                  {.fixed = ANY_PIECE}};
    for (unsigned i = 0; i <= LATE; i++)
        go_back(own, last - 1 - i, rules[i]);
    for (unsigned middle = 0; middle < 7; middle++)
        fill_middle(own, middle, to);
}

/* Memory for the sets of all levels. */
static df_status take_levels(maker *own)
{
    const unsigned last = own->graph->drops;
    const unsigned counted = last - LATE;
    for (unsigned l = 0; l <= last; l++) {
        level_sets *sets = &own->levels[l];
        /* On level counted - 2 the piece is fixed: its sets are no longer than the next's. */
        sets->words = l >= counted ? 1 : l == counted - 1 ? 7 : power_of_seven(counted - 1 - l);
        sets->total = sets->words * 2 * own->graph->levels[l].count;
        sets->sets = df_budget_take(&own->graph->memory, sets->total, sizeof sets->sets[0]);
        if (sets->sets == NULL)
            return own->graph->memory.status;
    }
    for (size_t i = 0; i < own->levels[last].total; i++)
        own->levels[last].sets[i] = 1;
    return DF_OK;
}

static void give_levels(maker *own)
{
    for (unsigned l = 0; l <= own->graph->drops; l++) {
        level_sets *sets = &own->levels[l];
        df_budget_give(&own->graph->memory, sets->sets, sets->total, sizeof sets->sets[0]);
    }
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
        fill_end(own, end, &made->words[made->each * progress.done++]);
    }
    return DF_OK;
}

df_status df_table_create(table *made, graph *of, const df_clear_atlas_options *options)
{
    made->drops = of->drops;
    maker own = {.graph = of, .table = made};
    if (made->drops >= LEAST_DROPS) {
        df_status status = take_levels(&own);
        if (status == DF_OK)
            status = make_all(&own, options);
        give_levels(&own);
        return status;
    }
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
            count += bits_count(own->words[i]);
        return count;
    }
    for (unsigned end = 0; end < TABLE_ENDS; end++) {
        const uint64_t *words = &own->words[own->each * own->place[end]];
        for (uint64_t i = 0; i < own->each; i++)
            count += bits_count(words[i]);
    }
    return count;
}
