/* Printing with dealt pieces: against a search through all playfields on small ones, on random
 * pictures and queues, with any number of threads, and with a preview. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "print/drops/dealt.h"
#include "print/pack/structure.h"
#include "tests/support/alloc.h"
#include "tests/support/bitmaps.h"

#define SMALL_WIDTH 4
#define SMALL_HEIGHT 6
#define SMALL_SQUARES (SMALL_WIDTH * SMALL_HEIGHT)
#define SMALL_QUEUE 7
#define QUEUE 400

/* Deals bags of seven. */
static void deal_bags(df_random *random, uint8_t *queue, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t first = i - i % DF_TETROMINOES;
        queue[i] = (uint8_t)df_random_below(random, DF_TETROMINOES);
        while (memchr(queue + first, queue[i], i - first) != NULL)
            queue[i] = (uint8_t)((queue[i] + 1) % DF_TETROMINOES);
    }
}

/* Checks that the pieces of the plan are those of the queue, one of them held at a time. */
static void check_queue(const dealt_request *request, const dealt_result *made)
{
    size_t next = 0;
    int held = -1;
    for (size_t i = 0; i < made->plan->count; i++) {
        int current = request->queue[next++];
        if (made->held[i] != held + 1) {
            assert_true(request->hold);
            assert_int_equal(made->held[i], 1 + current);
            const int other = held < 0 ? request->queue[next++] : held;
            held = current;
            current = other;
        }
        assert_true(next <= request->queue_count);
        assert_int_equal(made->plan->drops[i].piece, current);
    }
}

static void free_result(dealt_result *made)
{
    df_plan_free(made->plan);
    free(made->held);
}

/* Checks what the plan leaves, by pieces in the picture's colours. */
static void check_result(const dealt_request *request, const bitmap *map, dealt_result *made)
{
    const df_picture *picture = request->place->picture;
    unsigned needed;
    check_queue(request, made);
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        for (unsigned i = 0; i < picture->color_count; i++) {
            if ((request->place->carriers[i] >> piece & 1) != 0)
                made->plan->colors[piece] = (df_plan_color){true, picture->colors[i]};
        }
    }
    assert_status(df_structure_fit(made->plan, 0, &needed), DF_OK);
    check_plan(made->plan, map, false);
    df_plan_summary summary;
    assert_status(df_plan_play(made->plan, NULL, NULL, NULL, &summary, NULL), DF_OK);
    assert_true(request->max_height == 0 || summary.max_height <= request->max_height);
}

/* A playfield with what is held and how many pieces have been taken. */
typedef struct small_state {
    uint8_t field[SMALL_SQUARES];
    uint8_t held;
    uint8_t next;
} small_state;

typedef struct small_level {
    small_state *states;
    size_t count, capacity;
} small_level;

static int small_compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(small_state));
}

static bool small_collides(const uint8_t *field, const df_shape *shape, unsigned x, unsigned y)
{
    for (unsigned i = 0; i < shape->height; i++) {
        for (unsigned j = 0; j < shape->width; j++) {
            if ((shape->row[i] >> j & 1) != 0 && y + i < SMALL_HEIGHT &&
                field[(y + i) * SMALL_WIDTH + x + j] != 0)
                return true;
        }
    }
    return false;
}

/* Drops a piece straight down, from above the playfield. False if there is no room. */
static bool small_drop(uint8_t *field, unsigned piece, unsigned orientation, unsigned x)
{
    const df_shape *shape = &shared_set->pieces[piece].shape[orientation];
    unsigned y = SMALL_HEIGHT;
    if (x + shape->width > SMALL_WIDTH)
        return false;
    while (y > 0 && !small_collides(field, shape, x, y - 1))
        y--;
    if (y + shape->height > SMALL_HEIGHT)
        return false;
    for (unsigned i = 0; i < shape->height; i++) {
        for (unsigned j = 0; j < shape->width; j++) {
            if ((shape->row[i] >> j & 1) != 0)
                field[(y + i) * SMALL_WIDTH + x + j] = (uint8_t)(1 + piece);
        }
    }
    for (unsigned row = SMALL_HEIGHT; row-- > 0;) {
        if (memchr(&field[row * SMALL_WIDTH], 0, SMALL_WIDTH) != NULL)
            continue;
        memmove(&field[row * SMALL_WIDTH], &field[(row + 1) * SMALL_WIDTH],
                (SMALL_HEIGHT - 1 - row) * SMALL_WIDTH);
        memset(&field[(SMALL_HEIGHT - 1) * SMALL_WIDTH], 0, SMALL_WIDTH);
    }
    return true;
}

