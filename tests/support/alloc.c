#include "alloc.h"

#include <stdatomic.h>

#include "keep.h"
#include "support.h"

/* Several threads may allocate at a time. */
static atomic_size_t live;
static atomic_size_t seen;
static atomic_bool failed;
/* These change only while one thread runs. */
static size_t failing;
static bool failing_onwards;

/* The names that the linker gives to what is wrapped and to the wrapper. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *block);

void alloc_fail(size_t nth, bool onwards)
{
    keep_pause(nth != 0);
    seen = 0;
    failing = nth;
    failing_onwards = onwards;
    failed = false;
}

bool alloc_has_failed(void)
{
    return failed;
}

size_t alloc_live(void)
{
    return live;
}

static bool fails_now(void)
{
    const size_t number = ++seen;
    const bool now = failing != 0 && (failing_onwards ? number >= failing : number == failing);
    if (now)
        failed = true;
    return now;
}

static void *count(void *block)
{
    if (block != NULL)
        live++;
    return block;
}

void alloc_fail_each(df_status (*run)(void *context), void *context)
{
    const size_t before = alloc_live();
    bool has_failed = true;
    for (size_t nth = 1; has_failed; nth += test_is_quick() ? 1 + nth / 4 : 1) {
        alloc_fail(nth, false);
        const df_status status = run(context);
        has_failed = alloc_has_failed();
        alloc_fail(0, false);
        assert_status(status, has_failed ? DF_ERROR_MEMORY : DF_OK);
        assert_int_equal(alloc_live(), before);
    }
}

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : count(__real_malloc(size));
}

void *__wrap_calloc(size_t number, size_t size)
{
    return fails_now() ? NULL : count(__real_calloc(number, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    if (fails_now())
        return NULL;
    void *block = __real_realloc(old, size);
    return old == NULL ? count(block) : block;
}

void __wrap_free(void *block)
{
    if (block != NULL)
        live--;
    __real_free(block);
}
