/* Prints random bitmaps with every method and checks that whatever comes out leaves the
 * bitmap: through the written formats, by the simulator and by the slow rules of slow.c. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "dropforge/blocks.h"
#include "dropforge/drops.h"
#include "dropforge/print.h"
#include "slow.h"
#include "support.h"

/* Low bitmaps; of the others fewer. */
#define CASES 2500

#define MAX_WIDTH 17
#define MAX_HEIGHT 32

/* A bitmap of numbers of colours, 0 for none; row 0 is the lowest. */
typedef struct bitmap {
    unsigned width, height;
    unsigned cell[MAX_HEIGHT][MAX_WIDTH];
} bitmap;

static const df_color inks[] = {{0, 0, 0}, {250, 30, 30}, {30, 250, 30}, {30, 30, 250}};

static bool row_is_empty(const bitmap *map, unsigned y)
{
    for (unsigned x = 0; x < map->width; x++) {
        if (map->cell[y][x] != 0)
            return false;
    }
    return true;
}

/* Without `empty_rows` every row has a square; the lowest and highest always do. */
static bitmap random_bitmap(df_random *random, unsigned most_rows, bool empty_rows)
{
    bitmap map = {.width = 1 + df_random_below(random, MAX_WIDTH),
                  .height = 1 + df_random_below(random, most_rows)};
    const unsigned colors = 1 + df_random_below(random, 3);
    const unsigned density = 1 + df_random_below(random, 100);
    for (unsigned y = 0; y < map.height; y++) {
        const bool may_be_empty = empty_rows && y > 0 && y + 1 < map.height;
        const unsigned own = may_be_empty && df_random_below(random, 3) == 0 ? 0 : density;
        for (unsigned x = 0; x < map.width; x++) {
            if (df_random_below(random, 100) < own)
                map.cell[y][x] = 1 + df_random_below(random, colors);
        }
        if (!may_be_empty && row_is_empty(&map, y))
            map.cell[y][df_random_below(random, map.width)] = 1;
    }
    return map;
}

static df_picture *picture_of(const bitmap *map)
{
    uint8_t rgba[MAX_HEIGHT * MAX_WIDTH * 4] = {0};
    for (unsigned y = 0; y < map->height; y++) {
        for (unsigned x = 0; x < map->width; x++) {
            uint8_t *pixel = &rgba[((map->height - 1 - y) * map->width + x) * 4];
            const df_color ink = inks[map->cell[y][x]];
            pixel[0] = ink.red;
            pixel[1] = ink.green;
            pixel[2] = ink.blue;
            pixel[3] = map->cell[y][x] != 0 ? 255 : 0;
        }
    }
    df_picture *picture = NULL;
    assert_status(df_picture_from_rgba(&picture, rgba, map->width, map->height, NULL), DF_OK);
    return picture;
}

/* Whether the square of the playfield, 0 or 1 + piece, shows the bitmap's colour. */
static bool shows(unsigned square, unsigned wanted, const df_plan *plan)
{
    if (square == 0 || wanted == 0)
        return square == wanted;
    const df_plan_color *color = &plan->colors[square - 1];
    return color->given && memcmp(&color->color, &inks[wanted], sizeof inks[0]) == 0;
}

/* Whether a whole row of the playfield shows a row of the bitmap that begins at column
 * `shift`. `anchors` counts the further squares that are allowed. */
static bool row_matches(const bitmap *map, const df_plan *plan, const df_field *field,
                        unsigned y, int shift, unsigned anchors)
{
    for (int x = 0; x < field->width; x++) {
        const int column = x - shift;
        const bool inside = column >= 0 && column < (int)map->width && y < map->height;
        const unsigned wanted = inside ? map->cell[y][column] : 0;
        const unsigned square = df_field_square(field, (unsigned)x, y);
        if (shows(square, wanted, plan))
            continue;
        if (wanted != 0 || anchors == 0)
            return false;
        anchors--;
    }
    return true;
}

