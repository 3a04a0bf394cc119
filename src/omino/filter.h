/* Filters: which boxes are allowed, and what else a polyomino must be. */
#ifndef DROPFORGE_OMINO_FILTER_H
#define DROPFORGE_OMINO_FILTER_H

#include "dropforge/ominoes.h"
#include "omino/image.h"

enum { FILTER_NEVER = 255 };

/* What is to be said of polyominoes of a box when their first rows do not refuse them. */
enum { REFUSED, ACCEPTED, UNDECIDED };

typedef struct sieve {
    df_ominoes_filter wanted;
    bool all;    /* all fixed ones */
    bool shapes; /* more is wanted than a class and a box */
    /* The least number of squares that make a box of this height and width an allowed one. */
    uint8_t missing[DF_OMINOES_MAX_SQUARES + 2][DF_OMINOES_MAX_SQUARES + 2];
    /* One of the answers above for each height and width. */
    uint8_t fit[DF_OMINOES_MAX_SQUARES + 2][DF_OMINOES_MAX_SQUARES + 2];
} sieve;

/* `wanted` may be NULL. DF_ERROR_ARGUMENT: it is none. */
df_status df_filter_prepare(sieve *filter, const df_ominoes_filter *wanted);

/* *keeps = whether what is wanted besides the class and the box is true of a polyomino of
 * `size` squares. */
df_status df_filter_check(const sieve *filter, const bit_board *board, unsigned size,
                          bool *keeps);

#endif
