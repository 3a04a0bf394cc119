/* The parts that the searches for perfect clears share. */
#ifndef DROPFORGE_CLEAR_FIND_H
#define DROPFORGE_CLEAR_FIND_H

#include "clear_board.h"
#include "core/board/mover_types.h"
#include "dropforge/clear.h"

/* A queue is played with one piece in hand. When the next piece of the queue arrives, the piece
 * in hand is dropped and the arriving one taken in hand; with hold, also the arriving piece may
 * be dropped and the one in hand kept. This covers all uses of hold: as long as the piece in
 * hand is always dropped, the hold is still empty. */
#define CLEAR_NO_PIECE UINT16_MAX

/* The spawn row of pieces: far enough above the rows that they turn freely. */
enum { CLEAR_SPAWN_ROW = DF_CLEAR_MAX_SQUARES + DF_PIECE_MAX_SQUARES };

/* The rows to be cleared, and how pieces get into them. */
typedef struct clear_play {
    clear_board layout;
    df_mover *movers; /* for each piece of the set, or NULL: pieces fall straight down */
    bool only_t;      /* all but T fall straight down */
    df_moves *moves;
} clear_play;

/* True if the piece is shifted and turned on its way. */
static inline bool clear_is_moved(const clear_play *self, uint16_t piece)
{
    return self->movers != NULL && (!self->only_t || self->movers[piece].spins);
}

/* Checks a request; makes its rows, its movers and its first board. On success df_clear_end
 * frees what *made owns. */
df_status df_clear_begin(const df_clear_request *request, clear_play *made, uint64_t *board);
void df_clear_end(clear_play *self);

/* Makes the movers of a request alone, unless pieces fall straight down. df_clear_end frees
 * what *made owns, also after a failure. */
df_status df_clear_make_movers(const df_clear_request *request, clear_play *made);

/* Finds the places of the lower left corner where a piece can come to rest, for each of its
 * shapes, in their order. */
void df_clear_land(const clear_play *self, uint64_t board, uint16_t piece,
                   uint64_t landings[DF_ORIENTATIONS]);

/* True if a shape can be turned to above everything, so that it gets wherever it can fall. */
bool df_clear_is_open(const clear_play *self, const clear_shape *shape);

/* Returns the bytes that the searches of a request may use. */
uint64_t df_clear_memory(const df_clear_request *request);

/* Writes the error for too little memory; returns DF_ERROR_LIMIT. */
df_status df_clear_refuse_memory(const df_clear_request *request, df_error *error);

/* Returns the drop of a shape whose lower left corner lands in square `place` of the board. */
df_drop df_clear_drop_at(const clear_board *self, const clear_shape *shape, uint64_t board,
                         unsigned place);

#endif
