/* The inside of the boards of learners, for what plays them and what shows them. */
#ifndef DROPFORGE_BOT_ENV_H
#define DROPFORGE_BOT_ENV_H

#include "bot/evaluate.h"
#include "bot/game_state.h"
#include "bot/places.h"
#include "dropforge/env.h"

/* The row of an action that is not legal. */
#define ENV_ILLEGAL UINT16_MAX

typedef struct env_board {
    game_state state;
    uint64_t seed; /* of the game, and its number */
    uint64_t number;
    uint16_t *rest; /* of each action the row where the piece comes to rest */
    df_plan *plan;  /* or NULL */
    int32_t reward;
    bool terminated;
    bool truncated;
} env_board;

struct df_env {
    df_env_options options;
    size_t count; /* boards */
    size_t rows;  /* that actions tell apart */
    size_t actions;
    unsigned shown; /* the set of features, */
    size_t values;  /* and how many these are */
    evaluator judge;
    place_finder *finder;
    df_place *places; /* room for those of one piece */
    env_board *boards;
};

static inline size_t env_action(const df_env *env, bool holds, const df_place *place)
{
    const size_t y = env->rows > 1 ? place->y : 0;
    return ((holds * (size_t)DF_ORIENTATIONS + place->orientation) * env->rows + y) *
               env->options.width +
           place->x;
}

/* What a legal action does. */
static inline df_choice env_choice(const df_env *env, const env_board *own, size_t action)
{
    const size_t turned = action / env->options.width / env->rows;
    const bool holds = turned >= DF_ORIENTATIONS;
    const game_state *state = &own->state;
    uint16_t piece = state->pieces[0];
    if (holds)
        piece = state->held < 0 ? state->pieces[1] : (uint16_t)state->held;
    return (df_choice){.place = {.orientation = (uint8_t)(turned % DF_ORIENTATIONS),
                                 .x = (uint8_t)(action % env->options.width),
                                 .y = own->rest[action]},
                       .piece = piece,
                       .holds = holds};
}

#endif
