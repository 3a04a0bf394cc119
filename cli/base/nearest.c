#include "nearest.h"

#include <string.h>

enum { MAX_TYPOS = 2 };

/* Returns how many characters must be added, removed or replaced to make one word of another,
 * both at most NEAREST_MAX_WORD long. */
static size_t nearest_edit_distance(const char *one, const char *other)
{
    size_t row[NEAREST_MAX_WORD + 1];
    const size_t length = strlen(other);
    for (size_t i = 0; i <= length; i++)
        row[i] = i;
    for (size_t j = 0; one[j] != '\0'; j++) {
        size_t diagonal = row[0]++;
        for (size_t i = 0; i < length; i++) {
            const size_t shorter = row[i] < row[i + 1] ? row[i] : row[i + 1];
            const size_t replaced = diagonal + (one[j] != other[i]);
            diagonal = row[i + 1];
            row[i + 1] = replaced <= shorter ? replaced : shorter + 1;
        }
    }
    return row[length];
}

nearest_word nearest_begin(const char *typed, size_t length)
{
    nearest_word self = {.distance = MAX_TYPOS + 1};
    if (length <= NEAREST_MAX_WORD)
        memcpy(self.typed, typed, length);
    return self;
}

void nearest_try(nearest_word *self, const char *known)
{
    const size_t edits = nearest_edit_distance(self->typed, known);
    if (edits < self->distance) {
        self->meant = known;
        self->distance = edits;
    }
}
