#include "solver.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* At least as many as a queue has pieces; a power of two. */
enum { ARRIVED_SIZE = DF_CLEAR_SOLVER_MAX_DROPS + 1 };

/* Half a tiling. */
typedef struct join_half {
    uint64_t pieces; /* counts */
    uint32_t end;    /* the node that it leads to */
    uint16_t count;
    uint16_t places[DF_CLEAR_SOLVER_MAX_DROPS];
} join_half;

typedef struct join_halves {
    uint64_t squares; /* that are full at their ends: bit rows * x + y */
    uint64_t pieces;  /* that they may use: counts */
    join_half *items;
    size_t count;
    size_t capacity;
} join_halves;

/* Halves of the same pieces. */
typedef struct join_class {
    uint64_t pieces;
    uint32_t index; /* by the first of them */
    uint32_t count;
} join_class;

/* Halves by their pieces. */
typedef struct join_classes {
    join_class *items;
    size_t count, capacity;
    uint32_t *of; /* of each half its class */
    size_t of_capacity;
    uint32_t *slots; /* 1 + index of a class, at its hash; 0: none */
    size_t slots_capacity;
} join_classes;

/* For each inner row the pieces that it needs to fill, and those that wait for its clear. */
typedef struct join_rows {
    uint64_t need[SOLVE_INNER_ROWS];
    uint64_t wait[SOLVE_INNER_ROWS];
} join_rows;

/* A right half, sorted by its pieces. */
typedef struct join_right {
    join_rows rows;
    uint32_t index;
} join_right;

/* Right halves of the same pieces: from `begin` to that of the next group. */
typedef struct join_group {
    uint64_t pieces;
    size_t begin;
    join_rows least; /* what all of them need and wait for */
} join_group;

/* The places of a left half and, behind them, of a right one. */
typedef struct join_tiling {
    uint16_t places[2 * DF_CLEAR_SOLVER_MAX_DROPS];
    unsigned kept; /* those that have been handed out before */
} join_tiling;

/* The groups that left halves of one class go with: `count` of them from `begin`. */
typedef struct join_matches {
    size_t begin;
    size_t count;
} join_matches;

typedef struct join_search {
    const solve_join_request *request;
    memory_budget *memory;
    unsigned inner_rows;
    uint64_t queue_pieces;
    uint64_t spare; /* counts of one: with hold the pieces that may be in hand */
    /* Up to each index of the queue, with the guards set; the rest as the last one. */
    uint64_t arrived[ARRIVED_SIZE];
    join_halves left, right;
    join_classes left_classes, right_classes; /* of those at the node in work */
    join_right *rights;                       /* sorted */
    size_t rights_capacity;
    join_group *groups; /* of `rights`, and one behind them */
    size_t group_count, groups_capacity;
    join_matches *matches; /* of each class of left halves */
    size_t matches_capacity;
    uint32_t *matching; /* groups */
    size_t matching_capacity;
    uint16_t path[DF_CLEAR_SOLVER_MAX_DROPS];
    unsigned depth;
    solve_join_report report;
    df_status status;
} join_search;

static bool join_step(join_search *self)
{
    if (self->request->nodes > 0 && self->report.nodes >= self->request->nodes)
        self->report.limited = true;
    self->report.nodes++;
    return self->status == DF_OK && !self->report.limited;
}

static void join_keep_half(join_search *self, join_halves *halves, uint32_t node, uint64_t left)
{
    self->status = ARRAY_RESERVE_WITHIN(halves->items, halves->capacity, halves->count, 1,
                                        &self->memory->left);
    if (self->status != DF_OK)
        return;
    join_half *half = &halves->items[halves->count++];
    half->pieces = halves->pieces - left;
    half->end = node;
    half->count = (uint16_t)self->depth;
    memcpy(half->places, self->path, sizeof half->places);
}

/* Keeps all halves from a node on. `left` are the pieces that may still be used. */
static void join_walk(join_search *self, join_halves *halves, uint32_t node, uint64_t left)
{
    const solve_graph *graph = self->request->graph;
    if (!join_step(self))
        return;
    if ((graph->full[node] & halves->squares) == halves->squares) {
        join_keep_half(self, halves, node, left);
        return;
    }
    for (uint32_t e = graph->begin[node]; e < graph->begin[node + 1]; e++) {
        const solve_edge *edge = &graph->edges[e];
        if (!solve_count_has(left, edge->piece))
            continue;
        self->path[self->depth++] = edge->place;
        join_walk(self, halves, edge->child, left - solve_count_one(edge->piece));
        self->depth--;
    }
}

