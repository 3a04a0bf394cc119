#include "dropforge/bot.h"

#include <stdlib.h>
#include <string.h>

#include "bot/games/tournament.h"
#include "core/base/array.h"
#include "core/base/error.h"
#include "core/base/real.h"
#include "train.h"

#define MILLION 1e6

static df_status train_check_boards(const df_train_options *options, df_error *error)
{
    if (options->board_count < 1 || options->board_count > DF_TRAIN_MAX_BOARDS)
        return df_error_set(error, DF_ERROR_ARGUMENT, "%u boards are not possible; use 1 to %u",
                            options->board_count, DF_TRAIN_MAX_BOARDS);
    for (unsigned b = 0; b < options->board_count; b++) {
        if (options->boards[b].width < 1 || options->boards[b].width > DF_NARROW_MAX_WIDTH ||
            options->boards[b].height < 1 || options->boards[b].height > DF_FIELD_MAX_HEIGHT ||
            options->boards[b].games > DF_TRAIN_MAX_GAMES)
            return df_error_set(error, DF_ERROR_ARGUMENT,
                                "%u games on a board of %u by %u are not possible; use at most "
                                "%u games, 1 to %u columns and 1 to %u rows",
                                options->boards[b].games, options->boards[b].width,
                                options->boards[b].height, DF_TRAIN_MAX_GAMES,
                                DF_NARROW_MAX_WIDTH, DF_FIELD_MAX_HEIGHT);
    }
    return DF_OK;
}

static df_status train_check(const df_train_options *options, df_error *error)
{
    if (options->features == 0 || options->features >> DF_FEATURES != 0)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "there is no feature to train; use one at least");
    if (options->spread < 1 || options->spread > TRAIN_MAX_SPREAD)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "a spread of %u millionths is not possible; use 1 to %u",
                            options->spread, TRAIN_MAX_SPREAD);
    if (options->population == 1 || options->population > DF_TRAIN_MAX_POPULATION)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "a population of %u is not possible; use 2 to %u",
                            options->population, DF_TRAIN_MAX_POPULATION);
    if (options->deal != DF_DEAL_UNIFORM && options->deal != DF_DEAL_BAG &&
        options->deal != DF_DEAL_NES)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "no training has this deal; use %s, %s or %s",
                            df_deal_names[DF_DEAL_UNIFORM], df_deal_names[DF_DEAL_BAG],
                            df_deal_names[DF_DEAL_NES]);
    return train_check_boards(options, error);
}

/* Scales numbers to the length 1, unless all are 0. */
static void train_scale(double *numbers, unsigned count)
{
    double largest = 0, sum = 0;
    for (unsigned i = 0; i < count; i++) {
        const double size = numbers[i] < 0 ? -numbers[i] : numbers[i];
        largest = size > largest ? size : largest;
    }
    if (!(largest > 0))
        return;
    /* First by the largest: squares of the numbers might be out of range. */
    for (unsigned i = 0; i < count; i++) {
        numbers[i] /= largest;
        sum += numbers[i] * numbers[i];
    }
    const double length = df_real_root(sum);
    for (unsigned i = 0; i < count; i++)
        numbers[i] /= length;
}

static void train_find_weights(const df_train *train, const double *point, df_weights *weights)
{
    double numbers[OPTIMIZER_MAX];
    const unsigned n = train->optimizer.dimensions;
    memcpy(numbers, point, n * sizeof numbers[0]);
    train_scale(numbers, n);
    *weights = (df_weights){.score_before_clear = train->options.start.score_before_clear};
    for (unsigned i = 0; i < n; i++) {
        const double units = numbers[i] * (double)DF_WEIGHT_ONE;
        weights->weight[train->feature[i]] = (int64_t)(units < 0 ? units - 0.5 : units + 0.5);
    }
}

