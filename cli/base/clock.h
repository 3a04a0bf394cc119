/* The clock for waits and measurements. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

/* Returns seconds of a clock that only goes forward, from an arbitrary beginning. */
double clock_seconds(void);

#endif
