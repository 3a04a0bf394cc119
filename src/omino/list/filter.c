#include "list.h"

#include "core/base/bits.h"
#include "omino/shape/rows.h"

static bool is_in_range(const df_ominoes_range *range, unsigned value)
{
    return !range->set || (value >= range->min && value <= range->max);
}

static bool filter_grants(df_ominoes_condition condition, bool truth)
{
    return condition == DF_EITHER || (condition == DF_YES) == truth;
}

/* Fills in the answers for boxes, from large to small: one more square makes a box wider or
 * higher by one. */
static void measure_boxes(omino_filter *filter)
{
    const df_ominoes_filter *wanted = &filter->wanted;
    for (unsigned h = DF_OMINOES_MAX_SQUARES + 1; h > 0; h--)
        for (unsigned w = DF_OMINOES_MAX_SQUARES + 1; w > 0; w--) {
            uint8_t *missing = &filter->missing[h][w];
            *missing = FILTER_NEVER;
            filter->fit[h][w] = REFUSED;
            if (h > DF_OMINOES_MAX_SQUARES || w > DF_OMINOES_MAX_SQUARES)
                continue;
            const uint8_t wider = filter->missing[h][w + 1], higher = filter->missing[h + 1][w];
            const uint8_t less = wider < higher ? wider : higher;
            if (is_in_range(&wanted->width, w) && is_in_range(&wanted->height, h) &&
                (wanted->kind == DF_OMINO_FIXED || h <= w)) {
                *missing = 0;
                filter->fit[h][w] = filter->shapes || (h == w && wanted->kind != DF_OMINO_FIXED)
                                        ? UNDECIDED
                                        : ACCEPTED;
            } else if (less != FILTER_NEVER)
                *missing = (uint8_t)(less + 1);
        }
}

df_status df_filter_prepare(omino_filter *filter, const df_ominoes_filter *wanted)
{
    static const df_ominoes_filter everything = {.kind = DF_OMINO_FIXED};
    const df_ominoes_filter *w = wanted == NULL ? &everything : wanted;
    const df_ominoes_condition conditions[] = {w->column_convex, w->row_convex, w->tree_like,
                                               w->directed, w->path};
    if ((w->kind != DF_OMINO_FIXED && w->kind != DF_OMINO_ONE_SIDED &&
         w->kind != DF_OMINO_FREE) ||
        w->symmetries >> DF_SYMMETRIES != 0)
        return DF_ERROR_ARGUMENT;
    filter->wanted = *w;
    filter->slow = w->holes.set;
    filter->shapes = w->symmetries != 0 || w->perimeter.set || w->holes.set;
    for (size_t i = 0; i < sizeof conditions / sizeof conditions[0]; i++) {
        if (conditions[i] != DF_EITHER && conditions[i] != DF_YES && conditions[i] != DF_NO)
            return DF_ERROR_ARGUMENT;
        filter->shapes |= conditions[i] != DF_EITHER;
        filter->slow |= i >= 3 && conditions[i] != DF_EITHER;
    }
    filter->all =
        !filter->shapes && w->kind == DF_OMINO_FIXED && !w->width.set && !w->height.set;
    measure_boxes(filter);
    return DF_OK;
}

/* Counts the sides that two squares share. */
static unsigned count_edges(const bit_board *board)
{
    unsigned edges = 0;
    for (unsigned y = 0; y < board->height; y++) {
        const uint64_t row = board->rows[y];
        edges += bits_count(row & row >> 1);
        if (y > 0)
            edges += bits_count(row & board->rows[y - 1]);
    }
    return edges;
}

/* True if each row is one run: then the number without its lowest run is 0. */
static bool is_row_convex(const bit_board *board)
{
    for (unsigned y = 0; y < board->height; y++) {
        const uint64_t row = board->rows[y], lowest = row & (0 - row);
        if ((row & (row + lowest)) != 0)
            return false;
    }
    return true;
}

/* True if no column has another square above an empty one. */
static bool filter_is_column_convex(const bit_board *board)
{
    uint64_t over = 0;
    for (unsigned y = 1; y < board->height; y++) {
        over |= board->rows[y - 1] & ~board->rows[y];
        if ((over & board->rows[y]) != 0)
            return false;
    }
    return true;
}

/* Checks the slow conditions, after the others have been met. */
static df_status filter_check_slow(const df_ominoes_filter *wanted, const bit_board *board,
                                   bool *keeps)
{
    df_omino omino;
    uint32_t rows[BOARD_ROWS];
    for (unsigned y = 0; y < board->height; y++)
        rows[y] = (uint32_t)board_row(board, y);
    df_omino_from_rows(&omino, rows, board->height);
    *keeps = true;
    if (wanted->holes.set || wanted->directed != DF_EITHER) {
        df_omino_traits traits;
        df_omino_traits_find(&omino, &traits);
        *keeps = is_in_range(&wanted->holes, traits.holes) &&
                 filter_grants(wanted->directed, traits.directed);
    }
    if (*keeps && wanted->path != DF_EITHER) {
        const df_outcome outcome = df_omino_path(&omino, 0, NULL);
        if (outcome == DF_LIMIT)
            return DF_ERROR_LIMIT;
        *keeps = filter_grants(wanted->path, outcome == DF_FOUND);
    }
    return DF_OK;
}

df_status df_filter_check(const omino_filter *filter, const bit_board *board, unsigned size,
                          bool *keeps)
{
    const df_ominoes_filter *wanted = &filter->wanted;
    *keeps = false;
    if (wanted->perimeter.set || wanted->tree_like != DF_EITHER) {
        const unsigned edges = count_edges(board);
        if (!is_in_range(&wanted->perimeter, 4 * size - 2 * edges) ||
            !filter_grants(wanted->tree_like, edges == size - 1))
            return DF_OK;
    }
    if ((wanted->row_convex != DF_EITHER &&
         !filter_grants(wanted->row_convex, is_row_convex(board))) ||
        (wanted->column_convex != DF_EITHER &&
         !filter_grants(wanted->column_convex, filter_is_column_convex(board))) ||
        (wanted->symmetries != 0 && (wanted->symmetries >> df_image_symmetry(board) & 1) == 0))
        return DF_OK;
    if (filter->slow)
        return filter_check_slow(wanted, board, keeps);
    *keeps = true;
    return DF_OK;
}
