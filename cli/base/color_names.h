/* The names that CSS gives to colours. */
#ifndef CLI_COLOR_NAMES_H
#define CLI_COLOR_NAMES_H

#include <stdbool.h>
#include <stdint.h>

/* Finds the colour of a name in lower case, 0xrrggbb; false if it is none. */
bool color_names_find(const char *name, uint32_t *value);

#endif
