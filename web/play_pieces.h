/* The pieces of the page play.html: all one-sided polyominoes of a size, listed, or drawn one
 * by one where there are too many. */
#ifndef WEB_PLAY_PIECES_H
#define WEB_PLAY_PIECES_H

#include "dropforge/game.h"
#include "dropforge/omino.h"

typedef struct play_pieces {
    unsigned squares;        /* of each */
    df_piece_set *set;       /* NULL: they are made at random */
    df_omino_pieces *random; /* what makes them then */
    df_color *colors;
    size_t color_count; /* further pieces have the same colours again */
} play_pieces;

/* Pieces of 1 to DF_PIECE_MAX_SQUARES squares; the tetrominoes are those of the rules. On
 * failure there is nothing to free. */
df_status play_pieces_make(play_pieces *pieces, df_game_kind kind, unsigned squares);

/* Frees what it holds and makes it empty; all zero bytes are empty, too. */
void play_pieces_free(play_pieces *pieces);

#endif
