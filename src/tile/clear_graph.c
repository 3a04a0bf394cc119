/* The boards of an atlas: forwards from the empty board as far as the middle, backwards from
 * the full one to there, and then only what both have seen. */
#include "tile/clear_graph.h"

#include <stdlib.h>
#include <string.h>

#define WATCH_EVERY 0x10000

const uint8_t df_graph_mirror[DF_TETROMINOES] = {DF_I, DF_O, DF_T, DF_Z, DF_S, DF_L, DF_J};

typedef struct builder {
    graph *graph;
    const df_clear_atlas_options *options;
    df_clear_progress progress;
    unsigned middle; /* the last level that is searched forwards */
    board_set reached[DF_CLEAR_ATLAS_MAX_DROPS + 1];
    board_set alive[DF_CLEAR_ATLAS_MAX_DROPS + 1];
} builder;

/* Does one board of a level. */
typedef df_status visit_board(builder *own, unsigned level, uint64_t board);

uint64_t df_graph_turn(const graph *own, uint64_t board)
{
    const unsigned width = own->ground.width;
    uint64_t turned = 0;
    for (unsigned y = 0; y < own->ground.rows; y++)
        turned |= (uint64_t)own->turned[board >> (y * width) & own->ground.row] << (y * width);
    return turned;
}

static uint64_t lesser(const graph *own, uint64_t board)
{
    const uint64_t turned = df_graph_turn(own, board);
    return turned < board ? turned : board;
}

static df_status visit_all(builder *own, unsigned level, const board_set *set,
                           visit_board *visit)
{
    df_status status = DF_OK;
    own->progress.of = set->used;
    own->progress.done = 0;
    for (size_t i = 0; i < set->count && status == DF_OK; i++) {
        if (set->slots[i] == 0)
            continue;
        if (own->progress.done++ % WATCH_EVERY == 0 && own->options->watch != NULL &&
            !own->options->watch(own->options->watch_context, &own->progress))
            return DF_ERROR_SINK;
        status = visit(own, level, set->slots[i] - 1);
    }
    own->progress.step++;
    return status;
}

/* Everything that can be dropped on the board and leaves hope, by pieces. */
static size_t list_moves(const graph *own, uint64_t board, graph_move moves[GRAPH_MOST_MOVES])
{
    const ground *rows = &own->ground;
    const uint64_t shadow = ground_shadow(rows, board);
    size_t count = 0;
    for (size_t i = 0; i < rows->first[DF_TETROMINOES]; i++) {
        const ground_shape *shape = &rows->shapes[i];
        uint64_t landings = ground_landings(rows, shape, shadow);
        for (; landings != 0; landings &= landings - 1) {
            const uint64_t mask = shape->mask << bits_lowest(landings);
            const uint64_t after = df_ground_settle(rows, board | mask);
            if (!df_ground_is_hopeless(rows, after))
                moves[count++] = (graph_move){.board = after, .piece = shape->piece};
        }
    }
    return count;
}

/* The boards of list_moves, the lesser of each two. */
static size_t list_next(const graph *own, uint64_t board, uint64_t next[GRAPH_MOST_MOVES])
{
    graph_move moves[GRAPH_MOST_MOVES];
    const size_t count = list_moves(own, board, moves);
    for (size_t i = 0; i < count; i++)
        next[i] = lesser(own, moves[i].board);
    return count;
}

static df_status go_forwards(builder *own, unsigned level, uint64_t board)
{
    uint64_t next[GRAPH_MOST_MOVES];
    const size_t count = list_next(own->graph, board, next);
    return df_boards_add(&own->reached[level + 1], &own->graph->memory, next, count);
}

/* Whether no empty row lies below an occupied one: so it is after every drop. */
static bool stands(const ground *rows, uint64_t board)
{
    bool ended = false;
    for (unsigned y = 0; y < rows->rows; y++) {
        const bool empty = (board >> (y * rows->width) & rows->row) == 0;
        if (ended && !empty)
            return false;
        ended = empty;
    }
    return true;
}

