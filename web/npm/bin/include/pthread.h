/* The threads that the libc of WASI has not, as far as the library starts any:
   cli/wasi/threads.c has the functions. */
#ifndef DROPFORGE_PTHREAD_H
#define DROPFORGE_PTHREAD_H

#include <sys/types.h>

/* Attributes are not read. Returns 0, or the number of an error. */
int pthread_create(pthread_t *thread, const void *attributes, void *(*function)(void *),
                   void *argument);

int pthread_join(pthread_t thread, void **result);

#endif
