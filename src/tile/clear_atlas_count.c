/* How many queues an atlas clears: the tree of the first pieces is walked with the set of all
 * boards that each beginning can lead to; the known endings of these boards do the rest. Of a
 * beginning and its mirror image only one is walked. */
#include <stdlib.h>

#include "tile/clear_atlas.h"

#define ALL_PIECES 0x7fU
#define CHOICES (1U << SUFFIX_MOST)
#define ITEM(board, flip, hand) ((board) << 4 | (flip) << 3 | (uint32_t)(hand))

/* What can stand after some pieces: boards, whether mirrored, and the piece in hand. */
typedef struct layer {
    uint32_t *items;
    size_t count;
    size_t capacity;
    uint64_t *seen; /* a bit for each item there may be */
} layer;

typedef struct walk {
    const df_clear_atlas *atlas;
    bool hold;
    df_clear_watch *watch;
    void *context;
    df_clear_progress progress;
    df_clear_count count;
    df_status status;
    layer layers[DF_CLEAR_ATLAS_MAX_DROPS + 1];
    /* With hold: the sequences that a piece in hand and the last pieces can be made into,
     * CHOICES for each; some may be there more than once. */
    uint16_t *orders;
} walk;

static void put(walk *own, layer *to, uint32_t item)
{
    uint64_t *word = &to->seen[item / 64];
    const uint64_t bit = UINT64_C(1) << item % 64;
    if ((*word & bit) != 0)
        return;
    if (to->count == to->capacity) {
        const size_t capacity = to->capacity == 0 ? 1024 : to->capacity * 2;
        uint32_t *grown = realloc(to->items, capacity * sizeof grown[0]);
        if (grown == NULL) {
            own->status = DF_ERROR_MEMORY;
            return;
        }
        to->items = grown;
        to->capacity = capacity;
    }
    *word |= bit;
    to->items[to->count++] = item;
}

static void drop(walk *own, unsigned level, uint32_t item, unsigned piece, unsigned hand)
{
    const graph_level *boards = &own->atlas->graph.levels[level];
    const uint32_t board = item >> 4;
    const uint32_t flip = item >> 3 & 1;
    const unsigned turned = atlas_turned_piece(flip, (uint16_t)piece);
    for (uint32_t e = boards->first[board]; e < boards->first[board + 1]; e++) {
        const uint32_t edge = boards->edges[e];
        if (GRAPH_PIECE(edge) == turned)
            put(own, &own->layers[level + 1],
                ITEM(GRAPH_BOARD(edge), flip ^ GRAPH_FLIP(edge), hand));
    }
}

/* Fills the layer after `level` with what the arrival of a piece makes of that level's. */
static void advance(walk *own, unsigned level, unsigned piece)
{
    const layer *from = &own->layers[level];
    layer *to = &own->layers[level + 1];
    for (size_t i = 0; i < to->count; i++)
        to->seen[to->items[i] / 64] = 0;
    to->count = 0;
    own->count.nodes += from->count;
    for (size_t i = 0; i < from->count && own->status == DF_OK; i++) {
        const uint32_t item = from->items[i];
        const unsigned hand = item & 7;
        if (!own->hold) {
            drop(own, level, item, piece, 0);
            continue;
        }
        drop(own, level, item, hand, piece);
        if (piece != hand)
            drop(own, level, item, piece, hand);
    }
}

/* How many sequences clear some board of the last layer. */
static uint64_t count_endings(walk *own)
{
    const suffixes *known = &own->atlas->suffixes;
    const layer *last = &own->layers[known->level];
    uint64_t sets[2][(SUFFIX_MOST_NUMBERS + 63) / 64] = {{0}};
    own->count.nodes += last->count;
    for (size_t i = 0; i < last->count; i++) {
        uint64_t *to = sets[last->items[i] >> 3 & 1];
        const uint64_t *from = &known->sets[(last->items[i] >> 4) * known->words];
        for (size_t w = 0; w < known->words; w++)
            to[w] |= from[w];
    }
    uint64_t count = 0;
    for (size_t number = 0; number < known->numbers; number++) {
        const size_t turned = known->turned[number];
        count +=
            (sets[0][number / 64] >> number % 64 | sets[1][turned / 64] >> turned % 64) & 1;
    }
    return count;
}

/* Writes the numbers of all sequences of `left` pieces that the bag can begin with. */
static size_t list_draws(unsigned bag, unsigned left, unsigned number, uint16_t *numbers)
{
    if (left == 0) {
        numbers[0] = (uint16_t)number;
        return 1;
    }
    size_t count = 0;
    bag = bag == 0 ? ALL_PIECES : bag;
    for (unsigned p = 0; p < DF_TETROMINOES; p++) {
        if ((bag >> p & 1) != 0)
            count += list_draws(bag & ~(1U << p), left - 1, number * 7 + p, numbers + count);
    }
    return count;
}

static bool clears(const walk *own, uint32_t item, unsigned number)
{
    const suffixes *known = &own->atlas->suffixes;
    const uint32_t flip = item >> 3 & 1;
    const size_t hand = atlas_turned_piece(flip, (uint16_t)(item & 7));
    number = flip != 0 ? known->turned[number] : number;
    const uint64_t *set = &known->sets[(item >> 4) * known->words];
    const uint16_t *orders = &own->orders[(hand * known->numbers + number) * CHOICES];
    for (unsigned i = 0; i < CHOICES; i++) {
        if ((set[orders[i] / 64] >> orders[i] % 64 & 1) != 0)
            return true;
    }
    return false;
}

