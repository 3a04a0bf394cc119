/* Memory for what a page hands to its functions. */
#include <stddef.h>
#include <stdlib.h>

#include "wasm.h"

WASM_EXPORT(alloc) void *web_alloc(size_t size)
{
    return malloc(size);
}

WASM_EXPORT(free) void web_free(void *memory)
{
    free(memory);
}
