/* States of dissections, and how they are kept as bytes. */
#include <stdlib.h>
#include <string.h>

#include "dropforge/base.h"
#include "tests/support/support.h"
#include "tile/dissect/dissect_entry.h"
#include "tile/dissect/dissect_state.h"

/* Random dissections have valid states; and a state of a file, whose bits are any, is refused
 * or can be gone on from. */
static void keys(void **state)
{
    df_random random = test_random(92);
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

/* A state, and in how many ways it is reached. */
typedef struct counted_state {
    uint64_t key[DISSECT_KEY_WORDS];
    uint64_t ways;
} counted_state;

enum { MAX_STATES = 20000, MAX_NEXT = DISSECT_STEPS * MAX_STATES };

static int compare_states(const void *a, const void *b)
{
    return memcmp(((const counted_state *)a)->key, ((const counted_state *)b)->key,
                  sizeof((const counted_state *)a)->key);
}

/* Adds equal states up; returns how many there are. */
static size_t merge_states(counted_state *states, size_t count)
{
    size_t kept = 0;
    qsort(states, count, sizeof states[0], compare_states);
    for (size_t i = 0; i < count; i++) {
        if (kept > 0 && compare_states(&states[kept - 1], &states[i]) == 0)
            states[kept - 1].ways += states[i].ways;
        else
            states[kept++] = states[i];
    }
    return kept;
}

/* Counts the ways to go on from a state to the end of the board; false if there are too many
 * states on the way. */
static bool count_rest(const dissect_board *board, unsigned square, const uint64_t *key,
                       uint64_t *ways)
{
    static counted_state states[MAX_STATES], next[MAX_NEXT];
    size_t count = 1;
    memcpy(states[0].key, key, sizeof states[0].key);
    states[0].ways = 1;
    for (; square < board->width * board->height; square++) {
        const dissect_place from =
            df_dissect_place(board, square / board->width, square % board->width);
        const dissect_place to =
            df_dissect_place(board, (square + 1) / board->width, (square + 1) % board->width);
        size_t found = 0;
        for (size_t i = 0; i < count; i++) {
            uint64_t keys[DISSECT_STEPS][DISSECT_KEY_WORDS] = {{0}};
            const unsigned steps = df_dissect_step(board, &from, &to, states[i].key, keys);
            for (unsigned k = 0; k < steps; k++, found++) {
                next[found].ways = states[i].ways;
                memcpy(next[found].key, keys[k], sizeof keys[k]);
            }
        }
        count = merge_states(next, found);
        if (count > MAX_STATES)
            return false;
        memcpy(states, next, count * sizeof states[0]);
    }
    *ways = count > 0 ? states[0].ways : 0;
    return true;
}

static void put_digit(const dissect_board *board, uint64_t *key, unsigned column,
                      unsigned digit)
{
    key[column / board->word_digits] |= (uint64_t)digit
                                        << column % board->word_digits * board->digit_bits;
}

/* Each thing that can be wrong with a key, beside what is right. */
static void wrong_keys(void **state)
{
    enum { BACK = 4 }; /* the digit that means the column before is one column back */
    static const struct {
        unsigned digits[4];
        unsigned left, right; /* columns of pieces that are apart; 0 and 0: none */
        bool is_valid;
    } cases[] = {
        {{0, 0, 0, 0}, 0, 0, true},
        {{2, BACK + 1, 0, 0}, 0, 0, true},
        {{1, BACK + 1, 0, 0}, 0, 0, false}, /* two columns, one square */
        {{0, BACK + 1, 0, 0}, 0, 0, false},
        {{3, 0, BACK + 2, 0}, 0, 0, true},
        {{2, 0, BACK + 2, 0}, 0, 0, false}, /* there is a square between */
        {{4, BACK + 1, BACK + 1, BACK + 1}, 0, 0, true},
        {{3, BACK + 1, BACK + 1, BACK + 1}, 0, 0, false},
        {{0, 4, BACK + 1, BACK + 1}, 0, 0, true}, /* columns count from the first one */
        {{0, 3, BACK + 1, BACK + 1}, 0, 0, true},
        {{0, 2, BACK + 1, BACK + 1}, 0, 0, false},
        {{BACK + 1, 0, 0, 0}, 0, 0, false}, /* back beyond the border */
        {{4, BACK + 2, 0, 0}, 0, 0, false},
        {{4, 0, 0, BACK + 3}, 0, 0, true},
        {{4, 0, 0, BACK + 4}, 0, 0, false},
        {{1, 0, 1, 0}, 0, 2, true},
        {{1, 0, 0, 0}, 0, 2, false}, /* one of them is complete */
        {{0, 0, 1, 0}, 0, 2, false},
        {{3, 0, BACK + 2, 0}, 0, 2, false}, /* they are the same */
    };
    dissect_board board = {.width = 4, .height = 10, .size = 5};
    assert_true(df_dissect_board_begin(&board));
    const dissect_place place = df_dissect_place(&board, 2, 1);
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint64_t key[DISSECT_KEY_WORDS] = {0};
        for (unsigned column = 0; column < board.width; column++)
            put_digit(&board, key, column, cases[i].digits[column]);
        if (cases[i].right > 0) {
            const unsigned bit = board.key_pairs + place.pair[cases[i].left][cases[i].right];
            key[bit / 64] |= UINT64_C(1) << bit % 64;
        }
        if (df_dissect_key_is_valid(&board, &place, key) != cases[i].is_valid)
            fail_msg("case %zu is wrong", i);
    }
    /* Bits behind the last pair are of no pair. */
    for (unsigned bit = board.key_pairs + place.pairs; bit < 64 * board.key_words; bit++) {
        uint64_t key[DISSECT_KEY_WORDS] = {0};
        for (unsigned column = 0; column < board.width; column++)
            put_digit(&board, key, column, 1);
        key[bit / 64] |= UINT64_C(1) << bit % 64;
        assert_false(df_dissect_key_is_valid(&board, &place, key));
    }
}

