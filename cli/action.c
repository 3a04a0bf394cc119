#include "action.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "message.h"

enum { NAME_SIZE = 32 };

static bool is_among(const char *name, const char *names)
{
    const size_t length = strlen(name);
    for (const char *at = names; *at != '\0'; at += strspn(at, " ")) {
        const size_t word = strcspn(at, " ");
        if (word == length && memcmp(at, name, length) == 0)
            return true;
        at += word;
    }
    return false;
}

static bool is_zero(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != 0)
            return false;
    }
    return true;
}

/* The first of some names. */
static const char *first_of(const char *names, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "%.*s", (int)strcspn(names, " "), names);
    return name;
}

int action_check_options(const char *command, const char *action, const void *settings,
                         const action_share *shares, size_t count)
{
    char taker[NAME_SIZE];
    for (size_t i = 0; i < count; i++) {
        if (!is_among(action, shares[i].takers) &&
            !is_zero((const unsigned char *)settings + shares[i].offset, shares[i].size))
            return message_usage(command, "'%s' does not take %s; it goes with '%s'", action,
                                 shares[i].options, first_of(shares[i].takers, taker));
    }
    return -1;
}
