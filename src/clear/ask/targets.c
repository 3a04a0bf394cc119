/* All ways to fill the squares of a target: on the lowest square that must be filled and is
 * not. Each piece fills one that must be. */
#include "tilings.h"

typedef struct target_search {
    const tilings_request *request;
    const df_clear_target *target;
    df_status status;
} target_search;

/* True if a place is within the squares that may be filled, of the piece that they want, and
 * the rows that clear before it can be filled. */
static bool target_fits(const target_search *self, const solve_place *place, uint64_t filled)
{
    const df_clear_target *target = self->target;
    const solve_board *board = &self->request->solver->board;
    const clear_board *layout = &board->play.layout;
    const uint64_t allowed = target->must | target->may;
    if ((place->squares & ~(allowed & ~filled)) != 0)
        return false;
    for (unsigned gaps = place->gaps; gaps != 0; gaps &= gaps - 1) {
        const uint64_t row = layout->row << (layout->width * bits_lowest(gaps));
        if ((row & ~(board->start | allowed)) != 0)
            return false;
    }
    for (uint64_t rest = place->squares; target->pieces != NULL && rest != 0;
         rest &= rest - 1) {
        if (target->pieces[bits_lowest(rest)] != place->piece)
            return false;
    }
    return true;
}

static void target_walk(target_search *self, uint64_t filled, uint64_t left, unsigned depth)
{
    const tilings_request *request = self->request;
    const solve_board *board = &request->solver->board;
    solve_order *order = &request->solver->order;
    const uint64_t open = self->target->must & ~filled;
    ++*request->steps;
    if (open == 0) {
        order->count = depth;
        self->status = request->visit(request->context);
        return;
    }
    if (depth == request->most_drops)
        return;
    const uint64_t square = open & (0 - open);
    for (size_t i = 0; i < board->count && self->status == DF_OK; i++) {
        const solve_place *place = &board->places[i];
        if ((place->squares & square) == 0 || !solve_count_has(left, place->piece) ||
            !target_fits(self, place, filled))
            continue;
        order->places[depth] = (uint16_t)i;
        target_walk(self, filled | place->squares, left - solve_count_one(place->piece),
                    depth + 1);
    }
}

df_status df_tilings_fill(const tilings_request *request, const df_clear_target *target)
{
    target_search self = {.request = request, .target = target};
    if (target->must != 0)
        target_walk(&self, 0, request->pieces, 0);
    return self.status;
}
