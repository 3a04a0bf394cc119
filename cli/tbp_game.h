/* A game as a client of the Tetris Bot Protocol tells it: the field, the queue, the hold, and
 * where a piece can go. */
#ifndef CLI_TBP_GAME_H
#define CLI_TBP_GAME_H

#include "dropforge/moves.h"

enum {
    TBP_COLUMNS = 10,
    TBP_ROWS = 40,
    TBP_MOST_QUEUE = 1024, /* more pieces than any client shows */
    TBP_SPAWN_ROW = 19,    /* of the centre; one higher where something is in the way */
    TBP_CEILING = 4,       /* full rows above the field, through which no piece gets */
};

/* The seven pieces and how they turn. */
typedef struct tbp_pieces {
    df_piece_set *set;
    df_mover movers[DF_TETROMINOES];
} tbp_pieces;

typedef struct tbp_game {
    uint64_t rows[TBP_ROWS + TBP_CEILING]; /* bit x: the square of column x is full */
    uint16_t queue[TBP_MOST_QUEUE];        /* the current piece is the first */
    size_t count;
    int held; /* or -1 */
} tbp_game;

/* A move as the protocol has it: x and y are those of the piece's centre. */
typedef struct tbp_move {
    uint16_t piece;
    uint8_t orientation;
    int64_t x;
    int64_t y;
    df_spin spin;
} tbp_move;

df_status tbp_pieces_make(tbp_pieces *pieces);
void tbp_pieces_free(tbp_pieces *pieces);

/* An empty field, no pieces. */
void tbp_game_clear(tbp_game *game);

/* One above the highest square. */
unsigned tbp_game_top(const tbp_game *game);

/* The piece that may be placed instead of the current one, or -1. */
int tbp_game_other(const tbp_game *game);

/* Where a piece can be brought to, as df_moves_find_all has it, from where it is spawned. */
void tbp_game_moves(const tbp_game *game, const tbp_pieces *pieces, unsigned piece,
                    df_moves *moves);

/* Whether one of the pieces that come next has room to be spawned; of a piece that is not
 * known yet, any of the seven must have it. */
bool tbp_game_spawns(const tbp_game *game, const tbp_pieces *pieces);

/* Whether the squares of a piece are free and inside; then *place is what `move` means. */
bool tbp_game_fits(const tbp_game *game, const tbp_pieces *pieces, const tbp_move *move,
                   df_place *place);

/* Puts a piece there, takes it from the queue or the hold, and clears full rows. Returns how
 * many; or -1 if it is neither the current piece nor the other one, and nothing is done. */
int tbp_game_play(tbp_game *game, const tbp_pieces *pieces, unsigned piece,
                  const df_place *place);

#endif
