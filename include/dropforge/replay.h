/* Files of games that people have: movies and replays, which hold the buttons of each frame,
 * are played by the game's own rules and become plans; and plans become files in which the game
 * makes their drops. */
#ifndef DROPFORGE_REPLAY_H
#define DROPFORGE_REPLAY_H

#include "dropforge/picture.h"

DF_BEGIN_DECLARATIONS

enum { DF_NES_WIDTH = 10, DF_NES_HEIGHT = 20 };

/* A game at the end of a movie or replay. */
typedef struct df_replay_end {
    unsigned level;  /* of the NES game that which gives the pieces their colours */
    unsigned lines;  /* cleared, or of type B of the NES game those that are left */
    uint32_t score;  /* of the NES game */
    uint32_t locks;  /* pieces that have been put into the playfield */
    uint32_t frames; /* since power-on, or since the game began */
    bool over;       /* by the rules: a piece had no room, or the goal was reached */
} df_replay_end;

/* Movies of the NES game of 1989: the buttons of each frame from power-on, played on the whole
 * console, which docs/format/fm2.md describes. */

/* Reads a movie of this game in the format fm2, plays it and makes a plan of its drops, 10
 * columns by 20 rows with DF_RULES_NES or, where that cannot follow the game,
 * DF_RULES_NES_CONSOLE, among `set`, the tetrominoes, which is borrowed. After the last frame
 * the game goes on without buttons until the falling piece has counted; *end (may be NULL) is
 * the console then. *scores (may be NULL), which the caller frees, are the plan->count + 1
 * scores before the first drop and after each. The plan is compared with the console after each
 * lock; should it differ it ends before, with plan->count below end->locks. DF_ERROR_LIMIT: no
 * game begins. */
df_status df_nes_movie_read(df_plan **plan, const df_piece_set *set, const char *text,
                            size_t length, df_replay_end *end, uint64_t **scores,
                            df_error *error);

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
                             df_plan **played, df_replay_end *end, uint64_t **scores,
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

/* Replays of the game NullpoMino 7.5, which hold a seed, rules and the buttons of each frame,
 * as docs/format/rep.md says. */

enum { DF_NULLPOMINO_WIDTH = 10, DF_NULLPOMINO_HEIGHT = 20 };

/* Reads a replay, plays it by the rules that it names, and makes a plan of its drops: 10
 * columns by 20 rows, or more if pieces came to rest above, with the first of
 * DF_RULES_HARDDROP, DF_RULES_SRS and DF_RULES_SRS_180 that can follow, among `set`, the
 * tetrominoes, which is borrowed. The deal of the plan is DF_DEAL_NULLPOMINO, or DF_DEAL_GIVEN
 * if the rules deal in another way. *end (may be NULL) is the game then. The plan is compared
 * with the game after each lock; should it differ it ends before, with plan->count below
 * end->locks. DF_ERROR_INPUT: it is damaged, or has rules or a mode that cannot be played. */
df_status df_nullpomino_read(df_plan **plan, const df_piece_set *set, const char *text,
                             size_t length, df_replay_end *end, df_error *error);

/* Appends a replay of an endless game in the mode MARATHON by the rule STANDARD in which just
 * the drops of a plan are made: 10 columns by 20 rows, dealt by DF_DEAL_NULLPOMINO. The replay
 * ends when the last drop has counted; *end (may be NULL) is the game then. DF_ERROR_LIMIT: the
 * plan has another size, another deal, rows at first or no drop, or a piece would fall before
 * it gets to its place. */
df_status df_nullpomino_write(df_text *text, const df_plan *plan, df_replay_end *end,
                              df_error *error);

/* Games of TETR.IO that one person played, as docs/format/ttr.md says. DF_PLAN_TTR of
 * df_plan_write is the other way. */

/* The hold, among the df_input that a key can be. */
#define DF_TETRIO_HOLD DF_INPUTS

/* A key that goes down or up. */
typedef struct df_tetrio_event {
    uint32_t frame;
    double subframe; /* 0 to 1, of the frame */
    uint8_t input;   /* a df_input, or DF_TETRIO_HOLD */
    bool is_down;
    bool is_hoisted; /* it was down before the game began: a shift repeats at once */
} df_tetrio_event;

/* The options of a game; times are frames. */
typedef struct df_tetrio_options {
    uint64_t seed;
    unsigned width, height;  /* of the playfield: 4 to 64, and 1 to 100 */
    df_rules rules;          /* by which pieces turn */
    double gravity;          /* rows a frame, */
    double gravity_increase; /* and rows a frame more in each second */
    double gravity_margin;   /* after these */
    double lock_time;        /* on the floor */
    double lock_resets;      /* moves that delay the lock, until the piece falls further */
    double repeat_delay;     /* of a shift whose key is held; 'das' */
    double repeat_rate;      /* between the next shifts; 0: none; 'arr' */
    double repeat_cut;       /* of the delay after a turn beside a wall; 'dcd' */
    double soft_factor;      /* of gravity, or of 0.05 rows; 41: to the floor at once; 'sdf' */
    bool skips_szo;          /* of the first bag S, Z and O that come first go to its end */
    bool has_hard_drop;      /* there are hard drops, */
    bool has_half_turns;     /* half turns */
    bool has_hold;           /* and the hold, */
    bool has_infinite_hold;  /* as often as one likes */
    bool has_infinite_moves; /* no number of moves locks a piece */
    bool has_clutch;         /* after a clear a piece is spawned higher where it has no room */
    bool may_slam;           /* gravity of more rows than there are needs no frame */
    bool soft_may_slam;      /* and so do soft drops; 'may20g' */
    bool is_safe;            /* no hard drop just after a piece locked by itself */
    bool cancels;            /* a key that goes up begins the delay of the other shift anew */
    bool turns_first;        /* keys that are held turn a piece, or hold it, when it comes */
    bool holds_first;
} df_tetrio_options;

/* Plays the first `frames` frames of a game, whose events are in order, and makes a plan of its
 * drops among `set`, the tetrominoes, which is borrowed. *is_over is set if a piece had no
 * room. DF_ERROR_ARGUMENT: an option is out of its range, or an input none. */
df_status df_tetrio_play(df_plan **plan, const df_piece_set *set,
                         const df_tetrio_options *options, const df_tetrio_event *events,
                         size_t count, uint32_t frames, bool *is_over);

DF_END_DECLARATIONS

#endif
