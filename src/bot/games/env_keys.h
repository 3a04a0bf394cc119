/* The falling pieces of an environment whose actions are keys. */
#pragma once

#include "bot/score/board.h"
#include "core/board/mover.h"
#include "dropforge/bot.h"

/* A piece on its way down, and the board as rows for it. */
typedef struct env_faller {
    piece_at at;
    uint16_t piece;
    bool holds;     /* it came by the hold key, which works once for each piece */
    bool is_lost;   /* it has locked above the board */
    uint64_t *rows; /* owned; rows[y], bit x for column x */
    unsigned count; /* rows up to the highest square */
} env_faller;

/* Movers of the pieces of a set. */
typedef struct env_keys env_keys;

/* Prepares keys for a movement that moves pieces on their way; the caller frees *keys with
 * df_env_keys_free. The set is borrowed. */
df_status df_env_keys_create(env_keys **keys, const grid *g, const df_piece_set *set,
                             df_rules rules);
void df_env_keys_free(env_keys *keys);

/* True if there is a key for half turns. */
bool df_env_keys_turn_half(const env_keys *keys);

/* Puts a piece above the board. */
void df_env_keys_spawn(const env_keys *keys, env_faller *faller, const board *b,
                       uint16_t piece);

/* Presses a key other than hold, if it does anything, and lets the piece fall one row, or all.
 * Returns true if it has locked; then *place is its place in the first of the
 * orientations that look alike, unless the faller is lost. */
bool df_env_keys_press(const env_keys *keys, env_faller *faller, df_env_key key,
                       df_place *place);

/* Writes the arrays of df_env_arrays, which may be NULL, for one board; a faller of NULL: no
 * piece falls. */
void df_env_keys_show(const env_keys *keys, const env_faller *faller, uint8_t *active,
                      int32_t *position, const grid *g);
