/* Threads: workers of JavaScript with the same module on the same memory. Each is kept for the
 * next work. One that does not come, or late, does no harm: whoever joins does its work. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "cli/base/progress.h"
#include "host.h"
#include "threads.h"

/* As many as the jobs of the library want at most; stacks as large as in a native program. */
enum { THREADS = 64, STACK = 8 << 20, PAINT_MS = 100 };

typedef enum thread_state { IDLE, CLAIMED, OFFERED, BUSY, DONE } thread_state;

typedef struct __pthread {
    _Atomic int32_t state; /* thread_state */
    char *stack;           /* NULL until JavaScript has been asked for the worker */
    void *(*function)(void *);
    void *argument;
    void *result;
} thread_slot;

static thread_slot threads[THREADS];

bool threads_is_first(void)
{
    const volatile char here = 0;
    return (uintptr_t)&here < (uintptr_t)threads;
}

static bool thread_change(thread_slot *slot, thread_state from, thread_state to)
{
    int32_t state = (int32_t)from;
    return atomic_compare_exchange_strong(&slot->state, &state, to);
}

/* Sets the state, and wakes who waits for it. */
static void thread_set(thread_slot *slot, thread_state state)
{
    atomic_store(&slot->state, state);
    (void)__builtin_wasm_memory_atomic_notify((int *)&slot->state, 1);
}

static thread_slot *thread_claim(void)
{
    for (int i = 0; i < THREADS; i++) {
        if (thread_change(&threads[i], IDLE, CLAIMED))
            return &threads[i];
    }
    return NULL;
}

int pthread_create(pthread_t *thread, const void *attributes, void *(*function)(void *),
                   void *argument)
{
    (void)attributes;
    thread_slot *slot = thread_claim();
    if (slot == NULL)
        return EAGAIN;
    if (slot->stack == NULL) {
        slot->stack = malloc(STACK);
        if (slot->stack == NULL) {
            atomic_store(&slot->state, IDLE);
            return EAGAIN;
        }
        host_start_thread(slot, slot->stack + STACK);
    }
    slot->function = function;
    slot->argument = argument;
    thread_set(slot, OFFERED);
    *thread = slot;
    return 0;
}

int pthread_join(pthread_t thread, void **result)
{
    if (thread_change(thread, OFFERED, BUSY)) {
        thread->result = thread->function(thread->argument);
    } else {
        while (atomic_load(&thread->state) != DONE) {
            host_wait(&thread->state, BUSY, PAINT_MS);
            painter_step();
        }
    }
    if (result != NULL)
        *result = thread->result;
    atomic_store(&thread->state, IDLE);
    return 0;
}

/* Works for ever; JavaScript calls it in a worker, with the slot's stack. */
__attribute__((export_name("run_thread"))) void thread_run(thread_slot *slot)
{
    for (;;) {
        const int32_t state = atomic_load(&slot->state);
        if (state != OFFERED) {
            host_wait(&slot->state, state, -1);
        } else if (thread_change(slot, OFFERED, BUSY)) {
            slot->result = slot->function(slot->argument);
            thread_set(slot, DONE);
        }
    }
}
