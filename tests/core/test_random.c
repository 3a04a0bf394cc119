/* Tests the random numbers against published values and against random_reference.py. */
#include "core/base/random.h"
#include "tests/support/support.h"

/* The state 1, 2, 3, 4 is the test vector that implementations of xoshiro256** share. */
TEST(published_values)
{
    static const uint64_t published[] = {
        11520u,
        0u,
        1509978240u,
        1215971899390074240u,
        1216172134540287360u,
        607988272756665600u,
        16172922978634559625u,
        8476171486693032832u,
        10595114339597558777u,
        2904607092377533576u,
    };
    df_random random = {{1, 2, 3, 4}};
    for (size_t i = 0; i < COUNT(published); i++)
        assert_true(df_random_next(&random) == published[i]);
}

/* The published first values of splitmix64 from seed 1234567 are what fills the state. */
TEST(published_seeding)
{
    df_random random;
    df_random_seed(&random, 1234567, 0);
    assert_true(random.state[0] == 6457827717110365317u);
    assert_true(random.state[1] == 3203168211198807973u);
    assert_true(random.state[2] == 9817491932198370423u);
    assert_true(random.state[3] == 4593380528125082431u);
}

TEST(seeds_and_streams)
{
    static const struct {
        uint64_t seed, stream, values[3];
    } cases[] = {
        {0x0, 0x0, {0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0}},
        {0x1, 0x0, {0xb3f2af6d0fc710c5, 0x853b559647364cea, 0x92f89756082a4514}},
        {0xffffffffffffffff, 0x0, {0x8f5520d52a7ead08, 0xc476a018caa1802d, 0x81de31c0d260469e}},
        {0x1, 0x1, {0x309714ec38d33b4c, 0x1bc11473d28024a0, 0xaa4f7bbef2a5a194}},
        {0x2a, 0x7, {0x24bfb39aeb008c15, 0xd858489e7fc02496, 0x3deebe24036964f3}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_random random;
        df_random_seed(&random, cases[i].seed, cases[i].stream);
        for (size_t j = 0; j < 3; j++)
            assert_true(df_random_next(&random) == cases[i].values[j]);
    }
}

TEST(bounds)
{
    static const struct {
        uint32_t bound, values[4];
    } cases[] = {
        {0x1, {0, 0, 0, 0}},
        {0x2, {1, 1, 1, 0}},
        {0x7, {4, 3, 4, 2}},
        {0x3e8, {702, 520, 574, 391}},
        {0x80000001, {1117629131, 1232882603, 840371773, 1497179249}},
        {0xffffffff, {3019026284, 2235258261, 2465765205, 1680743546}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_random random;
        df_random_seed(&random, 1, 0);
        for (size_t j = 0; j < 4; j++)
            assert_int_equal(df_random_below(&random, cases[i].bound), cases[i].values[j]);
    }
}

TEST(even_spread)
{
    df_random random;
    df_random_seed(&random, 1, 0);
    unsigned seen[10] = {0};
    for (unsigned i = 0; i < 100000; i++)
        seen[df_random_below(&random, 10)]++;
    /* Five standard deviations around 10000. */
    for (size_t i = 0; i < COUNT(seen); i++)
        assert_in_range(seen[i], 9526, 10474);
}
