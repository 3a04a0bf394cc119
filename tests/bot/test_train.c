/* Training: real numbers, the optimiser on functions with a known best place, trainings that
 * are written, read and go on. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/train/train.h"
#include "core/base/random.h"
#include "core/base/real.h"
#include "dropforge/bot.h"
#include "tests/support/alloc.h"
#include "tests/support/support.h"

/* A small board and short games. */
static df_train_options small_options(void)
{
    const df_train_options options = {
        .features = 1u << DF_FEATURE_HOLES | 1u << DF_FEATURE_LANDING_HEIGHT |
                    1u << DF_FEATURE_ROW_TRANSITIONS | 1u << DF_FEATURE_LINES,
        .spread = 1000000,
        .seed = 5,
        .boards = {{6, 8, 2}},
        .board_count = 1,
        .max_pieces = 200,
    };
    return options;
}

static void add_board(df_train_options *options, unsigned width, unsigned height,
                      unsigned games)
{
    options->boards[options->board_count].width = width;
    options->boards[options->board_count].height = height;
    options->boards[options->board_count++].games = games;
}

/* The same with a second board. */
static df_train_options board_options(void)
{
    df_train_options options = small_options();
    add_board(&options, 5, 9, 1);
    return options;
}

static df_train *create(const df_train_options *options)
{
    df_train *train;
    assert_status(df_train_create(&train, options, NULL), DF_OK);
    return train;
}

/* Plays a generation and learns from it. */
static df_status advance(df_train *train, const df_piece_set *set, unsigned jobs)
{
    df_bot_game_result *results = calloc(df_train_get_state(train)->items, sizeof results[0]);
    if (results == NULL)
        return DF_ERROR_MEMORY;
    df_status status = df_train_play(train, set, jobs, NULL, NULL, results);
    if (status == DF_OK)
        status = df_train_update(train, results);
    free(results);
    return status;
}

static char *written(const df_train *train)
{
    df_text text = {0};
    assert_status(df_train_write(&text, train), DF_OK);
    return text.bytes;
}

/* Against libm, which the library does without. */
TEST(real_numbers)
{
    df_random random;
    df_random_seed(&random, test_seed(), 0);
    for (unsigned i = 0; i < 20000; i++) {
        const double x = (double)df_random_next(&random) / 0x1p64 * 1400 - 700;
        const double y = ldexp(1 + (double)df_random_next(&random) / 0x1p64,
                               (int)df_random_below(&random, 600) - 300);
        assert_true(fabs(df_real_exp(x) / exp(x) - 1) < 1e-15);
        assert_true(fabs(df_real_root(y) / sqrt(y) - 1) < 1e-15);
        assert_true(fabs(df_real_log(y) - log(y)) <= 1e-15 * fmax(1, fabs(log(y))) * 4);
    }
    assert_true(df_real_root(0) == 0 && df_real_root(-1) == 0 && df_real_log(1) == 0);
    assert_true(df_real_root(INFINITY) == INFINITY && df_real_root(NAN) == 0);
}

/* The first four moments, each within five of its standard deviations, and how many are beyond
 * two. */
TEST(normal_numbers)
{
    enum { N = 200000 };
    double sums[5] = {0};
    unsigned beyond = 0;
    df_random random;
    df_random_seed(&random, test_seed(), 1);
    for (unsigned i = 0; i < N; i++) {
        const double x = df_real_normal(&random);
        double power = 1;
        for (unsigned j = 1; j < COUNT(sums); j++)
            sums[j] += power *= x;
        beyond += fabs(x) > 2;
    }
    static const double wanted[] = {0, 0, 1, 0, 3}, variance[] = {0, 1, 2, 15, 96};
    for (unsigned j = 1; j < COUNT(sums); j++)
        assert_true(fabs(sums[j] / (double)N - wanted[j]) < 5 * sqrt(variance[j] / (double)N));
    assert_in_range(beyond, 8634, 9566); /* of 4.55 % */
}