/* How many of the continuations of the last layer, from this bag, clear. */
static uint64_t count_draws(walk *own, unsigned bag)
{
    const layer *last = &own->layers[own->atlas->suffixes.level];
    uint16_t numbers[SUFFIX_MOST_NUMBERS];
    const size_t all = list_draws(bag, own->atlas->suffixes.length, 0, numbers);
    size_t left = all;
    for (size_t i = 0; i < last->count && left > 0; i++) {
        own->count.nodes++;
        for (size_t n = left; n-- > 0;) {
            if (clears(own, last->items[i], numbers[n]))
                numbers[n] = numbers[--left];
        }
    }
    return all - left;
}

/* All sequences from the queue of a piece in hand and `left` others, the digits of `number`. */
static uint16_t *list_orders(unsigned hand, unsigned number, unsigned unit, unsigned suffix,
                             unsigned left, uint16_t *to)
{
    if (left == 0) {
        *to = (uint16_t)suffix;
        return to + 1;
    }
    const unsigned arriving = number / unit;
    number %= unit;
    to = list_orders(arriving, number, unit / 7, suffix * 7 + hand, left - 1, to);
    return list_orders(hand, number, unit / 7, suffix * 7 + arriving, left - 1, to);
}

static df_status make_orders(walk *own)
{
    const suffixes *known = &own->atlas->suffixes;
    const size_t lines = 7 * known->numbers;
    own->orders = malloc(lines * CHOICES * sizeof own->orders[0]);
    if (own->orders == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < lines; i++) {
        uint16_t *line = &own->orders[i * CHOICES];
        const uint16_t *end =
            list_orders((unsigned)(i / known->numbers), (unsigned)(i % known->numbers),
                        (unsigned)known->numbers / 7, 0, known->length, line);
        for (size_t n = (size_t)(end - line); n < CHOICES; n++)
            line[n] = line[0];
    }
    return DF_OK;
}

/* Adds the queues that continue the pieces drawn so far; `level` drops have been made, `bag`
 * is what its bag still holds, and `weight` 1 while all its pieces are their own mirror image,
 * 2 afterwards: the other image is not walked. */
static void descend(walk *own, unsigned level, unsigned bag, unsigned weight)
{
    if (level == own->atlas->suffixes.level) {
        own->count.clear += weight * (own->hold ? count_draws(own, bag) : count_endings(own));
        return;
    }
    bag = bag == 0 ? ALL_PIECES : bag;
    for (unsigned p = 0; p < DF_TETROMINOES && own->status == DF_OK; p++) {
        if ((bag >> p & 1) == 0 || (weight == 1 && df_graph_mirror[p] < p))
            continue;
        if (level == (own->hold ? 0 : 1) && own->watch != NULL) {
            own->progress.done++;
            if (!own->watch(own->context, &own->progress))
                own->status = DF_ERROR_SINK;
        }
        advance(own, level, p);
        descend(own, level + 1, own->hold ? bag & ~(1U << p) : ALL_PIECES,
                df_graph_mirror[p] != p ? 2 : weight);
    }
}

static df_status prepare(walk *own)
{
    const graph *known = &own->atlas->graph;
    for (unsigned l = 0; l <= own->atlas->suffixes.level; l++) {
        own->layers[l].seen =
            calloc(known->levels[l].count / 4 + 1, sizeof own->layers[l].seen[0]);
        if (own->layers[l].seen == NULL)
            return DF_ERROR_MEMORY;
    }
    own->count.complete = true;
    own->count.total = 1;
    for (unsigned i = 0; i <= known->drops; i++) {
        if (own->hold)
            own->count.total *= 7 - i % 7;
        else if (i < known->drops)
            own->count.total *= 7;
    }
    return own->hold ? make_orders(own) : DF_OK;
}

/* Walks everything; with hold the first piece is taken in hand before any is dropped. */
static void walk_all(walk *own)
{
    layer *first = &own->layers[0];
    own->progress.steps = 1;
    own->progress.of = own->hold ? 5 * 6 : 5 * 7;
    if (!own->hold) {
        put(own, first, ITEM(0U, 0U, 0U));
        descend(own, 0, ALL_PIECES, 1);
        return;
    }
    for (unsigned p = 0; p < DF_TETROMINOES && own->status == DF_OK; p++) {
        if (df_graph_mirror[p] < p)
            continue;
        first->count = 0;
        first->seen[0] = 0;
        put(own, first, ITEM(0U, 0U, p));
        descend(own, 0, ALL_PIECES & ~(1U << p), df_graph_mirror[p] != p ? 2 : 1);
    }
}

df_status df_clear_atlas_count(const df_clear_atlas *atlas, df_clear_queues queues,
                               df_clear_watch *watch, void *context, df_clear_count *count)
{
    walk own = {.atlas = atlas, .watch = watch, .context = context};
    own.hold = queues == DF_CLEAR_BAGS_WITH_HOLD;
    own.status = prepare(&own);
    if (own.status == DF_OK && atlas->graph.levels[0].count > 0)
        walk_all(&own);
    for (unsigned l = 0; l <= atlas->suffixes.level; l++) {
        free(own.layers[l].items);
        free(own.layers[l].seen);
    }
    free(own.orders);
    if (own.status == DF_OK)
        *count = own.count;
    return own.status;
}
