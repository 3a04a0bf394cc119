/* The screen of the game, with curses: text, colours as far as the terminal has them, keys. */
#ifndef CLI_PLAY_SCREEN_H
#define CLI_PLAY_SCREEN_H

#include <stdbool.h>
#include <wchar.h>

#include "dropforge/plan.h"

/* The style of text. */
typedef enum play_style {
    PLAY_PLAIN,
    PLAY_BOLD,
    PLAY_DIM,
    PLAY_REVERSE,
} play_style;

/* Keys that are not characters. */
enum {
    PLAY_KEY_NONE = -1, /* no key was pressed in time */
    PLAY_KEY_LEFT = 0x110000,
    PLAY_KEY_RIGHT,
    PLAY_KEY_UP,
    PLAY_KEY_DOWN,
    PLAY_KEY_RESIZED,
    PLAY_KEY_GONE,    /* the terminal has gone away */
    PLAY_KEY_RESUMED, /* the program goes on after a stop */
    PLAY_KEY_OTHER,
};

/* True if there is a terminal to play in. */
bool play_screen_exists(void);

/* Takes over the terminal; it is restored however the program ends. Returns -1, or the exit
 * code after a message. */
int play_screen_open(void);
void play_screen_close(void);

void play_screen_size(unsigned *columns, unsigned *rows);

/* True if the terminal can show block characters. */
bool play_screen_has_blocks(void);

/* True if the terminal has colours. */
bool play_screen_has_colors(void);

/* Clears the screen; play_screen_show shows what is drawn after that. */
void play_screen_clear(void);
void play_screen_show(void);

/* Writes formatted text of less than 128 bytes, cut at the edges of the screen. */
__attribute__((format(printf, 4, 5))) void
play_screen_text(int line, int column, play_style style, const char *format, ...);

/* Writes characters in colours; NULL stands for the terminal's own colour. */
void play_screen_paint(int line, int column, const wchar_t *text, const df_color *ink,
                       const df_color *paper);

/* Draws the frame of a well: walls to the left of `column` and at `column` + `width`, the floor
 * at `line` + `height`. */
void play_screen_well(int line, int column, int height, int width);

/* Waits for a key, at most `milliseconds`. Returns a character or one of PLAY_KEY_…. */
int play_screen_key(int milliseconds);

#endif
