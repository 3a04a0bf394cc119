/* Dissections into polyominoes of one size: against published counts, and against the tilings
 * by a list of these polyominoes. */
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "dropforge/omino.h"
#include "dropforge/tile.h"
#include "tests/support/alloc.h"
#include "tests/support/support.h"

static uint64_t count_cuts(const df_tile_dissection *cut, unsigned jobs)
{
    df_natural number = {0};
    df_error error = {0};
    const df_tile_options options = {.jobs = jobs};
    const df_status status = df_tile_count_dissections(&number, cut, &options, NULL, &error);
    if (status != DF_OK)
        print_error("%s\n", error.text);
    assert_status(status, DF_OK);
    assert_in_range(number.count, 0, 1);
    const uint64_t count = number.count == 0 ? 0 : number.words[0];
    df_natural_free(&number);
    return count;
}

/* OEIS A172477: all that is published with DROPFORGE_TEST_LONG. */
static void squares(void **state)
{
    static const uint64_t counts[] = {
        1, 2, 10, 117, 4006, 451206, 158753814, 187497290034, 706152947468301};
    const unsigned max = test_is_long() ? COUNT(counts) : test_is_quick() ? 6 : 7;
    for (unsigned n = 1; n <= max; n++) {
        const df_tile_dissection cut = {.width = n, .height = n, .size = n};
        assert_true(count_cuts(&cut, n % 3) == counts[n - 1]);
    }
}

static void check_rectangle(unsigned width, unsigned height, unsigned size)
{
    df_piece_set *set;
    const df_ominoes_filter filter = {.kind = DF_OMINO_ONE_SIDED};
    assert_status(df_ominoes_piece_set(&set, size, &filter), DF_OK);
    const df_tile_board board = {width, height, set};
    df_natural wanted = {0};
    assert_status(df_tile_count(&wanted, &board, NULL, NULL, NULL), DF_OK);
    const df_tile_dissection cut = {.width = width, .height = height, .size = size};
    const uint64_t count = count_cuts(&cut, size % 4);
    if (count != (wanted.count > 0 ? wanted.words[0] : 0))
        fail_msg("%u x %u in pieces of %u: %ju", width, height, size, (uintmax_t)count);
    df_natural_free(&wanted);
    df_piece_set_free(set);
}

static void rectangles(void **state)
{
    df_random random = test_random(90);
    for (unsigned i = test_cases(60); i > 0; i--) {
        const unsigned width = 1 + df_random_below(&random, 6);
        const unsigned height = 1 + df_random_below(&random, 8);
        check_rectangle(width, height, 1 + df_random_below(&random, 6));
    }
}

/* Pieces whose lists would be long, with the numbers that are found without any bound. */
static void large_pieces(void **state)
{
    static const struct {
        unsigned width, height, size, count;
    } cuts[] = {{5, 6, 15, 8171},
                {4, 8, 8, 39731},
                {4, 8, 16, 10164},
                {3, 12, 12, 7379},
                {4, 7, 14, 2967}};
    for (size_t i = 0; i < COUNT(cuts); i++) {
        const df_tile_dissection cut = {
            .width = cuts[i].width, .height = cuts[i].height, .size = cuts[i].size};
        assert_true(count_cuts(&cut, 1) == cuts[i].count);
    }
}

/* Numbers of several words: a strip of one row, whose pieces lie end to end; and one of two
 * rows by dominoes, whose numbers are those of Fibonacci. */
static void long_boards(void **state)
{
    const df_tile_dissection strip = {.width = 1, .height = 300, .size = 100};
    assert_int_equal(count_cuts(&strip, 1), 1);
    const df_tile_dissection dominoes = {.width = 400, .height = 2, .size = 2};
    df_natural number = {0}, before = {0}, wanted = {0};
    const uint64_t one = 1;
    assert_status(df_natural_set(&before, &one, 1), DF_OK);
    assert_status(df_natural_set(&wanted, &one, 1), DF_OK);
    for (unsigned i = 1; i < 400; i++) {
        assert_status(df_natural_add(&before, &before, &wanted), DF_OK);
        const df_natural sum = before;
        before = wanted;
        wanted = sum;
    }
    assert_status(df_tile_count_dissections(&number, &dominoes, NULL, NULL, NULL), DF_OK);
    assert_int_equal(df_natural_compare(&number, &wanted), 0);
    df_natural_free(&number);
    df_natural_free(&before);
    df_natural_free(&wanted);
}

enum { MAX_FILES = 1 << 14 };

/* Files in memory. */
typedef struct memory_store {
    df_tile_store store;
    atomic_flag is_busy;
    struct {
        uint8_t *bytes;
        size_t count;
    } files[MAX_FILES];
    unsigned calls_left; /* then it fails */
} memory_store;

