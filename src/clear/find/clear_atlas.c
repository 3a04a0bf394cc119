/* An atlas of all boards that can still be cleared, its answers about single queues, and its
 * counts of all queues. */
#include <stdlib.h>

#include "clear.h"
#include "clear_graph.h"
#include "clear_table.h"
#include "core/base/error.h"
#include "core/base/key_set.h"

#define ALL_PIECES 0x7fU
#define WATCH_EVERY 0x10000

/* The pieces in the order in which they are dropped. */
typedef struct arrangement {
    uint16_t pieces[DF_CLEAR_ATLAS_MAX_DROPS];
    bool hold[DF_CLEAR_ATLAS_MAX_DROPS]; /* as in df_clear_drop */
} arrangement;

/* The tree of all queues from bags. Of a queue and its mirror image only one is walked. */
typedef struct atlas_walk {
    const df_clear_atlas *atlas;
    df_clear_watch *watch;
    void *context;
    df_clear_progress progress;
    df_clear_tally count;
    df_status status;
    uint16_t queue[DF_CLEAR_ATLAS_MAX_DROPS + 1];
} atlas_walk;

/* A board of some level, perhaps mirrored. */
typedef struct atlas_place {
    uint32_t board;
    uint32_t flip;
} atlas_place;

/* The search for a way to drop pieces in a given order. */
typedef struct atlas_game {
    const df_clear_atlas *atlas;
    const uint16_t *pieces;
    key_set dead;
    df_status status;
    atlas_place places[DF_CLEAR_ATLAS_MAX_DROPS + 1];
} atlas_game;

/* The state of the search for an order of a queue; the hand as in clear.h. */
typedef struct atlas_standing {
    size_t next;
    uint16_t hand;
    bool held;
} atlas_standing;

typedef struct arranger {
    const df_clear_atlas *atlas;
    const uint16_t *queue;
    size_t count;
    bool hold;
    arrangement order;
} arranger;

df_status df_clear_atlas_create(df_clear_atlas **atlas, const df_clear_atlas_options *options,
                                df_error *error)
{
    if (options->width < 4 || options->width > 10 || options->rows < 1 || options->rows > 6 ||
        options->width * options->rows % 4 != 0 ||
        options->width * options->rows / 4 > DF_CLEAR_ATLAS_MAX_DROPS ||
        options->rules != DF_CLEAR_HARD_DROP)
        return DF_ERROR_ARGUMENT;
    df_clear_atlas *self = calloc(1, sizeof *self);
    if (self == NULL)
        return DF_ERROR_MEMORY;
    df_status status = df_graph_create(&self->graph, options);
    if (status == DF_OK)
        status = df_table_create(&self->table, &self->graph, options);
    if (status == DF_OK) {
        *atlas = self;
        return DF_OK;
    }
    if (status == DF_ERROR_LIMIT)
        df_error_set(error, status, "the atlas needs more memory than it may take; allow more");
    df_clear_atlas_free(self);
    return status;
}

void df_clear_atlas_free(df_clear_atlas *atlas)
{
    if (atlas == NULL)
        return;
    df_table_free(&atlas->table);
    df_graph_free(&atlas->graph);
    free(atlas);
}

unsigned df_clear_atlas_drops(const df_clear_atlas *atlas)
{
    return atlas->graph.drops;
}

uint64_t df_clear_atlas_boards(const df_clear_atlas *atlas, unsigned drops)
{
    return drops > atlas->graph.drops ? 0 : atlas->graph.levels[drops].both;
}

uint64_t df_clear_atlas_reached(const df_clear_atlas *atlas, unsigned drops)
{
    return drops > atlas->graph.drops ? 0 : atlas->graph.levels[drops].reached;
}

