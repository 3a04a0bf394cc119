#include "choice.h"

#include <stdint.h>
#include <string.h>

#include "dropforge/bot.h"

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

const char *choice_player(size_t index)
{
    const df_player *player = df_player_get(index);
    return player != NULL ? player->name : NULL;
}

/* Reads the number before `end` and moves behind it. */
static bool read_side(const char **text, char end, unsigned most, unsigned *side)
{
    unsigned number = 0;
    while (**text >= '0' && **text <= '9' && number <= most)
        number = 10 * number + (unsigned)(*(*text)++ - '0');
    *side = number;
    return number >= 1 && number <= most && *(*text)++ == end;
}

bool choice_read_size(const char *value, unsigned most_width, unsigned most_height,
                      unsigned *width, unsigned *height)
{
    return read_side(&value, 'x', most_width, width) &&
           read_side(&value, '\0', most_height, height);
}
