#include "dealt.h"

#include <stdlib.h>
#include <string.h>

#include "beam_search.h"
#include "core/base/array.h"
#include "core/base/bits.h"
#include "core/base/error.h"
#include "dealt_game.h"
#include "dealt_run.h"
#include "print/base/possible.h"

/* Boards of a level in the first beam at effort 1, shared among the columns of the playfield,
 * as each of them adds moves to a board. A beam that finds no plan is followed by one that is
 * WIDER times as wide, up to MAX_KEEP. Rows have ROWS_KEEP, and ROWS_TIMES the nodes of the
 * beam. */
#define FIRST_KEEP 9000
#define WIDER 3
#define MAX_KEEP 30000
#define ROWS_KEEP 450
#define ROWS_TIMES 4

/* Nodes of the first beam, for each of its boards and each square of the picture, with some
 * squares more; and of the first searches for few rows to clear, for each column. Those that
 * follow have WIDER_NODES and FILL_WIDER_NODES times as many. */
#define BEAM_NODES 700
#define BEAM_SQUARES 20
#define WIDER_NODES 4
#define FILL_NODES 200000
#define FILL_WIDER_NODES 16

/* Levels after which a beam is stuck, as in drop_search_options, for each column; and one for
 * some squares of the picture. */
#define PATIENCE 8
#define PATIENCE_SQUARES 6

/* True if a search may hold all boards, to begin with and then. */
static bool dealt_has_room(const dealt_run *self)
{
    const unsigned height = self->rules.max_height;
    return height > 0 && height <= self->rules.max_rows && self->start_count < DEALT_MAX_STARTS;
}

/* Searches with one beam for the whole picture. */
static df_status dealt_search_beam(dealt_run *self, drop_search_options *options,
                                   drop_search_result *result)
{
    options->end_rows = self->request->keep > 0 ? DEALT_END_ROWS : 0;
    df_status status = df_dealt_run_search(self, options, result);
    result->is_whole = result->is_whole && dealt_has_room(self);
    if (status == DF_OK && !result->finished && result->path.count > 0)
        status = df_dealt_end(self, options, result);
    return status;
}

/* Returns the nodes that are left, at most `most`; so few that they can be added to those that
 * are spent. */
static uint64_t dealt_limit(const dealt_run *self, uint64_t most)
{
    const uint64_t max =
        self->request->max_nodes > 0 ? self->request->max_nodes : UINT64_MAX / 2;
    const uint64_t rest = max > self->nodes ? max - self->nodes : 0;
    return rest < most ? rest : most;
}

/* True if there is no plan yet, and the search may go on. */
static bool dealt_needs_more(const dealt_run *self, const drop_search_result *result)
{
    return !result->finished && !result->is_whole && !self->stopped &&
           dealt_limit(self, UINT64_MAX) > 0;
}

/* Searches for few rows to clear. Not in a comparison of pieces, which has no time for it, nor
 * with any choice of pieces. */
static df_status dealt_search_fill(dealt_run *self, drop_search_options options, uint64_t times,
                                   drop_search_result *result)
{
    const dealt_request *request = self->request;
    if (request->keep > 0 || request->order != NULL)
        return DF_OK;
    options.max_nodes = dealt_limit(self, times * request->place->width *
                                              df_dealt_keep(FILL_NODES, request->effort));
    return df_dealt_fill(self, &options, result);
}

/* Searches row by row. */
static df_status dealt_search_rows(dealt_run *self, drop_search_options options,
                                   uint64_t max_nodes, drop_search_result *result)
{
    options.keep = df_dealt_keep(ROWS_KEEP, self->request->effort);
    options.by_score = df_dealt_by_score(self);
    options.max_nodes = dealt_limit(self, max_nodes);
    return df_dealt_by_rows(self, &options, result);
}

/* Searches for few rows to clear, then with one beam for a plan with fewer drops. If there is
 * none it has got lost, and rows lead to a plan, though to one with more drops. */
static df_status dealt_search_round(dealt_run *self, drop_search_options options,
                                    uint64_t fill_times, drop_search_result *result)
{
    drop_search_result filled = {.path = {0}};
    const uint64_t nodes = options.max_nodes;
    df_status status = dealt_search_fill(self, options, fill_times, &filled);
    if (filled.finished)
        options.max_drops = filled.path.count - 1;
    options.max_nodes = dealt_limit(self, nodes);
    if (status == DF_OK && dealt_needs_more(self, result))
        status = dealt_search_beam(self, &options, result);
    if (!result->finished) {
        df_drop_path_free(&result->path);
        if (filled.finished)
            *result = filled;
    } else {
        df_drop_path_free(&filled.path);
    }
    if (status == DF_OK && !self->request->once && dealt_needs_more(self, result))
        status = dealt_search_rows(self, options, ROWS_TIMES * nodes, result);
    return status;
}

