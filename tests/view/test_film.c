/* Films: every frame of small plans, and what must hold for the films of all plans. */
#include <string.h>

#include "core/board/plan_deal.h"
#include "core/format/plan_texts.h"
#include "dropforge/plan.h"
#include "dropforge/view.h"
#include "tests/slow/slow_film.h"
#include "tests/support/plans.h"
#include "tests/support/support.h"

static df_plan *plan_of(const df_piece_set *set, const char *text)
{
    return read_plan(df_drops_read, set, text, strlen(text));
}

/* A random plan of pieces that fall from above, some of which are wider than the playfield. */
static df_plan *random_free_plan(df_random *random, const df_piece_set *set, unsigned width,
                                 unsigned height, unsigned count)
{
    df_plan *plan = new_plan(set, width, height);
    df_field *field = new_field(width, height);
    plan->rules = DF_RULES_ABOVE;
    for (unsigned i = 0; i < 20 * count && plan->count < count; i++) {
        df_drop drop = {.piece = (uint16_t)df_random_below(random, (uint32_t)set->count),
                        .orientation = (uint8_t)df_random_below(random, DF_ORIENTATIONS),
                        .x = (uint8_t)df_random_below(random, width)};
        df_landing landing;
        if (df_drop_apply(field, set, &drop, DF_RULES_ABOVE, &landing) != DF_REFUSAL_NONE)
            continue;
        drop.y = landing.y;
        assert_status(df_plan_add(plan, drop), DF_OK);
    }
    df_field_free(field);
    return plan;
}

/* Plans of all movements, one after the other. */
static df_plan *any_plan(df_random *random, const df_piece_set *tetrominoes,
                         const df_piece_set *others, unsigned number)
{
    switch (number % 5) {
    case 0:
        return random_plan(random, tetrominoes, 10, 40, 80);
    case 1:
        return random_moved_plan(random, tetrominoes, 10, 24, 80, DF_RULES_SRS);
    case 2:
        return random_moved_plan(random, tetrominoes, 8, 12, 50, DF_RULES_SRS_180);
    case 3:
        return random_free_plan(random, others, 9, 30, 40);
    default:
        return random_free_plan(random, tetrominoes, 3, 20, 15);
    }
}

/* Checks a frame against a drawing of rows from the top: '.', ':' for the ghost, '*' and '!'
 * for rows and pieces that light up, and the letter of a tetromino. */
static void check_frame(const slow_reel *reel, size_t index, const char *rows)
{
    static const char letters[] = ".IOTSZJL";
    assert_true(index < reel->count);
    const df_frame *frame = &reel->frames[index];
    char drawn[SLOW_FILM_SQUARES * 2];
    size_t length = 0;
    for (unsigned y = frame->height; y-- > 0;) {
        for (unsigned x = 0; x < frame->width; x++) {
            const uint32_t square = frame->square[y * frame->width + x];
            char shown = letters[square & DF_FRAME_PIECE];
            shown = square & DF_FRAME_GHOST ? ':' : shown;
            shown = square & DF_FRAME_LOCK ? '!' : shown;
            drawn[length++] = square & DF_FRAME_CLEAR ? '*' : shown;
        }
        drawn[length++] = y > 0 ? '/' : '\0';
    }
    assert_string_equal(drawn, rows);
}

