#include "solver.h"

#include <string.h>

#include "core/base/key_set.h"

/* Words that hold the places of a solution, 16 bits for each. */
enum { FORWARD_KEY_WORDS = (DF_CLEAR_SOLVER_MAX_DROPS + 3) / 4 };

typedef struct forward_search {
    const solve_board *board;
    const df_piece_set *set;
    solve_join_visit *visit;
    void *context;
    key_set seen; /* solutions */
    uint64_t found;
} forward_search;

/* Returns the index of the place with these squares. */
static uint16_t forward_find_place(const solve_board *board, uint64_t squares)
{
    const clear_board *layout = &board->play.layout;
    unsigned x = 0, y = 0;
    while ((squares & board->row_starts << x) == 0)
        x++;
    while ((squares >> (layout->width * y + x) & 1) == 0)
        y++;
    size_t i = board->begin[layout->rows * x + y];
    while (board->places[i].squares != squares)
        i++;
    return (uint16_t)i;
}

void df_solve_forward_find_places(const solve_board *board, const df_piece_set *set,
                                  const df_clear_drop *drops, size_t count, uint16_t *places)
{
    const clear_board *layout = &board->play.layout;
    unsigned rows = layout->rows, origin[DF_CLEAR_SOLVER_MAX_ROWS];
    uint64_t row[DF_CLEAR_SOLVER_MAX_ROWS];
    for (unsigned y = 0; y < rows; y++) {
        origin[y] = y;
        row[y] = board->start >> (layout->width * y) & layout->row;
    }
    for (size_t i = 0; i < count; i++) {
        const df_drop *drop = &drops[i].drop;
        const df_shape *shape = &set->pieces[drop->piece].shape[drop->orientation];
        uint64_t squares = 0;
        for (unsigned y = 0; y < shape->height; y++) {
            const uint64_t line = (uint64_t)shape->row[y] << drop->x;
            row[drop->y + y] |= line;
            squares |= line << (layout->width * origin[drop->y + y]);
        }
        places[i] = forward_find_place(board, squares);
        unsigned left = 0;
        for (unsigned y = 0; y < rows; y++) {
            row[left] = row[y];
            origin[left] = origin[y];
            left += row[y] == layout->row ? 0 : 1;
        }
        rows = left;
    }
}

static df_status forward_take_way(void *context, const df_clear_drop *drops, size_t count)
{
    forward_search *self = context;
    uint16_t places[DF_CLEAR_SOLVER_MAX_DROPS];
    df_solve_forward_find_places(self->board, self->set, drops, count, places);
    /* Sorted, so that they do not depend on the order of the drops. */
    for (size_t i = 1; i < count; i++) {
        const uint16_t place = places[i];
        size_t k = i;
        for (; k > 0 && places[k - 1] > place; k--)
            places[k] = places[k - 1];
        places[k] = place;
    }
    uint64_t key[FORWARD_KEY_WORDS] = {0};
    for (size_t i = 0; i < count; i++)
        key[i / 4] |= (uint64_t)(places[i] + 1) << (16 * (i % 4));
    if (df_key_set_has(&self->seen, key))
        return DF_OK;
    const df_status status = df_key_set_add(&self->seen, key);
    self->found++;
    return status == DF_OK ? self->visit(self->context, places, (unsigned)count, 0) : status;
}

df_status df_solve_forward(df_clear_solver *solver, const df_clear_request *query,
                           solve_join_visit *visit, void *context, solve_join_report *report,
                           df_error *error)
{
    forward_search self = {.board = &solver->board,
                           .set = solver->set,
                           .visit = visit,
                           .context = context,
                           .seen.left = &solver->memory.left};
    df_clear_request request = solver->request;
    df_clear_report found = {.nodes = 0};
    request.queue = query->queue;
    request.count = query->count;
    request.hold = query->hold;
    request.nodes = query->nodes;
    /* Half of the memory is for the solutions that are known. */
    request.memory = solver->memory.left / 2;
    solver->memory.left -= request.memory;
    df_key_set_reset(&self.seen, FORWARD_KEY_WORDS);
    const df_status status = df_clear_find(&request, forward_take_way, &self, &found, error);
    solver->memory.left += request.memory + self.seen.allocated * sizeof self.seen.words[0];
    df_key_set_free(&self.seen);
    *report = (solve_join_report){.nodes = found.nodes,
                                  .tilings = self.found,
                                  .limited = found.outcome == DF_LIMIT && status == DF_OK};
    return status;
}
