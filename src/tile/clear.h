/* What the searches for perfect clears share. */
#ifndef DROPFORGE_TILE_CLEAR_H
#define DROPFORGE_TILE_CLEAR_H

#include "dropforge/clear.h"
#include "tile/clear_ground.h"

/* A queue is played with one piece in hand. When the next piece of the queue arrives, the
 * piece in hand is dropped and the arriving one taken in hand; with hold, also the arriving
 * piece may be dropped and the one in hand kept. That is all there is to holding: as long as
 * the piece in hand is always dropped, the hold is in truth still empty. */
#define CLEAR_NO_PIECE UINT16_MAX

/* Checks a request and makes its ground and its first board. On success the caller frees the
 * ground. */
df_status df_clear_begin(const df_clear_request *request, ground *made, uint64_t *board);

/* The drop of a shape whose lower left corner lands in square `place` of the board. */
df_drop df_clear_drop_at(const ground *own, const ground_shape *shape, uint64_t board,
                         unsigned place);

#endif
