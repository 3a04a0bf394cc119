/* Memory for pages that take all they need when they begin: it is never given back. In place of
 * that of libc, which is a quarter of a small page. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 65536, ALIGNMENT = 16 };

extern unsigned char __heap_base; /* the linker's: here the memory begins that is free */

static uintptr_t end;

void *malloc(size_t size)
{
    if (end == 0)
        end = (uintptr_t)&__heap_base;
    const uintptr_t at = (end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const uintptr_t have = __builtin_wasm_memory_size(0) * PAGE;
    if (size > SIZE_MAX - at - PAGE)
        return NULL;
    if (at + size > have &&
        __builtin_wasm_memory_grow(0, (at + size - have + PAGE - 1) / PAGE) == SIZE_MAX)
        return NULL;
    end = at + size;
    return (void *)at;
}

/* Memory that has never been used is 0. */
void *calloc(size_t count, size_t size)
{
    size_t bytes;
    return __builtin_mul_overflow(count, size, &bytes) ? NULL : malloc(bytes);
}

/* The size of the old block is unknown, but bytes after it do no harm in the new block. */
void *realloc(void *memory, size_t size)
{
    void *made = malloc(size);
    if (made != NULL && memory != NULL)
        memmove(made, memory, size);
    return made;
}

void free(void *memory)
{
    (void)memory;
}
