/* Several pieces for one colour, and any pieces: the words for them, and prints of random
 * pictures with them. */
#include <stdio.h>
#include <string.h>

#include "dropforge/print.h"
#include "print/base/advice.h"
#include "print/base/carriers.h"
#include "print/base/possible.h"
#include "tests/support/bitmaps.h"

enum { I = 1 << DF_I, O = 1 << DF_O, T = 1 << DF_T, J = 1 << DF_J, L = 1 << DF_L };

TEST(pieces_are_read)
{
    static const struct {
        const char *text;
        carriers_fault fault;
        carrier_sets sets;
        const char *written;
    } cases[] = {
        {"JTL", CARRIERS_FINE, {3, {J, T, L}}, "JTL"},
        {"J,T,L", CARRIERS_FINE, {3, {J, T, L}}, "JTL"},
        {"J,", CARRIERS_FINE, {1, {J}}, "J"},
        {"JL,", CARRIERS_FINE, {1, {J | L}}, "JL,"},
        {"LJ,T,OI", CARRIERS_FINE, {3, {J | L, T, I | O}}, "JL,T,IO"},
        {"I,O,T,S,Z,JL", CARRIERS_FINE, {6, {1, 2, 4, 8, 16, 96}}, "I,O,T,S,Z,JL"},
        {"any", CARRIERS_FINE, {1, {127}}, "IOTSZJL,"},
        {"", CARRIERS_FINE, {0, {0}}, ""},
        {"--O", CARRIERS_UNKNOWN, {3, {0, 0, O}}, "??O"},
        {"JL,xT", CARRIERS_UNKNOWN, {2, {J | L, T}}, "JL,T"},
        {"JTJ", CARRIERS_TWICE, {3, {J, T, 0}}, "JT?"},
        {"JL,LT", CARRIERS_TWICE, {2, {J | L, T}}, "JL,T"},
        {"JL,,T", CARRIERS_NONE, {3, {J | L, 0, T}}, "JL,?,T"},
        {",T", CARRIERS_NONE, {2, {0, T}}, "?T"},
        {"IOTSZJLI", CARRIERS_TWICE, {7, {1, 2, 4, 8, 16, 32, 64}}, "IOTSZJL"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        carrier_sets sets;
        char text[DF_PRINT_PIECES_SIZE];
        assert_int_equal(df_carriers_read(&sets, cases[i].text), cases[i].fault);
        assert_int_equal(sets.count, cases[i].sets.count);
        assert_memory_equal(sets.pieces, cases[i].sets.pieces, sizeof sets.pieces);
        df_carriers_write(sets.pieces, sets.count, text);
        assert_string_equal(text, cases[i].written);
    }
}

TEST(advice_names_free_pieces)
{
    static const struct {
        const char *pieces;
        unsigned count, index;
        const char *advice;
    } cases[] = {
        {"OJ", 2, 0, "; pieces=TJ"},         {"JL,O", 2, 1, "; pieces=JL,T"},
        {"JL", 3, 3, "; pieces=JLT"},        {"JL,", 3, 3, "; pieces=JL,T,I"},
        {"JTLISZ,O", 2, 1, "; pieces=auto"}, {"any", 2, 2, "; pieces=auto"},
        {"IOTSZJL", 7, 1, "; colors=6"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_error error = {0};
        df_advice_put_pieces(&error, cases[i].pieces, cases[i].count, cases[i].index);
        assert_string_equal(tell_error(&error).text, cases[i].advice);
    }
}

/* Only where O alone may leave a colour, its runs must be even. */
TEST(only_o_needs_pairs)
{
    static const struct {
        const char *pieces;
        df_status status;
    } cases[] = {{"O", DF_ERROR_PICTURE},
                 {"O,J", DF_ERROR_PICTURE},
                 {"OJ,", DF_OK},
                 {"JO,I", DF_OK},
                 {"any", DF_OK}};
    const bitmap map = bitmap_read("1.1/111");
    df_picture *picture = bitmap_picture(&map);
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_status(df_possible_check(picture, 7, cases[i].pieces, false, NULL),
                      cases[i].status);
    df_picture_free(picture);
}

/* Draws random groups of pieces for two colours; or any, or one group for all. */
static void random_groups(df_random *random, unsigned colors, char text[DF_PRINT_PIECES_SIZE])
{
    uint8_t sets[DF_TETROMINOES] = {0};
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        const unsigned color = df_random_below(random, colors + 1);
        if (color < colors)
            sets[color] |= (uint8_t)(1u << piece);
    }
    df_carriers_write(sets, colors, text);
    if (strchr(text, '?') != NULL || df_random_below(random, 3) == 0)
        df_carriers_write_any(text);
}

/* Returns the same squares in one colour. */
static bitmap flatten_bitmap(const bitmap *map)
{
    bitmap flat = *map;
    for (unsigned y = 0; y < map->height; y++) {
        for (unsigned x = 0; x < map->width; x++)
            flat.cell[y][x] = map->cell[y][x] != 0;
    }
    return flat;
}

/* Checks that a plan leaves the picture, that each piece has the colour of its group, and that
 * with any pieces none has a colour. */
static void check_groups(df_plan *plan, const bitmap *map, const df_print_options *options)
{
    const bool is_any = strcmp(options->pieces, "any") == 0;
    const bitmap wanted = is_any ? flatten_bitmap(map) : *map;
    df_picture *picture = bitmap_picture(&wanted);
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        if (!is_any)
            continue;
        assert_false(plan->colors[piece].given);
        plan->colors[piece] = (df_plan_color){.given = true, .color = picture->colors[0]};
    }
    check_plan(plan, &wanted, options->anchors);
    check_formats(plan, &wanted, options->anchors);
    df_picture_free(picture);
}

