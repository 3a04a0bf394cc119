/* Backwards through the graph, every board gets the set of the sequences that clear it. To
 * save memory this is done for one end of the queue at a time, its last two pieces, and for
 * the early levels for one piece in the middle at a time too.
 *
 * The two pieces before the end are 49 bits of a word: bit 7 a + b. The pieces before these
 * count the words. So nothing is shifted where most of the work is. */
#include "clear_atlas.h"

#include <stdlib.h>
#include <string.h>

#define LATE 4        /* pieces that are not counted in words */
#define AHEAD 3       /* boards */
#define ANY_PIECE 7U  /* instead of a fixed piece */
#define LEAST_DROPS 6 /* below, there is no piece in the middle */

/* A set for each board of a level and, if only one of the two is kept, for its mirror image
 * after it. */
typedef struct level_sets {
    size_t words; /* of each */
    size_t total;
    uint64_t *sets;
} level_sets;

/* The memory of a level is used again for each end and each piece in the middle. */
typedef struct table_maker {
    graph *graph;
    clear_table *table;
    level_sets levels[ATLAS_MAX_DROPS + 1];
} table_maker;

static size_t power_of_seven(unsigned exponent)
{
    return exponent == 0 ? 1 : 7 * power_of_seven(exponent - 1);
}

/* The table_rule by which a level's sets follow from those of the next. */
typedef struct table_rule {
    unsigned fixed; /* only this piece is dropped; ANY_PIECE: all */
    unsigned shift; /* bits by which each piece shifts what it leads to; 0: whole words */
} table_rule;

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

/* The sets of a level, while they are made from those of the next. */
typedef struct level_maker {
    const graph_level *boards;
    const uint64_t *later;
    size_t images; /* 2, or 1 if no mirror images are left out */
} level_maker;

/* Returns the number of the set that an edge leads to, from a board or its mirror image. */
static inline size_t level_target(const level_maker *self, uint32_t edge, size_t flip)
{
    return GRAPH_BOARD(edge) * self->images + (flip ^ GRAPH_FLIP(edge));
}

/* Joins the sets that the edges of one piece lead to. */
static inline void join_block(const level_maker *self, size_t which, unsigned piece,
                              size_t block, uint64_t *to)
{
    const size_t flip = which % self->images;
    uint32_t end = 0;
    uint32_t e = graph_edges(self->boards, which / self->images,
                             flip != 0 ? df_graph_mirror[piece] : piece, &end);
    if (e == end)
        memset(to, 0, block * sizeof to[0]);
    for (bool first = true; e < end; e++, first = false) {
        const uint64_t *from =
            &self->later[level_target(self, self->boards->edges[e], flip) * block];
        if (first)
            copy_block(to, from, block);
        else
            add_block(to, from, block);
    }
}

/* Makes one set: a block of that many words for each piece, or for the fixed one. */
static inline void join_blocks(const level_maker *self, size_t which, unsigned fixed,
                               size_t block, uint64_t *to)
{
    if (fixed != ANY_PIECE) {
        join_block(self, which, fixed, block, to);
        return;
    }
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++)
        join_block(self, which, piece, block, to + piece * block);
}

static uint64_t join_bits(const level_maker *self, size_t which, unsigned shift)
{
    const size_t flip = which % self->images;
    const uint32_t *first = &self->boards->first[which / self->images];
    uint64_t bits = 0;
    for (uint32_t e = first[0]; e < first[1]; e++) {
        const uint32_t edge = self->boards->edges[e];
        const unsigned dropped = GRAPH_PIECE(edge);
        const unsigned piece = flip != 0 ? df_graph_mirror[dropped] : dropped;
        bits |= self->later[level_target(self, edge, flip)] << (shift * piece);
    }
    return bits;
}

/* Prefetches the sets that a board will need soon; both its images need much the same. */
static void clear_table_fetch(const level_maker *self, size_t board, const level_sets *later,
                              unsigned fixed)
{
    const graph_level *boards = self->boards;
    if (board >= boards->count || later->words > 7)
        return;
    for (uint32_t e = boards->first[board]; e < boards->first[board + 1]; e++) {
        const unsigned piece = GRAPH_PIECE(boards->edges[e]);
        if (fixed != ANY_PIECE && piece != fixed && piece != df_graph_mirror[fixed])
            continue;
        const uint64_t *from =
            &later->sets[GRAPH_BOARD(boards->edges[e]) * self->images * later->words];
        budget_prefetch(from);
        budget_prefetch(from + (self->images - 1) * later->words);
        budget_prefetch(from + self->images * later->words - 1);
    }
}

