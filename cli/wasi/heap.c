/* The allocator of libc, which knows no threads, behind a lock. The linker gives malloc this
 * __wrap_malloc, and __real_malloc that malloc; the others likewise. */
#include <stdatomic.h>
#include <stdint.h>

#include "host.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

enum { FREE, TAKEN, AWAITED };

static _Atomic int32_t heap_lock;

static void heap_take(void)
{
    int32_t state = FREE;
    if (atomic_compare_exchange_strong(&heap_lock, &state, TAKEN))
        return;
    while (atomic_exchange(&heap_lock, AWAITED) != FREE)
        host_wait(&heap_lock, AWAITED, -1);
}

static void heap_give(void)
{
    if (atomic_exchange(&heap_lock, FREE) == AWAITED)
        (void)__builtin_wasm_memory_atomic_notify((int *)&heap_lock, 1);
}

void *__wrap_malloc(size_t size)
{
    heap_take();
    void *block = __real_malloc(size);
    heap_give();
    return block;
}

void *__wrap_calloc(size_t count, size_t size)
{
    heap_take();
    void *block = __real_calloc(count, size);
    heap_give();
    return block;
}

void *__wrap_realloc(void *block, size_t size)
{
    heap_take();
    void *moved = __real_realloc(block, size);
    heap_give();
    return moved;
}

void __wrap_free(void *block)
{
    heap_take();
    __real_free(block);
    heap_give();
}