/* The bits are the same everywhere. */
TEST(normal_numbers_are_known)
{
    df_random random;
    uint64_t sum = 0;
    df_random_seed(&random, 1, 2);
    for (unsigned i = 0; i < 1000; i++) {
        const double x = df_real_normal(&random) + df_real_exp(df_real_normal(&random));
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        sum = (sum ^ bits) * UINT64_C(0x100000001b3);
    }
    assert_true(sum == UINT64_C(0x3fba8c63006802fc));
}

/* Σ condition^(i / (n - 1)) (x_i - i)² after turning pairs of axes, so that numbers depend on
 * one another. */
static double ellipsoid(const double *x, unsigned n, double condition)
{
    double sum = 0;
    for (unsigned i = 0; i < n; i++) {
        const double here = x[i] - i, next = x[(i + 1) % n] - (i + 1) % n;
        const double turned = 0.8 * here + 0.6 * next;
        sum += pow(condition, n > 1 ? (double)i / (n - 1) : 0) * turned * turned;
    }
    return sum;
}

static const double *values;

static int compare_values(const void *a, const void *b)
{
    const double left = values[*(const size_t *)a], right = values[*(const size_t *)b];
    return (left > right) - (left < right);
}

/* Σ 100 (x_(i + 1) - x_i²)² + (1 - x_i)²; it takes no condition. */
static double rosenbrock(const double *x, unsigned n, double condition)
{
    double sum = 0;
    (void)condition;
    for (unsigned i = 0; i + 1 < n; i++) {
        const double rise = x[i + 1] - x[i] * x[i], left = 1 - x[i];
        sum += 100 * rise * rise + left * left;
    }
    return sum;
}

