/* Builds the text of a df_mishap piece by piece, cut off where it is full. Every function
 * accepts NULL for the mishap and does nothing then. */
#ifndef DROPFORGE_CORE_MISHAP_H
#define DROPFORGE_CORE_MISHAP_H

#include <stdint.h>

#include "dropforge/status.h"

void df_mishap_begin(df_mishap *mishap, size_t line, size_t column, const char *string);
void df_mishap_put(df_mishap *mishap, const char *string);
void df_mishap_put_bytes(df_mishap *mishap, const char *bytes, size_t length);
void df_mishap_put_number(df_mishap *mishap, uint64_t number);

/* An amount of memory with its unit: "1 MiB", "1907 MiB", "10 KiB", "1000 bytes". It is exact,
 * or rounded down to at least 100 of the unit. */
void df_mishap_put_memory(df_mishap *mishap, uint64_t bytes);

#endif
