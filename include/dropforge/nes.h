/* Movies of the NES game of 1989: the buttons of each frame from power-on. A movie is played on
 * the whole console, which docs/format/fm2.md describes, and becomes a plan; and a plan becomes
 * a movie in which the game deals its pieces and makes its drops. */
#ifndef DROPFORGE_NES_H
#define DROPFORGE_NES_H

#include "dropforge/picture.h"

DF_BEGIN_DECLARATIONS

enum { DF_NES_WIDTH = 10, DF_NES_HEIGHT = 20 };

/* The console at the end of a movie. */
typedef struct df_nes_end {
    unsigned level; /* which gives the pieces their colours */
    unsigned lines; /* cleared, or of type B those that are left */
    uint32_t score;
    uint32_t locks;  /* pieces that have been put into the playfield */
    uint32_t frames; /* since power-on */
    bool over;       /* a piece locked where there was no room */
} df_nes_end;

/* Reads a movie of this game in the format fm2, plays it and makes a plan of its drops, 10
 * columns by 20 rows with DF_RULES_NES or, where that cannot follow the game,
 * DF_RULES_NES_CONSOLE, among `set`, the tetrominoes, which is borrowed. After the last frame
 * the game goes on without buttons until the falling piece has counted; *end (may be NULL) is
 * the console then. *scores (may be NULL), which the caller frees, are the plan->count + 1
 * scores before the first drop and after each. The plan is compared with the console after each
 * lock; should it differ it ends before, with plan->count below end->locks. DF_ERROR_LIMIT: no
 * game begins. */
df_status df_nes_movie_read(df_plan **plan, const df_piece_set *set, const char *text,
                            size_t length, df_nes_end *end, uint64_t **scores, df_error *error);

/* Appends a movie from power-on in which a game of type A from that level (0 to 19) makes just
 * the drops of a plan, straight down: 10 columns by 20 rows, pieces of
 * df_piece_set_tetrominoes in an order that df_nes_order allows, with their rows known. For
 * each piece it looks for frames that deal the one after the next: it waits in the air before
 * Down is pressed, or else in a pause; of the ways that it finds, the shortest is taken. The
 * movie ends before the piece after the last drop comes. *played, *end and *scores become what
 * df_nes_movie_read makes of the movie; each of them, and `text`, may be NULL.
 * DF_ERROR_LIMIT: the plan has another width, other pieces, rows at first or no drop, a drop
 * cannot be reached at its level, no frame deals a piece, or there is no such level. */
df_status df_nes_movie_write(df_text *text, const df_plan *plan, unsigned level,
                             df_plan **played, df_nes_end *end, uint64_t **scores,
                             df_error *error);

/* Which piece can follow which, over all that the game's register does after power-on. */
extern const df_piece_order *const df_nes_order;

/* Returns the level after cleared lines of type A. */
unsigned df_nes_level(unsigned start, unsigned lines);

/* Returns the colour of a piece's squares, one of DF_TETROMINOES, in a level: T, O and I are
 * white with a rim in that of J and S, L and Z have another one. */
df_color df_nes_color(unsigned level, unsigned piece);

#define DF_NES_PIECES_SIZE 10 /* bytes of the pieces of three colours, with a NUL */

/* Chooses the pieces of each colour of a picture, as df_print_options has them, and the level
 * modulo 10 in which their colours are nearest to it by the sum of squared differences in OKLab
 * over its squares; of level *palette if that is below 10. False: the picture has more than
 * three colours. */
bool df_nes_choose_pieces(const df_picture *picture, unsigned *palette,
                          char pieces[DF_NES_PIECES_SIZE]);

DF_END_DECLARATIONS

#endif
