/* A painter with a thread of its own. */
#include "progress.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

enum { FIRST_MS = 1000, NEXT_MS = 150 };

static struct {
    void (*paint)(void);
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t ended;
    bool has_ended; /* under the mutex */
} painter = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* Waits under the mutex until the work has ended or the time is over. */
static void painter_wait(long ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ms % 1000 * 1000000;
    until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (!painter.has_ended &&
           pthread_cond_timedwait(&painter.ended, &painter.mutex, &until) == 0)
        continue;
}

static void *painter_run(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&painter.mutex);
    for (painter_wait(FIRST_MS); !painter.has_ended; painter_wait(NEXT_MS))
        painter.paint();
    pthread_mutex_unlock(&painter.mutex);
    return NULL;
}

/* Starts the thread with all signals blocked: they are for the main thread. */
bool painter_begin(void (*paint)(void))
{
    painter.paint = paint;
    painter.has_ended = false;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&painter.ended, &attributes);
    pthread_condattr_destroy(&attributes);
    sigset_t all;
    sigset_t old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    const int error = pthread_create(&painter.thread, NULL, painter_run, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return error == 0;
}

void painter_step(void) {}

void painter_end(void)
{
    pthread_mutex_lock(&painter.mutex);
    painter.has_ended = true;
    pthread_cond_signal(&painter.ended);
    pthread_mutex_unlock(&painter.mutex);
    pthread_join(painter.thread, NULL);
    pthread_cond_destroy(&painter.ended);
}