/* Takes a piece away from `before`, a board whose `fresh` rows are the full ones that this
 * piece has filled, in every way that is a drop. */
static df_status take_away(builder *own, unsigned level, uint64_t before, unsigned fresh)
{
    const ground *rows = &own->graph->ground;
    uint64_t found[GRAPH_MOST_MOVES];
    size_t count = 0;
    for (size_t i = 0; i < rows->first[DF_TETROMINOES]; i++) {
        const ground_shape *shape = &rows->shapes[i];
        uint64_t fits = shape->places;
        for (unsigned s = 0; s < shape->size; s++)
            fits &= before >> shape->offset[s];
        for (; fits != 0; fits &= fits - 1) {
            const unsigned place = bits_lowest(fits);
            const uint64_t board = before & ~(shape->mask << place);
            bool filled = true;
            for (unsigned y = 0; y < rows->rows; y++) {
                const uint64_t row = rows->row << (y * rows->width);
                filled = filled && ((fresh >> y & 1) == 0 || (board & row) != row);
            }
            if (!filled || !stands(rows, board) || df_ground_settle(rows, board) != board)
                continue;
            const uint64_t landings = ground_landings(rows, shape, ground_shadow(rows, board));
            if ((landings >> place & 1) != 0)
                found[count++] = lesser(own->graph, board);
        }
    }
    return df_boards_add(&own->reached[level - 1], &own->graph->memory, found, count);
}

/* Everything that a drop can have made this board of: some of its full rows, `fresh`, have
 * cleared with that drop and stood among the others. */
static df_status go_backwards(builder *own, unsigned level, uint64_t board)
{
    const ground *rows = &own->graph->ground;
    const unsigned cleared = df_ground_cleared(rows, board);
    df_status status = DF_OK;
    for (unsigned fresh = 0; fresh < 1U << rows->rows && status == DF_OK; fresh++) {
        const unsigned count = bits_count(fresh);
        if (count > cleared || count > 4)
            continue;
        unsigned from = count; /* the full rows that cleared earlier, then the others */
        uint64_t before = 0;
        for (unsigned y = 0; y < rows->rows; y++) {
            const uint64_t row =
                (fresh >> y & 1) != 0 ? rows->row : board >> (from++ * rows->width) & rows->row;
            before |= row << (y * rows->width);
        }
        status = take_away(own, level, before, fresh);
    }
    return status;
}

/* Keeps a board of the forward search if one that it leads to is known to clear. */
static df_status keep_clearing(builder *own, unsigned level, uint64_t board)
{
    const bool middle = level == own->middle;
    const board_set *later = middle ? &own->reached[level + 1] : &own->alive[level + 1];
    uint64_t next[GRAPH_MOST_MOVES];
    const size_t count = list_next(own->graph, board, next);
    for (size_t i = 0; i < count; i++)
        df_boards_fetch(later, next[i]);
    for (size_t i = 0; i < count; i++) {
        if (df_boards_find(later, next[i]) != BOARD_SET_MISSING)
            return df_boards_add(&own->alive[level], &own->graph->memory, &board, 1);
    }
    return DF_OK;
}

/* Keeps what a board that is kept leads to, where the search backwards has seen it. */
static df_status keep_reached(builder *own, unsigned level, uint64_t board)
{
    const board_set *later = &own->reached[level + 1];
    uint64_t next[GRAPH_MOST_MOVES];
    const size_t count = list_next(own->graph, board, next);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        df_boards_fetch(later, next[i]);
    for (size_t i = 0; i < count; i++) {
        if (df_boards_find(later, next[i]) != BOARD_SET_MISSING)
            next[kept++] = next[i];
    }
    return df_boards_add(&own->alive[level + 1], &own->graph->memory, next, kept);
}