/* Makes the sets of a level from those of the next. */
static void clear_table_go_back(table_maker *self, unsigned level, table_rule by)
{
    const level_sets *later = &self->levels[level + 1];
    const level_sets *made = &self->levels[level];
    const level_maker maker = {.boards = &self->graph->levels[level],
                               .later = later->sets,
                               .images = graph_images(self->graph)};
    for (size_t i = 0; i < maker.boards->count * maker.images; i++) {
        uint64_t *to = &made->sets[i * made->words];
        if (i % maker.images == 0)
            clear_table_fetch(&maker, i / maker.images + AHEAD, later, by.fixed);
        /* The compiler gets the sizes that matter as constants. */
        if (by.shift > 0)
            to[0] = join_bits(&maker, i, by.shift);
        else if (later->words == 1)
            join_blocks(&maker, i, by.fixed, 1, to);
        else if (later->words == 7)
            join_blocks(&maker, i, by.fixed, 7, to);
        else
            join_blocks(&maker, i, by.fixed, later->words, to);
    }
}

/* Fills the early levels, with `middle` as the last but one of the pieces that count words. */
static void clear_table_fill_middle(table_maker *self, unsigned middle, uint64_t *to)
{
    const unsigned counted = self->graph->drops - LATE;
    clear_table_go_back(self, counted - 2, (table_rule){.fixed = middle});
    for (unsigned l = counted - 2; l-- > 0;)
        clear_table_go_back(self, l, (table_rule){.fixed = ANY_PIECE});
    for (size_t i = 0; i < self->levels[0].words; i += 7)
        memcpy(&to[i * 7 + (size_t)middle * 7], &self->levels[0].sets[i], 7 * sizeof to[0]);
}

static void clear_table_fill_end(table_maker *self, unsigned end, uint64_t *to)
{
    const unsigned last = self->graph->drops;
    const table_rule rules[LATE + 1] = {{.fixed = end % 7},
                                        {.fixed = end / 7},
                                        {.fixed = ANY_PIECE, .shift = 1},
                                        {.fixed = ANY_PIECE, .shift = 7},
                                        {.fixed = ANY_PIECE}};
    for (unsigned i = 0; i <= LATE; i++)
        clear_table_go_back(self, last - 1 - i, rules[i]);
    for (unsigned middle = 0; middle < 7; middle++)
        clear_table_fill_middle(self, middle, to);
}

static df_status clear_table_take_levels(table_maker *self)
{
    const unsigned last = self->graph->drops;
    const unsigned counted = last - LATE;
    for (unsigned l = 0; l <= last; l++) {
        level_sets *sets = &self->levels[l];
        /* On level counted - 2 the piece is fixed: its sets are no longer than the next's. */
        sets->words = l >= counted ? 1 : l == counted - 1 ? 7 : power_of_seven(counted - 1 - l);
        sets->total = sets->words * graph_images(self->graph) * self->graph->levels[l].count;
        sets->sets = df_budget_take(&self->graph->memory, sets->total, sizeof sets->sets[0]);
        if (sets->sets == NULL)
            return self->graph->memory.status;
    }
    for (size_t i = 0; i < self->levels[last].total; i++)
        self->levels[last].sets[i] = 1;
    return DF_OK;
}

static void clear_table_free_levels(table_maker *self)
{
    for (unsigned l = 0; l <= self->graph->drops; l++) {
        level_sets *sets = &self->levels[l];
        df_budget_free(&self->graph->memory, sets->sets, sets->total, sizeof sets->sets[0]);
    }
}

static void clear_table_set_bit(clear_table *self, const uint16_t *queue)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < self->drops; i++)
        word = word * 7 + queue[i];
    self->words[word / 64] |= UINT64_C(1) << word % 64;
}

/* Plays every queue, if the drops are few. */
static void clear_table_play_all(clear_table *self, const graph *of, unsigned level,
                                 uint32_t board, unsigned flip, uint16_t *queue)
{
    if (level == of->drops) {
        clear_table_set_bit(self, queue);
        return;
    }
    const graph_level *boards = &of->levels[level];
    for (uint32_t e = boards->first[board]; e < boards->first[board + 1]; e++) {
        const uint32_t edge = boards->edges[e];
        const unsigned piece = GRAPH_PIECE(edge);
        queue[level] = flip != 0 ? df_graph_mirror[piece] : (uint16_t)piece;
        clear_table_play_all(self, of, level + 1, GRAPH_BOARD(edge), flip ^ GRAPH_FLIP(edge),
                             queue);
    }
}

static unsigned turned_end(const clear_table *self, unsigned end)
{
    return self->mirrors ? df_graph_mirror[end / 7] * 7U + df_graph_mirror[end % 7] : end;
}

