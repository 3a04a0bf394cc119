/* How many lines a player clears in a game that is too long to be played: rare [-r RUNS]
 * [-n TRIALS] [-s SEED] PLAYER|WEIGHTS HEIGHT, on a board of ten columns, pieces uniform,
 * straight down. One JSON object: the lines of a game by the mean of the runs, and its standard
 * error.
 *
 * rare -t GENERATIONS [-n TRIALS] [-s SEED] [-p PERCENT] [-b HEIGHT]... START CHECKPOINT trains
 * the features of the weights START for so many generations, with a first spread of PERCENT, on
 * boards of these heights, or goes on with the checkpoint if there is one. The games that the
 * training asks for are not played; their lines are what a run says. The mean of the candidates
 * after generation G goes to CHECKPOINT.G.weights.
 *
 * The method, multilevel splitting, is described in docs/method/training.md. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/score/lanes.h"
#include "bot/train/train.h"
#include "core/base/real.h"
#include "dropforge/base.h"
#include "dropforge/bot.h"

enum {
    WIDTH = 10,
    MAX_HEIGHT = LANES_MAX_ROWS,
    WORDS = (MAX_HEIGHT + 3) / 4,
    LEAST_HEIGHT = 10,
    BASE = 9 * WIDTH / 2,   /* squares below the tops: the pile is low */
    STEP = WIDTH,           /* from level to level */
    BELOW_TOP = 5 * WIDTH,  /* the last level is so far from a full board */
    LAST_TRIALS = 4,        /* times as many trials for the way from there to the end */
    MAX_PIECES = 2000,      /* for each trial, and some at the beginning: a player that never */
    LEAST_PIECES = 1000000, /* ends, or always, ends the run instead */
};

typedef struct spot {
    board now;
    uint64_t words[WORDS];
} spot;

/* A player on its board. */
typedef struct table {
    evaluator judge;
    df_piece_set *set;
    lanes *lanes;
    df_random random;
    spot *from, *to; /* boards that have reached a level, and the next one */
    uint64_t pieces;
} table;

static void copy_spot(spot *to, const spot *from)
{
    *to = *from;
    to->now.words = to->words;
}

static void empty_spot(const table *t, spot *s)
{
    const uint64_t none[MAX_HEIGHT] = {0};
    s->now.words = s->words;
    df_board_load(&t->judge.layout, &s->now, none);
}

static size_t choose(const table *t, const board *b, unsigned piece, scored *best)
{
    scored list[DF_ORIENTATIONS * WIDTH];
    if (df_lanes_fit(t->lanes, piece))
        return df_lanes_choose(t->lanes, b, piece, best);
    const size_t count = df_evaluate_drops(&t->judge, b, &t->set->pieces[piece], list);
    scored_find_best(list, count, best);
    return count;
}

/* Puts a piece; false: the game is over. */
static bool put(table *t, spot *s)
{
    const unsigned piece = df_random_below(&t->random, DF_TETROMINOES);
    scored best;
    spot after;
    t->pieces++;
    if (choose(t, &s->now, piece, &best) == 0)
        return false;
    after.now.words = after.words;
    df_board_place(&t->judge.layout, &after.now, &s->now,
                   &t->set->pieces[piece].shape[best.place.orientation], best.place.x,
                   best.place.y);
    copy_spot(s, &after);
    return true;
}

static unsigned pile(const spot *s)
{
    unsigned sum = 0;
    for (unsigned x = 0; x < WIDTH; x++)
        sum += s->now.top[x];
    return sum;
}

/* Plays until the pile has risen `trials` times from the base to the first level; returns
 * the frequency of that per piece. */
static double rise(table *t, unsigned trials, unsigned *found)
{
    const uint64_t begun = t->pieces;
    bool low = true;
    spot s;
    *found = 0;
    empty_spot(t, &s);
    while (*found < trials &&
           t->pieces - begun < LEAST_PIECES + (uint64_t)trials * MAX_PIECES) {
        if (!put(t, &s)) {
            empty_spot(t, &s);
            low = true;
        }
        const unsigned sum = pile(&s);
        if (low && sum >= BASE + STEP)
            copy_spot(&t->from[(*found)++], &s);
        low = sum <= BASE || (low && sum < BASE + STEP);
    }
    return (double)*found / (double)(t->pieces - begun);
}

/* Plays from boards of one level to the next, or to the end of the game if `level` is 0; the
 * pile may fall to the base instead. Returns how many of the `trials` succeeded. */