static df_status memory_store_write(memory_store *self, uint64_t file, size_t at,
                                    const void *bytes, size_t count)
{
    assert_true(file < MAX_FILES);
    while (atomic_flag_test_and_set(&self->is_busy)) {
    }
    const bool may = self->calls_left > 0 && self->calls_left-- > 0;
    atomic_flag_clear(&self->is_busy);
    if (!may)
        return DF_ERROR_DEFECT;
    uint8_t *grown = realloc(self->files[file].bytes, at + count);
    if (grown == NULL)
        return DF_ERROR_MEMORY;
    memcpy(&grown[at], bytes, count);
    self->files[file].bytes = grown;
    self->files[file].count = at + count;
    return DF_OK;
}

static df_status memory_store_append(void *context, uint64_t file, const void *bytes,
                                     size_t count)
{
    memory_store *self = context;
    return memory_store_write(self, file, self->files[file].count, bytes, count);
}

static df_status memory_store_replace(void *context, uint64_t file, const void *bytes,
                                      size_t count)
{
    return memory_store_write(context, file, 0, bytes, count);
}

static df_status memory_store_read(void *context, uint64_t file, uint64_t at, void *bytes,
                                   size_t count)
{
    memory_store *self = context;
    assert_true(at + count <= self->files[file].count);
    memcpy(bytes, &self->files[file].bytes[at], count);
    return DF_OK;
}

static df_status memory_store_measure(void *context, uint64_t file, uint64_t *bytes)
{
    memory_store *self = context;
    *bytes = self->files[file].bytes != NULL ? self->files[file].count : DF_TILE_NO_FILE;
    return DF_OK;
}

static df_status memory_store_remove(void *context, uint64_t file)
{
    memory_store *self = context;
    free(self->files[file].bytes);
    self->files[file].bytes = NULL;
    self->files[file].count = 0;
    return DF_OK;
}

static memory_store *memory_store_create(void)
{
    memory_store *self = calloc(1, sizeof *self);
    assert_non_null(self);
    atomic_flag_clear(&self->is_busy);
    self->calls_left = UINT_MAX;
    self->store = (df_tile_store){.context = self,
                                  .append = memory_store_append,
                                  .replace = memory_store_replace,
                                  .read = memory_store_read,
                                  .measure = memory_store_measure,
                                  .remove = memory_store_remove};
    return self;
}

static void memory_store_clear(memory_store *self)
{
    for (uint64_t i = 0; i < MAX_FILES; i++)
        (void)memory_store_remove(self, i);
}

static void memory_store_free(memory_store *self)
{
    memory_store_clear(self);
    free(self);
}

static const df_tile_dissection SIX = {.width = 6, .height = 6, .size = 6};

/* In less memory than the states need. */
static void stored(void **state)
{
    memory_store *files = memory_store_create();
    df_natural number = {0};
    df_tile_effort plain, effort;
    assert_status(df_tile_count_dissections(&number, &SIX, NULL, &plain, NULL), DF_OK);
    for (unsigned jobs = 1; jobs <= 3; jobs += 2) {
        const df_tile_options options = {
            .jobs = jobs, .memory = plain.memory * 3 / 4, .store = &files->store};
        assert_status(df_tile_count_dissections(&number, &SIX, &options, &effort, NULL), DF_OK);
        assert_int_equal(number.words[0], 451206);
        assert_true(effort.states == plain.states && effort.steps == plain.steps);
        assert_true(effort.memory <= options.memory);
        memory_store_clear(files);
    }
    df_natural_free(&number);
    memory_store_free(files);
}

static bool stop_at_square(void *context, uint64_t done, uint64_t all, uint64_t states)
{
    const unsigned *square = context;
    return done < *square;
}

/* Counts 4 x 6 in pieces of 6, and stops in a square. */
static df_status count_until(memory_store *files, unsigned square, uint64_t *count,
                             df_error *error)
{
    static const df_tile_dissection cut = {.width = 4, .height = 6, .size = 6};
    const df_tile_options options = {
        .store = &files->store, .watch = stop_at_square, .watch_context = &square};
    df_natural number = {0};
    const df_status status = df_tile_count_dissections(&number, &cut, &options, NULL, error);
    if (status == DF_OK)
        *count = number.words[0];
    df_natural_free(&number);
    return status;
}

