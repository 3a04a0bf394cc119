#include "sweep.h"

#include <stdlib.h>
#include <string.h>

#include "hope.h"

enum {
    MAX_MADE = 1 << 17,
    MADE = 128,   /* states of one column, before the best are chosen, for each that is kept */
    PUT_BITS = 5, /* of `puts` for each row */
    SCORES = 1 << 14, /* spread of the worths between which the best are told apart */
    BACK = 8,         /* columns that are filled again where no state is left */
    FEW_SLOTS = 128,  /* of the table of states, before it grows */
};

/* A way to a state. */
typedef struct way {
    int32_t worth;   /* of the squares left so far */
    uint32_t before; /* the way that it continues, SWEEP_WAYS * state + way */
    uint64_t left;   /* a sum that differs for different sets of left squares */
    uint64_t filled; /* a window of the last columns */
    /* 1 + shape of the pieces that begin in the column before, PUT_BITS for the row of their
     * lowest square there; 0: none. */
    uint64_t puts;
} way;

typedef struct sweep_state {
    uint64_t taken;  /* squares of the BAND_AHEAD next columns, a lane each */
    uint64_t needed; /* those that have been relied on and are not there yet */
    uint32_t count;
    int32_t best; /* the greatest worth of its ways */
    way ways[SWEEP_WAYS];
} sweep_state;

/* A place in a table of states; unused unless its stamp is that of the column. */
typedef struct slot {
    uint32_t stamp;
    uint32_t index;
} slot;

struct sweep_kit {
    const print_shape *shapes;
    shape_overlaps overlaps;
    unsigned keep;
    unsigned max_keep;
    uint64_t nodes;
    uint64_t random;
    sweep_state *columns[DF_FIELD_MAX_WIDTH + 1];
    unsigned counts[DF_FIELD_MAX_WIDTH + 1];
    const band *on;
    unsigned made;
    uint32_t stamp;
    uint64_t mark[DF_FIELD_MAX_WIDTH][PACK_MAX_ROWS]; /* random words for `left` */
    slot *slots;                                      /* a table that finds the states made */
    size_t slot_count;                                /* that are used; a power of two */
    sweep_state *made_states;
    unsigned max_made;
    uint32_t tally[SCORES]; /* states by worth */
    hope hope;
    uint32_t order[MAX_MADE];
    unsigned x; /* the column that is filled */
};

/* A column that is filled as far as some square, and by what. */
typedef struct sweep_step {
    band_step at;
    uint64_t puts;
    uint64_t left;
    int32_t worth;
} sweep_step;

/* The filling of one column, from one state. */
typedef struct sweep_filling {
    sweep_kit *kit;
    band_column column;
    const sweep_state *from;
    uint32_t from_index;
    uint64_t rows;                       /* of the band, as bits */
    sweep_step steps[PACK_MAX_ROWS + 1]; /* each with one piece more */
} sweep_filling;

/* Sets how many states are made and kept. */
static void sweep_limit(sweep_kit *kit, unsigned keep)
{
    kit->keep = keep;
    kit->max_made = keep < MAX_MADE / MADE ? MADE * keep : MAX_MADE;
}

df_status df_sweep_create(sweep_kit **kit, const print_shape shapes[PRINT_SHAPES],
                          unsigned width, unsigned keep)
{
    sweep_kit *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->shapes = shapes;
    df_shapes_overlap(&made->overlaps, shapes);
    df_hope_init(&made->hope, shapes);
    made->random = UINT64_C(88172645463325252);
    for (unsigned x = 0; x < DF_FIELD_MAX_WIDTH; x++) {
        for (unsigned y = 0; y < PACK_MAX_ROWS; y++)
            made->mark[x][y] = band_random(&made->random);
    }
    made->max_keep = keep;
    sweep_limit(made, keep);
    size_t slots = FEW_SLOTS;
    while (slots < 2 * (size_t)made->max_made)
        slots *= 2;
    made->slots = calloc(slots, sizeof made->slots[0]);
    made->made_states = malloc(made->max_made * sizeof made->made_states[0]);
    bool is_whole = made->slots != NULL && made->made_states != NULL;
    for (unsigned x = 0; x <= width && is_whole; x++) {
        made->columns[x] = malloc(keep * sizeof made->columns[x][0]);
        is_whole = made->columns[x] != NULL;
    }
    if (!is_whole) {
        df_sweep_free(made);
        return DF_ERROR_MEMORY;
    }
    *kit = made;
    return DF_OK;
}

void df_sweep_free(sweep_kit *kit)
{
    if (kit == NULL)
        return;
    for (unsigned x = 0; x <= DF_FIELD_MAX_WIDTH; x++)
        free(kit->columns[x]);
    free(kit->slots);
    free(kit->made_states);
    free(kit);
}