static unsigned climb(table *t, unsigned level, unsigned trials, unsigned found)
{
    const uint64_t begun = t->pieces;
    unsigned good = 0;
    for (unsigned i = 0; i < trials; i++) {
        spot s;
        copy_spot(&s, &t->from[(uint64_t)i * found / trials]);
        unsigned sum = pile(&s);
        bool alive = sum < UINT16_MAX;
        while (alive && sum > BASE && (level == 0 || sum < level) &&
               t->pieces - begun < (uint64_t)trials * MAX_PIECES) {
            alive = put(t, &s);
            sum = pile(&s);
        }
        if (!alive)
            s.now.top[0] = UINT16_MAX; /* above all levels */
        if (!alive || (level != 0 && sum >= level))
            copy_spot(&t->to[good++], &s);
    }
    spot *other = t->from;
    t->from = t->to;
    t->to = other;
    return good;
}

/* How many of a piece's games end with it. If no trial goes on, a third of one does. */
static double estimate(table *t, unsigned trials)
{
    const unsigned last = WIDTH * t->judge.layout.height - BELOW_TOP;
    unsigned found;
    double rate = rise(t, trials, &found);
    for (unsigned level = BASE + 2 * STEP; found > 0; level += STEP) {
        const bool ends = level > last;
        const unsigned count = ends ? LAST_TRIALS * trials : trials;
        found = climb(t, ends ? 0 : level, count, found);
        rate *= (found > 0 ? (double)found : 1.0 / 3) / count;
        if (ends)
            break;
    }
    return rate;
}

static bool open_table(table *t, const df_weights *weights, unsigned height, unsigned trials)
{
    *t = (table){.lanes = NULL};
    t->from = calloc((size_t)trials * LAST_TRIALS, sizeof t->from[0]);
    t->to = calloc((size_t)trials * LAST_TRIALS, sizeof t->to[0]);
    return t->from != NULL && t->to != NULL && df_piece_set_tetrominoes(&t->set) == DF_OK &&
           df_evaluator_make(&t->judge, WIDTH, height, weights, 1) == DF_OK &&
           df_lanes_create(&t->lanes, df_lanes_best(), &t->judge, t->set) == DF_OK;
}

static void close_table(table *t)
{
    df_lanes_free(t->lanes);
    df_piece_set_free(t->set);
    free(t->from);
    free(t->to);
}

/* The lines of a game: a piece brings 4 / WIDTH. */
static double lines_of(double rate)
{
    return 4.0 / WIDTH / rate;
}

static char *read_file(const char *path, size_t *length)
{
    enum { MAX = 1 << 24 };
    FILE *file = fopen(path, "rb");
    char *text = file != NULL ? malloc(MAX) : NULL;
    if (text != NULL)
        *length = fread(text, 1, MAX, file);
    if (file != NULL)
        fclose(file);
    return text;
}

static bool write_file(const char *path, const df_text *text)
{
    FILE *file = fopen(path, "wb");
    const bool fine =
        file != NULL && fwrite(text->bytes, 1, text->length, file) == text->length;
    return (file == NULL || fclose(file) == 0) && fine;
}

/* ---- one player ---- */

static bool find_weights(df_weights *weights, const char *name)
{
    const df_player *player = df_player_find(name, strlen(name));
    df_error error;
    size_t length;
    if (player != NULL) {
        *weights = player->weights;
        return true;
    }
    char *text = read_file(name, &length);
    const bool fine = text != NULL && df_weights_read(weights, text, length, &error) == DF_OK;
    if (!fine)
        fprintf(stderr, "rare: %s: %s\n", name, text != NULL ? error.text : "cannot be read");
    free(text);
    return fine;
}

static bool tell_player(const char *name, unsigned height, unsigned trials, unsigned runs,
                        uint64_t seed)
{
    df_weights weights;
    table t;
    if (!find_weights(&weights, name))
        return false;
    const bool fine = open_table(&t, &weights, height, trials);
    double sum = 0, squares = 0;
    for (unsigned run = 0; fine && run < runs; run++) {
        df_random_seed(&t.random, seed, run);
        const double rate = estimate(&t, trials);
        sum += rate;
        squares += rate * rate;
    }
    if (fine) {
        const double mean = sum / runs, variance = squares / runs - mean * mean;
        const double error = sqrt(variance / (runs > 1 ? runs - 1 : 1)) / mean;
        printf("{\"player\": \"%s\", \"board\": \"%dx%u\", \"runs\": %u, \"trials\": %u, "
               "\"pieces\": %" PRIu64 ", \"lines\": %.0f, \"relative_error\": %.3f}\n",
               name, WIDTH, height, runs, trials, t.pieces, lines_of(mean), error);
    }
    close_table(&t);
    return fine;
}

