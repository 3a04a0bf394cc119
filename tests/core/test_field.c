/* The playfield on its own, without drops. */
#include "core/board/drop.h"
#include "core/board/field_rows.h"
#include "tests/support/support.h"

TEST(sizes)
{
    static const unsigned bad[][2] = {{0, 1}, {1, 0}, {257, 1}, {1, 1025}, {0, 0}, {~0u, ~0u}};
    df_field *field = NULL;
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_status(df_field_create(&field, bad[i][0], bad[i][1]), DF_ERROR_ARGUMENT);
        assert_null(field);
    }
    assert_status(df_field_create(&field, 64, 1024), DF_OK);
    assert_int_equal(field->width, 64);
    assert_int_equal(field->height, 1024);
    assert_true(df_field_full_row(field) == UINT64_MAX);
    assert_int_equal(df_field_top(field), 0);
    check_field_whole(field);
    df_field_free(field);

    assert_status(df_field_create(&field, 256, 1024), DF_OK);
    assert_int_equal(field->words, 4);
    check_field_whole(field);
    df_field_free(field);

    assert_status(df_field_create(&field, 1, 1), DF_OK);
    assert_true(df_field_full_row(field) == 1);
    df_field_free(field);
    df_field_free(NULL);
}

TEST(squares)
{
    df_field *field = draw_field(".../0.6/.1.");
    assert_field(field, ".../0.6/.1.");
    assert_int_equal(df_field_square(field, 2, 1), 7);
    assert_int_equal(df_field_square(field, 3, 0), 0);
    assert_int_equal(df_field_square(field, 0, 3), 0);
    assert_int_equal(df_field_square(field, ~0u, ~0u), 0);
    assert_int_equal(df_field_top(field), 2);

    /* Taking away the top square of a column uncovers the next one, or the floor. */
    assert_status(df_field_set(field, 1, 2, 3), DF_OK);
    assert_field(field, ".2./0.6/.1.");
    assert_status(df_field_set(field, 1, 2, 0), DF_OK);
    assert_status(df_field_set(field, 0, 1, 0), DF_OK);
    assert_field(field, ".../..6/.1.");
    assert_int_equal(field->top[1], 1);
    assert_int_equal(field->top[0], 0);

    assert_status(df_field_set(field, 3, 0, 1), DF_ERROR_ARGUMENT);
    assert_status(df_field_set(field, 0, 3, 1), DF_ERROR_ARGUMENT);
    assert_status(df_field_set(field, 0, 0, UINT16_MAX), DF_ERROR_ARGUMENT);
    assert_field(field, ".../..6/.1.");
    df_field_free(field);
}

TEST(no_row_clears_by_itself)
{
    df_field *field = draw_field("##/##");
    assert_field(field, "##/##");
    df_field_free(field);
}

TEST(copies)
{
    df_field *from = draw_field("0../.12");
    df_field *to = draw_field("###/###");
    assert_status(df_field_copy(to, from), DF_OK);
    assert_field(to, "0../.12");
    assert_status(df_field_set(to, 1, 1, 5), DF_OK);
    assert_field(from, "0../.12");

    df_field *other = draw_field("##/##");
    assert_status(df_field_copy(other, from), DF_ERROR_ARGUMENT);
    assert_field(other, "##/##");
    df_field_free(other);

    df_field_clear(from);
    assert_field(from, ".../...");
    df_field_free(from);
    df_field_free(to);
}

/* Squares beside the ends of words, in rows that lie next to one another. */
TEST(wide_rows)
{
    static const unsigned widths[] = {65, 128, 129, 256};
    for (size_t i = 0; i < COUNT(widths); i++) {
        df_field *field = NULL, *copy = NULL;
        assert_status(df_field_create(&field, widths[i], 3), DF_OK);
        assert_status(df_field_create(&copy, widths[i], 3), DF_OK);
        assert_int_equal(field->words, (widths[i] + 63) / 64);
        for (unsigned x = 0; x < widths[i]; x++) {
            assert_status(df_field_set(field, x, x % 3, 1 + x), DF_OK);
            check_field_whole(field);
        }
        assert_status(df_field_set(field, 64, 2, 9), DF_OK);
        assert_int_equal(field->top[64], 3);
        assert_status(df_field_copy(copy, field), DF_OK);
        assert_status(df_field_set(field, 64, 2, 0), DF_OK);
        assert_int_equal(field->top[64], 2);
        for (unsigned x = 0; x < widths[i]; x++) {
            assert_int_equal(df_field_square(field, x, x % 3), 1 + x);
            assert_int_equal(df_field_square(field, x, (x + 1) % 3), 0);
        }
        assert_status(df_field_set(field, widths[i], 0, 1), DF_ERROR_ARGUMENT);
        check_field_whole(copy);
        assert_int_equal(df_field_square(copy, 64, 2), 9);
        df_field_clear(copy);
        check_field_whole(copy);
        assert_int_equal(df_field_top(copy), 0);
        df_field_free(field);
        df_field_free(copy);
    }
}