/* A film in which a piece is spawned, shifted, falls and locks, and rows clear. */
TEST(shows_a_clear)
{
    df_plan *plan =
        plan_of(shared_set, "dropforge-drops 1\nfield 4 20\nO N 0 0\nO N 2 0\nT S 0 0\n");
    df_film_options options = df_film_defaults(NULL);
    options.end_centiseconds = 123;
    const slow_reel *reel = slow_film_watch(plan, &options);
    static const char *const first[] = {
        "..../..../..../..../....", /* the stack is 2 rows high, and pieces at most 3 */
        ".OO./.OO./..../.::./.::.", "OO../OO../..../::../::..", "..../OO../OO../::../::..",
        "..../..../OO../OO../::..", "..../..../..../OO../OO..", "..../..../..../!!../!!..",
        ".OO./.OO./..../OOOO/OOOO"};
    for (size_t i = 0; i + 1 < COUNT(first); i++)
        check_frame(reel, i, first[i]);
    assert_int_equal(reel->frames[0].drops, 0);
    assert_int_equal(reel->frames[1].event, DF_EVENT_SPAWN);
    assert_int_equal(reel->frames[2].event, DF_EVENT_SHIFT);
    assert_int_equal(reel->frames[3].event, DF_EVENT_FALL);
    assert_int_equal(reel->frames[6].event, DF_EVENT_LOCK);
    size_t i = 8;
    while (reel->frames[i].drops == 2)
        i++;
    check_frame(reel, i - 3, "..../..../..../OO!!/OO!!");
    check_frame(reel, i - 2, "..../..../..../****/****");
    check_frame(reel, i - 1, "..../..../..../..../....");
    assert_int_equal(reel->frames[i - 2].event, DF_EVENT_CLEAR);
    check_frame(reel, i, ".T../TTT./..../.:../:::.");
    assert_int_equal(reel->frames[i].rows_cleared, 2);
    check_frame(reel, i + 1, ".T../.TT./.T../.::./.:..");
    df_plan_free(plan);
}

TEST(shows_only_what_is)
{
    df_piece_set *others = pentominoes();
    df_random random = test_random(1);
    for (unsigned i = 0; i < test_cases(60); i++) {
        df_plan *plan = any_plan(&random, shared_set, others, i);
        df_film_options options = df_film_defaults(NULL);
        options.motion = (df_motion)df_random_below(&random, DF_MOTION_LAND + 1);
        options.speed_percent = 10 + df_random_below(&random, 600);
        options.max_frames = i % 3 == 0 ? 1 + df_random_below(&random, 300) : 0;
        options.duration_centiseconds =
            i % 4 == 0 ? DF_FILM_MIN_DURATION + df_random_below(&random, 2000) : 0;
        options.loop = i % 2 == 0;
        const slow_reel *reel = slow_film_watch(plan, &options);
        const slow_history *history = slow_film_play(plan, reel->frames[0].height);
        const size_t end = slow_film_check(reel, history);
        assert_true(options.loop || end == reel->count);
        assert_true(options.max_frames == 0 || reel->count <= options.max_frames);
        df_plan_free(plan);
    }
    df_piece_set_free(others);
}

/* A film that has time for everything shows every input. */
TEST(shows_all_inputs)
{
    df_piece_set *others = pentominoes();
    df_random random = test_random(2);
    for (unsigned i = 0; i < test_cases(40); i++) {
        df_plan *plan = any_plan(&random, shared_set, others, i);
        df_film_options options = df_film_defaults(NULL);
        options.motion = i % 2 == 0 ? DF_MOTION_AUTO : DF_MOTION_FULL;
        options.speed_percent = 10;
        const slow_reel *reel = slow_film_watch(plan, &options);
        const slow_history *history = slow_film_play(plan, reel->frames[0].height);
        slow_film_check(reel, history);
        slow_film_check_inputs(reel, history);
        df_plan_free(plan);
    }
    df_piece_set_free(others);
}

/* A piece that slips to its place falls there, when only falls are shown. */
TEST(falls_into_tunnels)
{
    df_plan *plan = plan_of(shared_set, "dropforge-drops 1\nfield 6 7\nrules srs\n"
                                        "O N 0 0\nI N 0 2\nO N 2 0\n");
    df_film_options options = df_film_defaults(NULL);
    options.motion = DF_MOTION_FALL;
    const slow_reel *reel = slow_film_watch(plan, &options);
    size_t i = 0;
    while (reel->frames[i].drops < 3)
        i++;
    assert_int_equal(reel->frames[i].y, 0);
    /* Its inputs: two to the right, two rows down, one to the left. */
    options.motion = DF_MOTION_FULL;
    reel = slow_film_watch(plan, &options);
    const df_frame_event wanted[] = {DF_EVENT_SPAWN, DF_EVENT_SHIFT, DF_EVENT_FALL,
                                     DF_EVENT_SHIFT, DF_EVENT_LOCK};
    size_t count = 0;
    for (i = 0; i < reel->count; i++) {
        const df_frame_event event = reel->frames[i].event;
        if (reel->frames[i].drops == 3 && count < COUNT(wanted) && event == wanted[count])
            count++;
    }
    assert_int_equal(count, COUNT(wanted));
    df_plan_free(plan);
}