uint64_t df_sweep_nodes(const sweep_kit *kit)
{
    return kit->nodes;
}

/* Returns the slot of a state, or the one to put it into. */
static slot *sweep_find_slot(const sweep_kit *kit, uint64_t taken, uint64_t needed)
{
    uint64_t place = (taken ^ needed << 13) * UINT64_C(0x9e3779b97f4a7c15) >> 40;
    for (;; place++) {
        slot *found = &kit->slots[place & (kit->slot_count - 1)];
        if (found->stamp != kit->stamp)
            return found;
        const sweep_state *other = &kit->made_states[found->index];
        if (other->taken == taken && other->needed == needed)
            return found;
    }
}

/* Doubles the slots that are used: a table of few is small, and so quickly searched. */
static void sweep_grow_slots(sweep_kit *kit)
{
    kit->slot_count *= 2;
    kit->stamp++;
    for (unsigned i = 0; i < kit->made; i++) {
        const sweep_state *state = &kit->made_states[i];
        *sweep_find_slot(kit, state->taken, state->needed) = (slot){kit->stamp, i};
    }
}

/* Finds or adds a state among those of the next column; NULL if there are too many. */
static sweep_state *find_state(sweep_kit *kit, uint64_t taken, uint64_t needed)
{
    slot *at = sweep_find_slot(kit, taken, needed);
    if (at->stamp == kit->stamp)
        return &kit->made_states[at->index];
    if (kit->made == kit->max_made)
        return NULL;
    if (2 * (size_t)kit->made == kit->slot_count) {
        sweep_grow_slots(kit);
        at = sweep_find_slot(kit, taken, needed);
    }
    *at = (slot){kit->stamp, kit->made};
    sweep_state *made = &kit->made_states[kit->made++];
    made->taken = taken;
    made->needed = needed;
    made->count = 0;
    made->best = INT32_MIN;
    return made;
}

/* Returns the place of a way with that worth among the ways of a state; -1 for none. Ways that
 * have left the same squares are one. */
static int sweep_find_place(sweep_kit *kit, const sweep_state *self, int32_t worth,
                            uint64_t left)
{
    int worst = 0;
    for (int i = 0; i < (int)self->count; i++) {
        const way *other = &self->ways[i];
        if (other->left == left)
            return worth > other->worth ||
                           (worth == other->worth && band_random(&kit->random) % 4 == 0)
                       ? i
                       : -1;
        if (other->worth < self->ways[worst].worth)
            worst = i;
    }
    if (self->count < SWEEP_WAYS)
        return (int)self->count;
    const int32_t min = self->ways[worst].worth;
    return worth > min || (worth == min && band_random(&kit->random) % 2 == 0) ? worst : -1;
}

/* Returns what the runs cost that end before column x. */
static inline int32_t sweep_price_runs(const sweep_kit *kit, unsigned x, uint64_t window,
                                       uint64_t done)
{
    return kit->hope.runs == NULL
               ? 0
               : (int32_t)hope_end_runs(&kit->hope, x, window, done) * kit->on->need_worth;
}

/* Returns a way of the state before, continued by the filling, which has `done` of the rows
 * that stay in this column. */
static inline way sweep_continue(const sweep_filling *self, const sweep_step *filled,
                                 uint64_t done, uint32_t index)
{
    const way *before = &self->from->ways[index];
    const int32_t cost = sweep_price_runs(self->kit, self->kit->x, before->filled, done);
    return (way){.filled = hope_move(before->filled, done),
                 .worth = before->worth + filled->worth - cost,
                 .before = SWEEP_WAYS * self->from_index + index,
                 .left = before->left + filled->left,
                 .puts = filled->puts};
}

/* Adds the state that a filled column leads to, once for each way to the state before it. */
static void sweep_add_state(sweep_filling *self, const sweep_step *filled)
{
    const sweep_state *from = self->from;
    const uint64_t done = hope_pack(&self->kit->hope, filled->at.there & 0xffff);
    sweep_state *to =
        find_state(self->kit, filled->at.taken >> PRINT_LANE, filled->at.needed >> PRINT_LANE);
    if (to == NULL)
        return;
    /* The ways to one state leave different squares, and so do their continuations. */
    const bool is_new = to->count == 0;
    for (uint32_t i = 0; i < from->count; i++) {
        const way made = sweep_continue(self, filled, done, i);
        const int place =
            is_new ? (int)i : sweep_find_place(self->kit, to, made.worth, made.left);
        to->best = made.worth > to->best ? made.worth : to->best;
        if (place < 0)
            continue;
        to->count += (uint32_t)place == to->count;
        to->ways[place] = made;
    }
}

