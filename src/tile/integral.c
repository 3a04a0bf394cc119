#include "tile/integral.h"

#include <stdlib.h>

#include "tile/linear.h"

/* Exact numbers one after the other: number i has the words from[i] … from[i + 1] - 1. */
typedef struct numbers {
    tile_budget *budget;
    tile_array words; /* uint64_t */
    tile_array from;  /* uint64_t */
    size_t count;
    size_t most_words; /* of a number */
} numbers;

/* A prime, and the recurrence modulo it. */
typedef struct image {
    modulus m;
    uint64_t inverse; /* of the product of all primes before it */
} image;

typedef struct finder {
    tile_task *task;
    numbers a;
    size_t order;       /* the largest one modulo a prime so far */
    tile_array images;  /* image: of the primes modulo which the order is that */
    tile_array factors; /* uint64_t, `order` for each image */
    size_t count;       /* of images */
    uint64_t bits;      /* the product of their primes is at least 2^bits */
    uint64_t *rests;    /* scratch: the numbers a modulo a prime */
    uint64_t *c;        /* scratch: a recurrence */
} finder;

static df_status keep_number(void *context, uint64_t columns, const uint64_t *count,
                             size_t words)
{
    numbers *a = context;
    (void)columns;
    while (words > 0 && count[words - 1] == 0)
        words--;
    df_status status = df_tile_array_reserve(&a->from, a->budget, a->count + 2);
    if (status != DF_OK)
        return status;
    uint64_t *from = a->from.data;
    const size_t begin = (size_t)from[a->count];
    status = df_tile_array_reserve(&a->words, a->budget, begin + words);
    if (status != DF_OK)
        return status;
    for (size_t i = 0; i < words; i++)
        ((uint64_t *)a->words.data)[begin + i] = count[i];
    from[++a->count] = begin + words;
    if (words > a->most_words)
        a->most_words = words;
    return DF_OK;
}

static const uint64_t *number_words(const numbers *a, size_t i, size_t *count)
{
    const uint64_t *from = a->from.data;
    *count = (size_t)(from[i + 1] - from[i]);
    return (const uint64_t *)a->words.data + from[i];
}

/* The inverse of the product of all primes so far, modulo another one. */
static uint64_t invert_product(const finder *f, const modulus *m)
{
    const image *images = f->images.data;
    uint64_t product = 1;
    for (size_t i = 0; i < f->count; i++)
        product = modulus_multiply(m, product, images[i].m.value % m->value);
    return df_tile_modular_power(m, product, m->value - 2);
}

/* Finds the recurrence modulo a prime and keeps it, unless it is too short: then the prime
 * happens to divide what it must not. */
static df_status add_prime(finder *f, uint64_t prime)
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
    tile_budget *budget = &f->task->budget;
    status = df_tile_array_reserve(&f->images, budget, f->count + 1);
    if (status == DF_OK)
        status = df_tile_array_reserve(&f->factors, budget, (f->count + 1) * order);
    if (status != DF_OK)
        return status;
    uint64_t *factors = (uint64_t *)f->factors.data + f->count * order;
    for (size_t k = 0; k < order; k++)
        factors[k] = f->c[k + 1];
    const uint64_t inverse = invert_product(f, &m);
    ((image *)f->images.data)[f->count++] = (image){m, inverse};
    while (prime >>= 1)
        f->bits++;
    return DF_OK;
}

/* The number with given rests, by Garner's algorithm: digits of it, of which the first is to be
 * taken once, the second times the first prime, the third times the first two, … */
