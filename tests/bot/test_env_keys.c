/* Boards for learners whose actions are keys: where random keys bring a piece to rest, a board
 * whose actions are places has a legal one, and goes on in the same way. */
#include "dropforge/bot.h"

#include <string.h>

#include "core/base/random.h"
#include "tests/support/alloc.h"
#include "tests/support/support.h"

static const df_plan *plan_of(const df_env *env, size_t number)
{
    const df_plan *plan = NULL;
    (void)df_env_get_result(env, number, &plan);
    return plan;
}

enum { MAX_WIDTH = 12, MAX_HEIGHT = 14, MAX_PREVIEW = 6 };

/* The arrays of a board. */
typedef struct keys_sight {
    uint8_t field[MAX_WIDTH * MAX_HEIGHT], active[MAX_WIDTH * MAX_HEIGHT];
    uint8_t mask[DF_ENV_KEYS], terminated, truncated;
    int32_t pieces[1 + MAX_PREVIEW], held, reward, position[3];
} keys_sight;

/* Looks at a board; the mask is that of keys. */
static void look(keys_sight *self, const df_env *env, bool has_keys)
{
    const df_env_arrays arrays = {.field = self->field,
                                  .pieces = self->pieces,
                                  .held = &self->held,
                                  .mask = has_keys ? self->mask : NULL,
                                  .rewards = &self->reward,
                                  .terminated = &self->terminated,
                                  .truncated = &self->truncated,
                                  .active = self->active,
                                  .position = self->position};
    memset(self, 0xee, sizeof *self);
    df_env_observe(env, &arrays);
}

static int64_t draw_key(df_random *random, const keys_sight *self)
{
    for (unsigned i = 0; i < 1000; i++) {
        const uint32_t key = df_random_below(random, DF_ENV_KEYS);
        if (self->mask[key] != 0)
            return key;
    }
    return -1;
}

/* Checks the squares of the falling piece against its position. */
static void check_active(const keys_sight *self, const df_env_options *options)
{
    const int32_t *position = self->position;
    const df_piece *piece = &options->set->pieces[self->pieces[0]];
    const df_shape *shape = &piece->shape[position[0]];
    for (int y = 0; y < (int)options->height; y++) {
        for (int x = 0; x < (int)options->width; x++) {
            const size_t square = (size_t)y * options->width + (size_t)x;
            const int i = y - position[2], j = x - position[1];
            const bool wanted = i >= 0 && i < shape->height && j >= 0 && j < shape->width &&
                                (shape->row[i] >> j & 1) != 0;
            assert_int_equal(self->active[square], wanted);
            assert_false(wanted && self->field[square] != 0);
        }
    }
}

/* Puts the last piece of the one onto the other board, and compares them. */
static void follow(df_env *keys, df_env *places, const keys_sight *self, bool holds,
                   const df_env_options *options)
{
    const df_plan *plan = plan_of(keys, 0);
    const df_drop drop = plan->drops[plan->count - 1];
    const df_choice choice = {
        .place = {drop.orientation, drop.x, drop.y}, .piece = drop.piece, .holds = holds};
    const int64_t action = df_env_find_action(places, &choice);
    keys_sight there;
    assert_status(df_env_step(places, &action), DF_OK);
    look(&there, places, false);
    assert_memory_equal(self->field, there.field, (size_t)options->width * options->height);
    assert_memory_equal(self->pieces, there.pieces, (1 + options->preview) * sizeof(int32_t));
    assert_int_equal(self->held, there.held);
    assert_int_equal(self->reward, there.reward);
    assert_int_equal(self->truncated, there.truncated);
    for (unsigned i = 0; i < options->width * options->height; i++)
        assert_int_equal(there.active[i], 0);
}

/* Plays a game with random keys. */
static void play_keys(df_env *keys, df_env *places, const df_env_options *options,
                      df_random *random)
{
    keys_sight self;
    bool holds = false;
    look(&self, keys, true);
    while (self.terminated == 0 && self.truncated == 0) {
        const size_t before = plan_of(keys, 0)->count;
        const int32_t row = self.position[2];
        const int64_t key = draw_key(random, &self);
        check_active(&self, options);
        assert_status(df_env_step(keys, &key), DF_OK);
        look(&self, keys, true);
        holds = holds || key == DF_ENV_KEY_HOLD;
        assert_false(key == DF_ENV_KEY_HOLD && self.mask[DF_ENV_KEY_HOLD] != 0);
        if (plan_of(keys, 0)->count > before) {
            follow(keys, places, &self, holds, options);
            holds = false;
        } else {
            assert_int_equal(self.reward, 0);
            assert_true(key != DF_ENV_KEY_NONE || self.terminated != 0 ||
                        self.position[2] == row - 1);
        }
    }
    assert_true(self.truncated != 0 || draw_key(random, &self) < 0);
    assert_status(df_plan_play(plan_of(keys, 0), NULL, NULL, NULL, NULL, NULL), DF_OK);
    assert_int_equal(df_env_get_result(keys, 0, NULL)->end,
                     self.truncated != 0 ? DF_BOT_GAME_CAPPED : DF_BOT_GAME_OVER);
}

