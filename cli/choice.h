/* Values of options, for the tables of several commands. */
#ifndef CLI_CHOICE_H
#define CLI_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

/* The index of a value among names; false when it is none of them. */
bool choice_find(const char *const *names, size_t count, const char *value, size_t *index);

/* A `take` of options: bytes, such as 600M, into a uint64_t. A whole number above 0 and perhaps
 * K, M or G, powers of 1024. */
bool choice_take_memory(void *field, const char *value);

/* A `value` of options: the names of the built-in players. */
const char *choice_player(size_t index);

/* Two whole numbers with an 'x' between them, such as 10x20, from 1 to so many each. */
bool choice_read_size(const char *value, unsigned most_width, unsigned most_height,
                      unsigned *width, unsigned *height);

/* What choice_take_memory understands, for messages. */
#define CHOICE_MEMORY_EXPECTS "a number of bytes such as 600M; K, M and G are powers of 1024"

#endif
