/* Cleans up after signals, which JavaScript receives. */
#include "cli/base/cleanup.h"

#include "host.h"

void cleanup_begin(void) {}

void cleanup_begin_work(void)
{
    host_set_work(1);
}

void cleanup_let_hangups_ask(void) {}

void cleanup_end_work(void)
{
    host_set_work(0);
}

bool cleanup_is_asked(void)
{
    return host_asked() != 0;
}

void cleanup_limit_rest(void) {}

void cleanup_obey(void)
{
    host_die(host_asked());
}

/* A signal never comes between two steps here. */
void cleanup_hold(void) {}
void cleanup_release(void) {}

bool cleanup_add_file(const char *path)
{
    host_keep_file(path);
    return true;
}

void cleanup_forget_file(const char *path)
{
    if (path != NULL)
        host_forget_file(path);
}

void cleanup_set_child(pid_t id)
{
    (void)id;
}

void cleanup_set_terminal(void (*restore)(void))
{
    (void)restore;
}
