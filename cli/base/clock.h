/* The clock for waits and measurements. */
#pragma once

#include <time.h>

/* Returns seconds of a clock that only goes forward, from an arbitrary beginning. */
static inline double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Returns the seconds that all processors have worked for the program, or those of the clock
 * where the system does not count them. */
static inline double clock_processor_seconds(void)
{
#ifdef CLOCK_PROCESS_CPUTIME_ID
    struct timespec now;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == 0)
        return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
#endif
    return clock_seconds();
}
