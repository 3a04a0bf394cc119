/* Films: every frame of small plans, and what must hold for the films of all plans. */
#include <string.h>

#include "dropforge/drops.h"
#include "dropforge/film.h"
#include "tests/support/plans.h"
#include "tests/support/support.h"

enum { MAX_FRAMES = 4096, MAX_SQUARES = 12 * 40 };

/* A film that has been watched. */
typedef struct film_reel {
    size_t count;
    size_t stop_at; /* 0: never; else the frame that is refused */
    size_t drops[MAX_FRAMES];
    unsigned centiseconds[MAX_FRAMES];
    uint32_t squares[MAX_FRAMES][MAX_SQUARES];
} film_reel;

static film_reel watched;

static df_status watch(void *context, const df_frame *frame)
{
    film_reel *reel = context;
    const size_t size = (size_t)frame->width * frame->height;
    assert_true(reel->count < MAX_FRAMES);
    assert_true(size <= MAX_SQUARES);
    assert_true(frame->centiseconds >= 2);
    reel->drops[reel->count] = frame->drops;
    reel->centiseconds[reel->count] = frame->centiseconds;
    memcpy(reel->squares[reel->count], frame->square, size * sizeof *frame->square);
    reel->count++;
    return reel->count == reel->stop_at ? DF_ERROR_CANCELLED : DF_OK;
}

static size_t duration(const film_reel *reel)
{
    size_t sum = 0;
    for (size_t i = 0; i < reel->count; i++)
        sum += reel->centiseconds[i];
    return sum;
}

static const film_reel *play(const df_plan *plan, const df_film_options *options)
{
    watched.count = 0;
    watched.stop_at = 0;
    df_film *film = NULL;
    assert_status(df_film_create(&film, plan, options, NULL), DF_OK);
    assert_status(df_film_play(film, watch, &watched), DF_OK);
    const df_film_size size = df_film_measure(film);
    df_film_free(film);
    assert_true(watched.count > 0);
    assert_int_equal(size.frames, watched.count);
    assert_int_equal(size.centiseconds, duration(&watched));
    return &watched;
}

static void check_last(const film_reel *reel, const df_plan *plan, unsigned hold)
{
    df_field *field = NULL;
    assert_status(df_plan_play(plan, NULL, NULL, &field, NULL, NULL), DF_OK);
    for (size_t i = 0; i < (size_t)plan->width * plan->height; i++)
        assert_int_equal(reel->squares[reel->count - 1][i], field->square[i]);
    assert_int_equal(reel->centiseconds[reel->count - 1], hold);
    assert_int_equal(reel->drops[reel->count - 1], plan->count);
    df_field_free(field);
}

/* Checks a frame against a drawing of rows from the top: '.', '*' for the flash, and the
 * letter of a tetromino. */
static void check_frame(const film_reel *reel, size_t index, const char *rows)
{
    static const char letters[] = ".IOTSZJL";
    assert_true(index < reel->count);
    const size_t width = strcspn(rows, "/");
    const size_t height = (strlen(rows) + 1) / (width + 1);
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++) {
            const unsigned square = reel->squares[index][(height - 1 - y) * width + x];
            const char shown = square & DF_FRAME_CLEAR ? '*' : letters[square];
            assert_int_equal(shown, rows[y * (width + 1) + x]);
        }
    }
}

static df_plan *plan_of(const df_piece_set *set, const char *text)
{
    return read_plan(df_drops_read, set, text, strlen(text));
}

static void shows_a_clear(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    df_plan *plan = plan_of(set, "dropforge-drops 1\nfield 4 6\nO N 0 0\nO N 2 0\nT N 0 0\n");
    df_film_options options = df_film_defaults();
    options.hold_centiseconds = 123;
    const film_reel *reel = play(plan, &options);
    /* The first frame of a fall is the last in which the piece is still at the top. */
    check_frame(reel, 0, "OO../OO../..../..../..../....");
    assert_int_equal(reel->drops[0], 1);
    size_t i = 0;
    while (i < reel->count && reel->drops[i] == 1)
        i++;
    check_frame(reel, i - 1, "..../..../..../..../OO../OO..");
    check_frame(reel, i, "..OO/..OO/..../..../OO../OO..");
    while (i < reel->count && reel->drops[i] == 2)
        i++;
    /* Landing, flash and the cleared field, before the third drop begins. */
    check_frame(reel, i - 3, "..../..../..../..../OOOO/OOOO");
    check_frame(reel, i - 2, "..../..../..../..../****/****");
    check_frame(reel, i - 1, "..../..../..../..../..../....");
    assert_true(reel->centiseconds[i - 2] > reel->centiseconds[i - 3]);
    check_frame(reel, reel->count - 1, "..../..../..../..../.T../TTT.");
    check_last(reel, plan, 123);
    /* The last landing is not shown twice. */
    assert_true(memcmp(reel->squares[reel->count - 1], reel->squares[reel->count - 2],
                       4 * 6 * sizeof(uint32_t)) != 0);
    df_plan_free(plan);
    df_piece_set_free(set);
}