/* Takes the current piece or the other one. False if the queue does not give it. */
static bool small_take(small_state *state, const uint8_t *queue, bool swaps, unsigned *piece)
{
    if (state->next >= SMALL_QUEUE)
        return false;
    *piece = queue[state->next++];
    if (!swaps)
        return true;
    if (state->held == 0 && state->next >= SMALL_QUEUE)
        return false;
    const unsigned other =
        state->held == 0 ? queue[state->next++] : (unsigned)(state->held - 1);
    state->held = (uint8_t)(1 + *piece);
    *piece = other;
    return true;
}

/* True if a square of a piece, or of none, may be one of that colour. */
static bool small_suits(unsigned square, unsigned carriers)
{
    return square > DF_TETROMINOES ? carriers == 0x7f : (carriers >> (square - 1) & 1) != 0;
}

static bool small_is_wanted(const uint8_t *field, const uint8_t *wanted,
                            const uint8_t *carriers)
{
    for (unsigned i = 0; i < SMALL_SQUARES; i++) {
        if ((wanted[i] == 0) != (field[i] == 0) ||
            (wanted[i] != 0 && !small_suits(field[i], carriers[wanted[i] - 1])))
            return false;
    }
    return true;
}

/* Returns the least number of drops of the queue that leave what is wanted, 0 if none do. */
static size_t small_search(const uint8_t *begin, const uint8_t *queue, bool hold,
                           const uint8_t *wanted, const uint8_t *carriers)
{
    small_level now = {calloc(1, sizeof *now.states), 1, 1}, next = {NULL, 0, 0};
    size_t found = 0;
    memcpy(now.states[0].field, begin, SMALL_SQUARES);
    if (small_is_wanted(begin, wanted, carriers)) {
        free(now.states);
        return 0;
    }
    for (size_t drops = 1; drops <= SMALL_QUEUE && found == 0; drops++) {
        next.count = 0;
        for (size_t i = 0; i < now.count * 2 * DF_ORIENTATIONS * SMALL_WIDTH; i++) {
            const unsigned x = (unsigned)(i % SMALL_WIDTH);
            const unsigned o = (unsigned)(i / SMALL_WIDTH % DF_ORIENTATIONS);
            const bool swaps = i / SMALL_WIDTH / DF_ORIENTATIONS % 2 == 1;
            small_state made = now.states[i / SMALL_WIDTH / DF_ORIENTATIONS / 2];
            unsigned piece;
            if ((swaps && !hold) || !small_take(&made, queue, swaps, &piece) ||
                shared_set->pieces[piece].same_as[o] != o ||
                !small_drop(made.field, piece, o, x))
                continue;
            if (small_is_wanted(made.field, wanted, carriers))
                found = drops;
            if (next.count == next.capacity) {
                next.capacity = 2 * next.capacity + 100;
                next.states = realloc(next.states, next.capacity * sizeof *next.states);
                assert_non_null(next.states);
            }
            next.states[next.count++] = made;
        }
        qsort(next.states, next.count, sizeof *next.states, small_compare);
        size_t kept = 0;
        for (size_t i = 0; i < next.count; i++) {
            if (i == 0 || small_compare(&next.states[i], &next.states[i - 1]) != 0)
                next.states[kept++] = next.states[i];
        }
        next.count = kept;
        const small_level swapped = now;
        now = next;
        next = swapped;
    }
    free(now.states);
    free(next.states);
    return found;
}

/* Plays the queue at random, and takes what is left as the picture: kinds of pieces that
 * `carriers` has together are alike. False if the picture would have no squares, or colours
 * that are numbered otherwise. */
