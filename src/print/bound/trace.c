#include "trace.h"

#include <stdlib.h>

#include "core/base/array.h"

/* A piece at a place, and which of its rows stay. */
typedef struct trace_candidate {
    const df_shape *shape;
    unsigned stays; /* bit r: row r of the shape */
    int x;          /* of its leftmost column, in columns of the picture */
    unsigned y;     /* the picture's row where its lowest staying row is left */
    unsigned color;
} trace_candidate;

/* Adds a row of the shape to the squares that are left in row y of the picture. False if the
 * picture has something else there. */
static bool leave_row(trace *found, const trace_board *board, const trace_candidate *tried,
                      uint32_t row, unsigned y)
{
    const df_picture *picture = board->picture;
    if (y >= picture->height)
        return false;
    /* An anchor is no square of the picture: it weighs nothing. */
    if (board->anchors && df_picture_row_is_empty(picture, y))
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

static void lose_row(trace *found, const trace_board *board, const trace_candidate *tried,
                     uint32_t row, unsigned gap)
{
    const int columns = (int)board->columns;
    for (unsigned bit = 0; bit < tried->shape->width; bit++) {
        if ((row >> bit & 1) == 0)
            continue;
        const int column = (tried->x + (int)bit + columns) % columns;
        found->lost[found->lost_count++] = (uint32_t)(gap * board->columns) + (uint32_t)column;
    }
}

static bool make_trace(trace *found, const trace_board *board, const trace_candidate *tried)
{
    unsigned y = tried->y;
    *found = (trace){0};
    for (unsigned r = 0; r < tried->shape->height; r++) {
        if ((tried->stays >> r & 1) == 0)
            lose_row(found, board, tried, tried->shape->row[r], y);
        else if (!leave_row(found, board, tried, tried->shape->row[r], y++))
            return false;
    }
    return found->left_count > 0;
}

static df_status add_shape(trace_list *list, const trace_board *board, unsigned color,
                           const df_shape *shape)
{
    const int out = (int)board->stick_out;
    const int last = (int)board->picture->width + out - shape->width;
    trace_candidate tried = {.shape = shape, .color = color};
    for (tried.stays = 1; tried.stays >> shape->height == 0; tried.stays++) {
        for (tried.y = 0; tried.y < board->picture->height; tried.y++) {
            for (tried.x = -out; tried.x <= last; tried.x++) {
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

df_status df_traces_add(trace_list *list, const trace_board *board, unsigned color,
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

void df_traces_free(trace_list *list)
{
    free(list->traces);
    *list = (trace_list){0};
}
