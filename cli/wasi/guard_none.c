/* Work that would be done in a child process, where there are none. */
#include <stdint.h>

#include "cli/process/guard.h"

enum { PAGE = 65536 };

/* Takes fresh pages, which are zero and take no memory until they are used. */
void *guard_share(size_t size)
{
    const size_t before = __builtin_wasm_memory_grow(0, (size + PAGE - 1) / PAGE);
    return before != SIZE_MAX ? (void *)(before * PAGE) : NULL;
}

/* Keeps the pages: WebAssembly cannot give any back. */
void guard_unshare(void *shared, size_t size)
{
    (void)shared;
    (void)size;
}

df_status guard_run(guarded_work *work, void *context, df_error *error)
{
    return work(context, error);
}
