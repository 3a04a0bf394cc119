/* Boards for learners: that they play the games of df_bot_game, that what they say is legal is
 * what the simulator says, and that they keep to their manners. */
#include "dropforge/bot.h"

#include <stdlib.h>
#include <string.h>

#include "bot/decide/bot.h"
#include "core/base/random.h"
#include "core/board/drop.h"
#include "tests/support/alloc.h"
#include "tests/support/bots.h"
#include "tests/support/support.h"

static const df_plan *plan_of(const df_env *env, size_t number)
{
    const df_plan *plan = NULL;
    (void)df_env_get_result(env, number, &plan);
    return plan;
}

#define WIDTH 10
#define HEIGHT 20

/* All arrays of an env. */
typedef struct sight {
    df_env_arrays arrays;
    size_t bytes; /* of all arrays, which lie one after the other in */
    uint8_t *memory;
} sight;

/* Places an array, with room for words of 32 bits before what comes next. */
static void *reserve(sight *self, size_t count, size_t size)
{
    void *at = self->memory != NULL ? self->memory + self->bytes : NULL;
    self->bytes += (count * size + 7) / 8 * 8;
    return at;
}

static void place_arrays(sight *self, const df_env *env, const df_env_options *options)
{
    const size_t boards = options->boards > 0 ? options->boards : 1;
    size_t features;
    const size_t actions = boards * df_env_actions(env, &features);
    self->bytes = 0;
    self->arrays.features = reserve(self, actions * features, sizeof(int32_t));
    self->arrays.pieces = reserve(self, boards * (1 + options->preview), sizeof(int32_t));
    self->arrays.held = reserve(self, boards, sizeof(int32_t));
    self->arrays.rewards = reserve(self, boards, sizeof(int32_t));
    self->arrays.field = reserve(self, boards * options->width * options->height, 1);
    self->arrays.mask = reserve(self, actions, 1);
    self->arrays.terminated = reserve(self, boards, 1);
    self->arrays.truncated = reserve(self, boards, 1);
}

/* Caller frees own->memory. */
static void open_sight(sight *self, const df_env *env, const df_env_options *options)
{
    *self = (sight){.bytes = 0};
    place_arrays(self, env, options);
    self->memory = malloc(self->bytes);
    assert_non_null(self->memory);
    memset(self->memory, 0xee, self->bytes);
    place_arrays(self, env, options);
    df_env_observe(env, &self->arrays);
}

static df_env_options usual(const df_piece_set *set)
{
    return (df_env_options){
        .set = set, .width = WIDTH, .height = HEIGHT, .rules = DF_RULES_ABOVE};
}

/* A random one of the legal actions of board i; -1: none is. */
static int64_t draw_action(df_random *random, const df_env *env, const sight *self, size_t i)
{
    const size_t actions = df_env_actions(env, NULL);
    const uint8_t *mask = self->arrays.mask + i * actions;
    uint32_t legal = 0;
    for (size_t a = 0; a < actions; a++)
        legal += mask[a];
    if (legal == 0)
        return -1;
    uint32_t left = df_random_below(random, legal);
    size_t a = 0;
    for (; mask[a] == 0 || left-- > 0; a++)
        continue;
    return (int64_t)a;
}

/* ---- the games are those of bots, and of the simulator ---- */

