/* The terminal in full-screen mode: its own screen, no cursor, keys without the return key. */
#pragma once

#include "dropforge/base.h"

typedef enum terminal_event {
    TERMINAL_TIME_OVER,
    TERMINAL_KEY,
    TERMINAL_REPEATED, /* a key that is held; only with terminal_ask_releases */
    TERMINAL_RELEASED, /* a key; the same */
    TERMINAL_CHANGED,  /* its size may have changed, and its content is unknown */
    TERMINAL_RESUMED,  /* so it is after a stop of the program */
} terminal_event;

/* Takes the terminal over; any end of the program restores it. */
void terminal_open(void);

/* Restores it. */
void terminal_close(void);

/* Returns the size in characters; 80 by 24 if the terminal does not report it. */
void terminal_size(unsigned *columns, unsigned *rows);

/* Asks the open terminal to report releases of keys, too, by the keyboard protocol of kitty
 * (https://sw.kovidgoyal.net/kitty/keyboard-protocol). Without an answer nothing changes. */
void terminal_ask_releases(void);

/* True once the terminal has answered that it does. */
bool terminal_has_releases(void);

/* Keys that send more than one character. */
enum {
    TERMINAL_UP = 0x110000,
    TERMINAL_DOWN,
    TERMINAL_RIGHT,
    TERMINAL_LEFT,
    TERMINAL_OTHER_KEY
};

/* Waits for an event until clock_seconds reaches `until`. *key is the key of the event: a
 * character, one of the above, or 0 if the terminal has gone away. */
terminal_event terminal_wait(double until, int *key);

/* Writes all bytes to standard output without its buffer; false and errno on an error. */
bool terminal_write(const char *bytes, size_t length);

/* Writes a text like terminal_write, and frees it. Returns its status; DF_ERROR_CANCELLED with
 * errno in *error if it cannot be written. */
df_status terminal_write_text(df_text *text, int *error);
