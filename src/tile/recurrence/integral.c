#include "recurrence.h"

#include <stdlib.h>

/* Exact numbers one after the other: number i has the words from[i] … from[i + 1] - 1. */
typedef struct numbers {
    memory_budget *budget;
    budget_array words; /* uint64_t */
    budget_array from;  /* uint64_t */
    size_t count;
    size_t max_words; /* of a number */
} numbers;

/* A prime, and the recurrence modulo it. */
typedef struct integral_image {
    modulus m;
    uint64_t inverse; /* of the product of all primes before it */
} integral_image;

typedef struct integral_finder {
    tile_task *task;
    numbers a;
    size_t order;         /* the largest one modulo a prime so far */
    budget_array images;  /* image: of the primes modulo which the order is that */
    budget_array factors; /* uint64_t, `order` for each image */
    size_t count;         /* of images */
    uint64_t bits;        /* the product of their primes is at least 2^bits */
    uint64_t *rests;      /* scratch: the numbers a modulo a prime */
    uint64_t *c;          /* scratch: a recurrence */
} integral_finder;

static df_status integral_keep(void *context, uint64_t columns, const uint64_t *count,
                               size_t words)
{
    numbers *a = context;
    (void)columns;
    while (words > 0 && count[words - 1] == 0)
        words--;
    df_status status = df_budget_array_reserve(&a->from, a->budget, a->count + 2);
    if (status != DF_OK)
        return status;
    uint64_t *from = a->from.data;
    const size_t begin = (size_t)from[a->count];
    status = df_budget_array_reserve(&a->words, a->budget, begin + words);
    if (status != DF_OK)
        return status;
    for (size_t i = 0; i < words; i++)
        ((uint64_t *)a->words.data)[begin + i] = count[i];
    from[++a->count] = begin + words;
    if (words > a->max_words)
        a->max_words = words;
    return DF_OK;
}

static const uint64_t *number_words(const numbers *a, size_t i, size_t *count)
{
    const uint64_t *from = a->from.data;
    *count = (size_t)(from[i + 1] - from[i]);
    return (const uint64_t *)a->words.data + from[i];
}

/* Returns the inverse of the product of all primes so far, modulo another one. */
static uint64_t integral_invert_product(const integral_finder *f, const modulus *m)
{
    const integral_image *images = f->images.data;
    uint64_t product = 1;
    for (size_t i = 0; i < f->count; i++)
        product = modulus_multiply(m, product, images[i].m.value % m->value);
    return df_tile_modular_power(m, product, m->value - 2);
}

/* Finds the recurrence modulo a prime and keeps it, unless it is too short: then the prime
 * happens to divide what it must not. */
static df_status integral_add_prime(integral_finder *f, uint64_t prime)
{
    const modulus m = modulus_of(prime);
    size_t order = 0;
    for (size_t i = 0; i < f->a.count; i++) {
        size_t words;
        const uint64_t *number = number_words(&f->a, i, &words);
        f->rests[i] = modulus_of_words(&m, number, words);
    }
    df_status status = df_tile_linear_find(f->task, &m, f->rests, f->a.count, f->c, &order);
    if (status != DF_OK || order < f->order)
        return status;
    if (order > f->order) {
        f->order = order;
        f->count = 0;
        f->bits = 0;
    }
    memory_budget *budget = &f->task->budget;
    status = df_budget_array_reserve(&f->images, budget, f->count + 1);
    if (status == DF_OK)
        status = df_budget_array_reserve(&f->factors, budget, (f->count + 1) * order);
    if (status != DF_OK)
        return status;
    uint64_t *factors = (uint64_t *)f->factors.data + f->count * order;
    for (size_t k = 0; k < order; k++)
        factors[k] = f->c[k + 1];
    const uint64_t inverse = integral_invert_product(f, &m);
    ((integral_image *)f->images.data)[f->count++] = (integral_image){m, inverse};
    while (prime >>= 1)
        f->bits++;
    return DF_OK;
}

/* Finds the number with given remainders by Garner's algorithm: its digits, the first for 1,
 * the second for the first prime, the third for the product of the first two, … */