static bool small_random(df_random *random, const uint8_t *begin, const uint8_t *queue,
                         bool hold, const uint8_t *carriers, unsigned colors, uint8_t *wanted)
{
    small_state state = {{0}, 0, 0};
    memcpy(state.field, begin, SMALL_SQUARES);
    const unsigned drops = 2 + df_random_below(random, SMALL_QUEUE - 3);
    for (unsigned i = 0; i < drops; i++) {
        const bool swaps = hold && df_random_below(random, 2) == 1;
        unsigned piece;
        if (!small_take(&state, queue, swaps, &piece) ||
            !small_drop(state.field, piece, df_random_below(random, DF_ORIENTATIONS),
                        df_random_below(random, SMALL_WIDTH)))
            return false;
    }
    unsigned seen = 0;
    memset(wanted, 0, SMALL_SQUARES);
    for (unsigned row = SMALL_HEIGHT; row-- > 0;) {
        for (unsigned x = 0; x < SMALL_WIDTH; x++) {
            const unsigned at = row * SMALL_WIDTH + x;
            for (unsigned color = 0; color < colors && state.field[at] != 0; color++) {
                if (!small_suits(state.field[at], carriers[color]))
                    continue;
                wanted[at] = (uint8_t)(1 + color);
                if (color > seen)
                    return false;
                seen = color == seen ? seen + 1 : seen;
            }
            if (state.field[at] != 0 && wanted[at] == 0)
                return false;
        }
    }
    /* A picture has no empty row at its foot. */
    static const uint8_t none[SMALL_WIDTH] = {0};
    return seen == colors && memcmp(wanted, none, SMALL_WIDTH) != 0;
}

/* Lays some squares on the floor, of a piece or of none. */
static void small_lay(df_random *random, uint8_t *field, df_field **begin)
{
    assert_status(df_field_create(begin, SMALL_WIDTH, SMALL_HEIGHT), DF_OK);
    const unsigned rows = df_random_below(random, 4);
    for (unsigned y = 0; y < rows; y++) {
        const unsigned hole = df_random_below(random, SMALL_WIDTH);
        for (unsigned x = 0; x < SMALL_WIDTH; x++) {
            if (x != hole && df_random_below(random, 3) != 0)
                field[y * SMALL_WIDTH + x] =
                    (uint8_t)(1 + df_random_below(random, DF_TETROMINOES + 1));
            assert_status(df_field_set(*begin, x, y, field[y * SMALL_WIDTH + x]), DF_OK);
        }
    }
}

static bitmap small_map(const uint8_t *wanted)
{
    bitmap map = {.width = SMALL_WIDTH};
    for (unsigned i = 0; i < SMALL_SQUARES; i++) {
        map.cell[i / SMALL_WIDTH][i % SMALL_WIDTH] = wanted[i];
        if (wanted[i] != 0)
            map.height = i / SMALL_WIDTH + 1;
    }
    return map;
}

/* Checks what a plan leaves that begins with something. */
static void check_begun_result(const dealt_request *request, const uint8_t *wanted,
                               const dealt_result *made)
{
    df_field *left = NULL;
    unsigned needed;
    check_queue(request, made);
    assert_status(df_structure_fit(made->plan, 0, &needed), DF_OK);
    assert_status(df_plan_play(made->plan, NULL, NULL, &left, NULL, NULL), DF_OK);
    for (unsigned i = 0; i < SMALL_SQUARES; i++) {
        const unsigned square = df_field_square(left, i % SMALL_WIDTH, i / SMALL_WIDTH);
        assert_int_equal(square != 0, wanted[i] != 0);
        assert_true(square == 0 ||
                    small_suits(square, request->place->carriers[wanted[i] - 1]));
    }
    df_field_free(left);
}

/* A beam that keeps everything finds the fewest drops: no board that leads to them is taken for
 * a dead end, and no drop of the queue is missed. */
