/* An atlas of all boards that can still be cleared, and what it answers about one queue. */
#include "tile/clear_atlas.h"

#include <stdlib.h>

#include "core/key_set.h"
#include "core/mishap.h"
#include "tile/clear.h"

/* A board of some level, perhaps mirrored. */
typedef struct place {
    uint32_t board;
    uint32_t flip;
} place;

/* The search for a way to drop pieces in a given order. */
typedef struct game {
    const df_clear_atlas *atlas;
    const uint16_t *pieces;
    key_set dead;
    df_status status;
    place places[DF_CLEAR_ATLAS_MAX_DROPS + 1];
} game;

/* Where the arranging of a queue stands; the hand as in clear.h. */
typedef struct standing {
    size_t next;
    uint16_t hand;
    bool held;
} standing;

typedef struct arranger {
    const df_clear_atlas *atlas;
    const uint16_t *queue;
    size_t count;
    bool hold;
    arrangement order;
} arranger;

df_status df_clear_atlas_create(df_clear_atlas **atlas, const df_clear_atlas_options *options,
                                df_mishap *mishap)
{
    if (options->width < 4 || options->width > 10 || options->rows < 1 || options->rows > 6 ||
        options->width * options->rows % 4 != 0 ||
        options->width * options->rows / 4 > DF_CLEAR_ATLAS_MAX_DROPS ||
        options->rules != DF_CLEAR_HARD_DROP)
        return DF_ERROR_ARGUMENT;
    df_clear_atlas *own = calloc(1, sizeof *own);
    if (own == NULL)
        return DF_ERROR_MEMORY;
    df_status status = df_graph_create(&own->graph, options);
    if (status == DF_OK)
        status = df_table_create(&own->table, &own->graph, options);
    if (status == DF_OK) {
        *atlas = own;
        return DF_OK;
    }
    if (status == DF_ERROR_LIMIT)
        df_mishap_begin(mishap, 0, 0,
                        "the atlas needs more memory than it may take; allow more");
    df_clear_atlas_free(own);
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
static bool arrange(arranger *own, unsigned drops, standing at)
{
    if (drops == own->atlas->graph.drops)
        return df_table_has(&own->atlas->table, own->order.pieces);
    if (at.hand == CLEAR_NO_PIECE)
        return false;
    const bool more = at.next < own->count;
    const uint16_t arriving = more ? own->queue[at.next] : CLEAR_NO_PIECE;
    const bool differ = arriving != at.hand;
    const size_t next = at.next + (more ? 1 : 0);
    own->order.pieces[drops] = at.hand;
    own->order.hold[drops] = at.held && differ;
    if (arrange(own, drops + 1, (standing){.next = next, .hand = arriving, .held = at.held}))
        return true;
    if (!own->hold || !more || !differ)
        return false;
    own->order.pieces[drops] = arriving;
    own->order.hold[drops] = !at.held;
    return arrange(own, drops + 1, (standing){.next = next, .hand = at.hand, .held = true});
}

bool df_atlas_arrange(const df_clear_atlas *atlas, const uint16_t *queue, size_t count,
                      bool hold, arrangement *found)
{
    arranger own = {.atlas = atlas, .queue = queue, .count = count, .hold = hold};
    if (count < atlas->graph.drops ||
        !arrange(&own, 0, (standing){.next = 1, .hand = queue[0]}))
        return false;
    if (found != NULL)
        *found = own.order;
    return true;
}

/* Drops the pieces from a board of that level on; whether all clears. */
static bool descend(game *own, unsigned level)
{
    if (level == own->atlas->graph.drops)
        return true;
    const place at = own->places[level];
    const uint64_t key = (uint64_t)at.board << 8 | at.flip << 7 | (level + 1);
    if (own->status != DF_OK || df_key_set_has(&own->dead, &key))
        return false;
    const graph_level *boards = &own->atlas->graph.levels[level];
    const uint16_t piece = own->pieces[level];
    const uint16_t turned = at.flip != 0 ? df_graph_mirror[piece] : piece;
    uint32_t end = 0;
    for (uint32_t e = graph_edges(boards, at.board, turned, &end); e < end; e++) {
        const uint32_t edge = boards->edges[e];
        own->places[level + 1] =
            (place){.board = GRAPH_BOARD(edge), .flip = at.flip ^ GRAPH_FLIP(edge)};
        if (descend(own, level + 1))
            return true;
    }
    if (own->status == DF_OK)
        own->status = df_key_set_add(&own->dead, &key);
    return false;
}

static uint64_t board_at(const game *own, unsigned level)
{
    const graph *known = &own->atlas->graph;
    const place at = own->places[level];
    const uint64_t board = known->levels[level].boards[at.board];
    return at.flip != 0 ? df_graph_turn(known, board) : board;
}

/* The drop of the piece that leads from one board to the next. */
static df_drop find_drop(const ground *rows, uint64_t from, uint16_t piece, uint64_t to)
{
    const uint64_t shadow = ground_shadow(rows, from);
    df_drop found = {0};
    for (size_t i = rows->first[piece]; i < rows->first[piece + 1]; i++) {
        const ground_shape *shape = &rows->shapes[i];
        uint64_t landings = ground_landings(rows, shape, shadow);
        for (; landings != 0; landings &= landings - 1) {
            const unsigned landing = bits_lowest(landings);
            if (df_ground_settle(rows, from | shape->mask << landing) == to)
                found = df_clear_drop_at(rows, shape, from, landing);
        }
    }
    return found;
}

/* A way to drop the pieces in this order, which is known to clear. */
static df_status find_way(const df_clear_atlas *atlas, const arrangement *order,
                          df_clear_drop drops[DF_CLEAR_ATLAS_MAX_DROPS])
{
    game own = {.atlas = atlas, .pieces = order->pieces};
    df_key_set_reset(&own.dead, 1);
    const bool found = descend(&own, 0);
    df_key_set_free(&own.dead);
    if (!found)
        return own.status != DF_OK ? own.status : DF_ERROR_DEFECT;
    for (unsigned l = 0; l < atlas->graph.drops; l++) {
        drops[l].drop = find_drop(&atlas->graph.ground, board_at(&own, l), order->pieces[l],
                                  board_at(&own, l + 1));
        drops[l].hold = order->hold[l];
    }
    return DF_OK;
}

df_status df_clear_atlas_ask(const df_clear_atlas *atlas, const uint16_t *queue, size_t count,
                             bool hold, bool *clears,
                             df_clear_drop drops[DF_CLEAR_ATLAS_MAX_DROPS])
{
    const size_t most = atlas->graph.drops + (hold ? 1U : 0U);
    count = count < most ? count : most;
    for (size_t i = 0; i < count; i++) {
        if (queue[i] >= DF_TETROMINOES)
            return DF_ERROR_ARGUMENT;
    }
    arrangement order;
    const bool found = df_atlas_arrange(atlas, queue, count, hold, &order);
    const df_status status = found && drops != NULL ? find_way(atlas, &order, drops) : DF_OK;
    if (status == DF_OK)
        *clears = found;
    return status;
}
