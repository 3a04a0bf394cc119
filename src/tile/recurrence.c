/* Boards of one height and any width: the numbers modulo a prime obey a linear recurrence. */
#include <string.h>

#include "core/mishap.h"
#include "core/wide.h"
#include "tile/count.h"

#define USUAL_PRIME ((UINT64_C(1) << 61) - 1)

/* a(n) = -(c(1) a(n-1) + … + c(order) a(n-order)) for all n >= order. All arrays have `room`
 * numbers, in one block. */
typedef struct recurrence {
    uint64_t prime;
    size_t room;
    size_t order;
    uint64_t *a;
    uint64_t *c;
    uint64_t *b; /* scratch, like t */
    uint64_t *t;
} recurrence;

static uint64_t times(uint64_t a, uint64_t b, uint64_t prime)
{
    uint64_t high, rest;
    const uint64_t low = wide_multiply_add(a, b, 0, 0, &high);
    (void)wide_divide(high, low, prime, &rest);
    return rest;
}

/* a - b · c */
static uint64_t less(uint64_t a, uint64_t b, uint64_t c, uint64_t prime)
{
    const uint64_t product = times(b, c, prime);
    return a >= product ? a - product : a + (prime - product);
}

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t prime)
{
    uint64_t result = 1 % prime;
    for (; exponent != 0; exponent >>= 1) {
        if ((exponent & 1) != 0)
            result = times(result, base, prime);
        base = times(base, base, prime);
    }
    return result;
}

/* Miller and Rabin's test; with these bases it is no guess below 2^64. */
static bool is_prime(uint64_t n)
{
    static const uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    const size_t count = sizeof bases / sizeof bases[0];
    if (n < 2)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (n % bases[i] == 0)
            return n == bases[i];
    }
    unsigned twos = 0;
    while (((n - 1) >> twos & 1) == 0)
        twos++;
    for (size_t i = 0; i < count; i++) {
        uint64_t x = power(bases[i], (n - 1) >> twos, n);
        bool passes = x == 1 || x == n - 1;
        for (unsigned k = 1; k < twos && !passes; k++) {
            x = times(x, x, n);
            passes = x == n - 1;
        }
        if (!passes)
            return false;
    }
    return true;
}

/* Berlekamp and Massey: the shortest recurrence of the numbers a[0 … count - 1]. */
static void find_shortest(recurrence *r, size_t count)
{
    const uint64_t prime = r->prime;
    size_t order = 0, other = 0, shift = 1;
    uint64_t last = 1;
    r->c[0] = r->b[0] = 1;
    for (size_t i = 0; i < count; i++, shift++) {
        uint64_t wrong = 0;
        for (size_t k = 0; k <= order; k++)
            wrong = less(wrong, r->c[k], r->a[i - k], prime);
        if (wrong == 0)
            continue;
        const uint64_t factor = times(prime - wrong, power(last, prime - 2, prime), prime);
        memcpy(r->t, r->c, (order + 1) * sizeof r->t[0]);
        for (size_t k = 0; k <= other; k++)
            r->c[k + shift] = less(r->c[k + shift], factor, r->b[k], prime);
        if (order * 2 > i)
            continue;
        memcpy(r->b, r->t, (order + 1) * sizeof r->b[0]);
        other = order;
        order = i + 1 - order;
        last = prime - wrong;
        shift = 0;
    }
    r->order = order;
}

/* r->b, a polynomial of up to 2 · order numbers, modulo the characteristic polynomial. */
static void reduce(recurrence *r, size_t count)
{
    for (size_t i = count; i-- > r->order;) {
        for (size_t k = 1; k <= r->order; k++)
            r->b[i - k] = less(r->b[i - k], r->b[i], r->c[k], r->prime);
        r->b[i] = 0;
    }
}

