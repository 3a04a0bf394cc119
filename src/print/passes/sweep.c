#include "sweep.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"

enum {
    MAX_MADE = 1 << 17,
    MADE = 128, /* states of one column, before the best are chosen, for each that is kept */
    AHEAD = PRINT_REACH - 1, /* columns that a state describes */
    MIN_SLOTS = 512,         /* of the table that finds states */
    PUT_BITS = 5,            /* of `puts` for each row */
    SCORES = 1 << 14,        /* spread of the worths between which the best are told apart */
};

/* A square above all rows of a band, in the last lane. */
#define ALWAYS_THERE (UINT64_C(1) << 63)

/* A way to a state. */
typedef struct way {
    int32_t worth;   /* of the squares left so far */
    uint32_t before; /* the way that it continues, SWEEP_WAYS * state + way */
    uint64_t left;   /* a sum that differs for different sets of left squares */
    /* 1 + shape of the pieces that begin in the column before, PUT_BITS for the row of their
     * lowest square there; 0: none. */
    uint64_t puts;
} way;

typedef struct sweep_state {
    uint64_t taken;  /* squares of the AHEAD next columns, a lane each */
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
    unsigned keep;
    uint64_t nodes;
    uint64_t random;
    sweep_state *columns[DF_FIELD_MAX_WIDTH + 1];
    unsigned counts[DF_FIELD_MAX_WIDTH + 1];
    const band *on;
    unsigned made;
    uint32_t stamp;
    uint64_t mark[DF_FIELD_MAX_WIDTH][PACK_MAX_ROWS]; /* random words for `left` */
    slot *slots;                                      /* a table that finds the states made */
    size_t slot_count;                                /* in use, a power of two */
    size_t max_slot_count;
    sweep_state *made_states;
    unsigned max_made;
    uint32_t tally[SCORES]; /* states by worth */
};

/* A shape that may begin at some square of the column. */
typedef struct sweep_choice {
    uint8_t shape;
    uint8_t y; /* its lowest row */
    uint64_t squares;
    int32_t worth;
    uint64_t below; /* optional squares under its own squares of the picture */
    /* Squares of rows that stay directly beneath it, of which one carries it; ALWAYS_THERE if
     * the row below the band does, or a row that clears. */
    uint64_t rests;
    uint64_t left;
} sweep_choice;

/* The filling of one column, from one state. */
typedef struct sweep_filling {
    sweep_kit *kit;
    unsigned x;
    uint64_t optional;
    uint64_t required; /* to be filled in any case, now or later */
    uint64_t column;   /* the lane of the column itself */
    const sweep_state *from;
    uint32_t from_index;
    uint64_t puts;
    int32_t worth;
    uint64_t left;
    unsigned choice_count[PACK_MAX_ROWS];
    uint64_t squares[PACK_MAX_ROWS][PRINT_SHAPES]; /* of the choices, to be looked at first */
    sweep_choice choices[PACK_MAX_ROWS][PRINT_SHAPES];
} sweep_filling;

/* xorshift64 (Marsaglia 2003): it only breaks ties. */
static uint64_t next_random(sweep_kit *kit)
{
    kit->random ^= kit->random << 13;
    kit->random ^= kit->random >> 7;
    kit->random ^= kit->random << 17;
    return kit->random;
}

static uint64_t window_at(const uint16_t *columns, unsigned x)
{
    uint64_t window = 0;
    for (unsigned i = 0; i < PRINT_REACH; i++)
        window |= (uint64_t)columns[x + i] << (PRINT_LANE * i);
    return window;
}

