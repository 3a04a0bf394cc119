/* The best drop when only some of the pieces to come are shown: play is best against all
 * continuations from bags, each of which is equally likely. Values are numbers of continuations
 * that clear, so that they are exact. */
#include <stdlib.h>
#include <string.h>

#include "choice_odds.h"
#include "core/base/array.h"
#include "core/base/error.h"
#include "core/base/key_index.h"
#include "tiling_queues.h"
#include "tilings.h"

/* One drop, in a list of those from the same board. */
typedef struct board_edge {
    uint32_t next; /* of the same board, + 1; 0: none */
    uint16_t place;
    uint16_t piece;
} board_edge;

/* The drops on the boards on the way to solutions. */
typedef struct board_map {
    memory_budget *memory;
    board_edge *edges;
    size_t count, capacity;
    key_index boards; /* their squares, in the rows before the first drop */
    uint32_t *first;  /* edge + 1 of each board */
    size_t first_capacity;
} board_map;

/* Adds a drop on a board, if it is new. */
static df_status map_add(board_map *self, uint64_t squares, uint16_t place, uint16_t piece)
{
    uint64_t *left = &self->memory->left;
    const size_t known = self->boards.count;
    uint32_t board = 0;
    df_status status = df_key_index_add(&self->boards, self->memory, &squares, &board);
    if (status == DF_OK)
        status = ARRAY_RESERVE_WITHIN(self->first, self->first_capacity, known, 1, left);
    if (status != DF_OK)
        return status;
    if (board == known)
        self->first[board] = 0;
    for (uint32_t e = self->first[board]; e != 0; e = self->edges[e - 1].next) {
        if (self->edges[e - 1].place == place)
            return DF_OK;
    }
    if (self->count >= UINT32_MAX - 1)
        return DF_ERROR_LIMIT;
    status = ARRAY_RESERVE_WITHIN(self->edges, self->capacity, self->count, 1, left);
    if (status != DF_OK)
        return status;
    self->edges[self->count++] = (board_edge){self->first[board], place, piece};
    self->first[board] = (uint32_t)self->count;
    return DF_OK;
}

/* Adds the boards of one tiling, whose sets have been found. */
static df_status map_add_tiling(board_map *self, const tiling_queues *sets)
{
    const solve_order *order = sets->order;
    df_status status = DF_OK;
    for (unsigned taken = 0; taken < (1U << order->count) - 1; taken++) {
        for (unsigned rest = sets->next[taken]; rest != 0 && status == DF_OK;
             rest &= rest - 1) {
            const uint16_t place = order->places[bits_lowest(rest)];
            status =
                map_add(self, sets->squares[taken], place, order->board->places[place].piece);
        }
    }
    return status;
}

static df_status board_map_fill(board_map *self, df_clear_solver *solver,
                                const df_clear_catalog *catalog)
{
    tiling_queues sets;
    df_status status =
        df_tiling_queues_create(&sets, &solver->order, NULL, (unsigned)solver->set->count,
                                solver->board.drops, false, self->memory);
    if (status != DF_OK)
        return status;
    for (size_t i = 0; i < catalog->count && status == DF_OK; i++) {
        (void)df_tilings_take(solver, &catalog->items[i].solution);
        df_solve_order_begin(&solver->order);
        if (df_tiling_queues_find_sets(&sets))
            status = map_add_tiling(self, &sets);
    }
    df_tiling_queues_free(&sets);
    return status;
}

static void board_map_free(board_map *self)
{
    self->memory->left +=
        self->capacity * sizeof self->edges[0] + self->first_capacity * sizeof self->first[0];
    free(self->edges);
    free(self->first);
    df_key_index_free(&self->boards, self->memory);
}

static uint32_t board_map_first(const board_map *self, uint64_t squares)
{
    const uint32_t board = df_key_index_find(&self->boards, &squares);
    return board == KEY_INDEX_NONE ? 0 : self->first[board];
}

/* Continuations that are gone through; their queues are kept. */
enum { CHOICE_MAX_QUEUES = 1000000 };

/* All solutions are usually played for with this many continuations; else this many in all. */
enum { CHOICE_FEW_QUEUES = 6, CHOICE_SOLUTIONS = 4200 };

/* A situation before a drop: the board and the piece in hand, with the beginning of the queue
 * that is known, as a node of the tree. */
typedef struct choice_situation {
    uint64_t squares;
    uint32_t node;
    uint16_t hand;
    bool held; /* the hold is not empty */
} choice_situation;