/* Tries the orders that the rest of the queue can be brought into. */
static bool clear_atlas_arrange(arranger *self, unsigned drops, atlas_standing at)
{
    if (drops == self->atlas->graph.drops)
        return df_table_has(&self->atlas->table, self->order.pieces);
    if (at.hand == CLEAR_NO_PIECE)
        return false;
    const bool more = at.next < self->count;
    const uint16_t arriving = more ? self->queue[at.next] : CLEAR_NO_PIECE;
    const bool differ = arriving != at.hand;
    const size_t next = at.next + (more ? 1 : 0);
    self->order.pieces[drops] = at.hand;
    self->order.hold[drops] = at.held && differ;
    if (clear_atlas_arrange(self, drops + 1,
                            (atlas_standing){.next = next, .hand = arriving, .held = at.held}))
        return true;
    if (!self->hold || !more || !differ)
        return false;
    self->order.pieces[drops] = arriving;
    self->order.hold[drops] = !at.held;
    return clear_atlas_arrange(self, drops + 1,
                               (atlas_standing){.next = next, .hand = at.hand, .held = true});
}

/* True if the queue can be brought into an order that clears; `found` may be NULL. */
static bool clear_atlas_find_order(const df_clear_atlas *atlas, const uint16_t *queue,
                                   size_t count, bool hold, arrangement *found)
{
    arranger self = {.atlas = atlas, .queue = queue, .count = count, .hold = hold};
    if (count < atlas->graph.drops ||
        !clear_atlas_arrange(&self, 0, (atlas_standing){.next = 1, .hand = queue[0]}))
        return false;
    if (found != NULL)
        *found = self.order;
    return true;
}

/* Drops the pieces from a board of that level on; true if all clears. */
static bool clear_atlas_descend(atlas_game *self, unsigned level)
{
    if (level == self->atlas->graph.drops)
        return true;
    const atlas_place at = self->places[level];
    const uint64_t key = (uint64_t)at.board << 8 | at.flip << 7 | (level + 1);
    if (self->status != DF_OK || df_key_set_has(&self->dead, &key))
        return false;
    const graph_level *boards = &self->atlas->graph.levels[level];
    const uint16_t piece = self->pieces[level];
    const uint16_t turned = at.flip != 0 ? df_graph_mirror[piece] : piece;
    uint32_t end = 0;
    for (uint32_t e = graph_edges(boards, at.board, turned, &end); e < end; e++) {
        const uint32_t edge = boards->edges[e];
        self->places[level + 1] =
            (atlas_place){.board = GRAPH_BOARD(edge), .flip = at.flip ^ GRAPH_FLIP(edge)};
        if (clear_atlas_descend(self, level + 1))
            return true;
    }
    if (self->status == DF_OK)
        self->status = df_key_set_add(&self->dead, &key);
    return false;
}

static uint64_t clear_atlas_board_at(const atlas_game *self, unsigned level)
{
    const graph *known = &self->atlas->graph;
    const atlas_place at = self->places[level];
    const uint64_t board = known->levels[level].boards[at.board];
    return at.flip != 0 ? df_graph_turn(known, board) : board;
}

/* Returns the drop of the piece that leads from one board to the next. */
static df_drop clear_atlas_find_drop(const clear_board *rows, uint64_t from, uint16_t piece,
                                     uint64_t to)
{
    const uint64_t shadow = clear_board_shadow(rows, from);
    df_drop found = {0};
    for (size_t i = rows->first[piece]; i < rows->first[piece + 1]; i++) {
        const clear_shape *shape = &rows->shapes[i];
        uint64_t landings = clear_board_landings(rows, shape, shadow);
        for (; landings != 0; landings &= landings - 1) {
            const unsigned landing = bits_lowest(landings);
            if (df_clear_board_settle(rows, from | shape->mask << landing) == to)
                found = df_clear_drop_at(rows, shape, from, landing);
        }
    }
    return found;
}