df_status df_sweep_create(sweep_kit **kit, const print_shape shapes[PRINT_SHAPES],
                          unsigned width, unsigned keep)
{
    sweep_kit *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->shapes = shapes;
    made->keep = keep;
    made->random = UINT64_C(88172645463325252);
    for (unsigned x = 0; x < DF_FIELD_MAX_WIDTH; x++) {
        for (unsigned y = 0; y < PACK_MAX_ROWS; y++)
            made->mark[x][y] = next_random(made);
    }
    made->max_made = keep < MAX_MADE / MADE ? MADE * keep : MAX_MADE;
    made->max_slot_count = MIN_SLOTS;
    while (made->max_slot_count < 2 * (size_t)made->max_made)
        made->max_slot_count *= 2;
    made->slots = calloc(made->max_slot_count, sizeof made->slots[0]);
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

/* Begins a table without states, with few slots, so that they stay near. */
static void sweep_clear_slots(sweep_kit *kit, size_t count)
{
    kit->slot_count = count;
    kit->stamp++;
}

static void sweep_add_slots(sweep_kit *kit)
{
    sweep_clear_slots(kit, 2 * kit->slot_count);
    for (unsigned i = 0; i < kit->made; i++)
        *sweep_find_slot(kit, kit->made_states[i].taken, kit->made_states[i].needed) =
            (slot){kit->stamp, i};
}

/* Finds or adds a state among those of the next column; NULL if there are too many. */
static sweep_state *find_state(sweep_kit *kit, uint64_t taken, uint64_t needed)
{
    slot *at = sweep_find_slot(kit, taken, needed);
    if (at->stamp == kit->stamp)
        return &kit->made_states[at->index];
    if (kit->made == kit->max_made)
        return NULL;
    if (2 * (size_t)kit->made >= kit->slot_count) {
        sweep_add_slots(kit);
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
            return worth > other->worth || (worth == other->worth && next_random(kit) % 4 == 0)
                       ? i
                       : -1;
        if (other->worth < self->ways[worst].worth)
            worst = i;
    }
    if (self->count < SWEEP_WAYS)
        return (int)self->count;
    const int32_t min = self->ways[worst].worth;
    return worth > min || (worth == min && next_random(kit) % 2 == 0) ? worst : -1;
}

/* Returns a way of the state before, continued by the filling. */
static way sweep_continue(const sweep_filling *self, uint32_t index)
{
    const way *before = &self->from->ways[index];
    return (way){.worth = before->worth + self->worth,
                 .before = SWEEP_WAYS * self->from_index + index,
                 .left = before->left + self->left,
                 .puts = self->puts};
}

/* Adds the state that a filled column leads to, once for each way to the state before it. */
static void sweep_add_state(sweep_filling *self, uint64_t taken, uint64_t needed)
{
    const sweep_state *from = self->from;
    sweep_state *to = find_state(self->kit, taken >> PRINT_LANE, needed >> PRINT_LANE);
    if (to == NULL)
        return;
    const int32_t best = from->best + self->worth;
    to->best = best > to->best ? best : to->best;
    if (to->count == 0) {
        /* The ways to one state leave different squares, and so do their continuations. */
        to->count = from->count;
        for (uint32_t i = 0; i < from->count; i++)
            to->ways[i] = sweep_continue(self, i);
        return;
    }
    for (uint32_t i = 0; i < from->count; i++) {
        const way made = sweep_continue(self, i);
        const int place = sweep_find_place(self->kit, to, made.worth, made.left);
        if (place < 0)
            continue;
        to->count += (uint32_t)place == to->count;
        to->ways[place] = made;
    }
}

/* Fills the lowest free square of the column, and so on to the top. `taken` are the squares
 * that are filled or closed, `there` the filled ones, `needed` optional squares that have to
 * be filled. */
static void sweep_fill(sweep_filling *self, uint64_t taken, uint64_t there, uint64_t needed)
{
    self->kit->nodes++;
    const uint64_t rows = (UINT64_C(1) << self->kit->on->rows) - 1;
    const uint64_t free_squares = ~taken & rows;
    if (free_squares == 0) {
        sweep_add_state(self, taken, needed);
        return;
    }
    const unsigned y = bits_lowest(free_squares);
    /* Without branches that no processor can predict. */
    uint32_t fitting = 0;
    for (unsigned i = 0; i < self->choice_count[y]; i++)
        fitting |= (uint32_t)((self->squares[y][i] & taken) == 0) << i;
    for (; fitting != 0; fitting &= fitting - 1) {
        const sweep_choice *chosen = &self->choices[y][bits_lowest(fitting)];
        uint64_t now = needed | (chosen->below & ~taken);
        if (((there | self->required) & chosen->rests) == 0) {
            /* It has to rest on an optional square further right. */
            const uint64_t carriers = chosen->rests & self->optional & ~taken & ~self->column;
            if (carriers == 0)
                continue;
            now |= carriers & (0 - carriers);
        }
        const uint64_t put = (uint64_t)(chosen->shape + 1u) << PUT_BITS * y;
        self->puts |= put;
        self->worth += chosen->worth;
        self->left += chosen->left;
        sweep_fill(self, taken | chosen->squares, there | chosen->squares,
                   now & ~chosen->squares);
        self->puts ^= put;
        self->worth -= chosen->worth;
        self->left -= chosen->left;
    }
    if ((self->optional >> y & 1) == 0)
        return;
    /* Leave it empty; the squares of the picture above it then stay empty, too. */
    const uint64_t above = self->optional & rows & ~taken & ~((UINT64_C(1) << y) - 1);
    if ((needed & above) == 0)
        sweep_fill(self, taken | above, there, needed);
}

/* Finds the worth and the mark of the squares that a shape leaves, and the squares below that
 * have to be left, too. */
static void sweep_appraise(const sweep_filling *self, sweep_choice *chosen)
{
    const band *on = self->kit->on;
    chosen->worth = 0;
    chosen->left = 0;
    chosen->below = 0;
    for (uint64_t rest = chosen->squares & self->optional; rest != 0; rest &= rest - 1) {
        const unsigned bit = bits_lowest(rest), y = bit % PRINT_LANE;
        const unsigned x = self->x + bit / PRINT_LANE;
        chosen->worth += on->worth[x][y];
        chosen->left += self->kit->mark[x][y];
        if (x > self->x)
            chosen->below |= (uint64_t)((1u << y) - 1) << (bit - y);
    }
    chosen->below &= self->optional & ~chosen->squares;
}

/* Finds what carries a shape when it lands, as far as one piece alone decides that: a row that
 * clears below it counts. */
static void sweep_find_carriers(const sweep_filling *self, sweep_choice *chosen)
{
    const band *on = self->kit->on;
    const print_shape *shape = &self->kit->shapes[chosen->shape];
    chosen->rests = 0;
    for (unsigned i = 0; i < shape->width; i++) {
        const unsigned y = chosen->y + shape->bottom[i];
        if (y == 0 ? columns_have(&on->carried, self->x + i) : (on->stays >> (y - 1) & 1) == 0)
            chosen->rests |= ALWAYS_THERE;
        else if (y > 0)
            chosen->rests |= UINT64_C(1) << (PRINT_LANE * i + y - 1);
    }
}

/* Lists the shapes that can begin at each square of the empty column. */
static void sweep_list_choices(sweep_filling *self)
{
    const sweep_kit *kit = self->kit;
    const band *on = kit->on;
    const uint64_t open = window_at(on->open, self->x);
    uint64_t allowed[DF_TETROMINOES];
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++)
        allowed[piece] = open & window_at(on->allowed[piece], self->x);
    for (unsigned y = 0; y < on->rows; y++) {
        self->choice_count[y] = 0;
        for (unsigned i = 0; i < PRINT_SHAPES; i++) {
            const print_shape *shape = &kit->shapes[i];
            if (shape->bottom[0] > y || y - shape->bottom[0] + shape->height > on->rows)
                continue;
            const unsigned low = y - shape->bottom[0];
            const uint64_t squares = shape->window << low;
            if ((squares & ~allowed[shape->piece]) != 0)
                continue;
            self->squares[y][self->choice_count[y]] = squares;
            sweep_choice *chosen = &self->choices[y][self->choice_count[y]++];
            chosen->shape = (uint8_t)i;
            chosen->y = (uint8_t)low;
            chosen->squares = squares;
            sweep_appraise(self, chosen);
            sweep_find_carriers(self, chosen);
        }
    }
}