typedef struct choice_search {
    df_clear_solver *solver;
    const df_clear_request *request;
    memory_budget *memory;
    size_t length;    /* of the queues */
    uint16_t *queues; /* all continuations */
    size_t queue_count, queues_capacity;
    queue_tree tree;
    board_map map;
    key_index known;  /* situations: the squares, and what else there is of them */
    uint64_t *values; /* of these */
    size_t values_capacity;
    size_t covered; /* continuations with a solution: no play clears more */
    bool limited;   /* some continuation may have more solutions than were found */
    df_status status;
} choice_search;

/* Adds all queues that go on with `left` pieces from bags. */
static void choice_add_queues(choice_search *self, uint16_t *queue, size_t length, uint64_t bag)
{
    if (self->status != DF_OK)
        return;
    if (length == self->length) {
        if (self->queue_count >= CHOICE_MAX_QUEUES)
            self->status = DF_ERROR_LIMIT;
        else
            self->status = ARRAY_RESERVE_WITHIN(self->queues, self->queues_capacity,
                                                self->queue_count * self->length, self->length,
                                                &self->memory->left);
        if (self->status != DF_OK)
            return;
        memcpy(self->queues + self->queue_count++ * self->length, queue,
               self->length * sizeof queue[0]);
        return;
    }
    const uint64_t full = bits_low((unsigned)self->solver->set->count);
    bag = bag == 0 ? full : bag;
    for (uint64_t rest = bag; rest != 0; rest &= rest - 1) {
        queue[length] = (uint16_t)bits_lowest(rest);
        choice_add_queues(self, queue, length + 1, bag & ~(rest & (0 - rest)));
    }
}

/* Remembers the value of a situation. */
static void choice_keep_value(choice_search *self, const uint64_t key[2], uint64_t value)
{
    uint32_t index = 0;
    self->status = df_key_index_add(&self->known, self->memory, key, &index);
    if (self->status == DF_OK)
        self->status = ARRAY_RESERVE_WITHIN(self->values, self->values_capacity, index, 1,
                                            &self->memory->left);
    if (self->status == DF_OK)
        self->values[index] = value;
}

/* Returns piece `index` of the queues of a node; CLEAR_NO_PIECE behind the end. It is known. */
static uint16_t choice_find_piece(const choice_search *self, uint32_t node, size_t index)
{
    const size_t queue = self->tree.nodes[node].begin;
    return index < self->length ? self->queues[queue * self->length + index] : CLEAR_NO_PIECE;
}

/* Returns how many pieces have been dropped. */
static size_t choice_count_drops(const choice_search *self, uint64_t squares)
{
    return bits_count(squares & ~self->solver->board.start) / self->solver->set->pieces[0].size;
}

static uint64_t choice_find_value(choice_search *self, const choice_situation *at);

/* Values something in all situations that differ in the piece that is shown now. */
typedef uint64_t choice_valuer(choice_search *self, const choice_situation *at,
                               const void *context);

static uint64_t choice_show_piece(choice_search *self, const choice_situation *at,
                                  choice_valuer *valuer, const void *context)
{
    choice_situation after = *at;
    uint64_t sum = 0;
    bool shown = false;
    for (size_t p = 0; p < self->solver->set->count; p++) {
        const uint32_t child = self->tree.nodes[at->node].children[p];
        if (child == 0)
            continue;
        shown = true;
        after.node = child;
        sum += valuer(self, &after, context);
    }
    return shown ? sum : valuer(self, at, context);
}

/* A drop: of the piece in hand, so that the arriving one comes into hand; or of that one. */
typedef struct choice_drop {
    board_edge edge;
    bool arriving;
} choice_drop;

/* Returns the value after a drop and the piece that it shows. */
static uint64_t choice_value_after(choice_search *self, const choice_situation *at,
                                   const void *context)
{
    const choice_drop *drop = context;
    choice_situation after = *at;
    if (!drop->arriving)
        after.hand =
            choice_find_piece(self, at->node, choice_count_drops(self, at->squares) + 1);
    after.squares |= self->solver->board.places[drop->edge.place].squares;
    after.held = at->held || drop->arriving;
    return choice_find_value(self, &after);
}

static uint64_t choice_value_drop(choice_search *self, const choice_situation *at,
                                  const void *context)
{
    return choice_show_piece(self, at, choice_value_after, context);
}

/* Returns the largest value of the drops of the piece in hand, or of the arriving one. */
static uint64_t choice_value_piece(choice_search *self, const choice_situation *at,
                                   const void *context)
{
    choice_drop drop = {.arriving = *(const bool *)context};
    const uint16_t piece =
        drop.arriving
            ? choice_find_piece(self, at->node, choice_count_drops(self, at->squares) + 1)
            : at->hand;
    uint64_t best = 0;
    for (uint32_t e = board_map_first(&self->map, at->squares); e != 0 && self->status == DF_OK;
         e = self->map.edges[e - 1].next) {
        drop.edge = self->map.edges[e - 1];
        if (drop.edge.piece != piece)
            continue;
        const uint64_t value = choice_value_drop(self, at, &drop);
        best = value > best ? value : best;
    }
    return best;
}

