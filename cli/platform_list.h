/* The platforms of one width, drawn one after the other. */
#ifndef CLI_PLATFORM_LIST_H
#define CLI_PLATFORM_LIST_H

#include <stdint.h>

#include "dropforge/piece.h"

/* Writes every platform, or that there is none, for each kind and starting column to
 * standard output; -1 or the exit code after a message. */
int platform_list(const df_piece_set *set, unsigned width, uint64_t seed);

#endif
