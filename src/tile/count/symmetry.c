/* Tilings up to symmetry, by Burnside's lemma: their number is the mean, over the symmetries of
 * the board, of the tilings that a symmetry leaves as they are. Such a tiling is counted like
 * any other, but with orbits in place of squares: a piece and its images fill, together or not
 * at all, the orbits of their squares. */
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/natural.h"
#include "core/board/divisor.h"
#include "count.h"
#include "dropforge/tile.h"

#define MAX_SQUARES 65536u
#define MAX_IMAGES 4
#define NO_ORBIT UINT32_MAX

/* Images of (x, y) on the board; those that exchange columns and rows are for squares only. */
typedef enum symmetry {
    HALF_TURN,
    FLIP_ROWS,
    FLIP_COLUMNS,
    QUARTER_TURN,
    DIAGONAL,
    OTHER_DIAGONAL,
    SYMMETRIES
} symmetry;

/* The number of symmetries of each kind: a quarter turn goes two ways. */
static const unsigned symmetry_alike[SYMMETRIES] = {1, 1, 1, 2, 1, 1};

/* A piece on the board: its squares, ascending. */
typedef struct placement {
    unsigned count;
    uint32_t squares[DF_PIECE_MAX_SQUARES];
} placement;

typedef struct orbits {
    tile_order order;
    symmetry symmetry;
    uint32_t *of; /* the orbit of each square, numbered by their first squares */
    uint32_t count;
    size_t used;
    size_t *list_of; /* the orbit of each move */
    tile_move *moves;
} orbits;

static uint32_t symmetry_image(const orbits *o, uint32_t square)
{
    const uint32_t rows = o->order.rows, right = o->order.columns - 1, top = rows - 1;
    const uint32_t x = square / rows, y = square % rows;
    switch (o->symmetry) {
    case HALF_TURN:
        return (right - x) * rows + top - y;
    case FLIP_ROWS:
        return x * rows + top - y;
    case FLIP_COLUMNS:
        return (right - x) * rows + y;
    case QUARTER_TURN:
        return y * rows + top - x;
    case DIAGONAL:
        return y * rows + x;
    default:
        return (top - y) * rows + top - x;
    }
}

static void symmetry_find_orbits(orbits *o)
{
    const uint32_t squares = o->order.rows * o->order.columns;
    for (uint32_t i = 0; i < squares; i++)
        o->of[i] = NO_ORBIT;
    o->count = 0;
    for (uint32_t i = 0; i < squares; i++) {
        if (o->of[i] != NO_ORBIT)
            continue;
        for (uint32_t k = i; o->of[k] == NO_ORBIT; k = symmetry_image(o, k))
            o->of[k] = o->count;
        o->count++;
    }
}

static placement symmetry_image_of(const orbits *o, const placement *p)
{
    placement result = {0};
    for (; result.count < p->count; result.count++) {
        const uint32_t square = symmetry_image(o, p->squares[result.count]);
        unsigned at = result.count;
        for (; at > 0 && result.squares[at - 1] > square; at--)
            result.squares[at] = result.squares[at - 1];
        result.squares[at] = square;
    }
    return result;
}

static int symmetry_compare(const placement *a, const placement *b)
{
    for (unsigned i = 0; i < a->count; i++) {
        if (a->squares[i] != b->squares[i])
            return a->squares[i] < b->squares[i] ? -1 : 1;
    }
    return 0;
}

static bool symmetry_have_common_square(const placement *a, const placement *b)
{
    for (unsigned i = 0; i < a->count; i++) {
        for (unsigned j = 0; j < b->count; j++) {
            if (a->squares[i] == b->squares[j])
                return true;
        }
    }
    return false;
}

/* True if the piece is the first of its images, and they can all be there at once. */
static bool symmetry_stands_for_images(const orbits *o, const placement *first)
{
    placement next = symmetry_image_of(o, first);
    for (unsigned i = 1; i < MAX_IMAGES; i++) {
        const int order = symmetry_compare(first, &next);
        if (order == 0)
            return true;
        if (order > 0 || symmetry_have_common_square(first, &next))
            return false;
        next = symmetry_image_of(o, &next);
    }
    return true;
}

/* Adds the piece with its images as one move. DF_ERROR_LIMIT: its window is too long. */
static df_status symmetry_add_move(orbits *o, const placement *p, uint32_t piece)
{
    uint32_t first = NO_ORBIT;
    for (unsigned i = 0; i < p->count; i++)
        first = o->of[p->squares[i]] < first ? o->of[p->squares[i]] : first;
    tile_move move = {.piece = piece};
    for (unsigned i = 0; i < p->count; i++) {
        const uint32_t bit = o->of[p->squares[i]] - first;
        if (bit > WINDOW_MAX_BITS)
            return DF_ERROR_LIMIT;
        if (bit > 0)
            move.squares = window_with(move.squares, bit);
    }
    o->list_of[o->used] = first;
    o->moves[o->used++] = move;
    return DF_OK;
}

static bool symmetry_place(const orbits *o, const tile_shape *shape, uint32_t square,
                           placement *p)
{
    const int rows = (int)o->order.rows;
    const int x = (int)square / rows, y = (int)square % rows;
    p->count = shape->count;
    for (unsigned i = 0; i < shape->count; i++) {
        const int row = y + shape->y[i];
        if (x + shape->x[i] >= (int)o->order.columns || row < 0 || row >= rows)
            return false;
        p->squares[i] = (uint32_t)((x + shape->x[i]) * rows + row);
    }
    return true;
}

