/* One way to stand the picture in the playfield's columns, with the plan of each row. The
 * rows do not depend on one another: what lies below a row while it is emitted is known
 * from the picture. */
#ifndef DROPFORGE_PRINT_LAYOUT_H
#define DROPFORGE_PRINT_LAYOUT_H

#include "dropforge/picture.h"
#include "print/row.h"

typedef struct picture_layout {
    unsigned width;      /* of the playfield */
    unsigned height;     /* of the picture */
    unsigned left;       /* playfield column of the picture's column 0 */
    uint8_t *want;       /* height rows of `width` squares: 0 or a colour number */
    row_result *results; /* one a row */
    df_outcome *outcomes;
} picture_layout;

/* Stands the picture at column `left`; colors[i] is the number, from 1, for its colour i. A row
 * that is empty in the picture gets one square of the first colour in the column right of it,
 * or with `anchors` unset stays empty. On failure nothing is left allocated. */
df_status df_layout_create(picture_layout *layout, const df_picture *picture,
                           const uint8_t *colors, unsigned width, unsigned left, bool anchors);

void df_layout_free(picture_layout *layout);

/* Plans row y. Different rows may be planned by different threads at the same time. */
df_status df_layout_plan_row(picture_layout *layout, unsigned y,
                             const df_piece_set *tetrominoes, const print_method *method,
                             uint64_t seed);

/* The lowest row that has no plan, or `height` when all have one. */
unsigned df_layout_first_failure(const picture_layout *layout);

/* The drops of all rows together. */
size_t df_layout_drops(const picture_layout *layout);

#endif