static void test_finds_the_fewest_drops(void **state)
{
    static const struct {
        unsigned colors;
        uint8_t carriers[2];
    } kinds[] = {{1, {0x7f}}, {1, {0x7f}}, {2, {0x2b, 0x54}}, {2, {0x15, 0x6a}}};
    (void)state;
    df_random random;
    df_random_seed(&random, test_seed(), 0);
    unsigned compared = 0;
    for (unsigned n = 0; n < test_cases(200); n++) {
        uint8_t queue[SMALL_QUEUE], wanted[SMALL_SQUARES], lying[SMALL_SQUARES] = {0};
        df_field *begin = NULL;
        const bool hold = df_random_below(&random, 2) == 1;
        const unsigned k = df_random_below(&random, COUNT(kinds));
        for (unsigned i = 0; i < SMALL_QUEUE; i++)
            queue[i] = (uint8_t)df_random_below(&random, DF_TETROMINOES);
        if (n % 2 == 1)
            small_lay(&random, lying, &begin);
        if (!small_random(&random, lying, queue, hold, kinds[k].carriers, kinds[k].colors,
                          wanted)) {
            df_field_free(begin);
            continue;
        }
        bitmap map = small_map(wanted);
        df_picture *picture = bitmap_picture(&map);
        target_place place = {.picture = picture,
                              .tetrominoes = shared_set,
                              .width = SMALL_WIDTH,
                              .begin = begin};
        memcpy(place.carriers, kinds[k].carriers, sizeof kinds[k].carriers);
        for (bool empty = true; empty; place.left += empty) {
            for (unsigned y = 0; y < map.height; y++)
                empty = empty && map.cell[y][place.left] == 0;
        }
        const dealt_request request = {.place = &place,
                                       .stays_left = true,
                                       .max_height = SMALL_HEIGHT,
                                       .queue = queue,
                                       .queue_count = SMALL_QUEUE,
                                       .hold = hold,
                                       .preview = DEALT_ALL,
                                       .keep = 30000};
        dealt_result made;
        assert_status(df_dealt_search(&request, &made), DF_OK);
        assert_int_equal(made.outcome, DF_FOUND);
        assert_int_equal(made.left, place.left);
        assert_int_equal(made.plan->count,
                         small_search(lying, queue, hold, wanted, place.carriers));
        if (begin == NULL)
            check_result(&request, &map, &made);
        else
            check_begun_result(&request, wanted, &made);
        df_field_free(begin);
        compared++;
        free_result(&made);
        df_picture_free(picture);
    }
    printf("# %u compared\n", compared);
    assert_true(compared > 0);
}

/* Random pictures from random queues: the plan is played, and is the same with eight threads.
 */
static void test_random_pictures(void **state)
{
    (void)state;
    df_random random;
    df_random_seed(&random, test_seed(), 1);
    unsigned printed = 0;
    for (unsigned n = 0; n < test_cases(30); n++) {
        bitmap map = random_bitmap(&random, 5, 5, 1 + n % 2, false);
        df_picture *picture = bitmap_picture(&map);
        const unsigned width = 7 + df_random_below(&random, 4);
        target_place place = {.picture = picture,
                              .tetrominoes = shared_set,
                              .width = width,
                              .carriers = {0x2d, 0x52}};
        if (picture->color_count == 1)
            place.carriers[0] = 0x7f;
        if (df_dealt_check(&place, 20, NULL) != DF_OK) {
            df_picture_free(picture);
            continue;
        }
        uint8_t queue[QUEUE];
        deal_bags(&random, queue, QUEUE);
        dealt_request request = {.place = &place,
                                 .max_height = 20,
                                 .queue = queue,
                                 .queue_count = QUEUE,
                                 .hold = n % 3 != 0,
                                 .preview = n % 4 == 3 ? 4 : DEALT_ALL,
                                 .bags = true,
                                 .keep = 30,
                                 .max_nodes = 1000000};
        dealt_result made[2];
        for (unsigned i = 0; i < 2; i++) {
            request.jobs = i == 0 ? 1 : 8;
            assert_status(df_dealt_search(&request, &made[i]), DF_OK);
        }
        assert_int_equal(made[0].outcome, made[1].outcome);
        assert_int_equal(made[0].nodes, made[1].nodes);
        if (made[0].outcome == DF_FOUND) {
            check_same_plan(made[0].plan, made[1].plan);
            assert_memory_equal(made[0].held, made[1].held, made[0].plan->count);
            check_result(&request, &map, &made[0]);
            printed++;
        }
        for (unsigned i = 0; i < 2; i++)
            free_result(&made[i]);
        df_picture_free(picture);
    }
    printf("# %u printed\n", printed);
    assert_true(printed > 0);
}

/* Pieces beyond the preview do not matter for the first drop. */
static void test_sees_the_preview_alone(void **state)
{
    (void)state;
    df_random random;
    df_random_seed(&random, test_seed(), 2);
    const bitmap map = bitmap_read(".11./1111/1111/1..1");
    df_picture *picture = bitmap_picture(&map);
    const target_place place = {
        .picture = picture, .tetrominoes = shared_set, .width = 8, .carriers = {0x7f}};
    uint8_t queue[QUEUE];
    deal_bags(&random, queue, QUEUE);
    const dealt_request request = {.place = &place,
                                   .max_height = 16,
                                   .queue = queue,
                                   .queue_count = QUEUE,
                                   .hold = true,
                                   .preview = 5,
                                   .keep = 30};
    dealt_result first, second;
    assert_status(df_dealt_search(&request, &first), DF_OK);
    deal_bags(&random, queue + 14, QUEUE - 14);
    for (unsigned i = 6; i < 14; i++)
        queue[i] = DF_I;
    assert_status(df_dealt_search(&request, &second), DF_OK);
    assert_int_equal(first.outcome, DF_FOUND);
    assert_int_equal(second.outcome, DF_FOUND);
    const df_drop *a = &first.plan->drops[0], *b = &second.plan->drops[0];
    assert_int_equal(a->piece, b->piece);
    assert_int_equal(a->orientation, b->orientation);
    assert_int_equal(a->x, b->x);
    assert_int_equal(first.held[0], second.held[0]);
    free_result(&first);
    free_result(&second);
    df_picture_free(picture);
}

