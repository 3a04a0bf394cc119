/* What cli/guard.c does, but without a child: it could tell the fuzzer nothing. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <sys/mman.h>

#include "guard.h"

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

df_status guard_run(guarded_work *work, void *context, bool is_silent, df_mishap *mishap)
{
    (void)is_silent;
    return work(context, mishap);
}
