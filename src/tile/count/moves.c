#include "moves.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"

tile_order df_tile_order(unsigned width, unsigned height)
{
    if (width < height)
        return (tile_order){.rows = width, .columns = height, .turned = true};
    return (tile_order){.rows = height, .columns = width};
}

static tile_shape moves_read_shape(const df_shape *shape, uint32_t piece, bool turned)
{
    tile_shape s = {.piece = piece, .columns = turned ? shape->height : shape->width};
    const unsigned rows = turned ? shape->width : shape->height;
    int first = 0;
    for (unsigned x = 0; x < s.columns; x++) {
        for (unsigned y = 0; y < rows; y++) {
            if (((turned ? shape->row[x] >> y : shape->row[y] >> x) & 1) == 0)
                continue;
            if (s.count == 0)
                first = (int)y;
            s.x[s.count] = (int)x;
            s.y[s.count++] = (int)y - first;
        }
    }
    return s;
}

/* True if `a` turned upside down is `b`. */
static bool moves_is_flipped(const tile_shape *a, const tile_shape *b)
{
    bool same = a->count == b->count;
    /* The first square of a shape is the lowest of its first column; upside down it is
     * the highest one. */
    int top = 0;
    for (unsigned i = 0; i < a->count && a->x[i] == 0; i++)
        top = a->y[i];
    for (unsigned i = 0; same && i < a->count; i++) {
        bool found = false;
        for (unsigned j = 0; !found && j < b->count; j++)
            found = a->x[i] == b->x[j] && top - a->y[i] == b->y[j];
        same = found;
    }
    return same;
}

bool df_tile_shapes_can_flip(const tile_shape *shapes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t same = 0, flipped = 0;
        for (size_t j = 0; j < count; j++) {
            flipped += moves_is_flipped(&shapes[i], &shapes[j]);
            /* Twice upside down is the same: compare by what both flip to. */
            bool equal = shapes[i].count == shapes[j].count;
            equal = equal && memcmp(shapes[i].x, shapes[j].x, sizeof shapes[i].x) == 0;
            same += equal && memcmp(shapes[i].y, shapes[j].y, sizeof shapes[i].y) == 0;
        }
        if (same != flipped)
            return false;
    }
    return true;
}

/* Adds the moves of square y of a column that is followed by columns - 1 others. */
static void moves_add_list(tile_moves *moves, const tile_shape *shapes, size_t count,
                           unsigned rows, unsigned y, unsigned columns)
{
    size_t at = moves->begin[moves->lists];
    for (size_t i = 0; i < count; i++) {
        const tile_shape *s = &shapes[i];
        bool fits = s->columns <= columns;
        tile_move move = {.piece = s->piece};
        for (unsigned k = 1; fits && k < s->count; k++) {
            const int row = (int)y + s->y[k];
            fits = row >= 0 && row < (int)rows;
            if (fits)
                move.squares =
                    window_with(move.squares, (unsigned)(s->x[k] * (int)rows + s->y[k]));
        }
        if (fits)
            moves->moves[at++] = move;
    }
    moves->begin[++moves->lists] = at;
}

/* Returns the highest bit of all windows: of the pieces, and of the squares that stick out of a
 * column. */
static uint64_t moves_highest_bit(const tile_shape *shapes, size_t count, unsigned rows)
{
    uint64_t highest = 0;
    for (size_t i = 0; i < count; i++) {
        /* A piece higher than the board is not used at all. */
        int low = 0, high = 0;
        for (unsigned k = 0; k < shapes[i].count; k++) {
            low = shapes[i].y[k] < low ? shapes[i].y[k] : low;
            high = shapes[i].y[k] > high ? shapes[i].y[k] : high;
        }
        if (high - low >= (int)rows)
            continue;
        for (unsigned k = 0; k < shapes[i].count; k++) {
            const uint64_t bit =
                (uint64_t)((int64_t)shapes[i].x[k] * rows + (int64_t)shapes[i].y[k]);
            highest = bit > highest ? bit : highest;
        }
        const uint64_t out = (uint64_t)(shapes[i].columns - 1) * rows;
        highest = out > highest ? out : highest;
    }
    return highest;
}

static void moves_report_window(df_error *error, unsigned rows)
{
    df_error_set(
        error, DF_ERROR_LIMIT,
        "a board with %u squares along its shorter side is too large for these pieces; "
        "make one of its sides shorter",
        rows);
}