static uint64_t count_both(const graph *own, const board_set *set)
{
    uint64_t count = 0;
    for (size_t i = 0; i < set->count; i++) {
        if (set->slots[i] != 0)
            count += df_graph_turn(own, set->slots[i] - 1) == set->slots[i] - 1 ? 1 : 2;
    }
    return count;
}

static df_status search(builder *own)
{
    graph *made = own->graph;
    const unsigned last = made->drops;
    const uint64_t ends[2] = {0, made->ground.full};
    df_status status = df_boards_add(&own->reached[0], &made->memory, &ends[0], 1);
    if (status == DF_OK)
        status = df_boards_add(&own->reached[last], &made->memory, &ends[1], 1);
    for (unsigned l = last; l > own->middle + 1 && status == DF_OK; l--)
        status = visit_all(own, l, &own->reached[l], go_backwards);
    for (unsigned l = 0; l <= own->middle && status == DF_OK; l++) {
        made->levels[l].reached = count_both(made, &own->reached[l]);
        if (l < own->middle)
            status = visit_all(own, l, &own->reached[l], go_forwards);
    }
    for (unsigned l = own->middle + 1; l-- > 0 && status == DF_OK;) {
        status = visit_all(own, l, &own->reached[l], keep_clearing);
        df_boards_free(&own->reached[l], &made->memory);
    }
    for (unsigned l = own->middle; l < last && status == DF_OK; l++) {
        status = visit_all(own, l, &own->alive[l], keep_reached);
        df_boards_free(&own->reached[l + 1], &made->memory);
    }
    return status;
}

static int compare_boards(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The boards of a level in ascending order, so that like boards are neighbours and what they
 * lead to is too; and for each slot of its set the number of its board. */
static df_status number_boards(graph *own, graph_level *level, const board_set *set,
                               uint32_t *numbers)
{
    level->both = count_both(own, set);
    level->boards = df_budget_take(&own->memory, set->used, sizeof level->boards[0]);
    level->first = df_budget_take(&own->memory, set->used + 1, sizeof level->first[0]);
    if (level->boards == NULL || level->first == NULL)
        return own->memory.status;
    for (size_t i = 0; i < set->count; i++) {
        if (set->slots[i] != 0)
            level->boards[level->count++] = set->slots[i] - 1;
    }
    qsort(level->boards, level->count, sizeof level->boards[0], compare_boards);
    for (size_t i = 0; i < level->count; i++)
        numbers[df_boards_find(set, level->boards[i])] = (uint32_t)i;
    return DF_OK;
}

/* Writes the edges of one board to `edges`, without those that are there twice. */
static size_t list_edges(const graph *own, uint64_t board, const board_set *later,
                         const uint32_t *numbers, uint32_t edges[GRAPH_MOST_MOVES])
{
    graph_move moves[GRAPH_MOST_MOVES];
    const size_t count = list_moves(own, board, moves);
    uint64_t next[GRAPH_MOST_MOVES];
    for (size_t i = 0; i < count; i++) {
        next[i] = lesser(own, moves[i].board);
        df_boards_fetch(later, next[i]);
    }
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t slot = df_boards_find(later, next[i]);
        if (slot == BOARD_SET_MISSING)
            continue;
        const uint32_t flip = next[i] != moves[i].board ? 1 : 0;
        const uint32_t edge = (uint32_t)moves[i].piece << 29 | flip << 28 | numbers[slot];
        size_t same = 0;
        while (same < used && edges[same] != edge)
            same++;
        if (same == used)
            edges[used++] = edge;
    }
    return used;
}

