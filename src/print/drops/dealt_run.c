#include "dealt_run.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/bits.h"
#include "core/board/mover.h"

/* The choice of the boards of a level, as in drop_search_options. */
#define BY_SCORE 102
#define BY_SCORE_COLUMNS 1000 /* shared among the columns, as df_dealt_by_score says */
#define NEAR 16

/* The weight of rows with covered squares, of 256, where pieces can slip under others. */
#define TUCKED_ROW 154

/* For pictures any of whose squares any piece may leave. */
static const dealt_weights run_any = {
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
static const dealt_weights run_colors = {
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

static bool dealt_run_watch(void *context, uint64_t nodes)
{
    dealt_run *self = context;
    const dealt_request *request = self->request;
    return request->watch == NULL || request->watch(request->watch_context, nodes, 0);
}

size_t df_dealt_keep(size_t first, unsigned effort)
{
    for (unsigned i = 1; i < effort; i++)
        first += first / 2;
    return first;
}

static bool dealt_run_takes_any(const target_place *place)
{
    bool any = true;
    for (unsigned i = 0; i < place->picture->color_count; i++)
        any = any && place->carriers[i] == (1U << DF_TETROMINOES) - 1;
    return any;
}

unsigned df_dealt_by_score(const dealt_run *self)
{
    return unsigned_min(BY_SCORE, BY_SCORE_COLUMNS / self->request->place->width);
}

drop_search_options df_dealt_options(dealt_run *self, const piece_supply *supply, size_t keep)
{
    return (drop_search_options){
        .supply = supply,
        .weights = &self->weights->score,
        .keep = keep,
        .by_score =
            dealt_run_takes_any(self->request->place) ? BY_SCORE : df_dealt_by_score(self),
        .late_by_score = BY_SCORE,
        .near = NEAR,
        .max_cleared = UINT16_MAX,
        .max_drops = self->request->queue_count,
        .max_nodes = UINT64_MAX,
        .jobs = self->request->jobs,
        .watch = dealt_run_watch,
        .watch_context = self,
    };
}

df_status df_dealt_run_search(dealt_run *self, const drop_search_options *options,
                              drop_search_result *result)
{
    const df_status status = df_drop_search(&self->rules, options, result);
    if (status != DF_OK)
        return status;
    self->nodes += result->nodes;
    self->stopped = result->stopped;
    return DF_OK;
}

/* Makes the targets, one for each column in which the picture may stand. */
static df_status dealt_run_place(dealt_run *self)
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

df_status df_dealt_run_begin(dealt_run *self, const dealt_request *request)
{
    *self = (dealt_run){.request = request};
    self->weights = dealt_run_takes_any(request->place) ? &run_any : &run_colors;
    self->queue = (dealt_queue){
        .pieces = request->queue, .count = request->queue_count, .hold = request->hold};
    df_status status = dealt_run_place(self);
    self->rules = (board_rules){.targets = self->targets,
                                .target_count = self->target_count,
                                .value = self->value,
                                .max_rows = BOARD_ROWS,
                                .max_height = request->max_height};
    df_shapes_init(self->rules.shapes, request->place->tetrominoes);
    if (status != DF_OK || !df_rules_moves(request->rules))
        return status;
    self->rules.tucks = &self->tucks;
    self->tucked = *self->weights;
    int32_t *row = &self->tucked.score.term[SCORE_COVERED_ROW];
    *row = *row * TUCKED_ROW / 256;
    self->weights = &self->tucked;
    if (self->rules.max_height == 0)
        self->rules.max_height = DF_FIELD_MAX_HEIGHT;
    return df_tuck_rules_begin(&self->tucks, request->place->tetrominoes, request->place->width,
                               self->rules.max_height, request->rules);
}

void df_dealt_run_end(dealt_run *self)
{
    for (unsigned i = 0; i < self->target_count; i++)
        df_target_free(&self->targets[i]);
    free(self->targets);
    free(self->value);
    free(self->starts);
    free(self->rows.ends);
    df_drop_path_free(&self->rows.made.path);
    df_tuck_rules_end(&self->tucks);
}

typedef struct start_list {
    drop_board *boards;
    size_t count, capacity;
} start_list;

/* A board with its score. */
typedef struct start_rank {
    int32_t score;
    size_t index;
} start_rank;

static int start_compare(const void *a, const void *b)
{
    const start_rank *left = a, *right = b;
    if (left->score != right->score)
        return left->score < right->score ? -1 : 1;
    return (left->index > right->index) - (left->index < right->index);
}

/* Moves the best boards to the beginning, and drops the others. */
static df_status start_keep_best(start_list *list, const board_rules *rules,
                                 const score_weights *weights)
{
    if (list->count <= DEALT_MAX_STARTS)
        return DF_OK;
    start_rank *ranks = malloc(list->count * sizeof ranks[0]);
    drop_board *kept = malloc(DEALT_MAX_STARTS * sizeof kept[0]);
    if (ranks == NULL || kept == NULL) {
        free(ranks);
        free(kept);
        return DF_ERROR_MEMORY;
    }
    for (size_t i = 0; i < list->count; i++) {
        const drop_board *board = &list->boards[i];
        ranks[i] =
            (start_rank){df_score_board(weights, board, board_target(rules, board), 0), i};
    }
    qsort(ranks, list->count, sizeof ranks[0], start_compare);
    for (size_t i = 0; i < DEALT_MAX_STARTS; i++)
        kept[i] = list->boards[ranks[i].index];
    free(ranks);
    free(list->boards);
    *list = (start_list){kept, DEALT_MAX_STARTS, DEALT_MAX_STARTS};
    return DF_OK;
}

/* Adds a row on top of each board, with each fate that it may have there. */
static df_status start_add_row(start_list *list, const board_rules *rules,
                               const uint64_t squares[DF_TETROMINOES + 1])
{
    start_list made = {NULL, 0, 0};
    df_status status = DF_OK;
    for (size_t i = 0; i < 2 * list->count && status == DF_OK; i++) {
        status = ARRAY_RESERVE(made.boards, made.capacity, made.count, 1);
        if (status != DF_OK)
            break;
        drop_board *board = &made.boards[made.count];
        *board = list->boards[i / 2];
        made.count += df_board_add_row(board, rules, squares, i % 2 == 1);
    }
    free(list->boards);
    *list = made;
    return status;
}

void df_dealt_read_row(const df_field *field, unsigned y, uint64_t squares[DF_TETROMINOES + 1])
{
    memset(squares, 0, (DF_TETROMINOES + 1) * sizeof squares[0]);
    for (unsigned x = 0; x < field->width; x++) {
        const unsigned square = df_field_square(field, x, y);
        if (square != 0)
            squares[square <= DF_TETROMINOES ? square - 1 : DF_TETROMINOES] |= UINT64_C(1) << x;
    }
}

static void start_drop_dead_ends(start_list *list, const board_rules *rules)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!df_board_is_dead_end(&list->boards[i], rules))
            list->boards[kept++] = list->boards[i];
    }
    list->count = kept;
}

