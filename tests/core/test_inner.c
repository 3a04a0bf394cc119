/* The inner parts of the core that have no public header: jobs, errors,
 * arrays and JSON. */
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/error.h"
#include "core/base/jobs.h"
#include "core/base/json_scan.h"
#include "core/base/random.h"
#include "tests/support/support.h"

#define JOBS 500

typedef struct tally {
    atomic_int done[JOBS];
    size_t failing[2]; /* jobs that fail, the first for want of memory */
} tally;

static df_status do_job(void *context, size_t index)
{
    tally *self = context;
    atomic_fetch_add(&self->done[index], 1);
    if (index == self->failing[0])
        return DF_ERROR_MEMORY;
    return index == self->failing[1] ? DF_ERROR_LIMIT : DF_OK;
}

/* Runs the jobs and checks that each was done once, failures or not. */
static df_status run_jobs(unsigned threads, size_t count, size_t first, size_t second)
{
    static tally self;
    for (size_t i = 0; i < JOBS; i++)
        atomic_store(&self.done[i], 0);
    self.failing[0] = first;
    self.failing[1] = second;
    const df_status status = df_jobs_run(count, threads, do_job, &self);
    for (size_t i = 0; i < JOBS; i++)
        assert_int_equal(atomic_load(&self.done[i]), i < count);
    return status;
}

TEST(every_job_is_done_once)
{
    static const unsigned threads[] = {0, 1, 2, 3, 64, 1000};
    for (size_t i = 0; i < COUNT(threads); i++) {
        assert_status(run_jobs(threads[i], 0, JOBS, JOBS), DF_OK);
        assert_status(run_jobs(threads[i], 1, JOBS, JOBS), DF_OK);
        assert_status(run_jobs(threads[i], JOBS, JOBS, JOBS), DF_OK);
        /* The lowest job that fails has its say, whichever thread it was on. */
        assert_status(run_jobs(threads[i], JOBS, 7, 300), DF_ERROR_MEMORY);
        assert_status(run_jobs(threads[i], JOBS, 300, 299), DF_ERROR_LIMIT);
        assert_status(run_jobs(threads[i], JOBS, 0, JOBS - 1), DF_ERROR_MEMORY);
        assert_status(run_jobs(threads[i], JOBS, JOBS - 1, JOBS), DF_ERROR_MEMORY);
    }
}

TEST(errors_are_formatted)
{
    df_error error;
    memset(&error, 'x', sizeof error);
    assert_status(df_error_set_at(&error, 3, 14, "width %u or %zu%c %.*s%s", 0u, SIZE_MAX, ';',
                                  1, "12345", ""),
                  DF_ERROR_INPUT);
    char expected[64];
    (void)snprintf(expected, sizeof expected, "width 0 or %zu; 1", SIZE_MAX);
    assert_string_equal(error.text, expected);
    assert_int_equal(error.line, 3);
    assert_int_equal(error.column, 14);
    df_error_append(&error, " and %u", UINT_MAX);
    assert_string_equal(error.text + strlen(expected), " and 4294967295");
    assert_status(df_error_set(&error, DF_ERROR_LIMIT, "%s", "10 or 1000"), DF_ERROR_LIMIT);
    assert_string_equal(error.text, "10 or 1000");
    assert_int_equal(error.line, 0);
    assert_int_equal(error.column, 0);
}

