/* An environment for reinforcement learning: any number of boards that are played step by step
 * from outside, with reset, step, observations, rewards and masks of legal actions.
 * docs/env.md describes it. The rules are those of df_bot_game, and game g of a seed has the
 * same pieces as there. */
#ifndef DROPFORGE_ENV_H
#define DROPFORGE_ENV_H

#include "dropforge/bot_game.h"

DF_BEGIN_DECLARATIONS

/* The longest preview. */
#define DF_ENV_MAX_PREVIEW 64

/* The reward of a step. */
typedef enum df_env_reward {
    DF_ENV_REWARD_LINES,         /* cleared rows */
    DF_ENV_REWARD_LINES_SQUARED, /* their square */
    DF_ENV_REWARD_PIECES,        /* 1 for each piece */
} df_env_reward;

/* The actions of an environment with keys. After a key but the hard drop and the hold the piece
 * falls one row. If it cannot, it comes to rest there. A key that has no room does nothing. */
typedef enum df_env_key {
    DF_ENV_KEY_NONE,
    DF_ENV_KEY_LEFT,
    DF_ENV_KEY_RIGHT,
    DF_ENV_KEY_DOWN, /* one row more */
    DF_ENV_KEY_CLOCKWISE,
    DF_ENV_KEY_ANTICLOCKWISE,
    DF_ENV_KEY_HALF_TURN, /* with DF_MOVEMENT_SRS_180 alone */
    DF_ENV_KEY_HARD_DROP, /* falls until it comes to rest */
    DF_ENV_KEY_HOLD,      /* once for each piece; time stands still */
    DF_ENV_KEYS
} df_env_key;

/* The options of an environment; they hold for all its boards. */
typedef struct df_env_options {
    const df_piece_set *set; /* borrowed; must outlive the env */
    unsigned width;          /* 1 to 64 */
    unsigned height;         /* 1 to 1024; a piece must come to rest inside */
    unsigned boards;         /* their number; 0: one */
    df_movement movement;    /* how pieces get to their places */
    unsigned preview;        /* pieces shown after the current one */
    bool hold;               /* the current piece may go into hold; needs a preview */
    df_deal deal;
    const uint16_t *given; /* as for df_dealer_begin; borrowed */
    size_t given_count;
    uint64_t max_pieces; /* a game is truncated after these; 0: never */
    df_env_reward reward;
    uint32_t features; /* the set of features shown, 1 << df_feature each; 0: all */
    /* The step after the end of a game begins the next game on that board and ignores its
     * action. Otherwise call df_env_begin. */
    bool autoreset;
    bool record; /* each board keeps the drops of its game as a plan */
    /* An action is a df_env_key, and many of them bring a piece to its place. The game is lost
     * if that is above the board. Not with DF_MOVEMENT_ABOVE and DF_MOVEMENT_SPAWN. */
    bool keys;
    /* An action that is not legal changes nothing on its board, which has `illegal_reward` for
     * that step; without it, the step is an error. */
    bool skips_illegal;
    int32_t illegal_reward;
} df_env_options;

/* Arrays of the caller for observations: contiguous, the last index runs fastest. NULL: not
 * written. A is df_env_actions; W, H and preview are those of the options. */
typedef struct df_env_arrays {
    uint8_t *field;  /* [boards][H][W]: 1 where a square is full; row 0 is the lowest */
    int32_t *pieces; /* [boards][1 + preview]: current and next, indices in the set; -1: none */
    int32_t *held;   /* [boards]: the piece in hold, or -1 */
    uint8_t *mask;   /* [boards][A]: 1 where an action is legal */
    /* [boards][A][df_env_features]: the features shown of each legal action, in the order of
     * df_feature (df_features_measure, after full rows are cleared); 0 for other actions. */
    int32_t *features;
    int32_t *rewards;    /* [boards]: of the last step; 0 at the beginning of a game */
    uint8_t *terminated; /* [boards]: 1 if no action is legal: the game is lost */
    uint8_t *truncated;  /* [boards]: 1 after max_pieces, or at the end of the deal */
    /* With keys, else all 0. [boards][H][W]: 1 where a square of the falling piece is; */
    uint8_t *active;
    /* [boards][3]: its orientation, and x and y of its lower left corner, which may be above
     * the board. */
    int32_t *position;
} df_env_arrays;

typedef struct df_env df_env;

/* Makes the boards, and resets them with seed 0. The caller owns *env (df_env_free). Use it in
 * one thread at a time. DF_ERROR_ARGUMENT: an option out of range, pieces that this deal does
 * not have, none given, keys with a movement that moves no piece on its way, or a piece without
 * a place on the empty board: each game begins with a legal action. */
df_status df_env_create(df_env **env, const df_env_options *options);

/* Frees the boards; NULL is allowed. */
void df_env_free(df_env *env);

/* Returns the number of actions, legal or not. An action is a number from 0: ((h × 4 +
 * orientation) × R + y) × W + x, with x and y of the place (df_place). h is 1 if the current
 * piece goes into hold, and the place is that of the other piece. Where the row follows from
 * the column (DF_MOVEMENT_ABOVE, DF_MOVEMENT_SPAWN), R is 1 and y is taken as 0; otherwise R is
 * H. Of orientations that look alike only the first is legal. With keys it is DF_ENV_KEYS. */
size_t df_env_actions(const df_env *env);

/* Returns the number of features shown of an action; 0 with keys. */
size_t df_env_features(const df_env *env);

/* Begins game i of the seed on each board i. With autoreset, board i goes on with the games
 * i + boards, i + 2 boards, … */
void df_env_reset(df_env *env, uint64_t seed);

/* Begins game `number` of a seed on one board. DF_ERROR_ARGUMENT: there is no such board. */
df_status df_env_begin(df_env *env, size_t board, uint64_t seed, uint64_t number);

/* Takes one action for each board. DF_ERROR_ARGUMENT: one of them is not legal (unless such are
 * skipped), or its game has ended and there is no autoreset. DF_ERROR_MEMORY: it cannot be
 * recorded. An error changes nothing on any board. */
df_status df_env_step(df_env *env, const int64_t *actions);

/* Writes the observations of all boards. */
void df_env_observe(const df_env *env, const df_env_arrays *arrays);

/* Writes what an action does on a board; the score is 0. DF_ERROR_ARGUMENT: there is no such
 * board, the action is not legal there, or it is a key. */
df_status df_env_get_choice(const df_env *env, size_t board, int64_t action, df_choice *choice);

/* Returns the action, legal or not, that does this; -1 if there is none, or actions are keys.
 */
int64_t df_env_find_action(const df_env *env, const df_choice *choice);

/* Returns the result so far of the game on a board, without placements. NULL: no such board. */
const df_bot_game_result *df_env_get_result(const df_env *env, size_t board);

/* Returns the drops of that game so far as a plan of the env, valid until the board changes.
 * NULL: no such board, or nothing is recorded. */
const df_plan *df_env_get_plan(const df_env *env, size_t board);

DF_END_DECLARATIONS

#endif