/* Lets a bot play the game in the env, as it sees it there. */
static void play_as_bot(df_env *env, const df_env_options *options,
                        const df_bot_options *bot_options)
{
    df_bot *bot;
    sight self;
    uint64_t rows[DF_FIELD_MAX_HEIGHT];
    uint16_t pieces[1 + DF_ENV_MAX_PREVIEW];
    df_choice choice;
    open_sight(&self, env, options);
    assert_status(df_bot_create(&bot, bot_options, NULL), DF_OK);
    while (self.arrays.terminated[0] == 0 && self.arrays.truncated[0] == 0) {
        df_position position = {.rows = rows, .pieces = pieces, .held = self.arrays.held[0]};
        for (unsigned y = 0; y < options->height; y++) {
            rows[y] = 0;
            for (unsigned x = 0; x < options->width; x++)
                rows[y] |= (uint64_t)self.arrays.field[y * options->width + x] << x;
        }
        while (position.count <= options->preview && self.arrays.pieces[position.count] >= 0) {
            pieces[position.count] = (uint16_t)self.arrays.pieces[position.count];
            position.count++;
        }
        df_outcome outcome;
        assert_status(df_bot_decide(bot, &position, &choice, &outcome), DF_OK);
        assert_int_equal(outcome, DF_FOUND);
        const int64_t action = df_env_find_action(env, &choice);
        df_choice same;
        assert_status(df_env_get_choice(env, 0, action, &same), DF_OK);
        assert_int_equal(same.piece, choice.piece);
        assert_int_equal(same.holds, choice.holds);
        assert_memory_equal(&same.place, &choice.place, sizeof same.place);
        assert_status(df_env_step(env, &action), DF_OK);
        df_env_observe(env, &self.arrays);
    }
    df_bot_free(bot);
    free(self.memory);
}

/* True if the recorded plan leaves what the board shows. */
static void check_plan(const df_env *env, const df_env_options *options, size_t which)
{
    const df_plan *plan = plan_of(env, which);
    const df_bot_game_result *result = df_env_get_result(env, which, NULL);
    df_plan_summary summary;
    df_field *field;
    sight self;
    open_sight(&self, env, options);
    assert_int_equal(plan->count, result->pieces);
    assert_status(df_plan_play(plan, NULL, NULL, &field, &summary, NULL), DF_OK);
    assert_int_equal(summary.rows_cleared, result->lines);
    const uint8_t *shown = self.arrays.field + which * options->width * options->height;
    for (unsigned y = 0; y < options->height; y++) {
        for (unsigned x = 0; x < options->width; x++)
            assert_int_equal(shown[y * options->width + x], field->row[y] >> x & 1);
    }
    df_field_free(field);
    free(self.memory);
}

TEST(games_of_bots)
{
    df_piece_set *sets[] = {tetrominoes(), pentominoes()};
    df_random random;
    df_random_seed(&random, test_seed(), 1);
    for (unsigned i = 0; i < test_cases(60); i++) {
        const bool hold = i % 4 == 3;
        df_env_options options = {.set = sets[i / 5 % 2],
                                  .width = 6 + df_random_below(&random, i % 9 == 0 ? 40 : 8),
                                  .height = 6 + df_random_below(&random, 15),
                                  .rules = (df_rules[]){DF_RULES_ABOVE, DF_RULES_HARDDROP,
                                                        DF_RULES_SRS, DF_RULES_ABOVE,
                                                        DF_RULES_SRS_180}[i % 5],
                                  .preview = hold ? 2 : i % 3 == 0,
                                  .hold = hold,
                                  .deal = (df_deal)(i % 3),
                                  .max_pieces = hold ? 20 : 100,
                                  .record = true};
        const df_bot_game_options game = {.bot = {.set = options.set,
                                                  .width = options.width,
                                                  .height = options.height,
                                                  .rules = options.rules,
                                                  .weights = df_players[i % 6].weights,
                                                  .lookahead = 1 + options.preview,
                                                  .hold = hold,
                                                  .beam = 5},
                                          .deal = options.deal,
                                          .seed = df_random_next(&random),
                                          .max_pieces = options.max_pieces};
        df_bot_game_result result;
        df_env *env;
        df_bot_game_options games = game;
        games.first = i;
        games.count = 1;
        df_bot_games_summary summary;
        assert_status(df_bot_games_play(&result, &games, &summary, NULL), DF_OK);
        assert_status(df_env_create(&env, &options, NULL), DF_OK);
        assert_status(df_env_begin(env, 0, game.seed, i), DF_OK);
        play_as_bot(env, &options, &game.bot);
        result.placements = 0;
        assert_memory_equal(df_env_get_result(env, 0, NULL), &result, sizeof result);
        check_plan(env, &options, 0);
        df_env_free(env);
    }
    df_piece_set_free(sets[0]);
    df_piece_set_free(sets[1]);
}

