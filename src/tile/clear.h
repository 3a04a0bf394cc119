/* What the searches for perfect clears share. */
#ifndef DROPFORGE_TILE_CLEAR_H
#define DROPFORGE_TILE_CLEAR_H

#include "dropforge/clear.h"
#include "dropforge/moves.h"
#include "tile/clear_ground.h"

/* A queue is played with one piece in hand. When the next piece of the queue arrives, the
 * piece in hand is dropped and the arriving one taken in hand; with hold, also the arriving
 * piece may be dropped and the one in hand kept. That is all there is to holding: as long as
 * the piece in hand is always dropped, the hold is in truth still empty. */
#define CLEAR_NO_PIECE UINT16_MAX

/* The rows to be cleared, and how pieces get into them. */
typedef struct clear_play {
    ground ground;
    df_mover *movers; /* for each piece of the set, or NULL: pieces fall straight down */
    df_moves *moves;
} clear_play;

/* Checks a request and makes what it is played with, and its first board. On success
 * df_clear_end frees what *made owns. */
df_status df_clear_begin(const df_clear_request *request, clear_play *made, uint64_t *board);
void df_clear_end(clear_play *own);

/* Where a piece can come to rest: for each of its shapes of the ground, in their order, the
 * places of the lower left corner. */
void df_clear_land(const clear_play *own, uint64_t board, uint16_t piece,
                   uint64_t landings[DF_ORIENTATIONS]);

/* Bytes that the searches of a request may use. */
uint64_t df_clear_memory(const df_clear_request *request);

/* Says that they did not suffice; answers DF_ERROR_LIMIT. */
df_status df_clear_refuse_memory(const df_clear_request *request, df_mishap *mishap);

/* The drop of a shape whose lower left corner lands in square `place` of the board. */
df_drop df_clear_drop_at(const ground *own, const ground_shape *shape, uint64_t board,
                         unsigned place);

#endif
