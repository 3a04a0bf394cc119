/* States of dissections, and how they are kept as bytes. */
#include <string.h>

#include "dropforge/random.h"
#include "tests/support/support.h"
#include "tile/dissect/dissect_entry.h"
#include "tile/dissect/dissect_state.h"

/* Random dissections have valid states; and a state of a file, whose bits are any, is refused
 * or can be gone on from. */
static void keys(void **state)
{
    (void)state;
    df_random random;
    df_random_seed(&random, test_seed(), 92);
    for (unsigned i = test_cases(100); i > 0; i--) {
        dissect_board board = {.width = 1 + df_random_below(&random, DISSECT_MAX_WIDTH),
                               .size = 2 + df_random_below(&random, 11)};
        board.height = board.size;
        assert_true(df_dissect_board_begin(&board));
        uint64_t key[DISSECT_KEY_WORDS] = {0}, next[DISSECT_STEPS][DISSECT_KEY_WORDS];
        unsigned count = 1;
        for (unsigned square = 0; square < board.width * board.height && count > 0; square++) {
            const dissect_place from =
                df_dissect_place(&board, square / board.width, square % board.width);
            const dissect_place to = df_dissect_place(&board, (square + 1) / board.width,
                                                      (square + 1) % board.width);
            assert_true(df_dissect_key_is_valid(&board, &from, key));
            uint64_t other[DISSECT_KEY_WORDS];
            memcpy(other, key, sizeof key);
            for (unsigned flips = df_random_below(&random, 4); flips > 0; flips--)
                other[df_random_below(&random, board.key_words)] ^=
                    UINT64_C(1) << df_random_below(&random, 64);
            if (df_dissect_key_is_valid(&board, &from, other))
                (void)df_dissect_step(&board, &from, &to, other, next);
            count = df_dissect_step(&board, &from, &to, key, next);
            if (count > 0)
                memcpy(key, next[df_random_below(&random, count)], sizeof key);
        }
    }
}

enum { MAX_NUMBER_WORDS = 3 };

/* Entries are read as they were written; cut off, or with room for a shorter number, they are
 * damaged. */
static void entries(void **state)
{
    (void)state;
    df_random random;
    df_random_seed(&random, test_seed(), 93);
    for (unsigned i = test_cases(2000); i > 0; i--) {
        const unsigned key_bytes = 1 + df_random_below(&random, 8 * DISSECT_KEY_WORDS);
        const unsigned bits = df_random_below(&random, 64 * MAX_NUMBER_WORDS);
        uint64_t key[DISSECT_KEY_WORDS] = {0}, number[MAX_NUMBER_WORDS] = {0};
        for (unsigned k = 0; k < key_bytes; k++)
            key[k / 8] |= (uint64_t)df_random_below(&random, 256) << k % 8 * 8;
        for (unsigned k = 0; k <= bits; k++)
            number[k / 64] |= (uint64_t)(k == bits || df_random_below(&random, 2) == 1)
                              << k % 64;
        unsigned char bytes[8 * DISSECT_KEY_WORDS + 10 * MAX_NUMBER_WORDS + ENTRY_WORD];
        memset(bytes, 0xff, sizeof bytes);
        const unsigned char *end = entry_put(bytes, key, key_bytes, number, MAX_NUMBER_WORDS);
        assert_int_equal(end - bytes, key_bytes + bits / 7 + 1);
        assert_true((size_t)(end - bytes) <= entry_room((key_bytes + 7) / 8, MAX_NUMBER_WORDS));
        uint64_t other_key[DISSECT_KEY_WORDS] = {0}, other[MAX_NUMBER_WORDS];
        const unsigned words = bits / 64 + 1;
        assert_ptr_equal(entry_get(bytes, end, other_key, key_bytes, other, words), end);
        assert_memory_equal(key, other_key, sizeof key);
        assert_memory_equal(number, other, words * sizeof number[0]);
        assert_null(entry_get(bytes, end - 1, other_key, key_bytes, other, words));
        assert_null(entry_get(bytes, end, other_key, key_bytes, other, words - 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys),
        cmocka_unit_test(entries),
    };
    return cmocka_run_group_tests_name("dissect_state", tests, NULL, NULL);
}
