/* The text buffer and the drop list. Invariants: what is written reads back as the same
 * plan; what has been read is written in one way only; every malformed text is refused with
 * its place. */
#include <string.h>

#include "core/base/format.h"
#include "core/base/random.h"
#include "core/format/plan_texts.h"
#include "dropforge/plan.h"
#include "tests/support/plans.h"

#define FIELD "dropforge-drops 1\nfield 8 6\n"

TEST(text_grows)
{
    df_text text = {0};
    df_text_put(&text, "");
    assert_string_equal(text.bytes, "");
    df_text_put_number(&text, 0);
    df_text_put_char(&text, ' ');
    df_text_put_number(&text, UINT64_MAX);
    df_text_put_char(&text, '#');
    df_text_put_color(&text, (df_color){0x0a, 0x1b, 0x2c});
    df_text_put_bytes(&text, "x\0y", 3);
    assert_int_equal(text.length, 32);
    assert_memory_equal(text.bytes, "0 18446744073709551615#0a1b2cx\0y", 32);
    for (unsigned i = 0; i < 10000; i++)
        df_text_put(&text, "0123456789");
    assert_int_equal(text.length, 100032);
    assert_int_equal(text.bytes[100032], '\0');
    assert_string_equal(text.bytes + 100027, "56789");
    assert_status(text.status, DF_OK);
    df_text_free(&text);
    assert_null(text.bytes);
    assert_int_equal(text.length, 0);
    df_text_put(&text, "again");
    assert_string_equal(text.bytes, "again");
    df_text_free(&text);
}

TEST(text_keeps_its_first_error)
{
    df_text text = {0};
    df_text_put(&text, "kept");
    df_text_put_bytes(&text, "", SIZE_MAX / 2 + 1);
    assert_status(text.status, DF_ERROR_MEMORY);
    df_text_put(&text, " and nothing more");
    assert_string_equal(text.bytes, "kept");
    df_text_free(&text);
    assert_status(text.status, DF_OK);
}

TEST(writes_in_one_way)
{
    check_as_drops(df_drops_read, FIELD, FIELD);
    check_as_drops(df_drops_read, "dropforge-drops 1\r\nfield 8 6\r\nT N 0 0\r\n",
                   FIELD "T N 0 0\n");
    check_as_drops(df_drops_read, "dropforge-drops\t 1 \n\n \t\r\n#\n  #x\n field  08 00006",
                   FIELD);
    check_as_drops(df_drops_read, FIELD "color L #ABCDEF\ncolor J #000000\nT N 0 0",
                   FIELD "color J #000000\ncolor L #abcdef\nT N 0 0\n");
    check_as_drops(df_drops_read,
                   FIELD "I S 0 0\nI W 7 0\nO W 4 0\nS S 0 1\nZ W 4 2\nT S 1 3\n",
                   FIELD "I N 0 0\nI E 7 0\nO N 4 0\nS N 0 1\nZ E 4 2\nT S 1 3\n");
}

TEST(keeps_the_marks_of_blocks)
{
    check_as_drops(df_drops_read,
                   FIELD "# block\nT N 0 0\n# blocks\n#block\n # block\nI N 3 0\n# block\n",
                   FIELD "# block\nT N 0 0\nI N 3 0\n");
    check_as_drops(df_drops_read, "dropforge-drops 1\n# block\nfield 8 6\n# block\r\nT N 0 0\n",
                   FIELD "# block\nT N 0 0\n");
}

TEST(reads_every_size)
{
    check_as_drops(df_drops_read, "dropforge-drops 1\nfield 1 1\n",
                   "dropforge-drops 1\nfield 1 1\n");
    check_as_drops(df_drops_read, "dropforge-drops 1\nfield 64 1024\nI E 63 0\nI N 60 4\n",
                   "dropforge-drops 1\nfield 64 1024\nI E 63 0\nI N 60 4\n");
}

TEST(refuses_malformed_texts)
{
    check_bad_files(df_drops_read, ".drops");
}

