#include "ask_spread.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/jobs.h"

/* The bits of a piece in a code; the queues that a thread searches between two calls of the
 * watch; and for each of several threads the parts of the queues. */
enum { SPREAD_PIECE_BITS = 4, SPREAD_SEARCHES = 8, SPREAD_PARTS = 4 };

/* A queue: its pieces as a number, the first one highest, and its index in the list. */
typedef struct spread_item {
    uint64_t code;
    uint32_t queue;
} spread_item;

/* A set of places taken, and the piece in hand. */
typedef struct spread_state {
    uint16_t taken;
    uint16_t hand;
} spread_state;

/* A queue that is searched, and its solution. */
typedef struct spread_slot {
    const solve_board *rows; /* borrowed */
    size_t item;
    uint64_t rest[DF_CLEAR_SOLVER_MAX_DROPS + 2]; /* its pieces from each on: counts */
    solve_filled *known;
    bool found;
    size_t count;
    df_clear_drop drops[DF_CLEAR_SOLVER_MAX_DROPS];
    uint16_t of_piece[DF_CLEAR_SOLVER_MAX_KINDS]; /* the bits of its places */
    uint16_t *next; /* for each set of places those that may come next */
} spread_slot;

/* A thread's own tools to find the sets of a tiling. */
typedef struct spread_worker {
    solve_order order;
    uint64_t *squares;
} spread_worker;

typedef struct spread_search spread_search;

/* Items that one thread looks at, from `begin` to `end`. */
typedef struct spread_part {
    spread_search *search;
    const spread_slot *slot; /* in work */
    size_t begin, end;
    size_t settled;       /* queues */
    spread_state *states; /* a stack; of one size each set is there once at most */
    size_t state_count;
    uint32_t *stamps; /* for each set of places: when a state of it was made last */
    uint32_t stamp;
} spread_part;

struct spread_search {
    df_clear_solver *solver;
    const df_clear_queues *queues;
    memory_budget *memory;
    solve_board rows; /* as the board, but empty */
    bool *clears;
    unsigned threads;
    unsigned drops;
    size_t length;      /* pieces of each queue that can be needed */
    size_t sets;        /* of places */
    spread_item *items; /* by their codes */
    size_t count;
    /* For each item itself while it is open, else one behind it and not behind the next one
     * that is open. */
    uint32_t *open;
    spread_slot *slots;
    size_t slot_capacity, slot_count;
    spread_worker *workers;
    spread_part *parts;
    size_t part_count;
    size_t at; /* the item that was looked at last */
    size_t searched, settled;
};

/* Returns piece `i` of a queue. */
static inline unsigned spread_piece(uint64_t code, size_t i)
{
    return (unsigned)(code >> (64 - SPREAD_PIECE_BITS * (i + 1))) &
           ((1U << SPREAD_PIECE_BITS) - 1);
}

/* Returns the first open item from `i` on; at least `end` if there is none before that. */
static size_t spread_find_open(uint32_t *open, size_t i, size_t end)
{
    size_t found = i;
    while (found < end && open[found] != found)
        found = open[found];
    /* Shortens the way for the next time. */
    while (i < found && i < end) {
        const size_t next = open[i];
        open[i] = (uint32_t)found;
        i = next;
    }
    return found;
}

/* Returns the end of the items from `i` on, before `end`, that begin with the same `depth`
 * pieces. */
