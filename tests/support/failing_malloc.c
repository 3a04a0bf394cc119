/* Preloaded into a program, runs it many times from one start, each time with another
 * allocation that fails. The environment has FAILING_MALLOC=READ,WRITE, two open descriptors:
 * from the first come orders, to the second go answers, one for each order. What the program
 * reads and writes are files, which are read from their beginning and emptied before each run,
 * or a terminal. For glibc: it has the real functions under other names, too. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *block);

typedef struct order {
    int64_t nth;     /* the allocation that fails, counted from 1; 0 for none */
    int64_t onwards; /* whether all that follow fail, too */
} order;

typedef struct answer {
    int64_t status; /* as of waitpid */
    int64_t count;  /* how many allocations were asked for, by children of the program, too */
    int64_t left;   /* blocks that were left when it ended, less those there were; or below */
    int64_t place;  /* what has called the function that failed, within the program, or 0 */
} answer;

/* How blocks that are left are reported: not at all. */
enum { UNKNOWN = -1 };

/* The reports of the runs, in memory shared by all of them. */
static struct {
    atomic_int_least64_t count, left, place;
} * told;

static order given;
static atomic_int_least64_t balance;

static void begin_run(void)
{
    unsetenv("LD_PRELOAD");
    unsetenv("FAILING_MALLOC");
    for (int stream = 0; stream < 3; stream++)
        (void)lseek(stream, 0, SEEK_SET);
    atomic_store(&told->left, UNKNOWN);
    atomic_store(&told->place, 0);
    atomic_store(&balance, 0);
    atomic_store(&told->count, 0);
}

/* Serves orders in the process that was started, and returns in each of its children. Not
 * before here: what the loader allocates is not the program's business. */
__attribute__((constructor)) static void serve(void)
{
    const char *descriptors = getenv("FAILING_MALLOC");
    int from, to;
    if (descriptors == NULL || sscanf(descriptors, "%d,%d", &from, &to) != 2)
        return;
    void *shared =
        mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        _exit(99);
    order next;
    while (read(from, &next, sizeof next) == sizeof next) {
        for (int stream = 1; stream < 3; stream++)
            (void)!ftruncate(stream, 0);
        const pid_t child = fork();
        if (child == 0) {
            close(from);
            close(to);
            given = next;
            told = shared;
            begin_run();
            return;
        }
        int status = -1;
        if (child < 0 || waitpid(child, &status, 0) != child)
            _exit(99);
        told = shared;
        const answer made = {status, told->count, told->left, told->place};
        told = NULL;
        if (write(to, &made, sizeof made) != sizeof made)
            _exit(99);
    }
    _exit(0);
}

__attribute__((destructor)) static void tell(void)
{
    if (told != NULL)
        atomic_store(&told->left, atomic_load(&balance));
}

static int fails_now(void *caller)
{
    if (told == NULL)
        return 0;
    const int64_t number = atomic_fetch_add(&told->count, 1) + 1;
    if (given.nth == 0 || (given.onwards ? number < given.nth : number != given.nth))
        return 0;
    Dl_info found;
    if (number == given.nth && dladdr(caller, &found) != 0)
        atomic_store(&told->place, (char *)caller - (char *)found.dli_fbase);
    errno = ENOMEM;
    return 1;
}

static void *counted(void *block)
{
    if (block != NULL)
        atomic_fetch_add(&balance, 1);
    return block;
}

void *malloc(size_t size)
{
    return fails_now(__builtin_return_address(0)) ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return fails_now(__builtin_return_address(0)) ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *old, size_t size)
{
    if (fails_now(__builtin_return_address(0)))
        return NULL;
    void *block = __libc_realloc(old, size);
    return old == NULL ? counted(block) : block;
}

void free(void *block)
{
    if (block != NULL)
        atomic_fetch_sub(&balance, 1);
    __libc_free(block);
}
