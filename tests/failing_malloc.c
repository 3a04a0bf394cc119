/* Preloaded into a program, makes its n-th allocation fail, n = FAILING_MALLOC_AT. With
 * FAILING_MALLOC_COUNT=FILE, appends a byte to that file for each allocation instead. For
 * glibc: it has the real functions under other names, too. */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_long allocations;
static long failing = -1;
static int counter = -1;

/* Not before here: what the loader allocates is not the program's business. */
__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("FAILING_MALLOC_AT");
    const char *path = getenv("FAILING_MALLOC_COUNT");
    if (path != NULL)
        counter = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    failing = at != NULL ? atol(at) : 0;
}

static int fails_now(void)
{
    if (failing < 0)
        return 0;
    if (counter >= 0 && write(counter, ".", 1) != 1)
        _exit(99);
    return atomic_fetch_add(&allocations, 1) + 1 == failing;
}

void *malloc(size_t size)
{
    return fails_now() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails_now() ? NULL : __libc_realloc(old, size);
}
