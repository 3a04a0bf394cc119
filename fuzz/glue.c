#include "glue.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "exports.h"

static struct {
    const uint8_t *bytes;
    size_t length;
} input;

void input_begin(const uint8_t *data, size_t size)
{
    input.bytes = data;
    input.length = size;
}

size_t input_left(void)
{
    return input.length;
}

const uint8_t *input_rest(void)
{
    return input.bytes;
}

unsigned input_byte(void)
{
    if (input.length == 0)
        return 0;
    input.length--;
    return *input.bytes++;
}

static unsigned input_word(void)
{
    unsigned word = 0;
    for (unsigned i = 0; i < sizeof(uint32_t); i++)
        word = word << 8 | input_byte();
    return word;
}

unsigned input_number(void)
{
    enum { SMALL = 250 };
    const unsigned first = input_byte();
    return first < SMALL ? first : input_word();
}

unsigned input_size(unsigned max)
{
    enum { USUAL = 240 };
    const unsigned first = input_byte();
    return first < USUAL ? first % (max + 1) : input_number();
}

uint64_t input_long(void)
{
    const uint64_t high = input_word();
    return high << 32 | input_word();
}

void *input_bytes(size_t count)
{
    uint8_t *bytes = calloc(count, 1);
    const size_t given = count < input.length ? count : input.length;
    MUST(bytes != NULL);
    if (given > 0)
        memcpy(bytes, input.bytes, given);
    input.bytes += given;
    input.length -= given;
    return bytes;
}

bool is_done(df_status status)
{
    MUST(status == DF_OK || answer_length() > 0);
    return status == DF_OK;
}
