/* Visits tilings one after the other. Only states with a completion are entered. The
 * completions of a state with few of them are made once, as a table, so that most visits need
 * no more than the next entry of a table. */
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "tiling_states.h"

enum {
    MAX_TAILS = 256,          /* completions of a state whose table is made */
    MAX_TAIL_LINES = 8,       /* lines that are left there, and */
    MAX_TAIL_SQUARES = 128,   /* squares, so that making it does not go deep */
    MAX_TAIL_DROPS = 1 << 22, /* of all tables */
};

typedef struct tiling_frame {
    tiling_spot at;
    size_t edge; /* the next to take, counted from those of the node */
} tiling_frame;

/* The completions of a state: completion i is the drops ends[begin + i] … ends[begin + i + 1]
 * of the lister. */
typedef struct tiling_table {
    size_t begin;
    size_t count;
} tiling_table;

typedef struct tiling_lister {
    const df_tilings *tilings;
    df_tiling_visit *visitor;
    void *context;
    uint64_t left; /* visits */
    df_tiling tiling;
    df_drop *head;
    tiling_frame *frames;
    size_t depth;
    uint32_t *table_of; /* of each slot: 1 + index of its table, or 0 */
    tiling_table *tables;
    size_t table_count, table_capacity;
    size_t *ends;
    size_t end_count, end_capacity;
    df_drop *drops;
    size_t drop_count, drop_capacity;
} tiling_lister;

/* Returns the number of completions if they go in a table, otherwise 0. */
static size_t tiling_list_count_tails(const tiling_lister *self, tiling_spot at,
                                      const uint64_t *count)
{
    const df_tilings *tilings = self->tilings;
    const unsigned lines = tilings->lines - at.line;
    if (count[0] > MAX_TAILS || lines > MAX_TAIL_LINES ||
        lines * tilings->across > MAX_TAIL_SQUARES)
        return 0;
    for (size_t i = 1; i < tilings->count_words; i++) {
        if (count[i] != 0)
            return 0;
    }
    return (size_t)count[0];
}

static df_status tiling_list_add_tails(tiling_lister *self, tiling_spot at,
                                       const tiling_edge *edge, size_t next)
{
    const tiling_table from = self->tables[next];
    const df_drop first = df_tiling_piece(self->tilings, at, edge);
    for (size_t i = 0; i < from.count; i++) {
        const size_t begin = self->ends[from.begin + i], end = self->ends[from.begin + i + 1];
        const df_status status =
            ARRAY_RESERVE(self->drops, self->drop_capacity, self->drop_count, end - begin + 1);
        if (status != DF_OK)
            return status;
        self->drops[self->drop_count++] = first;
        if (end > begin)
            memcpy(&self->drops[self->drop_count], &self->drops[begin],
                   (end - begin) * sizeof first);
        self->drop_count += end - begin;
        self->ends[self->end_count++] = self->drop_count;
    }
    return DF_OK;
}

/* Makes the table of a state with `count` completions, after the tables of the next states. */
static df_status tiling_list_make_table(tiling_lister *self, tiling_spot at, size_t count,
                                        size_t *index)
{
    const df_tilings *tilings = self->tilings;
    const size_t slot = tiling_slot(tilings, at);
    if (self->table_of[slot] != 0) {
        *index = self->table_of[slot] - 1;
        return DF_OK;
    }
    const tiling_node *node = &tilings->nodes[at.node];
    const tiling_edge *edges = &tilings->edges[node->edges];
    const bool is_full = tiling_is_full(tilings, at);
    for (size_t i = 0; i < node->edge_count && !is_full; i++) {
        const tiling_spot next = tiling_follow(at, &edges[i]);
        const uint64_t *completions = tiling_completions(tilings, next);
        const df_status status =
            completions == NULL
                ? DF_OK
                : tiling_list_make_table(self, next, (size_t)completions[0], index);
        if (status != DF_OK)
            return status;
    }
    df_status status = ARRAY_RESERVE(self->tables, self->table_capacity, self->table_count, 1);
    if (status == DF_OK)
        status = ARRAY_RESERVE(self->ends, self->end_capacity, self->end_count, count + 1);
    if (status != DF_OK)
        return status;
    const tiling_table made = {self->end_count, count};
    self->ends[self->end_count++] = self->drop_count;
    if (is_full)
        self->ends[self->end_count++] = self->drop_count;
    for (size_t i = 0; i < node->edge_count && !is_full && status == DF_OK; i++) {
        const tiling_spot next = tiling_follow(at, &edges[i]);
        if (tiling_completions(tilings, next) != NULL)
            status = tiling_list_add_tails(self, at, &edges[i],
                                           self->table_of[tiling_slot(tilings, next)] - 1);
    }
    if (status != DF_OK)
        return status;
    *index = self->table_count;
    self->tables[self->table_count++] = made;
    self->table_of[slot] = (uint32_t)self->table_count;
    return DF_OK;
}