/* Stopped at squares, and by each write that fails. */
static void resumed(void **state)
{
    memory_store *files = memory_store_create();
    uint64_t wanted = 0, count = 0;
    assert_status(count_until(files, 25, &wanted, NULL), DF_OK);
    assert_status(count_until(files, 25, &count, NULL), DF_OK);
    assert_true(count == wanted);
    memory_store_clear(files);
    for (unsigned square = 0; square < 24; square += 5)
        assert_status(count_until(files, square, &count, NULL), DF_ERROR_CANCELLED);
    count = 0;
    assert_status(count_until(files, 25, &count, NULL), DF_OK);
    assert_true(count == wanted);
    memory_store_clear(files);
    df_status status = DF_ERROR_DEFECT;
    for (unsigned calls = 1; status != DF_OK; calls += 1 + calls / 2) {
        files->calls_left = calls;
        status = count_until(files, 25, &count, NULL);
        assert_true(status == DF_OK || status == DF_ERROR_DEFECT);
    }
    assert_true(count == wanted);
    const df_tile_options options = {.store = &files->store};
    df_natural number = {0};
    df_error error = {0};
    assert_status(df_tile_count_dissections(&number, &SIX, &options, NULL, &error),
                  DF_ERROR_INPUT);
    assert_string_equal(error.text, "the checkpoint is of another count, of 4x6 in pieces of "
                                    "6; use another folder");
    memory_store_free(files);
}

/* A byte of some file is another one, or is not there. */
static void damaged(void **state)
{
    memory_store *files = memory_store_create();
    df_random random = test_random(91);
    uint64_t wanted = 0, count = 0;
    assert_status(count_until(files, 25, &wanted, NULL), DF_OK);
    for (unsigned i = test_cases(60); i > 0; i--) {
        memory_store_clear(files);
        assert_status(count_until(files, 12, &count, NULL), DF_ERROR_CANCELLED);
        uint64_t file = 0;
        while (i % 4 != 0 && (file == 0 || files->files[file].count == 0))
            file = df_random_below(&random, MAX_FILES);
        const size_t bytes = files->files[file].count;
        if (i % 3 == 0)
            files->files[file].count--;
        else
            files->files[file].bytes[df_random_below(&random, (uint32_t)bytes)] ^=
                (uint8_t)(1 + df_random_below(&random, 255));
        df_error error = {0};
        const df_status status = count_until(files, 25, &count, &error);
        /* A file may be one that is not needed any more. */
        if (status != DF_OK || count != wanted) {
            assert_status(status, DF_ERROR_INPUT);
            assert_string_equal(error.text, "the checkpoint is damaged; remove it to count "
                                            "from the beginning");
        }
    }
    memory_store_free(files);
}

static void refusals(void **state)
{
    df_natural number = {0};
    df_error error = {0};
    const df_tile_dissection six = {.width = 6, .height = 6, .size = 6};
    const df_tile_options little = {.memory = 10000};
    assert_status(df_tile_count_dissections(&number, &six, &little, NULL, &error),
                  DF_ERROR_LIMIT);
    unsigned square = 20;
    const df_tile_options watched = {.watch = stop_at_square, .watch_context = &square};
    assert_status(df_tile_count_dissections(&number, &six, &watched, NULL, &error),
                  DF_ERROR_CANCELLED);
    const df_tile_dissection wide = {.width = 17, .height = 17, .size = 17};
    assert_status(df_tile_count_dissections(&number, &wide, NULL, NULL, &error),
                  DF_ERROR_LIMIT);
    const df_tile_dissection none = {.width = 0, .height = 4, .size = 4};
    assert_status(df_tile_count_dissections(&number, &none, NULL, NULL, &error),
                  DF_ERROR_ARGUMENT);
    const df_tile_dissection odd = {.width = 3, .height = 3, .size = 2};
    assert_int_equal(count_cuts(&odd, 1), 0);
    assert_int_equal(number.count, 0);
}

static df_status count_four(void *context)
{
    memory_store *files = context;
    df_natural number = {0};
    const df_tile_dissection cut = {.width = 4, .height = 4, .size = 4};
    const df_tile_options options = {.store = files != NULL ? &files->store : NULL};
    const df_status status = df_tile_count_dissections(&number, &cut, &options, NULL, NULL);
    df_natural_free(&number);
    if (files != NULL)
        memory_store_clear(files);
    return status;
}

static void memory_fails(void **state)
{
    memory_store *files = memory_store_create();
    alloc_fail_each(count_four, NULL);
    alloc_fail_each(count_four, files);
    memory_store_free(files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares),      cmocka_unit_test(rectangles),
        cmocka_unit_test(large_pieces), cmocka_unit_test(long_boards),
        cmocka_unit_test(stored),       cmocka_unit_test(resumed),
        cmocka_unit_test(damaged),      cmocka_unit_test(refusals),
        cmocka_unit_test(memory_fails)};
    return cmocka_run_group_tests_name("dissect", tests, NULL, NULL);
}