/* Searches in rounds with wider and wider beams until there is a plan. A beam that clears rows
 * for long without an end is given up: a wider one gets on where it does not. */
static df_status dealt_search_all(dealt_run *self, drop_search_result *result)
{
    const dealt_request *request = self->request;
    const unsigned width = request->place->width;
    size_t keep =
        request->keep > 0 ? request->keep : df_dealt_keep(FIRST_KEEP / width, request->effort);
    const size_t max = request->once || keep > MAX_KEEP ? keep : MAX_KEEP;
    const size_t patience =
        PATIENCE * (size_t)width + self->targets[0].squares / PATIENCE_SQUARES;
    uint64_t nodes = (uint64_t)BEAM_NODES * keep * (self->targets[0].squares + BEAM_SQUARES);
    const piece_supply queue = {df_dealt_queue_list, &self->queue};
    const piece_supply ordered = {df_supply_list_order, request->order};
    const piece_supply *supply = request->order != NULL ? &ordered : &queue;
    drop_search_options options = df_dealt_options(self, supply, keep);
    options.begin = self->starts;
    options.begin_count = self->start_count;
    options.drops_before = request->drops_before;
    if (request->by_rows)
        return dealt_search_rows(self, options, UINT64_MAX, result);
    df_status status = DF_OK;
    uint64_t fill_times = 1;
    for (; keep <= max && status == DF_OK && dealt_needs_more(self, result); keep *= WIDER) {
        /* The last beam may go on. */
        const bool is_last = keep > max / WIDER;
        options.patience = request->once || !is_last ? patience : 0;
        options.keep = keep;
        options.max_nodes = is_last ? UINT64_MAX / ROWS_TIMES : nodes;
        status = dealt_search_round(self, options, fill_times, result);
        options.by_score = df_dealt_by_score(self);
        nodes *= WIDER_NODES;
        fill_times *= FILL_WIDER_NODES;
    }
    return status;
}

/* Returns the number of pieces that the queue has given before. */
static size_t dealt_count_taken(const dealt_request *request)
{
    return request->drops_before + (request->held != 0);
}

/* Shows the game the pieces that a player would see after these drops. Without a preview the
 * first piece is held at once: to hold it later would be as blind, and from then on there is a
 * choice between two pieces. */
static df_status dealt_show_pieces(dealt_game *game, const dealt_request *request, size_t drops)
{
    const size_t taken = dealt_count_taken(request);
    const size_t all = request->queue_count - taken + game->held_count, rest = all - drops;
    game->holds = request->hold && request->preview == 0 && game->held == 0;
    const size_t ahead = 1 + (size_t)request->preview + (game->held != 0 || game->holds);
    const size_t seen = drops + (ahead < rest ? ahead : rest);
    df_status status = DF_OK;
    while (game->seen_count < seen && status == DF_OK)
        status = df_dealt_game_see(game,
                                   request->queue[taken + game->seen_count - game->held_count]);
    return status;
}

/* A game that has been played so far. */
typedef struct dealt_play {
    dealt_game *game;
    df_plan *plan;
    uint8_t *held;
    size_t held_capacity;
    bool begins; /* a block */
} dealt_play;

/* Makes the next drop of the game. *moves is false if there is none. */
static df_status dealt_take_turn(const dealt_run *self, dealt_play *play, bool *moves)
{
    dealt_game *game = play->game;
    const size_t count = play->plan->count;
    df_status status = dealt_show_pieces(game, self->request, count);
    if (status == DF_OK)
        status = df_dealt_game_plan(game, moves);
    if (status == DF_OK && *moves)
        status = ARRAY_RESERVE(play->held, play->held_capacity, count, 1);
    if (status != DF_OK || !*moves)
        return status;
    df_drop drop = df_dealt_game_drop(game);
    drop.begins_block = play->begins;
    play->begins = df_dealt_game_play(game) > 0;
    play->held[count] = (uint8_t)game->held;
    return df_plan_add(play->plan, drop);
}

/* Plays until the picture is finished, or the queue ends. *finished is true if it was. */
static df_status dealt_play_turns(const dealt_run *self, dealt_play *play, bool *finished)
{
    const dealt_request *request = self->request;
    const dealt_game *game = play->game;
    df_status status = DF_OK;
    bool moves = true;
    while (status == DF_OK && moves && !*finished && !game->run.stopped &&
           dealt_count_taken(request) + play->plan->count + 1 < request->queue_count &&
           (request->max_nodes == 0 || game->run.nodes < request->max_nodes)) {
        status = dealt_take_turn(self, play, &moves);
        *finished = status == DF_OK && moves && board_is_finished(&game->board);
    }
    return status;
}

