/* Games for learners: any number of boards that are played step by step from outside, in the
 * shape that reinforcement learning has agreed on: reset, step, observations, rewards, and
 * which actions are legal. docs/env.md describes it. The rules are those of df_game, and game g
 * of a seed has the same pieces as there. */
#ifndef DROPFORGE_ENV_H
#define DROPFORGE_ENV_H

#include "dropforge/bot_game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Pieces after the current one that can be shown. */
#define DF_ENV_MAX_PREVIEW 64

/* What a step is rewarded for. */
typedef enum df_env_reward {
    DF_ENV_REWARD_LINES,         /* cleared rows */
    DF_ENV_REWARD_LINES_SQUARED, /* their square */
    DF_ENV_REWARD_PIECES,        /* 1, for a piece that was put */
} df_env_reward;

/* By which the boards are played; all of them alike. */
typedef struct df_env_options {
    const df_piece_set *set; /* borrowed; must outlive the env */
    unsigned width;          /* of a board, 1 to 64 */
    unsigned height;         /* 1 to 1024; a piece must come to rest below */
    unsigned boards;         /* how many; 0: one */
    df_reach reach;          /* how pieces get to their places */
    unsigned preview;        /* how many pieces after the current one are shown */
    bool hold;               /* the current piece may be exchanged; needs a preview */
    df_deal deal;
    const uint16_t *given; /* as for df_dealer_begin; borrowed */
    size_t given_count;
    uint64_t max_pieces; /* a game is truncated once it has so many; 0: never */
    df_env_reward reward;
    uint32_t features; /* the set of those that are shown, 1 << df_feature each; 0: all */
    /* A board whose game has ended begins its next game in the step after that, and the action
     * for it is not looked at. Otherwise it must be begun by df_env_begin. */
    bool autoreset;
    bool record; /* the drops of each game are kept as a plan */
} df_env_options;

/* Where observations go: contiguous arrays of the caller, with the last index running fastest.
 * What is NULL is not written. A = df_env_actions, W, H, preview as in the options. */
typedef struct df_env_arrays {
    uint8_t *field;  /* [boards][H][W]: 1 where a square is full; row 0 is the lowest */
    int32_t *pieces; /* [boards][1 + preview]: current and next, indices in the set; -1: none */
    int32_t *held;   /* [boards]: the piece in hold, or -1 */
    uint8_t *mask;   /* [boards][A]: 1 where an action is legal */
    /* [boards][A][df_env_features]: of each legal action (df_features_measure, after full rows
     * are cleared) the features that are shown, in the order of df_feature; else 0. */
    int32_t *features;
    int32_t *rewards;    /* [boards]: of the last step; 0 at the beginning of a game */
    uint8_t *terminated; /* [boards]: 1: no action is legal, the game is lost */
    uint8_t *truncated;  /* [boards]: 1: it has max_pieces, or the deal is at its end */
} df_env_arrays;

typedef struct df_env df_env;

/* Makes the boards, and resets them with seed 0. The caller owns *env (df_env_free). One thread
 * at a time. DF_ERROR_ARGUMENT: an option out of range, pieces that cannot be dealt so, none
 * given, or a piece without any place on the empty board: so every game begins with a legal
 * action. */
df_status df_env_create(df_env **env, const df_env_options *options);

/* Frees the boards; NULL is allowed. */
void df_env_free(df_env *env);

/* How many actions there are, legal or not. An action is a number from 0: ((h × 4 +
 * orientation) × R + y) × W + x, where x and y are those of the place (df_place). h is 1 where
 * the current piece is exchanged, and then the place is one of the other piece; without hold it
 * is always 0. R is 1 and y is taken as 0 where the row follows from the column
 * (DF_REACH_ABOVE, DF_REACH_SPAWN); else R is H. Of orientations that look alike the first
 * alone is legal. */
size_t df_env_actions(const df_env *env);

/* How many features of an action are shown. */
size_t df_env_features(const df_env *env);

/* Begins game i of the seed on each board i. Where games follow one another by themselves,
 * board i goes on with game i + boards, i + 2 boards, … */
void df_env_reset(df_env *env, uint64_t seed);

/* Begins game `number` of a seed on one board. DF_ERROR_ARGUMENT: there is no such board. */
df_status df_env_begin(df_env *env, size_t board, uint64_t seed, uint64_t number);

/* Takes one action for each board. DF_ERROR_ARGUMENT: one of them is not legal, or its game has
 * ended and does not begin by itself; DF_ERROR_MEMORY: no room to record it. With an error
 * nothing has changed on any board. */
df_status df_env_step(df_env *env, const int64_t *actions);

/* Writes what there is to see, of all boards. */
void df_env_observe(const df_env *env, const df_env_arrays *arrays);

/* What an action does on a board: the place, the piece that is put there, whether it holds; the
 * score is 0. DF_ERROR_ARGUMENT: there is no such board, or the action is not legal there. */
df_status df_env_get_choice(const df_env *env, size_t board, int64_t action, df_choice *choice);

/* The action that does this; -1 if there is none. Whether it is legal is not asked. */
int64_t df_env_find_action(const df_env *env, const df_choice *choice);

/* The game that is played on a board, or has ended there. Placements are not counted. NULL: no
 * such board. */
const df_game_result *df_env_get_result(const df_env *env, size_t board);

/* Its drops so far, as a plan of the env's, until the next call that changes the board. NULL:
 * no such board, or nothing is recorded. */
const df_plan *df_env_get_plan(const df_env *env, size_t board);

#ifdef __cplusplus
}
#endif
#endif
