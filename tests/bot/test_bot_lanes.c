/* Lanes against one drop after the other. DROPFORGE_TEST_CASES is how
 * many decisions each path makes for each kind of bot. */
#include <string.h>

#include "bot/score/lanes.h"
#include "core/base/random.h"
#include "tests/support/support.h"

enum { MAX_HEIGHT = LANES_MAX_ROWS };

/* A board with its words. */
typedef struct own_board {
    board now;
    uint64_t words[MAX_HEIGHT];
} own_board;

/* Some squares, and no full rows: from nearly empty to nearly full, up to any height. */
static void random_board(df_random *random, own_board *b, const grid *g)
{
    uint64_t rows[MAX_HEIGHT] = {0};
    const uint32_t rate = 1 + df_random_below(random, 15);
    const unsigned stack = df_random_below(random, g->height + 1);
    for (unsigned y = 0; y < stack; y++) {
        for (unsigned x = 0; x < g->width; x++)
            rows[y] |= (uint64_t)(df_random_below(random, 16) < rate) << x;
        if (rows[y] == g->row || df_random_below(random, 3) > 0)
            rows[y] &= ~(UINT64_C(1) << df_random_below(random, g->width));
    }
    /* As in play: few holes. */
    if (df_random_below(random, 2) == 0) {
        for (unsigned y = stack; y-- > 1;) {
            if (df_random_below(random, 4) > 0)
                rows[y - 1] |= rows[y];
            if (rows[y - 1] == g->row)
                rows[y - 1] &= rows[y - 1] - 1;
        }
    }
    b->now.words = b->words;
    df_board_load(g, &b->now, rows);
}

/* Weights of any sign; or such that scores have bounds. */
static void random_weights(df_random *random, df_weights *weights)
{
    const unsigned any_sign =
        1u << DF_FEATURE_ERODED_CELLS | 1u << DF_FEATURE_LINES | 1u << DF_FEATURE_DIVERSITY |
        1u << DF_FEATURE_FITS | 1u << DF_FEATURE_SEATS | 1u << DF_FEATURE_SECOND_FITS |
        1u << DF_FEATURE_SMALL_STEPS | 1u << DF_FEATURE_COLUMN_TRANSITIONS;
    const bool bounded = df_random_below(random, 2) == 0;
    const uint32_t rate = 1 + df_random_below(random, 6);
    memset(weights, 0, sizeof *weights);
    const uint32_t digits = df_random_below(random, 18);
    uint64_t max = 2;
    for (uint32_t i = 0; i < digits; i++)
        max *= 10;
    for (unsigned f = 0; f < DF_FEATURES; f++) {
        if ((MEASURE_OF_WHOLE >> f & 1) == 0 && df_random_below(random, 6) < rate)
            weights->weight[f] =
                (int64_t)(df_random_next(random) % (2 * max + 1)) - (int64_t)max;
        if (bounded && (any_sign >> f & 1) == 0 && weights->weight[f] > 0)
            weights->weight[f] *= -1;
    }
    weights
        ->weight[df_random_below(random, 2) == 0 ? DF_FEATURE_WELLS : DF_FEATURE_WELLS_FAST] =
        0;
    weights->score_before_clear = df_random_below(random, 4) == 0;
}

/* Checks that the list and the choice are those of single drops. Returns the drops. */
static size_t check_decision(const lanes *l, const evaluator *e, const board *b,
                             const df_piece_set *set, unsigned piece)
{
    scored wanted[LANES_MAX_DROPS], found[LANES_MAX_DROPS], best = {.score = 0};
    const size_t count = df_evaluate_drops(e, b, &set->pieces[piece], wanted);
    assert_int_equal(df_lanes_list(l, b, piece, found), count);
    size_t first = 0;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(found[i].place.orientation, wanted[i].place.orientation);
        assert_int_equal(found[i].place.x, wanted[i].place.x);
        assert_int_equal(found[i].place.y, wanted[i].place.y);
        if (found[i].score != wanted[i].score)
            print_error("piece %s, orientation %u, column %u\n", set->pieces[piece].name,
                        wanted[i].place.orientation, wanted[i].place.x);
        assert_true(found[i].score == wanted[i].score);
        if (wanted[i].score > wanted[first].score)
            first = i;
    }
    assert_int_equal(df_lanes_choose(l, b, piece, &best), count);
    if (count > 0) {
        assert_memory_equal(&best.place, &wanted[first].place, sizeof best.place);
        assert_true(best.score == wanted[first].score);
    }
    return count;
}

/* One bot, some decisions. */
static void check_bot(df_random *random, lanes_path path, const df_piece_set *set,
                      unsigned width, unsigned height, const df_weights *weights,
                      unsigned decisions)
{
    evaluator e;
    lanes *l;
    own_board b;
    assert_status(df_evaluator_make(&e, width, height, weights, 1), DF_OK);
    assert_status(df_lanes_create(&l, path, &e, set), DF_OK);
    assert_non_null(l);
    for (unsigned i = 0; i < decisions; i++) {
        const unsigned piece = df_random_below(random, (uint32_t)set->count);
        random_board(random, &b, &e.layout);
        if (df_lanes_fit(l, piece))
            check_decision(l, &e, &b.now, set, piece);
    }
    df_lanes_free(l);
}

