#include "dealt_game.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/board/field_rows.h"
#include "core/board/mover.h"

/* Boards of a level of a search that mends or shortens a plan. */
#define PREVIEW_KEEP 90

/* Nodes before a drop, if the request has no limit, and the parts that searches get. */
#define DROP_NODES 4000000
#define ALL_PARTS 16

/* A plan is mended with PREVIEW_KEEP boards while more of its moves than MEND_LATE are sure,
 * and with wider beams as well after that. The new end may be that many drops longer. */
#define MEND_LATE 1
#define MEND_TRIES 3
#define MEND_DROPS 30

/* A plan with more drops is mended only when it must be, and not shortened. */
#define MEND_LONG 60

/* A search for a new plan: how much wider it is than one that mends, its drops, with some more
 * for each square, and its part of the nodes: the rest is for a good drop without a plan. */
#define BEGIN_WIDER 4
#define BEGIN_DROPS 60
#define BEGIN_SQUARE_DROPS 4
#define BEGIN_SHARE 12

/* Without a plan: how much wider than one that mends is a search for a good board, its drops,
 * and how often one without a drop is followed by a shorter one. Such drops do not leave the
 * last squares of the picture, which make it hard to clear what lies above. */
#define WAIT_WIDER 2
#define WAIT_DROPS 24
#define WAIT_RETRIES 4
#define WAIT_LEFT 24

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
        status = df_field_create(&made->field, request->place->width, DF_FIELD_MAX_HEIGHT);
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
    df_field_free(game->field);
    free(game->starts);
    free(game->seen);
    free(game->drawn);
    free(game->expected);
    free(game);
}

