/* Packed blocks. Invariants: the original program's plans read and leave their pictures;
 * every tetromino plan that does not need its height can be written and reads back as the
 * same drops; every malformed text is refused with its place. That the other plans leave their
 * sprites is checked by test_formats.py. */
#include <string.h>

#include "core/base/format.h"
#include "core/format/plan_texts.h"
#include "dropforge/plan.h"
#include "tests/support/plans.h"

/* The board after the article's example, worked out by hand: of each row below the packed
 * ones, the letters that are there, in the colours of the J, T and L they are. The fourth row
 * stood on a platform with the third, and came down with it. */
static const char *const article_rows[] = {
    "......T..T...L.......",
    ".....TJJJTTTTTTT.....",
    "...JTTTT...LLLL......",
    "..TTTTTTJJJJLLLJJJ...",
};

TEST(reads_the_example_of_the_article)
{
    df_text text = read_data("plans/article.txt");
    df_plan *plan = read_plan(df_blocks_read, shared_set, text.bytes, text.length);
    assert_int_equal(plan->count, 25 + 18 + 20 + 34 + 16 + 1 + 27);
    assert_int_equal(plan->width, 21);
    assert_int_equal(plan->height, 42);
    const df_color colors[] = {plan->colors[DF_J].color, plan->colors[DF_T].color,
                               plan->colors[DF_L].color};
    assert_memory_equal(colors, "\xfc\x74\x60\x4c\xdc\x48\xfc\xfc\xfc", 9);
    assert_false(plan->colors[DF_I].given);

    df_field *field = played_field(plan);
    assert_int_equal(df_field_top(field), COUNT(article_rows));
    for (unsigned y = 0; y < COUNT(article_rows); y++) {
        for (unsigned x = 0; x < 21; x++) {
            const unsigned square = df_field_square(field, x, y);
            const char found = square == 0 ? '.' : shared_set->pieces[square - 1].name[0];
            assert_int_equal(found, article_rows[COUNT(article_rows) - 1 - y][x]);
        }
    }
    unsigned blocks = 0;
    for (size_t i = 0; i < plan->count; i++)
        blocks += plan->drops[i].begins_block;
    assert_int_equal(blocks, 7);
    df_field_free(field);
    df_plan_free(plan);
    df_text_free(&text);
}

/* Writes the plan, reads it back and compares; the blocks too, if the plan has been read. */
static void round_trip(const df_plan *plan, bool blocks)
{
    df_text text = {0}, again = {0};
    df_error error = {0};
    assert_status(df_blocks_write(&text, plan, &error), DF_OK);
    df_plan *read = read_plan(df_blocks_read, plan->set, text.bytes, text.length);
    assert_same_drops(read, plan, blocks);
    assert_status(df_blocks_write(&again, read, &error), DF_OK);
    assert_string_equal(again.bytes, text.bytes);
    df_plan_free(read);
    df_text_free(&text);
    df_text_free(&again);
}

TEST(plans_of_the_original_come_back)
{
    static const char *const paths[] = {"plans/article.txt", "plans/bg_title_17x32.txt",
                                        "plans/gbs_player.txt", "plans/uni_A.txt"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        df_text text = read_data(paths[i]);
        df_plan *plan = read_plan(df_blocks_read, shared_set, text.bytes, text.length);
        round_trip(plan, true);
        df_plan_free(plan);
        df_text_free(&text);
    }
}

TEST(reads_what_the_format_allows)
{
    check_as_drops(df_blocks_read,
                   "FC7460\t000000 \r\n  \r\nAAAA  \r\n   \r\n\r\n....\r\nAAAA\r\n....",
                   "dropforge-drops 1\nfield 4 8\ncolor T #000000\ncolor J #fc7460\n"
                   "# block\nI N 0 0\n# block\nI N 0 0\n");
    check_as_drops(df_blocks_read, "fc7460 4cdc48 fcfcfc\n\nA.....B\nAA.C.BB\nA.CCC.B\n",
                   "dropforge-drops 1\nfield 7 14\ncolor T #4cdc48\ncolor J #fc7460\n"
                   "color L #fcfcfc\n# block\nT E 0 0\nT W 5 0\nT N 2 0\n");
}

TEST(lies_where_its_first_piece_does)
{
    /* The second block begins on top of the first, and its other pieces lie lower. Its
     * lowest row lies below the floor. */
    check_as_drops(df_blocks_read,
                   "fc7460\n\nAA...\nAA...\n\nAA.CC\nAA.CC\n...BB\n...BB\n.....\n",
                   "dropforge-drops 1\nfield 5 10\ncolor J #fc7460\n"
                   "# block\nO N 0 0\n# block\nO N 0 2\nO N 3 0\nO N 3 2\n");
    /* The piece of the second block comes to rest far above its empty rows. */
    check_as_drops(df_blocks_read,
                   "fc7460\n\nA...\nA...\nA...\nA...\n\nA...\nA...\nA...\nA...\n....\n....\n",
                   "dropforge-drops 1\nfield 4 8\ncolor J #fc7460\n"
                   "# block\nI E 0 0\n# block\nI E 0 4\n");
}