static void check_group_bound(const df_picture *picture, const df_piece_set *set,
                              const df_print_options *options, const df_print_report *made)
{
    df_print_options asked = *options;
    df_print_report bound;
    asked.width = made->width;
    assert_status(df_print_bound(&bound, picture, set, &asked, NULL), DF_OK);
    assert_string_equal(bound.pieces, made->pieces);
    assert_in_range(bound.drops, 1, made->drops);
}

/* Prints with one thread and with two; true if there is a plan. */
static bool print_groups(const df_piece_set *set, const bitmap *map,
                         const df_print_options *options)
{
    df_picture *picture = bitmap_picture(map);
    df_plan *plan = NULL, *other = NULL;
    df_print_report report = {0}, second = {0};
    df_error error = {0};
    const df_status status = df_print(&plan, picture, set, options, &report, &error);
    df_print_options threads = *options;
    threads.jobs = 2;
    assert_status(df_print(&other, picture, set, &threads, &second, NULL), status);
    const bool is_found = status == DF_OK;
    if (is_found) {
        assert_string_equal(report.pieces, options->pieces);
        assert_int_equal(report.nodes, second.nodes);
        check_same_plan(plan, other);
        check_group_bound(picture, set, options, &report);
        check_groups(plan, map, options);
        check_slowly(plan);
    } else if (status != DF_ERROR_PICTURE) {
        assert_status(status, DF_ERROR_LIMIT);
        printf("# %s: %s\n", options->pieces, error.text);
        bitmap_draw(map);
    }
    df_plan_free(plan);
    df_plan_free(other);
    df_picture_free(picture);
    return is_found || status == DF_ERROR_PICTURE;
}

TEST(random_pictures)
{
    df_random random = test_random(80);
    const unsigned cases = test_cases(12);
    unsigned nowhere = 0;
    for (unsigned i = 0; i < cases; i++) {
        const unsigned colors = 1 + df_random_below(&random, 3);
        const bool anchors = df_random_below(&random, 4) == 0;
        const bitmap map = random_bitmap(&random, 8, 5, colors, anchors);
        df_picture *picture = bitmap_picture(&map);
        char pieces[DF_PRINT_PIECES_SIZE];
        random_groups(&random, picture->color_count, pieces);
        df_picture_free(picture);
        const df_print_options options = {
            .pieces = pieces, .anchors = anchors, .width = i % 2 == 0 ? map.width + 4 : 0};
        nowhere += !print_groups(shared_set, &map, &options);
    }
    printf("# %u of %u lead nowhere\n", nowhere, cases);
    assert_in_range(nowhere, 0, test_may_fail(cases, 6));
}

/* A picture of more colours than any method prints. */
TEST(any_takes_many_colors)
{
    static const char *const methods[] = {"best", "search", "table"};
    const bitmap map = bitmap_read("123/456/789");
    for (size_t i = 0; i < COUNT(methods); i++) {
        const df_print_options options = {.method = methods[i], .pieces = "any", .width = 7};
        assert_true(print_groups(shared_set, &map, &options));
    }
}

/* The methods that print row by row use one of J, T and L for each colour. */
TEST(rows_use_one_of_several)
{
    const bitmap map = bitmap_read("122/211/1.2");
    df_picture *picture = bitmap_picture(&map);
    static const struct {
        const char *pieces, *used;
        df_status status;
    } cases[] = {{"SLT,IJ", "TJ", DF_OK}, {"SZ,JTL", NULL, DF_ERROR_ARGUMENT}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_plan *plan = NULL;
        df_print_report report;
        df_error error = {0};
        const df_print_options options = {.method = "search", .pieces = cases[i].pieces};
        assert_status(df_print(&plan, picture, shared_set, &options, &report, &error),
                      cases[i].status);
        if (cases[i].status == DF_OK) {
            assert_string_equal(report.pieces, cases[i].used);
            check_plan(plan, &map, false);
        }
        df_plan_free(plan);
    }
    df_picture_free(picture);
}

/* A picture that fits no narrow playfield. */
TEST(wide_picture)
{
    const unsigned width = 70;
    uint8_t rgba[2 * 70 * 4] = {0};
    for (unsigned i = 0; i < 2 * width; i++) {
        rgba[4 * i] = (uint8_t)(i % 5 < 2 ? 1 : 2);
        rgba[4 * i + 3] = i % 7 == 3 ? 0 : 255;
    }
    static const char *const pieces[] = {"JLT,SZI", "any"};
    df_picture *picture = new_picture(rgba, width, 2);
    for (size_t i = 0; i < COUNT(pieces); i++) {
        df_plan *plan = NULL;
        df_print_report report;
        const df_print_options options = {.pieces = pieces[i], .quick = test_is_small()};
        /* The plan has been compared with the picture before it is handed out. */
        assert_status(df_print(&plan, picture, shared_set, &options, &report, NULL), DF_OK);
        assert_int_equal(plan->colors[DF_J].given, i == 0);
        df_plan_free(plan);
    }
    df_picture_free(picture);
}