/* Returns the value of a situation: how many of its continuations clear, played well. */
static uint64_t choice_find_value(choice_search *self, const choice_situation *at)
{
    if (at->squares == self->solver->board.play.layout.full)
        return self->tree.nodes[at->node].end - self->tree.nodes[at->node].begin;
    const uint64_t key[2] = {at->squares, (uint64_t)at->node << 32 | (uint64_t)at->hand << 8 |
                                              (at->held ? 1 : 0)};
    if (self->status != DF_OK)
        return 0;
    const uint32_t known = df_key_index_find(&self->known, key);
    if (known != KEY_INDEX_NONE)
        return self->values[known];
    static const bool is_arriving[] = {false, true};
    uint64_t best = 0;
    if (at->hand != CLEAR_NO_PIECE)
        best = choice_value_piece(self, at, &is_arriving[0]);
    if (self->request->hold && choice_count_drops(self, at->squares) + 1 < self->length) {
        /* Putting the first piece aside shows another one before the drop. */
        const uint64_t other =
            at->held ? choice_value_piece(self, at, &is_arriving[1])
                     : choice_show_piece(self, at, choice_value_piece, &is_arriving[1]);
        best = other > best ? other : best;
    }
    if (self->status == DF_OK)
        choice_keep_value(self, key, best);
    return self->status == DF_OK ? best : 0;
}

/* Returns the node of the tree with the first `count` pieces of the request. */
static uint32_t choice_find_root(const choice_search *self, size_t count)
{
    uint32_t node = 0;
    for (size_t i = 0; i < count && i < self->length; i++)
        node = self->tree.nodes[node].children[self->request->queue[i]];
    return node;
}

/* Lists the first drops of the piece in hand, or of the arriving one. */
static void choice_list_choices(choice_search *self, const choice_situation *at, bool arriving,
                                df_clear_choice *choices, size_t *count)
{
    const solve_board *board = &self->solver->board;
    const clear_board *layout = &board->play.layout;
    const uint16_t piece = arriving ? choice_find_piece(self, at->node, 1) : at->hand;
    for (uint32_t e = board_map_first(&self->map, at->squares); e != 0;
         e = self->map.edges[e - 1].next) {
        const choice_drop drop = {self->map.edges[e - 1], arriving};
        if (drop.edge.piece != piece)
            continue;
        const solve_place *place = &board->places[drop.edge.place];
        const unsigned corner =
            bits_lowest(place->squares) / layout->width * layout->width + place->x;
        choices[(*count)++] = (df_clear_choice){
            .drop = {.drop = df_clear_drop_at(layout, &layout->shapes[place->shape],
                                              at->squares, corner),
                     .hold = arriving != at->held},
            .clear = arriving && !at->held
                         ? choice_show_piece(self, at, choice_value_drop, &drop)
                         : choice_value_drop(self, at, &drop)};
    }
}

/* Values the situation and all first drops. */
static void choice_choose(choice_search *self, df_clear_choice **choices, size_t *count,
                          df_clear_tally *tally)
{
    const df_clear_request *request = self->request;
    const choice_situation root = {.squares = self->solver->board.start,
                                   .node = choice_find_root(self, request->count),
                                   .hand = request->queue[0],
                                   .held = request->held};
    size_t edges = 0, used = 0;
    for (uint32_t e = board_map_first(&self->map, root.squares); e != 0;
         e = self->map.edges[e - 1].next)
        edges++;
    df_clear_choice *list = calloc(2 * edges + 1, sizeof list[0]);
    if (list == NULL) {
        self->status = DF_ERROR_MEMORY;
        return;
    }
    const uint64_t clear = choice_find_value(self, &root);
    choice_list_choices(self, &root, false, list, &used);
    if (request->hold && request->count > 1 && self->length > 1 &&
        request->queue[1] != root.hand)
        choice_list_choices(self, &root, true, list, &used);
    if (self->status != DF_OK) {
        free(list);
        return;
    }
    df_choice_sort(list, &used);
    *choices = list;
    *count = used;
    *tally = (df_clear_tally){.clear = clear,
                              .total = self->queue_count,
                              .complete = !self->limited,
                              .most = self->limited ? self->covered : clear};
}