TEST(keys_are_places)
{
    (void)state;
    df_piece_set *sets[] = {tetrominoes(), pentominoes()};
    df_random random;
    df_random_seed(&random, test_seed(), 1);
    static const df_rules rules[] = {DF_RULES_SRS, DF_RULES_SRS_180, DF_RULES_NES};
    for (unsigned i = 0; i < test_cases(60); i++) {
        df_env_options options = {.set = sets[i / 3 % 2],
                                  .rules = rules[i % 3],
                                  .width = 6 + df_random_below(&random, 6),
                                  .height = 6 + df_random_below(&random, 8),
                                  .hold = i % 2 == 0,
                                  .max_pieces = i % 4 == 0 ? 5 : 0,
                                  .record = true};
        options.preview = i % 5 + options.hold;
        df_env *keys, *places;
        assert_status(df_env_create(&places, &options, NULL), DF_OK);
        options.keys = true;
        assert_status(df_env_create(&keys, &options, NULL), DF_OK);
        const uint64_t seed = df_random_next(&random);
        df_env_reset(keys, seed);
        df_env_reset(places, seed);
        play_keys(keys, places, &options, &random);
        df_env_free(keys);
        df_env_free(places);
    }
    df_piece_set_free(sets[0]);
    df_piece_set_free(sets[1]);
}

TEST(wrong_keys)
{
    (void)state;
    df_env_options options = {.set = shared_set, .width = 10, .height = 12, .keys = true};
    df_env *env;
    for (unsigned rules = DF_RULES_HARDDROP; rules <= DF_RULES_ABOVE; rules++) {
        options.rules = (df_rules)rules;
        assert_status(df_env_create(&env, &options, NULL), DF_ERROR_ARGUMENT);
    }
    options.rules = DF_RULES_SRS;
    assert_status(df_env_create(&env, &options, NULL), DF_OK);
    size_t features;
    assert_int_equal(df_env_actions(env, &features), DF_ENV_KEYS);
    assert_int_equal(features, 0);
    df_choice choice = {.piece = 0};
    assert_int_equal(df_env_find_action(env, &choice), -1);
    assert_status(df_env_get_choice(env, 0, 0, &choice), DF_ERROR_ARGUMENT);
    const int64_t wrong[] = {-1, DF_ENV_KEY_HALF_TURN, DF_ENV_KEY_HOLD, DF_ENV_KEYS};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_status(df_env_step(env, &wrong[i]), DF_ERROR_ARGUMENT);
    df_env_free(env);
}

/* Illegal actions are skipped on their own board alone, for keys and for places. */
TEST(skipped_actions)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const df_env_options options = {.set = shared_set,
                                        .width = 10,
                                        .height = 12,
                                        .boards = 2,
                                        .rules = DF_RULES_SRS,
                                        .reward = DF_ENV_REWARD_PIECES,
                                        .record = true,
                                        .keys = i == 0,
                                        .skips_illegal = true,
                                        .illegal_reward = -7};
        df_env *env;
        int32_t rewards[2];
        const df_env_arrays arrays = {.rewards = rewards};
        assert_status(df_env_create(&env, &options, NULL), DF_OK);
        int64_t actions[2] = {-1, DF_ENV_KEY_HARD_DROP};
        for (df_choice choice;
             i == 1 && df_env_get_choice(env, 1, actions[1], &choice) != DF_OK;)
            actions[1]++;
        for (unsigned step = 0; step < 2; step++) {
            assert_status(df_env_step(env, actions), DF_OK);
            df_env_observe(env, &arrays);
            assert_int_equal(rewards[0], -7);
            assert_int_equal(rewards[1], step == 0 || i == 0 ? 1 : rewards[1]);
            actions[0] = INT64_MAX;
        }
        assert_int_equal(plan_of(env, 0)->count, 0);
        assert_in_range(plan_of(env, 1)->count, 1, 2);
        df_env_free(env);
    }
}

static df_status record_keys(void *context)
{
    const df_env_options options = {.set = context,
                                    .width = 6,
                                    .height = 6,
                                    .boards = 2,
                                    .rules = DF_RULES_SRS_180,
                                    .record = true,
                                    .keys = true};
    const int64_t drop[] = {DF_ENV_KEY_HARD_DROP, DF_ENV_KEY_HARD_DROP};
    df_env *env;
    df_status status = df_env_create(&env, &options, NULL);
    if (status != DF_OK)
        return status;
    status = df_env_step(env, drop);
    /* An error changes nothing. */
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(plan_of(env, i)->count, status == DF_OK);
    df_env_free(env);
    return status;
}

TEST(failing_allocations)
{
    (void)state;
    alloc_fail_each(record_keys, shared_set);
}
