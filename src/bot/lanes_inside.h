/* What the parts of lanes share: the drops of pieces as lanes, and how a path is called. */
#ifndef DROPFORGE_BOT_LANES_INSIDE_H
#define DROPFORGE_BOT_LANES_INSIDE_H

#include "bot/lanes.h"
#include "core/copied.h"

/* The paths are compiled for x86-64, and the plain one everywhere. */
#if defined(__x86_64__) && defined(__GNUC__)
#define LANES_X86 1
#else
#define LANES_X86 0
#endif

/* Some drops of a piece, all of one width, as many as a register has lanes; where there are
 * fewer, the last one is repeated. Numbers of columns are those of a table with its walls, so
 * x is the column two to the left of the piece. */
typedef struct lanes_group {
    int32_t x[LANES_MOST];
    int32_t bottom[LANES_MOST_SIDE][LANES_MOST]; /* of each column of the shape */
    int32_t bits[LANES_MOST_SIDE][LANES_MOST];   /* its squares, bit 0 in the shape's row 0 */
    int32_t count[LANES_MOST_SIDE][LANES_MOST];  /* how many these are */
    int32_t edges[LANES_MOST]; /* squares of the shape and none side by side, in all rows */
    int32_t rise[LANES_MOST];  /* its height, less one */
    int32_t limit[LANES_MOST]; /* the highest row in which it is inside */
    uint8_t orientation[LANES_MOST];
    uint8_t rank[LANES_MOST]; /* where the drop comes in the list */
    uint8_t width;
    uint8_t used; /* lanes that are not repeated */
} lanes_group;

/* The groups of one piece. */
typedef struct lanes_piece {
    const lanes_group *groups;
    uint8_t count;
    uint8_t drops; /* in all groups; 0: not for lanes */
} lanes_piece;

/* Widths of a shape may share no group, so this is the worst case, of 8 lanes. */
#define LANES_MOST_GROUPS 6

/* What is found out of each lane of each group. */
typedef struct lanes_result {
    _Alignas(
        64) double gain[LANES_MOST_GROUPS * LANES_MOST]; /* the score, less that of the board */
    int32_t y[LANES_MOST_GROUPS * LANES_MOST];           /* the row of rest */
    uint16_t outside[LANES_MOST_GROUPS];                 /* lanes that end above the board */
    unsigned best; /* the index in `gain` of the first of the best; any if all are outside */
} lanes_result;

/* The gain of a lane that is not there: below any that is. */
#define LANES_NOTHING (-0x1p60)

struct lanes {
    const evaluator *judge;
    /* Evaluates the drops of a piece, and tells the score of the board. */
    int64_t (*evaluate)(const lanes *l, const board *b, const lanes_piece *piece,
                        lanes_result *result);
    int32_t inside[LANES_MOST];      /* all bits set in the columns of the board, */
    int32_t between[LANES_MOST + 1]; /* and in all of them but the first */
    int32_t rows;                    /* a bit for each row */
    lanes_piece *pieces;             /* as many as in the set */
    lanes_group *groups;
};

#if LANES_X86
int64_t df_lanes_evaluate_avx2(const lanes *l, const board *b, const lanes_piece *piece,
                               lanes_result *result);
int64_t df_lanes_evaluate_avx512(const lanes *l, const board *b, const lanes_piece *piece,
                                 lanes_result *result);
#endif

#endif
