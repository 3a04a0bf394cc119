/* A line on standard error that tells how far a long piece of work has come. It appears
 * only on a terminal, and only when the work takes longer than a second. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

/* Begins a piece of work; `what` is borrowed until its end. */
void progress_begin(const char *what);

/* Tells that `done` of `whole` are done; a whole that is a guess, 0 when there is none, may
 * be exceeded. Any thread may call this. */
void progress_set(uint64_t done, uint64_t whole);

/* Tells the best number of drops that has been found so far. Any thread may call this. */
void progress_best(size_t drops);

/* Ends it and wipes the line. */
void progress_end(void);

/* Seconds on a clock that only goes forward, from an arbitrary beginning. */
double clock_seconds(void);

#endif