/* ---- what is legal, and its features ---- */

/* Compares one action with what the simulator and measure_features say. */
static void check_action(const df_env *env, const df_env_options *options, const sight *self,
                         const df_field *field, const df_choice *wanted)
{
    const int64_t action = df_env_find_action(env, wanted);
    const df_piece *piece = &options->set->pieces[wanted->piece];
    const unsigned o = wanted->place.orientation;
    const df_drop drop = {.piece = wanted->piece,
                          .orientation = wanted->place.orientation,
                          .x = wanted->place.x,
                          .y = wanted->place.y};
    df_landing landing;
    df_choice found;
    int32_t values[DF_FEATURES] = {0};
    const bool legal = piece->same_as[o] == o &&
                       df_drop_preview(field, options->set, &drop, options->rules, &landing) ==
                           DF_REFUSAL_NONE;
    assert_int_equal(self->arrays.mask[action], legal);
    assert_status(df_env_get_choice(env, 0, action, &found), legal ? DF_OK : DF_ERROR_ARGUMENT);
    if (legal) {
        assert_int_equal(found.place.orientation, o);
        assert_int_equal(found.place.x, drop.x);
        assert_int_equal(found.place.y, landing.y);
        assert_int_equal(found.piece, wanted->piece);
        assert_int_equal(found.holds, wanted->holds);
        assert_status(measure_features(options->width, options->height, field->row, piece,
                                       &found.place, false, values),
                      DF_OK);
    }
    size_t features;
    (void)df_env_actions(env, &features);
    const int32_t *shown = self->arrays.features + (size_t)action * features;
    for (unsigned f = 0; f < DF_FEATURES; f++) {
        if (options->features == 0 || (options->features >> f & 1) != 0)
            assert_int_equal(*shown++, values[f]);
    }
}

/* All actions of a board, legal or not. */
static void check_actions(const df_env *env, const df_env_options *options)
{
    const bool rows = df_rules_have(options->rules, DF_TRAIT_MOVES);
    df_field *field;
    sight self;
    open_sight(&self, env, options);
    assert_status(df_plan_play(plan_of(env, 0), NULL, NULL, &field, NULL, NULL), DF_OK);
    const int held = self.arrays.held[0];
    const int other = held < 0 && options->hold ? self.arrays.pieces[1] : held;
    size_t count = 0;
    for (unsigned h = 0; h <= options->hold; h++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            for (unsigned y = 0; y < (rows ? options->height : 1); y++) {
                for (unsigned x = 0; x < options->width; x++) {
                    const df_choice choice = {
                        .place = {(uint8_t)o, (uint8_t)x, (uint16_t)y},
                        .piece = (uint16_t)(h > 0 ? other : self.arrays.pieces[0]),
                        .holds = h > 0};
                    /* In the order of the header. */
                    assert_int_equal(df_env_find_action(env, &choice), count++);
                    check_action(env, options, &self, field, &choice);
                }
            }
        }
    }
    assert_int_equal(count, df_env_actions(env, NULL));
    df_field_free(field);
    free(self.memory);
}