df_status df_dealt_start_list(const board_rules *rules, const score_weights *weights,
                              const df_field *field, drop_board **boards, size_t *count)
{
    start_list list = {NULL, 0, 0};
    const unsigned top = field != NULL ? df_field_top(field) : 0;
    df_status status = ARRAY_RESERVE(list.boards, list.capacity, 0, rules->target_count);
    for (; status == DF_OK && list.count < rules->target_count; list.count++)
        df_board_begin(&list.boards[list.count], rules, (unsigned)list.count);
    for (unsigned y = 0; y < top && status == DF_OK; y++) {
        uint64_t squares[DF_TETROMINOES + 1];
        df_dealt_read_row(field, y, squares);
        status = start_add_row(&list, rules, squares);
        if (status == DF_OK)
            status = start_keep_best(&list, rules, weights);
    }
    if (status != DF_OK) {
        free(list.boards);
        return status;
    }
    start_drop_dead_ends(&list, rules);
    *boards = list.boards;
    *count = list.count;
    return DF_OK;
}

enum {
    END_KEEP = 500,           /* boards of a level */
    END_TILT = 250,           /* of a row's squares, for each column from the side */
    END_NODES = 3000000,      /* of all searches, for each column */
    END_MAX_ROWS = 16,        /* that a search clears, with those of the starting field */
    FILL_KEEP = 300,          /* the same for searches from the start, at effort 1, */
    FILL_TRIES = 16,          /* twice as many boards after all tilts, */
    FILL_TILTS = 4,           /* which are tried in turn, */
    FILL_TILT_NODES = 600000, /* and the nodes of each, for each column */
    FILL_BY_SCORE = 180,      /* as in drop_search_options */
    ROW_TRIES = 2,            /* beams for a row of the picture, each ROW_WIDER times as wide */
    ROW_WIDER = 3,
    ROW_PATIENCE = 160, /* levels, as in drop_search_options */
    ROW_FAILS = 40,     /* times that rows may fail */
    ROW_TOGETHER = 4, /* rows that are finished at once, at most: one more after each failure */
    ROW_KEEPS = 5,    /* numbers of boards, in turn, each a quarter more than the one before */
};

