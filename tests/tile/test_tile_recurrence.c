/* Boards of any width modulo any number, and the recurrence behind it. */
#include <string.h>

#include "dropforge/tile.h"
#include "tests/support/support.h"
#include "tile/count/modular.h"
#include "tile/recurrence/recurrence.h"

#define PRIME UINT64_C(1000000007)

static uint64_t rest_of(uint64_t width, uint64_t height, uint64_t divisor)
{
    uint64_t rest = 0;
    assert_status(
        df_tile_count_modulo(&rest, width, height, shared_set, divisor, NULL, NULL, NULL),
        DF_OK);
    return rest;
}

static df_tile_recurrence *find(unsigned height, const df_piece_set *set)
{
    df_tile_recurrence *r = NULL;
    assert_status(df_tile_recurrence_find(&r, height, set, UINT64_MAX, NULL, NULL, NULL),
                  DF_OK);
    assert_non_null(r);
    return r;
}

static uint64_t random_word(df_random *random)
{
    const uint64_t high = df_random_below(random, UINT32_MAX);
    return (high << 32 | df_random_below(random, UINT32_MAX)) >> df_random_below(random, 64);
}

/* Against sums, doubled bit by bit. */
static void arithmetic(void **state)
{
    df_random random = test_random(5);
    for (unsigned i = test_cases(20000); i > 0; i--) {
        const uint64_t value = i % 16 == 0 ? UINT64_MAX - i / 16 : random_word(&random) + 1;
        const modulus m = modulus_of(value);
        const uint64_t a = random_word(&random) % value, b = random_word(&random) % value;
        uint64_t product = 0, c = a;
        for (uint64_t bits = b; bits != 0; bits >>= 1, c = modulus_add(&m, c, c))
            product = (bits & 1) != 0 ? modulus_add(&m, product, c) : product;
        assert_int_equal(modulus_multiply(&m, a, b), product);
        modular_sum sum = {product, a, b};
        const uint64_t words[] = {product, a, b};
        assert_int_equal(modular_sum_reduce(&m, &sum), modulus_of_words(&m, words, 3));
    }
}

static void primes(void **state)
{
    /* Carmichael numbers and strong pseudoprimes to many bases; the primes at the ends of 61
     * and 64 bits. */
    static const uint64_t composite[] = {561, UINT64_C(3215031751), UINT64_C(341550071728321),
                                         UINT64_C(3825123056546413051), UINT64_MAX};
    static const uint64_t prime[] = {PRIME, (UINT64_C(1) << 61) - 1, UINT64_MAX - 58};
    for (unsigned n = 0; n < 5000; n++) {
        bool is_prime = n > 1;
        for (unsigned d = 2; d < n; d++)
            is_prime &= n % d != 0;
        assert_int_equal(df_tile_is_prime(n), is_prime);
    }
    for (unsigned i = 0; i < COUNT(composite); i++)
        assert_false(df_tile_is_prime(composite[i]));
    for (unsigned i = 0; i < COUNT(prime); i++)
        assert_true(df_tile_is_prime(prime[i]));
}

static void orders(void **state)
{
    static const size_t known[] = {4, 6, 40, 35, 544};
    for (unsigned i = 0; i < COUNT(known); i++) {
        df_tile_recurrence *r = NULL;
        assert_status(
            df_tile_recurrence_find(&r, i + 1, shared_set, UINT64_MAX, NULL, NULL, NULL),
            DF_OK);
        assert_int_equal(r->order, known[i]);
        df_tile_recurrence_free(r);
    }
}

/* Of two rows, and of three, where only every fourth number is not 0: OEIS A232757. */
static void factors(void **state)
{
    static const struct {
        unsigned rows, period;
        int factors[11];
    } known[] = {
        {2, 2, {2, 2, -1}},
        {3, 4, {60, -755, 3991, -10223, 12960, -8422, 2809, -470, 36, -1}},
    };
    for (unsigned i = 0; i < COUNT(known); i++) {
        df_tile_recurrence *r = find(known[i].rows, shared_set);
        for (unsigned k = 1; k <= r->order; k++) {
            const df_tile_integer *factor = &r->factors[k - 1];
            const int wanted =
                k % known[i].period == 0 ? known[i].factors[k / known[i].period - 1] : 0;
            assert_int_equal(factor->is_negative, wanted < 0);
            assert_int_equal(factor->size.count, wanted != 0);
            if (wanted != 0)
                assert_int_equal(factor->size.words[0], wanted < 0 ? -wanted : wanted);
        }
        assert_int_equal(known[i].factors[r->order / known[i].period], 0);
        df_tile_recurrence_free(r);
    }
}