static join_rows join_sum_rows(const join_search *self, const join_half *half)
{
    join_rows sum = {0};
    for (unsigned i = 0; i < half->count; i++) {
        const solve_place *place = &self->request->board->places[half->places[i]];
        for (unsigned y = 0; y < SOLVE_INNER_ROWS; y++) {
            sum.need[y] += place->need[y];
            sum.wait[y] += place->wait[y];
        }
    }
    return sum;
}

/* Returns all pieces that have arrived when the last of these does, with the guards set: a
 * binary search without branches, which could not be predicted. */
static inline uint64_t join_find_arrived(const join_search *self, uint64_t pieces)
{
    unsigned index = 0;
    for (unsigned step = ARRIVED_SIZE / 2; step > 0; step /= 2) {
        const uint64_t enough = self->arrived[index + step - 1] - pieces;
        index += (enough & COUNT_GUARD) != COUNT_GUARD ? step : 0;
    }
    return self->arrived[index];
}

/* True if the queue cannot build the tiling: a row clears when the last piece that it needs is
 * dropped, and of the pieces that have arrived by then at most one, with hold, may still be in
 * hand. So at most one of them may wait for the row. Rows that none waits for need no test, but
 * pass it: one piece of the queue at most is not in the tiling. */
static inline bool join_is_hopeless(const join_search *self, const join_rows *left,
                                    const join_rows *right, uint64_t pieces)
{
    uint64_t hopeless = 0;
    for (unsigned y = 0; y < self->inner_rows; y++) {
        const uint64_t wait = left->wait[y] + right->wait[y];
        const uint64_t arrived = join_find_arrived(self, left->need[y] + right->need[y]);
        /* Fields where the first number is the larger or equal one keep their guard. */
        uint64_t rest = arrived - (pieces - wait);
        const uint64_t guards = rest & COUNT_GUARD;
        rest &= guards - (guards >> 4);
        hopeless |= (rest & ~self->spare) | (rest & (rest - 1));
    }
    return hopeless != 0;
}

/* Makes the arrays of classes large enough for `count` halves, and empty. */
static void join_begin_classes(join_search *self, join_classes *classes, size_t count,
                               size_t slot_count)
{
    uint64_t *left = &self->memory->left;
    classes->count = 0;
    self->status = ARRAY_RESERVE_WITHIN(classes->items, classes->capacity, 0, count, left);
    if (self->status == DF_OK)
        self->status = ARRAY_RESERVE_WITHIN(classes->of, classes->of_capacity, 0, count, left);
    if (self->status == DF_OK)
        self->status =
            ARRAY_RESERVE_WITHIN(classes->slots, classes->slots_capacity, 0, slot_count, left);
    if (self->status == DF_OK)
        memset(classes->slots, 0, slot_count * sizeof classes->slots[0]);
}

/* Finds the classes of halves: of the items with the numbers of `list`, or of the first ones if
 * it is NULL. */
static void join_find_classes(join_search *self, join_classes *classes, const join_half *items,
                              const uint32_t *list, size_t count)
{
    size_t slot_count = 16;
    while (slot_count < 2 * count)
        slot_count *= 2;
    join_begin_classes(self, classes, count, slot_count);
    for (size_t i = 0; self->status == DF_OK && i < count; i++) {
        const uint64_t pieces = items[list != NULL ? list[i] : i].pieces;
        uint64_t slot = pieces * UINT64_C(0x9e3779b97f4a7c15);
        slot = (slot ^ slot >> 32) & (slot_count - 1);
        while (classes->slots[slot] != 0 &&
               classes->items[classes->slots[slot] - 1].pieces != pieces)
            slot = (slot + 1) & (slot_count - 1);
        if (classes->slots[slot] == 0) {
            const uint32_t index = (uint32_t)classes->count++;
            classes->items[index] = (join_class){.pieces = pieces, .index = index};
            classes->slots[slot] = index + 1;
        }
        classes->of[i] = classes->slots[slot] - 1;
        classes->items[classes->of[i]].count++;
    }
}

static int join_compare_classes(const void *left, const void *right)
{
    const join_class *a = left, *b = right;
    return (a->pieces > b->pieces) - (a->pieces < b->pieces);
}

/* Returns the smaller one of each of the counts. */
static inline uint64_t join_least(uint64_t a, uint64_t b)
{
    /* The guards stay where the first is larger or equal. */
    const uint64_t guards = ((a | COUNT_GUARD) - b) & COUNT_GUARD;
    const uint64_t larger = guards - (guards >> 4);
    return (a & ~larger) | (b & larger);
}

/* Returns the most pieces that any of the left halves leaves, for each piece of the set. */
static uint64_t join_find_most(const join_search *self, const uint32_t *lefts, size_t count)
{
    uint64_t least = COUNT_EACH * COUNT_MAX;
    for (size_t i = 0; i < count; i++)
        least = join_least(least, self->left.items[lefts[i]].pieces);
    return self->queue_pieces - least;
}

