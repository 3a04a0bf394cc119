/* Finds the boards of an atlas: forwards from the first board as far as the middle, backwards
 * from the full one to there, and keeps only those that both searches have seen. The search
 * backwards does not know which pieces a deal has left. */
#include "clear_deal.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 1024
#define GRAPH_MAX_PLACES 512 /* of all pieces in the rows; at most 429 */
#define GRAPH_BACKWARD 2     /* levels of the backward search, where it sees too much */
#define WATCH_EVERY 0x10000

const uint8_t df_graph_mirror[DF_TETROMINOES] = {DF_I, DF_O, DF_T, DF_Z, DF_S, DF_L, DF_J};

/* A set of boards. Not a key_set: an atlas spends its time here, so a board is a single word,
 * boards are looked up in batches after a prefetch, and a slot serves as a number. */
typedef struct board_set {
    uint64_t *slots; /* 0, or a board plus one */
    size_t count;    /* of the slots: a power of two, or 0 */
    size_t used;
} board_set;

#define BOARD_SET_MISSING SIZE_MAX

typedef struct clear_graph_builder {
    graph *graph;
    const clear_atlas_options *options;
    df_progress progress;
    unsigned middle; /* the last level that is searched forwards */
    board_set reached[ATLAS_MAX_DROPS + 1];
    board_set alive[ATLAS_MAX_DROPS + 1];
} clear_graph_builder;

/* Handles one board of a level. */
typedef df_status visit_board(clear_graph_builder *self, unsigned level, uint64_t board);

