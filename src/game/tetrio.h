/* Games of TETR.IO that one person played, as docs/format/ttr.md says. */
#pragma once

#include "real_games.h"

/* A key that goes down or up. */
typedef struct tetrio_event {
    uint32_t frame;
    double subframe; /* 0 to 1, of the frame */
    uint8_t input;   /* as of df_key_names */
    bool is_down;
    bool is_hoisted; /* it was down before the game began: a shift repeats at once */
} tetrio_event;

/* The options of a game; times are frames. */
typedef struct tetrio_options {
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
} tetrio_options;

/* Plays the first `frames` frames of a game, whose events are in order, and makes a plan of its
 * drops among `set`, the tetrominoes. *is_over is set if a piece had no room. */
df_status df_tetrio_play(df_plan **plan, const df_piece_set *set, const tetrio_options *options,
                         const tetrio_event *events, size_t count, uint32_t frames,
                         bool *is_over);
