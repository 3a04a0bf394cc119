/* Custom games of Techmino, as docs/format/techmino.md says. */
#pragma once

#include "real_games.h"

/* The keys, in the order of the game. */
typedef enum techmino_key {
    TECHMINO_LEFT = 1,
    TECHMINO_RIGHT,
    TECHMINO_CLOCKWISE,
    TECHMINO_ANTICLOCKWISE,
    TECHMINO_HALF_TURN,
    TECHMINO_HARD_DROP,
    TECHMINO_SOFT_DROP,
    TECHMINO_HOLD,
    TECHMINO_TO_LEFT = 11, /* to the wall */
    TECHMINO_TO_RIGHT,
    TECHMINO_TO_FLOOR,
    TECHMINO_KEYS,
    TECHMINO_UP = 32 /* added to a key that goes up */
} techmino_key;

/* A key that goes down or up. */
typedef struct techmino_event {
    uint32_t frame;
    uint32_t key; /* a techmino_key, with TECHMINO_UP or not */
} techmino_event;

/* A game of 10 columns and 20 rows in which nothing falls by itself. */
typedef struct techmino_replay {
    const uint16_t *queue; /* pieces as they come, indices of tetrominoes; borrowed */
    size_t count;
    const techmino_event *keys; /* in the order of their frames; borrowed */
    size_t key_count;
    unsigned shift_delay;  /* frames until a shift whose key is held repeats, */
    unsigned shift_repeat; /* and between repetitions; 0: to the wall at once */
    unsigned drop_delay;   /* the same of the soft drop */
    unsigned drop_repeat;
} techmino_replay;

/* Plays a game, and makes a plan of its drops among `set`, the tetrominoes. *is_over is set if
 * a piece had no room, or none came. */
df_status df_techmino_play(df_plan **plan, const df_piece_set *set,
                           const techmino_replay *replay, bool *is_over);
