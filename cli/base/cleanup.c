#include "cleanup.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

enum { SIGNAL_COUNT = sizeof signals / sizeof signals[0], ECHO_MS = 250 };

/* Changed only while the signals are held back. */
static const char *files[CLEANUP_MAX_FILES];
static void (*restore_terminal)(void);
static pid_t child;

/* Any thread may run the handler: these are more than a sig_atomic_t. */
static atomic_bool is_at_work;
static atomic_bool do_hangups_ask;
static atomic_uint asked_ms; /* when a signal has asked to stop, or 0 */
static atomic_int asked;     /* that signal */

static bool cleanup_only_asks(int number)
{
    if (number == SIGQUIT || (number == SIGHUP && !atomic_load(&do_hangups_ask)))
        return false;
    /* Modulo the range of the type, and never 0. */
    const unsigned now = (unsigned)(uint64_t)(clock_seconds() * 1000) | 1;
    unsigned first = atomic_load(&asked_ms);
    if (first == 0 && atomic_load(&is_at_work)) {
        atomic_store(&asked, number);
        if (atomic_compare_exchange_strong(&asked_ms, &first, now))
            return true;
    }
    /* Some send the same signal twice, as timeout(1) does: to the program and to its group. */
    return first != 0 && now - first < ECHO_MS;
}

static void cleanup_undo(void)
{
    if (restore_terminal != NULL)
        restore_terminal();
    for (size_t i = 0; i < CLEANUP_MAX_FILES; i++) {
        if (files[i] != NULL)
            unlink(files[i]);
    }
    if (child > 0)
        kill(child, SIGKILL);
}

/* Undoes everything, and raises the signal, which is blocked until the handler returns and then
 * ends the program. */
static void cleanup_die_of(int number)
{
    cleanup_undo();
    signal(number, SIG_DFL);
    raise(number);
}

static void cleanup_handle(int number)
{
    if (!cleanup_only_asks(number))
        cleanup_die_of(number);
}

/* Restores the terminal after a crash, since Curses does not survive all failed allocations. A
 * sanitizer keeps its own handler. */
static void cleanup_catch_crashes(void)
{
    struct sigaction action = {.sa_handler = cleanup_die_of}, old;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGSEGV, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
        sigaction(SIGSEGV, &action, NULL);
}

static void cleanup_change_mask(int how)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        sigaddset(&set, signals[i]);
    pthread_sigmask(how, &set, NULL);
}

void cleanup_begin(void)
{
    /* For ends from within, as of arithmetic without memory. If this fails, only a temporary
     * file may be left. */
    (void)atexit(cleanup_undo);
    struct sigaction action = {.sa_handler = cleanup_handle, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        sigaddset(&action.sa_mask, signals[i]);
    for (size_t i = 0; i < SIGNAL_COUNT; i++) {
        struct sigaction old;
        /* A signal that the parent ignores, as nohup does, stays ignored. */
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
    cleanup_catch_crashes();
    /* A file that reaches its size limit is a write error, and does not end the program. */
    signal(SIGXFSZ, SIG_IGN);
}

void cleanup_begin_work(void)
{
    atomic_store(&is_at_work, true);
}

void cleanup_let_hangups_ask(void)
{
    atomic_store(&do_hangups_ask, true);
}

void cleanup_end_work(void)
{
    atomic_store(&is_at_work, false);
}

bool cleanup_is_asked(void)
{
    return atomic_load(&asked_ms) != 0;
}

void cleanup_obey(void)
{
    atomic_store(&asked_ms, 0);
    raise(atomic_load(&asked));
}

void cleanup_hold(void)
{
    cleanup_change_mask(SIG_BLOCK);
}

void cleanup_release(void)
{
    cleanup_change_mask(SIG_UNBLOCK);
}

static bool cleanup_replace(const char *old, const char *new)
{
    for (size_t i = 0; i < CLEANUP_MAX_FILES; i++) {
        if (files[i] == old) {
            files[i] = new;
            return true;
        }
    }
    return false;
}

bool cleanup_add_file(const char *path)
{
    return cleanup_replace(NULL, path);
}

void cleanup_forget_file(const char *path)
{
    cleanup_replace(path, NULL);
}

void cleanup_set_child(pid_t id)
{
    child = id;
}

void cleanup_set_terminal(void (*restore)(void))
{
    cleanup_hold();
    restore_terminal = restore;
    cleanup_release();
}