/* Returns the number of squares in rows that clear. */
static size_t dealt_count_cleared(const drop_board *board)
{
    size_t squares = 0;
    for (unsigned r = 0; r < board->count; r++)
        squares += (board->stays >> r & 1) != 0 ? 0 : bits_count(board->row[r]);
    return squares;
}

/* Adds the moves of a search that began where the path ends. */
static df_status dealt_join(drop_search_result *result, const drop_search_result *more)
{
    drop_path *path = &result->path;
    const df_status status =
        ARRAY_RESERVE(path->moves, path->capacity, path->count, more->path.count);
    if (status != DF_OK)
        return status;
    if (path->count == 0)
        result->begin = more->begin;
    memcpy(path->moves + path->count, more->path.moves,
           more->path.count * sizeof path->moves[0]);
    path->count += more->path.count;
    result->finished = more->finished;
    return DF_OK;
}

/* Searches on; *found is false, and nothing is added, if no path was found. */
static df_status dealt_go_on(dealt_run *self, const drop_search_options *options,
                             drop_search_result *result, bool *found)
{
    drop_search_result more = {.path = {0}};
    df_status status = df_dealt_run_search(self, options, &more);
    *found = status == DF_OK && more.path.count > 0;
    if (*found)
        status = dealt_join(result, &more);
    df_drop_path_free(&more.path);
    return status;
}

/* Searches with each number of rows to clear from `rows` on and from both sides, until a plan
 * is found, it would have too many drops, or the nodes are spent. */
static df_status dealt_try_rows(dealt_run *self, drop_search_options options, int32_t tilt,
                                unsigned rows, uint64_t max_nodes, drop_search_result *result)
{
    const drop_board *board = options.begin;
    const size_t squares = dealt_count_cleared(board);
    const unsigned width = self->request->place->width;
    const uint64_t rest = options.max_nodes < max_nodes ? options.max_nodes : max_nodes;
    const uint64_t limit = self->nodes + rest;
    const size_t most = 4 * options.max_drops;
    score_weights weights = *options.weights;
    df_status status = DF_OK;
    bool found;
    options.weights = &weights;
    options.end_rows = 0;
    options.patience = 0;
    for (; rows <= END_MAX_ROWS && board->left + rows * width <= most + squares; rows++) {
        options.max_cleared = board->cleared + rows;
        for (unsigned side = 0; side < 2 && (board->left + rows * width - squares) % 4 == 0;
             side++) {
            if (self->stopped || result->finished || status != DF_OK || self->nodes >= limit)
                return status;
            options.max_nodes = limit - self->nodes;
            weights.tilt = side == 0 ? tilt : -tilt;
            status = dealt_go_on(self, &options, result, &found);
        }
    }
    return status;
}

df_status df_dealt_end(dealt_run *self, const drop_search_options *before,
                       drop_search_result *result)
{
    drop_board board = self->starts[result->begin];
    df_path_follow(&result->path, &self->rules, &board);
    drop_search_options options = *before;
    options.begin = &board;
    options.begin_count = 1;
    options.drops_before += result->path.count;
    options.max_drops -= result->path.count;
    options.keep = END_KEEP;
    options.max_nodes = UINT64_MAX;
    return dealt_try_rows(self, options, END_TILT, board.count,
                          (uint64_t)END_NODES * self->request->place->width, result);
}

df_status df_dealt_fill(dealt_run *self, const drop_search_options *before,
                        drop_search_result *result)
{
    static const int32_t tilts[FILL_TILTS] = {120, 30, 240, 60};
    drop_search_options options = *before;
    const uint64_t limit = self->nodes + before->max_nodes;
    const size_t keep = df_dealt_keep(FILL_KEEP, self->request->effort);
    df_status status = DF_OK;
    options.by_score = options.late_by_score = FILL_BY_SCORE;
    for (unsigned i = 0; i < FILL_TRIES && status == DF_OK && !result->finished &&
                         !self->stopped && self->nodes < limit;
         i++) {
        const uint64_t nodes = (uint64_t)FILL_TILT_NODES * self->request->place->width;
        options.keep = keep << i / FILL_TILTS;
        options.max_nodes = limit - self->nodes;
        status = dealt_try_rows(self, options, tilts[i % FILL_TILTS], 1,
                                nodes * (options.keep / FILL_KEEP), result);
    }
    return status;
}

/* Goes on until the picture is finished up to row y, as long as the run has fewer nodes than
 * the options say. */