/* Plays a game, and writes its plan. */
static df_status dealt_play_game(dealt_run *self, dealt_result *made)
{
    const dealt_request *request = self->request;
    dealt_play play = {.begins = true};
    bool finished = false;
    unsigned target = 0;
    for (size_t i = 0; i < self->start_count && !finished; i++) {
        finished = board_is_finished(&self->starts[i]);
        target = self->starts[i].target;
    }
    df_status status = ARRAY_RESERVE(play.held, play.held_capacity, 0, 1);
    if (status == DF_OK)
        status =
            df_plan_create(&play.plan, request->place->width, 1, request->place->tetrominoes);
    if (status == DF_OK)
        status = df_plan_set_begin(play.plan, request->place->begin);
    if (status == DF_OK && self->rules.tucks != NULL)
        play.plan->rules = request->rules;
    if (status == DF_OK)
        status = df_dealt_game_create(&play.game, request);
    if (status == DF_OK)
        status = df_dealt_game_begin(play.game, request->place->begin, request->held);
    if (status == DF_OK)
        status = dealt_play_turns(self, &play, &finished);
    if (play.game != NULL) {
        self->nodes += play.game->run.nodes;
        self->stopped = play.game->run.stopped;
        target = play.game->begun ? play.game->board.target : target;
    }
    df_dealt_game_free(play.game);
    if (status != DF_OK || !finished) {
        df_plan_free(play.plan);
        free(play.held);
        return status;
    }
    made->plan = play.plan;
    made->held = play.held;
    made->outcome = DF_FOUND;
    made->left = self->first_left + target;
    return DF_OK;
}

/* Writes the plan of a path, and what is held after each drop. */
static df_status dealt_write(const dealt_run *self, const drop_search_result *found,
                             dealt_result *made)
{
    const drop_path *path = &found->path;
    const drop_board *begin = &self->starts[found->begin];
    df_plan *plan = NULL;
    size_t passes;
    uint8_t *held = malloc(path->count + 1);
    if (held == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < path->count; i++)
        held[i] = path->moves[i].held;
    df_status status = df_path_write(path, &self->rules, begin,
                                     self->request->place->tetrominoes, &plan, &passes);
    if (status == DF_OK && self->rules.tucks != NULL)
        plan->rules = self->request->rules;
    if (status == DF_OK)
        status = df_plan_set_begin(plan, self->request->place->begin);
    if (status != DF_OK) {
        df_plan_free(plan);
        free(held);
        return status;
    }
    made->plan = plan;
    made->held = held;
    made->outcome = DF_FOUND;
    made->left = self->first_left + begin->target;
    return DF_OK;
}

df_status df_dealt_search(const dealt_request *request, dealt_result *result)
{
    dealt_run self;
    dealt_result made = {.outcome = DF_LIMIT};
    drop_search_result found = {.path = {0}};
    if (df_dealt_check(request->place, request->max_height, NULL) != DF_OK) {
        made.outcome = DF_NONE;
        *result = made;
        return DF_OK;
    }
    df_status status = df_dealt_run_begin(&self, request);
    const bool sees_all = request->preview >= request->queue_count;
    if (status == DF_OK)
        status = df_dealt_start_list(&self.rules, &self.weights->score, request->place->begin,
                                     &self.starts, &self.start_count);
    for (size_t i = 0; i < self.start_count; i++)
        self.starts[i].held = (uint8_t)request->held;
    /* Without a board to begin with, a search would begin with an empty playfield. */
    if (status == DF_OK && self.start_count > 0)
        status = sees_all ? dealt_search_all(&self, &found) : dealt_play_game(&self, &made);
    if (status == DF_OK && found.finished)
        status = dealt_write(&self, &found, &made);
    else if (found.is_whole)
        made.outcome = DF_NONE;
    made.nodes = self.nodes;
    made.stopped = self.stopped;
    df_drop_path_free(&found.path);
    df_dealt_run_end(&self);
    if (status == DF_OK)
        *result = made;
    return status;
}

df_status df_dealt_check(const target_place *place, unsigned max_height, df_error *error)
{
    const df_picture *picture = place->picture;
    char letters[DF_TETROMINOES + 1] = {0};
    unsigned count = 0;
    bool fixed = true;
    for (; count < picture->color_count; count++) {
        const unsigned carriers = place->carriers[count];
        fixed = fixed && carriers != 0 && (carriers & (carriers - 1)) == 0;
        if (fixed)
            letters[count] = place->tetrominoes->pieces[bits_lowest(carriers)].name[0];
    }
    if (max_height > 0 && picture->height > max_height) {
        df_error_set(error, DF_ERROR_PICTURE, "the picture has %u rows and the playfield %u",
                     picture->height, max_height);
        df_error_advise(error, DF_OPTION_HEIGHT, "%u", picture->height);
        return DF_ERROR_PICTURE;
    }
    return df_possible_check_begun(picture, place->width, place->begin, fixed ? letters : NULL,
                                   place->anchors, DF_PRINT_MAX_COLORS, error);
}