TEST(follows_rows_that_clear)
{
    /* B clears the second row, so C comes to rest one row lower than it is drawn. */
    check_as_drops(df_blocks_read, "fc7460\n\nCC..\nCC.B\nAABB\nAAB.\n",
                   "dropforge-drops 1\nfield 4 8\ncolor J #fc7460\n"
                   "# block\nO N 0 0\nZ E 2 0\nO N 0 1\n");
    /* The second block lies over a row that A clears; B and C lie around it. */
    check_as_drops(df_blocks_read,
                   "fc7460\n\n..A.\n.AA.\n.A..\n\n.CC.\nBCCA\nBB.A\nB..A\n...A\n",
                   "dropforge-drops 1\nfield 4 8\ncolor J #fc7460\n"
                   "# block\nZ E 1 0\n# block\nI E 3 0\nT E 0 1\nO N 1 1\n");
}

/* Reads a drop list and checks how it looks as blocks. */
static void check_blocks(const char *drops, const char *wanted)
{
    df_plan *plan = read_plan(df_drops_read, shared_set, drops, strlen(drops));
    df_text text = {0};
    df_error error = {0};
    assert_status(df_blocks_write(&text, plan, &error), DF_OK);
    assert_string_equal(text.bytes, wanted);
    df_text_free(&text);
    round_trip(plan, false);
    df_plan_free(plan);
}

TEST(begins_a_block_where_it_must)
{
    /* Where the plan says so. */
    check_blocks("dropforge-drops 1\nfield 4 8\ncolor J #fc7460\nO N 0 0\n# block\nO N 0 2\n",
                 "fc7460\n\nAA..\nAA..\n\nAA..\nAA..\n");
    /* Where a row is gone that the last piece reaches over: T and S clear the second. */
    check_blocks("dropforge-drops 1\nfield 4 8\ncolor J #fc7460\n"
                 "S N 1 0\nT E 0 0\nI E 3 0\n",
                 "fc7460\n\nB...\nBBAA\nBAA.\n\n...A\n...A\n...A\n...A\n");
    /* Where the letters end: one block of 62 pieces and one of the 63rd. */
    df_text drops = {0}, text = {0};
    df_text_put(&drops, "dropforge-drops 1\nfield 5 300\ncolor J #fc7460\n");
    for (unsigned i = 0; i < 63; i++) {
        df_text_put(&drops, "O N 0 ");
        df_text_put_number(&drops, 2 * i);
        df_text_put_char(&drops, '\n');
    }
    df_plan *plan = read_plan(df_drops_read, shared_set, drops.bytes, drops.length);
    assert_status(df_blocks_write(&text, plan, NULL), DF_OK);
    assert_memory_equal(text.bytes, "fc7460\n\n~~...\n~~...\n}}...\n", 25);
    assert_string_equal(text.bytes + text.length - 26, "\nAA...\nAA...\n\nAA...\nAA...\n");
    round_trip(plan, false);
    df_plan_free(plan);
    df_text_free(&drops);
    df_text_free(&text);
}

static void add_standing_i(df_plan *plan, unsigned x, unsigned y)
{
    const df_drop drop = {
        .piece = DF_I, .orientation = DF_EAST, .x = (uint8_t)x, .y = (uint16_t)y};
    assert_status(df_plan_add(plan, drop), DF_OK);
}

/* A block has no more than 1024 rows. A tower reaches up to the ceiling; twice four rows are
 * cleared at the floor, and the tower is built up again. */
TEST(divides_a_block_that_is_too_tall)
{
    df_text text = {0};
    df_plan *plan = new_plan(shared_set, 4, DF_FIELD_MAX_HEIGHT);
    plan->colors[DF_J].given = true;
    for (unsigned i = 0; i < 255; i++)
        add_standing_i(plan, 0, 4 * i);
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned x = 1; x < 4; x++)
            add_standing_i(plan, x, 0);
        add_standing_i(plan, 0, 1016);
    }
    plan->drops[255].begins_block = true;
    assert_status(df_blocks_write(&text, plan, NULL), DF_OK);
    unsigned blocks = 0;
    for (const char *at = text.bytes; (at = strstr(at, "\n\n")) != NULL; at++)
        blocks++;
    /* 255 pieces with 62 letters each, and the last piece alone. */
    assert_int_equal(blocks, 5 + 2);
    round_trip(plan, false);
    df_text_free(&text);
    df_plan_free(plan);
}

