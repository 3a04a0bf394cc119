#include "dealt.h"

#include <stdlib.h>
#include <string.h>

#include "beam_search.h"
#include "core/base/array.h"
#include "core/base/bits.h"
#include "core/base/error.h"
#include "dealt_queue.h"
#include "dropforge/random.h"
#include "path.h"
#include "print/base/possible.h"

#define SCORE_FIXED(number) ((int32_t)((number)*SCORE_ONE + 0.5))

/* Boards of a level in the first beam at effort 1. A beam that finds no plan is followed by
 * one that is WIDER times as wide, up to MAX_KEEP. */
#define FIRST_KEEP 700
#define FIRST_KEEP_WIDE 300
#define WIDE_WIDTH 13 /* a playfield from here on is wide */
#define WIDER 3
#define MAX_KEEP 30000
#define BY_SCORE 102 /* of 256 boards */

/* With a preview: the futures that are drawn before each drop, the boards of a level and the
 * levels of the search in each, and how often one without a drop is followed by a wider one. */
#define PREVIEW_FUTURES 3
#define PREVIEW_KEEP 60
#define PREVIEW_DEPTH 80
#define PREVIEW_RETRIES 4

/* For pictures any of whose squares any piece may leave. */
/* Weights with the value of every square of the picture. */
typedef struct dealt_weights {
    score_weights score;
    int32_t square;
} dealt_weights;

static const dealt_weights dealt_any = {
    .score.term = {[SCORE_EMPTY] = 256,
                   [SCORE_ROW] = 894,
                   [SCORE_COVERED] = 768,
                   [SCORE_COVERED_ROW] = 1536,
                   [SCORE_COVERED_STAY] = 205,
                   [SCORE_PIT] = 384,
                   [SCORE_CHANGE] = 212,
                   [SCORE_BUMP] = 77,
                   [SCORE_WELL] = 256,
                   [SCORE_EXPOSED] = 68,
                   [SCORE_HIGH] = 512,
                   [SCORE_HANGING] = 512,
                   [SCORE_BEGUN] = 77},
    .score.low_rows = 12,
    .square = 799,
};

/* For pictures with colours. */
static const dealt_weights dealt_colors = {
    .score.term = {[SCORE_EMPTY] = 256,
                   [SCORE_ROW] = 460,
                   [SCORE_COVERED] = 564,
                   [SCORE_COVERED_ROW] = 1465,
                   [SCORE_COVERED_STAY] = 190,
                   [SCORE_PIT] = 22,
                   [SCORE_CHANGE] = 83,
                   [SCORE_BUMP] = 83,
                   [SCORE_WELL] = 179,
                   [SCORE_EXPOSED] = 104,
                   [SCORE_HIGH] = 636,
                   [SCORE_HANGING] = 129,
                   [SCORE_BEGUN] = 105},
    .score.low_rows = 9,
    .square = 884,
};

/* For pictures with colours on wide playfields. */
static const dealt_weights dealt_wide = {
    .score.term = {[SCORE_EMPTY] = 256,
                   [SCORE_ROW] = 682,
                   [SCORE_COVERED] = 768,
                   [SCORE_COVERED_ROW] = 1536,
                   [SCORE_COVERED_STAY] = 205,
                   [SCORE_PIT] = 28,
                   [SCORE_CHANGE] = 145,
                   [SCORE_BUMP] = 55,
                   [SCORE_WELL] = 256,
                   [SCORE_EXPOSED] = 104,
                   [SCORE_HIGH] = 512,
                   [SCORE_HANGING] = 108,
                   [SCORE_BEGUN] = 104},
    .score.low_rows = 12,
    .square = 935,
};

typedef struct dealt_run {
    const dealt_request *request;
    drop_target *targets; /* the picture in each column */
    unsigned target_count;
    unsigned first_left; /* of target 0 */
    board_rules rules;
    int32_t *value; /* of the targets' squares */
    const dealt_weights *weights;
    dealt_queue queue;
    df_random random;
    uint64_t nodes;
    bool stopped;
} dealt_run;

static bool dealt_watch(void *context, uint64_t nodes)
{
    dealt_run *self = context;
    const dealt_request *request = self->request;
    return request->watch == NULL || request->watch(request->watch_context, nodes, 0);
}