static size_t board_set_home(const board_set *set, uint64_t board)
{
    return (size_t)((board + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 24) & (set->count - 1);
}

/* Returns the slot that holds the board, or the empty one where it belongs. */
static size_t board_set_find_slot(const board_set *set, uint64_t board)
{
    size_t slot = board_set_home(set, board);
    while (set->slots[slot] != 0 && set->slots[slot] != board + 1)
        slot = (slot + 1) & (set->count - 1);
    return slot;
}

/* Returns the slot of a board, or BOARD_SET_MISSING. */
static size_t board_set_find(const board_set *set, uint64_t board)
{
    if (set->count == 0)
        return BOARD_SET_MISSING;
    const size_t slot = board_set_find_slot(set, board);
    return set->slots[slot] == 0 ? BOARD_SET_MISSING : slot;
}

/* Loads the slot of a board that is looked up soon into the cache. */
static void board_set_fetch(const board_set *set, uint64_t board)
{
    if (set->count > 0)
        budget_prefetch(&set->slots[board_set_home(set, board)]);
}

static void board_set_free(board_set *set, memory_budget *memory)
{
    df_budget_free(memory, set->slots, set->count, sizeof set->slots[0]);
    *set = (board_set){0};
}

/* Ensures that `more` boards can be added. */
static df_status board_set_reserve(board_set *set, memory_budget *memory, size_t more)
{
    size_t count = set->count == 0 ? FIRST_SLOTS : set->count;
    while ((set->used + more) * 4 > count * 3)
        count *= 2;
    if (count == set->count)
        return DF_OK;
    board_set grown = {.count = count, .used = set->used};
    grown.slots = df_budget_take(memory, count, sizeof grown.slots[0]);
    if (grown.slots == NULL)
        return memory->status;
    for (size_t i = 0; i < set->count; i++) {
        if (set->slots[i] != 0)
            grown.slots[board_set_find_slot(&grown, set->slots[i] - 1)] = set->slots[i];
    }
    board_set_free(set, memory);
    *set = grown;
    return DF_OK;
}

/* Adds boards; those already in the set are ignored. */
static df_status board_set_add(board_set *set, memory_budget *memory, const uint64_t *boards,
                               size_t count)
{
    const df_status status = board_set_reserve(set, memory, count);
    if (status != DF_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        board_set_fetch(set, boards[i]);
    for (size_t i = 0; i < count; i++) {
        const size_t slot = board_set_find_slot(set, boards[i]);
        set->used += set->slots[slot] == 0 ? 1 : 0;
        set->slots[slot] = boards[i] + 1;
    }
    return DF_OK;
}

uint64_t df_graph_turn(const graph *self, uint64_t board)
{
    const unsigned width = self->play.layout.width;
    uint64_t turned = 0;
    for (unsigned y = 0; y < self->play.layout.rows; y++)
        turned |= (uint64_t)self->turned[board >> (y * width) & self->play.layout.row]
                  << (y * width);
    return turned;
}

static uint64_t clear_graph_lesser(const graph *self, uint64_t board)
{
    if (!self->mirrors)
        return board;
    const uint64_t turned = df_graph_turn(self, board);
    return turned < board ? turned : board;
}

static df_status clear_graph_visit_all(clear_graph_builder *self, unsigned level,
                                       const board_set *set, visit_board *visit)
{
    df_status status = DF_OK;
    self->progress.of = set->used;
    self->progress.done = 0;
    for (size_t i = 0; i < set->count && status == DF_OK; i++) {
        if (set->slots[i] == 0)
            continue;
        if (self->progress.done++ % WATCH_EVERY == 0 && self->options->watch != NULL &&
            !self->options->watch(self->options->watch_context, &self->progress))
            return DF_ERROR_CANCELLED;
        status = visit(self, level, set->slots[i] - 1);
    }
    return status;
}

/* Lists the settled boards after any drop on the board that are not hopeless, by pieces. */
static size_t clear_graph_list_moves(const graph *self, unsigned level, uint64_t key,
                                     graph_move moves[GRAPH_MAX_MOVES])
{
    static const uint16_t any[DF_TETROMINOES];
    const uint64_t board = key & GRAPH_SQUARES;
    const uint16_t *used =
        self->deal == NULL ? any : self->deal->used[level][key >> GRAPH_USED_SHIFT].next;
    const clear_board *rows = &self->play.layout;
    uint64_t landings[DF_TETROMINOES][DF_ORIENTATIONS];
    for (uint16_t piece = 0; piece < DF_TETROMINOES; piece++) {
        if (used[piece] != DEAL_NONE)
            df_clear_land(&self->play, board, piece, landings[piece]);
    }
    size_t count = 0;
    for (size_t i = 0; i < rows->first[DF_TETROMINOES]; i++) {
        const clear_shape *shape = &rows->shapes[i];
        const uint64_t next = used[shape->piece];
        uint64_t rest =
            next == DEAL_NONE ? 0 : landings[shape->piece][i - rows->first[shape->piece]];
        for (; rest != 0; rest &= rest - 1) {
            const uint64_t mask = shape->mask << bits_lowest(rest);
            const uint64_t after = df_clear_board_settle(rows, board | mask);
            if (!df_clear_board_is_hopeless(rows, after))
                moves[count++] = (graph_move){.board = after | next << GRAPH_USED_SHIFT,
                                              .piece = shape->piece};
        }
    }
    return count;
}

/* Lists the boards of clear_graph_list_moves, each or its mirror image, whichever is less. */
static size_t clear_graph_list_next(const graph *self, unsigned level, uint64_t board,
                                    uint64_t next[GRAPH_MAX_MOVES])
{
    graph_move moves[GRAPH_MAX_MOVES];
    const size_t count = clear_graph_list_moves(self, level, board, moves);
    for (size_t i = 0; i < count; i++)
        next[i] = clear_graph_lesser(self, moves[i].board);
    return count;
}

static df_status clear_graph_go_forwards(clear_graph_builder *self, unsigned level,
                                         uint64_t board)
{
    uint64_t next[GRAPH_MAX_MOVES];
    const size_t count = clear_graph_list_next(self->graph, level, board, next);
    return board_set_add(&self->reached[level + 1], &self->graph->memory, next, count);
}

/* True if no empty row lies below an occupied one, as after every drop from the empty board. */
static bool clear_graph_stands(const clear_board *rows, uint64_t board)
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

/* True if a shape falls to this place of a board or, where pieces are moved on their way, could
 * rest there: whether it can be brought there is not looked at. */
static bool clear_graph_may_rest(const graph *self, uint64_t board, const clear_shape *shape,
                                 unsigned place)
{
    const clear_board *rows = &self->play.layout;
    if (clear_is_moved(&self->play, shape->piece))
        return place < rows->width || (shape->mask << (place - rows->width) & board) != 0;
    return (clear_board_landings(rows, shape, clear_board_shadow(rows, board)) >> place & 1) !=
           0;
}

/* Removes a piece from `before`, a board whose `fresh` rows are the full ones that this piece
 * has filled, in every way that may be a drop. */
static df_status clear_graph_take_away(clear_graph_builder *self, unsigned level,
                                       uint64_t before, unsigned fresh)
{
    const clear_board *rows = &self->graph->play.layout;
    uint64_t found[GRAPH_MAX_PLACES];
    size_t count = 0;
    for (size_t i = 0; i < rows->first[DF_TETROMINOES]; i++) {
        const clear_shape *shape = &rows->shapes[i];
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
            if (!filled || (self->options->start == 0 && !clear_graph_stands(rows, board)) ||
                df_clear_board_settle(rows, board) != board)
                continue;
            if (clear_graph_may_rest(self->graph, board, shape, place))
                found[count++] = clear_graph_lesser(self->graph, board);
        }
    }
    return board_set_add(&self->reached[level - 1], &self->graph->memory, found, count);
}

/* Finds all boards from which a drop makes this board: some of its full rows, `fresh`, have
 * cleared with that drop and stood among the others. */
static df_status clear_graph_go_backwards(clear_graph_builder *self, unsigned level,
                                          uint64_t board)
{
    const clear_board *rows = &self->graph->play.layout;
    const unsigned cleared = df_clear_board_cleared(rows, board);
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
        status = clear_graph_take_away(self, level, before, fresh);
    }
    return status;
}