/* Sets all that depends only on the options, the population among it. */
static void train_begin(df_train *train, const df_train_options *options)
{
    optimizer *self = &train->optimizer;
    train->options = *options;
    for (unsigned f = 0; f < DF_FEATURES; f++) {
        if ((options->features >> f & 1) == 0)
            continue;
        train->feature[self->dimensions] = (df_feature)f;
        self->mean[self->dimensions++] =
            (double)options->start.weight[f] / (double)DF_WEIGHT_ONE;
    }
    train_scale(self->mean, self->dimensions);
    self->seed = options->seed;
    self->spread = options->spread / MILLION;
    self->population = options->population;
    if (self->population == 0)
        self->population = df_optimizer_population(self->dimensions);
    df_optimizer_begin(self);
    train->options.population = self->population;
    for (unsigned b = 0; b < options->board_count; b++)
        train->options.boards[b].games += options->boards[b].games == 0;
    train->state.options = &train->options;
    for (unsigned b = 0; b < options->board_count; b++)
        train->state.games += train->options.boards[b].games;
    train->state.items = train->options.population * train->state.games;
}

df_status df_train_create(df_train **train, const df_train_options *options, df_error *error)
{
    df_status status = train_check(options, error);
    if (status != DF_OK)
        return status;
    df_train *self = calloc(1, sizeof *self);
    if (self == NULL)
        return DF_ERROR_MEMORY;
    train_begin(self, options);
    const size_t population = self->options.population;
    if (self->state.items > DF_TRAIN_MAX_ITEMS) {
        status = df_error_set(error, DF_ERROR_ARGUMENT,
                              "a generation of %zu games is too large; use at most %u",
                              self->state.items, DF_TRAIN_MAX_ITEMS);
    } else {
        self->points = calloc(population * self->optimizer.dimensions, sizeof self->points[0]);
        self->scores = calloc(population, sizeof self->scores[0]);
        self->order = calloc(population, sizeof self->order[0]);
        if (self->points == NULL || self->scores == NULL || self->order == NULL)
            status = DF_ERROR_MEMORY;
    }
    if (status != DF_OK) {
        df_train_free(self);
        return status;
    }
    df_train_draw(self);
    *train = self;
    return DF_OK;
}

void df_train_free(df_train *train)
{
    if (train == NULL)
        return;
    free(train->points);
    free(train->scores);
    free(train->order);
    free(train->curve);
    free(train);
}

void df_train_draw(df_train *train)
{
    df_optimizer_sample(&train->optimizer, train->points);
    train->state.generations = (size_t)train->optimizer.generation;
    train->state.points = train->curve;
    train_find_weights(train, train->optimizer.mean, &train->state.weights);
}

const df_train_state *df_train_get_state(const df_train *train)
{
    return &train->state;
}

void df_train_get_item(const df_train *train, size_t index, const df_piece_set *set,
                       df_bot_game_options *game, uint64_t *number)
{
    const df_train_options *options = &train->options;
    const size_t games = train->state.games;
    const size_t candidate = index / games;
    unsigned board = 0;
    for (size_t i = index % games; i >= options->boards[board].games; board++)
        i -= options->boards[board].games;
    *game = (df_bot_game_options){
        .bot = {.set = set,
                .width = options->boards[board].width,
                .height = options->boards[board].height,
                .rules = DF_RULES_ABOVE},
        .deal = options->deal,
        .seed = options->seed,
        .max_pieces = options->max_pieces,
    };
    train_find_weights(train, train->points + candidate * train->optimizer.dimensions,
                       &game->bot.weights);
    *number = train->optimizer.generation * games + index % games;
}

/* A generation that is being played. */
typedef struct train_playing {
    const df_train *train;
    const df_piece_set *set;
} train_playing;

static void get_item(const void *context, size_t index, df_bot_game_options *options,
                     uint64_t *number)
{
    const train_playing *self = context;
    df_train_get_item(self->train, index, self->set, options, number);
}

