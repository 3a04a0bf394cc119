#include "posix.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <wasi/api.h>

#include "host.h"

enum { MAX_PATH = 32768, TRIES = 100 };

/* Makes relative paths begin where the program was started. */
__attribute__((constructor)) static void posix_enter_folder(void)
{
    const char *folder = getenv("PWD");
    if (folder != NULL)
        (void)chdir(folder);
}

/* Sets errno; returns 0, or -1 if it is an error. */
static int posix_answer(int error)
{
    if (error != 0)
        errno = error;
    return error != 0 ? -1 : 0;
}

char *realpath(const char *path, char *resolved)
{
    char *real = resolved != NULL ? resolved : malloc(MAX_PATH);
    if (real == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    if (posix_answer(host_realpath(path, real, MAX_PATH)) == 0)
        return real;
    if (resolved == NULL)
        free(real);
    return NULL;
}

int mkstemp(char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    char *end = name + strlen(name) - 6;
    for (int i = 0; i < TRIES; i++) {
        unsigned char random[6];
        if (__wasi_random_get(random, sizeof random) != 0)
            return -1;
        for (size_t at = 0; at < sizeof random; at++)
            end[at] = letters[random[at] % 32];
        /* Before there is a file: a signal may come at any time. */
        host_keep_file(name);
        const int file = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (file >= 0)
            return file;
        host_forget_file(name);
        if (errno != EEXIST)
            return -1;
    }
    return -1;
}

int fchmod(int file, mode_t mode)
{
    return posix_answer(host_chmod(file, mode));
}

mode_t umask(mode_t mask)
{
    (void)mask;
    return host_umask();
}

int posix_access(const char *path, int mode)
{
    return posix_answer(host_access(path, mode));
}

void posix_signal(int number, void (*handler)(int))
{
    if (number == SIGPIPE && handler == SIG_DFL)
        host_end_with_reader();
}

FILE *posix_tmpfile(void)
{
    errno = ENOSYS;
    return NULL;
}

long posix_sysconf(int name)
{
    (void)name;
    return host_processors();
}

#undef stat
int posix_stat(const char *path, struct stat *found)
{
    const int answer = stat(path, found);
    if (answer == 0)
        found->st_mode |= host_mode(path);
    return answer;
}