/* A text that ends anywhere is read or refused, but never read beyond. */
TEST(bears_every_end)
{
    static const char text[] = FIELD "color T #4cdc48\nT N 0 0\r\n# block\nI N 3 0\n";
    for (size_t length = 0; length < sizeof text; length++) {
        char *copy = test_malloc(length + 1);
        memcpy(copy, text, length);
        df_plan *plan = NULL;
        df_error error = {0};
        const df_status status = df_drops_read(&plan, shared_set, copy, length, &error);
        if (status == DF_OK) {
            df_plan_free(plan);
        } else {
            assert_status(status, DF_ERROR_INPUT);
            assert_in_range(error.line, 1, 7);
        }
        test_free(copy);
    }
}

TEST(quotes_no_more_than_fits)
{
    static const df_piece_drawing drawings[] = {
        {"abcdefghi-1", "#"},    {"abcdefghi-2", "##"},    {"abcdefghi-3", "###"},
        {"abcdefghi-4", "####"}, {"abcdefghi-5", "#####"}, {"abcdefghi-6", "######"},
        {"abcdefghi-7", "#/#"},  {"abcdefghi-8", "##/#."}, {"abcdefghi-9", "##/.#"},
        {"abcdefghi-a", "#/##"}, {"abcdefghi-b", ".#/##"}, {"abcdefghi-c", "##/##"},
        {"abcdefghi-d", "#/#/#"}};
    df_piece_set *set = new_pieces(drawings, COUNT(drawings));
    static const char text[] = FIELD "abcdefghi-e N 0 0\n";
    df_plan *plan = NULL;
    df_error error = {0};
    assert_status(df_drops_read(&plan, set, text, strlen(text), &error), DF_ERROR_INPUT);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    df_piece_set_free(set);
}

TEST(refuses_names_that_are_words_of_the_format)
{
    static const char *const names[] = {"field", "color", "rules", "piece"};
    for (size_t i = 0; i < COUNT(names); i++) {
        const df_piece_drawing drawing = {names[i], "#"};
        df_piece_set *set = new_pieces(&drawing, 1);
        df_text text = {0};
        df_plan *plan = new_plan(set, 2, 2);
        assert_status(df_drops_write(&text, plan), DF_ERROR_LIMIT);
        assert_null(text.bytes);
        df_plan_free(plan);
        df_piece_set_free(set);
    }
}

static void give_random_colors(df_random *random, df_plan *plan)
{
    for (size_t i = 0; i < plan->set->count; i++) {
        const uint64_t bits = df_random_next(random);
        if ((bits >> 24 & 1) != 0)
            plan->colors[i] = (df_plan_color){
                true, {(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16)}};
    }
}

/* The seven tetrominoes, or a few polyominoes of up to eight squares. */
static df_piece_set *random_set(df_random *random)
{
    if (df_random_below(random, 2) == 0)
        return tetrominoes();
    static const char *const names[] = {"A", "colors", "P-10", "fields", "\"quoted\""};
    df_piece_drawing drawings[COUNT(names)];
    static char rows[COUNT(names)][POLYOMINO_TEXT];
    for (size_t i = 0; i < COUNT(names); i++) {
        random_polyomino(random, 1 + df_random_below(random, 8), rows[i]);
        drawings[i] = (df_piece_drawing){names[i], rows[i]};
    }
    return new_pieces(drawings, COUNT(names));
}

/* A set of pieces and the size of a playfield; now and then of the largest. */
static df_piece_set *random_setting(df_random *random, unsigned i, unsigned *width,
                                    unsigned *height, unsigned max_width)
{
    df_piece_set *set = random_set(random);
    *width = 1 + df_random_below(random, i % 4 == 0 ? max_width : 12);
    *height = 1 + df_random_below(random, i % 8 == 0 ? 1024 : 30);
    return set;
}

