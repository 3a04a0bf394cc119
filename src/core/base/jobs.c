#include "jobs.h"

bool df_jobs_watch(jobs_watch *self, const df_progress *progress)
{
    if (self->ask != NULL && !atomic_load(&self->stopped) &&
        !atomic_flag_test_and_set(&self->is_busy)) {
        if (!self->ask(self->context, progress))
            atomic_store(&self->stopped, true);
        atomic_flag_clear(&self->is_busy);
    }
    return !atomic_load(&self->stopped);
}

#if !JOBS_HAVE_THREADS

df_status df_jobs_run(size_t count, unsigned threads, job_function *function, void *context)
{
    (void)threads;
    df_status first = DF_OK;
    for (size_t i = 0; i < count; i++) {
        const df_status status = function(context, i);
        first = first == DF_OK ? status : first;
    }
    return first;
}

#else

/* Not <threads.h>: tools that look for races know threads only by pthread_create, and a
 * program under ThreadSanitizer dies with any other. */
#include <pthread.h>

#define MAX_THREADS 64

typedef struct jobs_shared {
    atomic_size_t next;
    size_t count;
    job_function *function;
    void *context;
} jobs_shared;

typedef struct worker {
    jobs_shared *crew;
    pthread_t thread;
    size_t failed; /* its lowest job that failed, if status is not DF_OK */
    df_status status;
} worker;

static void *jobs_work(void *argument)
{
    worker *self = argument;
    jobs_shared *shared = self->crew;
    for (;;) {
        /* Relaxed, so that race detectors do not take jobs for ordered by this. */
        const size_t index = atomic_fetch_add_explicit(&shared->next, 1, memory_order_relaxed);
        if (index >= shared->count)
            return NULL;
        const df_status status = shared->function(shared->context, index);
        /* Each worker takes its jobs in ascending order, so its first is its lowest. */
        if (status != DF_OK && self->status == DF_OK) {
            self->status = status;
            self->failed = index;
        }
    }
}

df_status df_jobs_run(size_t count, unsigned threads, job_function *function, void *context)
{
    jobs_shared shared = {.count = count, .function = function, .context = context};
    atomic_init(&shared.next, 0);
    worker workers[MAX_THREADS];
    unsigned wanted = threads < 1 ? 1 : threads > MAX_THREADS ? MAX_THREADS : threads;
    if (wanted > count)
        wanted = count > 0 ? (unsigned)count : 1;
    unsigned started = 1;
    workers[0] = (worker){.crew = &shared};
    while (started < wanted) {
        workers[started] = (worker){.crew = &shared};
        if (pthread_create(&workers[started].thread, NULL, jobs_work, &workers[started]) != 0)
            break;
        started++;
    }
    (void)jobs_work(&workers[0]);
    df_status status = workers[0].status;
    size_t failed = workers[0].failed;
    for (unsigned i = 1; i < started; i++) {
        (void)pthread_join(workers[i].thread, NULL);
        if (workers[i].status != DF_OK && (status == DF_OK || workers[i].failed < failed)) {
            status = workers[i].status;
            failed = workers[i].failed;
        }
    }
    return status;
}

#endif
