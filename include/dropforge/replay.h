/* Files of games that people have: movies and replays, which hold the buttons of each frame,
 * are played by the game's own rules and become plans; and plans become files in which the game
 * makes their drops. */
#ifndef DROPFORGE_REPLAY_H
#define DROPFORGE_REPLAY_H

#include "dropforge/print.h"

DF_BEGIN_DECLARATIONS

enum { DF_NES_WIDTH = 10, DF_NES_HEIGHT = 20 };

/* A game at the end of a movie or replay. */
typedef struct df_replay_end {
    unsigned level;       /* of the NES game that which gives the pieces their colours, */
    unsigned start_level; /* and that at which it began */
    unsigned lines;       /* cleared, or of type B of the NES game those that are left */
    uint32_t score;       /* of the NES game */
    uint32_t locks;       /* pieces that have been put into the playfield */
    uint32_t frames;      /* since power-on, or since the game began */
    bool over;            /* by the rules: a piece had no room, or the goal was reached */
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

/* Which piece can follow which, over all that the game's register does after power-on. */
extern const df_piece_order *const df_nes_order;

/* Returns the level after cleared lines of type A. */
unsigned df_nes_level(unsigned start, unsigned lines);

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

/* Games of TETR.IO that one person played, as docs/format/ttr.md says. */

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

/* Custom games of Techmino, as docs/format/techmino.md says. */

/* A key that goes down, 1 to 8 or 11 to 13, or, 32 more, up. */
typedef struct df_techmino_key {
    uint32_t frame;
    uint32_t key;
} df_techmino_key;

/* A game of 10 columns and 20 rows in which nothing falls by itself. */
typedef struct df_techmino_game {
    const uint16_t *queue; /* pieces as they come, indices of tetrominoes; borrowed */
    size_t count;
    const df_techmino_key *keys; /* in the order of their frames; borrowed */
    size_t key_count;
    unsigned shift_delay;  /* frames until a shift whose key is held repeats, */
    unsigned shift_repeat; /* and between repetitions; 0: to the wall at once */
    unsigned drop_delay;   /* the same of the soft drop */
    unsigned drop_repeat;
} df_techmino_game;

/* Plays a game, and makes a plan of its drops among `set`, the tetrominoes, which is borrowed.
 * *is_over is set if a piece had no room, or none came. DF_ERROR_ARGUMENT: an unknown key or
 * piece. */
df_status df_techmino_play(df_plan **plan, const df_piece_set *set,
                           const df_techmino_game *game, bool *is_over);

/* The other way round: a picture is drawn in a game, whose file makes the drops. */

typedef enum df_real_game_kind {
    DF_REAL_NES,        /* each piece locks in the frame that makes the game deal the next */
    DF_REAL_NULLPOMINO, /* an endless game in the mode MARATHON by the rule STANDARD */
    DF_REAL_TETRIO,     /* a custom game without gravity */
    DF_REAL_TECHMINO,   /* a custom game without gravity, with any pieces */
    DF_REAL_GAMES
} df_real_game_kind;

typedef struct df_real_game {
    const char *name;
    const char *title;       /* for people */
    const char *summary;     /* what it draws, and the file */
    const char *ending;      /* of the file's name, such as "fm2" */
    unsigned width, height;  /* of its playfield */
    unsigned picture_height; /* rows to which a picture is scaled down */
    unsigned max_colors;     /* that its pieces have */
    unsigned levels;         /* from 0 on, at which it can begin; 0: it has one */
    df_rules rules;          /* by which drops are planned */
    df_deal deal;            /* from a seed; DF_DEALS: any piece can come */
} df_real_game;

extern const df_real_game df_real_games[DF_REAL_GAMES];

/* A picture in a game. Begin with all zero but what is asked for. */
typedef struct df_real_choice {
    df_real_game_kind game;
    unsigned level; /* at which the game begins, or from its levels on: the one that suits,
                       which df_real_game_print puts here */
    bool has_seed;  /* the seed is that of the options; else many are tried */
    /* Results of df_real_game_fit: */
    char pieces[DF_PRINT_PIECES_SIZE]; /* for the colours */
    unsigned palette;                  /* of the NES game: its level modulo 10 */
    unsigned left_out;                 /* squares of the picture */
    /* Results of df_real_game_print: */
    size_t seeds_tried, seeds_found; /* and those for which a quick search has a plan, */
    size_t usual_drops;              /* of which half take that many or more */
    df_replay_end end;               /* when the picture stands */
    uint64_t *scores; /* of the NES game, which the caller frees: as of df_nes_movie_read */
} df_real_choice;

/* Fits a picture to a game: chooses the pieces of its colours and, unless it has to stay
 * exact, leaves out a square of each row that would clear, and one more if their number, with
 * `anchors` beside it, is odd. DF_ERROR_LIMIT: the picture is too large or has too many
 * colours; DF_ERROR_PICTURE: it has an odd number of squares. */
df_status df_real_game_fit(df_real_choice *choice, df_picture *picture, size_t anchors,
                           bool exact, df_error *error);

/* Plans such a picture as df_print does, until the game can play it. Of the options, those that
 * the game leaves no choice do not count. The plan has the colours of the game. */
df_status df_real_game_print(df_real_choice *choice, df_plan **plan, const df_picture *picture,
                             const df_piece_set *tetrominoes, const df_print_options *options,
                             df_print_report *report, df_error *error);

/* Appends the file with which the game makes just the drops of a plan; of Techmino what is to
 * be compressed. It ends when the last drop has counted; *end is the game then. `text` and
 * `end` may be NULL. DF_ERROR_LIMIT: the game cannot play this plan from this level. */
df_status df_real_game_write(df_text *text, df_real_game_kind game, const df_plan *plan,
                             unsigned level, df_replay_end *end, df_error *error);

DF_END_DECLARATIONS

#endif
