#include "solve_join.h"

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

/* A right half, to be sorted by its pieces. */
typedef struct join_key {
    uint64_t pieces;
    uint32_t index;
} join_key;

/* Right halves of the same pieces: keys from `begin` to that of the next group. */
typedef struct join_group {
    uint64_t pieces;
    size_t begin;
} join_group;

/* The pieces that each row needs to be full, and those that wait until it has cleared. */
typedef struct join_rows {
    uint64_t need[DF_CLEAR_SOLVER_MAX_ROWS];
    uint64_t wait[DF_CLEAR_SOLVER_MAX_ROWS];
} join_rows;

typedef struct join_search {
    const solve_join_request *request;
    tile_budget *memory;
    unsigned rows;
    uint64_t queue_pieces;
    uint64_t arrived[ARRIVED_SIZE]; /* up to each index of the queue; the rest as the last */
    join_halves left, right;
    join_key *keys; /* of the right halves, sorted */
    size_t keys_capacity;
    join_group *groups; /* of the keys, and one behind them */
    size_t group_count, groups_capacity;
    join_rows *right_rows; /* of each right half, by its key */
    size_t right_rows_capacity;
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
        for (unsigned y = 0; y < DF_CLEAR_SOLVER_MAX_ROWS; y++) {
            sum.need[y] += place->need[y];
            sum.wait[y] += place->wait[y];
        }
    }
    return sum;
}

/* Returns all pieces that have arrived when the last of these does: a binary search without
 * branches, which could not be predicted. */
static uint64_t join_find_arrived(const join_search *self, uint64_t pieces)
{
    unsigned index = 0;
    for (unsigned step = ARRIVED_SIZE / 2; step > 0; step /= 2) {
        const uint64_t enough = (self->arrived[index + step - 1] | COUNT_GUARD) - pieces;
        index += (enough & COUNT_GUARD) != COUNT_GUARD ? step : 0;
    }
    return self->arrived[index];
}

/* True if the queue cannot build the tiling: a row clears when the last piece that it needs is
 * dropped, and of the pieces that have arrived by then at most one, with hold, may still be in
 * hand. So at most one of them may wait for the row. */
static bool join_is_hopeless(const join_search *self, const join_rows *left,
                             const join_rows *right, uint64_t pieces)
{
    for (unsigned y = 0; y < self->rows; y++) {
        const uint64_t wait = left->wait[y] + right->wait[y];
        if (wait == 0)
            continue;
        const uint64_t arrived = join_find_arrived(self, left->need[y] + right->need[y]);
        /* Fields where the first number is the larger or equal one keep their guard. */
        uint64_t rest = (arrived | COUNT_GUARD) - (pieces - wait);
        rest &= ((rest & COUNT_GUARD) >> 4) * COUNT_MAX;
        if (rest != 0 &&
            (!self->request->hold || (rest & (rest - 1)) != 0 || (rest & COUNT_EACH) == 0))
            return true;
    }
    return false;
}

static int join_compare_keys(const void *left, const void *right)
{
    const join_key *a = left, *b = right;
    if (a->pieces != b->pieces)
        return a->pieces < b->pieces ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* Returns the most pieces that any of the left halves leaves, for each piece of the set. */
static uint64_t join_find_most(const join_search *self, const uint32_t *lefts, size_t count)
{
    uint64_t least = COUNT_EACH * COUNT_MAX;
    for (size_t i = 0; i < count; i++) {
        const uint64_t pieces = self->left.items[lefts[i]].pieces;
        /* The guards stay where `least` is larger or equal; there the other one is less. */
        const uint64_t larger = ((least | COUNT_GUARD) - pieces) & COUNT_GUARD;
        const uint64_t fields = (larger >> 4) * COUNT_MAX;
        least = (least & ~fields) | (pieces & fields);
    }
    return self->queue_pieces - least;
}

/* Finds the groups of the sorted keys. */
static void join_find_groups(join_search *self)
{
    const size_t count = self->right.count;
    self->status = ARRAY_RESERVE_WITHIN(self->groups, self->groups_capacity, 0, count + 1,
                                        &self->memory->left);
    if (self->status != DF_OK)
        return;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || self->keys[i].pieces != self->keys[i - 1].pieces)
            self->groups[self->group_count++] = (join_group){self->keys[i].pieces, i};
    }
    self->groups[self->group_count].begin = count;
}