/* Returns the worth from which on states are kept; *ties gets how many of just that worth.
 * States that are worth much less than the best count as one worth. */
static int32_t sweep_least_kept(sweep_kit *kit, unsigned *ties)
{
    if (kit->made <= kit->keep)
        return INT32_MIN;
    int32_t max = INT32_MIN, min = INT32_MAX;
    for (unsigned i = 0; i < kit->made; i++) {
        const int32_t worth = kit->made_states[i].best;
        max = worth > max ? worth : max;
        min = worth < min ? worth : min;
    }
    const uint32_t spread = (uint32_t)(max - min);
    memset(kit->tally, 0, (spread < SCORES ? spread + 1 : SCORES) * sizeof kit->tally[0]);
    for (unsigned i = 0; i < kit->made; i++) {
        const uint32_t below = (uint32_t)(max - kit->made_states[i].best);
        kit->tally[below < SCORES ? below : SCORES - 1]++;
    }
    unsigned above = 0, below = 0;
    for (; above + kit->tally[below] < kit->keep; below++)
        above += kit->tally[below];
    *ties = kit->keep - above;
    return max - (int32_t)below;
}

/* Moves the most promising states to column x: those with the greatest worth. */
static void sweep_keep_best(sweep_kit *kit, unsigned x)
{
    unsigned ties = kit->keep;
    const int32_t min = sweep_least_kept(kit, &ties);
    kit->counts[x] = 0;
    for (unsigned i = 0; i < kit->made; i++) {
        const int32_t worth = kit->made_states[i].best;
        if (worth < min || (worth == min && ties == 0))
            continue;
        ties -= worth == min;
        kit->columns[x][kit->counts[x]++] = kit->made_states[i];
    }
}

