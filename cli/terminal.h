/* The terminal as a stage: its own screen, no cursor, keys without the return key. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

typedef enum terminal_event {
    TERMINAL_TIME_OVER,
    TERMINAL_KEY,
    TERMINAL_CHANGED, /* its size may be another and nothing on it can be relied upon */
} terminal_event;

/* Takes the terminal over; whatever ends the program gives it back. */
void terminal_open(void);

/* Gives it back. */
void terminal_close(void);

/* The size in characters; 80 by 24 where the terminal does not tell. */
void terminal_size(unsigned *columns, unsigned *rows);

/* Waits for something to happen until the clock of clock_seconds shows `until`. */
terminal_event terminal_wait(double until);

/* Writes all bytes to standard output without its buffer; false on an error, see errno. */
bool terminal_write(const char *bytes, size_t length);

#endif
