/* Makes the n-th allocation of a test program fail and counts what is allocated. The program
 * is linked with --wrap for malloc, calloc, realloc and free; what it gets from shared
 * libraries is not counted. For programs with one thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "dropforge/base.h"

/* From now on the n-th allocation fails, counted from 1, with `onwards` all after it too.
 * 0: none. */
void alloc_fail(size_t nth, bool onwards);

/* True if one has failed since alloc_fail. */
bool alloc_has_failed(void);

/* How many blocks are allocated at the moment. */
size_t alloc_live(void);

/* Calls `run` with its first allocation failing, then its second and so on, until none is so
 * late. Checks that it answers DF_ERROR_MEMORY where one has failed, DF_OK in the end, and that
 * it leaves nothing allocated. */
void alloc_fail_each(df_status (*run)(void *context), void *context);
