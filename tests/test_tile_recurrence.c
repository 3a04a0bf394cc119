/* Boards of any width modulo a prime. */
#include <string.h>

#include "dropforge/tile.h"
#include "support.h"

#define PRIME UINT64_C(1000000007)

static uint64_t rest_of(uint64_t width, unsigned height, uint64_t prime)
{
    uint64_t rest = 0;
    df_piece_set *set = tetrominoes();
    assert_status(df_tile_count_modulo(&rest, width, height, set, prime, NULL, NULL), DF_OK);
    df_piece_set_free(set);
    return rest;
}

static void orders(void **state)
{
    (void)state;
    static const unsigned known[] = {6, 40, 35, 544};
    df_piece_set *set = tetrominoes();
    for (unsigned i = 0; i < COUNT(known); i++) {
        unsigned order = 0;
        assert_status(df_tile_recurrence_order(&order, i + 2, set, NULL, NULL), DF_OK);
        assert_int_equal(order, known[i]);
    }
    df_piece_set_free(set);
}

static void same_as_exact(void **state)
{
    (void)state;
    static const uint64_t primes[] = {2, 3, 97, PRIME, (UINT64_C(1) << 61) - 1};
    df_piece_set *set = tetrominoes();
    for (unsigned height = 1; height <= 4; height++) {
        for (unsigned width = 1; width <= 150; width += width < 20 ? 1 : 13) {
            const df_tile_board board = {width, height, set};
            df_natural number = {0};
            assert_status(df_tile_count(&number, &board, NULL, NULL, NULL), DF_OK);
            for (unsigned i = 0; i < COUNT(primes); i++)
                assert_int_equal(rest_of(width, height, primes[i]),
                                 df_natural_modulo_small(&number, primes[i]));
            df_natural_free(&number);
        }
    }
    assert_int_equal(rest_of(0, 4, PRIME), 1);
    df_piece_set_free(set);
}

/* Two rows: the squares of four columns, the first of which is filled; 64 states are left. */
#define STATES 64
typedef uint64_t matrix[STATES][STATES];

static void fill_column(matrix step, const df_piece_set *set, unsigned from, unsigned squares)
{
    if ((squares & 3) == 3) {
        step[from][squares >> 2]++;
        return;
    }
    const unsigned y = squares & 1;
    for (unsigned i = 0; i < set->count * DF_ORIENTATIONS; i++) {
        const df_piece *piece = &set->pieces[i / DF_ORIENTATIONS];
        const df_shape *shape = &piece->shape[i % DF_ORIENTATIONS];
        if (piece->same_as[i % DF_ORIENTATIONS] != i % DF_ORIENTATIONS || shape->height > 2)
            continue;
        const unsigned low = (shape->row[0] & 1) != 0 ? 0 : 1;
        if (y < low || y - low + shape->height > 2)
            continue;
        unsigned taken = 0;
        for (unsigned k = 0; k < 8; k++)
            if (k / 4 < shape->height && (shape->row[k / 4] >> k % 4 & 1) != 0)
                taken |= 1u << (k % 4 * 2 + y - low + k / 4);
        if ((taken & squares) == 0)
            fill_column(step, set, from, squares | taken);
    }
}

static void multiply(matrix to, const matrix by)
{
    static matrix product;
    for (unsigned i = 0; i < STATES; i++) {
        for (unsigned k = 0; k < STATES; k++) {
            uint64_t sum = 0;
            for (unsigned j = 0; j < STATES; j++)
                sum = (sum + to[i][j] * by[j][k]) % PRIME;
            product[i][k] = sum;
        }
    }
    memcpy(to, product, sizeof product);
}

static void huge(void **state)
{
    (void)state;
    static const uint64_t widths[] = {6, 1000, UINT64_C(1000000000000000000), UINT64_MAX - 1,
                                      UINT64_MAX};
    static matrix step, result, square;
    df_piece_set *set = tetrominoes();
    for (unsigned i = 0; i < STATES; i++)
        fill_column(step, set, i, i);
    df_piece_set_free(set);
    for (unsigned i = 0; i < COUNT(widths); i++) {
        memset(result, 0, sizeof result);
        for (unsigned k = 0; k < STATES; k++)
            result[k][k] = 1;
        memcpy(square, step, sizeof step);
        for (uint64_t n = widths[i]; n != 0; n >>= 1) {
            if ((n & 1) != 0)
                multiply(result, (const uint64_t(*)[STATES])square);
            multiply(square, (const uint64_t(*)[STATES])square);
        }
        assert_int_equal(rest_of(widths[i], 2, PRIME), result[0][0]);
    }
    assert_int_equal(rest_of(UINT64_C(1000000000000000000), 1, PRIME), 1);
    assert_int_equal(rest_of(UINT64_MAX, 1, PRIME), 0);
}

static void refused(void **state)
{
    (void)state;
    static const uint64_t bad[] = {
        0, 1, 4, 561, UINT64_C(3215031751), UINT64_C(1) << 61, UINT64_MAX};
    uint64_t rest = 7;
    df_mishap mishap;
    df_piece_set *set = tetrominoes();
    for (unsigned i = 0; i < COUNT(bad); i++)
        assert_status(df_tile_count_modulo(&rest, 5, 4, set, bad[i], NULL, &mishap),
                      DF_ERROR_ARGUMENT);
    assert_status(df_tile_count_modulo(&rest, 5, 0, set, 7, NULL, &mishap), DF_ERROR_ARGUMENT);
    const df_tile_options little = {.memory = 2000};
    assert_status(df_tile_count_modulo(&rest, 5, 4, set, 7, &little, &mishap), DF_ERROR_LIMIT);
    assert_int_equal(rest, 7);
    df_piece_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders),
        cmocka_unit_test(same_as_exact),
        cmocka_unit_test(huge),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
