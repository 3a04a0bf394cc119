/* A game of the page play.html, and its pieces: all one-sided polyominoes of a size, listed, or
 * drawn one by one where there are too many. */
#pragma once

#include "dropforge/drawing.h"
#include "dropforge/omino.h"
#include "dropforge/view.h"

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

/* For which cleared rows are seen; the NES game has its own time. */
enum { CLEAR_TICKS = 12 };

/* A game and what it is played with; it stays where it is, for the game knows its pieces. */
typedef struct contest {
    play_pieces pieces;
    df_game_record *record; /* NULL: it began otherwise */
    bool is_watched;        /* the record's buttons are pressed */
    size_t next;            /* of the record's strokes */
    df_game *play;
    df_match_bot *bot;
    df_picture *picture; /* that is drawn, or NULL */
    df_drawing *drawing;
    df_sound sound;
    size_t rows_heard; /* cleared since the game began */
    double *scores;    /* owned: before the first drop and after each */
    size_t score_count;
    size_t score_capacity;
} contest;

/* Frees a game; NULL is allowed. */
void game_free(contest *self);

df_status contest_make_bot(contest *self);

/* Takes the times of buttons: -1, or for the factor 0, are the usual ones. */
void contest_take_handling(df_game_options *options, int shift_delay, int shift_repeat,
                           unsigned soft_factor);