/* ---- training ---- */

/* Measures how much each feature differs among the placements of a decision, in games that the
 * weights play: the root of the mean variance. */
static bool measure_spreads(const df_weights *weights, double spreads[DF_FEATURES])
{
    enum { DECISIONS = 100000, HEIGHT = 20 };
    table t;
    spot s;
    double sum[DF_FEATURES] = {0};
    const bool fine = open_table(&t, weights, HEIGHT, 1);
    empty_spot(&t, &s);
    df_random_seed(&t.random, 1, 0);
    for (unsigned i = 0; fine && i < DECISIONS; i++) {
        df_random ahead = t.random;
        const df_piece *piece = &t.set->pieces[df_random_below(&ahead, DF_TETROMINOES)];
        scored list[DF_ORIENTATIONS * WIDTH];
        const size_t count = df_evaluate_drops(&t.judge, &s.now, piece, list);
        int64_t once[DF_FEATURES] = {0}, squares[DF_FEATURES] = {0};
        for (size_t k = 0; k < count; k++) {
            const df_place at = list[k].place;
            int32_t values[DF_FEATURES] = {0};
            df_evaluate_features(values, &t.judge, &s.now, &piece->shape[at.orientation], at.x,
                                 at.y, t.judge.used);
            for (unsigned f = 0; f < DF_FEATURES; f++) {
                once[f] += values[f];
                squares[f] += (int64_t)values[f] * values[f];
            }
        }
        for (unsigned f = 0; count > 0 && f < DF_FEATURES; f++) {
            const double n = (double)count, mean = (double)once[f] / n;
            sum[f] += (double)squares[f] / n - mean * mean;
        }
        if (!put(&t, &s))
            empty_spot(&t, &s);
    }
    for (unsigned f = 0; f < DF_FEATURES; f++)
        spreads[f] = df_real_root(sum[f] / DECISIONS);
    /* Its weight is for rows, not halves. */
    spreads[DF_FEATURE_LANDING_HEIGHT] /= 2;
    close_table(&t);
    return fine;
}

/* Begins a training whose weights differ at first in proportion to what they do: one over the
 * spread of the feature. */
static bool begin(df_train **train, df_train_options *options, const char *start)
{
    double spreads[DF_FEATURES], length = 0;
    if (!find_weights(&options->start, start) || !measure_spreads(&options->start, spreads))
        return false;
    for (unsigned f = 0; f < DF_FEATURES; f++)
        options->features |= (uint32_t)(options->start.weight[f] != 0) << f;
    if (df_train_create(train, options, NULL) != DF_OK)
        return false;
    optimizer *self = &(*train)->optimizer;
    for (unsigned i = 0; i < self->dimensions; i++) {
        const double much = self->mean[i] * spreads[(*train)->feature[i]];
        length += much * much;
    }
    for (unsigned i = 0; i < self->dimensions; i++) {
        const double spread = spreads[(*train)->feature[i]];
        self->covariance[i][i] = length / (spread * spread);
    }
    df_train_draw(*train);
    return true;
}

/* Answers a game with a run. */
static bool answer(const df_bot_game_options *game, uint64_t number, unsigned trials,
                   df_bot_game_result *result)
{
    table t;
    const bool fine = open_table(&t, &game->bot.weights, game->bot.height, trials);
    if (fine) {
        df_random_seed(&t.random, game->seed, number);
        const double lines = lines_of(estimate(&t, trials));
        *result = (df_bot_game_result){.lines = (uint64_t)fmin(lines, 1e15),
                                       .pieces = (uint64_t)fmin(lines * WIDTH / 4, 1e15),
                                       .end = DF_BOT_GAME_OVER};
    }
    close_table(&t);
    return fine;
}

static bool play_generation(df_train *train, const df_piece_set *set, unsigned trials)
{
    const size_t items = df_train_get_state(train)->items;
    df_bot_game_result *results = calloc(items, sizeof results[0]);
    bool fine = results != NULL;
    for (size_t i = 0; fine && i < items; i++) {
        df_bot_game_options game;
        uint64_t number;
        df_train_get_item(train, i, set, &game, &number);
        fine = answer(&game, number, trials, &results[i]);
    }
    fine = fine && df_train_update(train, results) == DF_OK;
    free(results);
    return fine;
}