/* Finds the right halves of a node and sorts them by their pieces. */
static void join_find_rights(join_search *self, uint32_t node, uint64_t most)
{
    join_halves *right = &self->right;
    right->count = 0;
    right->pieces = most;
    self->group_count = 0;
    join_walk(self, right, node, most);
    if (self->status == DF_OK)
        self->status = ARRAY_RESERVE_WITHIN(self->keys, self->keys_capacity, 0, right->count,
                                            &self->memory->left);
    if (self->status == DF_OK)
        self->status = ARRAY_RESERVE_WITHIN(self->right_rows, self->right_rows_capacity, 0,
                                            right->count, &self->memory->left);
    if (self->status != DF_OK || right->count == 0)
        return;
    for (size_t i = 0; i < right->count; i++)
        self->keys[i] = (join_key){right->items[i].pieces, (uint32_t)i};
    qsort(self->keys, right->count, sizeof self->keys[0], join_compare_keys);
    for (size_t i = 0; i < right->count; i++)
        self->right_rows[i] = join_sum_rows(self, &right->items[self->keys[i].index]);
    join_find_groups(self);
}

/* Hands out a left half with each of the right halves of a group. */
static void join_hand_out(join_search *self, const join_half *left, const join_rows *left_rows,
                          const join_group *group)
{
    uint16_t places[2 * DF_CLEAR_SOLVER_MAX_DROPS];
    memcpy(places, left->places, sizeof left->places);
    const uint64_t pieces = left->pieces + group->pieces;
    const size_t begin = group[0].begin, end = group[1].begin;
    self->report.tilings += end - begin;
    for (size_t i = begin; i < end && self->status == DF_OK; i++) {
        if (join_is_hopeless(self, left_rows, &self->right_rows[i], pieces))
            continue;
        const join_half *right = &self->right.items[self->keys[i].index];
        memcpy(places + left->count, right->places, sizeof right->places);
        self->status = self->request->visit(self->request->context, places,
                                            (unsigned)left->count + right->count);
    }
}

/* Joins the left halves that end in one node with all right halves from there. */
static void join_halves_at(join_search *self, uint32_t node, const uint32_t *lefts,
                           size_t count)
{
    join_find_rights(self, node, join_find_most(self, lefts, count));
    if (self->group_count == 0)
        return;
    const join_group *end = self->groups + self->group_count;
    for (size_t i = 0; i < count && join_step(self); i++) {
        const join_half *left = &self->left.items[lefts[i]];
        const uint64_t rest = (self->queue_pieces - left->pieces) | COUNT_GUARD;
        join_rows left_rows;
        bool summed = false;
        for (const join_group *group = self->groups; group < end; group++) {
            if (((rest - group->pieces) & COUNT_GUARD) != COUNT_GUARD)
                continue;
            if (!summed)
                left_rows = join_sum_rows(self, left);
            summed = true;
            join_hand_out(self, left, &left_rows, group);
        }
    }
}

/* Joins all left halves, sorted by the nodes that they end in. */
static void join_all(join_search *self)
{
    const size_t nodes = self->request->graph->nodes, count = self->left.count;
    size_t *begin = df_tile_budget_take(self->memory, nodes + 2, sizeof begin[0]);
    uint32_t *sorted = df_tile_budget_take(self->memory, count + 1, sizeof sorted[0]);
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
    df_tile_budget_free(self->memory, begin, nodes + 2, sizeof begin[0]);
    df_tile_budget_free(self->memory, sorted, count + 1, sizeof sorted[0]);
}

/* Counts the pieces that have arrived. More than fit into a count cannot be needed. */
static void join_count_queue(join_search *self)
{
    const solve_join_request *request = self->request;
    for (size_t i = 0; i < ARRIVED_SIZE; i++) {
        const unsigned piece = i < request->length ? request->queue[i] : 0;
        if (i < request->length &&
            (self->queue_pieces >> (COUNT_BITS * piece) & COUNT_MAX) < COUNT_MAX)
            self->queue_pieces += solve_count_one(piece);
        self->arrived[i] = self->queue_pieces;
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

df_status df_solve_join(const solve_join_request *request, solve_join_report *report,
                        tile_budget *memory)
{
    join_search self = {.request = request,
                        .memory = memory,
                        .rows = request->board->play.layout.rows,
                        .left.squares = join_find_middle(request->board),
                        .right.squares = request->board->play.layout.full};
    join_count_queue(&self);
    self.left.pieces = self.queue_pieces;
    join_walk(&self, &self.left, request->graph->root, self.queue_pieces);
    if (self.status == DF_OK && !self.report.limited)
        join_all(&self);
    const uint64_t used = self.left.capacity * sizeof self.left.items[0] +
                          self.right.capacity * sizeof self.right.items[0] +
                          self.keys_capacity * sizeof self.keys[0] +
                          self.groups_capacity * sizeof self.groups[0] +
                          self.right_rows_capacity * sizeof self.right_rows[0];
    memory->left += used;
    free(self.left.items);
    free(self.right.items);
    free(self.keys);
    free(self.groups);
    free(self.right_rows);
    *report = self.report;
    return self.status;
}
