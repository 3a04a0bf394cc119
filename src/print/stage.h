/* A stage: how far a picture has come between two passes. */
#ifndef DROPFORGE_PRINT_STAGE_H
#define DROPFORGE_PRINT_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "print/canvas.h"

#define STAGE_ROWS 3 /* rows of the picture that can be in work at once */

typedef struct print_stage {
    unsigned y; /* rows below are done; the height of the picture at the end */
    /* Squares of row y and those above it. In each column they are done from the bottom up. */
    uint64_t done[STAGE_ROWS];
    uint64_t platform; /* the squares of a platform directly under row y; 0: there is none */
    uint64_t hole;     /* columns that a platform's last drop needs; they stay free till then */
} print_stage;

/* Moves on over rows that are done; a platform under such a row goes. Returns whether one
 * went. */
bool df_stage_advance(print_stage *self, const canvas *on);

/* How many rows from y up have been begun, those between included. */
unsigned df_stage_begun(const print_stage *self);

/* The columns that carry a piece standing directly under row y. */
uint64_t df_stage_base(const print_stage *self, const canvas *on);

/* False where some square can certainly not be left any more. */
bool df_stage_has_hope(const print_stage *self, const canvas *on,
                       const print_shape shapes[PRINT_SHAPES]);

/* Whether row y can be begun only from rows that clear below it, or from a platform: once it
 * has been begun without some run, nothing reaches that run any more. */
bool df_stage_needs_floor(const print_stage *self, const canvas *on);

/* How far it is to the end, in squares that are still to be cleared; a guess to compare
 * stages by. */
unsigned df_stage_distance(const print_stage *self, const canvas *on);

#endif