static void join_take_least(join_rows *self, const join_rows *rows)
{
    for (unsigned y = 0; y < SOLVE_INNER_ROWS; y++) {
        self->need[y] = join_least(self->need[y], rows->need[y]);
        self->wait[y] = join_least(self->wait[y], rows->wait[y]);
    }
}

/* Sorts the right halves by their pieces, in groups. */
static void join_sort_rights(join_search *self)
{
    join_classes *classes = &self->right_classes;
    qsort(classes->items, classes->count, sizeof classes->items[0], join_compare_classes);
    /* The slots are not needed any more: they hold the group of each class. */
    uint32_t *group_of = classes->slots;
    size_t begin = 0;
    for (size_t i = 0; i < classes->count; i++) {
        self->groups[i] = (join_group){.pieces = classes->items[i].pieces, .begin = begin};
        group_of[classes->items[i].index] = (uint32_t)i;
        begin += classes->items[i].count;
    }
    self->group_count = classes->count;
    for (size_t i = 0; i < self->right.count; i++) {
        join_right *right = &self->rights[self->groups[group_of[classes->of[i]]].begin++];
        right->rows = join_sum_rows(self, &self->right.items[i]);
        right->index = (uint32_t)i;
    }
    /* Each `begin` has become that of the next group. */
    for (size_t i = self->group_count; i > 0; i--)
        self->groups[i].begin = self->groups[i - 1].begin;
    self->groups[0].begin = 0;
    for (size_t i = 0; i < self->group_count; i++) {
        join_group *group = &self->groups[i];
        group->least = self->rights[group->begin].rows;
        for (size_t k = group[0].begin + 1; k < group[1].begin; k++)
            join_take_least(&group->least, &self->rights[k].rows);
    }
}

/* Finds the right halves of a node and sorts them by their pieces. */
static void join_find_rights(join_search *self, uint32_t node, uint64_t most)
{
    join_halves *right = &self->right;
    right->count = 0;
    right->pieces = most;
    self->group_count = 0;
    join_walk(self, right, node, most);
    if (self->status != DF_OK || right->count == 0)
        return;
    join_find_classes(self, &self->right_classes, right->items, NULL, right->count);
    if (self->status == DF_OK)
        self->status = ARRAY_RESERVE_WITHIN(self->rights, self->rights_capacity, 0,
                                            right->count, &self->memory->left);
    if (self->status == DF_OK)
        self->status = ARRAY_RESERVE_WITHIN(self->groups, self->groups_capacity, 0,
                                            self->right_classes.count + 1, &self->memory->left);
    if (self->status == DF_OK)
        join_sort_rights(self);
}

/* Finds the groups that each class of left halves goes with. */
static void join_match_classes(join_search *self)
{
    const join_classes *classes = &self->left_classes;
    size_t found = 0;
    self->status = ARRAY_RESERVE_WITHIN(self->matches, self->matches_capacity, 0,
                                        classes->count, &self->memory->left);
    for (size_t c = 0; self->status == DF_OK && c < classes->count; c++) {
        self->status = ARRAY_RESERVE_WITHIN(self->matching, self->matching_capacity, found,
                                            self->group_count, &self->memory->left);
        if (self->status != DF_OK)
            return;
        const uint64_t rest = (self->queue_pieces - classes->items[c].pieces) | COUNT_GUARD;
        self->matches[c].begin = found;
        for (size_t g = 0; g < self->group_count; g++) {
            self->matching[found] = (uint32_t)g;
            found += ((rest - self->groups[g].pieces) & COUNT_GUARD) == COUNT_GUARD;
        }
        self->matches[c].count = found - self->matches[c].begin;
    }
}

/* Hands out a left half, which is in `tiling`, with each of the right halves of a group. */
static void join_hand_out(join_search *self, const join_half *left, const join_rows *left_rows,
                          const join_group *group, join_tiling *tiling)
{
    const uint64_t pieces = left->pieces + group->pieces;
    const size_t begin = group[0].begin, end = group[1].begin;
    self->report.tilings += end - begin;
    if (end - begin > 1 && join_is_hopeless(self, left_rows, &group->least, pieces))
        return;
    for (size_t i = begin; i < end && self->status == DF_OK; i++) {
        if (join_is_hopeless(self, left_rows, &self->rights[i].rows, pieces))
            continue;
        const join_half *right = &self->right.items[self->rights[i].index];
        memcpy(tiling->places + left->count, right->places, sizeof right->places);
        self->status = self->request->visit(self->request->context, tiling->places,
                                            (unsigned)left->count + right->count, tiling->kept);
        tiling->kept = left->count;
    }
}