/* A loop takes the rows away from the top, and ends with the first playfield. */
TEST(loops)
{
    df_plan *plan =
        plan_of(shared_set, "dropforge-drops 1\nfield 4 20\nrow T...\nO N 0 1\nO N 0 3\n");
    df_film_options options = df_film_defaults(NULL);
    options.loop = true;
    const slow_reel *reel = slow_film_watch(plan, &options);
    size_t end = 0;
    while (reel->frames[end].event != DF_EVENT_END)
        end++;
    static const char *const wanted[] = {
        "OO../OO../OO../OO../T...", "**../OO../OO../OO../T...", "..../**../OO../OO../T...",
        "..../..../**../OO../T...", "..../..../..../**../T...", "..../..../..../..../T...",
    };
    check_frame(reel, 0, "..../..../..../..../T...");
    for (size_t i = 0; i < COUNT(wanted); i++)
        check_frame(reel, end + i, wanted[i]);
    df_plan_free(plan);
}

/* The height of a film, by the movement of its pieces, and for all kinds of motion. */
TEST(has_the_height_it_needs)
{
    static const struct {
        const char *plan;
        df_rules rules;
        unsigned height;
    } cases[] = {
        {"field 8 30\nI N 0 0\nO N 0 1\n", DF_RULES_HARDDROP, 5},
        {"field 8 4\nO N 0 0\nO N 0 2\n", DF_RULES_HARDDROP, 4},
        {"field 8 4\nO N 0 0\nO N 0 2\n", DF_RULES_ABOVE, 4},
        {"field 8 7\nO N 0 0\nT N 0 2\n", DF_RULES_ABOVE, 5},
        {"field 8 4\nT N 0 0\nT N 0 2\n", DF_RULES_ABOVE, 5},
        {"field 8 30\nT N 0 0\nO N 0 2\n", DF_RULES_SRS, 5},
        {"field 8 30\nI N 0 0\n", DF_RULES_SRS, 4},
        {"field 8 2\nI N 0 0\nI N 0 1\n", DF_RULES_SRS, 4},
        {"field 8 30\nrow T.......\nrow T.......\nO N 2 0\n", DF_RULES_HARDDROP, 4},
        {"field 8 30\n", DF_RULES_HARDDROP, 30},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[100] = "dropforge-drops 1\n";
        strcat(text, cases[i].plan);
        df_plan *plan = plan_of(shared_set, text);
        df_film_options options = df_film_defaults(NULL);
        plan->rules = cases[i].rules;
        assert_int_equal(slow_film_watch(plan, &options)->frames[0].height, cases[i].height);
        options.motion = DF_MOTION_LAND;
        assert_int_equal(slow_film_watch(plan, &options)->frames[0].height, cases[i].height);
        df_plan_free(plan);
    }
}

TEST(knows_the_next_pieces)
{
    df_plan *plan = plan_of(shared_set, "dropforge-drops 1\nfield 10 20\ndeal given hold\n"
                                        "queue TISZOL\nI N 0 0\nT N 4 0\nS N 7 0\n");
    df_film_options options = df_film_defaults(NULL);
    options.motion = DF_MOTION_LAND;
    const slow_reel *reel = slow_film_watch(plan, &options);
    /* T is put aside for I, then S for T, and Z for S. */
    static const struct {
        int held;
        unsigned count;
        uint16_t next[DF_FRAME_MAX_NEXT];
    } wanted[] = {{-1, 5, {DF_T, DF_I, DF_S, DF_Z, DF_O}},
                  {DF_T, 4, {DF_S, DF_Z, DF_O, DF_L}},
                  {DF_S, 3, {DF_Z, DF_O, DF_L}},
                  {DF_Z, 2, {DF_O, DF_L}}};
    assert_int_equal(reel->count, COUNT(wanted));
    for (size_t i = 0; i < reel->count; i++) {
        const df_frame *frame = &reel->frames[i];
        assert_int_equal(frame->held, wanted[i].held);
        assert_int_equal(frame->next_count, wanted[i].count);
        for (unsigned j = 0; j < frame->next_count; j++)
            assert_int_equal(frame->next[j], wanted[i].next[j]);
    }
    df_plan_free(plan);
}

