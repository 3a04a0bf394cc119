#define NCURSES_WIDECHAR 1
#include "play_screen.h"

#include <curses.h>
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cli/base/cleanup.h"
#include "cli/base/message.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/terminal_text.h"

enum {
    MAX_TEXT = 128,
    BASIC_COLORS = 16, /* these colours belong to the user's theme */
    CUBE_SIDE = 6,
    MANY_COLORS = 256,
    RESTORE_SIZE = 256,
    ESCAPE_MS = 25
};

/* The kinds of colours that terminals have. */
typedef enum color_method {
    COLORS_NONE,
    COLORS_BASIC,   /* the nearest of eight */
    COLORS_CUBE,    /* the nearest of 6 by 6 by 6 */
    COLORS_DEFINED, /* any, after the terminal is told what a number stands for */
} color_method;

static struct {
    SCREEN *curses;
    color_method colors;
    bool has_blocks;
    df_color defined[MANY_COLORS];
    int defined_count;
    /* Signal handlers use the members below. */
    struct termios modes;
    bool has_modes;
    char restore[RESTORE_SIZE];
    size_t restore_length;
    volatile sig_atomic_t has_resumed;
    volatile sig_atomic_t must_stop;
} screen;

bool play_screen_exists(void)
{
    const char *type = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && type != NULL &&
           strcmp(type, "dumb") != 0;
}

/* Handles SIGCONT: notes that the program was stopped. */
static void play_screen_notice_resumption(int number)
{
    (void)number;
    screen.has_resumed = 1;
}

/* Handles SIGTSTP: notes that the program shall stop, which it does when it waits for a key. */
static void play_screen_notice_stop(int number)
{
    (void)number;
    screen.must_stop = 1;
}

static void play_screen_handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* Catches SIGTSTP, unless the parent ignores it. Curses, which leaves a signal alone that is
 * caught already, would ignore it while it draws: a Ctrl-Z at such a moment was lost. */
static void play_screen_catch_stops(void)
{
    struct sigaction old;
    if (sigaction(SIGTSTP, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
        play_screen_handle(SIGTSTP, play_screen_notice_stop);
}

/* Leaves SIGTSTP as it was found. */
static void play_screen_release_stops(void)
{
    struct sigaction now;
    if (sigaction(SIGTSTP, NULL, &now) == 0 && now.sa_handler == play_screen_notice_stop)
        play_screen_handle(SIGTSTP, SIG_DFL);
}

/* Restores the terminal; unlike endwin, safe in a signal handler. */
static void play_screen_restore(void)
{
    terminal_write(screen.restore, screen.restore_length);
    if (screen.has_modes)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &screen.modes);
}

/* Appends the text of a terminal capability to `restore`. */
static void play_screen_remember(const char *capability)
{
    const char *text = tigetstr(capability);
    if (text == NULL || text == (const char *)-1)
        return;
    const size_t length = strlen(text);
    if (screen.restore_length + length >= sizeof screen.restore)
        return;
    memcpy(screen.restore + screen.restore_length, text, length);
    screen.restore_length += length;
}

static bool play_screen_wants_true_colors(void)
{
    const char *value = getenv("COLORTERM");
    return value != NULL && (strcmp(value, "truecolor") == 0 || strcmp(value, "24bit") == 0);
}

static color_method play_screen_find_colors(void)
{
    if (!terminal_has_colors() || !has_colors() || start_color() == ERR ||
        use_default_colors() == ERR || COLORS < 8)
        return COLORS_NONE;
    if (COLORS < MANY_COLORS)
        return COLORS_BASIC;
    return play_screen_wants_true_colors() && can_change_color() ? COLORS_DEFINED : COLORS_CUBE;
}

int play_screen_open(void)
{
    memset(&screen, 0, sizeof screen);
    setlocale(LC_CTYPE, terminal_locale());
    screen.has_blocks = terminal_has_blocks();
    screen.has_modes = tcgetattr(STDIN_FILENO, &screen.modes) == 0;
    cleanup_set_terminal(play_screen_restore);
    play_screen_catch_stops();
    /* Holds signals until the way to restore the terminal is known. */
    cleanup_hold();
    screen.curses = newterm(NULL, stdout, stdin);
    if (screen.curses == NULL) {
        cleanup_release();
        cleanup_set_terminal(NULL);
        play_screen_release_stops();
        return message("the type of this terminal is unknown; set TERM to the right one");
    }
    set_escdelay(ESCAPE_MS);
    cbreak();
    /* Keeps what is written after Ctrl-C, which the kernel may otherwise drop with what it
     * finds. */
    noqiflush();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    curs_set(0);
    screen.colors = play_screen_find_colors();
    play_screen_remember("oc");
    play_screen_remember("sgr0");
    play_screen_remember("rmkx");
    play_screen_remember("cnorm");
    play_screen_remember("rmcup");
    cleanup_release();
    play_screen_handle(SIGCONT, play_screen_notice_resumption);
    return -1;
}

void play_screen_close(void)
{
    if (screen.curses == NULL)
        return;
    play_screen_handle(SIGCONT, SIG_DFL);
    play_screen_release_stops();
    cleanup_hold();
    endwin();
    cleanup_release();
    cleanup_set_terminal(NULL);
    delscreen(screen.curses);
    screen.curses = NULL;
}

void play_screen_size(unsigned *columns, unsigned *rows)
{
    *columns = (unsigned)COLS;
    *rows = (unsigned)LINES;
}

bool play_screen_has_blocks(void)
{
    return screen.has_blocks;
}

bool play_screen_has_colors(void)
{
    return screen.colors != COLORS_NONE;
}

void play_screen_clear(void)
{
    erase();
}

void play_screen_show(void)
{
    refresh();
}

static int play_screen_distance(df_color a, df_color b)
{
    const int red = a.red - b.red, green = a.green - b.green, blue = a.blue - b.blue;
    return 2 * red * red + 4 * green * green + 3 * blue * blue;
}

/* Returns the index of the colour that looks most like this one. */
static int play_screen_nearest(df_color color, const df_color *among, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (play_screen_distance(color, among[i]) < play_screen_distance(color, among[best]))
            best = i;
    }
    return best;
}