/* a(n), from x^n modulo the characteristic polynomial. */
static uint64_t evaluate(recurrence *r, uint64_t n)
{
    const size_t order = r->order;
    memset(r->b, 0, r->room * sizeof r->b[0]);
    r->b[0] = 1;
    for (unsigned bit = 64; bit-- > 0;) {
        memcpy(r->t, r->b, order * sizeof r->t[0]);
        memset(r->b, 0, order * sizeof r->b[0]);
        const size_t up = n >> bit & 1;
        for (size_t i = 0; i < order; i++) {
            const uint64_t minus = r->t[i] != 0 ? r->prime - r->t[i] : 0;
            for (size_t k = 0; k < order && minus != 0; k++)
                r->b[i + k + up] = less(r->b[i + k + up], minus, r->t[k], r->prime);
        }
        reduce(r, order * 2);
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < order; i++)
        sum = less(sum, r->b[i] != 0 ? r->prime - r->b[i] : 0, r->a[i], r->prime);
    return sum;
}

/* The graph has N entries and its columns are the powers of one matrix. So by Cayley and
 * Hamilton there is a recurrence of order N, and 2 N numbers determine the shortest one. */
static df_status find_recurrence(tile_task *task, const tile_graph *graph, recurrence *r)
{
    void *block = NULL;
    const size_t count = graph->entries * 2;
    r->room = count + 2;
    df_status status = df_tile_budget_take(&task->budget, &block, r->room * 4, sizeof r->a[0]);
    if (status != DF_OK)
        return status;
    r->a = block;
    r->c = r->a + r->room;
    r->b = r->c + r->room;
    r->t = r->b + r->room;
    status = df_tile_graph_count_modulo(graph, r->prime, r->a, count - 1, &task->budget);
    if (status == DF_OK)
        find_shortest(r, count);
    return status;
}

static df_status solve(uint64_t *rest, unsigned *order, uint64_t width, uint64_t prime,
                       const df_tile_board *board, const df_tile_options *options,
                       df_mishap *mishap)
{
    tile_task task;
    tile_moves moves;
    tile_graph graph;
    df_status status = df_tile_task_begin(&task, board, options, mishap);
    if (status != DF_OK)
        return status;
    const tile_order columns = {.rows = board->height, .columns = board->width};
    status = df_tile_task_moves(&task, &moves, columns, true);
    if (status != DF_OK)
        return df_tile_task_end(&task, status, NULL);
    status = df_tile_graph_create(&graph, &moves, &task.budget, &task.options, &task.effort);
    df_tile_moves_free(&moves);
    if (status == DF_OK) {
        recurrence r = {.prime = prime};
        status = find_recurrence(&task, &graph, &r);
        if (status == DF_OK && rest != NULL)
            *rest = evaluate(&r, width);
        if (status == DF_OK && order != NULL)
            *order = (unsigned)r.order;
        df_tile_budget_free(&task.budget, r.a, r.room * 4 * sizeof r.a[0]);
        df_tile_graph_free(&graph, &task.budget);
    }
    return df_tile_task_end(&task, status, NULL);
}

df_status df_tile_count_modulo(uint64_t *rest, uint64_t width, unsigned height,
                               const df_piece_set *pieces, uint64_t modulus,
                               const df_tile_options *options, df_mishap *mishap)
{
    if (modulus >> 61 != 0 || !is_prime(modulus)) {
        df_mishap_begin(mishap, 0, 0,
                        "the modulus must be a prime below 2^61; choose another one");
        return DF_ERROR_ARGUMENT;
    }
    const df_tile_board board = {DF_TILE_MAX_SIDE, height, pieces};
    return solve(rest, NULL, width, modulus, &board, options, mishap);
}

df_status df_tile_recurrence_order(unsigned *order, unsigned height, const df_piece_set *pieces,
                                   const df_tile_options *options, df_mishap *mishap)
{
    const df_tile_board board = {DF_TILE_MAX_SIDE, height, pieces};
    return solve(NULL, order, 0, USUAL_PRIME, &board, options, mishap);
}
