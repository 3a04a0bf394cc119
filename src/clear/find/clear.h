/* The rows of a perfect clear as one word, and where pieces land in it.
 *
 * Bit width * y + x is square (x, y). Rows that have cleared are kept, full, at the bottom:
 * pieces rest on them as on the floor, so nothing else need be known of them, and the last
 * of all boards is the full one. */
#pragma once

#include "core/base/bits.h"
#include "core/board/mover_types.h"
#include "dropforge/clear.h"

typedef struct clear_shape {
    uint16_t piece;
    uint8_t orientation;
    uint8_t size;
    uint64_t mask;                        /* with its lower left corner in square (0, 0) */
    uint64_t places;                      /* where that corner may be */
    uint8_t offset[DF_PIECE_MAX_SQUARES]; /* the bits of `mask` */
} clear_shape;

typedef struct clear_board {
    unsigned width;
    unsigned rows;
    uint64_t full;     /* all squares */
    uint64_t row;      /* those of row 0 */
    unsigned unit;     /* divides the size of every piece */
    uint64_t left[64]; /* columns 0 … x */
    /* Shapes that fit into the rows; those of piece p from first[p] to first[p + 1]. */
    clear_shape *shapes;
    size_t *first;
} clear_board;

/* Creates the rows and shapes. width * rows is at most 64. On success df_clear_board_free frees
 * what *made owns. */
df_status df_clear_board_create(clear_board *made, const df_piece_set *set, unsigned width,
                                unsigned rows);
void df_clear_board_free(clear_board *self);

/* True if some column boundary that no piece can cross any more has a number of empty squares
 * to its left that no pieces fill. A piece can cross where both squares beside the boundary are
 * empty in one row; clearing rows only removes such places. */
bool df_clear_board_is_hopeless(const clear_board *self, uint64_t board);

/* Moves the full rows to the bottom. */
uint64_t df_clear_board_settle(const clear_board *self, uint64_t board);

/* Returns the number of full rows of a settled board. */
unsigned df_clear_board_cleared(const clear_board *self, uint64_t board);

/* Returns the squares that are occupied or lie below occupied ones. */
static inline uint64_t clear_board_shadow(const clear_board *self, uint64_t board)
{
    for (unsigned step = self->width; step < self->width * self->rows; step *= 2)
        board |= board >> step;
    return board;
}

/* Returns the places of the lower left corner where the shape comes to rest, one for each
 * column in which it stays within the rows. */
static inline uint64_t clear_board_landings(const clear_board *self, const clear_shape *shape,
                                            uint64_t shadow)
{
    const uint64_t open = self->full & ~shadow;
    uint64_t fits = shape->places;
    for (unsigned i = 0; i < shape->size; i++)
        fits &= open >> shape->offset[i];
    return self->rows == 1 ? fits : fits & ~(fits << self->width);
}

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

/* True if nothing clears from a board with `hand` and the pieces of the queue from `next` on.
 */
typedef bool clear_is_dead(void *context, uint64_t board, size_t next, uint16_t hand);

/* As df_clear_find, but goes on only from boards that are not dead. */
df_status df_clear_find_alive(const df_clear_request *request, clear_is_dead *is_dead,
                              df_clear_visit *visit, void *context, df_clear_report *report,
                              df_error *error);

/* Checks a request; makes its rows, its movers and its first board. On success df_clear_end
 * frees what *made owns. */
df_status df_clear_begin(const df_clear_request *request, clear_play *made, uint64_t *board);
void df_clear_end(clear_play *self);

/* Makes only the movers of a request, unless pieces fall straight down. df_clear_end frees
 * what *made owns, also after a failure. */
df_status df_clear_make_movers(const df_clear_request *request, clear_play *made);

/* Finds the places of the lower left corner where a piece can land, for each of its
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
