#include "cleanup.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"

/* Those that the parent may want to be handled although a library has been there first. */
static const int requests[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/* Those that end no program, or cannot be caught. */
static const int harmless[] = {SIGKILL, SIGSTOP, SIGCHLD, SIGCONT,
                               SIGTSTP, SIGTTIN, SIGTTOU, SIGURG,
#ifdef SIGINFO
                               SIGINFO,
#endif
                               SIGWINCH};

/* Those that come from the program itself, at any place. */
static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { ECHO_MS = 250, REST_SECONDS = 1, SIGNALS_END = 65 /* above those of all systems */ };

/* Changed only while the signals are held back. */
static const char *files[CLEANUP_MAX_FILES];
static void (*restore_terminal)(void);
static pid_t child;

static sigset_t handled; /* all that are caught, but crashes */
static pid_t owner; /* the process to which all this belongs; one that it forks ends alone */

/* Any thread may run the handler: these are more than a sig_atomic_t. */
static atomic_bool is_at_work;
static atomic_bool do_hangups_ask;
static atomic_uint asked_ms; /* when a signal has asked to stop, or 0 */
static atomic_int asked;     /* that signal */

static bool cleanup_only_asks(int number)
{
    if (number != SIGINT && number != SIGTERM &&
        !(number == SIGHUP && atomic_load(&do_hangups_ask)))
        return false;
    /* Modulo the range of the type, and never 0. */
    const unsigned now = (unsigned)(uint64_t)(clock_seconds() * 1000) | 1;
    unsigned first = atomic_load(&asked_ms);
    if (first == 0 && atomic_load(&is_at_work)) {
        atomic_store(&asked, number);
        if (atomic_compare_exchange_strong(&asked_ms, &first, now))
            return true;
    }
    /* Some send the same signal twice, as timeout(1) does: to the program and to its group. A
     * window that closes hangs up as often as the system, the terminal and the shell want. */
    return first != 0 && (number == SIGHUP || now - first < ECHO_MS);
}

static void cleanup_undo(void)
{
    if (getpid() != owner)
        return;
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
    if (number == SIGALRM && cleanup_is_asked())
        cleanup_die_of(atomic_load(&asked));
    else if (!cleanup_only_asks(number))
        cleanup_die_of(number);
}

static bool cleanup_is_among(int number, const int *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (numbers[i] == number)
            return true;
    }
    return false;
}

/* Catches a signal that would end the program. One that the parent ignores, as nohup does,
 * stays ignored; a sanitizer or profiler keeps its own handler. Libraries abort. */
static void cleanup_catch(int number)
{
    const bool is_crash = cleanup_is_among(number, crashes, COUNT(crashes));
    struct sigaction action = {.sa_handler = is_crash ? cleanup_die_of : cleanup_handle,
                               .sa_flags = SA_RESTART};
    struct sigaction old;
    if (cleanup_is_among(number, harmless, COUNT(harmless)) ||
        sigaction(number, NULL, &old) != 0 || old.sa_handler == SIG_IGN ||
        (old.sa_handler != SIG_DFL && !cleanup_is_among(number, requests, COUNT(requests))))
        return;
    action.sa_mask = handled;
    sigaction(number, &action, NULL);
}

/* Finds the signals that are held back meanwhile: all but those that are blocked from the
 * beginning, and crashes. */
static void cleanup_list_handled(void)
{
    sigset_t blocked;
    sigemptyset(&handled);
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    for (int number = 1; number < SIGNALS_END; number++) {
        if (sigismember(&blocked, number) == 0 &&
            !cleanup_is_among(number, harmless, COUNT(harmless)) &&
            !cleanup_is_among(number, crashes, COUNT(crashes)))
            sigaddset(&handled, number);
    }
}

void cleanup_begin(void)
{
    /* For ends from within, as of arithmetic without memory. If this fails, only a temporary
     * file may be left. */
    (void)atexit(cleanup_undo);
    owner = getpid();
    /* A file that reaches its size limit is a write error, and does not end the program. */
    signal(SIGXFSZ, SIG_IGN);
    cleanup_list_handled();
    for (int number = 1; number < SIGNALS_END; number++)
        cleanup_catch(number);
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

void cleanup_limit_rest(void)
{
    if (!cleanup_is_asked() || atomic_load(&asked) != SIGTERM)
        return;
    const unsigned left = alarm(REST_SECONDS);
    if (left > 0)
        alarm(left);
}

void cleanup_obey(void)
{
    atomic_store(&asked_ms, 0);
    raise(atomic_load(&asked));
}

void cleanup_hold(void)
{
    pthread_sigmask(SIG_BLOCK, &handled, NULL);
}

void cleanup_release(void)
{
    pthread_sigmask(SIG_UNBLOCK, &handled, NULL);
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
