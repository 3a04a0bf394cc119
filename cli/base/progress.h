/* A line on standard error with the progress of long work. It appears only on a terminal, and
 * only if the work takes longer than a second. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

/* Begins the progress of a piece of work; `what` names it, and is borrowed until the end. */
void progress_begin(const char *what);

/* Sets the progress: `done` of `whole`. The whole may be an estimate, which may be exceeded, or
 * 0 if unknown. Any thread may call this. */
void progress_set(uint64_t done, uint64_t whole);

/* Sets the lowest number of drops so far. Any thread may call this. */
void progress_best(size_t drops);

/* Ends the progress and wipes the line. */
void progress_end(void);

#endif