/* Sets which colours are given, one letter for each piece. */
static void give_colors(df_plan *plan, const char *letters)
{
    for (size_t i = 0; i < plan->set->count; i++)
        plan->colors[i].given = strchr(letters, plan->set->pieces[i].name[0]) != NULL;
}

static void refuse_to_write(const df_plan *plan, const char *wanted)
{
    df_text text = {0};
    df_error error = {0};
    assert_status(df_blocks_write(&text, plan, &error), DF_ERROR_LIMIT);
    assert_null(text.bytes);
    assert_non_null(strstr(error.text, wanted));
    assert_non_null(strstr(error.text, "; "));
    assert_int_equal(error.line, 0);
    assert_status(df_blocks_write(&text, plan, NULL), DF_ERROR_LIMIT);
}

TEST(refuses_what_blocks_cannot_say)
{
    df_plan *plan = new_plan(shared_set, 8, 4);
    give_colors(plan, "J");
    refuse_to_write(plan, "without drops");
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_O, .x = 6}), DF_OK);
    static const struct {
        const char *letters, *wanted;
    } colors[] = {
        {"", "for J"},
        {"T", "for J"},
        {"TL", "for J"},
        {"JL", "for T"},
        {"JI", "J, T and L only"},
        {"OJTL", "J, T and L only"},
        {"JTLS", "J, T and L only"},
        {"Z", "J, T and L only"},
    };
    for (size_t i = 0; i < COUNT(colors); i++) {
        give_colors(plan, colors[i].letters);
        refuse_to_write(plan, colors[i].wanted);
    }
    static const char *const allowed[] = {"J", "JT", "JTL"};
    for (size_t i = 0; i < COUNT(allowed); i++) {
        give_colors(plan, allowed[i]);
        round_trip(plan, false);
    }
    df_plan_free(plan);
}

TEST(refuses_other_pieces)
{
    df_piece_set *set = single_piece("##/##");
    df_plan *plan = new_plan(set, 8, 4);
    assert_status(df_plan_add(plan, (df_drop){.piece = 0}), DF_OK);
    refuse_to_write(plan, "tetrominoes");
    df_plan_free(plan);
    df_piece_set_free(set);
    set = false_tetrominoes();
    assert_status(df_plan_create(&plan, 8, 4, set), DF_OK);
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_O}), DF_OK);
    refuse_to_write(plan, "tetrominoes");
    df_plan_free(plan);
    assert_status(df_blocks_read(&plan, set, "AAAA", 4, NULL), DF_ERROR_ARGUMENT);
    df_piece_set_free(set);
}

/* In four rows the T passes under the J; in more it comes to rest upon it. */
TEST(refuses_a_plan_that_needs_its_height)
{
    static const char drops[] = "dropforge-drops 1\nfield 8 4\ncolor J #fc7460\n"
                                "O N 6 0\nJ S 5 2\nT N 3 0\n";
    df_plan *plan = read_plan(df_drops_read, shared_set, drops, strlen(drops));
    refuse_to_write(plan, "drop 3 ");
    df_plan_free(plan);
}

/* True if some drop comes to rest elsewhere when the playfield is taller. */
static bool needs_its_height(const df_plan *plan)
{
    df_plan *copy = new_plan(plan->set, plan->width, plan->height);
    for (size_t i = 0; i < plan->count; i++)
        assert_status(df_plan_add(copy, plan->drops[i]), DF_OK);
    bool differs = df_plan_settle(copy, 1, NULL) != DF_OK;
    for (size_t i = 0; i < plan->count; i++)
        differs |= copy->drops[i].y != plan->drops[i].y;
    df_plan_free(copy);
    return differs;
}

TEST(random_plans_come_back)
{
    df_random random = test_random(2);
    const unsigned cases = test_cases(300);
    unsigned written = 0, refused = 0;
    for (unsigned i = 0; i < cases; i++) {
        const unsigned width = 4 + df_random_below(&random, i % 4 != 0   ? 8
                                                            : i % 8 == 0 ? 61
                                                                         : 253);
        const unsigned height = i % 2 == 0 ? 4 + df_random_below(&random, 4) : 200;
        df_plan *plan =
            random_plan(&random, shared_set, width, height, 1 + df_random_below(&random, 400));
        give_colors(plan, i % 3 == 0 ? "J" : i % 3 == 1 ? "JT" : "JTL");
        if (needs_its_height(plan)) {
            refuse_to_write(plan, plan->count > 0 ? "needs this height" : "");
            refused++;
        } else if (plan->count > 0) {
            round_trip(plan, false);
            written++;
        }
        df_plan_free(plan);
    }
    assert_true(written > refused);
    assert_true(cases < 100 || refused > 0);
}

TEST(refuses_malformed_texts)
{
    check_bad_files(df_blocks_read, ".blocks");
}