static bool dealt_takes_any(const target_place *place)
{
    bool any = true;
    for (unsigned i = 0; i < place->picture->color_count; i++)
        any = any && place->carriers[i] == (1U << DF_TETROMINOES) - 1;
    return any;
}

/* Makes the targets, one for each column in which the picture may stand. */
static df_status dealt_place(dealt_run *self)
{
    const dealt_request *request = self->request;
    target_place place = *request->place;
    const unsigned last = place.width - place.picture->width;
    const unsigned count = request->stays_left ? 1 : last + 1;
    self->first_left = request->stays_left ? place.left : 0;
    self->targets = calloc(count, sizeof self->targets[0]);
    const size_t area = (size_t)count * place.width * place.picture->height;
    self->value = calloc(area, sizeof self->value[0]);
    for (size_t i = 0; self->value != NULL && i < area; i++)
        self->value[i] = self->weights->square;
    df_status status = self->targets != NULL && self->value != NULL ? DF_OK : DF_ERROR_MEMORY;
    for (unsigned i = 0; i < count && status == DF_OK; i++) {
        place.left = self->first_left + i;
        status = df_target_create(&self->targets[i], &place, false);
        self->target_count += status == DF_OK;
    }
    return status;
}

static df_status dealt_begin(dealt_run *self)
{
    const dealt_request *request = self->request;
    if (dealt_takes_any(request->place))
        self->weights = &dealt_any;
    else
        self->weights = request->place->width < WIDE_WIDTH ? &dealt_colors : &dealt_wide;
    self->queue = (dealt_queue){request->queue, request->queue_count, request->hold};
    df_random_seed(&self->random, request->seed, 2);
    const df_status status = dealt_place(self);
    self->rules = (board_rules){.targets = self->targets,
                                .target_count = self->target_count,
                                .value = self->value,
                                .max_rows = BOARD_ROWS,
                                .max_height = request->max_height};
    df_shapes_init(self->rules.shapes, request->place->tetrominoes);
    return status;
}

static void dealt_end(dealt_run *self)
{
    for (unsigned i = 0; i < self->target_count; i++)
        df_target_free(&self->targets[i]);
    free(self->targets);
    free(self->value);
}

/* Searches once. */
static df_status dealt_search_once(dealt_run *self, size_t keep, drop_search_result *result)
{
    const dealt_request *request = self->request;
    const piece_supply supply = {df_dealt_queue_list, &self->queue};
    const drop_search_options options = {
        .supply = &supply,
        .weights = &self->weights->score,
        .keep = keep,
        .by_score = BY_SCORE,
        .max_cleared = UINT16_MAX,
        .max_drops = request->queue_count,
        .max_nodes = request->max_nodes == 0 ? UINT64_MAX : request->max_nodes - self->nodes,
        .jobs = request->jobs,
        .watch = dealt_watch,
        .watch_context = self,
    };
    const df_status status = df_drop_search(&self->rules, &options, result);
    if (status != DF_OK)
        return status;
    self->nodes += result->nodes;
    self->stopped = result->stopped;
    return DF_OK;
}

/* Searches with wider and wider beams until there is a plan. */
static df_status dealt_search_all(dealt_run *self, drop_search_result *result)
{
    const dealt_request *request = self->request;
    const unsigned effort = request->effort > 1 ? request->effort : 1;
    const unsigned first = request->place->width < WIDE_WIDTH ? FIRST_KEEP : FIRST_KEEP_WIDE;
    size_t keep = request->keep > 0 ? request->keep : (size_t)first * effort;
    const size_t max = request->once || keep > MAX_KEEP ? keep : MAX_KEEP;
    df_status status = DF_OK;
    for (; keep <= max && status == DF_OK && !self->stopped; keep *= WIDER) {
        if (request->max_nodes > 0 && self->nodes >= request->max_nodes)
            break;
        status = dealt_search_once(self, keep, result);
        if (status != DF_OK || result->path.count > 0)
            break;
    }
    return status;
}

