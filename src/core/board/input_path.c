/* Turns lift the box of a piece only where it is not wholly above the stack (moves.c), and by
 * at most two rows. So the box never gets higher than its spawn or two rows above the stack,
 * and the states of the search are finitely many. Where other turns lift the box in the open,
 * no states are looked at above the margin of the mover. */
#include "dropforge/board.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "input_path.h"
#include "mover.h"

enum { MAX_LIFT = 3, STARTS = 2 };

/* All inputs but the hard drop, in the order in which they are tried. */
static const df_input path_inputs[] = {DF_INPUT_LEFT,          DF_INPUT_RIGHT,
                                       DF_INPUT_SOFT_DROP,     DF_INPUT_CLOCKWISE,
                                       DF_INPUT_ANTICLOCKWISE, DF_INPUT_HALF_TURN};

/* Where the piece is, and the spin that its last input has made. */
typedef struct path_state {
    piece_at at;
    df_spin spin;
} path_state;

/* The states after the same inputs from each of the rows in which the piece may begin; they are
 * alike if there is one row. */
typedef struct path_step {
    path_state state[STARTS];
    uint32_t before; /* the step that led here; its own index: none */
    uint32_t other;  /* 1 + the step before it with the same first state; 0: none */
    df_input input;
} path_step;

typedef struct path_search {
    const df_mover *mover;
    const uint64_t *rows;
    unsigned count;
    const df_place *place;
    df_spin spin;     /* wanted */
    path_step *steps; /* in the order in which they are reached */
    size_t added, capacity;
    size_t states;  /* that are looked at */
    uint32_t *last; /* by the number of the first state: 1 + the last step to it; 0: none */
} path_search;

static size_t number_of(const path_search *self, const path_state *from)
{
    const size_t square = (size_t)from->at.y * self->mover->width + (size_t)from->at.x;
    return (square * DF_ORIENTATIONS + from->at.orientation) * DF_SPINS + from->spin;
}

