/* Boards for programs that learn: df_env, with the arrays that it writes. */
#include "dropforge/env.h"

#include <stdlib.h>

#include "answer.h"
#include "npm.h"

/* Numbers of df_env_options: WISHES in env.js. */
typedef struct env_wishes {
    double width, height;
    double boards;
    double reach;
    double preview;
    double hold;
    double deal;
    double max_pieces;
    double reward;
    double features; /* a set, 1 << df_feature each; 0: all */
    double autoreset;
} env_wishes;

typedef struct learner {
    df_env *env;
    df_env_arrays arrays;
    size_t boards;
} learner;

WASM_EXPORT(env_free) void env_free(learner *own)
{
    if (own == NULL)
        return;
    df_env_free(own->env);
    free(own->arrays.field);
    free(own->arrays.pieces);
    free(own->arrays.held);
    free(own->arrays.mask);
    free(own->arrays.features);
    free(own->arrays.rewards);
    free(own->arrays.terminated);
    free(own->arrays.truncated);
    free(own);
}

/* What a board takes is far below 2^32 bytes, of all boards it may not be: calloc sees to that.
 */
static df_status make_arrays(learner *own, const df_env_options *options)
{
    df_env_arrays *to = &own->arrays;
    const size_t boards = own->boards, actions = df_env_actions(own->env);
    const size_t features = df_env_features(own->env);
    to->field = calloc(boards, (size_t)options->width * options->height);
    to->pieces = calloc(boards, (1 + (size_t)options->preview) * sizeof to->pieces[0]);
    to->held = calloc(boards, sizeof to->held[0]);
    to->mask = calloc(boards, actions);
    to->features = calloc(boards, actions * features * sizeof to->features[0]);
    to->rewards = calloc(boards, sizeof to->rewards[0]);
    to->terminated = calloc(boards, 1);
    to->truncated = calloc(boards, 1);
    const bool is_whole = to->field != NULL && to->pieces != NULL && to->held != NULL &&
                          to->mask != NULL && to->features != NULL && to->rewards != NULL &&
                          to->terminated != NULL && to->truncated != NULL;
    return is_whole ? DF_OK : DF_ERROR_MEMORY;
}

/* Makes the boards and resets them with seed 0. The pieces must outlive them. */
WASM_EXPORT(env_make)
df_status env_make(const npm_pieces *pieces, const env_wishes *wishes, const uint16_t *given,
                   size_t given_count)
{
    const df_env_options options = {.set = pieces->list.set,
                                    .width = (unsigned)wishes->width,
                                    .height = (unsigned)wishes->height,
                                    .boards = (unsigned)wishes->boards,
                                    .reach = (df_reach)wishes->reach,
                                    .preview = (unsigned)wishes->preview,
                                    .hold = wishes->hold != 0,
                                    .deal = (df_deal)wishes->deal,
                                    .given = given,
                                    .given_count = given_count,
                                    .max_pieces = (uint64_t)wishes->max_pieces,
                                    .reward = (df_env_reward)wishes->reward,
                                    .features = (uint32_t)wishes->features,
                                    .autoreset = wishes->autoreset != 0};
    learner *own = calloc(1, sizeof *own);
    answer_begin();
    if (own == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    own->boards = options.boards > 0 ? options.boards : 1;
    df_status status = df_env_create(&own->env, &options);
    if (status == DF_OK)
        status = make_arrays(own, &options);
    if (status == DF_OK)
        answer_give(own);
    else
        env_free(own);
    return answer_end(status, NULL);
}

/* Answers with the numbers of actions and of features, and the names of all features. */
WASM_EXPORT(env_tell) df_status env_tell(const learner *own)
{
    answer_begin();
    answer_open('{');
    answer_key("actions");
    answer_number(df_env_actions(own->env));
    answer_key("features");
    answer_number(df_env_features(own->env));
    answer_close('}');
    return answer_end(DF_OK, NULL);
}

/* Answers with the names of the features, in the order of df_feature. */
WASM_EXPORT(features_tell) df_status features_tell(void)
{
    answer_begin();
    answer_open('[');
    for (unsigned f = 0; f < DF_FEATURES; f++)
        answer_word(df_feature_name((df_feature)f));
    answer_close(']');
    return answer_end(DF_OK, NULL);
}

WASM_EXPORT(env_reset) void env_reset(learner *own, uint64_t seed)
{
    df_env_reset(own->env, seed);
}

/* Begins game `number` of a seed on one board. */
WASM_EXPORT(env_begin)
df_status env_begin(learner *own, size_t board, uint64_t seed, uint64_t number)
{
    return answer_tell(df_env_begin(own->env, board, seed, number));
}

WASM_EXPORT(env_step) df_status env_step(learner *own, const int64_t *actions)
{
    return answer_tell(df_env_step(own->env, actions));
}

/* Writes what there is to see, and gives the addresses of its arrays, in their order. */
WASM_EXPORT(env_observe) const df_env_arrays *env_observe(learner *own)
{
    df_env_observe(own->env, &own->arrays);
    return &own->arrays;
}

/* Answers with what an action does on a board. */
WASM_EXPORT(env_choice)
df_status env_choice(const learner *own, size_t board, int64_t action)
{
    df_choice choice;
    answer_begin();
    const df_status status = df_env_get_choice(own->env, board, action, &choice);
    if (status == DF_OK)
        npm_put_choice(&choice);
    return answer_end(status, NULL);
}

/* The action that puts a piece somewhere; -1 if there is none. */
WASM_EXPORT(env_action)
double env_action(const learner *own, unsigned orientation, unsigned x, unsigned y, int holds)
{
    const df_choice choice = {
        .place = {.orientation = (uint8_t)orientation, .x = (uint8_t)x, .y = (uint16_t)y},
        .holds = holds != 0};
    return (double)df_env_find_action(own->env, &choice);
}