TEST(random_plans_come_back)
{
    df_random random = test_random(1);
    const unsigned cases = test_cases(300);
    size_t drops = 0;
    for (unsigned i = 0; i < cases; i++) {
        unsigned width, height;
        df_piece_set *set = random_setting(&random, i, &width, &height, DF_FIELD_MAX_WIDTH);
        df_plan *plan = random_plan(&random, set, width, height, df_random_below(&random, 150));
        give_random_colors(&random, plan);
        check_comes_back(plan);
        drops += plan->count;
        df_plan_free(plan);
        df_piece_set_free(set);
    }
    assert_true(drops > cases);
}

TEST(random_plans_with_moves_come_back)
{
    df_random random = test_random(2);
    const unsigned cases = test_cases(60);
    size_t drops = 0;
    for (unsigned i = 0; i < cases; i++) {
        unsigned width, height;
        df_piece_set *set = random_setting(&random, i, &width, &height, DF_NARROW_MAX_WIDTH);
        df_plan *plan =
            random_moved_plan(&random, set, width, height, df_random_below(&random, 100),
                              i % 2 == 0 ? DF_RULES_SRS : DF_RULES_SRS_180);
        check_comes_back(plan);
        /* A drop that is possible here is possible in a larger playfield. */
        assert_status(df_plan_settle(plan, height, NULL), DF_OK);
        check_comes_back(plan);
        drops += plan->count;
        df_plan_free(plan);
        df_piece_set_free(set);
    }
    assert_true(drops > cases);
}

/* Appends drops that fill two rows. */
static void add_two_rows(df_plan *plan)
{
    for (unsigned x = 0; x < plan->width; x += 2) {
        const bool is_last = x + 1u == plan->width;
        const df_drop drop = {.piece = is_last ? DF_I : DF_O,
                              .orientation = is_last ? DF_EAST : DF_NORTH,
                              .x = (uint8_t)x};
        assert_status(df_plan_add(plan, drop), DF_OK);
    }
}

/* At the ends of the words of a row, and in the widest playfield. */
TEST(wide_plans_come_back)
{
    static const unsigned widths[] = {64, 65, 128, 129, 192, 193, 255, 256};
    df_random random = test_random(3);
    for (size_t i = 0; i < COUNT(widths); i++) {
        df_plan *plan = random_plan(&random, shared_set, widths[i], 40, 2000);
        check_comes_back(plan);
        df_plan_free(plan);

        df_plan_summary summary;
        assert_status(df_plan_create(&plan, widths[i], 40, shared_set), DF_OK);
        add_two_rows(plan);
        assert_status(df_plan_settle(plan, 40, NULL), DF_OK);
        assert_status(df_plan_play(plan, NULL, NULL, NULL, &summary, NULL), DF_OK);
        assert_int_equal(summary.rows_cleared, 2);
        check_comes_back(plan);
        df_plan_free(plan);
    }
}

TEST(refuses_moves_in_wide_playfields)
{
    df_plan *plan = new_plan(shared_set, 65, 20);
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_T}), DF_OK);
    assert_status(df_plan_settle(plan, 20, NULL), DF_OK);
    plan->rules = DF_RULES_SRS;
    assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL), DF_ERROR_ARGUMENT);
    assert_status(df_plan_settle(plan, 20, NULL), DF_ERROR_ARGUMENT);
    df_landing landing;
    df_field *field = new_field(65, 20);
    assert_int_equal(df_drop_apply(field, shared_set, &plan->drops[0], DF_RULES_SRS, &landing),
                     DF_REFUSAL_NO_PATH);
    df_field_free(field);
    df_plan_free(plan);
}

TEST(writes_the_rules)
{
    check_as_drops(df_drops_read,
                   FIELD "color T #4cdc48\n\trules  srs+180\ncolor J #fc7460\nT S 0 0\n",
                   FIELD "rules srs+180\ncolor T #4cdc48\ncolor J #fc7460\nT S 0 0\n");
    df_text text = {0};
    df_plan *plan = new_plan(shared_set, 4, 4);
    plan->rules = DF_RULES_ABOVE;
    assert_status(df_drops_write(&text, plan), DF_ERROR_LIMIT);
    assert_null(text.bytes);
    df_plan_free(plan);
}