/* That number n is what the recurrence says. */
static void check_term(const df_tile_recurrence *r, const df_natural *numbers, size_t n)
{
    df_natural more = {0}, less = {0}, product = {0};
    assert_status(df_natural_copy(&less, &numbers[n]), DF_OK);
    for (size_t k = 0; k < r->order; k++) {
        const df_tile_integer *factor = &r->factors[k];
        df_natural *sum = factor->is_negative ? &less : &more;
        assert_status(df_natural_multiply(&product, &factor->size, &numbers[n - k - 1]), DF_OK);
        assert_status(df_natural_add(sum, sum, &product), DF_OK);
    }
    assert_int_equal(df_natural_compare(&more, &less), 0);
    df_natural_free(&more);
    df_natural_free(&less);
    df_natural_free(&product);
}

static void check_recurrence(unsigned height, unsigned width, const df_piece_set *set)
{
    df_tile_recurrence *r = find(height, set);
    const df_tile_board board = {width, height, set};
    df_natural *numbers = test_calloc(width + 1, sizeof *numbers);
    assert_status(df_tile_count_widths(numbers, &board, NULL, NULL, NULL), DF_OK);
    for (size_t n = 0; n <= width; n++) {
        if (n < r->order * 2)
            assert_int_equal(df_natural_compare(&numbers[n], &r->first[n]), 0);
        if (n >= r->order)
            check_term(r, numbers, n);
    }
    for (size_t n = 0; n <= width; n++)
        df_natural_free(&numbers[n]);
    test_free(numbers);
    df_tile_recurrence_free(r);
}

static void holds(void **state)
{
    for (unsigned height = 1; height <= 4; height++)
        check_recurrence(height, 200, shared_set);
    check_recurrence(5, 1200, shared_set);
}

/* Small primes divide much that large ones do not: some give recurrences that are too short,
 * and none is enough alone. */
static void small_primes(void **state)
{
    for (unsigned height = 1; height <= 4; height++) {
        tile_task task;
        tile_graph graph;
        df_tile_recurrence *r = NULL, *usual = find(height, shared_set);
        const df_tile_board board = {1000, height, shared_set};
        const tile_order order = {.rows = height, .columns = 1000};
        assert_status(df_tile_task_begin(&task, &board, NULL, NULL), DF_OK);
        assert_status(df_tile_graph_create(&graph, &task, order), DF_OK);
        assert_status(df_tile_integral_find(&task, &graph, 2, &r), DF_OK);
        assert_int_equal(r->order, usual->order);
        for (size_t k = 0; k < r->order; k++) {
            assert_int_equal(r->factors[k].is_negative, usual->factors[k].is_negative);
            assert_int_equal(df_natural_compare(&r->factors[k].size, &usual->factors[k].size),
                             0);
        }
        df_tile_recurrence_free(r);
        df_tile_recurrence_free(usual);
        df_tile_graph_free(&graph, &task.budget);
        assert_int_equal(task.budget.left, task.budget.limit);
    }
}

static void same_as_exact(void **state)
{
    static const uint64_t moduli[] = {1,
                                      2,
                                      4,
                                      6,
                                      97,
                                      PRIME,
                                      UINT64_C(1) << 32,
                                      (UINT64_C(1) << 61) - 1,
                                      UINT64_C(1) << 63,
                                      UINT64_C(600851475143),
                                      UINT64_MAX};
    for (unsigned height = 1; height <= 5; height++) {
        for (unsigned width = 1; width <= 400; width += width < 20 ? 1 : 77) {
            const df_tile_board board = {width, height, shared_set};
            df_natural number = {0};
            assert_status(df_tile_count(&number, &board, NULL, NULL, NULL), DF_OK);
            for (unsigned i = 0; i < COUNT(moduli); i++) {
                uint64_t rest;
                df_natural quotient = {0};
                assert_status(df_natural_divide_small(&quotient, &number, moduli[i], &rest),
                              DF_OK);
                df_natural_free(&quotient);
                assert_int_equal(rest_of(width, height, moduli[i]), rest);
                assert_int_equal(rest_of(height, width, moduli[i]), rest);
            }
            df_natural_free(&number);
        }
    }
}