/* The edges of a level, counted first and then written. */
static df_status connect(graph *own, graph_level *level, const board_set *later,
                         const uint32_t *numbers)
{
    uint32_t edges[GRAPH_MOST_MOVES];
    size_t capacity = level->count * 4 + GRAPH_MOST_MOVES;
    level->edge_count = capacity;
    level->edges = df_budget_take(&own->memory, capacity, sizeof edges[0]);
    level->starts = df_budget_take(&own->memory, level->count, GRAPH_STARTS);
    if (level->edges == NULL || level->starts == NULL)
        return own->memory.status;
    size_t used = 0;
    for (size_t i = 0; i < level->count; i++) {
        const size_t count = list_edges(own, level->boards[i], later, numbers, edges);
        if (used + count > capacity) {
            capacity = capacity + capacity / 2;
            uint32_t *grown = df_budget_take(&own->memory, capacity, sizeof grown[0]);
            if (grown == NULL || capacity > UINT32_MAX) {
                df_budget_give(&own->memory, grown, capacity, sizeof grown[0]);
                return grown == NULL ? own->memory.status : DF_ERROR_LIMIT;
            }
            memcpy(grown, level->edges, used * sizeof grown[0]);
            df_budget_give(&own->memory, level->edges, level->edge_count, sizeof grown[0]);
            level->edges = grown;
            level->edge_count = capacity;
        }
        memcpy(level->edges + used, edges, count * sizeof edges[0]);
        uint8_t *starts = &level->starts[i * GRAPH_STARTS];
        for (size_t e = 0; e < count; e++) {
            for (unsigned p = GRAPH_PIECE(edges[e]) + 1; p < GRAPH_STARTS; p++)
                starts[p] = (uint8_t)(e + 1);
        }
        used += count;
        level->first[i + 1] = (uint32_t)used;
    }
    return DF_OK;
}

static df_status connect_all(builder *own)
{
    graph *made = own->graph;
    uint32_t *later = NULL; /* the numbers of the level after */
    df_status status = DF_OK;
    for (unsigned l = made->drops + 1; l-- > 0 && status == DF_OK;) {
        board_set *set = &own->alive[l];
        board_set *next = l < made->drops ? &own->alive[l + 1] : NULL;
        uint32_t *numbers = df_budget_take(&made->memory, set->count, sizeof numbers[0]);
        status = numbers == NULL ? made->memory.status
                 : set->used >= GRAPH_MOST_BOARDS
                     ? DF_ERROR_LIMIT
                     : number_boards(made, &made->levels[l], set, numbers);
        if (status == DF_OK && next != NULL)
            status = connect(made, &made->levels[l], next, later);
        if (next != NULL) {
            df_budget_give(&made->memory, later, next->count, sizeof later[0]);
            df_boards_free(next, &made->memory);
        }
        later = numbers;
        own->progress.step++;
    }
    free(later);
    return status;
}

df_status df_graph_create(graph *made, const df_clear_atlas_options *options)
{
    made->drops = options->width * options->rows / 4;
    made->memory.left = options->memory > 0 ? options->memory : UINT64_MAX;
    for (unsigned row = 0; row < 1U << options->width; row++) {
        for (unsigned x = 0; x < options->width; x++)
            made->turned[row] |= (uint16_t)((row >> x & 1) << (options->width - 1 - x));
    }
    df_piece_set *set = NULL;
    df_status status = df_piece_set_tetrominoes(&set);
    if (status == DF_OK)
        status = df_ground_create(&made->ground, set, options->width, options->rows);
    df_piece_set_free(set);
    if (status != DF_OK)
        return status;
    builder own = {.graph = made, .options = options, .middle = made->drops / 2};
    own.progress.steps = 3 * made->drops + 1;
    status = search(&own);
    if (status == DF_OK)
        status = connect_all(&own);
    for (unsigned l = 0; l <= made->drops; l++) {
        df_boards_free(&own.reached[l], &made->memory);
        df_boards_free(&own.alive[l], &made->memory);
    }
    return status;
}

void df_graph_free(graph *own)
{
    for (unsigned l = 0; l <= own->drops; l++) {
        free(own->levels[l].boards);
        free(own->levels[l].first);
        free(own->levels[l].edges);
        free(own->levels[l].starts);
    }
    df_ground_free(&own->ground);
}