TEST(legal_actions)
{
    df_piece_set *sets[] = {tetrominoes(), pentominoes()};
    df_random random;
    df_random_seed(&random, test_seed(), 2);
    for (unsigned i = 0; i < test_cases(24); i++) {
        df_env_options options = usual(sets[i / 4 % 2]);
        options.width = 6 + df_random_below(&random, 6);
        options.height = 7 + df_random_below(&random, 6);
        static const df_rules rules[] = {DF_RULES_HARDDROP, DF_RULES_ABOVE, DF_RULES_SRS,
                                         DF_RULES_SRS_180, DF_RULES_NES};
        options.rules = rules[i % (sizeof rules / sizeof rules[0])];
        options.hold = i % 3 == 0;
        options.preview = i % 3 < 2;
        options.features = i % 7 == 0 ? 0 : df_random_below(&random, 1u << DF_FEATURES);
        options.record = true;
        df_env *env;
        sight self;
        assert_status(df_env_create(&env, &options, NULL), DF_OK);
        df_env_reset(env, df_random_next(&random));
        open_sight(&self, env, &options);
        for (unsigned step = 0; self.arrays.terminated[0] == 0; step++) {
            if (!df_rules_have(options.rules, DF_TRAIT_MOVES) || step % 4 == 0)
                check_actions(env, &options);
            const int64_t action = draw_action(&random, env, &self, 0);
            assert_status(df_env_step(env, &action), DF_OK);
            df_env_observe(env, &self.arrays);
        }
        check_actions(env, &options);
        check_plan(env, &options, 0);
        assert_int_equal(draw_action(&random, env, &self, 0), -1);
        assert_int_equal(df_env_get_result(env, 0, NULL)->end, DF_BOT_GAME_OVER);
        free(self.memory);
        df_env_free(env);
    }
    df_piece_set_free(sets[0]);
    df_piece_set_free(sets[1]);
}

/* ---- many boards ---- */

/* Checks that board i shows what a single board shows that plays the same game. */
static void check_same(const sight *many, size_t i, const df_env *one,
                       const df_env_options *options)
{
    const size_t squares = options->width * options->height;
    const size_t actions = df_env_actions(one, NULL);
    sight self;
    open_sight(&self, one, options);
    assert_memory_equal(many->arrays.field + i * squares, self.arrays.field, squares);
    assert_memory_equal(many->arrays.mask + i * actions, self.arrays.mask, actions);
    assert_memory_equal(many->arrays.features + i * actions * DF_FEATURES, self.arrays.features,
                        actions * DF_FEATURES * sizeof self.arrays.features[0]);
    assert_memory_equal(many->arrays.pieces + i * (1 + options->preview), self.arrays.pieces,
                        (1 + options->preview) * sizeof self.arrays.pieces[0]);
    assert_int_equal(many->arrays.held[i], self.arrays.held[0]);
    assert_int_equal(many->arrays.rewards[i], self.arrays.rewards[0]);
    assert_int_equal(many->arrays.terminated[i], self.arrays.terminated[0]);
    assert_int_equal(many->arrays.truncated[i], self.arrays.truncated[0]);
    free(self.memory);
}

enum { BOARDS = 5, STEPS = 80 };

/* Each board plays game after game by itself; beside it the same games on a board alone. */
TEST(many_boards)
{
    df_random random;
    df_random_seed(&random, test_seed(), 3);
    for (unsigned rules = DF_RULES_ABOVE; rules <= DF_RULES_SRS; rules++) {
        df_env_options options = usual(shared_set);
        options.height = 6;
        options.rules = (df_rules)rules;
        options.preview = 1;
        options.hold = true;
        options.max_pieces = 9;
        df_env *many, *one[BOARDS];
        uint64_t number[BOARDS];
        sight self;
        for (size_t i = 0; i < BOARDS; i++) {
            assert_status(df_env_create(&one[i], &options, NULL), DF_OK);
            assert_status(df_env_begin(one[i], 0, 77, number[i] = i), DF_OK);
        }
        options.boards = BOARDS;
        options.autoreset = true;
        assert_status(df_env_create(&many, &options, NULL), DF_OK);
        df_env_reset(many, 77);
        open_sight(&self, many, &options);
        options.boards = 1;
        unsigned ends[2] = {0};
        for (unsigned step = 0; step < STEPS; step++) {
            int64_t actions[BOARDS];
            for (size_t i = 0; i < BOARDS; i++) {
                check_same(&self, i, one[i], &options);
                actions[i] = draw_action(&random, many, &self, i);
                if (self.arrays.terminated[i] != 0 || self.arrays.truncated[i] != 0) {
                    ends[self.arrays.terminated[i]]++;
                    assert_status(df_env_step(one[i], &actions[i]), DF_ERROR_ARGUMENT);
                    assert_status(df_env_begin(one[i], 0, 77, number[i] += BOARDS), DF_OK);
                } else {
                    assert_status(df_env_step(one[i], &actions[i]), DF_OK);
                }
            }
            assert_status(df_env_step(many, actions), DF_OK);
            df_env_observe(many, &self.arrays);
        }
        assert_true(ends[0] > 0 && ends[1] > 0);
        for (size_t i = 0; i < BOARDS; i++)
            df_env_free(one[i]);
        df_env_free(many);
        free(self.memory);
    }
}

