/* Turns lift the box of a piece only where it is not wholly above the stack (moves.c), and by
 * at most two rows. So the box never gets higher than its spawn or two rows above the stack,
 * and the states of the search are finitely many. */
#include "dropforge/input_path.h"

#include <stdlib.h>
#include <string.h>

#include "mover.h"

enum { MAX_LIFT = 3, UNSEEN = DF_INPUTS };

/* A state: where the piece is, and the spin that its last input has made. */
typedef struct path_state {
    piece_at at;
    df_spin spin;
} path_state;

typedef struct path_search {
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
} path_search;

static uint32_t number_of(const path_search *self, const path_state *from)
{
    const uint32_t square = (uint32_t)from->at.y * self->mover->width + (uint32_t)from->at.x;
    return (square * DF_ORIENTATIONS + from->at.orientation) * DF_SPINS + (uint32_t)from->spin;
}

static path_state state_of(const path_search *self, uint32_t number)
{
    const uint32_t square = number / (DF_SPINS * DF_ORIENTATIONS);
    return (path_state){.at = {.orientation = number / DF_SPINS % DF_ORIENTATIONS,
                               .x = (int)(square % self->mover->width),
                               .y = (int)(square / self->mover->width)},
                        .spin = (df_spin)(number % DF_SPINS)};
}

static void input_path_add(path_search *self, const path_state *to, df_input input,
                           uint32_t before)
{
    const uint32_t number = number_of(self, to);
    if (self->input[number] != UNSEEN)
        return;
    self->input[number] = (uint8_t)input;
    self->before[number] = before;
    self->queue[self->added++] = number;
}

static bool input_path_fits(const path_search *self, const piece_at *at)
{
    return df_mover_fits(self->mover, self->rows, self->count, at);
}

/* True if a hard drop ends in the wanted place with the wanted spin. */
static bool input_path_lands(const path_search *self, const path_state *from)
{
    const uint8_t *same_as = self->mover->piece->same_as;
    if (same_as[from->at.orientation] != same_as[self->place->orientation] ||
        from->at.x != self->place->x || from->at.y < self->place->y)
        return false;
    piece_at below = {from->at.orientation, from->at.x, from->at.y - 1};
    while (input_path_fits(self, &below))
        below.y--;
    const df_spin spin = below.y + 1 == from->at.y ? from->spin : DF_SPIN_NONE;
    return below.y + 1 == self->place->y && (self->spin == DF_SPINS || self->spin == spin);
}

/* Adds all states that one input leads to. */
static void input_path_expand(path_search *self, uint32_t number)
{
    static const struct {
        df_input input;
        int x, y;
    } shifts[] = {{DF_INPUT_LEFT, -1, 0}, {DF_INPUT_RIGHT, 1, 0}, {DF_INPUT_SOFT_DROP, 0, -1}};
    const path_state from = state_of(self, number);
    for (size_t i = 0; i < sizeof shifts / sizeof shifts[0]; i++) {
        const path_state to = {
            {from.at.orientation, from.at.x + shifts[i].x, from.at.y + shifts[i].y},
            DF_SPIN_NONE};
        if (input_path_fits(self, &to.at))
            input_path_add(self, &to, shifts[i].input, number);
    }
    for (unsigned how = 0; how < self->mover->turns.count; how++) {
        path_state to = from;
        const int test = df_mover_turn(self->mover, self->rows, self->count, how, &to.at);
        if (test < 0)
            continue;
        to.spin =
            df_mover_spin(self->mover, self->rows, self->count, &to.at, how, (unsigned)test);
        input_path_add(self, &to, DF_INPUT_CLOCKWISE + how, number);
    }
}

/* Writes down the path to a state, and the hard drop after it. */
static df_input_path *input_path_trace(const path_search *self, uint32_t last)
{
    size_t count = 1;
    for (uint32_t at = last; self->before[at] != at; at = self->before[at])
        count++;
    df_input_path *path = malloc(sizeof *path + count);
    if (path == NULL)
        return NULL;
    path->count = count;
    path->input[--count] = DF_INPUT_HARD_DROP;
    for (uint32_t at = last; self->before[at] != at; at = self->before[at])
        path->input[--count] = self->input[at];
    return path;
}

static df_status input_path_run(path_search *self, const path_state *spawn,
                                df_input_path **path, df_outcome *outcome)
{
    if (input_path_fits(self, &spawn->at))
        input_path_add(self, spawn, DF_INPUT_HARD_DROP, number_of(self, spawn));
    for (size_t next = 0; next < self->added; next++) {
        const path_state at = state_of(self, self->queue[next]);
        if (input_path_lands(self, &at)) {
            df_input_path *found = input_path_trace(self, self->queue[next]);
            if (found == NULL)
                return DF_ERROR_MEMORY;
            *path = found;
            *outcome = DF_FOUND;
            return DF_OK;
        }
        input_path_expand(self, self->queue[next]);
    }
    *path = NULL;
    *outcome = DF_NONE;
    return DF_OK;
}

df_status df_input_path_find(df_input_path **path, df_outcome *outcome, const df_mover *mover,
                             const uint64_t *rows, unsigned count, int x, int y,
                             const df_place *place, df_spin spin)
{
    if (place->orientation >= DF_ORIENTATIONS || (unsigned)spin > DF_SPINS ||
        y > DF_INPUT_PATH_MAX_SPAWN_ROW)
        return DF_ERROR_ARGUMENT;
    path_search self = {
        .mover = mover, .rows = rows, .count = count, .place = place, .spin = spin};
    const unsigned spawn_row = y < 0 ? 0 : (unsigned)y;
    const unsigned highest = spawn_row > count + MAX_LIFT ? spawn_row : count + MAX_LIFT;
    const size_t states =
        (size_t)(highest + mover->turns.side) * mover->width * DF_ORIENTATIONS * DF_SPINS;
    self.input = malloc(states);
    self.before = malloc(states * sizeof self.before[0]);
    self.queue = malloc(states * sizeof self.queue[0]);
    df_status status = DF_ERROR_MEMORY;
    if (self.input != NULL && self.before != NULL && self.queue != NULL) {
        memset(self.input, UNSEEN, states);
        const path_state spawn = {.at = {DF_NORTH, x, y}, .spin = DF_SPIN_NONE};
        status = input_path_run(&self, &spawn, path, outcome);
    }
    free(self.input);
    free(self.before);
    free(self.queue);
    return status;
}

void df_input_path_free(df_input_path *path)
{
    free(path);
}