/* Σ x_i²; it takes no condition. */
static double sphere(const double *x, unsigned n, double condition)
{
    double sum = 0;
    (void)condition;
    for (unsigned i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

typedef double function(const double *x, unsigned n, double condition);

/* Learns for so many generations, from the mean and spread that are given; returns the value of
 * the function at the mean. */
static double minimise(optimizer *self, function *value, unsigned generations, double condition)
{
    const unsigned n = self->dimensions;
    double *points = calloc((size_t)self->population * n, sizeof points[0]);
    double *found = calloc(self->population, sizeof found[0]);
    size_t *order = calloc(self->population, sizeof order[0]);
    assert_true(points != NULL && found != NULL && order != NULL);
    df_optimizer_begin(self);
    for (unsigned g = 0; g < generations; g++) {
        df_optimizer_sample(self, points);
        for (unsigned k = 0; k < self->population; k++) {
            found[k] = value(points + k * n, n, condition);
            order[k] = k;
        }
        values = found;
        qsort(order, self->population, sizeof order[0], compare_values);
        df_optimizer_update(self, points, order);
    }
    free(points);
    free(found);
    free(order);
    return value(self->mean, n, condition);
}

TEST(optimiser_finds_the_best)
{
    static const struct {
        unsigned dimensions, population, generations;
        double condition, wanted;
    } cases[] = {
        {1, 0, 60, 1, 1e-10},
        {8, 0, 200, 1, 1e-10},
        {10, 0, 900, 1e6, 1e-10},
        {13, 40, 400, 1e4, 1e-10},
    };
    const uint64_t seed = test_seed();
    for (size_t i = 0; i < COUNT(cases); i++) {
        optimizer self = {.dimensions = cases[i].dimensions,
                          .population = cases[i].population,
                          .seed = seed,
                          .spread = 3};
        if (self.population == 0)
            self.population = df_optimizer_population(self.dimensions);
        const double got = minimise(&self, ellipsoid, cases[i].generations, cases[i].condition);
        if (!(got < cases[i].wanted))
            print_message("# case %zu: %g\n", i, got);
        assert_true(got < cases[i].wanted);
    }
}

/* The numbers are the same everywhere; each step agrees, but for rounding, with a second
 * implementation of Hansen's tutorial that was written once to compare. */
TEST(cma_numbers_are_known)
{
    static const struct {
        function *value;
        unsigned dimensions, population, generations;
        double mean, spread;
        const char *wanted; /* the value, σ, mean_0, C_01, p_c0 and p_σ1 */
    } cases[] = {
        {sphere, 3, 7, 1, 2, 1,
         "3.5197084937452505 1.0640566528748701 1.0941264767340391 "
         "0.1735311598492936 -1.220713288028408 -1.1567664157100384"},
        {sphere, 3, 7, 40, 2, 1,
         "5.1578824064090959e-06 0.015300876226962112 -9.3374146454046065e-05 "
         "-0.001842431757424442 0.038647318061536082 0.30284022539486227"},
        {sphere, 1, 4, 30, -5, 3,
         "7.6109974871701449e-07 0.0952617630728812 "
         "-0.00087241030984108302 0 -0.0042721208060604822 0"},
        /* Far away: the step grows, and the path of C must not follow. */
        {sphere, 5, 8, 6, 1000, 1,
         "4952731.5997202899 2.6779906574247803 999.03437391365833 "
         "-0.098169581471905284 0.2515971711128383 -0.72491312451688783"},
        {sphere, 2, 60, 8, 1000, 1,
         "64201.870413449229 251.82543336507473 190.30505901945412 "
         "1.2171934528431883 0 0.9800514628051783"},
        {rosenbrock, 4, 8, 100, 0, 0.5,
         "0.28604979284801857 0.11732995144003394 0.86398531405560342 "
         "0.031769085337959128 -0.03928332772196011 0.31524186174530699"},
        /* With so many points the C of before is forgotten. */
        {rosenbrock, 2, 400, 20, -2, 1,
         "1.7005934697521162e-05 7.8798335307248344 0.99806037116697832 "
         "9.766214974055136e-06 0.011985768106468415 0.89269326220794043"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        optimizer self = {.dimensions = cases[i].dimensions,
                          .population = cases[i].population,
                          .seed = 11,
                          .spread = cases[i].spread};
        for (unsigned j = 0; j < self.dimensions; j++)
            self.mean[j] = cases[i].mean;
        const double value = minimise(&self, cases[i].value, cases[i].generations, 0);
        char numbers[256];
        (void)snprintf(numbers, sizeof numbers, "%.17g %.17g %.17g %.17g %.17g %.17g", value,
                       self.step, self.mean[0], self.covariance[0][1], self.path[0],
                       self.step_path[1]);
        assert_string_equal(numbers, cases[i].wanted);
    }
}

/* Numbers stay numbers where there is nothing to find. */
TEST(optimiser_survives_nonsense)
{
    for (unsigned population = 2; population < 5; population++) {
        optimizer self = {
            .dimensions = 3, .population = population, .seed = population, .spread = 1e3};
        double points[12];
        size_t order[4];
        df_optimizer_begin(&self);
        for (unsigned g = 0; g < 3000; g++) {
            df_optimizer_sample(&self, points);
            /* The farthest first: away from everything. */
            for (size_t k = 0; k < population; k++)
                order[k] = k;
            for (size_t k = 1; k < population; k++) {
                if (fabs(points[3 * order[0]]) < fabs(points[3 * k])) {
                    order[k] = order[0];
                    order[0] = k;
                }
            }
            df_optimizer_update(&self, points, order);
        }
        for (unsigned i = 0; i < 3; i++)
            assert_true(fabs(self.mean[i]) <= OPTIMIZER_LIMIT);
        assert_true(self.step >= OPTIMIZER_MIN_STEP && self.step <= OPTIMIZER_LIMIT);
    }
}

TEST(training_improves)
{
    const df_train_options options = small_options();
    df_train *train = create(&options);
    const unsigned generations = 8;
    for (unsigned g = 0; g < generations; g++)
        assert_status(advance(train, shared_set, 1), DF_OK);
    assert_int_equal(df_train_get_state(train)->generations, generations);
    const df_train_point *first = &df_train_get_state(train)->points[0];
    const df_train_point *last = &df_train_get_state(train)->points[generations - 1];
    assert_true(last->boards[0].lines > 2 * first->boards[0].lines);
    assert_true(last->boards[0].best <= last->boards[0].lines &&
                last->boards[0].best * df_train_get_state(train)->items >=
                    last->boards[0].lines * options.boards[0].games);
    df_train_free(train);
}

TEST(weights_have_length_one)
{
    df_train_options options = small_options();
    options.features = (1u << DF_FEATURES) - 1;
    options.start = df_player_find("dt10", 4)->weights;
    options.start.score_before_clear = true;
    df_train *train = create(&options);
    assert_int_equal(df_train_get_state(train)->options->population, 13);
    for (size_t i = 0; i <= df_train_get_state(train)->items; i++) {
        df_bot_game_options game;
        uint64_t number = 0;
        if (i < df_train_get_state(train)->items)
            df_train_get_item(train, i, shared_set, &game, &number);
        else
            game.bot.weights = df_train_get_state(train)->weights;
        double square = 0;
        for (unsigned f = 0; f < DF_FEATURES; f++) {
            const double weight = (double)game.bot.weights.weight[f] / (double)DF_WEIGHT_ONE;
            square += weight * weight;
        }
        assert_true(fabs(square - 1) < 1e-10);
        assert_true(game.bot.weights.score_before_clear);
        /* All candidates play the same games. */
        assert_int_equal(
            number, i < df_train_get_state(train)->items ? i % options.boards[0].games : 0);
    }
    df_train_free(train);
}

/* Returns the worth of games as docs/method/training.md defines it, with libm. */
static double slow_value(const df_train_options *options, const df_bot_game_result *games)
{
    double value = 0;
    for (unsigned b = 0; b < options->board_count; b++) {
        double lines = 1, over = 0.5;
        for (unsigned i = 0; i < options->boards[b].games; i++, games++) {
            lines += (double)games->lines;
            over += games->end == DF_BOT_GAME_OVER;
        }
        value += log(lines / over);
    }
    return value;
}

/* On several boards: which games are asked for, and that the best candidate is the one that
 * makes the most of all of them. */
TEST(several_boards)
{
    df_train_options options = small_options();
    add_board(&options, 5, 9, 3);
    add_board(&options, 6, 6, 0);
    options.max_pieces = 60;
    options.seed = test_seed();
    df_train *train = create(&options);
    options = *df_train_get_state(train)->options;
    assert_int_equal(options.boards[2].games, 1);
    assert_int_equal(df_train_get_state(train)->games, 6);
    const size_t items = df_train_get_state(train)->items;
    assert_int_equal(items, 6 * options.population);
    df_bot_game_result *results = calloc(items, sizeof results[0]);
    assert_non_null(results);
    for (unsigned g = 0; g < 3; g++) {
        static const unsigned heights[] = {8, 8, 9, 9, 9, 6};
        for (size_t i = 0; i < items; i++) {
            df_bot_game_options game;
            uint64_t number;
            df_train_get_item(train, i, shared_set, &game, &number);
            assert_int_equal(game.bot.height, heights[i % 6]);
            assert_int_equal(number, 6 * g + i % 6);
        }
        assert_status(df_train_play(train, shared_set, 1, NULL, NULL, results), DF_OK);
        assert_status(df_train_update(train, results), DF_OK);
        size_t best = 0;
        uint64_t lines = 0;
        for (size_t k = 1; k < options.population; k++) {
            if (slow_value(&options, results + 6 * k) >
                slow_value(&options, results + 6 * best) + 1e-9)
                best = k;
        }
        for (size_t i = 0; i < items; i++)
            lines += results[i].lines;
        const df_train_point *point = &df_train_get_state(train)->points[g];
        assert_int_equal(point->boards[0].best,
                         results[6 * best].lines + results[6 * best + 1].lines);
        assert_int_equal(point->boards[2].best, results[6 * best + 5].lines);
        assert_int_equal(
            point->boards[0].lines + point->boards[1].lines + point->boards[2].lines, lines);
    }
    free(results);
    df_train_free(train);
}

TEST(wrong_options)
{
    const df_train_options good = small_options();
    df_train_options bad[12];
    for (size_t i = 0; i < COUNT(bad); i++)
        bad[i] = good;
    bad[0].features = 0;
    bad[1].features = 1u << DF_FEATURES;
    bad[2].spread = 0;
    bad[3].population = 1;
    bad[4].population = DF_TRAIN_MAX_POPULATION + 1;
    bad[5].boards[0].width = 0;
    bad[6].boards[0].height = DF_FIELD_MAX_HEIGHT + 1;
    bad[7].deal = DF_DEAL_GIVEN;
    bad[8].population = bad[8].boards[0].games = 1001;
    bad[9].board_count = 0;
    bad[10].board_count = 2;
    bad[11].board_count = DF_TRAIN_MAX_BOARDS + 1;
    for (size_t i = 0; i < COUNT(bad); i++) {
        df_train *train = NULL;
        df_error error = {0};
        assert_status(df_train_create(&train, &bad[i], &error), DF_ERROR_ARGUMENT);
        assert_non_null(strstr(error.text, "; use "));
        assert_null(train);
    }
    df_train *train = create(&good);
    df_bot_game_result unplayed[64] = {{0}};
    assert_true(df_train_get_state(train)->items <= COUNT(unplayed));
    assert_status(df_train_update(train, unplayed), DF_ERROR_ARGUMENT);
    assert_int_equal(df_train_get_state(train)->generations, 0);
    df_train_free(train);
}

/* However often it is interrupted, and with however many threads, it has the same state. */
TEST(goes_on_bit_for_bit)
{
    df_train_options options = board_options();
    df_train *whole = create(&options), *parts = create(&options);
    for (unsigned g = 0; g < 6; g++) {
        assert_status(advance(whole, shared_set, 1), DF_OK);
        assert_status(advance(parts, shared_set, 1 + g % 3), DF_OK);
        char *text = written(parts);
        df_train_free(parts);
        assert_status(df_train_read(&parts, text, strlen(text), NULL), DF_OK);
        char *again = written(whole);
        assert_string_equal(again, text);
        free(again);
        free(text);
    }
    df_train_free(whole);
    df_train_free(parts);
}

/* Every cut and every changed byte is found, with a place inside the text. */
TEST(damaged_texts)
{
    df_train_options options = board_options();
    options.max_pieces = 20;
    df_train *train = create(&options);
    assert_status(advance(train, shared_set, 1), DF_OK);
    char *text = written(train);
    const size_t length = strlen(text);
    df_train_free(train);
    /* But for the last line end. */
    for (size_t i = 0; i + 1 < length; i++) {
        df_error error = {0};
        train = NULL;
        assert_status(df_train_read(&train, text, i, &error), DF_ERROR_INPUT);
        assert_true(error.line > 0 && strchr(error.text, ';') != NULL);
        const char kept = text[i];
        text[i] = (char)(kept ^ (1 + (int)(i % 7)));
        error = (df_error){0};
        assert_status(df_train_read(&train, text, length, &error), DF_ERROR_INPUT);
        assert_true(error.line > 0 && train == NULL);
        text[i] = kept;
    }
    free(text);
}

/* A training begins, plays, learns, is written and read. */
static df_status run_all(void *set)
{
    const df_train_options options = small_options();
    df_train *train = NULL, *copy = NULL;
    df_text text = {0};
    df_status status = df_train_create(&train, &options, NULL);
    if (status == DF_OK)
        status = advance(train, set, 1);
    if (status == DF_OK)
        status = df_train_write(&text, train);
    if (status == DF_OK)
        status = df_train_read(&copy, text.bytes, text.length, NULL);
    df_text_free(&text);
    df_train_free(train);
    df_train_free(copy);
    return status;
}

TEST(failing_allocations)
{
    alloc_fail_each(run_all, shared_set);
}
