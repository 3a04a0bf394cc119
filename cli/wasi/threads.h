/* The threads of the program beside <pthread.h>. */
#ifndef CLI_THREADS_H
#define CLI_THREADS_H

#include <stdbool.h>

/* True in the thread that runs main. */
bool threads_is_first(void);

#endif