static bool save(const df_train *train, const char *path)
{
    char name[1000];
    df_text text = {0}, weights = {0};
    const df_weights mean = df_train_get_state(train)->weights;
    const int length = snprintf(name, sizeof name, "%s.%zu.weights", path,
                                df_train_get_state(train)->generations);
    const bool fine = length > 0 && (size_t)length < sizeof name &&
                      df_train_write(&text, train) == DF_OK &&
                      df_weights_write(&weights, &mean) == DF_OK && write_file(path, &text) &&
                      write_file(name, &weights);
    df_text_free(&text);
    df_text_free(&weights);
    return fine;
}

/* Reads a checkpoint, if there is one. */
static bool read_checkpoint(df_train **train, const char *path)
{
    df_error error;
    size_t length;
    char *text = read_file(path, &length);
    const bool fine = text == NULL || df_train_read(train, text, length, &error) == DF_OK;
    if (!fine)
        fprintf(stderr, "rare: %s: %s\n", path, error.text);
    free(text);
    return fine;
}

static bool go_on(df_train_options *first, const char *start, const char *path,
                  size_t generations, unsigned trials)
{
    df_train *train = NULL;
    df_piece_set *set = NULL;
    bool fine = df_piece_set_tetrominoes(&set) == DF_OK && read_checkpoint(&train, path) &&
                (train != NULL || begin(&train, first, start));
    while (fine && df_train_get_state(train)->generations < generations) {
        fine = play_generation(train, set, trials) && save(train, path);
        const size_t done = df_train_get_state(train)->generations;
        const df_train_options *options = df_train_get_state(train)->options;
        printf("%zu", done);
        for (unsigned i = 0; fine && i < options->board_count; i++)
            printf("  %ux%u %.0f", options->boards[i].width, options->boards[i].height,
                   (double)df_train_get_state(train)->points[done - 1].boards[i].lines /
                       options->population / options->boards[i].games);
        printf("\n");
        fflush(stdout);
    }
    df_piece_set_free(set);
    df_train_free(train);
    return fine;
}

static unsigned number_of(const char *text, unsigned min, unsigned max)
{
    const unsigned long number = strtoul(text, NULL, 10);
    return number < min ? min : number > max ? max : (unsigned)number;
}

int main(int argc, char **argv)
{
    unsigned runs = 10, trials = 500, generations = 0;
    uint64_t seed = 1;
    df_train_options first = {.spread = 40000, .population = 40, .seed = 3};
    argc--;
    argv++;
    for (; argc > 2 && argv[0][0] == '-'; argc -= 2, argv += 2) {
        if (argv[0][1] == 'r')
            runs = number_of(argv[1], 2, 1000000);
        else if (argv[0][1] == 'n')
            trials = number_of(argv[1], 1, 1000000);
        else if (argv[0][1] == 't')
            generations = number_of(argv[1], 1, 1000000);
        else if (argv[0][1] == 's')
            first.seed = seed = strtoull(argv[1], NULL, 10);
        else if (argv[0][1] == 'p')
            first.spread = 10000 * number_of(argv[1], 1, 100);
        else if (argv[0][1] == 'b' && first.board_count < DF_TRAIN_MAX_BOARDS) {
            first.boards[first.board_count].width = WIDTH;
            first.boards[first.board_count++].height =
                number_of(argv[1], LEAST_HEIGHT, MAX_HEIGHT);
        }
    }
    if (generations > 0 && argc == 2 && first.board_count > 0)
        return go_on(&first, argv[0], argv[1], generations, trials) ? EXIT_SUCCESS
                                                                    : EXIT_FAILURE;
    if (generations > 0 || argc != 2) {
        fprintf(stderr,
                "usage: rare [-r RUNS] [-n TRIALS] [-s SEED] PLAYER|WEIGHTS HEIGHT\n"
                "       rare -t GENERATIONS [-n TRIALS] [-s SEED] [-p PERCENT] [-b HEIGHT]... "
                "START CHECKPOINT\n");
        return 2;
    }
    const unsigned height = number_of(argv[1], LEAST_HEIGHT, MAX_HEIGHT);
    return tell_player(argv[0], height, trials, runs, seed) ? EXIT_SUCCESS : EXIT_FAILURE;
}
