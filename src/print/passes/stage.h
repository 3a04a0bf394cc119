/* A stage: how far a picture has come between two passes. */
#ifndef DROPFORGE_PRINT_STAGE_H
#define DROPFORGE_PRINT_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "canvas.h"
#include "print/pack/pack.h"

#define STAGE_ROWS 3 /* rows of the picture that can be begun at the same time */

typedef struct print_stage {
    unsigned y; /* rows below are done; the height of the picture at the end */
    /* Squares of row y and those above it. In each column they are done from the bottom up. */
    uint64_t done[STAGE_ROWS];
    uint64_t platform; /* the squares of a platform directly under row y; 0: there is none */
    uint64_t hole;     /* columns that a platform's last drop needs; free until then */
} print_stage;

/* Moves up over rows that are done, and removes a platform under such a row. Returns true if it
 * has removed one. */
bool df_stage_advance(print_stage *self, const canvas *on);

/* Returns the number of rows from y up to the highest that has been begun. */
unsigned df_stage_begun(const print_stage *self);

/* Returns the columns that carry a piece at row y. */
uint64_t df_stage_base(const print_stage *self, const canvas *on);

/* False if some square of the picture can no longer be left. */
bool df_stage_has_hope(const print_stage *self, const canvas *on,
                       const print_shape shapes[PRINT_SHAPES]);

/* True if row y can be begun only from rows that clear below it, or from a platform: once it
 * has been begun without some run, nothing reaches that run any more. */
bool df_stage_needs_floor(const print_stage *self, const canvas *on);

/* Estimates the squares that are still to be cleared, to compare stages by. */
unsigned df_stage_distance(const print_stage *self, const canvas *on);

/* Plays the drops of a pass in `field`, whose contents are replaced by what stands near row y,
 * with every move from the spawn checked. `lift` rows of a platform are below that row. Returns
 * false if the pass cannot be played below the top of the field. */
bool df_stage_has_headroom(const print_stage *self, const canvas *on, df_field *field,
                           const df_piece_set *tetrominoes, unsigned lift,
                           const pack_piece *drops, size_t count);

#endif
