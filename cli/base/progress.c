#include "progress.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cleanup.h"
#include "clock.h"
#include "message.h"

#define WIPE "\r\033[K"

enum { BAR_WIDTH = 24, FIRST_MS = 1000, NEXT_MS = 150, UNKNOWN = 1001 };

/* The painter is a thread of its own: the work itself may not report for a long time. */
static struct {
    bool is_running;
    pthread_t painter;
    pthread_mutex_t mutex;
    pthread_cond_t ended;
    bool has_ended;          /* under the mutex */
    atomic_bool has_painted; /* cleared by a signal, and then nothing more is painted */
    atomic_uint permille;
    atomic_size_t best; /* drops, or 0 */
    const char *what;
    double begun;
} progress = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* Paints the line in one piece, so that a signal cannot wipe away its first half. */
static void progress_paint(void)
{
    const unsigned permille = atomic_load(&progress.permille);
    const size_t best = atomic_load(&progress.best);
    char share[BAR_WIDTH + 16] = "";
    char drops[48] = "";
    if (permille != UNKNOWN) {
        char bar[BAR_WIDTH + 1];
        for (unsigned i = 0; i < BAR_WIDTH; i++)
            bar[i] = i * 1000 < permille * BAR_WIDTH ? '#' : '.';
        bar[BAR_WIDTH] = '\0';
        snprintf(share, sizeof share, " [%s] %u %%", bar, permille / 10);
    }
    if (best > 0)
        snprintf(drops, sizeof drops, ", %zu drops so far", best);
    fprintf(stderr, WIPE "%s%s %.0f s%s", progress.what, share,
            clock_seconds() - progress.begun, drops);
    fflush(stderr);
}

/* Waits under the mutex until the work has ended or the time is over. */
static void progress_wait(long ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ms % 1000 * 1000000;
    until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (!progress.has_ended &&
           pthread_cond_timedwait(&progress.ended, &progress.mutex, &until) == 0)
        continue;
}

static void *progress_run_painter(void *unused)
{
    (void)unused;
    bool is_first = true;
    pthread_mutex_lock(&progress.mutex);
    for (progress_wait(FIRST_MS); !progress.has_ended; progress_wait(NEXT_MS)) {
        if (is_first)
            atomic_store(&progress.has_painted, true);
        if (atomic_load(&progress.has_painted))
            progress_paint();
        is_first = false;
    }
    pthread_mutex_unlock(&progress.mutex);
    if (atomic_exchange(&progress.has_painted, false))
        fputs(WIPE, stderr);
    return NULL;
}

/* Wipes the line when a signal ends the program. */
static void progress_wipe(void)
{
    if (atomic_exchange(&progress.has_painted, false))
        (void)!write(STDERR_FILENO, WIPE, sizeof WIPE - 1);
}

/* Starts the painter with all signals blocked: they are for the main thread. */
static bool progress_start_painter(void)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&progress.ended, &attributes);
    pthread_condattr_destroy(&attributes);
    sigset_t all;
    sigset_t old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    const int error = pthread_create(&progress.painter, NULL, progress_run_painter, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return error == 0;
}

void progress_begin(const char *what)
{
    if (progress.is_running || !isatty(STDERR_FILENO))
        return;
    progress.has_ended = false;
    progress.what = what;
    progress.begun = clock_seconds();
    atomic_store(&progress.permille, UNKNOWN);
    atomic_store(&progress.best, 0);
    progress.is_running = progress_start_painter();
    if (progress.is_running)
        cleanup_set_terminal(progress_wipe);
}

void progress_set(uint64_t done, uint64_t whole)
{
    if (whole == 0)
        return;
    const double share = (double)done / (double)whole;
    atomic_store(&progress.permille, share < 1 ? (unsigned)(share * 1000) : 1000);
}

void progress_best(size_t drops)
{
    atomic_store(&progress.best, drops);
}

void progress_end(void)
{
    if (!progress.is_running)
        return;
    pthread_mutex_lock(&progress.mutex);
    progress.has_ended = true;
    pthread_cond_signal(&progress.ended);
    pthread_mutex_unlock(&progress.mutex);
    pthread_join(progress.painter, NULL);
    pthread_cond_destroy(&progress.ended);
    progress.is_running = false;
    cleanup_set_terminal(NULL);
}

bool counting_watch(void *unused, uint64_t done, uint64_t all, uint64_t states)
{
    (void)unused;
    (void)states;
    progress_set(done, all);
    return true;
}

int counting_end(df_status status, const df_error *error)
{
    progress_end();
    if (status == DF_OK || (status == DF_ERROR_CANCELLED && ferror(stdout)))
        return -1;
    return message_status(status, error);
}
