/* The screen of the game: curses, colours as the terminal has them, keys. */
#ifndef CLI_PLAY_SCREEN_H
#define CLI_PLAY_SCREEN_H

#include <stdbool.h>
#include <wchar.h>

#include "dropforge/plan.h"

typedef enum play_style {
    PLAY_PLAIN,
    PLAY_BOLD,
    PLAY_DIM,
    PLAY_REVERSE,
} play_style;

/* Keys that are no characters. */
enum {
    PLAY_KEY_NONE = -1, /* none was pressed in time */
    PLAY_KEY_LEFT = 0x110000,
    PLAY_KEY_RIGHT,
    PLAY_KEY_UP,
    PLAY_KEY_DOWN,
    PLAY_KEY_RESIZED,
    PLAY_KEY_GONE,    /* the terminal */
    PLAY_KEY_RESUMED, /* the program had been stopped */
    PLAY_KEY_OTHER,
};

/* Whether there is a terminal to play in. */
bool play_screen_exists(void);

/* Takes the terminal over; whatever ends the program gives it back. -1, or the exit code after
 * a message. */
int play_screen_open(void);
void play_screen_close(void);

void play_screen_size(unsigned *columns, unsigned *rows);

/* Whether it can show more than ASCII. */
bool play_screen_has_blocks(void);

/* Whether squares can be told apart by colours. */
bool play_screen_has_colors(void);

/* An empty screen to draw on, and how it is shown. */
void play_screen_clear(void);
void play_screen_show(void);

/* Writes text; what is beyond the edges is left out. */
void play_screen_text(int line, int column, const char *text, play_style style);

/* Writes a few characters in colours; NULL for those of the terminal. */
void play_screen_paint(int line, int column, const wchar_t *text, const df_color *ink,
                       const df_color *paper);

/* The frame of a well: its walls are to the left of `column` and `width` columns on, its floor
 * is below `line` + `height`. */
void play_screen_well(int line, int column, int height, int width);

/* Waits for a key for so many milliseconds. */
int play_screen_key(int milliseconds);

#endif