/* Leaves out, with a word, what the machine lacks. */
static bool lacks(lanes_path path)
{
    if (df_lanes_has(path))
        return false;
    print_message("# this machine has no lanes of path %d\n", (int)path);
    return true;
}

TEST(random_boards_and_weights)
{
    df_random random;
    df_random_seed(&random, test_seed(), 1);
    df_piece_set *sets[] = {tetrominoes(), pentominoes(), single_piece("##/.#")};
    const unsigned cases = test_cases(600);
    for (lanes_path path = LANES_VECTOR; path < LANES_PATHS; path++) {
        if (lacks(path))
            continue;
        for (unsigned i = 0; i < cases; i++) {
            enum { WIDTHS = LANES_MAX_WIDTH - LANES_MIN_WIDTH + 1 };
            const unsigned width = LANES_MIN_WIDTH + df_random_below(&random, WIDTHS);
            const unsigned height =
                LANES_MAX_SIDE + df_random_below(&random, LANES_MAX_ROWS - LANES_MAX_SIDE + 1);
            df_weights weights;
            random_weights(&random, &weights);
            check_bot(&random, path, sets[i % 4 < 2 ? 0 : i % 4 - 1], width, height, &weights,
                      40);
        }
    }
    for (size_t i = 0; i < COUNT(sets); i++)
        df_piece_set_free(sets[i]);
}

/* Boards as they are in play, by each built-in player. */
static void check_game(df_random *random, lanes_path path, const df_player *player,
                       const df_piece_set *set, unsigned height, unsigned decisions)
{
    evaluator e;
    lanes *l;
    own_board boards[2];
    uint64_t none[MAX_HEIGHT] = {0};
    assert_status(df_evaluator_make(&e, 10, height, &player->weights, 1), DF_OK);
    assert_status(df_lanes_create(&l, path, &e, set), DF_OK);
    for (unsigned i = 0; i < 2; i++) {
        boards[i].now.words = boards[i].words;
        df_board_load(&e.layout, &boards[i].now, none);
    }
    for (unsigned i = 0; i < decisions; i++) {
        board *now = &boards[i % 2].now, *then = &boards[1 - i % 2].now;
        const unsigned piece = df_random_below(random, (uint32_t)set->count);
        scored best;
        check_decision(l, &e, now, set, piece);
        if (df_lanes_choose(l, now, piece, &best) == 0)
            df_board_load(&e.layout, then, none);
        else
            df_board_place(&e.layout, then, now,
                           &set->pieces[piece].shape[best.place.orientation], best.place.x,
                           best.place.y);
    }
    df_lanes_free(l);
}

/* A player with features that only whole boards have is not scored in lanes. */
static void assert_no_lanes(lanes_path path, const df_player *player, const df_piece_set *set,
                            unsigned height)
{
    evaluator e;
    lanes *l;
    assert_status(df_evaluator_make(&e, 10, height, &player->weights, 1), DF_OK);
    assert_status(df_lanes_create(&l, path, &e, set), DF_OK);
    assert_null(l);
}

TEST(games_of_players)
{
    df_random random;
    df_random_seed(&random, test_seed(), 2);
    const unsigned decisions = 4 * test_cases(600);
    for (lanes_path path = LANES_VECTOR; path < LANES_PATHS; path++) {
        if (lacks(path))
            continue;
        for (size_t i = 0; i < DF_PLAYERS; i++) {
            const df_player *player = &df_players[i];
            for (unsigned height = 7; height <= LANES_MAX_ROWS; height += 7) {
                if (strcmp(player->name, "tetr-ai") == 0)
                    assert_no_lanes(path, player, shared_set, height);
                else
                    check_game(&random, path, player, shared_set, height, decisions);
            }
        }
    }
}

/* Boards and pieces that are too large use the plain code. */
TEST(limits)
{
    static const struct {
        unsigned width, height;
        bool fits;
    } sizes[] = {{10, 20, true}, {16, 28, true}, {17, 20, false}, {10, 29, false},
                 {3, 20, false}, {4, 4, true},   {4, 3, false}};
    df_piece_set *set = pentominoes();
    const df_weights *weights = &df_players[0].weights;
    evaluator e;
    lanes *l;
    for (lanes_path path = LANES_VECTOR; path < LANES_PATHS; path++) {
        for (size_t i = 0; i < COUNT(sizes); i++) {
            assert_status(df_evaluator_make(&e, sizes[i].width, sizes[i].height, weights, 1),
                          DF_OK);
            if (!df_lanes_has(path)) {
                assert_status(df_lanes_create(&l, path, &e, set), DF_ERROR_ARGUMENT);
                continue;
            }
            assert_status(df_lanes_create(&l, path, &e, set), DF_OK);
            assert_int_equal(l != NULL, sizes[i].fits);
            assert_int_equal(df_lanes_fit(l, (unsigned)df_piece_set_find(set, "P", 1)),
                             sizes[i].fits);
            assert_false(df_lanes_fit(l, (unsigned)df_piece_set_find(set, "I", 1)));
            df_lanes_free(l);
        }
    }
    assert_false(df_lanes_fit(NULL, 0));
    assert_true(df_lanes_has(df_lanes_best()));
    df_piece_set_free(set);
}
