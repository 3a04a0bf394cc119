#include "number.h"

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        exit(message("out of memory"));
    return memory;
}

static void *reallocate(void *old, size_t old_size, size_t size)
{
    (void)old_size;
    void *memory = realloc(old, size);
    if (memory == NULL)
        exit(message("out of memory"));
    return memory;
}

static void release(void *memory, size_t size)
{
    (void)size;
    free(memory);
}

char *number_text(const df_natural *number)
{
    mp_set_memory_functions(allocate, reallocate, release);
    mpz_t value;
    mpz_init(value);
    mpz_import(value, number->count, -1, sizeof number->words[0], 0, 0, number->words);
    char *text = mpz_get_str(NULL, 10, value);
    mpz_clear(value);
    return text;
}

df_status number_read(df_natural *number, const char *text)
{
    if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0')
        return DF_ERROR_INPUT;
    mp_set_memory_functions(allocate, reallocate, release);
    mpz_t value;
    mpz_init_set_str(value, text, 10);
    size_t count = 0;
    uint64_t *words = mpz_export(NULL, &count, -1, sizeof *words, 0, 0, value);
    mpz_clear(value);
    const df_status status = df_natural_set(number, words, count);
    free(words);
    return status;
}

void number_put(const df_natural *number)
{
    char *text = number_text(number);
    fputs(text, stdout);
    free(text);
}
