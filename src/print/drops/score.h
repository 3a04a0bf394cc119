/* The score of a board: an estimate, in fixed point, of what it still takes to finish the
 * picture. Less is better. */
#pragma once

#include "board.h"

#define SCORE_ONE 256 /* a score of 1 */

enum {
    SCORE_EMPTY,        /* empty squares in rows that clear */
    SCORE_ROW,          /* rows that clear */
    SCORE_COVERED,      /* wanted squares with something above */
    SCORE_COVERED_ROW,  /* rows that have some of these */
    SCORE_COVERED_STAY, /* those in rows that stay */
    SCORE_PIT,          /* empty squares in rows that clear, down to a gap in the picture */
    SCORE_CHANGE,       /* changes between empty and not along rows that clear */
    SCORE_BUMP,         /* steps between neighbouring columns, up to 3 each */
    SCORE_WELL,         /* wanted squares between two that are not */
    SCORE_EXPOSED,      /* columns open down to a gap in the picture */
    SCORE_HIGH,         /* rows above `low_rows` */
    SCORE_HANGING,      /* squares still to be left that have none below in the picture */
    SCORE_BEGUN,        /* rows that stay and are not finished */
    SCORE_TERMS
};

typedef struct score_weights {
    int32_t term[SCORE_TERMS]; /* in units of 1 / SCORE_ONE */
    unsigned low_rows;
    int32_t tilt; /* of a square in a row that clears, for each column up to it from the right,
                     or, if negative, from the left; taken off */
    int32_t
        spread; /* the weight of a square for its value: 0 of 256 by its bound … 256 alike */
    int32_t part; /* of a square's share in cleared rows that its value is, 256: all */
} score_weights;

extern const score_weights df_score_usual;

/* Writes the values of the picture's squares, height * width. */
void df_score_values(const score_weights *weights, const drop_target *target, int32_t *value);

/* Scores a board after that many drops. */
int32_t df_score_board(const score_weights *weights, const drop_board *board,
                       const drop_target *target, size_t drops);
