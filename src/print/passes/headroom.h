/* Headroom: whether a pass stays below the top of the playfield. */
#ifndef DROPFORGE_PRINT_HEADROOM_H
#define DROPFORGE_PRINT_HEADROOM_H

#include <stdbool.h>

#include "dropforge/board.h"
#include "print/base/column_set.h"
#include "print/pack/pack.h"

/* The rows on which a pass is played, before it. */
typedef struct headroom_rows {
    unsigned y;      /* row of the playfield in which rows[0] is */
    column_set base; /* squares of the row below */
    const column_set *rows;
    unsigned count;
} headroom_rows;

/* Plays the drops of a pass in `field`, whose contents are replaced by the rows near it, with
 * every move from the spawn checked. Returns false if the pass cannot be played below the top
 * of the field. */
bool df_headroom_suffices(const headroom_rows *near, df_field *field,
                          const df_piece_set *tetrominoes, const pack_piece *drops,
                          size_t count);

#endif
