#include "digits.h"

#include <stddef.h>

const char *digits_read(const char *text, uint64_t max, uint64_t *number)
{
    const char *at = text;
    uint64_t value = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        const unsigned digit = (unsigned)(*at - '0');
        if (digit > max || value > (max - digit) / 10)
            return NULL;
        value = value * 10 + digit;
    }
    if (at == text)
        return NULL;
    *number = value;
    return at;
}
