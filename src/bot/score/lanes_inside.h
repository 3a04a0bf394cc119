/* Types that the files of lanes share: the drops of pieces as lanes, and their results. */
#pragma once

#include "core/base/always_inline.h"
#include "lanes.h"

/* Only x86-64 has LANES_AVX2. */
#if defined(__x86_64__) && defined(__GNUC__)
#define LANES_X86 1
#else
#define LANES_X86 0
#endif

/* Compilers make vectors of 128 bits from others where the machine has none: slow and large. */
#if defined(__GNUC__) && (defined(__SSE2__) || defined(__ARM_NEON))
#define LANES_HAS_VECTOR 1
#else
#define LANES_HAS_VECTOR 0
#endif

/* The drops of one piece by orientation and column, as in the list; the rest is 0. */
typedef struct lanes_piece {
    const df_piece *piece;
    uint16_t row[LANES_MAX_SIDE][LANES_MAX_DROPS]; /* the squares, in their columns */
    uint16_t rise[LANES_MAX_DROPS];                /* the height of the shape, less one */
    df_place place[LANES_MAX_DROPS];               /* y is 0 */
    unsigned tallest;                              /* the greatest height of a shape */
    unsigned drops;                                /* 0: df_lanes_fit is false */
} lanes_piece;

/* The results of all drops of a piece. */
typedef struct lanes_result {
    /* The rows of rest, or the highest one inside. Those after the last drop are 0. */
    uint16_t y[LANES_MAX_DROPS + LANES_MAX_WIDTH];
    double score[LANES_MAX_DROPS];
} lanes_result;

/* Sets the scores of all drops; result->y is given. */
typedef void lanes_weigh(const lanes *l, const board *b, const lanes_piece *piece,
                         lanes_result *result);

struct lanes {
    const evaluator *judge;
    lanes_weigh *weigh;
    size_t count;
    lanes_piece pieces[]; /* as in the set */
};

lanes_weigh df_lanes_weigh_words;
#if LANES_HAS_VECTOR
lanes_weigh df_lanes_weigh_vectors;
#endif
#if LANES_X86
lanes_weigh df_lanes_weigh_avx2;
#endif