/* Lists the ways in which the rows of the playfield may stay or clear. */
static df_status dealt_game_list_starts(dealt_game *game)
{
    drop_board *starts = NULL;
    size_t count = 0;
    const df_status status = df_dealt_start_list(&game->run.rules, &game->run.weights->score,
                                                 game->field, &starts, &count);
    if (status != DF_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        starts[i].held = (uint8_t)game->held;
    free(game->starts);
    game->starts = starts;
    game->start_count = count;
    game->begun = false;
    return DF_OK;
}

df_status df_dealt_game_begin(dealt_game *game, const df_field *field, unsigned held)
{
    if (field != NULL && field->width != game->request.place->width)
        return DF_ERROR_ARGUMENT;
    df_field_clear(game->field);
    if (field != NULL)
        df_field_copy_rows(game->field, field, df_field_top(field));
    game->held = held;
    const df_status status = dealt_game_list_starts(game);
    if (status != DF_OK)
        return status;
    game->drops = 0;
    game->seen_count = game->held_count = game->expected_count = 0;
    game->plan.count = 0;
    game->finishes = false;
    game->holds = game->keeps = false;
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

/* Makes a drop. */
static void dealt_game_advance(const dealt_game *game, drop_board *board,
                               const board_move *move)
{
    drop_board next;
    df_board_make(&next, board, &game->run.rules, move);
    *board = next;
}

/* Draws how the queue may go on after the pieces that have appeared. */
static df_status dealt_game_draw(dealt_game *game, size_t depth)
{
    const size_t bag = dealt_game_find_bag(game);
    const size_t count = game->seen_count + depth + 1;
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

/* Takes a path as the plan from that move on, for the future that was drawn last. */
static df_status dealt_game_take(dealt_game *game, size_t kept, const drop_search_result *made)
{
    uint8_t *const expected = game->expected;
    const size_t capacity = game->expected_capacity;
    drop_path *plan = &game->plan;
    const df_status status = ARRAY_RESERVE(plan->moves, plan->capacity, kept, made->path.count);
    if (status != DF_OK)
        return status;
    memcpy(plan->moves + kept, made->path.moves, made->path.count * sizeof plan->moves[0]);
    plan->count = kept + made->path.count;
    game->finishes = made->finished;
    game->start = kept > 0 ? game->start : made->begin;
    game->expected = game->drawn;
    game->expected_count = game->drawn_count;
    game->expected_capacity = game->drawn_capacity;
    game->drawn = expected;
    game->drawn_capacity = capacity;
    return DF_OK;
}

/* A search for a plan, or for the rest of one. */
typedef struct game_search {
    size_t kept;     /* moves of the plan before it */
    size_t keep;     /* boards of a level */
    size_t depth;    /* drops at most */
    size_t levels;   /* drops that it takes about, among which its nodes are shared */
    unsigned share;  /* of ALL_PARTS of the nodes that are left before this drop */
    bool unfinished; /* a plan will do that does not finish the picture */
} game_search;

/* Returns the number of squares that drops without a plan to the picture do not leave. */
static uint32_t dealt_game_min_left(const dealt_game *game)
{
    uint32_t least = WAIT_LEFT;
    for (size_t i = 0; i < game->start_count; i++)
        least = game->starts[i].left < least ? game->starts[i].left : least;
    return least;
}

/* Plans for some future, and takes the plan if one is found. */
static df_status dealt_game_search(dealt_game *game, const game_search *asked, bool *taken)
{
    const uint64_t spent = game->run.nodes - game->nodes_before;
    const uint64_t limit = game->request.drop_nodes > 0 ? game->request.drop_nodes : DROP_NODES;
    *taken = false;
    if ((!game->begun && game->start_count == 0) || spent >= limit)
        return DF_OK;
    df_status status = dealt_game_draw(game, asked->kept + asked->depth);
    if (status != DF_OK)
        return status;
    drop_board after = game->begun ? game->board : game->starts[game->start];
    for (size_t i = 0; i < asked->kept; i++)
        dealt_game_advance(game, &after, &game->plan.moves[i]);
    const bool alone = game->begun || asked->kept > 0;
    const size_t drops = game->drops + asked->kept;
    const dealt_queue queue = {game->drawn,
                               game->drawn_count,
                               game->request.hold,
                               drops,
                               asked->kept > 0 ? 0 : game->seen_count,
                               game->holds,
                               game->keeps};
    const piece_supply supply = {df_dealt_queue_list, &queue};
    drop_search_options options = df_dealt_options(&game->run, &supply, asked->keep);
    options.max_drops = asked->depth;
    options.begin = alone ? &after : game->starts;
    options.begin_count = alone ? 1 : game->start_count;
    options.drops_before = drops;
    options.unfinished = asked->unfinished;
    options.max_nodes = (limit - spent) * asked->share / ALL_PARTS;
    options.level_nodes = options.max_nodes / asked->levels + 1;
    if (asked->unfinished)
        options.min_left = dealt_game_min_left(game);
    drop_search_result made;
    status = df_dealt_run_search(&game->run, &options, &made);
    if (status != DF_OK)
        return status;
    *taken = made.path.count > 0;
    if (*taken)
        status = dealt_game_take(game, asked->kept, &made);
    df_drop_path_free(&made.path);
    return status;
}

/* Returns how many of the plan's first moves have pieces that appeared as it expects them. */
static size_t dealt_game_count_sure(const dealt_game *game)
{
    size_t known = 0, sure = 0;
    while (known < game->seen_count && known < game->expected_count &&
           game->expected[known] == game->seen[known])
        known++;
    while (sure < game->plan.count &&
           game->drops + sure + 1 + (game->plan.moves[sure].held != 0) <= known)
        sure++;
    return sure;
}

/* True if no piece has appeared that the plan does not expect. */
static bool dealt_game_is_expected(const dealt_game *game)
{
    const size_t known =
        game->seen_count < game->expected_count ? game->seen_count : game->expected_count;
    return known == 0 || memcmp(game->expected, game->seen, known) == 0;
}

/* Looks for a new end of a plan after its sure moves. If none is found yet these are made all
 * the same, as they come; *mended is false then. */
static df_status dealt_game_mend(dealt_game *game, size_t sure, size_t keep, bool *mended)
{
    df_status status = DF_OK;
    const unsigned late = sure <= MEND_LATE ? MEND_TRIES - 1 : 0;
    const unsigned tries = late + (game->plan.count <= MEND_LONG);
    *mended = false;
    for (unsigned i = 0; i < tries && !*mended && status == DF_OK && !game->run.stopped; i++)
        status =
            dealt_game_search(game,
                              &(game_search){.kept = sure,
                                             .keep = keep << 2 * i,
                                             .depth = game->plan.count - sure + MEND_DROPS,
                                             .levels = game->plan.count - sure + MEND_DROPS / 3,
                                             .share = ALL_PARTS / (tries - i)},
                              mended);
    return status;
}

/* Looks for a plan to the picture. */
static df_status dealt_game_begin_plan(dealt_game *game, size_t keep)
{
    const size_t squares = game->run.targets[0].squares;
    const game_search asked = {.keep = keep * BEGIN_WIDER,
                               .depth = BEGIN_DROPS + BEGIN_SQUARE_DROPS * squares,
                               .levels = BEGIN_DROPS + squares / 2,
                               .share = BEGIN_SHARE};
    bool taken;
    return dealt_game_search(game, &asked, &taken);
}

/* Looks for a plan to the picture that is shorter, for another future. */
static df_status dealt_game_shorten(dealt_game *game, size_t keep)
{
    const size_t depth = game->plan.count - 1;
    const game_search asked = {
        .keep = keep, .depth = depth, .levels = depth, .share = ALL_PARTS};
    bool taken;
    return depth > 0 && !game->run.stopped ? dealt_game_search(game, &asked, &taken) : DF_OK;
}

/* Plans drops that leave a board with a good score. */
static df_status dealt_game_wait(dealt_game *game, size_t keep)
{
    df_status status = DF_OK;
    bool taken = false;
    for (unsigned i = 0; i <= WAIT_RETRIES && !taken && status == DF_OK && !game->run.stopped;
         i++)
        status = dealt_game_search(game,
                                   &(game_search){.keep = keep * WAIT_WIDER,
                                                  .depth = WAIT_DROPS >> i,
                                                  .levels = WAIT_DROPS >> i,
                                                  .share = ALL_PARTS / 2,
                                                  .unfinished = true},
                                   &taken);
    return status;
}

/* Plans anew: the rows of the playfield may have other fates than in the plan before. */
static df_status dealt_game_plan_anew(dealt_game *game, size_t keep)
{
    game->plan.count = 0;
    game->finishes = false;
    df_status status = dealt_game_list_starts(game);
    if (status == DF_OK)
        status = dealt_game_begin_plan(game, keep);
    if (status == DF_OK && game->plan.count == 0)
        status = dealt_game_wait(game, keep);
    return status;
}

/* Keeps a plan to the picture while its pieces come, and mends it when others do. */
df_status df_dealt_game_plan(dealt_game *game, bool *found)
{
    const size_t keep = game->request.keep > 0
                            ? game->request.keep
                            : df_dealt_keep(PREVIEW_KEEP, game->request.effort);
    const size_t sure = dealt_game_count_sure(game);
    bool leads = game->finishes && sure > 0 && dealt_game_is_expected(game);
    df_status status = DF_OK;
    game->nodes_before = game->run.nodes;
    if (!game->finishes || sure == 0) {
        status = dealt_game_plan_anew(game, keep);
        leads = game->finishes;
    } else if (!leads && sure < game->plan.count) {
        status = dealt_game_mend(game, sure, keep, &leads);
    }
    if (status == DF_OK && leads && game->plan.count <= MEND_LONG &&
        dealt_game_count_sure(game) < game->plan.count)
        status = dealt_game_shorten(game, keep);
    *found = game->plan.count > 0;
    return status;
}

df_drop df_dealt_game_drop(const dealt_game *game)
{
    const board_move *move = &game->plan.moves[0];
    const print_shape *shape = &game->run.rules.shapes[move->shape];
    const drop_board *board = game->begun ? &game->board : &game->starts[game->start];
    return (df_drop){.piece = shape->piece,
                     .orientation = shape->orientation,
                     .x = move->x,
                     .y = (uint16_t)(board->settled + move->y)};
}

df_rules df_dealt_game_rules(const dealt_game *game)
{
    const df_rules rules = game->request.rules;
    return df_rules_moves(rules) ? rules : DF_RULES_ABOVE;
}

/* Keeps the rest of the plan if it leads to the picture. */
unsigned df_dealt_game_play(dealt_game *game)
{
    const df_drop drop = df_dealt_game_drop(game);
    df_landing landing = {0};
    df_drop_apply(game->field, game->request.place->tetrominoes, &drop,
                  df_dealt_game_rules(game), &landing);
    if (!game->begun)
        game->board = game->starts[game->start];
    game->begun = true;
    dealt_game_advance(game, &game->board, &game->plan.moves[0]);
    game->held = game->board.held;
    game->holds = game->keeps = false;
    game->drops++;
    game->plan.count = game->finishes ? game->plan.count - 1 : 0;
    memmove(game->plan.moves, game->plan.moves + 1,
            game->plan.count * sizeof game->plan.moves[0]);
    return landing.cleared_count;
}
