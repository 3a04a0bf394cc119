/* Traces: the squares of a picture that one drop may leave, and what it pays for them: squares
 * and whole rows that clear. docs/method/bound.md says why there are no others. */
#pragma once

#include "dropforge/picture.h"

/* A drop that leaves a square reaches at most this many columns beside it, and loses rows at
 * most this many gaps from it. */
#define TRACE_REACH 3
#define TRACE_MAX_LEFT 4
/* At most 2 squares left, each with a price in 3 gaps, and 2 lost; other traces have fewer. */
#define TRACE_MAX_PAID 8

typedef struct trace {
    uint8_t left_count; /* 1 … TRACE_MAX_LEFT */
    uint8_t paid_count; /* 0 … TRACE_MAX_PAID */
    /* Columns beside the picture that the piece needs, 0 … TRACE_REACH on each side. */
    uint8_t beside[2];
    uint8_t times[TRACE_MAX_PAID]; /* how many times it pays each price, 1 … 4 */
    uint32_t paid[TRACE_MAX_PAID]; /* prices, as numbered by trace_column_price and so on */
    uint32_t left[TRACE_MAX_LEFT]; /* squares of the picture, y * picture->width + x */
    uint32_t origin;               /* its index in the list of all traces */
} trace;

typedef struct trace_board {
    const df_picture *picture;
    const df_piece_set *tetrominoes;
    unsigned beside;   /* columns beside the picture that a drop may reach on each side */
    bool anchors;      /* a row that is empty in the picture may hold one square anywhere */
    bool only_columns; /* leaves out the prices of rows that a drop shows to clear */
} trace_board;

/* Begin with all zero. */
typedef struct trace_list {
    trace *traces;
    size_t count;
    size_t allocated;
} trace_list;

/* Gap g is all that clears between the picture's rows g - 1 and g. */
static inline size_t trace_gaps(const df_picture *picture)
{
    return (size_t)picture->height + 1;
}

static inline size_t trace_columns(const df_picture *picture)
{
    return (size_t)picture->width + 2 * TRACE_REACH;
}

/* Returns the number of prices: for the columns of each gap, and for each square of the picture
 * and each gap within reach. */
static inline size_t trace_prices(const df_picture *picture)
{
    return trace_gaps(picture) * trace_columns(picture) +
           (size_t)picture->width * picture->height * (2 * TRACE_REACH + 1);
}

/* Returns the price of a square in a gap that clears, x >= -TRACE_REACH. */
static inline size_t trace_column_price(const df_picture *picture, size_t gap, int x)
{
    return gap * trace_columns(picture) + (size_t)(x + TRACE_REACH);
}

/* Returns the price of a row that a gap must have for a square of the picture. */
static inline size_t trace_row_price(const df_picture *picture, size_t gap, size_t square)
{
    return trace_gaps(picture) * trace_columns(picture) + square * (2 * TRACE_REACH + 1) +
           (gap + TRACE_REACH - square / picture->width);
}

/* Returns the gap in which a price is paid. */
static inline size_t trace_gap_of(const df_picture *picture, size_t price)
{
    const size_t columns = trace_gaps(picture) * trace_columns(picture);
    if (price < columns)
        return price / trace_columns(picture);
    const size_t square = (price - columns) / (2 * TRACE_REACH + 1);
    return square / picture->width + (price - columns) % (2 * TRACE_REACH + 1) - TRACE_REACH;
}

/* Adds all traces of some pieces, bit p for piece p, on squares of a colour, a number from 1.
 * Of several pieces, traces that pay more than another for the same squares are left out. */
df_status df_traces_add(trace_list *list, const trace_board *board, unsigned color,
                        unsigned pieces);

/* Puts traces that leave the same squares together. */
void df_traces_sort(trace_list *list);

/* Adds to *list what the traces of `all` leave near the gaps first … last and pay in them. */
df_status df_traces_add_within(trace_list *list, const trace_list *all,
                               const df_picture *picture, size_t first, size_t last);

void df_traces_free(trace_list *list);
