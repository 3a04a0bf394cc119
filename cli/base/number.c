#include "number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "progress.h"

/* The memory in use between number_begin and number_end. */
static struct {
    uint64_t limit; /* bytes; 0: not bounded */
    uint64_t used;
    uint64_t max; /* ever used at a time */
} memory;

static void *number_check(void *block)
{
    if (block == NULL) {
        progress_end();
        exit(message("out of memory"));
    }
    return block;
}

static void number_take(size_t size)
{
    if (memory.limit == 0)
        return;
    if (size > memory.limit - memory.used) {
        progress_end();
        exit(message("counting needs more than the %g MiB of memory it may use; allow more "
                     "or make the board smaller",
                     (double)memory.limit / (1 << 20)));
    }
    memory.used += size;
    memory.max = memory.used > memory.max ? memory.used : memory.max;
}

static void number_give_back(size_t size)
{
    if (memory.limit != 0)
        memory.used -= size;
}

void *number_allocate(size_t size)
{
    number_take(size);
    return number_check(malloc(size));
}

/* Moves a block. Both copies may exist for a moment, which is not counted. */
static void *number_reallocate(void *old, size_t old_size, size_t size)
{
    number_give_back(old_size);
    number_take(size);
    return number_check(realloc(old, size));
}

void number_release(void *block, size_t size)
{
    number_give_back(size);
    free(block);
}

static void number_prepare(void)
{
    mp_set_memory_functions(number_allocate, number_reallocate, number_release);
}

void number_begin(uint64_t limit)
{
    number_prepare();
    memory.limit = limit;
    memory.used = memory.max = 0;
}

uint64_t number_end(void)
{
    memory.limit = 0;
    return memory.max;
}

void number_import(mpz_t value, const df_natural *number)
{
    mpz_import(value, number->count, -1, sizeof number->words[0], 0, 0, number->words);
}

df_status number_export(df_natural *number, const mpz_t value)
{
    const size_t size = (mpz_sizeinbase(value, 2) / 64 + 1) * sizeof(uint64_t);
    uint64_t *words = number_allocate(size);
    size_t count = 0;
    mpz_export(words, &count, -1, sizeof *words, 0, 0, value);
    const df_status status = df_natural_set(number, words, count);
    number_release(words, size);
    return status;
}

char *number_signed_text(const df_natural *size, bool is_negative)
{
    number_prepare();
    mpz_t value;
    mpz_init(value);
    number_import(value, size);
    if (is_negative)
        mpz_neg(value, value);
    char *text = mpz_get_str(NULL, 10, value);
    mpz_clear(value);
    return text;
}

char *number_text(const df_natural *number)
{
    return number_signed_text(number, false);
}

df_status number_read(df_natural *number, const char *text)
{
    if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0')
        return DF_ERROR_INPUT;
    number_prepare();
    mpz_t value;
    mpz_init_set_str(value, text, 10);
    const df_status status = number_export(number, value);
    mpz_clear(value);
    return status;
}

void number_put(const df_natural *number)
{
    char *text = number_text(number);
    fputs(text, stdout);
    free(text);
}
