/* How far a wide picture has come between two passes. The stages of src/print/passes keep a row
 * as one word; here every column has a byte. */
#ifndef DROPFORGE_PRINT_WIDE_STAGE_H
#define DROPFORGE_PRINT_WIDE_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "print/passes/canvas.h"

#define WIDE_ROWS 3 /* rows of the picture that can be begun at the same time */

/* The picture as it stands in the playfield. */
typedef struct wide_canvas {
    unsigned width; /* of the playfield */
    unsigned height;
    uint8_t *want; /* height * width: the pieces that may leave it, bit p for piece p, or 0 */
    uint8_t *hanging; /* height * width: true for the squares of a run with nothing below it */
    unsigned *need;   /* height + 1: squares that stick out at least from here to the top */
    run_table runs;
} wide_canvas;

/* Makes the canvas of a picture; it is the caller's (df_wide_canvas_free). */
df_status df_wide_canvas_create(wide_canvas *made, const picture_place *place,
                                const print_shape shapes[PRINT_SHAPES]);
void df_wide_canvas_free(wide_canvas *self);

typedef struct wide_stage {
    uint16_t y;         /* rows below are done */
    uint16_t hole;      /* column at which a platform's hole begins */
    uint8_t hole_width; /* 0: there is no platform directly under row y */
    /* Bit i: the square of row y + i is done. In each column they are done from the bottom up.
     */
    uint8_t done[DF_FIELD_MAX_WIDTH];
} wide_stage;

/* Moves up over rows that are done; true if a platform has come under such a row and is gone.
 */
bool df_wide_stage_advance(wide_stage *self, const wide_canvas *on);

/* Returns the number of rows from y up to the highest that has been begun. */
unsigned df_wide_stage_begun(const wide_stage *self, const wide_canvas *on);

/* True if the column carries a piece at row y. */
bool df_wide_stage_carries(const wide_stage *self, const wide_canvas *on, unsigned x);

/* True if the column is kept free for the last drop of a platform. */
bool df_wide_stage_keeps(const wide_stage *self, unsigned x);

/* True if row y can be begun only from rows that clear below it, or from a platform. */
bool df_wide_stage_needs_floor(const wide_stage *self, const wide_canvas *on);

/* False if some square of the picture can no longer be left. */
bool df_wide_stage_has_hope(const wide_stage *self, const wide_canvas *on,
                            const print_shape shapes[PRINT_SHAPES]);

/* Estimates the squares that are still to be cleared, to compare stages by. */
unsigned df_wide_stage_distance(const wide_stage *self, const wide_canvas *on);

#endif
