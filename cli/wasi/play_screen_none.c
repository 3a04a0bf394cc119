/* A program without curses: the game has no screen. */
#include <unistd.h>

#include "cli/base/message.h"
#include "cli/play/play_screen.h"

bool play_screen_exists(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

int play_screen_open(void)
{
    return message("there is no screen for the game here; use --script, --json or -o, or "
                   "install dropforge for your system");
}

void play_screen_close(void) {}

void play_screen_size(unsigned *columns, unsigned *rows)
{
    *columns = 0;
    *rows = 0;
}

bool play_screen_has_blocks(void)
{
    return false;
}

bool play_screen_has_colors(void)
{
    return false;
}

void play_screen_clear(void) {}
void play_screen_show(void) {}

void play_screen_text(int line, int column, play_style style, const char *format, ...)
{
    (void)line;
    (void)column;
    (void)style;
    (void)format;
}

void play_screen_paint(int line, int column, const wchar_t *text, const df_color *ink,
                       const df_color *paper)
{
    (void)line;
    (void)column;
    (void)text;
    (void)ink;
    (void)paper;
}

void play_screen_well(int line, int column, int height, int width)
{
    (void)line;
    (void)column;
    (void)height;
    (void)width;
}

int play_screen_key(int milliseconds)
{
    (void)milliseconds;
    return PLAY_KEY_GONE;
}
