#include "dealt_run.h"

#include <stdlib.h>

#include "core/board/mover.h"

/* The choice of the boards of a level, as in drop_search_options. */
#define BY_SCORE 102
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
    .by_score = BY_SCORE,
};

/* For pictures with colours. */
static const dealt_weights run_colors = {
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
    .by_score = BY_SCORE,
};

/* For pictures with colours on wide playfields. */
static const dealt_weights run_wide = {
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
    .by_score = DEALT_WIDE_BY_SCORE,
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

drop_search_options df_dealt_options(dealt_run *self, const piece_supply *supply, size_t keep)
{
    return (drop_search_options){
        .supply = supply,
        .weights = &self->weights->score,
        .keep = keep,
        .by_score = self->weights->by_score,
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

static bool dealt_run_takes_any(const target_place *place)
{
    bool any = true;
    for (unsigned i = 0; i < place->picture->color_count; i++)
        any = any && place->carriers[i] == (1U << DF_TETROMINOES) - 1;
    return any;
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
    if (dealt_run_takes_any(request->place))
        self->weights = &run_any;
    else
        self->weights = request->place->width < DEALT_WIDE ? &run_colors : &run_wide;
    self->queue = (dealt_queue){
        .pieces = request->queue, .count = request->queue_count, .hold = request->hold};
    df_status status = dealt_run_place(self);
    self->rules = (board_rules){.targets = self->targets,
                                .target_count = self->target_count,
                                .value = self->value,
                                .max_rows = BOARD_ROWS,
                                .max_height = request->max_height};
    df_shapes_init(self->rules.shapes, request->place->tetrominoes);
    if (status != DF_OK || !df_movement_moves(request->movement))
        return status;
    self->rules.tucks = &self->tucks;
    self->tucked = *self->weights;
    int32_t *row = &self->tucked.score.term[SCORE_COVERED_ROW];
    *row = *row * TUCKED_ROW / 256;
    self->weights = &self->tucked;
    if (self->rules.max_height == 0)
        self->rules.max_height = DF_FIELD_MAX_HEIGHT;
    return df_tuck_rules_begin(&self->tucks, request->place->tetrominoes, request->place->width,
                               self->rules.max_height, request->movement);
}

void df_dealt_run_end(dealt_run *self)
{
    for (unsigned i = 0; i < self->target_count; i++)
        df_target_free(&self->targets[i]);
    free(self->targets);
    free(self->value);
    free(self->starts);
    df_tuck_rules_end(&self->tucks);
}