/* Whether the playfield holds the bitmap somewhere and nothing else. */
static bool leaves(const bitmap *map, const df_plan *plan, const df_field *field, bool anchors)
{
    for (int shift = -MAX_WIDTH; shift < field->width; shift++) {
        bool same = true;
        for (unsigned y = 0; same && y < field->height; y++) {
            const bool anchored = anchors && y < map->height && row_is_empty(map, y);
            same = row_matches(map, plan, field, y, shift, anchored ? 1 : 0);
        }
        if (same)
            return true;
    }
    return false;
}

/* Plays the plan and checks what it leaves. */
static void check_plan(const df_plan *plan, const bitmap *map, bool anchors)
{
    df_field *field = NULL;
    df_mishap mishap = {0};
    assert_status(df_plan_play(plan, NULL, NULL, &field, NULL, &mishap), DF_OK);
    check_field_whole(field);
    assert_true(leaves(map, plan, field, anchors));
    df_field_free(field);
}

static void check_same_plan(const df_plan *plan, const df_plan *other)
{
    assert_int_equal(plan->width, other->width);
    assert_int_equal(plan->height, other->height);
    assert_int_equal(plan->count, other->count);
    for (size_t i = 0; i < plan->set->count; i++) {
        assert_int_equal(plan->colors[i].given, other->colors[i].given);
        assert_memory_equal(&plan->colors[i].color, &other->colors[i].color, sizeof(df_color));
    }
    for (size_t i = 0; i < plan->count; i++) {
        const df_drop *a = &plan->drops[i], *b = &other->drops[i];
        const df_piece *piece = &plan->set->pieces[a->piece];
        assert_int_equal(a->piece, b->piece);
        /* A reader may name the same shape by another orientation. */
        assert_int_equal(piece->same_as[a->orientation], piece->same_as[b->orientation]);
        assert_int_equal(a->x, b->x);
        assert_int_equal(a->y, b->y);
        assert_int_equal(a->begins_block, b->begins_block);
    }
}

/* Writes the plan as a drop list and as blocks, reads both, and checks what was read. */
static void check_formats(const df_plan *plan, const bitmap *map, bool anchors)
{
    df_text text = {0};
    df_plan *read = NULL;
    df_mishap mishap = {0};
    assert_status(df_drops_write(&text, plan), DF_OK);
    assert_status(df_drops_read(&read, plan->set, text.bytes, text.length, &mishap), DF_OK);
    check_same_plan(plan, read);
    df_plan_free(read);
    df_text_free(&text);

    assert_status(df_blocks_write(&text, plan, &mishap), DF_OK);
    assert_status(df_blocks_read(&read, plan->set, text.bytes, text.length, &mishap), DF_OK);
    check_plan(read, map, anchors);
    df_plan_free(read);
    df_text_free(&text);
}

/* Plays the plan by the slow rules next to the simulator. */
static void check_slowly(const df_plan *plan)
{
    static const char *const rows[DF_TETROMINOES] = {"####",    "##/##",   ".#./###", ".##/##.",
                                                     "##./.##", "#../###", "..#/###"};
    static slow_field slow;
    df_field *field = NULL;
    slow_begin(&slow, plan->width, plan->height);
    for (size_t i = 0; i < plan->count; i++) {
        const df_drop *drop = &plan->drops[i];
        df_landing landing;
        assert_int_equal(slow_drop(&slow, rows[drop->piece], drop, DF_REACH_SPAWN, &landing),
                         DF_MOVE_POSSIBLE);
        assert_int_equal(landing.y, drop->y);
    }
    assert_status(df_plan_play(plan, NULL, NULL, &field, NULL, NULL), DF_OK);
    assert_true(slow_equals(&slow, field));
    df_field_free(field);
}

/* Prints a bitmap with one method and checks all that is promised of the plan. */
static void check_print(const bitmap *map, const df_print_options *options, bool slowly)
{
    df_piece_set *set = tetrominoes();
    df_picture *picture = picture_of(map);
    df_plan *plan = NULL;
    df_print_report report;
    df_mishap mishap = {0};
    const df_status status = df_print(&plan, picture, set, options, &report, &mishap);
    if (status != DF_OK)
        print_error("%s\n", mishap.text);
    assert_status(status, DF_OK);
    assert_int_equal(report.drops, plan->count);
    assert_int_equal(report.width, plan->width);
    assert_int_equal(report.height, plan->height);
    assert_in_range(report.max_height, map->height, plan->height);
    if (options->width != 0)
        assert_int_equal(plan->width, options->width);
    check_plan(plan, map, options->anchors);
    check_formats(plan, map, options->anchors);
    if (slowly)
        check_slowly(plan);
    df_plan_free(plan);
    df_picture_free(picture);
    df_piece_set_free(set);
}