df_status df_train_play(const df_train *train, const df_piece_set *set, unsigned jobs,
                        df_watch *watch, void *context, df_bot_game_result *results)
{
    const train_playing self = {train, set};
    const tournament games = {.get = get_item,
                              .context = &self,
                              .count = train->state.items,
                              .jobs = jobs,
                              .watch = watch,
                              .watch_context = context};
    return df_tournament_play(&games, results);
}

/* Compares candidates for sorting: by value, then by pieces, then in the order of drawing. */
static int compare_scores(const void *a, const void *b)
{
    const candidate_score *left = a, *right = b;
    if (left->value != right->value)
        return left->value > right->value ? -1 : 1;
    if (left->pieces != right->pieces)
        return left->pieces > right->pieces ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

df_status df_train_reserve(df_train *train)
{
    const size_t used = (size_t)train->optimizer.generation;
    return ARRAY_RESERVE(train->curve, train->curve_capacity, used, 1);
}

/* Returns the value of a candidate's games on one board, and adds them to *sum. */
static double train_judge(const df_bot_game_result *games, unsigned count, df_train_point *sum,
                          unsigned board)
{
    uint64_t lines = 0, over = 0;
    for (unsigned i = 0; i < count; i++) {
        lines += games[i].lines;
        over += games[i].end == DF_BOT_GAME_OVER;
        sum->boards[board].pieces += games[i].pieces;
    }
    sum->boards[board].lines += lines;
    /* The logarithm of the estimated mean, as in df_bot_games_summary. The constants keep it
     * finite if no line was cleared or no game is over. */
    return df_real_log((double)lines + 1) - df_real_log((double)over + 0.5);
}

/* Returns the sum over the boards: of logarithms, so that all boards have the same influence.
 */
static double train_judge_boards(const df_train *train, const df_bot_game_result *games,
                                 df_train_point *sum)
{
    double value = 0;
    for (unsigned b = 0; b < train->options.board_count; b++) {
        value += train_judge(games, train->options.boards[b].games, sum, b);
        games += train->options.boards[b].games;
    }
    return value;
}

/* Sorts the candidates, and sums up their results. */
static void train_rank(df_train *train, const df_bot_game_result *results,
                       df_train_point *point)
{
    const size_t games = train->state.games;
    df_train_point best = {.spread = 0};
    for (size_t k = 0; k < train->options.population; k++) {
        df_train_point self = {.spread = 0};
        candidate_score *score = &train->scores[k];
        *score = (candidate_score){.number = k};
        score->value = train_judge_boards(train, results + k * games, &self);
        for (unsigned b = 0; b < train->options.board_count; b++) {
            score->pieces += self.boards[b].pieces;
            point->boards[b].lines += self.boards[b].lines;
            point->boards[b].pieces += self.boards[b].pieces;
        }
    }
    qsort(train->scores, train->options.population, sizeof train->scores[0], compare_scores);
    for (size_t k = 0; k < train->options.population; k++)
        train->order[k] = train->scores[k].number;
    train_judge_boards(train, results + train->order[0] * games, &best);
    for (unsigned b = 0; b < train->options.board_count; b++)
        point->boards[b].best = best.boards[b].lines;
}

df_status df_train_update(df_train *train, const df_bot_game_result *results)
{
    for (size_t i = 0; i < train->state.items; i++) {
        if (results[i].end == DF_BOT_GAME_UNPLAYED)
            return DF_ERROR_ARGUMENT;
    }
    if (df_train_reserve(train) != DF_OK)
        return DF_ERROR_MEMORY;
    df_train_point *point = &train->curve[train->optimizer.generation];
    *point = (df_train_point){.spread = 0};
    train_rank(train, results, point);
    df_optimizer_update(&train->optimizer, train->points, train->order);
    point->spread = df_optimizer_spread(&train->optimizer);
    df_train_draw(train);
    return DF_OK;
}