/* ---- manners ---- */

TEST(rewards)
{
    static const uint16_t given[] = {DF_O, DF_O, DF_I, DF_I, DF_O};
    static const uint8_t columns[] = {0, 2, 4, 4, 8};
    static const int32_t wanted[][5] = {
        [DF_ENV_REWARD_LINES] = {0, 0, 0, 0, 2},
        [DF_ENV_REWARD_LINES_SQUARED] = {0, 0, 0, 0, 4},
        [DF_ENV_REWARD_PIECES] = {1, 1, 1, 1, 1},
    };
    for (unsigned reward = 0; reward < COUNT(wanted); reward++) {
        df_env_options options = usual(shared_set);
        options.deal = DF_DEAL_GIVEN;
        options.given = given;
        options.given_count = COUNT(given);
        options.preview = 1;
        options.reward = (df_env_reward)reward;
        df_env *env;
        sight self;
        assert_status(df_env_create(&env, &options, NULL), DF_OK);
        open_sight(&self, env, &options);
        assert_int_equal(self.arrays.rewards[0], 0);
        for (size_t i = 0; i < COUNT(given); i++) {
            const int64_t action = columns[i];
            assert_int_equal(self.arrays.truncated[0], 0);
            assert_int_equal(self.arrays.pieces[0], given[i]);
            assert_int_equal(self.arrays.pieces[1], i + 1 < COUNT(given) ? given[i + 1] : -1);
            assert_status(df_env_step(env, &action), DF_OK);
            df_env_observe(env, &self.arrays);
            assert_int_equal(self.arrays.rewards[0], wanted[reward][i]);
        }
        assert_int_equal(self.arrays.truncated[0], 1);
        assert_int_equal(self.arrays.terminated[0], 0);
        assert_int_equal(self.arrays.pieces[0], -1);
        assert_int_equal(draw_action(NULL, env, &self, 0), -1);
        assert_int_equal(df_env_get_result(env, 0, NULL)->end, DF_BOT_GAME_DEALT);
        free(self.memory);
        df_env_free(env);
    }
}

/* One wrong action of three; the others are not taken either. */
TEST(illegal_actions)
{
    df_env_options options = usual(shared_set);
    options.boards = 3;
    options.record = true;
    df_env *env;
    sight before, after;
    assert_status(df_env_create(&env, &options, NULL), DF_OK);
    open_sight(&before, env, &options);
    const int64_t max = (int64_t)df_env_actions(env, NULL);
    assert_int_equal(max, 4 * WIDTH);
    const int64_t wrong[] = {-1, max, INT64_MAX, INT64_MIN, WIDTH - 1};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        int64_t actions[] = {0, 0, 0};
        df_choice choice;
        actions[i % 3] = wrong[i];
        assert_status(df_env_step(env, actions), DF_ERROR_ARGUMENT);
        assert_status(df_env_get_choice(env, i % 3, wrong[i], &choice), DF_ERROR_ARGUMENT);
        open_sight(&after, env, &options);
        assert_memory_equal(before.arrays.mask, after.arrays.mask, 3 * (size_t)max);
        assert_memory_equal(before.arrays.field, after.arrays.field, 3 * WIDTH * HEIGHT);
        assert_int_equal(plan_of(env, 0)->count, 0);
        free(after.memory);
    }
    df_choice choice = {.place = {DF_ORIENTATIONS, 0, 0}};
    assert_int_equal(df_env_find_action(env, &choice), -1);
    choice = (df_choice){.place = {DF_NORTH, WIDTH, 0}};
    assert_int_equal(df_env_find_action(env, &choice), -1);
    choice = (df_choice){.place = {DF_NORTH, 0, 0}, .holds = true};
    assert_int_equal(df_env_find_action(env, &choice), -1);
    assert_status(df_env_begin(env, 3, 0, 0), DF_ERROR_ARGUMENT);
    assert_null(plan_of(env, 3));
    assert_null(df_env_get_result(env, 3, NULL));
    free(before.memory);
    df_env_free(env);
}