/* Keeps the playfields before every drop. */
typedef struct field_history {
    size_t count;
    uint32_t squares[MAX_FRAMES][MAX_SQUARES];
} field_history;

static field_history past;

static df_status remember(void *context, const df_field *before, const df_drop *drop,
                          const df_landing *landing)
{
    (void)drop;
    (void)landing;
    field_history *history = context;
    assert_true(history->count < MAX_FRAMES);
    for (size_t i = 0; i < (size_t)before->width * before->height; i++)
        history->squares[history->count][i] = before->square[i];
    history->count++;
    return DF_OK;
}

static void fast_shows_every_landing(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    df_random random;
    df_random_seed(&random, test_seed(), 1);
    for (unsigned i = 0; i < test_cases(30); i++) {
        df_plan *plan = random_plan(&random, set, 8, 30, 200);
        const df_sink sink = {.drop = remember};
        past.count = 0;
        assert_status(df_plan_play(plan, &sink, &past, NULL, NULL, NULL), DF_OK);
        df_film_options options = df_film_defaults();
        options.fast = true;
        const film_reel *reel = play(plan, &options);
        assert_int_equal(reel->count, plan->count);
        for (size_t j = 1; j < plan->count; j++)
            assert_memory_equal(reel->squares[j - 1], past.squares[j],
                                (size_t)plan->width * plan->height * sizeof(uint32_t));
        check_last(reel, plan, options.hold_centiseconds);
        df_plan_free(plan);
    }
    df_piece_set_free(set);
}

static void keeps_the_limit(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    df_random random;
    df_random_seed(&random, test_seed(), 2);
    for (unsigned i = 0; i < test_cases(60); i++) {
        df_plan *plan = random_plan(&random, set, 10, 40, 150);
        df_film_options options = df_film_defaults();
        const size_t whole = play(plan, &options)->count;
        const size_t usual = duration(&watched);
        options.max_frames = 1 + df_random_below(&random, (uint32_t)whole + 5);
        const film_reel *reel = play(plan, &options);
        assert_true(reel->count <= options.max_frames);
        if (options.max_frames >= whole)
            assert_int_equal(reel->count, whole);
        check_last(reel, plan, options.hold_centiseconds);
        /* As long as before, up to what the last drop and the clears take. */
        if (reel->count > 1 && reel->count >= plan->count)
            assert_in_range(duration(reel), usual / 2, usual * 2);
        for (size_t j = 1; j < reel->count; j++)
            assert_true(reel->drops[j - 1] <= reel->drops[j]);
        df_plan_free(plan);
    }
    df_piece_set_free(set);
}

static void leaves_out_evenly(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    df_random random;
    df_random_seed(&random, test_seed(), 3);
    df_plan *plan = random_plan(&random, set, 10, 40, 300);
    const size_t limit = plan->count / 7;
    df_film_options options = df_film_defaults();
    options.max_frames = limit;
    const film_reel *reel = play(plan, &options);
    assert_int_equal(reel->count, limit);
    size_t before = 0;
    for (size_t i = 0; i < reel->count; i++) {
        const size_t step = reel->drops[i] - before;
        assert_in_range(step, plan->count / limit, plan->count / limit + 1);
        before = reel->drops[i];
    }
    df_plan_free(plan);
    df_piece_set_free(set);
}

static void speed(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    df_random random;
    df_random_seed(&random, test_seed(), 4);
    df_plan *plan = random_plan(&random, set, 10, 40, 300);
    df_film_options options = df_film_defaults();
    options.hold_centiseconds = 2;
    const size_t usual = duration(play(plan, &options));
    static const unsigned speeds[] = {10, 50, 150, 200, 400, 600, 1000, 10000};
    for (size_t i = 0; i < COUNT(speeds); i++) {
        options.speed_percent = speeds[i];
        const size_t expected = usual * 100 / speeds[i];
        /* Above 500 % the clears take no time of their own. */
        const size_t min = speeds[i] > 500 ? expected / 2 : expected * 8 / 10;
        assert_in_range(duration(play(plan, &options)), min, expected * 13 / 10 + 4);
        check_last(&watched, plan, 2);
    }
    df_plan_free(plan);
    df_piece_set_free(set);
}

/* A piece that slips to its place is not shown inside other pieces. */
static void shows_moves(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    df_plan *plan = plan_of(set, "dropforge-drops 1\nfield 6 7\nrules srs\n"
                                 "O N 0 0\nI N 0 2\nO N 2 0\n");
    const df_film_options options = df_film_defaults();
    const film_reel *reel = play(plan, &options);
    size_t i = 0;
    while (reel->drops[i] < 3)
        i++;
    check_frame(reel, i, "....../....../....../....../IIII../OOOO../OOOO..");
    check_last(reel, plan, 300);
    df_plan_free(plan);
    df_random random;
    df_random_seed(&random, test_seed(), 5);
    plan = random_moved_plan(&random, set, 10, 40, 200, DF_MOVEMENT_SRS_180);
    check_last(play(plan, &options), plan, 300);
    df_plan_free(plan);
    df_piece_set_free(set);
}

