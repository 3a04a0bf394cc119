/* What runs cost: an unbroken line of squares of one colour in a row of a picture, left by
 * pieces of one kind, makes so many squares stick out of the row at least. */
#ifndef DROPFORGE_PRINT_RUNS_H
#define DROPFORGE_PRINT_RUNS_H

#include "dropforge/field.h"
#include "print/shapes.h"

typedef struct run_table {
    uint16_t need[DF_TETROMINOES][DF_FIELD_MAX_WIDTH + 1]; /* by piece and length */
} run_table;

void df_runs_init(run_table *self, const print_shape shapes[PRINT_SHAPES]);

#endif
