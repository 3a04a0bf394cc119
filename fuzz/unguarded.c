/* Does the work of cli/process/guard.c without a child process, which would hide it from the
 * fuzzer. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <sys/mman.h>

#include "cli/process/guard.h"

void *guard_share(size_t size)
{
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return shared != MAP_FAILED ? shared : NULL;
}

void guard_unshare(void *shared, size_t size)
{
    munmap(shared, size);
}

df_status guard_run(guarded_work *work, void *context, df_error *error)
{
    return work(context, error);
}