/* Visits the completions in the table, from number `skip`. */
static df_status tiling_list_visit_table(tiling_lister *self, size_t index, size_t skip)
{
    const tiling_table *from = &self->tables[index];
    const size_t *ends = &self->ends[from->begin];
    size_t last = from->count;
    if (self->left < last - skip)
        last = skip + (size_t)self->left;
    self->left -= last - skip;
    df_status status = DF_OK;
    size_t begin = ends[skip];
    for (size_t i = skip; i < last && status == DF_OK; i++) {
        self->tiling.tail = &self->drops[begin];
        self->tiling.tail_count = ends[i + 1] - begin;
        begin = ends[i + 1];
        status = self->visitor(self->context, &self->tiling);
    }
    return status;
}

/* Enters a state: visits its completions from number `skip`, if they are in a table or the
 * tiling is complete, and otherwise puts it on the stack. */
static df_status tiling_list_enter(tiling_lister *self, tiling_spot at, const uint64_t *count,
                                   size_t skip)
{
    self->tiling.head_count = self->depth;
    const size_t tails = tiling_list_count_tails(self, at, count);
    if (tails > 0 && (self->table_of[tiling_slot(self->tilings, at)] != 0 ||
                      self->drop_count < MAX_TAIL_DROPS)) {
        size_t index = 0;
        const df_status status = tiling_list_make_table(self, at, tails, &index);
        return status == DF_OK ? tiling_list_visit_table(self, index, skip) : status;
    }
    if (tiling_is_full(self->tilings, at)) {
        self->left--;
        self->tiling.tail_count = 0;
        return self->visitor(self->context, &self->tiling);
    }
    self->frames[self->depth] = (tiling_frame){at, 0};
    self->depth++;
    return DF_OK;
}

/* Visits the tilings that follow the states on the stack. */
static df_status tiling_list_visit_all(tiling_lister *self)
{
    const df_tilings *tilings = self->tilings;
    df_status status = DF_OK;
    while (self->depth > 0 && self->left > 0 && status == DF_OK) {
        tiling_frame *top = &self->frames[self->depth - 1];
        const tiling_node *node = &tilings->nodes[top->at.node];
        if (top->edge == node->edge_count) {
            self->depth--;
            continue;
        }
        const tiling_edge *edge = &tilings->edges[node->edges + top->edge++];
        const tiling_spot next = tiling_follow(top->at, edge);
        const uint64_t *count = tiling_completions(tilings, next);
        if (count == NULL)
            continue;
        self->head[self->depth - 1] = df_tiling_piece(tilings, top->at, edge);
        status = tiling_list_enter(self, next, count, 0);
    }
    return status;
}

/* Visits the first tiling, number `number`, and those after it in its table; the frames that it
 * leaves on the stack continue from there. Uses `number` up. */
static df_status tiling_list_begin(tiling_lister *self, uint64_t *number)
{
    const df_tilings *tilings = self->tilings;
    tiling_spot at = {0, 0};
    for (;;) {
        const size_t depth = self->depth;
        const df_status status =
            tiling_list_enter(self, at, tiling_completions(tilings, at), (size_t)number[0]);
        if (status != DF_OK || self->depth == depth)
            return status;
        const tiling_edge *edge = df_tiling_choose(tilings, at, number);
        tiling_frame *top = &self->frames[depth];
        top->edge = (size_t)(edge - &tilings->edges[tilings->nodes[at.node].edges]) + 1;
        self->head[depth] = df_tiling_piece(tilings, at, edge);
        at = tiling_follow(at, edge);
    }
}

df_status df_tilings_list(const df_tilings *tilings, const df_natural *skip, uint64_t limit,
                          df_tiling_visit *visitor, void *context)
{
    uint64_t *number = NULL;
    df_status status = df_tiling_number(tilings, skip, &number);
    /* There is no such tiling: nothing is visited. */
    if (status == DF_ERROR_ARGUMENT)
        return DF_OK;
    if (status != DF_OK)
        return status;
    const size_t max = df_tilings_max_pieces(tilings) + 1;
    tiling_lister self = {
        .tilings = tilings,
        .visitor = visitor,
        .context = context,
        .left = limit == 0 ? UINT64_MAX : limit,
        .tiling = {.width = tilings->width, .height = tilings->height, .set = tilings->set},
        .head = malloc(max * sizeof(df_drop)),
        .frames = malloc(max * sizeof(tiling_frame)),
        .table_of = calloc(tilings->slot_count, sizeof(uint32_t)),
    };
    self.tiling.head = self.head;
    if (self.head == NULL || self.frames == NULL || self.table_of == NULL)
        status = DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = tiling_list_begin(&self, number);
    if (status == DF_OK)
        status = tiling_list_visit_all(&self);
    free(number);
    free(self.head);
    free(self.frames);
    free(self.table_of);
    free(self.tables);
    free(self.ends);
    free(self.drops);
    return status;
}
