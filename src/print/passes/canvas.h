/* The picture as it stands in the playfield, prepared for the search over passes. */
#pragma once

#include "dropforge/picture.h"
#include "print/base/column_set.h"
#include "print/base/shapes.h"

/* The least number of squares that stick out of a row for each run of one colour in it, left by
 * any pieces of a set. */
typedef struct run_table {
    uint8_t place[1 << DF_TETROMINOES]; /* of a set of pieces among the needs */
    uint16_t need[DF_TETROMINOES][DF_FIELD_MAX_WIDTH + 1]; /* by place and length */
} run_table;

/* Prepares the table for some sets of pieces, of which those that are empty do not count. */
void df_runs_init(run_table *self, const uint8_t sets[DF_TETROMINOES],
                  const print_shape shapes[PRINT_SHAPES]);

static inline unsigned df_runs_need(const run_table *self, unsigned set, unsigned length)
{
    return self->need[self->place[set]][length];
}

typedef struct canvas_row {
    column_set squares; /* columns in which the row has a square */
    /* Squares of the runs with nothing under any of their squares. (A run is an unbroken line
     * of squares in a row, whatever their colours.) */
    column_set hanging;
    unsigned
        need;   /* squares that stick out at least while this row and all above it are left */
    bool loses; /* a run that nothing reaches once the row has been begun without it */
} canvas_row;

typedef struct canvas {
    unsigned width; /* of the playfield */
    unsigned height;
    uint8_t *want; /* height * width: the pieces that may leave it, bit p for piece p, or 0 */
    canvas_row *rows;  /* height + 1; the last is empty */
    column_set ground; /* columns with a square in the row below */
    run_table runs;
} canvas;

/* The place and the pieces with which a picture is printed. */
typedef struct picture_place {
    const df_picture *picture;
    unsigned width;                 /* of the playfield */
    unsigned left;                  /* column of the picture's column 0 */
    uint8_t pieces[DF_TETROMINOES]; /* that may leave each of its colours: bit p for piece p */
    bool anchors;
    const column_set *ground; /* columns that carry row 0; borrowed; NULL: the floor */
} picture_place;

/* With `anchors`, an empty row gets one square of the first colour beside the picture.
 * *made is the caller's (df_canvas_free). */
df_status df_canvas_create(canvas *made, const picture_place *place,
                           const print_shape shapes[PRINT_SHAPES]);
void df_canvas_free(canvas *self);

/* Returns the squares of the lowest rows. */
size_t df_canvas_count(const canvas *self, unsigned rows);

/* Returns the fewest squares that stick out of row y while those not in `done` are left. */
unsigned df_canvas_need(const canvas *self, unsigned y, const column_set *done);

/* Returns the columns that carry a piece standing on row y - 1. */
column_set df_canvas_base(const canvas *self, unsigned y);

/* True if row y, of which `done` is done, has a run that nothing reaches any more. */
bool df_canvas_loses_run(const canvas *self, unsigned y, const column_set *done);
