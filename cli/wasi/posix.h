/* Functions of POSIX that the libc of WASI has not, or not with permissions. The compiler
 * includes this before every file of the program. */
#pragma once

#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

char *realpath(const char *path, char *resolved);
int mkstemp(char *name);
int fchmod(int file, mode_t mode);
mode_t umask(mode_t mask);

/* The same as those of libc, with permissions. */
int posix_access(const char *path, int mode);
int posix_stat(const char *path, struct stat *found);

/* Only SIGPIPE can be set here: ignored, or as it is by default. */
void posix_signal(int number, void (*handler)(int));

/* Returns NULL. */
FILE *posix_tmpfile(void);

/* Returns the number of processors, whatever the name. */
long posix_sysconf(int name);

#define signal(number, handler) posix_signal(number, handler)
#define tmpfile posix_tmpfile
#define sysconf posix_sysconf
#define access posix_access
#define stat(path, found) posix_stat(path, found)

/* Locks are not in WASI: fcntl refuses them, and the caller goes on. */
#define F_SETLKW (-1)
#define F_SETLK (-1)
#define F_WRLCK 1
#define F_UNLCK 2
