/* A filter prepared for speed: the allowed boxes, and the other conditions on a polyomino. */
#pragma once

#include "dropforge/omino.h"
#include "omino/shape/image.h"

enum { FILTER_NEVER = 255 };

/* The answers for polyominoes of a box that their first rows do not exclude. */
enum { REFUSED, ACCEPTED, UNDECIDED };

typedef struct omino_filter {
    df_ominoes_filter wanted;
    bool all;    /* all fixed ones */
    bool shapes; /* there are conditions besides the class and the box */
    bool slow;   /* some of them need a df_omino */
    /* The fewest squares that turn a box of this height and width into an allowed one. */
    uint8_t missing[DF_OMINOES_MAX_SQUARES + 2][DF_OMINOES_MAX_SQUARES + 2];
    /* One of the answers above for each height and width. */
    uint8_t fit[DF_OMINOES_MAX_SQUARES + 2][DF_OMINOES_MAX_SQUARES + 2];
} omino_filter;

/* Prepares a filter; `wanted` may be NULL. DF_ERROR_ARGUMENT: it is not valid. */
df_status df_filter_prepare(omino_filter *filter, const df_ominoes_filter *wanted);

/* Sets *keeps to whether a polyomino of `size` squares meets the conditions besides the class
 * and the box. DF_ERROR_LIMIT: the search for a path was given up. */
df_status df_filter_check(const omino_filter *filter, const bit_board *board, unsigned size,
                          bool *keeps);
