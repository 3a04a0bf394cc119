/* Work done in a child process, for libraries that do not survive a failed allocation. */
#pragma once

#include "dropforge/base.h"

/* Does the work. Its results are in files, or in shared memory. */
typedef df_status guarded_work(void *context, df_error *error);

/* Calls `work` in a child process, and returns its status and *error as if called here.
 * DF_ERROR_MEMORY if the child dies, or cannot be made. The standard error of the child is
 * discarded, such as a message of libc about a broken heap. */
df_status guard_run(guarded_work *work, void *context, df_error *error);

/* Returns memory that a child and its parent share, all zero, or NULL. Only the part in use is
 * taken from the system. */
void *guard_share(size_t size);
void guard_unshare(void *shared, size_t size);