static int play_screen_basic_color(df_color color)
{
    /* The colours from 1. Leaves out black, which is often the background. */
    static const df_color basic[] = {{225, 0, 0},   {0, 225, 0},   {225, 225, 0},  {0, 0, 225},
                                     {225, 0, 225}, {0, 225, 225}, {225, 225, 225}};
    return 1 + play_screen_nearest(color, basic, sizeof basic / sizeof basic[0]);
}

static int play_screen_cube_color(df_color color)
{
    const uint8_t parts[3] = {color.red, color.green, color.blue};
    int number = 0;
    for (int i = 0; i < 3; i++) {
        /* The steps are 0, 95, 135, 175, 215, 255. */
        const int step = parts[i] < 48 ? 0 : parts[i] < 115 ? 1 : (parts[i] - 35) / 40;
        number = number * CUBE_SIDE + step;
    }
    return BASIC_COLORS + number;
}

static int play_screen_defined_color(df_color color)
{
    const int best = play_screen_nearest(color, screen.defined, screen.defined_count);
    if (screen.defined_count > 0 && play_screen_distance(color, screen.defined[best]) == 0)
        return BASIC_COLORS + best;
    const int next = BASIC_COLORS + screen.defined_count;
    if (next >= MANY_COLORS ||
        init_extended_color(next, color.red * 1000 / 255, color.green * 1000 / 255,
                            color.blue * 1000 / 255) == ERR)
        return screen.defined_count > 0 ? BASIC_COLORS + best : play_screen_cube_color(color);
    screen.defined[screen.defined_count++] = color;
    return next;
}

static int play_screen_color_number(const df_color *color)
{
    if (color == NULL)
        return -1;
    switch (screen.colors) {
    case COLORS_DEFINED:
        return play_screen_defined_color(*color);
    case COLORS_CUBE:
        return play_screen_cube_color(*color);
    default:
        return play_screen_basic_color(*color);
    }
}

void play_screen_paint(int line, int column, const wchar_t *text, const df_color *ink,
                       const df_color *paper)
{
    if (line < 0 || column < 0 || line >= LINES || column >= COLS)
        return;
    int pair = 0;
    if (screen.colors != COLORS_NONE && (ink != NULL || paper != NULL))
        pair = alloc_pair(play_screen_color_number(ink), play_screen_color_number(paper));
    if (pair > 0)
        attr_set(A_NORMAL, 0, &pair);
    mvaddnwstr(line, column, text, COLS - column);
    attrset(A_NORMAL);
}

void play_screen_text(int line, int column, play_style style, const char *format, ...)
{
    static const attr_t attributes[] = {[PLAY_PLAIN] = A_NORMAL,
                                        [PLAY_BOLD] = A_BOLD,
                                        [PLAY_DIM] = A_DIM,
                                        [PLAY_REVERSE] = A_REVERSE};
    if (line < 0 || column < 0 || line >= LINES || column >= COLS)
        return;
    char text[MAX_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    attr_set(attributes[style], 0, NULL);
    mvaddnstr(line, column, text, COLS - column);
    attrset(A_NORMAL);
}

void play_screen_well(int line, int column, int height, int width)
{
    mvvline(line, column - 1, ACS_VLINE, height);
    mvvline(line, column + width, ACS_VLINE, height);
    mvaddch(line + height, column - 1, ACS_LLCORNER);
    hline(ACS_HLINE, 1);
    mvhline(line + height, column, ACS_HLINE, width);
    mvaddch(line + height, column + width, ACS_LRCORNER);
}

/* Restores the terminal, stops, and takes it over again when the program goes on. */
static void play_screen_stop(void)
{
    screen.must_stop = 0;
    endwin();
    play_screen_handle(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    play_screen_handle(SIGTSTP, play_screen_notice_stop);
    /* Keeps what the user has changed in the modes meanwhile. */
    def_shell_mode();
    doupdate();
    screen.has_resumed = 1;
}

int play_screen_key(int milliseconds)
{
    wint_t key = 0;
    timeout(milliseconds);
    errno = 0;
    const int answer = get_wch(&key);
    if (answer == ERR && screen.must_stop)
        play_screen_stop();
    /* A key that came first is not lost: the next call returns this. */
    if (answer == ERR && screen.has_resumed) {
        screen.has_resumed = 0;
        return PLAY_KEY_RESUMED;
    }
    if (answer == ERR) {
        /* Reading from a terminal that has gone away would fail for ever. */
        if (errno == EIO || errno == EBADF)
            return PLAY_KEY_GONE;
        return PLAY_KEY_NONE;
    }
    if (answer != KEY_CODE_YES)
        return (int)key;
    switch (key) {
    case KEY_LEFT:
        return PLAY_KEY_LEFT;
    case KEY_RIGHT:
        return PLAY_KEY_RIGHT;
    case KEY_UP:
        return PLAY_KEY_UP;
    case KEY_DOWN:
        return PLAY_KEY_DOWN;
    case KEY_RESIZE:
        return PLAY_KEY_RESIZED;
    default:
        return PLAY_KEY_OTHER;
    }
}