static void refuse(df_env_options options)
{
    df_env *env = NULL;
    df_error error = {0};
    assert_status(df_env_create(&env, &options, &error), DF_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "; "));
    assert_null(env);
}

TEST(wrong_options)
{
    static const uint16_t given[] = {DF_TETROMINOES};
    const df_env_options good = usual(shared_set);
    df_env_options wrong[14];
    for (size_t i = 0; i < COUNT(wrong); i++)
        wrong[i] = good;
    wrong[0].set = NULL;
    wrong[1].width = 0;
    wrong[2].width = DF_NARROW_MAX_WIDTH + 1;
    wrong[3].height = 0;
    wrong[4].height = DF_FIELD_MAX_HEIGHT + 1;
    wrong[5].rules = DF_RULES_TETRIO;
    wrong[6].preview = DF_ENV_MAX_PREVIEW + 1;
    wrong[7].hold = true;
    wrong[8].deal = DF_DEAL_GIVEN;
    wrong[9].deal = DF_DEAL_GIVEN;
    wrong[9].given = given;
    wrong[9].given_count = 1;
    wrong[10].reward = (df_env_reward)(DF_ENV_REWARD_PIECES + 1);
    /* O finds no place in a single column. */
    wrong[11].width = 1;
    wrong[12].features = 1u << DF_FEATURES;
    wrong[13].garbage = 1;
    wrong[13].record = true;
    for (size_t i = 0; i < COUNT(wrong); i++)
        refuse(wrong[i]);
}

/* Plays games until one has so long a plan that its array has grown. Returns the first
 * status that is not DF_OK, after which the board must be as it was. */
static df_status play_recorded(void *options)
{
    df_env *env = NULL;
    df_status status = df_env_create(&env, options, NULL);
    assert_int_equal(env == NULL, status != DF_OK);
    if (status != DF_OK)
        return status;
    for (unsigned i = 0; status == DF_OK && i < 100; i++) {
        int64_t actions[2] = {0, 0};
        df_choice choice;
        for (size_t b = 0; b < 2; b++) {
            while (actions[b] < (int64_t)df_env_actions(env, NULL) - 1 &&
                   df_env_get_choice(env, b, actions[b], &choice) != DF_OK)
                actions[b]++;
        }
        const df_bot_game_result before = *df_env_get_result(env, 0, NULL);
        status = df_env_step(env, actions);
        for (size_t b = 0; b < 2; b++)
            assert_int_equal(plan_of(env, b)->count, df_env_get_result(env, b, NULL)->pieces);
        if (status != DF_OK)
            assert_memory_equal(df_env_get_result(env, 0, NULL), &before, sizeof before);
    }
    df_env_free(env);
    return status;
}

TEST(failing_allocations)
{
    for (unsigned i = 0; i < 2; i++) {
        df_env_options options = usual(shared_set);
        options.height = 60; /* pieces pile up in it at the left */
        options.boards = 2;
        options.rules = i == 1 ? DF_RULES_SRS : DF_RULES_ABOVE;
        options.autoreset = true;
        options.record = true;
        alloc_fail_each(play_recorded, &options);
    }
}