/* Finds the mark of the squares that a shape leaves. */
static void sweep_mark(const sweep_filling *self, band_choice *chosen, unsigned x)
{
    for (uint64_t rest = chosen->squares & self->column.optional; rest != 0; rest &= rest - 1) {
        const unsigned bit = bits_lowest(rest);
        chosen->left += self->kit->mark[x + bit / PRINT_LANE][bit % PRINT_LANE];
    }
}

/* Begins with the lowest free square. False if there is none: then the state that the column
 * leads to is added. */
static inline bool sweep_begin_step(sweep_filling *self, sweep_step *step)
{
    self->kit->nodes++;
    if (band_step_begin(&step->at, &self->column, self->rows))
        return true;
    sweep_add_state(self, step);
    return false;
}

/* Puts the next shape that fits; false if nothing carries it. */
static inline bool sweep_put(const sweep_filling *self, sweep_step *step)
{
    const unsigned shape = bits_lowest(step->at.fitting), y = step->at.y;
    const band_choice *chosen = &self->column.choices[y][shape];
    sweep_step *next = step + 1;
    step->at.fitting &= step->at.fitting - 1;
    if (!band_step_put(&step->at, &self->column, chosen, &next->at))
        return false;
    next->puts = step->puts | (uint64_t)(shape + 1) << PUT_BITS * y;
    next->left = step->left + chosen->left;
    next->worth = step->worth + chosen->worth;
    return true;
}

/* Fills the column in all ways, each lowest free square after the other. */
static void sweep_fill(sweep_filling *self)
{
    sweep_step *step = self->steps;
    if (!sweep_begin_step(self, step))
        return;
    for (;;) {
        if (step->at.fitting != 0) {
            if (sweep_put(self, step) && sweep_begin_step(self, step + 1))
                step++;
        } else if (!band_step_leave(&step->at, &self->column, self->rows) ||
                   !sweep_begin_step(self, step)) {
            if (step == self->steps)
                return;
            step--;
        }
    }
}

/* True if a way with those filled squares, also in the columns ahead, leaves hope for each
 * column whose window they reach. */
static bool sweep_has_hope(sweep_kit *kit, uint64_t filled, uint64_t ahead)
{
    for (unsigned k = 0; k <= HOPE_SIDE; k++) {
        if (kit->x + k < HOPE_SIDE)
            continue;
        const uint64_t window =
            (filled >> HOPE_ROWS * k | ahead << HOPE_ROWS * (HOPE_COLUMNS - k)) &
            ((UINT64_C(1) << HOPE_ROWS * HOPE_COLUMNS) - 1);
        if (hope_is_lost(&kit->hope, kit->x + k - HOPE_SIDE, window))
            return false;
    }
    return true;
}

/* Drops the ways of a state that leave no hope. False if that is all of them. */
static bool sweep_filter(sweep_kit *kit, sweep_state *state)
{
    if (!kit->hope.is_needed)
        return true;
    uint64_t ahead = 0;
    for (unsigned i = 0; i < PRINT_REACH - 1; i++) {
        const unsigned x = kit->x + 1 + i;
        const uint64_t taken = state->taken >> PRINT_LANE * i & kit->on->open[x];
        ahead |= hope_pack(&kit->hope, taken | kit->on->present[x]) << HOPE_ROWS * i;
    }
    unsigned count = 0;
    int32_t best = INT32_MIN;
    for (unsigned i = 0; i < state->count; i++) {
        if (!sweep_has_hope(kit, state->ways[i].filled, ahead))
            continue;
        state->ways[count] = state->ways[i];
        best = state->ways[i].worth > best ? state->ways[i].worth : best;
        count++;
    }
    state->count = count;
    state->best = best;
    return count > 0;
}

/* Moves the most promising states to column x: those with the greatest worth. */
static void sweep_keep_best(sweep_kit *kit, unsigned x)
{
    kit->counts[x] = 0;
    if (kit->made == 0)
        return;
    int32_t max = INT32_MIN, min = INT32_MAX;
    for (unsigned i = 0; i < kit->made; i++) {
        const int32_t worth = kit->made_states[i].best;
        max = worth > max ? worth : max;
        min = worth < min ? worth : min;
    }
    const uint32_t spread = (uint32_t)(max - min) < SCORES ? (uint32_t)(max - min) + 1 : SCORES;
    memset(kit->tally, 0, spread * sizeof kit->tally[0]);
    for (unsigned i = 0; i < kit->made; i++) {
        const uint32_t below = (uint32_t)(max - kit->made_states[i].best);
        kit->tally[below < SCORES ? below : SCORES - 1]++;
    }
    uint32_t sum = 0;
    for (unsigned i = 0; i < spread; i++) {
        const uint32_t n = kit->tally[i];
        kit->tally[i] = sum;
        sum += n;
    }
    for (unsigned i = 0; i < kit->made; i++) {
        const uint32_t below = (uint32_t)(max - kit->made_states[i].best);
        kit->order[kit->tally[below < SCORES ? below : SCORES - 1]++] = i;
    }
    for (unsigned i = 0; i < kit->made && kit->counts[x] < kit->keep; i++) {
        sweep_state *state = &kit->made_states[kit->order[i]];
        if (sweep_filter(kit, state))
            kit->columns[x][kit->counts[x]++] = *state;
    }
}

