/* The functions that the library is given to call, which call JavaScript: web/calls.js puts
 * them into the table. */
#include <stddef.h>
#include <stdint.h>

#include "wasm.h"

#define IMPORT(name) __attribute__((import_module("page"), import_name(#name)))

IMPORT(visit) int page_visit(const void *what);
IMPORT(visit_many) int page_visit_many(const void *what, size_t count);
IMPORT(hear) void page_hear(const void *what, const void *more);

WASM_EXPORT(visit) int web_visit(void *context, const void *what)
{
    (void)context;
    return page_visit(what);
}

WASM_EXPORT(visit_many) int web_visit_many(void *context, const void *what, size_t count)
{
    (void)context;
    return page_visit_many(what, count);
}

WASM_EXPORT(hear) void web_hear(void *context, const void *what, const void *more)
{
    (void)context;
    page_hear(what, more);
}
