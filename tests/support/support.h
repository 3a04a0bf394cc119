/* Helpers of the C tests. Each fails the running test when it cannot do its job. */
#pragma once

/* cmocka.h needs most of these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dropforge/base.h"
#include "dropforge/board.h"
#include "dropforge/picture.h"
#include "dropforge/plan.h"

/* Defines a test, whose body follows; a program runs its tests in the order of the file. One
 * whose name begins with long_ is left out in the quick run. */
#define TEST(name)                                                                             \
    static void name(void **state);                                                            \
    __attribute__((constructor)) static void add_##name(void)                                  \
    {                                                                                          \
        add_test(#name, name, __LINE__);                                                       \
    }                                                                                          \
    static void name(void **state)

void add_test(const char *name, CMUnitTestFunction run, int line);

/* A program that defines this has these called before and after each of its tests. */
typedef struct test_fixture {
    CMFixtureFunction set_up, tear_down;
} test_fixture;
extern const test_fixture each_test __attribute__((weak));

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Checks a status and names the one that came instead. */
#define assert_status(status, wanted) check_status(status, wanted, __FILE__, __LINE__)
void check_status(df_status status, df_status wanted, const char *file, int line);

/* The text of an error with its advice: "too wide; width=7, fit=59x1 colors=6". */
typedef struct told_error {
    char text[512];
} told_error;
told_error tell_error(const df_error *error);

/* The seed of random tests: DROPFORGE_TEST_SEED, or a fixed one. Prints it the first time. */
uint64_t test_seed(void);

/* Random numbers by that seed; each stream has its own. */
df_random test_random(uint64_t stream);

/* True in the quick run of `make test`, which leaves the rest to `make test-long`: see "What
 * runs when" in CONTRIBUTING.md. */
bool test_is_quick(void);

/* True where the longest counts are asked for, with DROPFORGE_TEST_LONG. */
bool test_is_long(void);

/* True in the quick run, and where a sanitizer makes everything slow: what takes long is done
 * on a smaller scale. */
bool test_is_small(void);

/* A number of random cases: the DROPFORGE_TEST_CASES of the environment, or this; a tenth of
 * it where a sanitizer makes everything slow, and half in a quick run; at least one. */
unsigned test_cases(unsigned usual);

/* One of so many parts of that, of cases that take longer; at least one. */
unsigned test_share(unsigned usual, unsigned parts);

/* How many of so many random cases may fail where one in `in` does: none of a few. */
unsigned test_may_fail(unsigned cases, unsigned in);

/* Caller frees with df_piece_set_free. */
df_piece_set *tetrominoes(void);

/* The same, for all tests. */
extern df_piece_set *shared_set;

/* A set of these pieces. Caller frees. */
df_piece_set *new_pieces(const df_piece_drawing *drawings, size_t count);

/* The 18 one-sided pentominoes: F, L, N, P, Y and Z turned over are pieces of their own. */
df_piece_set *pentominoes(void);

/* A set of one piece, called P. Caller frees. */
df_piece_set *single_piece(const char *rows);

/* Seven pieces of the names of tetrominoes, of which I has another shape. Caller frees. */
df_piece_set *false_tetrominoes(void);

/* An empty playfield, and a plan without drops. Caller frees. */
df_field *new_field(unsigned width, unsigned height);
df_plan *new_plan(const df_piece_set *set, unsigned width, unsigned height);

/* A playfield drawn like a piece: rows from the top, separated by '/'; '.' is empty, '#' the
 * first piece of a set, a digit d the piece of index d. Caller frees. */
df_field *draw_field(const char *rows);

/* The playfield that a plan leaves, and the plan as a drop list. Caller frees. */
df_field *played_field(const df_plan *plan);
df_text written_drops(const df_plan *plan);

/* A picture of pixels, and one drawn in the same way: '.' is transparent, other signs are
 * colours. Caller frees. */
df_picture *new_picture(const uint8_t *rgba, size_t width, size_t height);
df_picture *draw_picture(const char *rows);

/* Checks that the playfield looks like the drawing ('#' stands for any piece) and that its
 * rows, squares and tops agree with one another. */
#define assert_field(field, rows) check_field(field, rows, __FILE__, __LINE__)
void check_field(const df_field *field, const char *rows, const char *file, int line);
void check_field_whole(const df_field *field);

/* Draws a random connected polyomino of `size` squares into `rows`. */
#define POLYOMINO_TEXT 2048
void random_polyomino(df_random *random, unsigned size, char rows[POLYOMINO_TEXT]);