TEST(refuses_wrong_options)
{
    df_plan *plan = plan_of(shared_set, "dropforge-drops 1\nfield 4 6\nO N 0 0\n");
    const df_film_options bad[] = {
        {.speed_percent = 9},
        {.speed_percent = 10001},
        {.speed_percent = 100, .end_centiseconds = 60001},
        {.speed_percent = 100, .duration_centiseconds = DF_FILM_MIN_DURATION - 1},
        {.speed_percent = 100, .duration_centiseconds = DF_FILM_MAX_DURATION + 1},
        {.speed_percent = 100, .motion = DF_MOTION_LAND + 1},
    };
    df_film *film = NULL;
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_status(df_film_create(&film, plan, &bad[i], NULL), DF_ERROR_ARGUMENT);
    assert_null(film);
    df_plan_free(plan);
}

/* Refuses a frame. */
static df_status stop_at_zero(void *context, const df_frame *frame)
{
    size_t *left = context;
    return --*left == 0 ? DF_ERROR_CANCELLED : DF_OK;
}

TEST(stops_when_asked)
{
    df_plan *plan =
        plan_of(shared_set, "dropforge-drops 1\nfield 4 6\nO N 0 0\nO N 2 0\nT N 0 0\n");
    df_film_options options = df_film_defaults(NULL);
    options.loop = true;
    for (unsigned motion = DF_MOTION_AUTO; motion <= DF_MOTION_LAND; motion++) {
        df_film *film = NULL;
        options.motion = (df_motion)motion;
        assert_status(df_film_create(&film, plan, &options, NULL), DF_OK);
        const size_t count = df_film_measure(film).frames;
        for (size_t i = 1; i <= count; i++) {
            size_t left = i;
            assert_status(df_film_play(film, stop_at_zero, &left), DF_ERROR_CANCELLED);
            assert_int_equal(left, 0);
        }
        df_film_free(film);
    }
    df_plan_free(plan);
}

TEST(plans_without_drops_or_sense)
{
    df_plan *plan = new_plan(shared_set, 4, 6);
    const df_film_options options = df_film_defaults(NULL);
    const slow_reel *reel = slow_film_watch(plan, &options);
    assert_int_equal(reel->count, 1);
    check_frame(reel, 0, "..../..../..../..../..../....");
    const df_drop floating = {.piece = DF_O, .y = 2};
    assert_status(df_plan_add(plan, floating), DF_OK);
    df_error error = {0};
    df_film *film = NULL;
    assert_status(df_film_create(&film, plan, &options, &error), DF_ERROR_MOVE);
    assert_int_equal(error.line, 1);
    assert_null(film);
    df_plan_free(plan);
}