/* Returns the number of solutions that DF_CLEAR_BEST_USUAL stands for. */
static uint64_t choice_usual_max(const df_clear_solver *solver, const df_clear_request *request)
{
    const size_t length = solver->board.drops + (request->hold ? 1 : 0);
    unsigned bag = bits_count(request->bag);
    uint64_t count = 1;
    for (size_t known = request->count; known < length && count < CHOICE_SOLUTIONS; known++) {
        bag = bag > 0 ? bag : (unsigned)solver->set->count;
        count *= bag--;
    }
    if (count <= CHOICE_FEW_QUEUES)
        return 0;
    return count < CHOICE_SOLUTIONS ? CHOICE_SOLUTIONS / count : 1;
}

/* Finds the solutions of all continuations and the boards on the way to them. */
static void choice_find_boards(choice_search *self, df_error *error)
{
    const df_clear_request *request = self->request;
    const df_clear_queues asked = {.pieces = self->queues,
                                   .count = self->queue_count,
                                   .length = self->length,
                                   .hold = request->hold,
                                   .max = request->max == DF_CLEAR_BEST_USUAL
                                              ? choice_usual_max(self->solver, request)
                                              : request->max,
                                   .watch = request->watch,
                                   .watch_context = request->watch_context};
    df_clear_catalog *catalog = NULL;
    self->status = df_clear_catalog_create(&catalog, self->solver, &asked, error);
    if (self->status == DF_OK) {
        self->covered = catalog->covered;
        self->limited = catalog->limited;
        self->status = board_map_fill(&self->map, self->solver, catalog);
    }
    df_clear_catalog_free(catalog);
}

static void choice_run(choice_search *self, df_error *error)
{
    const df_clear_request *request = self->request;
    uint16_t queue[DF_CLEAR_SOLVER_MAX_DROPS + 1];
    const size_t known = request->count < self->length ? request->count : self->length;
    memcpy(queue, request->queue, known * sizeof queue[0]);
    choice_add_queues(self, queue, known, request->bag);
    if (self->status == DF_OK) {
        const df_clear_queues list = {
            .pieces = self->queues, .count = self->queue_count, .length = self->length};
        self->status = df_queue_tree_create(&self->tree, &list, self->length,
                                            self->solver->set->count, self->memory);
    }
    if (self->status == DF_OK)
        choice_find_boards(self, error);
}

/* True if solutions of all continuations would take long, and are not needed. */
static bool choice_has_many(const df_clear_solver *solver, const df_clear_request *request)
{
    return request->max == DF_CLEAR_BEST_USUAL && choice_usual_max(solver, request) > 0 &&
           df_choice_has_odds(solver);
}

static bool choice_is_valid(const df_clear_solver *solver, const df_clear_request *request)
{
    for (size_t i = 0; i < request->count; i++) {
        if (request->queue[i] >= solver->set->count)
            return false;
    }
    return request->count > (request->held ? 1 : 0) &&
           (request->bag & ~bits_low((unsigned)solver->set->count)) == 0 &&
           (request->hold || !request->held);
}

df_status df_clear_solver_best(df_clear_solver *solver, const df_clear_request *request,
                               df_clear_choice **choices, size_t *count, df_clear_tally *tally,
                               df_error *error)
{
    if (!choice_is_valid(solver, request) || solver->board.drops == 0)
        return DF_ERROR_ARGUMENT;
    choice_search self = {.solver = solver,
                          .request = request,
                          .memory = &solver->memory,
                          .length = solver->board.drops + (request->hold ? 1 : 0),
                          .known = key_index_of(2),
                          .map = {.memory = &solver->memory, .boards = key_index_of(1)}};
    self.status = choice_has_many(solver, request)
                      ? df_choice_find_odds(solver, request, choices, count, tally)
                      : DF_ERROR_LIMIT;
    if (self.status == DF_OK)
        df_choice_sort(*choices, count);
    if (self.status != DF_ERROR_LIMIT)
        return self.status;
    self.status = DF_OK;
    choice_run(&self, error);
    if (self.status == DF_OK)
        choice_choose(&self, choices, count, tally);
    if (self.status == DF_ERROR_LIMIT && (error == NULL || error->text[0] == '\0'))
        (void)df_error_set(error, DF_ERROR_LIMIT,
                           "the continuations take more than the %s of memory they may use; "
                           "show more pieces, or allow more",
                           df_error_memory(solver->limit).text);
    board_map_free(&self.map);
    df_queue_tree_free(&self.tree, self.memory);
    df_key_index_free(&self.known, self.memory);
    self.memory->left += self.values_capacity * sizeof self.values[0];
    free(self.values);
    self.memory->left += self.queues_capacity * sizeof self.queues[0];
    free(self.queues);
    return self.status;
}
