/* Replaces the operating system while command lines of the program are fuzzed. The compiler
 * includes this before every source of the program (-include), so that calls below go to
 * sandbox.c: files are those of a folder of its own, standard input is the input's text, there
 * are no terminals, signals or other programs, and the end of the program is caught. */
#pragma once

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bounds.h"

/* Creates the folder, which is / for the program, and redirects standard output to a file. */
void sandbox_create(void);

/* Begins a run of the program with the text as standard input and as the file `in`. */
void sandbox_begin(const uint8_t *text, size_t length);

/* Ends a run: checks the messages on standard error and that no temporary file is left, and
 * removes all files but those of the folder f. */
void sandbox_end(void);

/* Returns what the last run wrote to standard error. */
const char *sandbox_messages(void);

/* Sets whether files can be written into the folder f. */
void sandbox_keep_files(bool keeps);

/* Writes a file. */
void sandbox_write(const char *path, const uint8_t *bytes, size_t length);

/* The target of exit(), with the status plus one. */
extern jmp_buf sandbox_exit_place;
_Noreturn void sandbox_exit(int status);

FILE *sandbox_stdin(void);
FILE *sandbox_stderr(void);
FILE *sandbox_fopen(const char *path, const char *mode);
int sandbox_open(const char *path, int flags, ...);
int sandbox_mkstemp(char *path);
int sandbox_rename(const char *from, const char *to);
int sandbox_link(const char *from, const char *to);
int sandbox_unlink(const char *path);
int sandbox_mkdir(const char *path, mode_t mode);
int sandbox_stat(const char *path, struct stat *found);
int sandbox_access(const char *path, int mode);
char *sandbox_realpath(const char *path, char *resolved);
char *sandbox_getenv(const char *name);

#ifndef SANDBOX_ITSELF
int program_main(int argc, char **argv);
#define main program_main
#undef stdin
#undef stderr
#define stdin sandbox_stdin()
#define stderr sandbox_stderr()
#define fopen(path, mode) sandbox_fopen(path, mode)
#define open(path, ...) sandbox_open(path, __VA_ARGS__)
#define mkstemp(path) sandbox_mkstemp(path)
#define rename(from, to) sandbox_rename(from, to)
#define link(from, to) sandbox_link(from, to)
#define unlink(path) sandbox_unlink(path)
#define mkdir(path, mode) sandbox_mkdir(path, mode)
#define stat(path, found) sandbox_stat(path, found)
#define access(path, mode) sandbox_access(path, mode)
#define realpath(path, resolved) sandbox_realpath(path, resolved)
#define getenv(name) sandbox_getenv(name)
#define exit(status) sandbox_exit(status)
#define atexit(function) ((void)(function), 0)
#define isatty(file) ((void)(file), 0)
#define signal(number, handler) ((void)(number))
#define sigaction(number, action, old) ((void)(number), (void)(action), (void)(old), -1)
#define kill(id, number) ((void)(id), (void)(number))
#define fsync(file) ((void)(file), 0)
#endif