static void wrong_options(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    df_plan *plan = plan_of(set, "dropforge-drops 1\nfield 4 6\nO N 0 0\n");
    const df_film_options bad[] = {
        {.speed_percent = 9, .hold_centiseconds = 2},
        {.speed_percent = 10001, .hold_centiseconds = 2},
        {.speed_percent = 100, .hold_centiseconds = 60001},
    };
    df_film *film = NULL;
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_status(df_film_create(&film, plan, &bad[i], NULL), DF_ERROR_ARGUMENT);
    assert_null(film);
    df_plan_free(plan);
    df_piece_set_free(set);
}

static void stops_when_told(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    df_plan *plan = plan_of(set, "dropforge-drops 1\nfield 4 6\nO N 0 0\nO N 2 0\nT N 0 0\n");
    df_film_options options = df_film_defaults();
    for (unsigned fast = 0; fast < 2; fast++) {
        options.fast = fast == 1;
        const size_t count = play(plan, &options)->count;
        df_film *film = NULL;
        assert_status(df_film_create(&film, plan, &options, NULL), DF_OK);
        for (size_t i = 1; i <= count; i++) {
            watched.count = 0;
            watched.stop_at = i;
            assert_status(df_film_play(film, watch, &watched), DF_ERROR_CANCELLED);
            assert_int_equal(watched.count, i);
        }
        df_film_free(film);
    }
    df_plan_free(plan);
    df_piece_set_free(set);
}

static void plans_without_drops_or_sense(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    df_plan *plan = NULL;
    assert_status(df_plan_create(&plan, 4, 6, set), DF_OK);
    const df_film_options options = df_film_defaults();
    assert_int_equal(play(plan, &options)->count, 1);
    check_frame(&watched, 0, "..../..../..../..../..../....");
    const df_drop floating = {.piece = DF_O, .y = 2};
    assert_status(df_plan_add(plan, floating), DF_OK);
    df_error error = {0};
    df_film *film = NULL;
    assert_status(df_film_create(&film, plan, &options, &error), DF_ERROR_MOVE);
    assert_int_equal(error.line, 1);
    assert_null(film);
    df_plan_free(plan);
    df_piece_set_free(set);
}

/* A film of the marked frames alone, of which two are alike. */
static void shows_frames_alone(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    df_plan *plan = NULL;
    assert_status(df_plan_create(&plan, 4, 6, set), DF_OK);
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_O}), DF_OK);
    assert_status(df_plan_add_frame(plan), DF_OK);
    assert_status(df_plan_add_frame(plan), DF_OK);
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_O, .x = 2}), DF_OK);
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_I, .orientation = DF_EAST}), DF_OK);
    assert_status(df_plan_add_frame(plan), DF_OK);
    df_film_options options = df_film_defaults();
    options.frames_only = true;
    options.hold_centiseconds = 50;
    assert_int_equal(play(plan, &options)->count, 3);
    check_frame(&watched, 0, "..../..../..../..../OO../OO..");
    check_frame(&watched, 1, "..../..../..../..../OO../OO..");
    assert_int_equal(watched.centiseconds[0], 12);
    assert_int_equal(watched.drops[0], 1);
    check_last(&watched, plan, 50);
    options.max_frames = 2;
    assert_int_equal(play(plan, &options)->count, 2);
    assert_int_equal(watched.centiseconds[0], 24);
    options.max_frames = 1;
    assert_int_equal(play(plan, &options)->count, 1);
    check_last(&watched, plan, 50);
    /* Other films show them longer. */
    options.max_frames = 0;
    options.frames_only = false;
    options.fast = true;
    assert_int_equal(play(plan, &options)->count, 3);
    assert_int_equal(watched.centiseconds[0], 63);
    assert_int_equal(watched.centiseconds[1], 3);
    options.fast = false;
    const size_t paused = duration(play(plan, &options));
    plan->frame_count = 0;
    assert_int_equal(duration(play(plan, &options)), paused - 60);
    options.frames_only = true;
    assert_true(play(plan, &options)->count > 3);
    df_plan_free(plan);
    df_piece_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_a_clear),
        cmocka_unit_test(fast_shows_every_landing),
        cmocka_unit_test(keeps_the_limit),
        cmocka_unit_test(leaves_out_evenly),
        cmocka_unit_test(speed),
        cmocka_unit_test(wrong_options),
        cmocka_unit_test(stops_when_told),
        cmocka_unit_test(shows_moves),
        cmocka_unit_test(plans_without_drops_or_sense),
        cmocka_unit_test(shows_frames_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
