#include "recurrence.h"

#include <string.h>

/* The state of Berlekamp and Massey's algorithm: c[0] a(n) + … + c[order] a(n - order) is 0 for
 * the numbers so far, and `old` did the same for all but the last one before the order last
 * changed. */
typedef struct linear_search {
    const modulus *prime;
    const uint64_t *a;
    uint64_t *c;
    uint64_t *old;
    uint64_t *swap;
    size_t order;
    size_t old_order;
    size_t age;           /* of `old`, in numbers */
    uint64_t old_failure; /* by which it missed its last number */
} linear_search;

static uint64_t linear_failure(const linear_search *s, size_t i)
{
    modular_sum sum = {0};
    for (size_t k = 0; k <= s->order; k++)
        modular_sum_add(&sum, s->c[k], s->a[i - k]);
    return modular_sum_reduce(s->prime, &sum);
}

/* Subtracts the multiple of `old` that makes number i fit too. */
static void linear_mend(linear_search *s, size_t i, uint64_t missed)
{
    const modulus *m = s->prime;
    const uint64_t factor = modulus_negate(
        m, modulus_multiply(m, missed, df_tile_modular_power(m, s->old_failure, m->value - 2)));
    const bool grows = s->order * 2 <= i;
    if (grows)
        memcpy(s->swap, s->c, (s->order + 1) * sizeof s->c[0]);
    for (size_t k = 0; k <= s->old_order; k++)
        s->c[k + s->age] =
            modulus_add(m, s->c[k + s->age], modulus_multiply(m, factor, s->old[k]));
    if (!grows)
        return;
    uint64_t *swap = s->old;
    s->old = s->swap;
    s->swap = swap;
    s->old_order = s->order;
    s->old_failure = missed;
    s->order = i + 1 - s->order;
    s->age = 0;
}

df_status df_tile_linear_find(tile_task *task, const modulus *prime, const uint64_t *a,
                              size_t count, uint64_t *c, size_t *order)
{
    const size_t length = count + 1;
    uint64_t *block = df_budget_take(&task->budget, length, 2 * sizeof c[0]);
    if (block == NULL)
        return task->budget.status;
    df_status status = DF_OK;
    linear_search s = {.prime = prime, .a = a, .c = c, .age = 1, .old_failure = 1};
    s.old = block;
    s.swap = s.old + length;
    memset(c, 0, length * sizeof c[0]);
    c[0] = s.old[0] = 1;
    for (size_t i = 0; status == DF_OK && i < count; i++, s.age++) {
        const uint64_t missed = linear_failure(&s, i);
        if (missed != 0)
            linear_mend(&s, i, missed);
        status = tile_task_work(task, s.order, i, count);
    }
    for (size_t k = 1; k <= s.order; k++)
        c[k] = modulus_negate(prime, c[k]);
    *order = s.order;
    df_budget_free(&task->budget, block, length, 2 * sizeof c[0]);
    return status;
}

/* The power of x that is being computed, a polynomial of `order` numbers, and scratch for its
 * square times x. */
typedef struct linear_power {
    const modulus *m;
    const uint64_t *c;
    size_t order;
    uint64_t *x;
    uint64_t *square;
} linear_power;

/* Computes square = x · x, or that times x. */
static void linear_square(const linear_power *p, bool shift)
{
    const size_t top = p->order - 1;
    p->square[shift ? 0 : 2 * top + 1] = 0;
    for (size_t k = 0; k <= top * 2; k++) {
        modular_sum sum = {0};
        for (size_t i = k > top ? k - top : 0; i <= k && i <= top; i++)
            modular_sum_add(&sum, p->x[i], p->x[k - i]);
        p->square[k + shift] = modular_sum_reduce(p->m, &sum);
    }
}

/* x = square modulo x^order - c[1] x^(order - 1) - … : what stands at `order` and above becomes
 * the quotient from the highest number down, as each of them is final when it is reached. */
static void linear_reduce(const linear_power *p)
{
    const size_t order = p->order, top = order * 2 - 1;
    for (size_t i = top; i-- > 0;) {
        modular_sum sum = {.low = p->square[i]};
        for (size_t k = i < order ? order - i : 1; k <= order && i + k <= top; k++)
            modular_sum_add(&sum, p->c[k], p->square[i + k]);
        p->square[i] = modular_sum_reduce(p->m, &sum);
    }
    memcpy(p->x, p->square, order * sizeof p->x[0]);
}

df_status df_tile_linear_evaluate(tile_task *task, const modulus *m, const uint64_t *a,
                                  const uint64_t *c, size_t order, uint64_t n, uint64_t *result)
{
    uint64_t *block = df_budget_take(&task->budget, order, 3 * sizeof c[0]);
    if (block == NULL)
        return task->budget.status;
    df_status status = DF_OK;
    linear_power p = {.m = m, .c = c, .order = order, .x = block};
    p.square = p.x + order;
    p.x[0] = m->value > 1;
    for (unsigned bit = 64; status == DF_OK && bit-- > 0;) {
        if (n >> bit == 0)
            continue;
        linear_square(&p, (n >> bit & 1) != 0);
        linear_reduce(&p);
        status = tile_task_work(task, order * order, 64 - bit, 64);
    }
    modular_sum sum = {0};
    for (size_t i = 0; i < order; i++)
        modular_sum_add(&sum, p.x[i], a[i]);
    *result = modular_sum_reduce(m, &sum);
    df_budget_free(&task->budget, block, order, 3 * sizeof c[0]);
    return status;
}
