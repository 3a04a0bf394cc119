/* A line on standard error with the progress of long work. It appears only on a terminal, and
 * only if the work takes longer than a second. */
#pragma once

#include "dropforge/base.h"
#include "message.h"

/* Begins the progress of a piece of work; `what` names it, and is borrowed until the end. A
 * line that stays says how long it will take, if that is long. */
void progress_begin(const char *what);

/* Adds to that line of the next work about how many drops there will be, and how many seconds
 * their film will take. */
void progress_expect(uint64_t drops, unsigned film_seconds);

/* Returns how many seconds the latest work seemed to take at its beginning, if that is long;
 * else 0. */
unsigned progress_estimate(void);

/* Sets the progress: `done` of `whole`. The whole may be an estimate, which may be exceeded, or
 * 0 if unknown. Any thread may call this. */
void progress_set(uint64_t done, uint64_t whole);

/* Sets the lowest number of drops so far, and the number of frames, for the line to say how
 * many a minute that is. Any thread may call this. */
void progress_best(uint64_t drops, uint64_t frames);

/* Ends the progress and wipes the line. */
void progress_end(void);

/* Shows the progress of a long count; a df_watch. An interrupt ends the program at once: a
 * partial count is of no use. */
bool counting_watch(void *unused, const df_progress *come);

/* Ends the progress of a count. A failed standard output is reported at the program's end. */
cli_status counting_end(df_status status, const df_error *error);

/* The painter calls a function from time to time while other work goes on: in a thread of its
 * own where there are threads, since the work itself may not report for a long time.
 * painter_begin starts it, and the first call is a second later; false if it is impossible. */
bool painter_begin(void (*paint)(void));

/* Gives a painter that has no thread its time. Any thread may call this. */
void painter_step(void);

/* Stops the calls, and waits for the last one. */
void painter_end(void);