/* The result for a prime is that for the integers modulo the prime. */
static void composite(void **state)
{
    static const uint64_t prime[] = {3, 65537, PRIME};
    static const uint64_t widths[] = {10000, UINT64_C(1000000000000000000), UINT64_MAX};
    for (unsigned height = 2; height <= 5; height++) {
        for (unsigned i = 0; i < COUNT(widths); i++) {
            const uint64_t rest = rest_of(widths[i], height, 3 * 65537 * PRIME);
            for (unsigned k = 0; k < COUNT(prime); k++)
                assert_int_equal(rest % prime[k], rest_of(widths[i], height, prime[k]));
        }
    }
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

static void multiply(matrix to, const matrix by, uint64_t divisor)
{
    static matrix product;
    for (unsigned i = 0; i < STATES; i++) {
        for (unsigned k = 0; k < STATES; k++) {
            uint64_t sum = 0;
            for (unsigned j = 0; j < STATES; j++)
                sum = (sum + to[i][j] * by[j][k]) % divisor;
            product[i][k] = sum;
        }
    }
    memcpy(to, product, sizeof product);
}

static void huge(void **state)
{
    static const uint64_t widths[] = {6, 1000, UINT64_C(1000000000000000000), UINT64_MAX - 1,
                                      UINT64_MAX};
    static matrix step, result, square;
    for (unsigned i = 0; i < STATES; i++)
        fill_column(step, shared_set, i, i);
    for (unsigned i = 0; i < COUNT(widths) * 2; i++) {
        const uint64_t width = widths[i / 2], divisor = i % 2 == 0 ? PRIME : 1u << 31;
        memset(result, 0, sizeof result);
        for (unsigned k = 0; k < STATES; k++)
            result[k][k] = 1;
        memcpy(square, step, sizeof step);
        for (uint64_t n = width; n != 0; n >>= 1) {
            if ((n & 1) != 0)
                multiply(result, (const uint64_t(*)[STATES])square, divisor);
            multiply(square, (const uint64_t(*)[STATES])square, divisor);
        }
        assert_int_equal(rest_of(width, 2, divisor), result[0][0]);
    }
    assert_int_equal(rest_of(UINT64_C(1000000000000000000), 1, PRIME), 1);
    assert_int_equal(rest_of(UINT64_MAX, 1, PRIME), 0);
}

static bool stop(void *context, uint64_t done, uint64_t all, uint64_t states)
{
    return false;
}

static void refused(void **state)
{
    uint64_t rest = 7;
    df_error error;
    df_tile_recurrence *r = NULL;
    assert_status(df_tile_count_modulo(&rest, 5, 4, shared_set, 0, NULL, NULL, &error),
                  DF_ERROR_ARGUMENT);
    assert_status(df_tile_count_modulo(&rest, 5, 0, shared_set, 7, NULL, NULL, &error),
                  DF_ERROR_ARGUMENT);
    assert_status(df_tile_count_modulo(&rest, 0, 5, shared_set, 7, NULL, NULL, &error),
                  DF_ERROR_ARGUMENT);
    const uint64_t far = UINT64_C(1) << 40;
    assert_status(df_tile_count_modulo(&rest, far, far, shared_set, 7, NULL, NULL, &error),
                  DF_ERROR_ARGUMENT);
    assert_status(df_tile_count_modulo(&rest, far, 1000, shared_set, 7, NULL, NULL, &error),
                  DF_ERROR_LIMIT);
    const df_tile_options little = {.memory = 2000}, stopped = {.watch = stop};
    assert_status(df_tile_count_modulo(&rest, far, 4, shared_set, 7, &little, NULL, &error),
                  DF_ERROR_LIMIT);
    assert_status(df_tile_recurrence_find(&r, 4, shared_set, far, &little, NULL, &error),
                  DF_ERROR_LIMIT);
    assert_status(df_tile_count_modulo(&rest, far, 5, shared_set, 8, &stopped, NULL, &error),
                  DF_ERROR_CANCELLED);
    assert_status(df_tile_count_modulo(&rest, far, 6, shared_set, 7, &stopped, NULL, &error),
                  DF_ERROR_CANCELLED);
    assert_int_equal(rest, 7);
    assert_null(r);
    /* Where no graph fits, the number itself is found; for few columns no recurrence is. */
    assert_status(df_tile_count_modulo(&rest, 8, 8, shared_set, 1000000,
                                       &(df_tile_options){.memory = 1000000}, NULL, &error),
                  DF_OK);
    assert_int_equal(rest, 19077209438 % 1000000);
    assert_status(df_tile_recurrence_find(&r, 4, shared_set, 100, NULL, NULL, &error), DF_OK);
    assert_null(r);
    df_tile_recurrence_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic),    cmocka_unit_test(primes),
        cmocka_unit_test(orders),        cmocka_unit_test(factors),
        cmocka_unit_test(holds),         cmocka_unit_test(small_primes),
        cmocka_unit_test(same_as_exact), cmocka_unit_test(composite),
        cmocka_unit_test(huge),          cmocka_unit_test(refused)};
    return cmocka_run_group_tests(tests, share_tetrominoes, release_tetrominoes);
}