/* Adds a step to states that were not reached yet. */
static df_status input_path_add(path_search *self, const path_step *made)
{
    const size_t first = number_of(self, &made->state[0]);
    const size_t second = number_of(self, &made->state[1]);
    if (first >= self->states || second >= self->states)
        return DF_OK;
    uint32_t *last = &self->last[first];
    for (uint32_t i = *last; i != 0; i = self->steps[i - 1].other) {
        if (number_of(self, &self->steps[i - 1].state[1]) == second)
            return DF_OK;
    }
    const df_status status = ARRAY_RESERVE(self->steps, self->capacity, self->added, 1);
    if (status != DF_OK)
        return status;
    self->steps[self->added] = *made;
    self->steps[self->added].other = *last;
    *last = (uint32_t)++self->added;
    return DF_OK;
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

/* Moves the piece as an input does; one that is not possible changes nothing. */
static void input_path_press(const path_search *self, df_input input, path_state *state)
{
    static const struct {
        int x, y;
    } shifts[DF_INPUTS] = {
        [DF_INPUT_LEFT] = {-1, 0}, [DF_INPUT_RIGHT] = {1, 0}, [DF_INPUT_SOFT_DROP] = {0, -1}};
    path_state to = {state->at, DF_SPIN_NONE};
    if (shifts[input].x != 0 || shifts[input].y != 0) {
        to.at.x += shifts[input].x;
        to.at.y += shifts[input].y;
        if (input_path_fits(self, &to.at))
            *state = to;
        return;
    }
    const unsigned how = (unsigned)input - DF_INPUT_CLOCKWISE;
    const int test = how < self->mover->turns.count
                         ? df_mover_turn(self->mover, self->rows, self->count, how, &to.at)
                         : -1;
    if (test < 0)
        return;
    if (self->spin != DF_SPINS)
        to.spin =
            df_mover_spin(self->mover, self->rows, self->count, &to.at, how, (unsigned)test);
    *state = to;
}

static bool path_state_is(const path_state *one, const path_state *other)
{
    return one->at.orientation == other->at.orientation && one->at.x == other->at.x &&
           one->at.y == other->at.y && one->spin == other->spin;
}

/* Adds all steps that one input leads to. */
static df_status input_path_expand(path_search *self, uint32_t index)
{
    df_status status = DF_OK;
    for (size_t i = 0; i < sizeof path_inputs / sizeof path_inputs[0] && status == DF_OK; i++) {
        const path_step *from = &self->steps[index];
        const bool is_one = path_state_is(&from->state[0], &from->state[1]);
        path_step made = {.state = {from->state[0], from->state[1]},
                          .before = index,
                          .input = path_inputs[i]};
        input_path_press(self, path_inputs[i], &made.state[0]);
        if (is_one)
            made.state[1] = made.state[0];
        else
            input_path_press(self, path_inputs[i], &made.state[1]);
        status = input_path_add(self, &made);
    }
    return status;
}

/* Writes down the path to a step, and the hard drop after it. */
static df_input_path *input_path_trace(const path_search *self, uint32_t last)
{
    size_t count = 1;
    for (uint32_t at = last; self->steps[at].before != at; at = self->steps[at].before)
        count++;
    df_input_path *path = malloc(sizeof *path + count);
    if (path == NULL)
        return NULL;
    path->count = count;
    path->input[--count] = DF_INPUT_HARD_DROP;
    for (uint32_t at = last; self->steps[at].before != at; at = self->steps[at].before)
        path->input[--count] = (uint8_t)self->steps[at].input;
    return path;
}

static df_status input_path_run(path_search *self, const path_step *first, df_input_path **path,
                                df_outcome *outcome)
{
    df_status status = DF_OK;
    if (input_path_fits(self, &first->state[0].at) &&
        input_path_fits(self, &first->state[1].at))
        status = input_path_add(self, first);
    for (uint32_t next = 0; next < self->added && status == DF_OK; next++) {
        const path_step *at = &self->steps[next];
        if (input_path_lands(self, &at->state[0]) && input_path_lands(self, &at->state[1])) {
            df_input_path *found = input_path_trace(self, next);
            if (found == NULL)
                return DF_ERROR_MEMORY;
            *path = found;
            *outcome = DF_FOUND;
            return DF_OK;
        }
        status = input_path_expand(self, next);
    }
    if (status != DF_OK)
        return status;
    *path = NULL;
    *outcome = DF_NONE;
    return DF_OK;
}

df_status df_input_path_find_fallen(df_input_path **path, df_outcome *outcome,
                                    const df_mover *mover, const uint64_t *rows, unsigned count,
                                    int x, int y, int low_y, const df_place *place,
                                    df_spin spin)
{
    if (place->orientation >= DF_ORIENTATIONS || (unsigned)spin > DF_SPINS ||
        y > DF_INPUTS_MAX_SPAWN_ROW)
        return DF_ERROR_ARGUMENT;
    path_search self = {
        .mover = mover, .rows = rows, .count = count, .place = place, .spin = spin};
    const unsigned spawn_row = y < 0 ? 0 : (unsigned)y;
    const unsigned highest = spawn_row > count + MAX_LIFT ? spawn_row : count + MAX_LIFT;
    self.states = (size_t)(highest + mover->margin + mover->turns.side) * mover->width *
                  DF_ORIENTATIONS * DF_SPINS;
    self.last = calloc(self.states, sizeof self.last[0]);
    df_status status = DF_ERROR_MEMORY;
    if (self.last != NULL) {
        const unsigned spawn = mover->turns.spawn;
        const path_step first = {.state = {{.at = {spawn, x, y}, .spin = DF_SPIN_NONE},
                                           {.at = {spawn, x, low_y}, .spin = DF_SPIN_NONE}},
                                 .before = 0};
        status = input_path_run(&self, &first, path, outcome);
    }
    free(self.last);
    free(self.steps);
    return status;
}

df_status df_input_path_find(df_input_path **path, df_outcome *outcome, const df_mover *mover,
                             const uint64_t *rows, unsigned count, int x, int y,
                             const df_place *place, df_spin spin)
{
    return df_input_path_find_fallen(path, outcome, mover, rows, count, x, y, y, place, spin);
}

void df_input_path_free(df_input_path *path)
{
    free(path);
}

df_status df_inputs_find(df_text *inputs, df_outcome *outcome, const df_mover *mover,
                         const uint64_t *rows, unsigned count, int x, int y,
                         const df_place *place, df_spin spin)
{
    df_input_path *path = NULL;
    const df_status status =
        df_input_path_find(&path, outcome, mover, rows, count, x, y, place, spin);
    if (status == DF_OK && path != NULL)
        df_text_put_bytes(inputs, (const char *)path->input, path->count);
    free(path);
    return status == DF_OK ? inputs->status : status;
}
