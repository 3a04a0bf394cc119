#include "print/refine.h"

#include <stdlib.h>
#include <string.h>

#include "print/bits.h"
#include "print/structure.h"

enum {
    BEAM = 12,         /* states kept for each number of cleared rows */
    SEEDS = 2,         /* packings looked for with each arrangement of rows */
    NODE_LIMIT = 500,  /* of one packing */
    MOST_CLEARED = 40, /* rows; a plan that clears more is not worth looking for */
    MOST_IN_PASS = 7,  /* rows that one pass clears */
    MOST_BELOW = 3,    /* of them below the row of the picture */
};

/* A part of the row is done, by a chain of passes. */
typedef struct refine_state {
    uint64_t done;
    size_t parent; /* index of the state before the last pass */
    pack_solution *pass;
} refine_state;

typedef struct refining {
    const row_task *task;
    pack_kit kit;
    uint64_t wanted;
    uint8_t want[DF_FIELD_MAX_WIDTH]; /* 1 + piece */
    uint64_t seed;
    refine_state *states;
    size_t count;
    size_t capacity;
    size_t level[MOST_CLEARED][BEAM]; /* states by rows cleared so far */
    size_t level_count[MOST_CLEARED];
    pack_solution found;
} refining;

/* The squares that the found packing puts into row `y` of its matrix. */
static uint64_t emitted_squares(const refining *self, unsigned y)
{
    uint64_t squares = 0;
    for (size_t i = 0; i < self->found.count; i++) {
        const pack_piece *piece = &self->found.pieces[i];
        const df_shape *shape =
            &self->task->tetrominoes->pieces[piece->piece].shape[piece->orientation];
        if (piece->y <= y && y - piece->y < shape->height)
            squares |= (uint64_t)shape->row[y - piece->y] << piece->x;
    }
    return squares;
}

static df_status add_state(refining *self, uint64_t done, size_t parent, size_t *index)
{
    if (self->count == self->capacity) {
        const size_t capacity = self->capacity == 0 ? 256 : 2 * self->capacity;
        refine_state *states = realloc(self->states, capacity * sizeof states[0]);
        if (states == NULL)
            return DF_ERROR_MEMORY;
        self->states = states;
        self->capacity = capacity;
    }
    const size_t bytes =
        offsetof(pack_solution, pieces) + self->found.count * sizeof self->found.pieces[0];
    pack_solution *pass = malloc(bytes);
    if (pass == NULL)
        return DF_ERROR_MEMORY;
    memcpy(pass, &self->found, bytes);
    self->states[self->count] = (refine_state){done, parent, pass};
    *index = self->count++;
    return DF_OK;
}

/* How far a state is from its end, the less the better: by number alone, a pass for all the
 * missing squares needs so many rows; each missing square makes it harder. */
static unsigned distance(const refining *self, uint64_t done)
{
    const unsigned missing = bits_count(self->wanted & ~done);
    unsigned rows = missing == 0 ? 0 : 1;
    while ((missing + rows * self->task->width) % 4 != 0)
        rows++;
    return 4 * rows + missing;
}

/* Keeps the packing just found as a way to have `done` with so many cleared rows, if it is
 * new and among the best. */
static df_status keep(refining *self, unsigned cleared, uint64_t done, size_t parent)
{
    size_t *level = self->level[cleared];
    size_t *count = &self->level_count[cleared];
    size_t place = *count;
    unsigned farthest = distance(self, done);
    for (size_t i = 0; i < *count; i++) {
        const uint64_t other = self->states[level[i]].done;
        if (other == done)
            return DF_OK;
        if (*count == BEAM && distance(self, other) > farthest) {
            place = i;
            farthest = distance(self, other);
        }
    }
    if (place == BEAM)
        return DF_OK;
    size_t index = 0;
    const df_status status = add_state(self, done, parent, &index);
    if (status != DF_OK)
        return status;
    level[place] = index;
    if (place == *count)
        ++*count;
    return DF_OK;
}

/* Looks for a pass with `below` and `above` rows that clear below and above the row of the
 * picture, leaving as few squares as possible, and keeps it. */