/* Finds a way to drop the pieces in this order, which is known to clear. */
static df_status clear_atlas_find_way(const df_clear_atlas *atlas, const arrangement *order,
                                      df_clear_drop drops[DF_CLEAR_ATLAS_MAX_DROPS])
{
    atlas_game self = {.atlas = atlas, .pieces = order->pieces};
    df_key_set_reset(&self.dead, 1);
    const bool found = clear_atlas_descend(&self, 0);
    df_key_set_free(&self.dead);
    if (!found)
        return self.status != DF_OK ? self.status : DF_ERROR_DEFECT;
    for (unsigned l = 0; l < atlas->graph.drops; l++) {
        drops[l].drop =
            clear_atlas_find_drop(&atlas->graph.layout, clear_atlas_board_at(&self, l),
                                  order->pieces[l], clear_atlas_board_at(&self, l + 1));
        drops[l].hold = order->hold[l];
    }
    return DF_OK;
}

df_status df_clear_atlas_ask(const df_clear_atlas *atlas, const uint16_t *queue, size_t count,
                             bool hold, bool *clears,
                             df_clear_drop drops[DF_CLEAR_ATLAS_MAX_DROPS])
{
    const size_t max = atlas->graph.drops + (hold ? 1U : 0U);
    count = count < max ? count : max;
    for (size_t i = 0; i < count; i++) {
        if (queue[i] >= DF_TETROMINOES)
            return DF_ERROR_ARGUMENT;
    }
    arrangement order;
    const bool found = clear_atlas_find_order(atlas, queue, count, hold, &order);
    const df_status status =
        found && drops != NULL ? clear_atlas_find_way(atlas, &order, drops) : DF_OK;
    if (status == DF_OK)
        *clears = found;
    return status;
}

static void clear_atlas_count_ask(atlas_walk *self, unsigned length, unsigned weight)
{
    const bool clears = clear_atlas_find_order(self->atlas, self->queue, length, true, NULL);
    self->count.clear += clears ? weight : 0;
    self->count.nodes++;
    self->progress.done += weight;
    if (self->count.nodes % WATCH_EVERY == 0 && self->watch != NULL &&
        !self->watch(self->context, &self->progress))
        self->status = DF_ERROR_CANCELLED;
}

/* `bag` is what the bag still holds; `weight` is 1 while all pieces so far are their own
 * mirror image, 2 afterwards. */
static void clear_atlas_count_draw(atlas_walk *self, unsigned drawn, unsigned bag,
                                   unsigned weight)
{
    const unsigned length = self->atlas->graph.drops + 1;
    if (drawn == length) {
        clear_atlas_count_ask(self, length, weight);
        return;
    }
    bag = bag == 0 ? ALL_PIECES : bag;
    for (unsigned p = 0; p < DF_TETROMINOES && self->status == DF_OK; p++) {
        if ((bag >> p & 1) == 0 || (weight == 1 && df_graph_mirror[p] < p))
            continue;
        self->queue[drawn] = (uint16_t)p;
        clear_atlas_count_draw(self, drawn + 1, bag & ~(1U << p),
                               df_graph_mirror[p] != p ? 2 : weight);
    }
}

df_status df_clear_atlas_count(const df_clear_atlas *atlas, df_clear_queues queues,
                               df_clear_watch *watch, void *context, df_clear_tally *count)
{
    if (queues != DF_CLEAR_ALL_QUEUES && queues != DF_CLEAR_BAGS_WITH_HOLD)
        return DF_ERROR_ARGUMENT;
    const unsigned drops = atlas->graph.drops;
    atlas_walk self = {.atlas = atlas, .watch = watch, .context = context};
    self.progress.steps = 1;
    self.count.complete = true;
    self.count.total = 1;
    if (queues == DF_CLEAR_ALL_QUEUES) {
        for (unsigned i = 0; i < drops; i++)
            self.count.total *= 7;
        self.count.clear = df_table_count(&atlas->table);
    } else {
        for (unsigned i = 0; i <= drops; i++)
            self.count.total *= 7 - i % 7;
        self.progress.of = self.count.total;
        clear_atlas_count_draw(&self, 0, ALL_PIECES, 1);
    }
    if (self.status == DF_OK)
        *count = self.count;
    return self.status;
}