/* Writes to `next` the boards after a drop that are known: early ones because they are kept,
 * the others, whatever has been dropped, by the backward search. */
static size_t clear_graph_list_known(const clear_graph_builder *self, unsigned level,
                                     uint64_t board, uint64_t next[GRAPH_MAX_MOVES])
{
    const bool early = level < self->middle;
    const board_set *later = early ? &self->alive[level + 1] : &self->reached[level + 1];
    const uint64_t mask = early ? UINT64_MAX : GRAPH_SQUARES;
    const size_t count = clear_graph_list_next(self->graph, level, board, next);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        board_set_fetch(later, next[i] & mask);
    for (size_t i = 0; i < count; i++) {
        if (board_set_find(later, next[i] & mask) != BOARD_SET_MISSING)
            next[kept++] = next[i];
    }
    return kept;
}

/* Keeps a board if one that it leads to is known to clear. */
static df_status clear_graph_keep_clearing(clear_graph_builder *self, unsigned level,
                                           uint64_t board)
{
    uint64_t next[GRAPH_MAX_MOVES];
    const size_t kept = clear_graph_list_known(self, level, board, next);
    return kept == 0 ? DF_OK
                     : board_set_add(&self->alive[level], &self->graph->memory, &board, 1);
}

/* Keeps the boards after a kept one that the backward search has seen. */
static df_status clear_graph_keep_reached(clear_graph_builder *self, unsigned level,
                                          uint64_t board)
{
    uint64_t next[GRAPH_MAX_MOVES];
    const size_t kept = clear_graph_list_known(self, level, board, next);
    return board_set_add(&self->alive[level + 1], &self->graph->memory, next, kept);
}

/* Of the boards of the backward search, leaves those from which a drop leads to the level
 * after. */