/* Joins the left halves that end in one node with all right halves from there. */
static void join_halves_at(join_search *self, uint32_t node, const uint32_t *lefts,
                           size_t count)
{
    join_find_rights(self, node, join_find_most(self, lefts, count));
    if (self->group_count == 0)
        return;
    join_find_classes(self, &self->left_classes, self->left.items, lefts, count);
    if (self->status == DF_OK)
        join_match_classes(self);
    for (size_t i = 0; i < count && join_step(self); i++) {
        const join_half *left = &self->left.items[lefts[i]];
        const join_matches matches = self->matches[self->left_classes.of[i]];
        if (matches.count == 0)
            continue;
        const join_rows left_rows = join_sum_rows(self, left);
        join_tiling tiling = {.kept = 0};
        memcpy(tiling.places, left->places, sizeof left->places);
        for (size_t m = 0; m < matches.count; m++)
            join_hand_out(self, left, &left_rows,
                          &self->groups[self->matching[matches.begin + m]], &tiling);
    }
}

/* Joins all left halves, sorted by the nodes that they end in. */
static void join_all(join_search *self)
{
    const size_t nodes = self->request->graph->nodes, count = self->left.count;
    size_t *begin = df_budget_take(self->memory, nodes + 2, sizeof begin[0]);
    uint32_t *sorted = df_budget_take(self->memory, count + 1, sizeof sorted[0]);
    if (begin == NULL || sorted == NULL) {
        self->status = self->memory->status;
    } else {
        for (size_t i = 0; i < count; i++)
            begin[self->left.items[i].end + 2]++;
        for (size_t n = 2; n < nodes + 2; n++)
            begin[n] += begin[n - 1];
        for (size_t i = 0; i < count; i++)
            sorted[begin[self->left.items[i].end + 1]++] = (uint32_t)i;
        for (uint32_t n = 0; n < nodes && self->status == DF_OK && !self->report.limited; n++) {
            if (begin[n] < begin[n + 1])
                join_halves_at(self, n, sorted + begin[n], begin[n + 1] - begin[n]);
        }
    }
    df_budget_free(self->memory, begin, nodes + 2, sizeof begin[0]);
    df_budget_free(self->memory, sorted, count + 1, sizeof sorted[0]);
}

/* Counts the pieces that have arrived. */
static void join_count_queue(join_search *self)
{
    const solve_join_request *request = self->request;
    for (size_t i = 0; i < ARRIVED_SIZE; i++) {
        if (i < request->length)
            self->queue_pieces = solve_count_add(self->queue_pieces, request->queue[i]);
        self->arrived[i] = self->queue_pieces | COUNT_GUARD;
    }
}

/* Returns the leftmost columns that hold half of the empty squares or more. */
static uint64_t join_find_middle(const solve_board *board)
{
    const clear_board *layout = &board->play.layout;
    const unsigned empty = bits_count(layout->full & ~board->start);
    unsigned columns = 0;
    while (2 * bits_count(bits_low(layout->rows * columns) & ~board->start_columns) < empty)
        columns++;
    return bits_low(layout->rows * columns);
}

static void join_free_classes(join_search *self, join_classes *classes)
{
    self->memory->left += classes->capacity * sizeof classes->items[0] +
                          classes->of_capacity * sizeof classes->of[0] +
                          classes->slots_capacity * sizeof classes->slots[0];
    free(classes->items);
    free(classes->of);
    free(classes->slots);
}

static void join_free(join_search *self)
{
    join_free_classes(self, &self->left_classes);
    join_free_classes(self, &self->right_classes);
    self->memory->left += self->left.capacity * sizeof self->left.items[0] +
                          self->right.capacity * sizeof self->right.items[0] +
                          self->rights_capacity * sizeof self->rights[0] +
                          self->groups_capacity * sizeof self->groups[0] +
                          self->matches_capacity * sizeof self->matches[0] +
                          self->matching_capacity * sizeof self->matching[0];
    free(self->left.items);
    free(self->right.items);
    free(self->rights);
    free(self->groups);
    free(self->matches);
    free(self->matching);
}

df_status df_solve_join(const solve_join_request *request, solve_join_report *report,
                        memory_budget *memory)
{
    const unsigned rows = request->board->play.layout.rows;
    join_search self = {.request = request,
                        .memory = memory,
                        .inner_rows = rows > 2 ? rows - 2 : 0,
                        .left.squares = join_find_middle(request->board),
                        .right.squares = request->board->play.layout.full};
    join_count_queue(&self);
    self.left.pieces = self.queue_pieces;
    self.spare = request->hold ? COUNT_EACH : 0;
    join_walk(&self, &self.left, request->graph->root, self.queue_pieces);
    if (self.status == DF_OK && !self.report.limited)
        join_all(&self);
    join_free(&self);
    *report = self.report;
    return self.status;
}
