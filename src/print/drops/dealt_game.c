#include "dealt_game.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "dealt_start.h"

/* The futures that are drawn before each drop, the boards of a level and the levels of the
 * search in each, and how often one without a drop is followed by a wider one. */
#define PREVIEW_FUTURES 3
#define PREVIEW_KEEP 60
#define PREVIEW_DEPTH 80
#define PREVIEW_RETRIES 4

df_status df_dealt_game_create(dealt_game **game, const dealt_request *request)
{
    dealt_game *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->request = *request;
    made->request.queue = NULL;
    made->request.queue_count = 0;
    df_random_seed(&made->random, request->seed, 2);
    df_status status = df_dealt_run_begin(&made->run, &made->request);
    if (status == DF_OK)
        status = df_dealt_game_begin(made, NULL, 0);
    if (status == DF_OK)
        *game = made;
    else
        df_dealt_game_free(made);
    return status;
}

void df_dealt_game_free(dealt_game *game)
{
    if (game == NULL)
        return;
    df_dealt_run_end(&game->run);
    df_drop_path_free(&game->plan);
    free(game->starts);
    free(game->seen);
    free(game->drawn);
    free(game->expected);
    free(game);
}

df_status df_dealt_game_begin(dealt_game *game, const df_field *field, unsigned held)
{
    drop_board *starts = NULL;
    size_t count = 0;
    if (field != NULL && field->width != game->request.place->width)
        return DF_ERROR_ARGUMENT;
    const df_status status = df_dealt_start_list(&game->run.rules, &game->run.weights->score,
                                                 field, &starts, &count);
    if (status != DF_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        starts[i].held = (uint8_t)held;
    free(game->starts);
    game->starts = starts;
    game->start_count = count;
    game->begun = false;
    game->drops = 0;
    game->seen_count = game->held_count = game->expected_count = 0;
    game->plan.count = 0;
    game->finishes = false;
    if (held == 0)
        return DF_OK;
    /* As if it had been dealt first. */
    game->held_count = 1;
    return df_dealt_game_see(game, held - 1);
}

df_status df_dealt_game_see(dealt_game *game, unsigned piece)
{
    const df_status status =
        ARRAY_RESERVE(game->seen, game->seen_capacity, game->seen_count, 1);
    if (status == DF_OK)
        game->seen[game->seen_count++] = (uint8_t)piece;
    return status;
}

/* Returns the index of the first piece of a bag, among the first seven, if the pieces that have
 * appeared may be complete bags; DF_TETROMINOES if they are none. */
static size_t dealt_game_find_bag(const dealt_game *game)
{
    size_t begin = game->held_count, end = begin + DF_TETROMINOES;
    for (; game->request.bags && begin < end; begin++) {
        unsigned used = 0;
        size_t i = game->held_count;
        for (; i < game->seen_count; i++) {
            used = i % DF_TETROMINOES == begin % DF_TETROMINOES ? 0 : used;
            if ((used >> game->seen[i] & 1) != 0)
                break;
            used |= 1U << game->seen[i];
        }
        if (i == game->seen_count)
            return begin % DF_TETROMINOES;
    }
    return DF_TETROMINOES;
}

/* Draws how the queue may go on after the pieces that have appeared. */
static df_status dealt_game_draw(dealt_game *game)
{
    const size_t bag = dealt_game_find_bag(game);
    const size_t count = game->seen_count + PREVIEW_DEPTH + 1;
    const df_status status = ARRAY_RESERVE(game->drawn, game->drawn_capacity, 0, count);
    if (status != DF_OK)
        return status;
    for (size_t i = 0; i < game->seen_count; i++)
        game->drawn[i] = game->seen[i];
    unsigned used = 0;
    for (size_t i = bag < DF_TETROMINOES ? game->held_count : count; i < game->seen_count; i++)
        used = (i % DF_TETROMINOES == bag ? 0 : used) | 1U << game->seen[i];
    for (size_t i = game->seen_count; i < count; i++) {
        used = i % DF_TETROMINOES == bag || bag == DF_TETROMINOES ? 0 : used;
        unsigned piece = df_random_below(&game->random, DF_TETROMINOES);
        while ((used >> piece & 1) != 0)
            piece = df_random_below(&game->random, DF_TETROMINOES);
        game->drawn[i] = (uint8_t)piece;
        used |= 1U << piece;
    }
    game->drawn_count = count;
    return DF_OK;
}

/* Takes a path as the plan, for the future that was drawn last. */
static void dealt_game_take(dealt_game *game, const drop_search_result *made)
{
    uint8_t *const expected = game->expected;
    const size_t capacity = game->expected_capacity;
    df_drop_path_free(&game->plan);
    game->plan = made->path;
    game->finishes = made->finished;
    game->start = made->begin;
    game->expected = game->drawn;
    game->expected_count = game->drawn_count;
    game->expected_capacity = game->drawn_capacity;
    game->drawn = expected;
    game->drawn_capacity = capacity;
}

/* Plans for some future. A plan that is better than the one so far takes its place. */
static df_status dealt_game_plan_ahead(dealt_game *game, size_t keep)
{
    df_status status = dealt_game_draw(game);
    if (status != DF_OK)
        return status;
    const dealt_queue queue = {game->drawn, game->drawn_count, game->request.hold, game->drops,
                               game->seen_count};
    const piece_supply supply = {df_dealt_queue_list, &queue};
    const bool limits = game->finishes && game->plan.count > 1;
    drop_search_options options = df_dealt_options(&game->run, &supply, keep);
    options.max_drops = limits ? game->plan.count - 1 : PREVIEW_DEPTH;
    options.begin = game->begun ? &game->board : game->starts;
    options.begin_count = game->begun ? 1 : game->start_count;
    options.drops_before = game->drops;
    options.unfinished = !limits;
    drop_search_result made;
    status = df_dealt_run_search(&game->run, &options, &made);
    if (status != DF_OK)
        return status;
    if (made.path.count == 0 || (game->plan.count > 0 && !made.finished))
        df_drop_path_free(&made.path);
    else
        dealt_game_take(game, &made);
    return DF_OK;
}

unsigned df_dealt_game_held(const dealt_game *game)
{
    if (game->begun)
        return game->board.held;
    return game->held_count > 0 ? 1U + game->seen[0] : 0;
}

/* True if the plan expects other pieces than those that have appeared, or if its first drop
 * takes one that has not. */
static bool dealt_game_is_wrong(const dealt_game *game)
{
    const size_t seen = game->seen_count;
    const size_t known = seen < game->expected_count ? seen : game->expected_count;
    if (game->plan.count == 0 || memcmp(game->expected, game->seen, known) != 0)
        return true;
    return df_dealt_game_held(game) == 0 && game->plan.moves[0].held != 0 &&
           game->drops + 1 >= seen;
}

/* Plans for several futures, and keeps the shortest plan. */
df_status df_dealt_game_plan(dealt_game *game, bool *found)
{
    const size_t seen = game->seen_count;
    const size_t keep = game->request.keep > 0
                            ? game->request.keep
                            : df_dealt_keep(PREVIEW_KEEP, game->request.effort);
    df_status status = DF_OK;
    if (dealt_game_is_wrong(game))
        game->plan.count = 0;
    game->finishes = game->finishes && game->plan.count > 0;
    /* A hold may take one piece more than there are drops. */
    const bool is_certain = game->finishes && game->drops + game->plan.count + 1 <= seen;
    for (unsigned i = 0;
         i < PREVIEW_FUTURES && !is_certain && status == DF_OK && !game->run.stopped; i++)
        status = dealt_game_plan_ahead(game, keep);
    for (unsigned i = 1;
         i <= PREVIEW_RETRIES && game->plan.count == 0 && status == DF_OK && !game->run.stopped;
         i++)
        status = dealt_game_plan_ahead(game, keep << 2 * i);
    *found = game->plan.count > 0;
    return status;
}

/* Keeps the rest of the plan if it leads to the picture. */
void df_dealt_game_play(dealt_game *game)
{
    board_view view;
    drop_board next;
    if (!game->begun)
        game->board = game->starts[game->start];
    game->begun = true;
    df_board_look(&view, &game->board, &game->run.rules);
    df_board_apply(&next, &view, &game->run.rules, &game->plan.moves[0]);
    game->board = next;
    game->drops++;
    game->plan.count = game->finishes ? game->plan.count - 1 : 0;
    memmove(game->plan.moves, game->plan.moves + 1,
            game->plan.count * sizeof game->plan.moves[0]);
}
