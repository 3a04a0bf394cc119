/* Natural numbers: known products, and the laws of arithmetic on random words, among which
 * the smallest and the largest are frequent. */
#include "dropforge/base.h"

#include "core/base/natural.h"
#include "core/base/random.h"
#include "core/base/wide.h"
#include "tests/support/support.h"

#define MAX_WORDS 6

static uint64_t random_word(df_random *random)
{
    switch (df_random_below(random, 4)) {
    case 0:
        return 0;
    case 1:
        return UINT64_MAX;
    case 2:
        return df_random_next(random) >> df_random_below(random, 64);
    default:
        return df_random_next(random);
    }
}

static df_natural random_natural(df_random *random)
{
    uint64_t words[MAX_WORDS];
    const size_t count = df_random_below(random, MAX_WORDS + 1);
    for (size_t i = 0; i < count; i++)
        words[i] = random_word(random);
    df_natural number = {0};
    assert_status(df_natural_set(&number, words, count), DF_OK);
    return number;
}

static void assert_equal(const df_natural *a, const df_natural *b)
{
    assert_int_equal(df_natural_compare(a, b), 0);
    assert_true(a->count == 0 || a->words[a->count - 1] != 0);
}

/* The digits of a number are those that make it, and none too many. */
static void assert_digits(const df_natural *number)
{
    df_text text = {0};
    df_natural again = {0};
    df_text_put_char(&text, '=');
    df_natural_write(&text, number);
    assert_status(text.status, DF_OK);
    assert_true(text.length == 2 || text.bytes[1] != '0');
    for (size_t i = 1; i < text.length; i++) {
        const uint64_t value = (uint64_t)(text.bytes[i] - '0');
        const df_natural digit = {value != 0, (uint64_t *)&value};
        assert_true(value < 10);
        assert_status(df_natural_multiply_small(&again, &again, 10), DF_OK);
        assert_status(df_natural_add(&again, &again, &digit), DF_OK);
    }
    assert_equal(&again, number);
    df_natural_free(&again);
    df_text_free(&text);
}

TEST(known_digits)
{
    df_natural number = {0};
    df_text text = {0};
    df_natural_write(&text, &number);
    assert_string_equal(text.bytes, "0");
    /* 10^57, whose groups of nineteen digits are all zeros but the highest, and one less. */
    assert_status(df_natural_set(&number, (uint64_t[]){1}, 1), DF_OK);
    for (unsigned i = 0; i < 57; i++)
        assert_status(df_natural_multiply_small(&number, &number, 10), DF_OK);
    df_text_free(&text);
    df_natural_write(&text, &number);
    assert_string_equal(text.bytes,
                        "1000000000000000000000000000000000000000000000000000000000");
    assert_digits(&number);
    const df_natural one = {1, (uint64_t[]){1}};
    assert_status(df_natural_subtract(&number, &number, &one), DF_OK);
    df_text_free(&text);
    df_natural_write(&text, &number);
    assert_string_equal(text.bytes,
                        "999999999999999999999999999999999999999999999999999999999");
    text.status = DF_ERROR_LIMIT;
    df_natural_write(&text, &number);
    assert_int_equal(text.length, 57);
    /* The largest number of 200 words, which has the most groups of digits. */
    uint64_t words[200];
    for (size_t i = 0; i < COUNT(words); i++)
        words[i] = UINT64_MAX;
    for (size_t i = 60; i <= COUNT(words); i += 1 + i / 30) {
        assert_status(df_natural_set(&number, words, i), DF_OK);
        assert_digits(&number);
    }
    df_natural_free(&number);
    df_text_free(&text);
}