static df_status clear_graph_confirm(clear_graph_builder *self, unsigned level)
{
    const df_status status =
        clear_graph_visit_all(self, level, &self->reached[level], clear_graph_keep_clearing);
    board_set_free(&self->reached[level], &self->graph->memory);
    self->reached[level] = self->alive[level];
    self->alive[level] = (board_set){0};
    return status;
}

static df_status clear_graph_search(clear_graph_builder *self)
{
    graph *made = self->graph;
    const unsigned last = made->drops;
    const uint64_t ends[2] = {self->options->start, made->play.layout.full};
    df_status status = board_set_add(&self->reached[0], &made->memory, &ends[0], 1);
    if (status == DF_OK)
        status = board_set_add(&self->reached[last], &made->memory, &ends[1], 1);
    for (unsigned l = last; l > self->middle + 1 && status == DF_OK; l--) {
        status = clear_graph_visit_all(self, l, &self->reached[l], clear_graph_go_backwards);
        if (status == DF_OK && made->play.movers != NULL)
            status = clear_graph_confirm(self, l - 1);
    }
    made->deal = self->options->deal;
    for (unsigned l = 0; l < self->middle && status == DF_OK; l++)
        status = clear_graph_visit_all(self, l, &self->reached[l], clear_graph_go_forwards);
    for (unsigned l = self->middle + 1; l-- > 0 && status == DF_OK;) {
        status = clear_graph_visit_all(self, l, &self->reached[l], clear_graph_keep_clearing);
        board_set_free(&self->reached[l], &made->memory);
    }
    for (unsigned l = self->middle; l < last && status == DF_OK; l++) {
        status = clear_graph_visit_all(self, l, &self->alive[l], clear_graph_keep_reached);
        board_set_free(&self->reached[l + 1], &made->memory);
    }
    return status;
}