static void fill_column(sweep_kit *kit, unsigned x)
{
    const band *on = kit->on;
    sweep_filling work;
    work.kit = kit;
    work.x = x;
    work.puts = 0;
    work.worth = 0;
    work.left = 0;
    work.optional = window_at(on->optional, x);
    const uint64_t open = window_at(on->open, x);
    work.required = (open & ~work.optional) | ALWAYS_THERE;
    work.column = (UINT64_C(1) << PRINT_LANE) - 1;
    sweep_list_choices(&work);
    const uint64_t present = window_at(on->present, x);
    const uint64_t closed = (uint64_t)(uint16_t)~on->open[x + AHEAD] << (PRINT_LANE * AHEAD);
    kit->made = 0;
    sweep_clear_slots(kit, MIN_SLOTS);
    for (unsigned i = 0; i < kit->counts[x]; i++) {
        const sweep_state *from = &kit->columns[x][i];
        const uint64_t taken = from->taken | closed;
        work.from = from;
        work.from_index = i;
        sweep_fill(&work, taken, present | (taken & open), from->needed);
    }
    sweep_keep_best(kit, x + 1);
}

static void sort_ways(sweep_state *self)
{
    for (uint32_t i = 1; i < self->count; i++) {
        const way moved = self->ways[i];
        uint32_t j = i;
        for (; j > 0 && self->ways[j - 1].worth < moved.worth; j--)
            self->ways[j] = self->ways[j - 1];
        self->ways[j] = moved;
    }
}

unsigned df_sweep_run(sweep_kit *kit, const band *on, uint64_t seed)
{
    kit->on = on;
    kit->random = seed | 1;
    next_random(kit);
    sweep_state *first = &kit->columns[0][0];
    memset(first, 0, sizeof *first);
    for (unsigned i = 0; i < AHEAD; i++)
        first->taken |= (uint64_t)(uint16_t)~on->open[i] << (PRINT_LANE * i);
    first->count = 1;
    kit->counts[0] = 1;
    for (unsigned x = 0; x < on->width; x++) {
        fill_column(kit, x);
        if (kit->counts[x + 1] == 0)
            return 0;
    }
    sort_ways(&kit->columns[on->width][0]);
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
            tiling->pieces[tiling->count++] =
                (pack_placed){(uint8_t)(put - 1), (uint8_t)(x - 1), (uint8_t)y, 0};
            for (unsigned j = 0; j < shape->width; j++)
                tiling->filled[x - 1 + j] |= (uint16_t)(shape->column[j] << y);
        }
        step = &kit->columns[x - 1][step->before / SWEEP_WAYS].ways[step->before % SWEEP_WAYS];
    }
}
