/* How long films and their frames take, and how many frames there are. */
#include <stdlib.h>

#include "dropforge/view.h"
#include "tests/slow/slow_film.h"
#include "tests/support/plans.h"
#include "tests/support/support.h"
#include "view/film_parts.h"

enum { USUAL_END = 300 }; /* centiseconds, for which the last playfield is shown */

TEST(landings_show_every_drop)
{
    df_random random = test_random(3);
    for (unsigned i = 0; i < test_cases(30); i++) {
        df_plan *plan = random_plan(&random, shared_set, 8, 30, 200);
        df_film_options options = df_film_defaults(NULL);
        options.motion = DF_MOTION_LAND;
        const slow_reel *reel = slow_film_watch(plan, &options);
        assert_int_equal(reel->count, plan->count + 1);
        for (size_t j = 0; j < reel->count; j++)
            assert_int_equal(reel->frames[j].drops, j);
        slow_film_check(reel, slow_film_play(plan, reel->frames[0].height));
        slow_film_check_last(reel, plan, USUAL_END);
        df_plan_free(plan);
    }
}

TEST(keeps_the_limit)
{
    df_random random = test_random(4);
    for (unsigned i = 0; i < test_cases(60); i++) {
        df_plan *plan = random_plan(&random, shared_set, 10, 40, 150);
        df_film_options options = df_film_defaults(NULL);
        const slow_reel *reel = slow_film_watch(plan, &options);
        const size_t whole = reel->count;
        const uint64_t usual = slow_film_duration(reel);
        options.max_frames = 1 + df_random_below(&random, (uint32_t)whole + 5);
        reel = slow_film_watch(plan, &options);
        assert_true(reel->count <= options.max_frames);
        if (options.max_frames >= whole)
            assert_int_equal(reel->count, whole);
        /* No more is left out than must be, which is seen where there are many frames. */
        if (options.max_frames > 100)
            assert_true(reel->count >= options.max_frames / 2);
        slow_film_check_last(reel, plan, USUAL_END);
        /* What is left out still takes its time, but for what is right before either end. */
        if (reel->count > 50)
            assert_in_range(slow_film_duration(reel), usual - 100, usual + 15);
        df_plan_free(plan);
    }
}

/* Whatever is left out, no two frames are much farther apart than others. */
TEST(leaves_out_evenly)
{
    df_random random = test_random(5);
    df_plan *plan = random_plan(&random, shared_set, 10, 40, 300);
    df_film_options options = df_film_defaults(NULL);
    options.motion = DF_MOTION_LAND;
    options.max_frames = plan->count / 7;
    const slow_reel *reel = slow_film_watch(plan, &options);
    assert_in_range(reel->count, options.max_frames - 2, options.max_frames);
    const uint64_t mean = slow_film_duration(reel) - USUAL_END;
    for (size_t i = 0; i + 1 < reel->count; i++)
        assert_true(reel->frames[i].centiseconds <= 4 * mean / reel->count);
    df_plan_free(plan);
}

TEST(speed)
{
    df_random random = test_random(6);
    df_plan *plan = random_plan(&random, shared_set, 10, 40, 300);
    for (unsigned motion = DF_MOTION_AUTO; motion <= DF_MOTION_LAND; motion++) {
        df_film_options options = df_film_defaults(NULL);
        options.motion = (df_motion)motion;
        options.end_centiseconds = 2;
        const uint64_t first = 50;
        const uint64_t usual = slow_film_duration(slow_film_watch(plan, &options)) - first;
        static const unsigned speeds[] = {20, 50, 150, 200, 400, 600, 1000};
        for (size_t i = 0; i < COUNT(speeds); i++) {
            options.speed_percent = speeds[i];
            const uint64_t expected = usual * 100 / speeds[i];
            const slow_reel *reel = slow_film_watch(plan, &options);
            assert_in_range(slow_film_duration(reel) - first, expected * 97 / 100 - 5,
                            expected * 103 / 100 + 4);
            slow_film_check_last(reel, plan, 2);
        }
    }
    df_plan_free(plan);
}