/* Fills the lists, which are allocated. */
static void moves_fill_lists(tile_moves *moves, const tile_shape *shapes, size_t count,
                             tile_order order)
{
    for (unsigned y = 0; y < order.rows; y++)
        moves_add_list(moves, shapes, count, order.rows, y, UINT32_MAX);
    for (uint64_t p = moves->tail; p < moves->squares; p++)
        moves_add_list(moves, shapes, count, order.rows, (unsigned)(p % order.rows),
                       order.columns - (unsigned)(p / order.rows));
}

/* Finds the squares at the edges, unless a piece has a single square. */
static df_status moves_find_edges(tile_moves *moves, const tile_shape *shapes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (shapes[i].count == 1)
            return DF_OK;
    }
    const unsigned rows = (unsigned)moves->period;
    moves->highest = calloc(rows, sizeof moves->highest[0]);
    moves->lowest = calloc(rows, sizeof moves->lowest[0]);
    if (moves->highest == NULL || moves->lowest == NULL)
        return DF_ERROR_MEMORY;
    for (unsigned y = 0; y < rows; y++) {
        for (unsigned bit = 0; bit < 128; bit++) {
            if ((y + bit) % rows == rows - 1)
                moves->highest[y] = window_with(moves->highest[y], bit);
            if ((y + bit) % rows == 0)
                moves->lowest[y] = window_with(moves->lowest[y], bit);
        }
    }
    return DF_OK;
}

static df_status moves_create(tile_moves *moves, const tile_shape *shapes, size_t count,
                              tile_order order, bool open, df_error *error)
{
    unsigned longest = 1;
    for (size_t i = 0; i < count; i++)
        longest = shapes[i].columns > longest ? shapes[i].columns : longest;
    const uint64_t bits = moves_highest_bit(shapes, count, order.rows);
    if (bits > WINDOW_MAX_BITS) {
        moves_report_window(error, order.rows);
        return DF_ERROR_LIMIT;
    }
    const unsigned end = longest - 1 < order.columns ? longest - 1 : order.columns;
    tile_moves made = {.period = order.rows, .bits = (unsigned)bits};
    made.squares = (uint64_t)order.rows * order.columns;
    made.tail = made.squares - (open ? 0 : (uint64_t)order.rows * end);
    if (df_tile_shapes_can_flip(shapes, count)) {
        made.flip_rows = order.rows;
        for (unsigned bit = 0; bit + order.rows <= bits; bit += order.rows)
            made.flip_row = window_with(made.flip_row, bit);
    }
    const size_t lists = order.rows + (size_t)(made.squares - made.tail);
    made.begin = calloc(lists + 1, sizeof made.begin[0]);
    made.moves = malloc(lists * count * sizeof made.moves[0]);
    if (made.begin == NULL || made.moves == NULL ||
        moves_find_edges(&made, shapes, count) != DF_OK) {
        df_tile_moves_free(&made);
        return DF_ERROR_MEMORY;
    }
    moves_fill_lists(&made, shapes, count, order);
    *moves = made;
    return DF_OK;
}

df_status df_tile_shapes_create(tile_shape **shapes, size_t *count, const df_piece_set *pieces,
                                bool turned)
{
    tile_shape *made = malloc(pieces->count * DF_ORIENTATIONS * sizeof made[0]);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    *count = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            const df_piece *piece = &pieces->pieces[i];
            if (piece->same_as[o] == o)
                made[(*count)++] = moves_read_shape(&piece->shape[o], (uint32_t)i, turned);
        }
    }
    *shapes = made;
    return DF_OK;
}

df_status df_tile_moves_create(tile_moves *moves, const df_piece_set *pieces, tile_order order,
                               bool open, df_error *error)
{
    tile_shape *shapes;
    size_t count;
    df_status status = df_tile_shapes_create(&shapes, &count, pieces, order.turned);
    if (status != DF_OK)
        return status;
    status = moves_create(moves, shapes, count, order, open, error);
    free(shapes);
    return status;
}

void df_tile_moves_free(tile_moves *moves)
{
    free(moves->begin);
    free(moves->moves);
    free(moves->highest);
    free(moves->lowest);
    *moves = (tile_moves){0};
}
