#include "cleanup.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

enum { SIGNAL_COUNT = sizeof signals / sizeof signals[0] };

/* Changed only while the signals are held back. */
static const char *files[CLEANUP_MOST_FILES];
static void (*restore_terminal)(void);

static void end(int number)
{
    if (restore_terminal != NULL)
        restore_terminal();
    for (size_t i = 0; i < CLEANUP_MOST_FILES; i++) {
        if (files[i] != NULL)
            unlink(files[i]);
    }
    /* The action has been reset to the default, so this ends the program. */
    raise(number);
}

static void change_mask(int how)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        sigaddset(&set, signals[i]);
    pthread_sigmask(how, &set, NULL);
}

void cleanup_begin(void)
{
    struct sigaction action = {.sa_handler = end, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        sigaddset(&action.sa_mask, signals[i]);
    for (size_t i = 0; i < SIGNAL_COUNT; i++) {
        struct sigaction old;
        /* What the parent chose to ignore, as nohup does, stays ignored. */
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

void cleanup_hold(void)
{
    change_mask(SIG_BLOCK);
}

void cleanup_release(void)
{
    change_mask(SIG_UNBLOCK);
}

static bool replace(const char *old, const char *new)
{
    for (size_t i = 0; i < CLEANUP_MOST_FILES; i++) {
        if (files[i] == old) {
            files[i] = new;
            return true;
        }
    }
    return false;
}

bool cleanup_add_file(const char *path)
{
    return replace(NULL, path);
}

void cleanup_forget_file(const char *path)
{
    replace(path, NULL);
}

void cleanup_set_terminal(void (*restore)(void))
{
    cleanup_hold();
    restore_terminal = restore;
    cleanup_release();
}