/* A queue that is too short for the picture ends the search, and so do its limits. */
static void test_gives_up(void **state)
{
    (void)state;
    const bitmap map = bitmap_read("1111/1111");
    df_picture *picture = bitmap_picture(&map);
    const target_place place = {
        .picture = picture, .tetrominoes = shared_set, .width = 10, .carriers = {0x7f}};
    static const uint8_t queue[] = {DF_S, DF_Z, DF_S, DF_I, DF_I};
    dealt_request request = {
        .place = &place, .queue = queue, .queue_count = 3, .preview = DEALT_ALL};
    dealt_result made;
    for (unsigned i = 0; i < 3; i++) {
        request.queue_count = i < 2 ? 3 : 5;
        request.preview = i == 1 ? 1 : DEALT_ALL;
        request.max_nodes = i == 2 ? 1 : 0;
        assert_status(df_dealt_search(&request, &made), DF_OK);
        assert_int_equal(made.outcome, DF_LIMIT);
        assert_null(made.plan);
        free_result(&made);
    }
    df_picture_free(picture);
}

static void check_refused(const char *rows, unsigned width, unsigned height, uint8_t carriers,
                          const char *reason)
{
    const bitmap map = bitmap_read(rows);
    df_picture *picture = bitmap_picture(&map);
    const target_place place = {
        .picture = picture, .tetrominoes = shared_set, .width = width, .carriers = {carriers}};
    df_error error = {0};
    assert_status(df_dealt_check(&place, height, &error), DF_ERROR_PICTURE);
    if (strstr(error.text, reason) == NULL)
        fail_msg("'%s' does not say '%s'", error.text, reason);
    df_picture_free(picture);
}

static void test_reasons(void **state)
{
    (void)state;
    check_refused("111", 10, 20, 0x7f, "3 squares");
    check_refused("1/./1/1/1", 10, 20, 0x7f, "empty");
    check_refused("1111/1..1", 4, 20, 0x7f, "width");
    check_refused("1/1/1/1/1/1", 10, 5, 0x7f, "6 rows");
    check_refused("1.1/1.1", 10, 20, 1U << DF_O, "O");
    check_refused("11111", 4, 20, 0x7f, "wide");
}

static df_status run_search(void *context)
{
    dealt_result made;
    const df_status status = df_dealt_search(context, &made);
    if (status == DF_OK)
        free_result(&made);
    return status;
}

static void test_failed_allocations(void **state)
{
    (void)state;
    const bitmap map = bitmap_read("11/11/11/11");
    df_picture *picture = bitmap_picture(&map);
    const target_place place = {
        .picture = picture, .tetrominoes = shared_set, .width = 5, .carriers = {0x7f}};
    static const uint8_t queue[] = {DF_T, DF_O, DF_O, DF_I, DF_O, DF_S, DF_Z};
    dealt_request request = {.place = &place,
                             .queue = queue,
                             .queue_count = COUNT(queue),
                             .preview = DEALT_ALL,
                             .keep = 5};
    request.hold = true;
    alloc_fail_each(run_search, &request);
    request.preview = 2;
    alloc_fail_each(run_search, &request);
    df_field *begin = NULL;
    assert_status(df_field_create(&begin, 5, 1), DF_OK);
    assert_status(df_field_set(begin, 1, 0, DF_TETROMINOES + 1), DF_OK);
    target_place begun = place;
    begun.begin = begin;
    request.place = &begun;
    request.preview = DEALT_ALL;
    request.once = true;
    alloc_fail_each(run_search, &request);
    df_field_free(begin);
    df_picture_free(picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finds_the_fewest_drops),
        cmocka_unit_test(test_random_pictures),
        cmocka_unit_test(test_sees_the_preview_alone),
        cmocka_unit_test(test_gives_up),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_failed_allocations),
    };
    return cmocka_run_group_tests(tests, share_tetrominoes, release_tetrominoes);
}