/* A film of a given length has it to the centisecond, whatever else is asked for. */
TEST(has_the_given_length)
{
    df_random random = test_random(7);
    for (unsigned i = 0; i < test_cases(60); i++) {
        df_plan *plan =
            random_plan(&random, shared_set, 10, 40, 1 + df_random_below(&random, 200));
        df_film_options options = df_film_defaults(NULL);
        options.motion = (df_motion)(i % (DF_MOTION_LAND + 1));
        options.loop = df_random_below(&random, 2) == 0;
        options.max_frames = i % 5 == 0 ? 20 : 0;
        options.end_centiseconds = df_random_below(&random, 500);
        options.duration_centiseconds =
            i % 4 == 0 ? DF_FILM_MIN_DURATION + i % 50 : 200 + df_random_below(&random, 6000);
        const slow_reel *reel = slow_film_watch(plan, &options);
        assert_int_equal(slow_film_duration(reel), options.duration_centiseconds);
        df_plan_free(plan);
    }
}

/* The first and the last drops are shown longer than those between. */
TEST(begins_and_ends_slowly)
{
    df_random random = test_random(8);
    df_plan *plan = random_plan(&random, shared_set, 10, 40, 300);
    const df_film_options options = df_film_defaults(NULL);
    const slow_reel *reel = slow_film_watch(plan, &options);
    uint64_t *time = calloc(plan->count + 1, sizeof *time);
    assert_non_null(time);
    for (size_t i = 0; i + 1 < reel->count; i++)
        time[reel->frames[i].drops] += reel->frames[i].centiseconds;
    for (size_t i = 60; i < plan->count - 60; i++) {
        assert_true(time[1] > 4 * time[i]);
        assert_true(time[plan->count] > 2 * time[i]);
    }
    free(time);
    df_plan_free(plan);
}

/* Where drops are too fast to be followed, a whole fall is seen in each second, others leave
 * trails, and the last frame has none. */
TEST(shows_some_of_the_fast)
{
    df_plan *plan = new_plan(shared_set, 4, 20);
    for (unsigned i = 0; i < 400; i++) {
        const bool stacks = i / 8 % 2 == 0; /* otherwise two rows clear */
        const df_drop drop = {
            .piece = DF_O, .x = stacks ? 0 : 2, .y = (uint8_t)(stacks ? 2 * (i % 8) : 0)};
        assert_status(df_plan_add(plan, drop), DF_OK);
    }
    df_film_options options = df_film_defaults(NULL);
    options.duration_centiseconds = 1200;
    const slow_reel *reel = slow_film_watch(plan, &options);
    assert_int_equal(slow_film_duration(reel), 1200);
    unsigned since = 0, trails = 0, places = 0;
    for (size_t i = 1; i + 1 < reel->count; i++) {
        const df_frame *frame = &reel->frames[i], *before = frame - 1;
        const bool falls =
            frame->piece >= 0 && frame->drops == before->drops && frame->y < before->y;
        places = frame->drops != before->drops ? 0 : places + falls;
        since = places >= 2 ? 0 : since + frame->centiseconds;
        if (since > 140)
            fail_msg("no fall is seen before drop %zu", frame->drops);
        for (unsigned j = 0; j < (unsigned)frame->width * frame->height; j++)
            trails += frame->square[j] == DF_FRAME_TRAIL;
    }
    assert_true(trails > 100);
    for (unsigned j = 0; j < (unsigned)reel->frames[0].width * reel->frames[0].height; j++)
        assert_true(reel->frames[reel->count - 1].square[j] != DF_FRAME_TRAIL);
    df_plan_free(plan);
}

/* No frame is longer than a GIF can show it. */
TEST(bounds_the_time_of_frames)
{
    df_film *film = NULL;
    df_plan *plan = new_plan(shared_set, 4, 6);
    for (unsigned i = 0; i < 6000; i++) {
        const df_drop drop = {.piece = DF_O, .x = i % 2 == 0 ? 0 : 2};
        assert_status(df_plan_add(plan, drop), DF_OK);
    }
    df_film_options options = df_film_defaults(NULL);
    options.is_game = true;
    options.speed_percent = 10;
    options.max_frames = 2;
    const slow_reel *reel = slow_film_watch(plan, &options);
    assert_int_equal(reel->count, 2);
    assert_int_equal(reel->frames[0].centiseconds, 60000);
    options.max_frames = 0;
    options.speed_percent = 1000;
    assert_status(df_film_create(&film, plan, &options, NULL), DF_OK);
    assert_in_range(df_film_measure(film).centiseconds, 12000, 16000);
    df_film_free(film);
    df_plan_free(plan);
}