/* A game of which only the next pieces are seen. */
typedef struct dealt_game {
    drop_board board;
    bool begun;
    drop_path path;    /* drops so far; owned */
    uint8_t *drawn;    /* the pieces that are seen, and as they may go on; owned */
    uint8_t *expected; /* those that the plan is for; owned */
    size_t count;      /* of either */
    drop_path plan;    /* from here; owned; empty: none */
    bool finishes;     /* the plan leads to the picture */
    unsigned target;   /* of the plan */
} dealt_game;

/* Draws how the queue may go on after those pieces. */
static void dealt_sample(dealt_run *self, dealt_game *game, size_t seen)
{
    memcpy(game->drawn, self->request->queue, seen);
    for (size_t i = seen; i < game->count; i++) {
        unsigned used = 0;
        for (size_t k = i - i % DF_TETROMINOES; self->request->bags && k < i; k++)
            used |= 1U << game->drawn[k];
        unsigned piece = df_random_below(&self->random, DF_TETROMINOES);
        while ((used >> piece & 1) != 0)
            piece = df_random_below(&self->random, DF_TETROMINOES);
        game->drawn[i] = (uint8_t)piece;
    }
}

/* Plans for some future. A plan that is better than the one so far takes its place. */
static df_status dealt_plan_ahead(dealt_run *self, dealt_game *game, size_t keep)
{
    const dealt_queue queue = {game->drawn, game->count, self->request->hold};
    const piece_supply supply = {df_dealt_queue_list, &queue};
    const bool limits = game->finishes && game->plan.count > 1;
    const drop_search_options options = {
        .supply = &supply,
        .weights = &self->weights->score,
        .keep = keep,
        .by_score = BY_SCORE,
        .max_cleared = UINT16_MAX,
        .max_drops = limits ? game->plan.count - 1 : PREVIEW_DEPTH,
        .max_nodes = UINT64_MAX,
        .begin = game->begun ? &game->board : NULL,
        .drops_before = game->path.count,
        .unfinished = !limits,
        .jobs = self->request->jobs,
        .watch = dealt_watch,
        .watch_context = self,
    };
    drop_search_result made;
    const df_status status = df_drop_search(&self->rules, &options, &made);
    if (status != DF_OK)
        return status;
    self->nodes += made.nodes;
    self->stopped = made.stopped;
    if (made.path.count == 0 || (game->plan.count > 0 && !made.finished)) {
        df_drop_path_free(&made.path);
        return DF_OK;
    }
    df_drop_path_free(&game->plan);
    game->plan = made.path;
    game->finishes = made.finished;
    memcpy(game->expected, game->drawn, game->count);
    game->target = made.target;
    return DF_OK;
}

/* Makes the first drop of the plan, and keeps the rest if that leads to the picture. */
static df_status dealt_play(dealt_run *self, dealt_game *game)
{
    const df_status status =
        ARRAY_RESERVE(game->path.moves, game->path.capacity, game->path.count, 1);
    if (status != DF_OK)
        return status;
    board_view view;
    drop_board next;
    if (!game->begun)
        df_board_begin(&game->board, &self->rules, game->target);
    game->begun = true;
    df_board_look(&view, &game->board, &self->rules);
    df_board_apply(&next, &view, &self->rules, &game->plan.moves[0]);
    game->board = next;
    game->path.moves[game->path.count++] = game->plan.moves[0];
    game->plan.count = game->finishes ? game->plan.count - 1 : 0;
    memmove(game->plan.moves, game->plan.moves + 1,
            game->plan.count * sizeof game->plan.moves[0]);
    return DF_OK;
}