static size_t spread_find_end(const spread_item *items, size_t i, size_t end, size_t depth)
{
    const unsigned shift = (unsigned)(64 - SPREAD_PIECE_BITS * depth);
    const uint64_t first = items[i].code >> shift;
    size_t step = 1, low = i;
    while (low + step < end && items[low + step].code >> shift == first) {
        low += step;
        step *= 2;
    }
    size_t high = low + step < end ? low + step : end;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (items[middle].code >> shift == first)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* Closes items; returns how many of them were open. */
static size_t spread_close(spread_search *self, size_t begin, size_t end, bool clear)
{
    size_t closed = 0;
    for (size_t i = spread_find_open(self->open, begin, end); i < end;
         i = spread_find_open(self->open, i + 1, end)) {
        self->open[i] = (uint32_t)end;
        self->clears[self->items[i].queue] = clear;
        closed++;
    }
    return closed;
}

/* Adds the states after the places of a piece. */
static void spread_drop(spread_part *self, unsigned taken, unsigned piece, unsigned hand)
{
    unsigned rest = self->slot->next[taken] & self->slot->of_piece[piece];
    for (; rest != 0; rest &= rest - 1) {
        const unsigned after = taken | (rest & (~rest + 1));
        if (self->stamps[after] == self->stamp)
            continue;
        self->stamps[after] = self->stamp;
        self->states[self->state_count++] =
            (spread_state){.taken = (uint16_t)after, .hand = (uint16_t)hand};
    }
}

/* Puts the states after a drop of the piece in hand or of `next` behind those first … last. */
static void spread_make_states(spread_part *self, size_t first, size_t last, unsigned next)
{
    self->stamp++;
    for (size_t s = first; s < last; s++) {
        const spread_state from = self->states[s];
        spread_drop(self, from.taken, from.hand, next);
        if (self->search->queues->hold && next != from.hand)
            spread_drop(self, from.taken, next, from.hand);
    }
}

/* Closes the queues begin … end whose last drop takes the last place. */
static void spread_finish(spread_part *self, size_t begin, size_t end, size_t first,
                          size_t last)
{
    spread_search *search = self->search;
    const spread_slot *slot = self->slot;
    unsigned pieces = 0;
    for (size_t s = first; s < last; s++) {
        const spread_state *from = &self->states[s];
        const unsigned place = slot->next[from->taken];
        if ((place & slot->of_piece[from->hand]) != 0) {
            self->settled += spread_close(search, begin, end, true);
            return;
        }
        for (unsigned p = 0; p < DF_CLEAR_SOLVER_MAX_KINDS; p++)
            pieces |= (unsigned)((place & slot->of_piece[p]) != 0) << p;
    }
    if (search->length == search->drops || !search->queues->hold)
        return;
    for (size_t i = spread_find_open(search->open, begin, end); i < end;) {
        const size_t next = spread_find_end(search->items, i, end, search->length);
        if ((pieces >> spread_piece(search->items[i].code, search->drops) & 1) != 0)
            self->settled += spread_close(search, i, next, true);
        i = spread_find_open(search->open, next, end);
    }
}

/* Goes on with the queues begin … end, which have their first `depth` + 1 pieces in common: the
 * states first … last have taken `depth` places. */
static void spread_walk(spread_part *self, size_t begin, size_t end, size_t first, size_t last,
                        unsigned depth)
{
    spread_search *search = self->search;
    if (depth + 1 == search->drops) {
        spread_finish(self, begin, end, first, last);
        return;
    }
    for (size_t i = spread_find_open(search->open, begin, end); i < end;) {
        const size_t next = spread_find_end(search->items, i, end, depth + 2);
        spread_make_states(self, first, last, spread_piece(search->items[i].code, depth + 1));
        if (self->state_count > last)
            spread_walk(self, i, next, last, self->state_count, depth + 1);
        self->state_count = last;
        i = spread_find_open(search->open, next, end);
    }
}

/* Closes all queues of a part that the solution in work covers. */
static void spread_cover(spread_part *self)
{
    spread_search *search = self->search;
    /* One tiling makes fewer states than that are left. */
    if (self->stamp > UINT32_MAX / 2) {
        memset(self->stamps, 0, search->sets * sizeof self->stamps[0]);
        self->stamp = 0;
    }
    for (size_t i = spread_find_open(search->open, self->begin, self->end); i < self->end;) {
        const size_t next = spread_find_end(search->items, i, self->end, 1);
        const unsigned hand = spread_piece(search->items[i].code, 0);
        self->states[0] = (spread_state){.hand = (uint16_t)hand};
        self->state_count = 1;
        spread_walk(self, i, next, 0, 1, 0);
        i = spread_find_open(search->open, next, self->end);
    }
}

static df_status spread_run_part(void *context, size_t index)
{
    spread_search *self = context;
    spread_part *part = &self->parts[index];
    for (size_t k = 0; k < self->slot_count; k++) {
        part->slot = &self->slots[k];
        if (part->slot->found)
            spread_cover(part);
    }
    return DF_OK;
}

static df_status spread_take_way(void *context, const df_clear_drop *drops, size_t count)
{
    spread_slot *slot = context;
    slot->found = true;
    slot->count = count;
    memcpy(slot->drops, drops, count * sizeof drops[0]);
    return DF_OK;
}

/* True if the pieces that are left cannot fill the board. */
static bool spread_is_dead(void *context, uint64_t board, size_t next, uint16_t hand)
{
    const spread_slot *slot = context;
    return !df_solve_fill(slot->rows, slot->known, board,
                          solve_count_add(slot->rest[next], hand));
}

/* Searches one queue for one way. */
static df_status spread_run_search(void *context, size_t index)
{
    const spread_search *self = context;
    spread_slot *slot = &self->slots[index];
    const df_clear_queues *queues = self->queues;
    df_clear_request request = self->solver->request;
    df_clear_report report;
    request.queue = queues->pieces + self->items[slot->item].queue * queues->length;
    request.count = self->length;
    request.hold = self->queues->hold;
    request.max = 1;
    request.memory = self->memory->left / self->threads;
    slot->found = false;
    slot->rest[request.count] = 0;
    for (size_t i = request.count; i-- > 0;)
        slot->rest[i] = solve_count_add(slot->rest[i + 1], request.queue[i]);
    return df_clear_find_alive(&request, spread_is_dead, spread_take_way, slot, &report, NULL);
}

/* Finds the sets of every solution that is this worker's. */
static df_status spread_run_worker(void *context, size_t index)
{
    spread_search *self = context;
    const df_clear_solver *solver = self->solver;
    solve_order *order = &self->workers[index].order;
    uint64_t steps = 0;
    for (size_t k = index; k < self->slot_count; k += self->threads) {
        spread_slot *slot = &self->slots[k];
        if (!slot->found)
            continue;
        order->count = (unsigned)slot->count;
        df_solve_forward_find_places(&solver->board, solver->set, slot->drops, slot->count,
                                     order->places);
        df_solve_order_begin(order);
        slot->found =
            df_solve_order_find_sets(order, self->workers[index].squares, slot->next, &steps);
        memcpy(slot->of_piece, order->of_piece, sizeof slot->of_piece);
    }
    return DF_OK;
}

/* Chooses open queues that lie far apart, so that their solutions differ, and closes them. At
 * first few: these cover most of the others. */
static void spread_choose(spread_search *self)
{
    const size_t wanted = 1 + self->searched / 4;
    self->slot_count = 0;
    while (self->slot_count < wanted && self->slot_count < self->slot_capacity) {
        self->at = (self->at + self->count / 8 * 5 + 1) % self->count;
        size_t i = spread_find_open(self->open, self->at, self->count);
        if (i == self->count)
            i = spread_find_open(self->open, 0, self->count);
        if (i == self->count)
            return;
        self->slots[self->slot_count++].item = i;
        self->open[i] = (uint32_t)i + 1;
    }
}

/* Closes the queues that begin with all pieces of those that have been searched. */
static void spread_settle(spread_search *self)
{
    for (size_t k = 0; k < self->slot_count; k++) {
        const spread_slot *slot = &self->slots[k];
        const size_t end = spread_find_end(self->items, slot->item, self->count, self->length);
        self->clears[self->items[slot->item].queue] = slot->found;
        self->settled += 1 + spread_close(self, slot->item, end, slot->found);
    }
    self->searched += self->slot_count;
}

static df_status spread_run(spread_search *self)
{
    const df_clear_queues *queues = self->queues;
    df_status status = DF_OK;
    for (;;) {
        df_progress progress = {.done = self->settled, .of = self->count};
        for (size_t k = 0; k < self->part_count; k++)
            progress.done += self->parts[k].settled;
        if (queues->watch != NULL && !queues->watch(queues->watch_context, &progress))
            return DF_ERROR_CANCELLED;
        spread_choose(self);
        if (self->slot_count == 0)
            return DF_OK;
        status = df_jobs_run(self->slot_count, self->threads, spread_run_search, self);
        if (status != DF_OK)
            return status;
        spread_settle(self);
        (void)df_jobs_run(self->threads, self->threads, spread_run_worker, self);
        (void)df_jobs_run(self->part_count, self->threads, spread_run_part, self);
    }
}

static int spread_compare(const void *left, const void *right)
{
    const spread_item *a = left, *b = right;
    if (a->code != b->code)
        return a->code < b->code ? -1 : 1;
    return (a->queue > b->queue) - (a->queue < b->queue);
}

static void spread_make_items(spread_search *self)
{
    const df_clear_queues *queues = self->queues;
    bool sorted = true;
    for (size_t q = 0; q < self->count; q++) {
        uint64_t code = 0;
        for (size_t i = 0; i < self->length; i++)
            code |= (uint64_t)queues->pieces[q * queues->length + i]
                    << (64 - SPREAD_PIECE_BITS * (i + 1));
        self->items[q] = (spread_item){.code = code, .queue = (uint32_t)q};
        self->open[q] = (uint32_t)q;
        sorted = sorted && (q == 0 || self->items[q - 1].code <= code);
    }
    if (!sorted)
        qsort(self->items, self->count, sizeof self->items[0], spread_compare);
}

static void *spread_take(spread_search *self, size_t count, size_t size, bool *taken)
{
    void *block = *taken ? df_budget_take(self->memory, count, size) : NULL;
    *taken = block != NULL;
    return block;
}

/* Makes the empty rows, whose places are those of every later board. */
static df_status spread_make_rows(spread_search *self)
{
    df_clear_request request = self->solver->request;
    df_field *field = NULL;
    df_status status = df_field_create(&field, request.field->width, request.field->height);
    request.field = field;
    if (status == DF_OK)
        status = df_solve_board_create(&self->rows, &request, self->memory);
    df_field_free(field);
    return status;
}

/* Takes the memory; false if it does not suffice. */
static bool spread_make(spread_search *self)
{
    bool taken = true;
    self->items = spread_take(self, self->count, sizeof self->items[0], &taken);
    self->open = spread_take(self, self->count, sizeof self->open[0], &taken);
    self->slots = spread_take(self, self->slot_capacity, sizeof self->slots[0], &taken);
    self->workers = spread_take(self, self->threads, sizeof self->workers[0], &taken);
    self->parts = spread_take(self, self->part_count, sizeof self->parts[0], &taken);
    for (size_t k = 0; taken && k < self->slot_capacity; k++) {
        self->slots[k].rows = &self->rows;
        self->slots[k].next = spread_take(self, self->sets, sizeof(uint16_t), &taken);
        self->slots[k].known =
            spread_take(self, SOLVE_FILLED_SIZE, sizeof self->slots[k].known[0], &taken);
    }
    for (size_t k = 0; taken && k < self->part_count; k++) {
        spread_part *part = &self->parts[k];
        part->search = self;
        part->begin = self->count * k / self->part_count;
        part->end = self->count * (k + 1) / self->part_count;
        part->states = spread_take(self, self->sets, sizeof part->states[0], &taken);
        part->stamps = spread_take(self, self->sets, sizeof part->stamps[0], &taken);
    }
    for (size_t k = 0; taken && k < self->threads; k++) {
        spread_worker *worker = &self->workers[k];
        worker->squares = spread_take(self, self->sets, sizeof worker->squares[0], &taken);
        taken = taken && df_solve_order_create(&worker->order, &self->solver->board,
                                               self->memory) == DF_OK;
    }
    return taken;
}

static void spread_free(spread_search *self)
{
    memory_budget *memory = self->memory;
    for (size_t k = 0; self->workers != NULL && k < self->threads; k++) {
        spread_worker *worker = &self->workers[k];
        df_budget_free(memory, worker->squares, self->sets, sizeof worker->squares[0]);
        df_solve_order_free(&worker->order, memory);
    }
    for (size_t k = 0; self->parts != NULL && k < self->part_count; k++) {
        spread_part *part = &self->parts[k];
        df_budget_free(memory, part->states, self->sets, sizeof part->states[0]);
        df_budget_free(memory, part->stamps, self->sets, sizeof part->stamps[0]);
    }
    for (size_t k = 0; self->slots != NULL && k < self->slot_capacity; k++) {
        df_budget_free(memory, self->slots[k].next, self->sets, sizeof(uint16_t));
        df_budget_free(memory, self->slots[k].known, SOLVE_FILLED_SIZE,
                       sizeof self->slots[k].known[0]);
    }
    df_solve_board_free(&self->rows, memory);
    df_budget_free(memory, self->parts, self->part_count, sizeof self->parts[0]);
    df_budget_free(memory, self->workers, self->threads, sizeof self->workers[0]);
    df_budget_free(memory, self->slots, self->slot_capacity, sizeof self->slots[0]);
    df_budget_free(memory, self->open, self->count, sizeof self->open[0]);
    df_budget_free(memory, self->items, self->count, sizeof self->items[0]);
}

df_status df_spread_ask(df_clear_solver *solver, const df_clear_queues *queues, bool *clears)
{
    spread_search self = {.solver = solver,
                          .queues = queues,
                          .memory = &solver->memory,
                          .clears = clears,
                          .drops = solver->board.drops,
                          .sets = (size_t)1 << solver->board.drops,
                          .count = queues->count};
    if (self.count >= UINT32_MAX)
        return DF_ERROR_LIMIT;
    self.threads = queues->jobs > 0 ? queues->jobs : 1;
    if (self.threads > self.count)
        self.threads = (unsigned)self.count;
    self.slot_capacity = self.threads == 1 ? 1 : SPREAD_SEARCHES * (size_t)self.threads;
    self.part_count = self.threads == 1 ? 1 : SPREAD_PARTS * (size_t)self.threads;
    self.length = queues->length > self.drops && queues->hold ? self.drops + 1 : self.drops;
    df_status status = spread_make_rows(&self);
    if (status != DF_OK)
        return status;
    if (spread_make(&self)) {
        spread_make_items(&self);
        status = spread_run(&self);
    } else {
        status = solver->memory.status;
    }
    spread_free(&self);
    return status;
}
