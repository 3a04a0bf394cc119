/* The functions that WebAssembly imports from web/npm/bin beside those of WASI. Errors are
 * those of errno, 0 if all went well. */
#pragma once

#include <stddef.h>

#define HOST_IMPORT(name) __attribute__((import_module("dropforge"), import_name(name)))

/* Writes the path without symbolic links, ended by 0. */
HOST_IMPORT("realpath") int host_realpath(const char *path, char *real, size_t size);

/* Checks a path like access. */
HOST_IMPORT("access") int host_access(const char *path, int mode);

/* Returns the permissions of a file, or 0. */
HOST_IMPORT("mode") unsigned host_mode(const char *path);

HOST_IMPORT("chmod") int host_chmod(int file, unsigned mode);
HOST_IMPORT("umask") unsigned host_umask(void);

/* Adds and removes files that are deleted if the program is killed. */
HOST_IMPORT("keep") void host_keep_file(const char *path);
HOST_IMPORT("forget") void host_forget_file(const char *path);

/* Sets what the first signal does: ends the program (0), or asks it to stop (1). */
HOST_IMPORT("work") void host_set_work(int is_at_work);

/* Returns the signal that has asked, or 0. */
HOST_IMPORT("asked") int host_asked(void);

/* Ends the program by a signal. */
HOST_IMPORT("die") _Noreturn void host_die(int number);

/* Returns how many processors there are. */
HOST_IMPORT("processors") int host_processors(void);

/* Starts a worker that calls run_thread with the thread, on the stack that ends there. */
HOST_IMPORT("thread") void host_start_thread(void *thread, void *stack_end);

/* Waits while there is `value` at the address, until it is notified, at most so many
 * milliseconds, or without end if they are negative. Not by memory.atomic.wait32: in Node 20
 * that may change what the function around it has in its variables. */
HOST_IMPORT("wait") void host_wait(const void *address, int value, int milliseconds);

/* Lets a closed pipe end the program without a word. */
HOST_IMPORT("quiet") void host_end_with_reader(void);
