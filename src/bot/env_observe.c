/* What is to be seen of the boards of learners. */
#include <string.h>

#include "bot/env.h"
#include "core/bits.h"

static void show_field(const grid *g, const board *b, uint8_t *field)
{
    memset(field, 0, (size_t)g->width * g->height);
    for (unsigned y = 0; y < b->rows; y++) {
        const uint64_t row = grid_row(g, b->words, y);
        for (unsigned x = 0; x < g->width; x++)
            field[(size_t)y * g->width + x] = row >> x & 1;
    }
}

static void show_pieces(const game_state *state, int32_t *pieces)
{
    for (size_t i = 0; i < state->known; i++)
        pieces[i] = i < state->count ? state->pieces[i] : -1;
}

/* The features of one action. */
static void show_values(const df_env *env, const env_board *own, size_t action, int32_t *shown)
{
    const df_choice choice = env_choice(env, own, action);
    const df_place *place = &choice.place;
    const df_shape *shape = &env->options.set->pieces[choice.piece].shape[place->orientation];
    int32_t values[DF_FEATURES];
    df_evaluate_features(values, &env->judge, own->state.now, shape, place->x, place->y,
                         env->shown);
    for (unsigned left = env->shown; left != 0; left &= left - 1)
        *shown++ = values[bits_lowest(left)];
}

static void show_features(const df_env *env, const env_board *own, int32_t *features)
{
    memset(features, 0, env->actions * env->values * sizeof features[0]);
    for (size_t i = 0; i < env->actions; i++) {
        if (own->rest[i] != ENV_ILLEGAL)
            show_values(env, own, i, features + i * env->values);
    }
}

/* The arrays of board i. */
static void show(const df_env *env, size_t i, const df_env_arrays *arrays)
{
    const env_board *own = &env->boards[i];
    const grid *g = &env->judge.layout;
    if (arrays->field != NULL)
        show_field(g, own->state.now, arrays->field + i * g->width * g->height);
    if (arrays->pieces != NULL)
        show_pieces(&own->state, arrays->pieces + i * own->state.known);
    if (arrays->held != NULL)
        arrays->held[i] = own->state.held;
    for (size_t a = 0; arrays->mask != NULL && a < env->actions; a++)
        arrays->mask[i * env->actions + a] = own->rest[a] != ENV_ILLEGAL;
    if (arrays->features != NULL)
        show_features(env, own, arrays->features + i * env->actions * env->values);
    if (arrays->rewards != NULL)
        arrays->rewards[i] = own->reward;
    if (arrays->terminated != NULL)
        arrays->terminated[i] = own->terminated;
    if (arrays->truncated != NULL)
        arrays->truncated[i] = own->truncated;
}

void df_env_observe(const df_env *env, const df_env_arrays *arrays)
{
    for (size_t i = 0; i < env->count; i++)
        show(env, i, arrays);
}