static df_status symmetry_add_moves(orbits *o, const tile_shape *shapes, size_t count)
{
    const uint32_t squares = o->order.rows * o->order.columns;
    df_status status = DF_OK;
    o->used = 0;
    for (uint32_t square = 0; square < squares; square++) {
        for (size_t i = 0; status == DF_OK && i < count; i++) {
            placement p;
            if (symmetry_place(o, &shapes[i], square, &p) && symmetry_stands_for_images(o, &p))
                status = symmetry_add_move(o, &p, shapes[i].piece);
        }
    }
    return status;
}

/* Sorts the moves into lists: list 0, which is not used, and one for each orbit. */
static df_status symmetry_make_lists(const orbits *o, tile_moves *moves)
{
    tile_moves made = {.squares = o->count, .period = 1, .lists = (size_t)o->count + 1};
    made.begin = calloc(made.lists + 1, sizeof made.begin[0]);
    made.moves = malloc((o->used + 1) * sizeof made.moves[0]);
    if (made.begin == NULL || made.moves == NULL) {
        df_tile_moves_free(&made);
        return DF_ERROR_MEMORY;
    }
    size_t *end = made.begin + 1; /* of each list, and where it begins once it is filled */
    for (size_t i = 0; i < o->used; i++)
        end[o->list_of[i] + 1]++;
    for (size_t list = 1; list < made.lists; list++)
        end[list] += end[list - 1];
    for (size_t i = o->used; i-- > 0;) {
        const tile_move *move = &o->moves[i];
        made.moves[--end[o->list_of[i] + 1]] = *move;
        while (window_meets(window_down(move->squares, made.bits + 1), window_below(127)))
            made.bits++;
    }
    memmove(made.begin, made.begin + 1, made.lists * sizeof made.begin[0]);
    made.begin[made.lists] = o->used;
    *moves = made;
    return DF_OK;
}

/* *sum += the tilings that the symmetry leaves as they are, times those that are
 * symmetry_alike. */
static df_status symmetry_add_fixed(tile_task *task, orbits *o, const tile_shape *shapes,
                                    size_t count, df_natural *sum)
{
    tile_moves moves;
    df_natural fixed = {0};
    symmetry_find_orbits(o);
    df_status status = symmetry_add_moves(o, shapes, count);
    if (status == DF_ERROR_LIMIT) {
        df_error_set(task->error, status,
                     "a board of this size is too large to count up to symmetry with these "
                     "pieces; make one of its sides shorter");
        task->explained = true;
    }
    if (status == DF_OK)
        status = symmetry_make_lists(o, &moves);
    if (status != DF_OK)
        return status;
    tile_row row = {.numbers = &fixed, .only = o->count, .budget = &task->budget};
    const walk_job job = {.moves = &moves, .visit = df_tile_keep_count, .context = &row};
    status = df_tile_walk(&job, task);
    df_tile_moves_free(&moves);
    if (status == DF_OK)
        status = df_natural_multiply_small(&fixed, &fixed, symmetry_alike[o->symmetry]);
    if (status == DF_OK)
        status = df_natural_add(sum, sum, &fixed);
    df_natural_free(&fixed);
    return status;
}

/* Adds all symmetries but the one that moves nothing; *group counts all. */
static df_status symmetry_add_symmetries(tile_task *task, orbits *o, const tile_shape *shapes,
                                         size_t count, df_natural *sum, unsigned *group)
{
    const bool square = o->order.rows == o->order.columns;
    const bool reflect = df_tile_shapes_can_flip(shapes, count);
    df_status status = DF_OK;
    *group = 1;
    for (unsigned s = 0; status == DF_OK && s < SYMMETRIES; s++) {
        if ((s >= QUARTER_TURN && !square) || (s != HALF_TURN && s != QUARTER_TURN && !reflect))
            continue;
        *group += symmetry_alike[s];
        o->symmetry = (symmetry)s;
        status = symmetry_add_fixed(task, o, shapes, count, sum);
    }
    return status;
}

static df_status symmetry_count_orbits(tile_task *task, tile_order order, df_natural *sum)
{
    const size_t squares = (size_t)order.rows * order.columns;
    orbits o = {.order = order};
    tile_shape *shapes;
    size_t count;
    unsigned group = 1;
    df_status status = df_tile_shapes_create(&shapes, &count, task->board.pieces, order.turned);
    if (status != DF_OK)
        return status;
    o.of = malloc(squares * sizeof o.of[0]);
    o.list_of = calloc(squares, count * sizeof o.list_of[0]);
    o.moves = calloc(squares, count * sizeof o.moves[0]);
    if (o.of == NULL || o.list_of == NULL || o.moves == NULL)
        status = DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = symmetry_add_symmetries(task, &o, shapes, count, sum, &group);
    if (status == DF_OK)
        status = df_natural_divide_small(sum, sum, group, NULL);
    free(o.of);
    free(o.list_of);
    free(o.moves);
    free(shapes);
    return status;
}

df_status df_tile_count(df_natural *number, const df_piece_set *set, unsigned width,
                        unsigned height, bool symmetric, const df_count_options *options,
                        df_count_effort *effort, df_error *error)
{
    tile_task task;
    df_natural result = {0};
    const tile_order order = df_tile_order(width, height);
    df_status status =
        df_tile_task_begin(&task, (tile_board){width, height, set}, options, error);
    if (status != DF_OK)
        return status;
    const bool has_orbits = symmetric && sizes_divide(set, width, height);
    if (has_orbits && (uint64_t)width * height > MAX_SQUARES)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "a board to be counted up to symmetry has at most %u squares; "
                            "choose a smaller one",
                            MAX_SQUARES);
    /* The symmetry that moves nothing leaves all tilings as they are. */
    status = df_tile_count_one(&task, order, &result);
    if (status == DF_OK && has_orbits)
        status = symmetry_count_orbits(&task, order, &result);
    return df_tile_task_give(&task, status, number, &result, effort);
}
