#include "dealt_end.h"

#include <string.h>

#include "core/base/array.h"
#include "core/base/bits.h"
#include "path.h"

enum {
    END_KEEP = 500,       /* boards of a level */
    END_TILT = 250,       /* of a row's squares, for each column from the side */
    END_NODES = 60000000, /* of all searches */
    END_MAX_ROWS = 16,    /* that a search clears, with those that lie there */
};

/* Returns the number of squares above the picture. */
static size_t dealt_end_count(const drop_board *board)
{
    size_t squares = 0;
    for (unsigned r = 0; r < board->count; r++)
        squares += bits_count(board->row[r]);
    return squares;
}

/* Adds the moves of an end that was found. */
static df_status dealt_end_join(drop_search_result *result, const drop_search_result *end)
{
    drop_path *path = &result->path;
    const df_status status =
        ARRAY_RESERVE(path->moves, path->capacity, path->count, end->path.count);
    if (status != DF_OK)
        return status;
    memcpy(path->moves + path->count, end->path.moves, end->path.count * sizeof path->moves[0]);
    path->count += end->path.count;
    result->finished = true;
    return DF_OK;
}

/* Searches for an end that clears as many rows. */
static df_status dealt_end_try(dealt_run *self, const drop_search_options *options,
                               drop_search_result *result)
{
    drop_search_result end = {.path = {0}};
    df_status status = df_dealt_run_search(self, options, &end);
    if (status == DF_OK && end.finished)
        status = dealt_end_join(result, &end);
    df_drop_path_free(&end.path);
    return status;
}

df_status df_dealt_end(dealt_run *self, const drop_search_options *before,
                       drop_search_result *result)
{
    drop_board board = self->starts[result->begin];
    df_path_follow(&result->path, &self->rules, &board);
    score_weights weights = *before->weights;
    drop_search_options options = *before;
    options.weights = &weights;
    options.begin = &board;
    options.begin_count = 1;
    options.drops_before += result->path.count;
    options.max_drops -= result->path.count;
    options.keep = END_KEEP;
    options.end_rows = 0;
    options.patience = 0;
    const size_t squares = dealt_end_count(&board);
    const unsigned width = self->request->place->width;
    const uint64_t limit = self->nodes + END_NODES;
    df_status status = DF_OK;
    for (unsigned rows = board.count; rows <= END_MAX_ROWS; rows++) {
        options.max_cleared = board.cleared + rows;
        for (unsigned side = 0; side < 2 && (rows * width - squares) % 4 == 0; side++) {
            if (self->stopped || result->finished || status != DF_OK || self->nodes >= limit)
                return status;
            options.max_nodes = limit - self->nodes;
            weights.tilt = side == 0 ? END_TILT : -END_TILT;
            status = dealt_end_try(self, &options, result);
        }
    }
    return status;
}
