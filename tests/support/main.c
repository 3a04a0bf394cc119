/* Runs the tests of a program. */
#include "support.h"

#include <stdlib.h>

#define MAX_TESTS 64

df_piece_set *shared_set;

static struct CMUnitTest tests[MAX_TESTS];
static int lines[MAX_TESTS];
static size_t count;

void add_test(const char *name, CMUnitTestFunction run, int line)
{
    /* Constructors run in any order. */
    size_t at = count++;
    if (count > MAX_TESTS)
        abort();
    for (; at > 0 && lines[at - 1] > line; at--) {
        tests[at] = tests[at - 1];
        lines[at] = lines[at - 1];
    }
    tests[at] = (struct CMUnitTest){.name = name, .test_func = run};
    lines[at] = line;
}

static int share_tetrominoes(void **state)
{
    (void)state;
    shared_set = tetrominoes();
    return 0;
}

static int release_tetrominoes(void **state)
{
    (void)state;
    df_piece_set_free(shared_set);
    return 0;
}

int main(void)
{
    for (size_t i = 0; i < count && &each_test != NULL; i++) {
        tests[i].setup_func = each_test.set_up;
        tests[i].teardown_func = each_test.tear_down;
    }
    /* No skip(): cmocka reports that as a failure to those who read TAP. */
    if (test_is_quick())
        cmocka_set_skip_filter("long_*");
    return _cmocka_run_group_tests("tests", tests, count, share_tetrominoes,
                                   release_tetrominoes);
}