static df_status dealt_add_row(dealt_run *self, const drop_search_options *before, unsigned y,
                               bool *found)
{
    const drop_target *target = &self->targets[0];
    drop_search_options options = *before;
    df_status status = DF_OK;
    options.picture_rows = y + 1;
    options.end_rows = DEALT_END_ROWS;
    options.patience = ROW_PATIENCE;
    for (unsigned above = y + 1; above < target->height; above++)
        options.min_left += bits_count(target->rows[above].squares);
    for (unsigned i = 0; i < ROW_TRIES && status == DF_OK && !*found && !self->stopped &&
                         self->nodes < before->max_nodes;
         i++) {
        options.max_nodes = before->max_nodes - self->nodes;
        status = dealt_go_on(self, &options, &self->rows.made, found);
        options.keep *= ROW_WIDER;
    }
    return status;
}

/* Sets where the next row begins: where the path ends. */
static void row_print_stand(dealt_run *run, drop_search_options *options)
{
    row_print *self = &run->rows;
    const size_t count = self->made.path.count;
    options->drops_before += count;
    options->max_drops -= count;
    if (count == 0)
        return;
    self->board = run->starts[self->made.begin];
    df_path_follow(&self->made.path, &run->rules, &self->board);
    options->begin = &self->board;
    options->begin_count = 1;
}

/* Prepares another try after a row has failed, or the end above all rows: with another number
 * of boards, which leads another way, and with one row more at once; or after ROW_TOGETHER of
 * them from further back, since the mistake may be there. */
static void row_print_try_again(row_print *self, unsigned height)
{
    self->fails++;
    /* Above all rows there is none that could be finished with another one. */
    const unsigned back =
        self->fails % ROW_TOGETHER == 0 ? self->fails / ROW_TOGETHER : self->next == height;
    self->next -= unsigned_min(back, self->next - self->first);
    while (self->next > self->first && self->ends[self->next - 1] == SIZE_MAX)
        self->next--;
    self->made.path.count = self->next > self->first ? self->ends[self->next - 1] : 0;
}

/* Clears the rows above the picture, which is finished, with as many more as that takes. */
static df_status row_print_end(dealt_run *run, const drop_search_options *before,
                               drop_search_options options)
{
    drop_search_result *made = &run->rows.made;
    bool found;
    df_status status = df_dealt_end(run, before, made);
    if (status == DF_OK && !made->finished && !run->stopped && run->nodes < options.max_nodes) {
        options.keep = ROW_WIDER * before->keep;
        options.max_nodes -= run->nodes;
        options.patience = 0;
        options.end_rows = 0;
        status = dealt_go_on(run, &options, made, &found);
    }
    return status;
}

/* Finishes the next row, and as many above it as the last try had. */
static df_status row_print_add(dealt_run *run, const drop_search_options *options,
                               unsigned height, bool *found)
{
    row_print *self = &run->rows;
    const unsigned last = unsigned_min(self->next + self->fails % ROW_TOGETHER, height - 1U);
    const df_status status = dealt_add_row(run, options, last, found);
    if (status != DF_OK || !*found)
        return status;
    while (self->next < last)
        self->ends[self->next++] = SIZE_MAX;
    self->ends[self->next++] = self->made.path.count;
    return DF_OK;
}

/* Finishes one row after the other, and then what lies above them. */
static df_status row_print_add_all(dealt_run *run, const drop_search_options *before,
                                   uint64_t max_nodes)
{
    row_print *self = &run->rows;
    const unsigned height = run->targets[0].height;
    df_status status = DF_OK;
    while (status == DF_OK && !self->made.finished && !run->stopped && run->nodes < max_nodes &&
           self->fails <= ROW_FAILS) {
        drop_search_options options = *before;
        bool found = false;
        options.keep = before->keep * (4 + self->fails % ROW_KEEPS) / 4;
        options.max_nodes = max_nodes;
        row_print_stand(run, &options);
        if (self->next < height) {
            status = row_print_add(run, &options, height, &found);
        } else {
            status = row_print_end(run, before, options);
            found = self->made.finished;
        }
        if (!found)
            row_print_try_again(self, height);
    }
    return status;
}

df_status df_dealt_by_rows(dealt_run *self, const drop_search_options *options,
                           drop_search_result *result)
{
    row_print *rows = &self->rows;
    if (rows->ends == NULL) {
        for (size_t i = 0; i < options->begin_count; i++)
            rows->first = options->begin[i].begun > rows->first + 1U
                              ? options->begin[i].begun - 1U
                              : rows->first;
        rows->next = rows->first;
        rows->ends = calloc(self->targets[0].height + 1, sizeof rows->ends[0]);
        if (rows->ends == NULL)
            return DF_ERROR_MEMORY;
    }
    const df_status status = row_print_add_all(self, options, options->max_nodes + self->nodes);
    if (rows->made.finished) {
        *result = rows->made;
        rows->made = (drop_search_result){.path = {0}};
    }
    return status;
}
