/* Types that the files of lanes share: the drops of pieces as lanes, and their results. */
#ifndef DROPFORGE_BOT_LANES_INSIDE_H
#define DROPFORGE_BOT_LANES_INSIDE_H

#include "core/base/always_inline.h"
#include "lanes.h"

/* Only x86-64 has paths besides LANES_NONE. */
#if defined(__x86_64__) && defined(__GNUC__)
#define LANES_X86 1
#else
#define LANES_X86 0
#endif

/* As many drops of a piece as a register has lanes, all of one width; the last one is repeated
 * to fill the lanes. Columns are counted in a table with its walls, so x is the column two to
 * the left of the piece. */
typedef struct lanes_group {
    int32_t x[LANES_MAX];
    int32_t bottom[LANES_MAX_SIDE][LANES_MAX]; /* of each column of the shape */
    int32_t bits[LANES_MAX_SIDE][LANES_MAX];   /* its squares, bit 0 in the shape's row 0 */
    int32_t count[LANES_MAX_SIDE][LANES_MAX];  /* their number */
    int32_t
        edges[LANES_MAX]; /* pairs of a square and an empty place side by side, in all rows */
    int32_t rise[LANES_MAX];  /* its height, less one */
    int32_t limit[LANES_MAX]; /* the highest row in which it is inside */
    uint8_t orientation[LANES_MAX];
    uint8_t rank[LANES_MAX]; /* the place of the drop in the list */
    uint8_t width;
    uint8_t used; /* lanes that are not repeated */
} lanes_group;

/* The groups of one piece. */
typedef struct lanes_piece {
    const lanes_group *groups;
    uint8_t count;
    uint8_t drops; /* in all groups; 0: df_lanes_fit is false */
} lanes_piece;

/* The most groups of a piece: each width has groups of its own, and 8 lanes need the most. */
#define LANES_MAX_GROUPS 6

/* The results of all lanes of all groups. */
typedef struct lanes_result {
    _Alignas(
        64) double gain[LANES_MAX_GROUPS * LANES_MAX]; /* the score, less that of the board */
    int32_t y[LANES_MAX_GROUPS * LANES_MAX];           /* the row of rest */
    uint16_t outside[LANES_MAX_GROUPS];                /* lanes that end above the board */
    unsigned best; /* the index in `gain` of the first of the best; any if all are outside */
} lanes_result;

/* The gain of a lane without a drop: below that of any drop. */
#define LANES_NOTHING (-0x1p60)

struct lanes {
    const evaluator *judge;
    /* Evaluates the drops of a piece; returns the score of the board. */
    int64_t (*evaluate)(const lanes *l, const board *b, const lanes_piece *piece,
                        lanes_result *result);
    int32_t inside[LANES_MAX];      /* all bits set in the columns of the board, */
    int32_t between[LANES_MAX + 1]; /* and in all of them but the first */
    uint32_t rows;                  /* a bit for each row */
    lanes_piece *pieces;            /* as many as in the set */
    lanes_group *groups;
};

#if LANES_X86
int64_t df_lanes_evaluate_avx2(const lanes *l, const board *b, const lanes_piece *piece,
                               lanes_result *result);
int64_t df_lanes_evaluate_avx512(const lanes *l, const board *b, const lanes_piece *piece,
                                 lanes_result *result);
#endif

#endif
