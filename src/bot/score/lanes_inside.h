/* Types that the files of lanes share. */
#pragma once

#include "lanes.h"

/* Only x86-64 has LANES_AVX2. */
#if defined(__x86_64__) && defined(__GNUC__)
#define LANES_X86 1
#else
#define LANES_X86 0
#endif

/* Compilers make vectors of 128 bits from others where the machine has none: slow and large. */
#if defined(__GNUC__) && (defined(__SSE2__) || defined(__ARM_NEON) || defined(__wasm_simd128__))
#define LANES_HAS_VECTOR 1
#else
#define LANES_HAS_VECTOR 0
#endif

/* The drops that are scored at once, and a row of all these boards. */
#define LANES 8
#if LANES_HAS_VECTOR
typedef uint16_t vec __attribute__((vector_size(2 * LANES)));
#endif

/* Features whose values are narrow whatever the board: 5 or 6 at most. */
#define LANES_NARROW                                                                           \
    (1u << DF_FEATURE_DIVERSITY | 1u << DF_FEATURE_FITS | 1u << DF_FEATURE_SEATS |             \
     1u << DF_FEATURE_SECOND_FITS)

/* What a drop that fills no row gains at most, in comparison with the board before it: in units
 * of a score, rounded up. */
typedef struct lanes_bounds {
    int64_t unit;
    int64_t narrow;   /* the most that LANES_NARROW can add to a score; in no units */
    int16_t climb;    /* for each row where it is above the floor, */
    int16_t gap;      /* each empty square below it, */
    int16_t column;   /* each column with such squares, */
    int16_t beside;   /* each empty square on its left or right, */
    int16_t hole_top; /* and, with a gap, for each row of the board from its lowest one on; */
    int32_t step[LANES_MAX_ROWS + 1]; /* by ending a step so high, */
    int32_t well[LANES_MAX_ROWS + 1]; /* and in a well so deep */
} lanes_bounds;

/* The drops of one piece by orientation and column, as in the list; the rest is 0. */
typedef struct lanes_piece {
    const df_piece *piece;
    uint16_t row[LANES_MAX_SIDE][LANES_MAX_DROPS]; /* the squares, in their columns */
    uint16_t rise[LANES_MAX_DROPS];                /* the height of the shape, less one */
    df_place place[LANES_MAX_DROPS];               /* y is 0 */
    unsigned drops;                                /* 0: df_lanes_fit is false */
    bool has_bounds;
    int16_t fixed[DF_ORIENTATIONS]; /* what is gained at most in row 0, whatever is around */
} lanes_piece;

/* Some of the drops of a piece. */
typedef struct lanes_handful {
    uint16_t row[LANES_MAX_SIDE][LANES], rise[LANES], y[LANES]; /* y: the rows of rest */
    unsigned rows; /* no board has a square above these */
} lanes_handful;

/* Do the work of df_lanes_list and df_lanes_choose. */
typedef size_t lanes_lister(const lanes *l, const board *b, unsigned piece, scored *list);
typedef size_t lanes_chooser(const lanes *l, const board *b, unsigned piece, scored *best);

struct lanes {
    const evaluator *judge;
    lanes_lister *list;
    lanes_chooser *choose;
    bool has_bounds;
    lanes_bounds bounds;
    size_t count;
    lanes_piece pieces[]; /* as in the set */
};

/* Prepares bounds for the weights; false: they do not have the signs for which the bound is
 * proved. */
bool df_lanes_bound_make(lanes_bounds *made, const evaluator *e);

/* Does so for an orientation of a piece; false: it has gaps in a row or a column. */
bool df_lanes_bound_shape(lanes_piece *made, unsigned orientation, const lanes_bounds *bounds,
                          const evaluator *e);

#if LANES_HAS_VECTOR
lanes_lister df_lanes_list_vectors;
lanes_chooser df_lanes_choose_vectors;
#endif
#if LANES_X86
lanes_lister df_lanes_list_avx2;
lanes_chooser df_lanes_choose_avx2;
#endif
