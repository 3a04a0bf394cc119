/* An open stage: how far a picture has come between two passes that may leave rows open.
 *
 * The rows at work are those of the picture that have been begun, and open rows: they belong to
 * no picture, hold some squares, and a later pass completes them. In each column the rows at
 * work are filled from the bottom up: nothing lies above a square that is still to be filled.
 */
#ifndef DROPFORGE_PRINT_OPEN_STAGE_H
#define DROPFORGE_PRINT_OPEN_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "canvas.h"
#include "headroom.h"

#define OPEN_ROWS 7 /* rows at work, at most */

typedef struct open_stage {
    unsigned y;     /* rows of the picture below are done; its height at the end */
    unsigned count; /* rows at work */
    unsigned open;  /* bit i: row i at work is open; the others are the picture's next rows */
    uint64_t rows[OPEN_ROWS]; /* squares of the rows at work, bottom first; 0 above them */
} open_stage;

/* Returns the row of the picture that row i at work is, or would be if it is open. */
unsigned df_open_stage_picture_row(const open_stage *self, unsigned i);

/* Moves up over rows that are done, and forgets rows at the top that have not been begun. */
void df_open_stage_settle(open_stage *self, const canvas *on);

/* False if some square of a row at work can no longer be left. */
bool df_open_stage_has_hope(const open_stage *self, const canvas *on,
                            const print_shape shapes[PRINT_SHAPES]);

/* Returns the rows as they stand in the playfield, for as long as the stage lasts. */
headroom_rows df_open_stage_rows(const open_stage *self, const canvas *on);

#endif