TEST(memory_has_units)
{
    static const struct {
        uint64_t bytes;
        const char *text;
    } cases[] = {
        {0, "0 bytes"},
        {1, "1 byte"},
        {1000, "1000 bytes"},
        {1024, "1 KiB"},
        {10240, "10 KiB"},
        {102399, "102399 bytes"},
        {102401, "100 KiB"},
        {UINT64_C(1) << 20, "1 MiB"},
        {2000000000, "1907 MiB"},
        {UINT64_C(3) << 30, "3 GiB"},
        {UINT64_C(5) << 40, "5120 GiB"},
        {UINT64_MAX, "17179869183 GiB"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_error error;
        df_error_set(&error, DF_ERROR_LIMIT, "%s", df_error_memory(cases[i].bytes).text);
        assert_string_equal(error.text, cases[i].text);
    }
}

TEST(errors_are_harmless)
{
    df_error error;
    (void)df_error_set(&error, DF_ERROR_INPUT, "a\033[31mb\n%s%.*s", "\xc3\xa4\x7f", 1, "\0");
    assert_string_equal(error.text, "a?[31mb?????");
    for (int i = 0; i < 100; i++)
        df_error_append(&error, "word ");
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_status(df_error_set_at(NULL, 1, 1, "nobody listens to %s", "x"), DF_ERROR_INPUT);
    assert_status(df_error_set(NULL, DF_ERROR_LIMIT, "%u", 1u), DF_ERROR_LIMIT);
    df_error_append(NULL, "x%c", 'y');
}

TEST(arrays_grow)
{
    size_t *items = NULL;
    size_t capacity = 0;
    unsigned moves = 0;
    for (size_t i = 0; i < 100000; i++) {
        const size_t before = capacity;
        assert_status(ARRAY_RESERVE(items, capacity, i, 1), DF_OK);
        assert_true(capacity > i);
        moves += capacity != before;
        items[i] = i;
    }
    assert_true(moves < 30);
    for (size_t i = 0; i < 100000; i++)
        assert_int_equal(items[i], i);
    assert_status(ARRAY_RESERVE(items, capacity, 10, 1000000), DF_OK);
    assert_true(capacity >= 1000010);
    assert_status(ARRAY_RESIZE(items, 3), DF_OK);
    assert_int_equal(items[2], 2);
    free(items);
}

TEST(arrays_have_bounds)
{
    uint32_t *items = NULL;
    size_t capacity = 0;
    const size_t large[] = {SIZE_MAX, SIZE_MAX - 64, SIZE_MAX / 4 + 1, SIZE_MAX / 4};
    for (size_t i = 0; i < COUNT(large); i++) {
        assert_status(ARRAY_RESERVE(items, capacity, 0, large[i]), DF_ERROR_MEMORY);
        assert_null(items);
        assert_int_equal(capacity, 0);
    }
    assert_status(ARRAY_RESIZE(items, SIZE_MAX / 4 + 1), DF_ERROR_MEMORY);
    assert_null(items);
    uint64_t left = 10000;
    size_t count = 0;
    while (ARRAY_RESERVE_WITHIN(items, capacity, count, 1, &left) == DF_OK)
        items[count++] = 0;
    assert_int_equal(capacity * sizeof items[0] + left, 10000);
    assert_true(count == capacity && count > 1000);
    assert_status(ARRAY_RESERVE_WITHIN(items, capacity, count, 1, &left), DF_ERROR_LIMIT);
    free(items);
}

/* ---- JSON ---- */

static text_span span_of(const char *text)
{
    return (text_span){text, strlen(text)};
}

TEST(json_is_checked)
{
    static const char *const whole[] = {
        "{}",   " [ ] ",       "-0.5e+3", "\"\\\"\"", "[1,{\"a\":[null,true,false]}]",
        "\"\"", "{\"\":\"\"}", "[[],[]]", "0"};
    static const struct {
        const char *text, *rest;
    } damaged[] = {
        {"", ""},      {"[1,]", "]"}, {"{\"a\":1,}", "}"}, {"{1:2}", "1:2}"},  {"[1 2]", "2]"},
        {"1.", ""},    {".5", ".5"},  {"\"a", ""},         {"\"\n\"", "\n\""}, {"nul", "nul"},
        {"{} x", "x"}, {"[1", ""},    {"{\"a\" 1}", "1}"}, {"\"\\", ""},       {"1e", ""}};
    char deep[300];
    for (size_t i = 0; i < COUNT(whole); i++) {
        text_span text = span_of(whole[i]);
        assert_true(df_json_check(&text));
        assert_memory_equal(text.bytes, whole[i] + strspn(whole[i], " "), text.length);
    }
    for (size_t i = 0; i < COUNT(damaged); i++) {
        text_span text = span_of(damaged[i].text);
        assert_false(df_json_check(&text));
        assert_string_equal(text.bytes, damaged[i].rest);
    }
    for (size_t i = 0; i < sizeof deep; i++)
        deep[i] = i < sizeof deep / 2 ? '[' : ']';
    text_span text = {deep, sizeof deep};
    assert_false(df_json_check(&text));
    text = (text_span){deep + 100, 100};
    assert_true(df_json_check(&text));
}

TEST(json_has_members)
{
    const text_span object =
        span_of("{ \"a\" : [ 1 , \"b\" , [ 2 , 3 ] ] , \"c\":\"d e\",\"a\":4}");
    text_span list = df_json_get(object, "a"), item, inner;
    double number = 0;
    assert_true(df_span_equals(df_json_string(df_json_get(object, "c")), "d e"));
    assert_int_equal(df_json_get(object, "d").length, 0);
    assert_int_equal(df_json_get(list, "a").length, 0);
    assert_true(df_json_next(&list, &item) && df_json_number(item, &number) && number == 1);
    assert_true(df_json_next(&list, &item) && df_span_equals(df_json_string(item), "b"));
    assert_false(df_json_number(item, &number));
    assert_int_equal(df_json_string(df_json_get(object, "a")).length, 0);
    assert_true(df_json_next(&list, &item) && df_json_is(item, '['));
    assert_true(df_json_next(&item, &inner) && df_json_next(&item, &inner));
    assert_false(df_json_next(&item, &inner) || df_json_next(&list, &item));
    assert_false(df_json_next(&inner, &item));
}

/* Numbers of 18 digits are as the C library reads them. */
TEST(json_numbers_are_exact)
{
    df_random random;
    char text[40];
    double number = -1;
    df_random_seed(&random, test_seed(), 0);
    for (size_t i = 0; i < test_cases(20000); i++) {
        const uint64_t digits =
            df_random_next(&random) % 1000000000000000000U >> df_random_below(&random, 60);
        const unsigned places = df_random_below(&random, 18);
        snprintf(text, sizeof text, "%s%019llu", i % 2 == 0 ? "-" : "",
                 (unsigned long long)digits);
        const size_t end = strlen(text) - places;
        memmove(text + end + 1, text + end, places + 1);
        text[end] = places > 0 ? '.' : '\0';
        assert_true(df_json_number(span_of(text), &number));
        assert_true(number == strtod(text, NULL));
    }
    assert_true(df_json_number(span_of("2.5e3"), &number) && number == 2500);
    assert_true(df_json_number(span_of("25E-1"), &number) && number == 2.5);
    assert_true(df_json_number(span_of("1e99"), &number) && number > 1e98 && number < 1e100);
    assert_true(df_json_number(span_of("100000000000000000000"), &number) && number == 1e20);
    assert_false(df_json_number(span_of("1e9999"), &number));
    assert_false(df_json_number(span_of("true"), &number) ||
                 df_json_number(span_of(""), &number));
}

/* ---- what was built ---- */

TEST(build_is_told)
{
    assert_string_equal(df_version, DF_VERSION);
    assert_int_equal(df_has_threads, JOBS_HAVE_THREADS);
    assert_non_null(strstr(df_formats, "dropforge-drops 1"));
    assert_true(strlen(df_sharing) > 0);
}
