/* The objects that the target of the npm package's glue has made, as JavaScript keeps them,
 * and the acts that make and use them. */
#pragma once

#include "exports.h"
#include "glue.h"

/* Kinds of objects; each is freed by a function of its own. */
typedef enum thing_kind {
    PIECES,
    WEIGHTS,
    NUMBERS, /* that a game or an env is given, and that JavaScript keeps for it */
    BOT,
    CONTEST,
    ENV,
    PLAN,
    PICTURE,
    REPLAY,
    TILINGS,
    DRAWER,
    THING_KINDS
} thing_kind;

/* An object, and what JavaScript remembers of it. */
typedef struct thing {
    thing_kind kind;
    void *made;
    const npm_pieces *pieces; /* that it needs; NULL: the tetrominoes */
    const df_piece_set *set;
    unsigned width;
    unsigned height;
    size_t count; /* of boards, rows or drops */
} thing;

/* True if one or two more objects can be kept. */
bool stage_has_room(void);

/* Keep an object, `made` or the one that a function has just answered with. Return NULL if
 * there is none, after freeing what was made in part. What the object needs must be kept
 * already. */
thing *stage_keep(thing_kind kind, void *made);
thing *stage_take(thing_kind kind, df_status status);

/* Returns an object of a kind, chosen by the input; NULL if there is none. */
thing *stage_find(thing_kind kind);

/* Returns an object of a kind; if there is none, calls its maker first. */
typedef void act(void);
thing *stage_need(thing_kind kind, act *maker);

/* Frees the newest object, which no other one can need; or all of them. */
void stage_drop(void);
void stage_end(void);

/* Pieces; if there are none tetrominoes are made. */
thing *stage_pieces(void);

/* One of these texts as memory of its own, at times with a byte changed; or any bytes. To be
 * freed. */
char *input_text(const char *const *usual, size_t count, size_t *length);
#define INPUT_TEXT(usual, length) input_text(usual, sizeof(usual) / sizeof(usual)[0], length)

/* Numbers below 2^53, as JavaScript hands them over: 0, small, or any. */
double input_count(void);

/* Rows of a board as words, none of them full. To be freed. */
uint64_t *input_rows(unsigned width, unsigned height);

/* Indices of pieces, and drops as four numbers each, mostly such as there are. To be freed. */
uint16_t *input_indices(const df_piece_set *set, size_t count);
uint16_t *input_drops(const df_piece_set *set, size_t count);

/* The answer is drops of these pieces: how many. */
size_t check_drops(const char *bytes, size_t length, const df_piece_set *set);

/* All went well, and the answer is JSON. */
bool is_told(df_status status);

/* The acts: bots, games and envs; plans, pictures and fumens; tilings, clears and polyominoes.
 */
act act_weights, act_players, act_bot, act_rank, act_contest, act_play, act_env, act_step,
    act_look;
act act_plan, act_read_plan, act_picture, act_leave, act_compare, act_replay, act_replay_step,
    act_tell_plan, act_write_fumen, act_read_fumen;
act act_count, act_tilings, act_list, act_random, act_order, act_clear, act_study, act_ominoes,
    act_omino_counts, act_drawer, act_draw;
