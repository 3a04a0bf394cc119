/* The threads of the program beside <pthread.h>. */
#pragma once

#include <stdbool.h>

/* True in the thread that runs main. */
bool threads_is_first(void);
