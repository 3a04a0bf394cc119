/* Exact numbers of long boards by their recurrence, and the recurrence itself.
 *
 * x^n is computed by squaring, modulo the characteristic polynomial and over the integers.
 * Polynomials are squared as numbers (Kronecker): their coefficients, which may be below 0, are
 * put side by side, far enough apart for the coefficients of the square. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/json.h"
#include "cli/base/number.h"
#include "cli/base/progress.h"
#include "tile_settings.h"

typedef struct long_power {
    size_t order;
    mpz_t *factors; /* factors[k - 1] of a(n - k) */
    mpz_t *x;       /* `order` coefficients; twice as many while it is squared */
    const df_tile_options *options;
} long_power;

static mpz_t *make_numbers(size_t count)
{
    mpz_t *numbers = number_allocate(count * sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        mpz_init(numbers[i]);
    return numbers;
}

static void free_numbers(mpz_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mpz_clear(numbers[i]);
    number_release(numbers, count * sizeof *numbers);
}

/* Sets value = x[0] + x[1] · 2^room + x[2] · 2^(2 · room) … , half by half. */
static void tile_long_join(mpz_t value, mpz_t *x, size_t count, size_t room)
{
    if (count == 1) {
        mpz_set(value, x[0]);
        return;
    }
    const size_t half = count / 2;
    mpz_t low;
    mpz_init(low);
    tile_long_join(low, x, half, room);
    tile_long_join(value, x + half, count - half, room);
    mpz_mul_2exp(value, value, room * half);
    mpz_add(value, value, low);
    mpz_clear(low);
}

/* Undoes tile_long_join, and changes the value. The lower half may be negative: it is the
 * candidate with the smaller absolute value. */
static void tile_long_separate(mpz_t value, mpz_t *x, size_t count, size_t room)
{
    if (count == 1) {
        mpz_set(x[0], value);
        return;
    }
    const size_t half = count / 2, bits = room * half;
    mpz_t low;
    mpz_init(low);
    if (mpz_tstbit(value, bits - 1)) {
        mpz_cdiv_r_2exp(low, value, bits);
        mpz_cdiv_q_2exp(value, value, bits);
    } else {
        mpz_fdiv_r_2exp(low, value, bits);
        mpz_fdiv_q_2exp(value, value, bits);
    }
    tile_long_separate(low, x, half, room);
    mpz_clear(low);
    tile_long_separate(value, x + half, count - half, room);
}

/* Sets x = x · x, or that times x if `shift`: 2 · order coefficients. */
static void tile_long_square(long_power *p, bool shift)
{
    const size_t count = p->order * 2 - 1;
    size_t bits = 1;
    for (size_t i = 0; i < p->order; i++)
        bits = mpz_sizeinbase(p->x[i], 2) > bits ? mpz_sizeinbase(p->x[i], 2) : bits;
    size_t room = bits * 2 + 2;
    for (size_t terms = p->order; terms != 0; terms >>= 1)
        room++;
    mpz_t value;
    mpz_init(value);
    tile_long_join(value, p->x, p->order, room);
    mpz_mul(value, value, value);
    tile_long_separate(value, p->x, count, room);
    mpz_clear(value);
    mpz_set_ui(p->x[count], 0);
    for (size_t i = count; shift && i > 0; i--)
        mpz_swap(p->x[i], p->x[i - 1]);
}

static df_status tile_long_watch(const long_power *p, uint64_t done, uint64_t all)
{
    const df_tile_options *options = p->options;
    return options->watch == NULL || options->watch(options->watch_context, done, all, 0)
               ? DF_OK
               : DF_ERROR_CANCELLED;
}

/* Reduces x modulo the characteristic polynomial to `order` coefficients. */
static df_status tile_long_reduce(long_power *p, uint64_t done, uint64_t all)
{
    const size_t top = p->order * 2 - 1;
    df_status status = DF_OK;
    for (size_t i = top; status == DF_OK && i >= p->order; i--) {
        for (size_t k = 1; k <= p->order; k++)
            mpz_addmul(p->x[i - k], p->factors[k - 1], p->x[i]);
        mpz_set_ui(p->x[i], 0);
        status = tile_long_watch(p, done, all);
    }
    return status;
}

/* Sets x = x^n modulo that polynomial, without the last reduction, which a(n) does not need. */
static df_status raise_power(long_power *p, uint64_t n)
{
    unsigned bits = 0;
    while (bits < 64 && n >> bits != 0)
        bits++;
    df_status status = DF_OK;
    mpz_set_ui(p->x[0], 1);
    while (status == DF_OK && bits-- > 0) {
        tile_long_square(p, (n >> bits & 1) != 0);
        /* Numbers are as long as the exponent is large, and so is the work. */
        status = bits > 0 ? tile_long_reduce(p, n >> bits, n) : tile_long_watch(p, n, n);
    }
    return status;
}

static void import_factors(long_power *p, const df_tile_recurrence *recurrence)
{
    for (size_t k = 0; k < p->order; k++) {
        const df_tile_integer *factor = &recurrence->factors[k];
        number_import(p->factors[k], &factor->size);
        if (factor->is_negative)
            mpz_neg(p->factors[k], p->factors[k]);
    }
}

df_status tile_long_count(df_natural *number, const df_tile_recurrence *recurrence,
                          uint64_t columns, const df_tile_options *options,
                          df_tile_effort *effort)
{
    number_begin(options->memory);
    long_power p = {.order = recurrence->order, .options = options};
    p.factors = make_numbers(p.order);
    p.x = make_numbers(p.order * 2);
    import_factors(&p, recurrence);
    df_status status = raise_power(&p, columns);
    if (status == DF_OK) {
        mpz_t sum, term;
        mpz_init(sum);
        mpz_init(term);
        for (size_t k = 0; k < p.order * 2; k++) {
            number_import(term, &recurrence->first[k]);
            mpz_addmul(sum, term, p.x[k]);
        }
        status = number_export(number, sum);
        mpz_clear(sum);
        mpz_clear(term);
    }
    free_numbers(p.factors, p.order);
    free_numbers(p.x, p.order * 2);
    const uint64_t max = number_end();
    effort->memory = max > effort->memory ? max : effort->memory;
    return status;
}

/* The text of number i of the recurrence: of its factors, or of the tilings it begins with. */
typedef char *number_of(const df_tile_recurrence *recurrence, size_t i);

static char *tile_recurrence_factor(const df_tile_recurrence *recurrence, size_t i)
{
    const df_tile_integer *number = &recurrence->factors[i];
    return number_signed_text(&number->size, number->is_negative);
}

static char *tile_recurrence_first(const df_tile_recurrence *recurrence, size_t i)
{
    return number_text(&recurrence->first[i]);
}

static void tile_recurrence_put_row(const char *name, const df_tile_recurrence *recurrence,
                                    number_of *text_of)
{
    fputs(name, stdout);
    for (size_t i = 0; i < recurrence->order; i++) {
        char *text = text_of(recurrence, i);
        printf(" %s", text);
        free(text);
    }
    putchar('\n');
}

static void tile_recurrence_put_array(json_writer *json, const char *name,
                                      const df_tile_recurrence *recurrence, number_of *text_of)
{
    json_open_array(json, name);
    for (size_t i = 0; i < recurrence->order; i++)
        json_put_digits(json, NULL, text_of(recurrence, i));
    json_close(json);
}

static int tile_recurrence_put_json(unsigned rows, const df_tile_recurrence *recurrence)
{
    json_writer json = {0};
    json_open_object(&json, NULL);
    json_put_number(&json, "height", rows);
    json_put_number(&json, "order", recurrence->order);
    tile_recurrence_put_array(&json, "factors", recurrence, tile_recurrence_factor);
    tile_recurrence_put_array(&json, "first", recurrence, tile_recurrence_first);
    return json_print(&json);
}

int tile_recurrence(unsigned rows, const df_piece_set *set, const df_tile_options *options,
                    bool json)
{
    df_tile_recurrence *recurrence = NULL;
    df_error error = {0};
    progress_begin("counting tilings");
    const df_status status =
        df_tile_recurrence_find(&recurrence, rows, set, UINT64_MAX, options, NULL, &error);
    int answer = counting_end(status, &error);
    if (answer < 0 && json) {
        answer = tile_recurrence_put_json(rows, recurrence);
    } else if (answer < 0) {
        printf("order %zu\n", recurrence->order);
        tile_recurrence_put_row("factors", recurrence, tile_recurrence_factor);
        tile_recurrence_put_row("first", recurrence, tile_recurrence_first);
    }
    df_tile_recurrence_free(recurrence);
    return answer;
}