static void integral_find_digits(const integral_finder *f, size_t k, uint64_t *digits)
{
    const integral_image *images = f->images.data;
    const uint64_t *rests = (const uint64_t *)f->factors.data + k;
    for (size_t i = 0; i < f->count; i++) {
        const modulus *m = &images[i].m;
        uint64_t known = 0;
        for (size_t j = i; j-- > 0;)
            known = modulus_add(m, modulus_multiply(m, known, images[j].m.value), digits[j]);
        const uint64_t rest = modulus_add(m, rests[i * f->order], modulus_negate(m, known));
        digits[i] = modulus_multiply(m, rest, images[i].inverse);
    }
}

/* Computes the number with these digits, in as many words as digits; NULL stands for the
 * highest digits, which give the product of all primes less one. */
static void integral_put_together(const integral_finder *f, const uint64_t *digits,
                                  uint64_t *words)
{
    const integral_image *images = f->images.data;
    for (size_t i = 0; i < f->count; i++)
        words[i] = 0;
    for (size_t i = f->count; i-- > 0;) {
        const uint64_t prime = images[i].m.value;
        uint64_t carry = digits != NULL ? digits[i] : prime - 1;
        for (size_t k = 0; k < f->count; k++)
            words[k] = wide_multiply_add(words[k], prime, carry, 0, &carry);
    }
}

/* Replaces words by last + 1 - words if that is less: then the number stands for a negative
 * one. Returns true if so. */
static bool integral_fold(uint64_t *words, const uint64_t *last, uint64_t *other, size_t count)
{
    bool borrow = false;
    for (size_t i = 0; i < count; i++) {
        other[i] = last[i] - words[i] - borrow;
        borrow = last[i] < words[i] || (borrow && last[i] == words[i]);
    }
    /* other = last - words: not less than words means at most half. */
    for (size_t i = count; i-- > 0;) {
        if (other[i] > words[i])
            return false;
        if (other[i] < words[i])
            break;
        if (i == 0)
            return false;
    }
    bool carry = true;
    for (size_t i = 0; i < count; i++) {
        words[i] = other[i] + carry;
        carry = carry && words[i] == 0;
    }
    return true;
}

static uint64_t integral_bits_of(const uint64_t *words, size_t count)
{
    while (count > 0 && words[count - 1] == 0)
        count--;
    uint64_t bits = (uint64_t)count * 64;
    for (unsigned i = 63; count > 0 && words[count - 1] >> i == 0; i--)
        bits--;
    return bits;
}

/* Finds the factors of smallest absolute value with the remainders so far; *max_bits is the
 * length of the largest. */
static df_status integral_find_factors(const integral_finder *f, df_tile_integer *factors,
                                       uint64_t *max_bits)
{
    const size_t size = f->count * sizeof(uint64_t);
    uint64_t *digits = df_budget_take(&f->task->budget, 4, size);
    if (digits == NULL)
        return f->task->budget.status;
    df_status status = DF_OK;
    uint64_t *words = digits + f->count, *last = words + f->count;
    uint64_t *other = last + f->count;
    integral_put_together(f, NULL, last);
    *max_bits = 1;
    for (size_t k = 0; status == DF_OK && k < f->order; k++) {
        integral_find_digits(f, k, digits);
        integral_put_together(f, digits, words);
        factors[k].is_negative = integral_fold(words, last, other, f->count);
        status = df_natural_set(&factors[k].size, words, f->count);
        const uint64_t bits = integral_bits_of(words, f->count);
        *max_bits = bits > *max_bits ? bits : *max_bits;
        if (status == DF_OK)
            status = tile_task_work(f->task, f->count * f->count, k, f->order);
    }
    df_budget_free(&f->task->budget, digits, 4, size);
    return status;
}

/* Returns the bits that the product of the primes must have for the proof: then the failure of
 * a recurrence with such factors, at any of the numbers, is less than that product. */
static uint64_t integral_bits_for_proof(const integral_finder *f, uint64_t factor_bits)
{
    const uint64_t terms = f->order + 1;
    return factor_bits + f->a.max_words * 64 + integral_bits_of(&terms, 1);
}

