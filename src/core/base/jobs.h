/* Independent jobs on several threads. Results must not depend on which thread does a job
 * or when, so the same input gives the same output with any number of threads. */
#pragma once

#include <stdatomic.h>

#include "dropforge/base.h"

/* 1 if threads can be started; else the caller's thread does all the work. */
#ifdef __wasm__
#ifdef __wasm_atomics__
#define JOBS_HAVE_THREADS 1
#else
#define JOBS_HAVE_THREADS 0
#endif
#elif defined(__unix__) || defined(__APPLE__)
#define JOBS_HAVE_THREADS 1
#else
#define JOBS_HAVE_THREADS 0
#endif

/* Does job `index`. */
typedef df_status job_function(void *context, size_t index);

/* Runs jobs 0 … count - 1 on up to `threads` threads, the caller's among them. Every job is run
 * whatever the others return; the result is that of the lowest job that failed. If threads
 * cannot be started, the caller's thread does all the work. */
df_status df_jobs_run(size_t count, unsigned threads, job_function *function, void *context);

/* The caller's watch, as several threads share it. Begin with ATOMIC_FLAG_INIT for the flag. */
typedef struct jobs_watch {
    df_watch *ask; /* NULL: nobody watches */
    void *context;
    atomic_flag is_busy; /* a thread is calling it */
    atomic_bool stopped;
} jobs_watch;

/* Calls the watch, unless another thread is calling it or it has asked to stop. False once it
 * has asked to stop. */
bool df_jobs_watch(jobs_watch *self, const df_progress *progress);
