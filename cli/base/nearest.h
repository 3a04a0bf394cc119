/* The known word that a mistyped one is most like. */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

#include <stddef.h>

enum { NEAREST_MAX_WORD = 31 };

typedef struct nearest_word {
    char typed[NEAREST_MAX_WORD + 1]; /* empty: too long to be any of them */
    const char *meant; /* the nearest so far, the first of several; NULL: none is near */
    size_t distance;
} nearest_word;

/* Returns the search for what was meant by the first `length` characters of a word. */
nearest_word nearest_begin(const char *typed, size_t length);

/* Compares a known word of at most NEAREST_MAX_WORD characters, which is borrowed. */
void nearest_try(nearest_word *self, const char *known);

#endif
