#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/bits.h"
#include "core/image/frames.h"

/* A drop shows rows in this many gaps at most: where it loses rows, and below its lowest row.
 */
#define MAX_SHOWN 3

/* A piece at a place, and which of its rows stay. */
typedef struct trace_candidate {
    const df_shape *shape;
    unsigned stays; /* bit r: row r of the shape */
    int x;          /* of its leftmost column, in columns of the picture */
    unsigned y;     /* the picture's row where its lowest staying row is left */
    unsigned color;
    /* Rows of gaps that it shows to clear. */
    unsigned shown_count;
    unsigned shown_gap[MAX_SHOWN];
    unsigned shown_rows[MAX_SHOWN];
} trace_candidate;

static bool is_anchored(const trace_board *board, unsigned y)
{
    return board->anchors && df_picture_row_is_empty(board->picture, y);
}

/* Adds a row of the shape to the squares that are left in row y of the picture. False if the
 * picture has something else there. */
static bool leave_row(trace *found, const trace_board *board, const trace_candidate *tried,
                      uint32_t row, unsigned y)
{
    const df_picture *picture = board->picture;
    if (y >= picture->height)
        return false;
    /* An anchor is no square of the picture: it weighs nothing. */
    if (is_anchored(board, y))
        return (row & (row - 1)) == 0;
    for (unsigned bit = 0; bit < tried->shape->width; bit++) {
        if ((row >> bit & 1) == 0)
            continue;
        const int x = tried->x + (int)bit;
        if (x < 0 || x >= (int)picture->width)
            return false;
        const size_t square = (size_t)y * picture->width + (size_t)x;
        if (picture->cell[square] != tried->color)
            return false;
        found->left[found->left_count++] = (uint32_t)square;
    }
    return true;
}

static void pay_price(trace *found, size_t price, unsigned times)
{
    unsigned i = 0;
    while (i < found->paid_count && found->paid[i] != price)
        i++;
    if (i == found->paid_count)
        found->paid[found->paid_count++] = (uint32_t)price;
    found->times[i] = (uint8_t)(found->times[i] + times);
}

/* Notes one more row of the gap that the drop shows to clear. */
static void show_row(trace_candidate *tried, unsigned gap)
{
    unsigned i = 0;
    while (i < tried->shown_count && tried->shown_gap[i] != gap)
        i++;
    if (i == tried->shown_count) {
        tried->shown_gap[tried->shown_count++] = gap;
        tried->shown_rows[i] = 0;
    }
    tried->shown_rows[i]++;
}

static void lose_row(trace *found, const trace_board *board, trace_candidate *tried,
                     uint32_t row, unsigned gap)
{
    for (unsigned bit = 0; bit < tried->shape->width; bit++) {
        if ((row >> bit & 1) != 0)
            pay_price(found, trace_column_price(board->picture, gap, tried->x + (int)bit), 1);
    }
    show_row(tried, gap);
}

/* True if row y of the picture may have a square in a column. */
static bool may_rest(const trace_board *board, int x, unsigned y)
{
    const df_picture *picture = board->picture;
    return is_anchored(board, y) ||
           (x >= 0 && x < (int)picture->width &&
            picture->cell[(size_t)y * picture->width + (size_t)x] != 0);
}

/* True if the piece may rest on the floor, on a square of the picture or on a square in one of
 * its own rows that clear. Otherwise a row that clears carries it. */
static bool rests_without_row(const trace_board *board, const trace_candidate *tried)
{
    const df_shape *shape = tried->shape;
    for (unsigned bit = 0; bit < shape->width; bit++) {
        const unsigned bottom = shape->bottom[bit];
        const bool own_clears = bottom > 0 && (tried->stays >> (bottom - 1) & 1) == 0;
        /* Rows of the picture below the lowest square of this column. */
        const unsigned y = tried->y + bits_count(tried->stays & bits_low(bottom));
        if (y == 0 || own_clears || may_rest(board, tried->x + (int)bit, y - 1))
            return true;
    }
    return false;
}

static void trace_note_sides(trace *found, const trace_board *board,
                             const trace_candidate *tried)
{
    const int beyond = tried->x + tried->shape->width - (int)board->picture->width;
    found->beside[0] = (uint8_t)(tried->x < 0 ? -tried->x : 0);
    found->beside[1] = (uint8_t)(beyond > 0 ? beyond : 0);
}

static bool make_trace(trace *found, const trace_board *board, trace_candidate *tried)
{
    unsigned y = tried->y;
    *found = (trace){0};
    tried->shown_count = 0;
    for (unsigned r = 0; r < tried->shape->height; r++) {
        if ((tried->stays >> r & 1) == 0)
            lose_row(found, board, tried, tried->shape->row[r], y);
        else if (!leave_row(found, board, tried, tried->shape->row[r], y++))
            return false;
    }
    if (found->left_count == 0)
        return false;
    trace_note_sides(found, board, tried);
    if (board->only_columns)
        return true;
    if (!rests_without_row(board, tried))
        show_row(tried, tried->y);
    for (unsigned i = 0; i < tried->shown_count; i++) {
        for (unsigned k = 0; k < found->left_count; k++)
            pay_price(found,
                      trace_row_price(board->picture, tried->shown_gap[i], found->left[k]),
                      tried->shown_rows[i]);
    }
    return true;
}

static df_status add_shape(trace_list *list, const trace_board *board, unsigned color,
                           const df_shape *shape)
{
    const int first = -(int)board->beside;
    const int last = (int)(board->picture->width + board->beside) - shape->width;
    trace_candidate tried = {.shape = shape, .color = color};
    for (tried.stays = 1; tried.stays >> shape->height == 0; tried.stays++) {
        for (tried.y = 0; tried.y < board->picture->height; tried.y++) {
            for (tried.x = first; tried.x <= last; tried.x++) {
                trace found;
                if (!make_trace(&found, board, &tried))
                    continue;
                const df_status status =
                    ARRAY_RESERVE(list->traces, list->allocated, list->count, 1);
                if (status != DF_OK)
                    return status;
                list->traces[list->count++] = found;
            }
        }
    }
    return DF_OK;
}

