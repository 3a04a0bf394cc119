/* Turns lift the box of a piece only where it is not wholly above the stack (moves.c), and by
 * at most two rows. So the box never gets higher than its spawn or two rows above the stack,
 * and the states of the search are finitely many. */
#include "dropforge/way.h"

#include <stdlib.h>
#include <string.h>

#include "core/mover.h"

enum { MOST_LIFT = 2, UNSEEN = DF_INPUTS };

/* A state: where the piece is, and the spin that its last input has made. */
typedef struct state {
    piece_at at;
    df_spin spin;
} state;

typedef struct search {
    const df_mover *mover;
    const uint64_t *rows;
    unsigned count;
    const df_place *place;
    df_spin spin; /* wanted */
    /* By the number of a state: the input that first led to it, and from which state. */
    uint8_t *input;
    uint32_t *before;
    uint32_t *queue;
    size_t added; /* to the queue */
} search;

static uint32_t number_of(const search *own, const state *from)
{
    const uint32_t square = (uint32_t)from->at.y * own->mover->width + (uint32_t)from->at.x;
    return (square * DF_ORIENTATIONS + from->at.orientation) * DF_SPINS + (uint32_t)from->spin;
}

static state state_of(const search *own, uint32_t number)
{
    const uint32_t square = number / (DF_SPINS * DF_ORIENTATIONS);
    return (state){.at = {.orientation = number / DF_SPINS % DF_ORIENTATIONS,
                          .x = (int)(square % own->mover->width),
                          .y = (int)(square / own->mover->width)},
                   .spin = (df_spin)(number % DF_SPINS)};
}

static void add(search *own, const state *to, df_input input, uint32_t before)
{
    const uint32_t number = number_of(own, to);
    if (own->input[number] != UNSEEN)
        return;
    own->input[number] = (uint8_t)input;
    own->before[number] = before;
    own->queue[own->added++] = number;
}

static bool fits(const search *own, const piece_at *at)
{
    return df_mover_fits(own->mover, own->rows, own->count, at);
}

/* Whether a hard drop ends where it is wanted, and with that spin. */
static bool lands(const search *own, const state *from)
{
    const uint8_t *same_as = own->mover->piece->same_as;
    if (same_as[from->at.orientation] != same_as[own->place->orientation] ||
        from->at.x != own->place->x || from->at.y < own->place->y)
        return false;
    piece_at below = {from->at.orientation, from->at.x, from->at.y - 1};
    while (fits(own, &below))
        below.y--;
    const df_spin spin = below.y + 1 == from->at.y ? from->spin : DF_SPIN_NONE;
    return below.y + 1 == own->place->y && (own->spin == DF_SPINS || own->spin == spin);
}

/* Adds all states that one input leads to. */
static void expand(search *own, uint32_t number)
{
    static const struct {
        df_input input;
        int x, y;
    } shifts[] = {{DF_INPUT_LEFT, -1, 0}, {DF_INPUT_RIGHT, 1, 0}, {DF_INPUT_SOFT_DROP, 0, -1}};
    const state from = state_of(own, number);
    for (size_t i = 0; i < sizeof shifts / sizeof shifts[0]; i++) {
        const state to = {
            {from.at.orientation, from.at.x + shifts[i].x, from.at.y + shifts[i].y},
            DF_SPIN_NONE};
        if (fits(own, &to.at))
            add(own, &to, shifts[i].input, number);
    }
    for (unsigned how = 0; how < own->mover->turns.count; how++) {
        state to = from;
        const int test = df_mover_turn(own->mover, own->rows, own->count, how, &to.at);
        if (test < 0)
            continue;
        to.spin = df_mover_spin(own->mover, own->rows, own->count, &to.at, how, (unsigned)test);
        add(own, &to, DF_INPUT_CLOCKWISE + how, number);
    }
}

/* Writes down the way to a state, and the hard drop after it. */
static df_way *trace(const search *own, uint32_t last)
{
    size_t count = 1;
    for (uint32_t at = last; own->before[at] != at; at = own->before[at])
        count++;
    df_way *way = malloc(sizeof *way + count);
    if (way == NULL)
        return NULL;
    way->count = count;
    way->input[--count] = DF_INPUT_HARD_DROP;
    for (uint32_t at = last; own->before[at] != at; at = own->before[at])
        way->input[--count] = own->input[at];
    return way;
}

static df_status run(search *own, const state *spawn, df_way **way, df_outcome *outcome)
{
    if (fits(own, &spawn->at))
        add(own, spawn, DF_INPUT_HARD_DROP, number_of(own, spawn));
    for (size_t next = 0; next < own->added; next++) {
        const state at = state_of(own, own->queue[next]);
        if (lands(own, &at)) {
            df_way *found = trace(own, own->queue[next]);
            if (found == NULL)
                return DF_ERROR_MEMORY;
            *way = found;
            *outcome = DF_FOUND;
            return DF_OK;
        }
        expand(own, own->queue[next]);
    }
    *way = NULL;
    *outcome = DF_NONE;
    return DF_OK;
}

df_status df_way_find(df_way **way, df_outcome *outcome, const df_mover *mover,
                      const uint64_t *rows, unsigned count, int x, int y, const df_place *place,
                      df_spin spin)
{
    if (place->orientation >= DF_ORIENTATIONS || (unsigned)spin > DF_SPINS ||
        y > DF_WAY_MAX_SPAWN_ROW)
        return DF_ERROR_ARGUMENT;
    search own = {.mover = mover, .rows = rows, .count = count, .place = place, .spin = spin};
    const unsigned spawn_row = y < 0 ? 0 : (unsigned)y;
    const unsigned highest = spawn_row > count + MOST_LIFT ? spawn_row : count + MOST_LIFT;
    const size_t states =
        (size_t)(highest + mover->turns.side) * mover->width * DF_ORIENTATIONS * DF_SPINS;
    own.input = malloc(states);
    own.before = malloc(states * sizeof own.before[0]);
    own.queue = malloc(states * sizeof own.queue[0]);
    df_status status = DF_ERROR_MEMORY;
    if (own.input != NULL && own.before != NULL && own.queue != NULL) {
        memset(own.input, UNSEEN, states);
        const state spawn = {.at = {DF_NORTH, x, y}, .spin = DF_SPIN_NONE};
        status = run(&own, &spawn, way, outcome);
    }
    free(own.input);
    free(own.before);
    free(own.queue);
    return status;
}

void df_way_free(df_way *way)
{
    free(way);
}