/* A film of the marked frames alone, of which two are alike. */
TEST(shows_frames_alone)
{
    df_plan *plan = new_plan(shared_set, 4, 6);
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_O}), DF_OK);
    assert_status(df_plan_add_frame(plan), DF_OK);
    assert_status(df_plan_add_frame(plan), DF_OK);
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_O, .x = 2}), DF_OK);
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_I, .orientation = DF_EAST}), DF_OK);
    assert_status(df_plan_add_frame(plan), DF_OK);
    df_film_options options = df_film_defaults(NULL);
    options.frames_only = true;
    options.end_centiseconds = 50;
    const slow_reel *reel = slow_film_watch(plan, &options);
    assert_int_equal(reel->count, 3);
    check_frame(reel, 0, "..../..../..../..../OO../OO..");
    check_frame(reel, 1, "..../..../..../..../OO../OO..");
    assert_int_equal(reel->frames[0].centiseconds, 12);
    assert_int_equal(reel->frames[0].drops, 1);
    slow_film_check_last(reel, plan, 50);
    options.max_frames = 2;
    reel = slow_film_watch(plan, &options);
    assert_int_equal(reel->count, 2);
    assert_int_equal(reel->frames[0].centiseconds, 24);
    options.max_frames = 1;
    reel = slow_film_watch(plan, &options);
    assert_int_equal(reel->count, 1);
    slow_film_check_last(reel, plan, 50);
    options.max_frames = 0;
    options.duration_centiseconds = 100;
    reel = slow_film_watch(plan, &options);
    assert_in_range(reel->frames[0].centiseconds + 1 - reel->frames[1].centiseconds, 0, 2);
    assert_true(slow_film_duration(reel) == 100);
    options.duration_centiseconds = 0;
    /* With times of their own, which do not drift. */
    plan->frames[0].milliseconds = 333;
    plan->frames[1].milliseconds = 333;
    plan->frames[2].milliseconds = 40;
    const unsigned times[] = {33, 33, 50, 16, 17, 50, 33, 33, 4, 166, 166, 20, 47, 47, 6};
    const unsigned speeds[] = {100, 200, 100, 20, 100};
    for (unsigned i = 0; i < COUNT(speeds); i++) {
        options.speed_percent = speeds[i];
        options.end_centiseconds = i < 2 ? 50 : DF_FILM_END_AUTO;
        options.duration_centiseconds = i < 4 ? 0 : 100;
        reel = slow_film_watch(plan, &options);
        assert_int_equal(reel->count, 3);
        for (unsigned j = 0; j < 3; j++)
            assert_in_range(reel->frames[j].centiseconds, times[3 * i + j] - 1,
                            times[3 * i + j] + 1);
    }
    options.speed_percent = 100;
    options.end_centiseconds = 50;
    /* Other films show them longer. */
    options.duration_centiseconds = 0;
    options.frames_only = false;
    options.motion = DF_MOTION_LAND;
    reel = slow_film_watch(plan, &options);
    assert_int_equal(reel->count, 4);
    options.motion = DF_MOTION_AUTO;
    const uint64_t paused = slow_film_duration(slow_film_watch(plan, &options));
    plan->frame_count = 0;
    assert_in_range(slow_film_duration(slow_film_watch(plan, &options)), paused - 61,
                    paused - 59);
    options.frames_only = true;
    assert_true(slow_film_watch(plan, &options)->count > 3);
    df_plan_free(plan);
}

/* A poster shows the last playfield first, and takes it away at once in a loop, which then ends
 * with it; or the film begins with the first drop. */
TEST(has_a_poster)
{
    df_piece_set *others = pentominoes();
    df_random random = test_random(9);
    for (unsigned i = 0; i < test_cases(60); i++) {
        df_plan *plan = any_plan(&random, shared_set, others, i);
        df_film_options options = df_film_defaults(NULL);
        options.poster = i % 3 == 0 ? DF_POSTER_START : DF_POSTER_FINISHED;
        options.loop = i % 2 == 0;
        options.duration_centiseconds = i % 4 == 0 ? 600 + df_random_below(&random, 2000) : 0;
        const slow_reel *reel = slow_film_watch(plan, &options);
        const df_frame *last = &reel->frames[reel->count - 1], *first = &reel->frames[0];
        const size_t size = (size_t)first->width * first->height * sizeof *first->square;
        size_t start = 0;
        while (reel->frames[start].event == DF_EVENT_POSTER)
            start++;
        if (options.duration_centiseconds > 0)
            assert_int_equal(slow_film_duration(reel), options.duration_centiseconds);
        bool is_empty = true;
        for (size_t j = 0; j < size / sizeof *first->square; j++)
            is_empty = is_empty && last->square[j] == 0;
        if (options.poster == DF_POSTER_FINISHED && !(options.loop && start == 0))
            assert_true(start > 0 || is_empty);
        assert_true(start == 0 || options.poster == DF_POSTER_FINISHED);
        if (start > 0) {
            assert_int_equal(last->event, DF_EVENT_END);
            assert_memory_equal(first->square, last->square, size);
            assert_int_equal(first->drops, last->drops);
            assert_int_equal(first->rows_cleared, last->rows_cleared);
            assert_int_equal(reel->frames[start].drops, 0);
            assert_true(options.loop == (start > 1));
        } else {
            assert_int_equal(first->drops, 1);
        }
        df_plan_free(plan);
    }
    df_piece_set_free(others);
}