static int clear_graph_compare_boards(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Numbers the boards of a level in ascending order, so that similar boards are neighbours and
 * so are the boards after them. Writes the number of each slot of the set. */
static df_status clear_graph_number_boards(graph *self, graph_level *level,
                                           const board_set *set, uint32_t *numbers)
{
    level->boards = df_budget_take(&self->memory, set->used, sizeof level->boards[0]);
    level->first = df_budget_take(&self->memory, set->used + 1, sizeof level->first[0]);
    if (level->boards == NULL || level->first == NULL)
        return self->memory.status;
    for (size_t i = 0; i < set->count; i++) {
        if (set->slots[i] != 0)
            level->boards[level->count++] = set->slots[i] - 1;
    }
    qsort(level->boards, level->count, sizeof level->boards[0], clear_graph_compare_boards);
    for (size_t i = 0; i < level->count; i++)
        numbers[board_set_find(set, level->boards[i])] = (uint32_t)i;
    return DF_OK;
}

/* Writes the edges of one board to `edges`, each once. */
static size_t clear_graph_list_edges(const graph *self, unsigned at, uint64_t board,
                                     const board_set *later, const uint32_t *numbers,
                                     uint32_t edges[GRAPH_MAX_MOVES])
{
    graph_move moves[GRAPH_MAX_MOVES];
    const size_t count = clear_graph_list_moves(self, at, board, moves);
    uint64_t next[GRAPH_MAX_MOVES];
    for (size_t i = 0; i < count; i++) {
        next[i] = clear_graph_lesser(self, moves[i].board);
        board_set_fetch(later, next[i]);
    }
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t slot = board_set_find(later, next[i]);
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

static df_status clear_graph_grow_edges(graph *self, graph_level *level, size_t used)
{
    const size_t capacity = level->edge_count + level->edge_count / 2;
    if (capacity > UINT32_MAX)
        return DF_ERROR_LIMIT;
    uint32_t *grown = df_budget_take(&self->memory, capacity, sizeof grown[0]);
    if (grown == NULL)
        return self->memory.status;
    memcpy(grown, level->edges, used * sizeof grown[0]);
    df_budget_free(&self->memory, level->edges, level->edge_count, sizeof grown[0]);
    level->edges = grown;
    level->edge_count = capacity;
    return DF_OK;
}

static df_status clear_graph_connect(graph *self, unsigned at, const board_set *later,
                                     const uint32_t *numbers)
{
    graph_level *level = &self->levels[at];
    uint32_t edges[GRAPH_MAX_MOVES];
    level->edge_count = level->count * 4 + GRAPH_MAX_MOVES;
    level->edges = df_budget_take(&self->memory, level->edge_count, sizeof edges[0]);
    level->starts = df_budget_take(&self->memory, level->count, GRAPH_STARTS);
    if (level->edges == NULL || level->starts == NULL)
        return self->memory.status;
    size_t used = 0;
    for (size_t i = 0; i < level->count; i++) {
        const size_t count =
            clear_graph_list_edges(self, at, level->boards[i], later, numbers, edges);
        if (used + count > level->edge_count) {
            const df_status status = clear_graph_grow_edges(self, level, used);
            if (status != DF_OK)
                return status;
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

static df_status clear_graph_connect_all(clear_graph_builder *self)
{
    graph *made = self->graph;
    uint32_t *later = NULL; /* the numbers of the level after */
    df_status status = DF_OK;
    for (unsigned l = made->drops + 1; l-- > 0 && status == DF_OK;) {
        board_set *set = &self->alive[l];
        board_set *next = l < made->drops ? &self->alive[l + 1] : NULL;
        uint32_t *numbers = df_budget_take(&made->memory, set->count, sizeof numbers[0]);
        status = numbers == NULL ? made->memory.status
                 : set->used >= GRAPH_MAX_BOARDS
                     ? DF_ERROR_LIMIT
                     : clear_graph_number_boards(made, &made->levels[l], set, numbers);
        if (status == DF_OK && next != NULL)
            status = clear_graph_connect(made, l, next, later);
        if (next != NULL) {
            df_budget_free(&made->memory, later, next->count, sizeof later[0]);
            board_set_free(next, &made->memory);
        }
        later = numbers;
    }
    free(later);
    return status;
}

df_status df_graph_create(graph *made, const clear_atlas_options *options)
{
    made->drops = (options->width * options->rows - bits_count(options->start)) / 4;
    made->memory = memory_budget_of(options->memory > 0 ? options->memory : UINT64_MAX);
    for (unsigned row = 0; row < 1U << options->width; row++) {
        for (unsigned x = 0; x < options->width; x++)
            made->turned[row] |= (uint16_t)((row >> x & 1) << (options->width - 1 - x));
    }
    df_field *field = NULL;
    uint64_t board = 0;
    df_status status = df_field_create(&field, options->width, options->rows);
    const df_clear_request request = {
        .set = options->set, .field = field, .rows = options->rows, .rules = options->rules};
    if (status == DF_OK)
        status = df_clear_begin(&request, &made->play, &board);
    df_field_free(field);
    if (status != DF_OK)
        return status;
    made->mirrors = options->deal == NULL && df_rules_have(options->rules, DF_TRAIT_MIRRORS);
    clear_graph_builder self = {.graph = made, .options = options, .middle = made->drops / 2};
    if ((options->deal != NULL || made->play.movers != NULL) && made->drops > GRAPH_BACKWARD)
        self.middle = made->drops - 1 - GRAPH_BACKWARD;
    status = clear_graph_search(&self);
    if (status == DF_OK)
        status = clear_graph_connect_all(&self);
    for (unsigned l = 0; l <= made->drops; l++) {
        board_set_free(&self.reached[l], &made->memory);
        board_set_free(&self.alive[l], &made->memory);
    }
    return status;
}

void df_graph_free(graph *self)
{
    for (unsigned l = 0; l <= self->drops; l++) {
        free(self->levels[l].boards);
        free(self->levels[l].first);
        free(self->levels[l].edges);
        free(self->levels[l].starts);
    }
    df_clear_end(&self->play);
}