static df_status add_piece(trace_list *list, const trace_board *board, unsigned color,
                           unsigned piece)
{
    const df_piece *tetromino = &board->tetrominoes->pieces[piece];
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        if (tetromino->same_as[o] != o)
            continue;
        const df_status status = add_shape(list, board, color, &tetromino->shape[o]);
        if (status != DF_OK)
            return status;
    }
    return DF_OK;
}

static int traces_compare(const void *a, const void *b)
{
    const trace *one = a, *other = b;
    for (unsigned i = 0; i < one->left_count && i < other->left_count; i++) {
        if (one->left[i] != other->left[i])
            return one->left[i] < other->left[i] ? -1 : 1;
    }
    if (one->left_count != other->left_count)
        return one->left_count < other->left_count ? -1 : 1;
    /* Any order will do that is the same on every machine. */
    for (unsigned i = 0; i < TRACE_MAX_PAID; i++) {
        if (one->paid[i] != other->paid[i])
            return one->paid[i] < other->paid[i] ? -1 : 1;
        if (one->times[i] != other->times[i])
            return one->times[i] < other->times[i] ? -1 : 1;
    }
    return memcmp(one->beside, other->beside, sizeof one->beside);
}

void df_traces_sort(trace_list *list)
{
    if (list->count > 1)
        qsort(list->traces, list->count, sizeof *list->traces, traces_compare);
}

/* Keeps what a trace leaves near some gaps and pays in them. */
static void trace_keep_within(trace *one, const df_picture *picture, size_t first, size_t last)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < one->left_count; i++) {
        const size_t y = one->left[i] / picture->width;
        if (y + TRACE_REACH >= first && y <= last + TRACE_REACH)
            one->left[kept++] = one->left[i];
    }
    one->left_count = (uint8_t)kept;
    kept = 0;
    for (unsigned i = 0; i < one->paid_count; i++) {
        const size_t gap = trace_gap_of(picture, one->paid[i]);
        if (gap < first || gap > last)
            continue;
        one->paid[kept] = one->paid[i];
        one->times[kept++] = one->times[i];
    }
    one->paid_count = (uint8_t)kept;
}

static bool trace_leaves_same(const trace *one, const trace *other)
{
    return one->left_count == other->left_count &&
           memcmp(one->left, other->left, one->left_count * sizeof one->left[0]) == 0;
}

/* True if a trace pays nothing beyond what another one pays. */
static bool trace_is_cheaper(const trace *one, const trace *other)
{
    if (one->paid_count > other->paid_count || one->beside[0] > other->beside[0] ||
        one->beside[1] > other->beside[1])
        return false;
    for (unsigned i = 0; i < one->paid_count; i++) {
        unsigned k = 0;
        while (k < other->paid_count &&
               (other->paid[k] != one->paid[i] || other->times[k] < one->times[i]))
            k++;
        if (k == other->paid_count)
            return false;
    }
    return true;
}

/* Drops the last trace if one that leaves the same squares is cheaper, and the others of them
 * that are dearer. */
static void traces_compare_last(trace_list *list)
{
    size_t last = list->count - 1, first = last;
    const trace added = list->traces[last];
    while (first > 0 && trace_leaves_same(&list->traces[first - 1], &added))
        first--;
    size_t kept = first;
    for (size_t i = first; i < last; i++) {
        if (trace_is_cheaper(&list->traces[i], &added)) {
            /* Nothing was dropped: what this one is dearer than, the cheaper one is, too. */
            list->count = last;
            return;
        }
    }
    for (size_t i = first; i < last; i++) {
        if (!trace_is_cheaper(&added, &list->traces[i]))
            list->traces[kept++] = list->traces[i];
    }
    list->traces[kept++] = added;
    list->count = kept;
}

/* Leaves out the dearer ones of the traces from number `first` on. */
static void traces_thin(trace_list *list, size_t first)
{
    const size_t count = list->count;
    trace_list added = {.traces = &list->traces[first], .count = count - first};
    df_traces_sort(&added);
    for (list->count = first; first < count; first++) {
        list->traces[list->count++] = list->traces[first];
        traces_compare_last(list);
    }
}

df_status df_traces_add(trace_list *list, const trace_board *board, unsigned color,
                        unsigned pieces)
{
    const size_t first = list->count;
    const bool are_several = (pieces & (pieces - 1)) != 0;
    for (; pieces != 0; pieces &= pieces - 1) {
        const df_status status = add_piece(list, board, color, bits_lowest(pieces));
        if (status != DF_OK)
            return status;
    }
    if (are_several)
        traces_thin(list, first);
    return DF_OK;
}

df_status df_traces_add_within(trace_list *list, const trace_list *all,
                               const df_picture *picture, size_t first, size_t last)
{
    const df_status status =
        ARRAY_RESERVE(list->traces, list->allocated, list->count, all->count);
    if (status != DF_OK)
        return status;
    for (size_t i = 0; i < all->count; i++) {
        trace *one = &list->traces[list->count];
        *one = all->traces[i];
        one->origin = (uint32_t)i;
        trace_keep_within(one, picture, first, last);
        if (one->left_count == 0)
            continue;
        list->count++;
        traces_compare_last(list);
    }
    return DF_OK;
}

void df_traces_free(trace_list *list)
{
    free(list->traces);
    *list = (trace_list){0};
}
