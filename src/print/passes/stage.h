/* A stage: how far a picture has come between two passes.
 *
 * The rows at work are those of the picture that have been begun, and open rows: they belong to
 * no picture, hold some squares, and a later pass completes them. In each column the rows at
 * work are filled from the bottom up: nothing lies above a square that is still to be filled.
 * They may stand on a platform, which hides the row below. */
#ifndef DROPFORGE_PRINT_STAGE_H
#define DROPFORGE_PRINT_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "canvas.h"
#include "headroom.h"

#define STAGE_ROWS 7 /* rows at work, at most */

typedef struct print_stage {
    unsigned y;     /* rows of the picture below are done; its height at the end */
    unsigned count; /* rows at work */
    unsigned open;  /* bit i: row i at work is open; the others are the picture's next rows */
    column_set rows[STAGE_ROWS]; /* squares of the rows at work, bottom first; 0 above them */
    /* A platform directly under row y, full but for the columns of its hole, which its last
     * drop needs; they are free until then. hole_width 0: there is none. */
    uint16_t hole;
    uint8_t hole_width;
    uint8_t hole_height;
} print_stage;

/* Returns the row of the picture that row i at work is, or would be if it is open. */
unsigned df_stage_picture_row(const print_stage *self, unsigned i);

/* Moves up over rows that are done, and forgets rows at the top that have not been begun.
 * Removes a platform when all squares on it are done, and returns true if it has. */
bool df_stage_settle(print_stage *self, const canvas *on);

/* Returns the columns of a platform's hole. */
column_set df_stage_hole(const print_stage *self);

/* Returns the columns that carry a piece at row y. */
column_set df_stage_base(const print_stage *self, const canvas *on);

/* False if some square of a row at work can no longer be left. */
bool df_stage_has_hope(const print_stage *self, const canvas *on,
                       const print_shape shapes[PRINT_SHAPES]);

/* True if row y can be begun only from rows that clear below it, or from a platform: once it
 * has been begun without some run, nothing reaches that run any more. */
bool df_stage_needs_floor(const print_stage *self, const canvas *on);

/* Returns the rows as they stand in the playfield, for as long as the stage lasts. */
headroom_rows df_stage_rows(const print_stage *self, const canvas *on);

#endif