/* An incomplete piece: its first and its last column, and its squares. */
typedef struct drawn_piece {
    unsigned first, last, size;
} drawn_piece;

/* Draws the columns of pieces that do not cross. Returns the number of pieces; piece[i] is that
 * of column i, DISSECT_MAX_WIDTH if its piece is complete. */
static unsigned draw_columns(const dissect_board *board, df_random *random, uint64_t *key,
                             drawn_piece *pieces, unsigned *piece)
{
    unsigned open[DISSECT_MAX_WIDTH], depth = 0, count = 0;
    for (unsigned i = 0; i < board->width; i++) {
        const unsigned kind = df_random_below(random, 10);
        piece[i] = DISSECT_MAX_WIDTH;
        if (kind < 3)
            continue;
        if (kind < 6 && depth > 0) {
            /* Pieces inside this one have no more columns. */
            depth = 1 + df_random_below(random, depth);
            piece[i] = open[depth - 1];
            put_digit(board, key, i, board->size - 1 + i - pieces[piece[i]].last);
        } else {
            piece[i] = open[depth++] = count;
            pieces[count++].first = i;
        }
        pieces[piece[i]].last = i;
    }
    return count;
}

/* Draws a state. Returns false if there is none with these columns, or none whose squares make
 * whole pieces with the free ones. */
static bool draw_state(const dissect_board *board, const dissect_place *place,
                       df_random *random, uint64_t *key)
{
    drawn_piece pieces[DISSECT_MAX_WIDTH];
    unsigned piece[DISSECT_MAX_WIDTH];
    unsigned squares = board->width * (board->height - place->row) - place->column;
    memset(key, 0, DISSECT_KEY_WORDS * sizeof key[0]);
    const unsigned count = draw_columns(board, random, key, pieces, piece);
    for (unsigned i = 0; i < count; i++) {
        const unsigned least = pieces[i].last - pieces[i].first + 1;
        if (least >= board->size)
            return false;
        pieces[i].size = least + df_random_below(random, board->size - least);
        squares += pieces[i].size;
    }
    for (unsigned i = 0; i < count; i++) {
        for (; squares % board->size != 0 && pieces[i].size + 1 < board->size; squares++)
            pieces[i].size++;
        put_digit(board, key, pieces[i].first, pieces[i].size);
    }
    for (unsigned k = 0; k < place->pairs; k++) {
        const unsigned a = piece[place->left[k]], b = piece[place->right[k]];
        const unsigned bit = board->key_pairs + k;
        if (a != b && a < count && b < count)
            key[bit / 64] |= (uint64_t)df_random_below(random, 2) << bit % 64;
    }
    return count > 0 && squares % board->size == 0 &&
           df_dissect_key_is_valid(board, place, key);
}

/* No bound changes the number of ways to fill the last rows, whatever the state is: most of
 * these states are unlikely on small boards. */
static void bounds_lose_nothing(void **state)
{
    df_random random = test_random(94);
    for (unsigned left = test_cases(5000), possible = 0; left > 0 || possible == 0;) {
        dissect_board board = {.width = 2 + df_random_below(&random, 8),
                               .height = 3 + df_random_below(&random, 3),
                               .size = 3 + df_random_below(&random, 16),
                               .no_bound = true,
                               .no_pocket = true};
        uint64_t key[DISSECT_KEY_WORDS], wanted, ways;
        assert_true(df_dissect_board_begin(&board));
        const unsigned column = df_random_below(&random, board.width);
        const dissect_place place = df_dissect_place(&board, 2, column);
        left -= left > 0;
        if (!draw_state(&board, &place, &random, key) ||
            !count_rest(&board, 2 * board.width + column, key, &wanted))
            continue;
        possible += wanted > 0;
        for (unsigned way = 0; way < 3; way++) {
            board.no_bound = way == 1;
            board.no_pocket = way == 2;
            assert_true(count_rest(&board, 2 * board.width + column, key, &ways));
            assert_int_equal(ways, wanted);
        }
    }
}

enum { MAX_NUMBER_WORDS = 3 };

/* Entries are read as they were written; cut off, or with room for a shorter number, they are
 * damaged. */
static void entries(void **state)
{
    df_random random = test_random(93);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(keys), cmocka_unit_test(wrong_keys),
                                       cmocka_unit_test(bounds_lose_nothing),
                                       cmocka_unit_test(entries)};
    return cmocka_run_group_tests_name("dissect_state", tests, NULL, NULL);
}