static void draw_bitmap(const bitmap *map)
{
    for (unsigned y = map->height; y-- > 0;) {
        printf("# ");
        for (unsigned x = 0; x < map->width; x++)
            putchar(".123"[map->cell[y][x]]);
        putchar('\n');
    }
}

/* The bitmap under test, drawn when a test of it fails. */
static bitmap current;

static int draw_on_failure(void **state)
{
    (void)state;
    if (current.height > 0)
        draw_bitmap(&current);
    return 0;
}

static void print_random_bitmaps(unsigned cases, unsigned most_rows, bool anchors,
                                 uint64_t stream)
{
    df_random random;
    df_random_seed(&random, test_seed(), stream);
    for (unsigned i = 0; i < cases; i++) {
        current = random_bitmap(&random, most_rows, anchors);
        df_print_options options = {
            .seed = df_random_below(&random, 4) == 0 ? df_random_next(&random) : 0,
            .jobs = df_random_below(&random, 8) == 0 ? 3 : 1,
            .anchors = anchors,
        };
        /* Any odd width with two free columns on either side will do; a search is shorter
         * on a narrow one. */
        const bool usual_width = df_random_below(&random, 8) == 0;
        const unsigned width = (current.width + 4 + df_random_below(&random, 4)) | 1;
        options.width = usual_width ? 0 : width < 7 ? 7 : width;
        const df_print_method_info *method;
        for (size_t j = 0; (method = df_print_method(j)) != NULL; j++) {
            /* It works a hundred times as long as the others. */
            if (strcmp(method->name, "best") == 0 && i % 8 != 0)
                continue;
            options.method = method->name;
            check_print(&current, &options, i % 16 == 0);
        }
    }
    current.height = 0;
}

static void low_bitmaps(void **state)
{
    (void)state;
    print_random_bitmaps(test_cases(CASES), 4, false, 10);
}

static void tall_bitmaps(void **state)
{
    (void)state;
    print_random_bitmaps(test_cases(CASES) / 40, MAX_HEIGHT, false, 11);
}

static void bitmaps_with_empty_rows(void **state)
{
    (void)state;
    print_random_bitmaps(test_cases(CASES) / 10, 8, true, 12);
}

/* Neither the number of threads nor the day changes a plan; the seed does. */
static void same_seed_same_plan(void **state)
{
    (void)state;
    df_random random;
    df_random_seed(&random, test_seed(), 13);
    current = random_bitmap(&random, MAX_HEIGHT, false);
    df_piece_set *set = tetrominoes();
    df_picture *picture = picture_of(&current);
    const df_print_method_info *method;
    for (size_t i = 0; (method = df_print_method(i)) != NULL; i++) {
        df_plan *one = NULL, *many = NULL;
        df_print_options options = {.method = method->name, .seed = 5};
        df_print_report first, second;
        assert_status(df_print(&one, picture, set, &options, &first, NULL), DF_OK);
        options.jobs = 4;
        assert_status(df_print(&many, picture, set, &options, &second, NULL), DF_OK);
        check_same_plan(one, many);
        assert_true(first.nodes == second.nodes);
        df_plan_free(one);
        df_plan_free(many);
    }
    df_picture_free(picture);
    df_piece_set_free(set);
    current.height = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(low_bitmaps, draw_on_failure),
        cmocka_unit_test_teardown(tall_bitmaps, draw_on_failure),
        cmocka_unit_test_teardown(bitmaps_with_empty_rows, draw_on_failure),
        cmocka_unit_test_teardown(same_seed_same_plan, draw_on_failure),
    };
    return cmocka_run_group_tests_name("property", tests, NULL, NULL);
}