static df_status integral_create(df_tile_recurrence **made, size_t order)
{
    df_tile_recurrence *r = calloc(1, sizeof *r);
    if (r == NULL)
        return DF_ERROR_MEMORY;
    r->order = order;
    r->factors = calloc(order + 1, sizeof r->factors[0]);
    r->first = calloc(order * 2 + 1, sizeof r->first[0]);
    *made = r;
    return r->factors != NULL && r->first != NULL ? DF_OK : DF_ERROR_MEMORY;
}

void df_tile_recurrence_free(df_tile_recurrence *recurrence)
{
    if (recurrence == NULL)
        return;
    for (size_t i = 0; recurrence->factors != NULL && i < recurrence->order; i++)
        df_natural_free(&recurrence->factors[i].size);
    for (size_t i = 0; recurrence->first != NULL && i < recurrence->order * 2; i++)
        df_natural_free(&recurrence->first[i]);
    free(recurrence->factors);
    free(recurrence->first);
    free(recurrence);
}

/* Adds primes until the recurrence is proved. */
static df_status integral_search(integral_finder *f, uint64_t prime, df_tile_recurrence **made)
{
    uint64_t wanted = f->a.max_words * 70 + 64;
    df_status status = DF_OK;
    for (;;) {
        for (prime |= 1; status == DF_OK && f->bits < wanted; prime += 2) {
            if (df_tile_is_prime(prime))
                status = integral_add_prime(f, prime);
        }
        df_tile_recurrence *r = NULL;
        uint64_t bits = 0;
        if (status == DF_OK)
            status = integral_create(&r, f->order);
        if (status == DF_OK)
            status = integral_find_factors(f, r->factors, &bits);
        if (status == DF_OK)
            wanted = integral_bits_for_proof(f, bits);
        if (status == DF_OK && wanted <= f->bits) {
            *made = r;
            return DF_OK;
        }
        df_tile_recurrence_free(r);
        if (status != DF_OK)
            return status;
    }
}

/* Keeps the first 2 N numbers: no columns have one tiling, the graph counts the others. */
static df_status integral_find_numbers(integral_finder *f, const tile_graph *graph)
{
    const uint64_t one = 1;
    const df_status status = integral_keep(&f->a, 0, &one, 1);
    if (status != DF_OK)
        return status;
    return df_tile_graph_count(graph, f->task, graph->entries * 2 - 1, integral_keep, &f->a);
}

df_status df_tile_integral_find(tile_task *task, const tile_graph *graph, uint64_t first,
                                df_tile_recurrence **recurrence)
{
    memory_budget *budget = &task->budget;
    integral_finder f = {.task = task,
                         .a = {.budget = budget,
                               .words = {.size = sizeof(uint64_t)},
                               .from = {.size = sizeof(uint64_t)}},
                         .images = {.size = sizeof(integral_image)},
                         .factors = {.size = sizeof(uint64_t)}};
    df_tile_recurrence *made = NULL;
    const size_t scratch = graph->entries * 4 + 1;
    df_status status = integral_find_numbers(&f, graph);
    if (status == DF_OK) {
        f.rests = df_budget_take(budget, scratch, sizeof f.c[0]);
        status = f.rests == NULL ? budget->status : DF_OK;
    }
    if (status == DF_OK) {
        f.c = f.rests + graph->entries * 2;
        status = integral_search(&f, first, &made);
    }
    for (size_t i = 0; status == DF_OK && i < made->order * 2; i++) {
        size_t words;
        const uint64_t *number = number_words(&f.a, i, &words);
        status = df_natural_set(&made->first[i], number, words);
    }
    df_budget_free(budget, f.rests, scratch, sizeof f.c[0]);
    budget_array *arrays[] = {&f.a.words, &f.a.from, &f.images, &f.factors};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        df_budget_array_free(arrays[i], budget);
    if (status == DF_OK)
        *recurrence = made;
    else
        df_tile_recurrence_free(made);
    return status;
}