/* Plans for several futures, then makes the first drop of the shortest plan. */
static df_status dealt_take_turn(dealt_run *self, dealt_game *game)
{
    const dealt_request *request = self->request;
    const size_t drops = game->path.count, rest = request->queue_count - drops;
    const size_t ahead = 1 + (size_t)request->preview + (game->begun && game->board.held != 0);
    const size_t seen = drops + (ahead < rest ? ahead : rest);
    const unsigned effort = request->effort > 1 ? request->effort : 1;
    const size_t keep = request->keep > 0 ? request->keep : (size_t)PREVIEW_KEEP * effort;
    df_status status = DF_OK;
    /* The plan still holds if the piece that is newly seen is the one that it expects. */
    if (seen > 0 && memcmp(game->expected, request->queue, seen) != 0)
        game->plan.count = 0;
    game->finishes = game->finishes && game->plan.count > 0;
    /* A hold may take one piece more than there are drops. */
    const bool is_certain = game->finishes && drops + game->plan.count + 1 <= seen;
    for (unsigned i = 0;
         i < PREVIEW_FUTURES && !is_certain && status == DF_OK && !self->stopped; i++) {
        dealt_sample(self, game, seen);
        status = dealt_plan_ahead(self, game, keep);
    }
    for (unsigned i = 1;
         i <= PREVIEW_RETRIES && game->plan.count == 0 && status == DF_OK && !self->stopped;
         i++) {
        dealt_sample(self, game, seen);
        status = dealt_plan_ahead(self, game, keep << 2 * i);
    }
    return status == DF_OK && game->plan.count > 0 ? dealt_play(self, game) : status;
}

/* Plays until the picture is finished, or the queue ends. */
static df_status dealt_play_game(dealt_run *self, drop_search_result *result)
{
    const dealt_request *request = self->request;
    dealt_game game = {.count = request->queue_count + PREVIEW_DEPTH + 1};
    game.drawn = calloc(game.count, 1);
    game.expected = calloc(game.count, 1);
    df_status status = game.drawn != NULL && game.expected != NULL ? DF_OK : DF_ERROR_MEMORY;
    bool moved = true, finished = false;
    while (status == DF_OK && moved && !finished && !self->stopped &&
           game.path.count + 1 < request->queue_count &&
           (request->max_nodes == 0 || self->nodes < request->max_nodes)) {
        const size_t before = game.path.count;
        status = dealt_take_turn(self, &game);
        moved = game.path.count > before;
        finished = game.begun && board_is_finished(&game.board);
    }
    free(game.drawn);
    free(game.expected);
    df_drop_path_free(&game.plan);
    if (status == DF_OK && finished) {
        *result = (drop_search_result){
            .path = game.path, .target = game.board.target, .finished = true};
        return DF_OK;
    }
    df_drop_path_free(&game.path);
    return status;
}

/* Writes the plan of a path, and what is held after each drop. */
static df_status dealt_write(const dealt_run *self, const drop_search_result *found,
                             dealt_result *made)
{
    const drop_path *path = &found->path;
    size_t passes;
    uint8_t *held = malloc(path->count);
    if (held == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < path->count; i++)
        held[i] = path->moves[i].held;
    const df_status status =
        df_path_write(path, &self->rules, found->target, self->request->place->tetrominoes,
                      &made->plan, &passes);
    if (status != DF_OK) {
        free(held);
        return status;
    }
    made->held = held;
    made->outcome = DF_FOUND;
    made->left = self->first_left + found->target;
    return DF_OK;
}

df_status df_dealt_search(const dealt_request *request, dealt_result *result)
{
    dealt_run self = {.request = request};
    dealt_result made = {.outcome = DF_LIMIT};
    drop_search_result found = {.path = {0}};
    if (df_dealt_check(request->place, request->max_height, NULL) != DF_OK) {
        made.outcome = DF_NONE;
        *result = made;
        return DF_OK;
    }
    df_status status = dealt_begin(&self);
    const bool sees_all = request->preview >= request->queue_count;
    if (status == DF_OK)
        status = sees_all ? dealt_search_all(&self, &found) : dealt_play_game(&self, &found);
    if (status == DF_OK && found.path.count > 0)
        status = dealt_write(&self, &found, &made);
    made.nodes = self.nodes;
    made.stopped = self.stopped;
    df_drop_path_free(&found.path);
    dealt_end(&self);
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
    if (max_height > 0 && picture->height > max_height)
        return df_error_set(error, DF_ERROR_PICTURE,
                            "the picture has %u rows and the playfield %u; choose a --height "
                            "of %u or more",
                            picture->height, max_height, picture->height);
    return df_possible_check_within(picture, place->width, DF_NARROW_MAX_WIDTH,
                                    fixed ? letters : NULL, place->anchors, error);
}
