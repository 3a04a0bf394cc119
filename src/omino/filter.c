#include "omino/filter.h"

#include "core/bits.h"

static bool is_in(const df_ominoes_range *range, unsigned value)
{
    return !range->set || (value >= range->least && value <= range->most);
}

static bool is_wish(df_ominoes_wish wish)
{
    return wish == DF_EITHER || wish == DF_YES || wish == DF_NO;
}

static bool grants(df_ominoes_wish wish, bool truth)
{
    return wish == DF_EITHER || (wish == DF_YES) == truth;
}

/* From large boxes to small ones: one more square makes a box wider or higher by one. */
static void measure_boxes(sieve *filter)
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
            if (is_in(&wanted->width, w) && is_in(&wanted->height, h) &&
                (wanted->kind == DF_OMINO_FIXED || h <= w)) {
                *missing = 0;
                filter->fit[h][w] = filter->shapes || (h == w && wanted->kind != DF_OMINO_FIXED)
                                        ? UNDECIDED
                                        : ACCEPTED;
            } else if (less != FILTER_NEVER)
                *missing = (uint8_t)(less + 1);
        }
}

df_status df_filter_prepare(sieve *filter, const df_ominoes_filter *wanted)
{
    static const df_ominoes_filter everything = {.kind = DF_OMINO_FIXED};
    const df_ominoes_filter *w = wanted == NULL ? &everything : wanted;
    if ((w->kind != DF_OMINO_FIXED && w->kind != DF_OMINO_ONE_SIDED &&
         w->kind != DF_OMINO_FREE) ||
        w->symmetries >> DF_SYMMETRIES != 0 || !is_wish(w->column_convex) ||
        !is_wish(w->row_convex) || !is_wish(w->directed) || !is_wish(w->tree_like) ||
        !is_wish(w->path) || !is_wish(w->tiles_plane))
        return DF_ERROR_ARGUMENT;
    filter->wanted = *w;
    filter->shapes = w->symmetries != 0 || w->perimeter.set || w->holes.set ||
                     w->column_convex != DF_EITHER || w->row_convex != DF_EITHER ||
                     w->directed != DF_EITHER || w->tree_like != DF_EITHER ||
                     w->path != DF_EITHER || w->tiles_plane != DF_EITHER;
    filter->all =
        !filter->shapes && w->kind == DF_OMINO_FIXED && !w->width.set && !w->height.set;
    measure_boxes(filter);
    return DF_OK;
}

/* Sides that two squares share. */
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

/* Whether each row is one run: the number without its lowest run is 0. */
static bool is_row_convex(const bit_board *board)
{
    for (unsigned y = 0; y < board->height; y++) {
        const uint64_t row = board->rows[y], lowest = row & (0 - row);
        if ((row & (row + lowest)) != 0)
            return false;
    }
    return true;
}

/* Whether no column has a square again after it had none. */
static bool is_column_convex(const bit_board *board)
{
    uint64_t over = 0;
    for (unsigned y = 1; y < board->height; y++) {
        over |= board->rows[y - 1] & ~board->rows[y];
        if ((over & board->rows[y]) != 0)
            return false;
    }
    return true;
}

static void make_omino(df_omino *omino, const bit_board *board, unsigned size)
{
    omino->size = (uint16_t)size;
    omino->width = (uint16_t)board_width(board);
    omino->height = (uint16_t)board->height;
    unsigned i = 0;
    for (unsigned y = 0; y < board->height; y++)
        for (uint64_t row = board_row(board, y); row != 0; row &= row - 1)
            omino->squares[i++] = (df_square){(uint16_t)bits_lowest(row), (uint16_t)y};
}

/* What takes longer, asked only where the rest is true. */
static df_status check_further(const df_ominoes_filter *wanted, const bit_board *board,
                               unsigned size, bool *keeps)
{
    df_omino omino;
    make_omino(&omino, board, size);
    if (wanted->holes.set || wanted->directed != DF_EITHER) {
        df_omino_traits traits;
        df_omino_study(&omino, &traits);
        *keeps =
            is_in(&wanted->holes, traits.holes) && grants(wanted->directed, traits.directed);
    }
    if (*keeps && wanted->tiles_plane != DF_EITHER)
        *keeps = grants(wanted->tiles_plane, df_omino_tiles_plane(&omino, NULL));
    if (*keeps && wanted->path != DF_EITHER) {
        const df_outcome outcome = df_omino_path(&omino, 0, NULL);
        if (outcome == DF_LIMIT)
            return DF_ERROR_LIMIT;
        *keeps = grants(wanted->path, outcome == DF_FOUND);
    }
    return DF_OK;
}

df_status df_filter_check(const sieve *filter, const bit_board *board, unsigned size,
                          bool *keeps)
{
    const df_ominoes_filter *wanted = &filter->wanted;
    *keeps = false;
    if (wanted->perimeter.set || wanted->tree_like != DF_EITHER) {
        const unsigned edges = count_edges(board);
        if (!is_in(&wanted->perimeter, 4 * size - 2 * edges) ||
            !grants(wanted->tree_like, edges == size - 1))
            return DF_OK;
    }
    if ((wanted->row_convex != DF_EITHER &&
         !grants(wanted->row_convex, is_row_convex(board))) ||
        (wanted->column_convex != DF_EITHER &&
         !grants(wanted->column_convex, is_column_convex(board))) ||
        (wanted->symmetries != 0 && (wanted->symmetries >> df_image_symmetry(board) & 1) == 0))
        return DF_OK;
    *keeps = true;
    if (!wanted->holes.set && wanted->directed == DF_EITHER && wanted->path == DF_EITHER &&
        wanted->tiles_plane == DF_EITHER)
        return DF_OK;
    return check_further(wanted, board, size, keeps);
}
