/* An atlas of all boards that can still be cleared, and what it answers about one queue. */
#include "tile/clear_atlas.h"

#include <stdlib.h>

#include "core/key_set.h"
#include "core/mishap.h"
#include "tile/clear.h"

/* One drop of a way: what is dropped and the board that it leads to. */
typedef struct step {
    uint16_t piece;
    bool hold;
    uint32_t board;
    uint32_t flip;
} step;

/* Where a game stands; the hand as in clear.h. */
typedef struct standing {
    uint32_t board; /* its number in the level */
    uint32_t flip;  /* it is the mirror image */
    size_t next;
    uint16_t hand;
    bool held;
} standing;

typedef struct game {
    const df_clear_atlas *atlas;
    const uint16_t *queue;
    size_t count;
    bool hold;
    key_set dead;
    df_status status;
    step steps[DF_CLEAR_ATLAS_MAX_DROPS];
} game;

static bool descend(game *own, unsigned level, const standing *at);

df_status df_clear_atlas_create(df_clear_atlas **atlas, const df_clear_atlas_options *options,
                                df_mishap *mishap)
{
    if (options->width < 4 || options->width > 10 || options->rows < 1 || options->rows > 6 ||
        options->width * options->rows % 4 != 0 || options->rules != DF_CLEAR_HARD_DROP)
        return DF_ERROR_ARGUMENT;
    df_clear_atlas *own = calloc(1, sizeof *own);
    if (own == NULL)
        return DF_ERROR_MEMORY;
    df_status status = df_graph_create(&own->graph, options);
    if (status == DF_OK)
        status = df_suffixes_create(&own->suffixes, &own->graph);
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
    df_suffixes_free(&atlas->suffixes);
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

/* Whether some sequence that begins with the number `suffix`, and that the rest of the queue
 * can be made into, clears the board; `left` pieces are still to be dropped. */
static bool can_end(const game *own, const standing *at, unsigned left, unsigned suffix)
{
    const suffixes *known = &own->atlas->suffixes;
    if (left == 0) {
        const unsigned number = at->flip != 0 ? known->turned[suffix] : suffix;
        return (known->sets[at->board * known->words + number / 64] >> number % 64 & 1) != 0;
    }
    if (at->hand == CLEAR_NO_PIECE)
        return false;
    const bool more = at->next < own->count;
    standing after = *at;
    after.hand = more ? own->queue[at->next] : CLEAR_NO_PIECE;
    after.next += more ? 1 : 0;
    if (can_end(own, &after, left - 1, suffix * 7 + at->hand))
        return true;
    if (!own->hold || !more || after.hand == at->hand)
        return false;
    const uint16_t arriving = after.hand;
    after.hand = at->hand;
    return can_end(own, &after, left - 1, suffix * 7 + arriving);
}

/* Drops a piece in every way; whether one of them clears. `after` is what else changes. */
static bool drop(game *own, unsigned level, const standing *at, uint16_t piece, bool hold,
                 standing after)
{
    const graph_level *boards = &own->atlas->graph.levels[level];
    const uint16_t turned = atlas_turned_piece(at->flip, piece);
    for (uint32_t e = boards->first[at->board]; e < boards->first[at->board + 1]; e++) {
        const uint32_t edge = boards->edges[e];
        if (GRAPH_PIECE(edge) != turned)
            continue;
        after.board = GRAPH_BOARD(edge);
        after.flip = at->flip ^ GRAPH_FLIP(edge);
        own->steps[level] =
            (step){.piece = piece, .hold = hold, .board = after.board, .flip = after.flip};
        if (descend(own, level + 1, &after))
            return true;
    }
    return false;
}

static bool choose(game *own, unsigned level, const standing *at)
{
    const bool more = at->next < own->count;
    const uint16_t arriving = more ? own->queue[at->next] : CLEAR_NO_PIECE;
    const bool differ = arriving != at->hand;
    standing after = *at;
    after.next += more ? 1 : 0;
    after.hand = arriving;
    if (drop(own, level, at, at->hand, at->held && differ, after))
        return true;
    if (!own->hold || !more || !differ)
        return false;
    after.hand = at->hand;
    after.held = true;
    return drop(own, level, at, arriving, !at->held, after);
}

static bool descend(game *own, unsigned level, const standing *at)
{
    const df_clear_atlas *atlas = own->atlas;
    if (level == atlas->graph.drops)
        return true;
    if (own->status != DF_OK || at->hand == CLEAR_NO_PIECE)
        return false;
    if (level == atlas->suffixes.level && !can_end(own, at, atlas->suffixes.length, 0))
        return false;
    const uint64_t key =
        (uint64_t)at->board << 16 | at->flip << 12 | (level + 1) << 8 | (uint64_t)at->hand;
    if (df_key_set_has(&own->dead, &key))
        return false;
    if (choose(own, level, at))
        return true;
    if (own->status == DF_OK)
        own->status = df_key_set_add(&own->dead, &key);
    return false;
}

static uint64_t board_of(const graph *own, unsigned level, const step *at)
{
    const uint64_t board = own->levels[level].boards[at->board];
    return at->flip != 0 ? df_graph_turn(own, board) : board;
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
            const unsigned place = ground_lowest(landings);
            if (df_ground_settle(rows, from | shape->mask << place) == to)
                found = df_clear_drop_at(rows, shape, from, place);
        }
    }
    return found;
}

df_status df_clear_atlas_ask(const df_clear_atlas *atlas, const uint16_t *queue, size_t count,
                             bool hold, bool *clears,
                             df_clear_drop drops[DF_CLEAR_ATLAS_MAX_DROPS])
{
    const graph *known = &atlas->graph;
    for (size_t i = 0; i < count; i++) {
        if (queue[i] >= DF_TETROMINOES)
            return DF_ERROR_ARGUMENT;
    }
    const size_t most = known->drops + (hold ? 1U : 0U);
    game own = {.atlas = atlas, .queue = queue, .count = count < most ? count : most};
    own.hold = hold;
    df_key_set_reset(&own.dead, 1);
    bool found = false;
    if (count >= known->drops && known->levels[0].count > 0) {
        const standing first = {.next = 1, .hand = queue[0]};
        found = descend(&own, 0, &first);
    }
    df_key_set_free(&own.dead);
    if (own.status != DF_OK)
        return own.status;
    uint64_t board = 0;
    for (unsigned l = 0; found && drops != NULL && l < known->drops; l++) {
        const uint64_t next = board_of(known, l + 1, &own.steps[l]);
        drops[l].drop = find_drop(&known->ground, board, own.steps[l].piece, next);
        drops[l].hold = own.steps[l].hold;
        board = next;
    }
    *clears = found;
    return DF_OK;
}
