#include "choice_odds.h"

#include <stdlib.h>

#include "clear/find/clear_odds.h"
#include "core/board/piece_list.h"

bool df_choice_has_odds(const df_clear_solver *solver)
{
    const unsigned width = solver->request.field->width;
    return solver->board.start == 0 && width >= 4 && width <= 10 && solver->board.drops >= 1 &&
           solver->board.drops <= ATLAS_MAX_DROPS && df_piece_set_is_tetrominoes(solver->set);
}

static void odds_choose(const clear_odds *odds, const df_clear_request *request,
                        df_clear_choice *list, size_t *count, df_clear_tally *tally)
{
    const size_t length = odds->deal->length;
    *count = df_odds_list(odds, request->queue, false, list);
    if (request->hold && request->count > 1 && length > 1 &&
        request->queue[1] != request->queue[0])
        *count += df_odds_list(odds, request->queue, true, list + *count);
    *tally = (df_clear_tally){.clear = df_odds_first(odds, request->queue),
                              .total = odds->deal->sets[0][0].windows[length],
                              .complete = true};
    tally->most = tally->clear;
}

df_status df_choice_find_odds(df_clear_solver *solver, const df_clear_request *request,
                              df_clear_choice **choices, size_t *count, df_clear_tally *tally)
{
    clear_deal *deal = malloc(sizeof *deal);
    clear_odds *odds = calloc(1, sizeof *odds);
    df_clear_choice *list = calloc(2 * GRAPH_MAX_MOVES, sizeof list[0]);
    graph boards = {0};
    const size_t length = solver->board.drops + (request->hold ? 1U : 0);
    const size_t seen = request->count < length ? request->count : length;
    df_status status = DF_ERROR_MEMORY;
    if (deal != NULL && odds != NULL && list != NULL)
        status = df_deal_make(deal, &(deal_request){.queue = request->queue,
                                                    .fixed = seen,
                                                    .bag = request->bag,
                                                    .length = length,
                                                    .hold = request->hold});
    if (status == DF_OK)
        status = df_graph_create(
            &boards, &(clear_atlas_options){.set = solver->set,
                                            .width = solver->request.field->width,
                                            .rows = solver->request.rows,
                                            .rules = solver->request.rules,
                                            .memory = solver->memory.left,
                                            .deal = deal,
                                            .watch = request->watch,
                                            .watch_context = request->watch_context});
    if (status == DF_OK) {
        *odds = (clear_odds){.graph = &boards,
                             .deal = deal,
                             .seen = seen,
                             .hold = request->hold,
                             .is_held = request->held,
                             .memory = &boards.memory,
                             .watch = request->watch,
                             .watch_context = request->watch_context};
        status = df_odds_find(odds);
    }
    if (status == DF_OK)
        odds_choose(odds, request, list, count, tally);
    if (odds != NULL && odds->graph != NULL)
        df_odds_free(odds);
    df_graph_free(&boards);
    free(odds);
    free(deal);
    if (status == DF_OK)
        *choices = list;
    else
        free(list);
    return status;
}
