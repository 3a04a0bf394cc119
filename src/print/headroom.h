/* Whether a pass can be played below the top of a playfield that is hardly taller than the
 * picture. */
#ifndef DROPFORGE_PRINT_HEADROOM_H
#define DROPFORGE_PRINT_HEADROOM_H

#include "print/pack.h"
#include "print/stage.h"

/* Plays the drops in `field`, whose contents are replaced by what stands near the stage's row
 * y, with every move from the spawn checked. `lift` rows of a platform are below that row. */
bool df_headroom_suffices(df_field *field, const df_piece_set *tetrominoes, const canvas *on,
                          const print_stage *stage, unsigned lift, const pack_piece *drops,
                          size_t count);

#endif
