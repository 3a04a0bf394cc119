/* Boards for programs that learn: df_env, with the arrays that it writes. */
#include "dropforge/bot.h"

#include <stdlib.h>

#include "npm.h"
#include "web/answer.h"

/* What env.js says of a df_env_options, in this order. */
#define OPTION(member) MEMBER(df_env_options, member)
static const answer_member env_options[] = {
    OPTION(width),   OPTION(height),   OPTION(boards),   OPTION(rules),
    OPTION(preview), OPTION(hold),     OPTION(deal),     OPTION(max_pieces),
    OPTION(reward),  OPTION(features), OPTION(autoreset)};

typedef struct learner {
    df_env *env;
    df_env_arrays arrays;
    size_t boards;
} learner;

WASM_EXPORT(env_free) void env_free(learner *self)
{
    if (self == NULL)
        return;
    df_env_free(self->env);
    free(self->arrays.field);
    free(self->arrays.pieces);
    free(self->arrays.held);
    free(self->arrays.mask);
    free(self->arrays.features);
    free(self->arrays.rewards);
    free(self->arrays.terminated);
    free(self->arrays.truncated);
    free(self);
}

/* One board takes far less than 2^32 bytes, but all together may take more; calloc checks
 * that. */
static df_status make_arrays(learner *self, const df_env_options *options)
{
    df_env_arrays *to = &self->arrays;
    const size_t boards = self->boards, actions = df_env_actions(self->env);
    const size_t features = df_env_features(self->env);
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
df_status env_make(const npm_pieces *pieces, const double *wishes, const uint16_t *given,
                   size_t given_count)
{
    df_env_options options = {
        .set = pieces->list.set, .given = given, .given_count = given_count};
    ANSWER_TAKE(&options, env_options, wishes);
    learner *self = calloc(1, sizeof *self);
    answer_begin();
    if (self == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    self->boards = options.boards > 0 ? options.boards : 1;
    df_status status = df_env_create(&self->env, &options);
    if (status == DF_OK)
        status = make_arrays(self, &options);
    return ANSWER_MADE(self, env_free, status, NULL);
}

/* Answers with the numbers of actions and of features. */
WASM_EXPORT(env_tell) df_status env_tell(const learner *self)
{
    answer_begin();
    answer_open(NULL, '{');
    answer_number("actions", df_env_actions(self->env));
    answer_number("features", df_env_features(self->env));
    answer_close('}');
    return answer_end(DF_OK, NULL);
}

WASM_EXPORT(env_reset) void env_reset(learner *self, uint64_t seed)
{
    df_env_reset(self->env, seed);
}

/* Begins game `number` of a seed on one board. */
WASM_EXPORT(env_begin)
df_status env_begin(learner *self, size_t board, uint64_t seed, uint64_t number)
{
    return answer_tell(df_env_begin(self->env, board, seed, number));
}

WASM_EXPORT(env_step) df_status env_step(learner *self, const int64_t *actions)
{
    return answer_tell(df_env_step(self->env, actions));
}

/* Writes what there is to see, and gives the addresses of its arrays, in their order. */
WASM_EXPORT(env_observe) const df_env_arrays *env_observe(learner *self)
{
    df_env_observe(self->env, &self->arrays);
    return &self->arrays;
}

/* Answers with what an action does on a board. */
WASM_EXPORT(env_choice)
df_status env_choice(const learner *self, size_t board, int64_t action)
{
    df_choice choice;
    answer_begin();
    const df_status status = df_env_get_choice(self->env, board, action, &choice);
    if (status == DF_OK)
        npm_put_choice(&choice);
    return answer_end(status, NULL);
}

/* The action that puts a piece somewhere; -1 if there is none. */
WASM_EXPORT(env_action)
double env_action(const learner *self, unsigned orientation, unsigned x, unsigned y, int holds)
{
    const df_choice choice = {
        .place = {.orientation = (uint8_t)orientation, .x = (uint8_t)x, .y = (uint16_t)y},
        .holds = holds != 0};
    return (double)df_env_find_action(self->env, &choice);
}