/* The time of a drop falls by a fifth from that of the first one, down to the longest time with
 * which all fit, and rises to the last one. Drops that clear rows take half as long again. */
TEST(pace_of_drops)
{
    enum { COUNT_SHOTS = 80, WHOLE = 160000 };
    film_shot shots[COUNT_SHOTS] = {{0}};
    const df_film_options options = df_film_defaults(NULL);
    shots[30].landing.cleared_count = 1;
    shots[31].is_intricate = true;
    df_film_pace(shots, COUNT_SHOTS, &options, WHOLE);
    const uint64_t cruise = shots[COUNT_SHOTS / 2].time;
    uint64_t sum = 0, weights = 0, slow = 6000;
    unsigned falls = 0;
    for (size_t i = 0; i < COUNT_SHOTS; i++, slow = slow * 4 / 5) {
        const uint64_t weight = i == 30 ? 6 : i == 31 ? 8 : 4; /* quarters */
        const uint64_t time = shots[i].time;
        if (i < COUNT_SHOTS / 2)
            assert_int_equal(time, (slow > cruise ? slow : cruise) * weight / 4);
        if (i < 20)
            assert_int_equal(time, shots[COUNT_SHOTS - 1 - i].time);
        falls += i < COUNT_SHOTS / 2 && slow > cruise;
        weights += time == cruise * weight / 4 ? weight : 0;
        sum += time;
    }
    assert_in_range(falls, 4, 12);
    assert_true(sum <= WHOLE && sum + weights / 4 > WHOLE);
    /* In a short film the first drop takes a twentieth. */
    df_film_pace(shots, COUNT_SHOTS, &options, 40000);
    assert_int_equal(shots[0].time, 2000);
    assert_int_equal(shots[1].time, 1600);
}

/* Films of pictures take 8 to 20 seconds, from few drops to very many; games can be followed.
 */
TEST(suits_the_number_of_drops)
{
    static const struct {
        unsigned count;
        bool has_colors;
        unsigned least, most; /* centiseconds */
    } cases[] = {{1, true, 750, 820},        {15, true, 850, 920},      {145, true, 1200, 1300},
                 {2879, true, 1750, 2000},   {20001, true, 1750, 2000}, {15, false, 750, 820},
                 {2879, false, 57900, 73000}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_film *film = NULL;
        df_plan *plan = new_plan(shared_set, 4, 6);
        plan->colors[DF_O].given = cases[i].has_colors;
        for (unsigned j = 0; j < cases[i].count; j++)
            assert_status(df_plan_add(plan, (df_drop){.piece = DF_O, .x = j % 2 * 2}), DF_OK);
        const df_film_options options = df_film_defaults(plan);
        assert_status(df_film_create(&film, plan, &options, NULL), DF_OK);
        const uint64_t time = df_film_measure(film).centiseconds;
        assert_in_range(time, cases[i].least, cases[i].most);
        assert_true(!cases[i].has_colors || time <= df_film_suits(cases[i].count));
        assert_true(!cases[i].has_colors || time + 150 >= df_film_suits(cases[i].count));
        df_film_free(film);
        df_plan_free(plan);
    }
}

/* Drops show their inputs from ten centiseconds on, and their fall from four on; when a film
 * shows them in all drops, these take at least so long as that can be followed. */
TEST(motion_by_time)
{
    enum { MANY = 20000 };
    static const struct {
        uint64_t time;
        df_motion motion;
    } cases[] = {{1000, DF_MOTION_FULL},
                 {999, DF_MOTION_FALL},
                 {400, DF_MOTION_FALL},
                 {399, DF_MOTION_LAND}};
    static film_shot shots[MANY];
    df_film_options options = df_film_defaults(NULL);
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_film_pace(shots, 2, &options, 2 * cases[i].time);
        assert_int_equal(shots[1].time, cases[i].time);
        assert_int_equal(shots[1].motion, cases[i].motion);
    }
    static const unsigned least[] = {
        [DF_MOTION_FULL] = 2000, [DF_MOTION_FALL] = 800, [DF_MOTION_LAND] = 200};
    for (unsigned motion = DF_MOTION_FULL; motion <= DF_MOTION_LAND; motion++) {
        options.motion = (df_motion)motion;
        df_film_pace(shots, MANY, &options, 0);
        assert_int_equal(shots[MANY / 2].time, least[motion]);
        assert_int_equal(shots[MANY / 2].motion, motion);
    }
}
