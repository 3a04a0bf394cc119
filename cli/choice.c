#include "choice.h"

#include <stdint.h>
#include <string.h>

bool choice_find(const char *const *names, size_t count, const char *value, size_t *index)
{
    for (*index = 0; *index < count; ++*index) {
        if (strcmp(names[*index], value) == 0)
            return true;
    }
    return false;
}

bool choice_take_memory(void *field, const char *value)
{
    static const char units[] = "KMG";
    uint64_t bytes = 0;
    size_t length = strspn(value, "0123456789");
    if (length == 0 || length > 15)
        return false;
    for (size_t i = 0; i < length; i++)
        bytes = bytes * 10 + (uint64_t)(value[i] - '0');
    const char *unit = value[length] != '\0' ? strchr(units, value[length]) : NULL;
    unsigned shift = 0;
    if (unit != NULL) {
        shift = 10 * (unsigned)(unit - units + 1);
        length++;
    }
    if (bytes == 0 || value[length] != '\0' || bytes > UINT64_MAX >> shift)
        return false;
    *(uint64_t *)field = bytes << shift;
    return true;
}