static df_status try_pass(refining *self, size_t index, unsigned cleared, unsigned below,
                          unsigned above)
{
    const uint64_t done = self->states[index].done;
    const unsigned width = self->task->width, rows = below + above;
    const unsigned missing = bits_count(self->wanted & ~done);
    pack_problem problem = {
        .width = width,
        .rows = rows + 1,
        .carried = self->task->below,
        .want = self->want,
        .picture = below,
        .empty = bits_span(0, width) & ~self->wanted,
        .optional = self->wanted & ~done,
    };
    problem.filled[below] = done;
    for (unsigned skip = 0; skip < missing; skip++) {
        if ((missing - skip + width * rows) % 4 != 0)
            continue;
        problem.skip_limit = skip;
        df_outcome outcome = DF_NONE;
        df_status status = df_pack_search(&self->kit, &problem, self->seed++, NODE_LIMIT,
                                          &outcome, &self->found);
        if (status == DF_OK && outcome == DF_FOUND)
            return keep(self, cleared + rows, done | emitted_squares(self, below), index);
        if (status != DF_OK)
            return status;
    }
    return DF_OK;
}

/* Goes on from a state with every arrangement that clears fewer than `limit` rows in all. */
static df_status expand(refining *self, size_t index, unsigned cleared, unsigned limit)
{
    const bool fresh = self->states[index].done == 0;
    for (unsigned rows = 1; rows <= MOST_IN_PASS && cleared + rows < limit; rows++) {
        for (unsigned below = 0; below <= rows && below <= (fresh ? MOST_BELOW : 0); below++) {
            for (unsigned i = 0; i < SEEDS; i++) {
                const df_status status = try_pass(self, index, cleared, below, rows - below);
                if (status != DF_OK)
                    return status;
            }
        }
    }
    return DF_OK;
}

/* The first state, in the order of cleared rows, in which the row is done. */
static df_status search(refining *self, unsigned limit, size_t *best)
{
    self->found.count = 0;
    df_status status = add_state(self, 0, 0, &self->level[0][0]);
    self->level_count[0] = 1;
    *best = 0;
    for (unsigned cleared = 0; cleared < limit && status == DF_OK; cleared++) {
        for (size_t i = 0; i < self->level_count[cleared] && status == DF_OK; i++) {
            const size_t index = self->level[cleared][i];
            if (self->states[index].done == self->wanted) {
                *best = index;
                return DF_OK;
            }
            status = expand(self, index, cleared, limit);
        }
    }
    return status;
}

/* Appends the passes that lead to a state, the first one first. */
static df_status write_passes(const refining *self, size_t index, row_result *result)
{
    if (index == 0)
        return DF_OK;
    df_status status = write_passes(self, self->states[index].parent, result);
    const pack_solution *pass = self->states[index].pass;
    if (status == DF_OK)
        status = df_structure_add(result->drops, pass->pieces, pass->count, true);
    result->passes++;
    return status;
}

static df_status replace(const refining *self, size_t best, row_result *result)
{
    row_result made = {.nodes = result->nodes};
    df_status status =
        df_plan_create(&made.drops, self->task->width, 1, self->task->tetrominoes);
    if (status == DF_OK)
        status = write_passes(self, best, &made);
    if (status != DF_OK) {
        df_plan_free(made.drops);
        return status;
    }
    df_plan_free(result->drops);
    *result = made;
    return DF_OK;
}

df_status df_row_refine(const row_task *task, row_result *result)
{
    refining *self = calloc(1, sizeof *self);
    if (self == NULL)
        return DF_ERROR_MEMORY;
    self->task = task;
    self->seed = task->seed;
    self->wanted = df_row_squares(task->want, task->width);
    for (unsigned x = 0; x < task->width; x++) {
        if (task->want[x] != 0)
            self->want[x] = (uint8_t)(1 + df_row_color_piece(task->want[x]));
    }
    df_pack_kit_init(&self->kit, task->tetrominoes);
    const size_t squares = 4 * result->drops->count - bits_count(self->wanted);
    const size_t cleared = squares / task->width;
    size_t best = 0;
    df_status status =
        search(self, cleared < MOST_CLEARED ? (unsigned)cleared : MOST_CLEARED, &best);
    result->nodes += self->kit.nodes;
    if (status == DF_OK && best != 0)
        status = replace(self, best, result);
    for (size_t i = 0; i < self->count; i++)
        free(self->states[i].pass);
    free(self->states);
    df_pack_kit_free(&self->kit);
    free(self);
    return status;
}
