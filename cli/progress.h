/* A line on standard error that tells how far a long piece of work has come. It appears
 * only on a terminal, and only when the work takes longer than a second. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stddef.h>

/* Begins a piece of work; `what` is borrowed until its end. */
void progress_begin(const char *what);

/* Tells that `done` of `whole` are done. */
void progress_set(size_t done, size_t whole);

/* Ends it and wipes the line. */
void progress_end(void);

/* Seconds on a clock that only goes forward, from an arbitrary beginning. */
double clock_seconds(void);

#endif
