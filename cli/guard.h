/* Work done in a child process, for libraries that do not survive a failed allocation. */
#ifndef CLI_GUARD_H
#define CLI_GUARD_H

#include <stdbool.h>
#include <stddef.h>

#include "dropforge/status.h"

/* Does the work. What it leaves for the caller is in files, or in memory that is shared. */
typedef df_status guarded_work(void *context, df_mishap *mishap);

/* Calls `work` in a child process, and returns its status and *mishap as if it had been called
 * here. DF_ERROR_MEMORY when the child dies, or cannot be made. Nobody hears what a silent
 * child says on standard error, such as the last words of libc about a broken heap. */
df_status guard_run(guarded_work *work, void *context, bool is_silent, df_mishap *mishap);

/* Returns memory that a child and its parent both see, all zero, or NULL. Only what is used of
 * it is taken from the system. */
void *guard_share(size_t size);
void guard_unshare(void *shared, size_t size);

#endif