static void find_digits(const finder *f, size_t k, uint64_t *digits)
{
    const image *images = f->images.data;
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

/* The number with these digits, in as many words as there are digits; NULL stands for the
 * highest ones, which make the product of all primes less one. */
static void put_together(const finder *f, const uint64_t *digits, uint64_t *words)
{
    const image *images = f->images.data;
    for (size_t i = 0; i < f->count; i++)
        words[i] = 0;
    for (size_t i = f->count; i-- > 0;) {
        const uint64_t prime = images[i].m.value;
        uint64_t carry = digits != NULL ? digits[i] : prime - 1;
        for (size_t k = 0; k < f->count; k++)
            words[k] = wide_multiply_add(words[k], prime, carry, 0, &carry);
    }
}

/* words = last + 1 - words, if that is less: then the number stands for what is below 0. */
static bool fold(uint64_t *words, const uint64_t *last, uint64_t *other, size_t count)
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

static uint64_t bits_of(const uint64_t *words, size_t count)
{
    while (count > 0 && words[count - 1] == 0)
        count--;
    uint64_t bits = (uint64_t)count * 64;
    for (unsigned i = 63; count > 0 && words[count - 1] >> i == 0; i--)
        bits--;
    return bits;
}

/* The factors that are smallest in size of those with the rests found so far; *most_bits: of
 * the largest. */
static df_status find_factors(const finder *f, df_tile_integer *factors, uint64_t *most_bits)
{
    void *block;
    const size_t size = f->count * sizeof(uint64_t);
    df_status status = df_tile_budget_take(&f->task->budget, &block, 4, size);
    if (status != DF_OK)
        return status;
    uint64_t *digits = block, *words = digits + f->count, *last = words + f->count;
    uint64_t *other = last + f->count;
    put_together(f, NULL, last);
    *most_bits = 1;
    for (size_t k = 0; status == DF_OK && k < f->order; k++) {
        find_digits(f, k, digits);
        put_together(f, digits, words);
        factors[k].is_negative = fold(words, last, other, f->count);
        status = df_natural_set(&factors[k].size, words, f->count);
        const uint64_t bits = bits_of(words, f->count);
        *most_bits = bits > *most_bits ? bits : *most_bits;
        if (status == DF_OK)
            status = df_tile_task_work(f->task, f->count * f->count, k, f->order);
    }
    df_tile_budget_free(&f->task->budget, block, 4 * size);
    return status;
}

/* How many bits the product of the primes must have for the proof: what a recurrence with such
 * factors leaves of any of the numbers then is less than that product. */
static uint64_t bits_for_proof(const finder *f, uint64_t factor_bits)
{
    const uint64_t terms = f->order + 1;
    return factor_bits + f->a.most_words * 64 + bits_of(&terms, 1);
}

static df_status create(df_tile_recurrence **made, size_t order)
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

/* Primes are added until the recurrence is proved. */
static df_status search(finder *f, uint64_t prime, df_tile_recurrence **made)
{
    uint64_t wanted = f->a.most_words * 70 + 64;
    df_status status = DF_OK;
    for (;;) {
        for (prime |= 1; status == DF_OK && f->bits < wanted; prime += 2) {
            if (df_tile_is_prime(prime))
                status = add_prime(f, prime);
        }
        df_tile_recurrence *r = NULL;
        uint64_t bits = 0;
        if (status == DF_OK)
            status = create(&r, f->order);
        if (status == DF_OK)
            status = find_factors(f, r->factors, &bits);
        if (status == DF_OK)
            wanted = bits_for_proof(f, bits);
        if (status == DF_OK && wanted <= f->bits) {
            *made = r;
            return DF_OK;
        }
        df_tile_recurrence_free(r);
        if (status != DF_OK)
            return status;
    }
}

/* A board of no columns has one tiling; the graph knows the others. There are 2 N of them. */
static df_status find_numbers(finder *f, const tile_graph *graph)
{
    const uint64_t one = 1;
    const df_status status = keep_number(&f->a, 0, &one, 1);
    if (status != DF_OK)
        return status;
    return df_tile_graph_count(graph, graph->entries * 2 - 1, &f->task->budget,
                               &f->task->options, keep_number, &f->a, &f->task->effort);
}

df_status df_tile_integral_find(tile_task *task, const tile_graph *graph, uint64_t first,
                                df_tile_recurrence **recurrence)
{
    tile_budget *budget = &task->budget;
    finder f = {.task = task,
                .a = {.budget = budget,
                      .words = {.size = sizeof(uint64_t)},
                      .from = {.size = sizeof(uint64_t)}},
                .images = {.size = sizeof(image)},
                .factors = {.size = sizeof(uint64_t)}};
    df_tile_recurrence *made = NULL;
    void *block = NULL;
    const size_t room = graph->entries * 4 + 1;
    df_status status = find_numbers(&f, graph);
    if (status == DF_OK)
        status = df_tile_budget_take(budget, &block, room, sizeof f.c[0]);
    if (status == DF_OK) {
        f.rests = block;
        f.c = f.rests + graph->entries * 2;
        status = search(&f, first, &made);
    }
    for (size_t i = 0; status == DF_OK && i < made->order * 2; i++) {
        size_t words;
        const uint64_t *number = number_words(&f.a, i, &words);
        status = df_natural_set(&made->first[i], number, words);
    }
    df_tile_budget_free(budget, block, room * sizeof f.c[0]);
    tile_array *arrays[] = {&f.a.words, &f.a.from, &f.images, &f.factors};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        df_tile_array_free(arrays[i], budget);
    if (status == DF_OK)
        *recurrence = made;
    else
        df_tile_recurrence_free(made);
    return status;
}