static df_status clear_table_make_all(table_maker *self, const clear_atlas_options *options)
{
    clear_table *made = self->table;
    df_progress progress = {0};
    for (unsigned end = 0; end < TABLE_ENDS; end++)
        progress.of += turned_end(made, end) >= end ? 1 : 0;
    made->each = power_of_seven(made->drops - LATE);
    made->words = df_budget_take(&self->graph->memory, (size_t)(made->each * progress.of),
                                 sizeof made->words[0]);
    if (made->words == NULL)
        return self->graph->memory.status;
    for (unsigned end = 0; end < TABLE_ENDS; end++) {
        if (turned_end(made, end) < end) {
            made->place[end] = made->place[turned_end(made, end)];
            continue;
        }
        made->place[end] = (uint8_t)progress.done;
        if (options->watch != NULL && !options->watch(options->watch_context, &progress))
            return DF_ERROR_CANCELLED;
        clear_table_fill_end(self, end, &made->words[made->each * progress.done++]);
    }
    return DF_OK;
}

df_status df_table_create(clear_table *made, graph *of, const clear_atlas_options *options)
{
    made->drops = of->drops;
    made->mirrors = of->mirrors;
    table_maker self = {.graph = of, .table = made};
    if (made->drops >= LEAST_DROPS) {
        df_status status = clear_table_take_levels(&self);
        if (status == DF_OK)
            status = clear_table_make_all(&self, options);
        clear_table_free_levels(&self);
        return status;
    }
    made->each = power_of_seven(made->drops) / 64 + 1;
    made->words = df_budget_take(&of->memory, (size_t)made->each, sizeof made->words[0]);
    if (made->words == NULL)
        return of->memory.status;
    uint16_t queue[LEAST_DROPS];
    if (of->levels[0].count > 0)
        clear_table_play_all(made, of, 0, 0, 0, queue);
    return DF_OK;
}

void df_table_free(clear_table *self)
{
    free(self->words);
}

/* True if a queue of as many pieces as drops clears. */
static bool clear_table_has(const clear_table *self, const uint16_t *queue)
{
    uint64_t number = 0;
    if (self->drops < LEAST_DROPS) {
        for (unsigned i = 0; i < self->drops; i++)
            number = number * 7 + queue[i];
        return (self->words[number / 64] >> number % 64 & 1) != 0;
    }
    const uint16_t *late = &queue[self->drops - LATE];
    const unsigned end = late[2] * 7U + late[3];
    const bool turn = turned_end(self, end) < end;
    for (unsigned i = 0; i < self->drops - LATE; i++)
        number = number * 7 + (turn ? df_graph_mirror[queue[i]] : queue[i]);
    unsigned bit = late[0] * 7U + late[1];
    bit = turn ? turned_end(self, bit) : bit;
    return (self->words[self->each * self->place[end] + number] >> bit & 1) != 0;
}

df_status df_clear_atlas_create(clear_atlas **atlas, const clear_atlas_options *options)
{
    clear_atlas *self = calloc(1, sizeof *self);
    if (self == NULL)
        return DF_ERROR_MEMORY;
    df_status status = df_graph_create(&self->graph, options);
    if (status == DF_OK)
        status = df_table_create(&self->table, &self->graph, options);
    if (status == DF_OK)
        *atlas = self;
    else
        df_clear_atlas_free(self);
    return status;
}

void df_clear_atlas_free(clear_atlas *atlas)
{
    if (atlas == NULL)
        return;
    df_table_free(&atlas->table);
    df_graph_free(&atlas->graph);
    free(atlas);
}

/* A queue that is brought into an order; the hand is as in clear.h. */
typedef struct atlas_asker {
    const clear_table *table;
    const uint16_t *queue;
    size_t count;
    bool hold;
    uint16_t order[ATLAS_MAX_DROPS];
} atlas_asker;

/* True if the rest of the queue, from `next` on, can be brought into an order that clears. */
static bool clear_atlas_try(atlas_asker *self, unsigned drops, size_t next, uint16_t hand)
{
    if (drops == self->table->drops)
        return clear_table_has(self->table, self->order);
    if (hand == CLEAR_NO_PIECE)
        return false;
    const bool more = next < self->count;
    const uint16_t arriving = more ? self->queue[next] : CLEAR_NO_PIECE;
    next += more ? 1 : 0;
    self->order[drops] = hand;
    if (clear_atlas_try(self, drops + 1, next, arriving))
        return true;
    if (!self->hold || !more || arriving == hand)
        return false;
    self->order[drops] = arriving;
    return clear_atlas_try(self, drops + 1, next, hand);
}

bool df_clear_atlas_ask(const clear_atlas *atlas, const uint16_t *queue, size_t count,
                        bool hold)
{
    atlas_asker self = {.table = &atlas->table, .queue = queue, .count = count, .hold = hold};
    return count >= self.table->drops && clear_atlas_try(&self, 0, 1, queue[0]);
}