static void fill_column(sweep_kit *kit, unsigned x)
{
    sweep_filling work;
    work.kit = kit;
    work.rows = bits_low(kit->on->rows);
    df_band_column_init(&work.column, kit->on, kit->shapes, &kit->overlaps, x);
    for (unsigned y = 0; y < kit->on->rows; y++) {
        for (uint32_t rest = work.column.leaving[y]; rest != 0; rest &= rest - 1)
            sweep_mark(&work, &work.column.choices[y][bits_lowest(rest)], x);
    }
    kit->made = 0;
    kit->x = x;
    kit->stamp++;
    kit->slot_count = FEW_SLOTS;
    for (unsigned i = 0; i < kit->counts[x]; i++) {
        const sweep_state *from = &kit->columns[x][i];
        work.from = from;
        work.from_index = i;
        work.steps[0] =
            (sweep_step){.at = band_step_first(&work.column, from->taken, from->needed)};
        sweep_fill(&work);
    }
    sweep_keep_best(kit, x + 1);
}

/* Sorts the ways to the end by what they are worth with the runs that end there. */
static void sweep_sort_ways(const sweep_kit *kit, sweep_state *self)
{
    for (uint32_t i = 0; i < self->count; i++)
        self->ways[i].worth -= sweep_price_runs(kit, kit->on->width, self->ways[i].filled, 0);
    for (uint32_t i = 1; i < self->count; i++) {
        const way moved = self->ways[i];
        uint32_t j = i;
        for (; j > 0 && self->ways[j - 1].worth < moved.worth; j--)
            self->ways[j] = self->ways[j - 1];
        self->ways[j] = moved;
    }
}

/* Fills all columns. Where no state is left, fills the columns before again, once, with more
 * states, which takes 1 / `share` of a sweep. False if that is in vain. */
static bool sweep_fill_all(sweep_kit *kit, unsigned keep, unsigned share)
{
    const unsigned width = kit->on->width;
    const unsigned wide = unsigned_min(keep + keep * width / BACK / share, kit->max_keep);
    unsigned widened = 0; /* columns before this one have been filled again */
    for (unsigned x = 0; x < width;) {
        if (x == widened)
            sweep_limit(kit, keep);
        fill_column(kit, x);
        if (kit->counts[x + 1] != 0) {
            x++;
            continue;
        }
        if (x < widened)
            return false;
        sweep_limit(kit, wide);
        widened = x + 1;
        x -= unsigned_min(x, BACK);
    }
    return true;
}

unsigned df_sweep_run(sweep_kit *kit, const band *on, unsigned keep, unsigned share,
                      uint64_t seed)
{
    kit->on = on;
    kit->random = seed | 1;
    band_random(&kit->random);
    sweep_state *first = &kit->columns[0][0];
    memset(first, 0, sizeof *first);
    first->taken = band_first_taken(on);
    first->count = 1;
    kit->counts[0] = 1;
    df_hope_begin(&kit->hope, on);
    if (!sweep_fill_all(kit, keep, share))
        return 0;
    sweep_sort_ways(kit, &kit->columns[on->width][0]);
    return kit->columns[on->width][0].count;
}

void df_sweep_write(const sweep_kit *kit, unsigned index, band_tiling *tiling)
{
    memset(tiling->filled, 0, sizeof tiling->filled);
    tiling->count = 0;
    const way *step = &kit->columns[kit->on->width][0].ways[index];
    for (unsigned x = kit->on->width; x > 0; x--) {
        unsigned row = 0;
        for (uint64_t puts = step->puts; puts != 0; puts >>= PUT_BITS, row++) {
            const unsigned put = puts & ((1u << PUT_BITS) - 1);
            if (put == 0)
                continue;
            const print_shape *shape = &kit->shapes[put - 1];
            const unsigned y = row - shape->bottom[0];
            const pack_placed *piece = &tiling->pieces[tiling->count];
            tiling->pieces[tiling->count++] =
                (pack_placed){(uint8_t)(put - 1), (uint8_t)(x - 1), (uint8_t)y, 0};
            band_cover(tiling, shape, piece);
        }
        step = &kit->columns[x - 1][step->before / SWEEP_WAYS].ways[step->before % SWEEP_WAYS];
    }
}