TEST(known_numbers)
{
    /* 20! · 21 = 21!, which needs two words. */
    df_natural number = {0}, same = {0};
    assert_status(df_natural_set(&number, (uint64_t[]){1, 0, 0}, 3), DF_OK);
    assert_int_equal(number.count, 1);
    for (unsigned i = 2; i <= 21; i++)
        assert_status(df_natural_multiply_small(&number, &number, i), DF_OK);
    assert_int_equal(number.count, 2);
    assert_true(number.words[0] == UINT64_C(0xc5077d36b8c40000));
    assert_true(number.words[1] == 2);
    assert_status(df_natural_set(&same, number.words, number.count), DF_OK);
    for (unsigned i = 21; i >= 2; i--) {
        uint64_t rest = 7;
        assert_status(df_natural_divide_small(&same, &same, i, &rest), DF_OK);
        assert_int_equal(rest, 0);
    }
    assert_true(same.count == 1 && same.words[0] == 1);
    assert_status(df_natural_subtract(&same, &same, &same), DF_OK);
    assert_true(same.count == 0 && same.words == NULL);
    df_natural_free(&number);
    df_natural_free(&same);
    df_natural_free(NULL);
}

TEST(refusals)
{
    df_natural one = {0}, zero = {0}, result = {0};
    assert_status(df_natural_set(&one, (uint64_t[]){1}, 1), DF_OK);
    assert_status(df_natural_subtract(&result, &zero, &one), DF_ERROR_ARGUMENT);
    assert_status(df_natural_divide_small(&result, &one, 0, NULL), DF_ERROR_ARGUMENT);
    assert_int_equal(result.count, 0);
    assert_status(df_natural_set(&zero, NULL, 0), DF_OK);
    assert_status(df_natural_multiply_small(&result, &one, 0), DF_OK);
    assert_int_equal(result.count, 0);
    df_natural_free(&one);
}

/* The laws that tie the functions to one another. */
TEST(laws)
{
    df_random random = test_random(1);
    for (unsigned i = test_cases(20000); i > 0; i--) {
        df_natural a = random_natural(&random), b = random_natural(&random), c = {0}, d = {0};
        df_natural e = random_natural(&random), f = {0};
        /* (a + b) e = a e + b e; the last result is written over an argument. */
        assert_status(df_natural_add(&c, &a, &b), DF_OK);
        assert_true(df_natural_compare(&c, &a) >= 0);
        assert_status(df_natural_multiply(&d, &c, &e), DF_OK);
        assert_status(df_natural_multiply(&f, &e, &b), DF_OK);
        assert_status(df_natural_multiply(&e, &a, &e), DF_OK);
        assert_status(df_natural_add(&e, &e, &f), DF_OK);
        assert_equal(&d, &e);
        /* (a + b) - b = a */
        assert_status(df_natural_subtract(&c, &c, &b), DF_OK);
        assert_equal(&c, &a);
        /* d = (d / small) small + rest */
        const uint64_t small = random_word(&random) | 1;
        uint64_t rest = 0;
        assert_status(df_natural_divide_small(&f, &d, small, &rest), DF_OK);
        assert_true(rest < small);
        assert_status(df_natural_multiply_small(&f, &f, small), DF_OK);
        assert_status(df_natural_set(&c, &rest, 1), DF_OK);
        assert_status(df_natural_add(&f, &c, &f), DF_OK);
        assert_equal(&d, &f);
        if (i % 64 == 0)
            assert_digits(&d);
        df_natural *all[] = {&a, &b, &c, &d, &e, &f};
        for (size_t k = 0; k < COUNT(all); k++)
            df_natural_free(all[k]);
    }
}

/* Words in two halves, against the same sum in a different order. */
TEST(wide_words)
{
    df_random random = test_random(2);
    for (unsigned i = test_cases(200000); i > 0; i--) {
        const uint64_t a = random_word(&random), divisor = random_word(&random) | 1;
        const uint64_t rest = random_word(&random) % divisor;
        uint64_t high, remainder;
        const uint64_t low = wide_multiply_add(a, divisor, rest, 0, &high);
        assert_true(wide_divide(high, low, divisor, &remainder) == a);
        assert_true(remainder == rest);
    }
}
