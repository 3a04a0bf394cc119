#define NCURSES_WIDECHAR 1
#include "play_screen.h"

#include <curses.h>
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cleanup.h"
#include "message.h"
#include "play_type.h"
#include "terminal.h"
#include "terminal_text.h"

enum {
    MOST_TEXT = 256,
    BASIC_COLORS = 16, /* those before them are the user's own */
    CUBE_SIDE = 6,
    MANY_COLORS = 256,
    RESTORE_SIZE = 256,
    ESCAPE_MS = 25
};

/* How colours reach the terminal. */
typedef enum color_way {
    COLORS_NONE,
    COLORS_BASIC,   /* the nearest of eight */
    COLORS_CUBE,    /* the nearest of 6 by 6 by 6 */
    COLORS_DEFINED, /* the terminal is told what a number shall look like */
    COLORS_DIRECT,  /* any */
} color_way;

static struct {
    SCREEN *screen;
    color_way way;
    bool has_blocks;
    df_color defined[MANY_COLORS];
    int defined_count;
    bool is_gone;
    /* Signal handlers use these. */
    struct termios modes;
    bool has_modes;
    char restore[RESTORE_SIZE];
    size_t restore_length;
    volatile sig_atomic_t has_resumed;
} own;

bool play_screen_exists(void)
{
    const char *type = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && type != NULL &&
           strcmp(type, "dumb") != 0;
}

/* Curses gives the terminal back when the program is stopped, and takes it again. */
static void notice_resumption(int number)
{
    (void)number;
    own.has_resumed = 1;
}

static void watch_resumption(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGCONT, &action, NULL);
}

/* Safe in a signal handler, as endwin is not. */
static void restore(void)
{
    terminal_write(own.restore, own.restore_length);
    if (own.has_modes)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &own.modes);
}

static void remember(const char *capability)
{
    const char *text = tigetstr(capability);
    if (text == NULL || text == (const char *)-1)
        return;
    const size_t length = strlen(text);
    if (own.restore_length + length >= sizeof own.restore)
        return;
    memcpy(own.restore + own.restore_length, text, length);
    own.restore_length += length;
}

static bool wants_true_colors(void)
{
    const char *value = getenv("COLORTERM");
    return value != NULL && (strcmp(value, "truecolor") == 0 || strcmp(value, "24bit") == 0);
}

/* The terminal as its type tells it; or as one of its kind with all colours, where it says that
 * it has them and such a type is known. */
static SCREEN *new_screen(void)
{
    const char *type = getenv("TERM");
    char direct[64];
    if (wants_true_colors() && terminal_has_colors() && strcspn(type, "-") < 40) {
        snprintf(direct, sizeof direct, "%.*s-direct", (int)strcspn(type, "-"), type);
        if (play_type_is_known(direct))
            return newterm(direct, stdout, stdin);
    }
    return newterm(NULL, stdout, stdin);
}

static color_way find_way(void)
{
    if (!terminal_has_colors() || !has_colors() || start_color() == ERR ||
        use_default_colors() == ERR || COLORS < 8)
        return COLORS_NONE;
    if (tigetflag("RGB") == TRUE)
        return COLORS_DIRECT;
    if (COLORS < MANY_COLORS)
        return COLORS_BASIC;
    return wants_true_colors() && can_change_color() ? COLORS_DEFINED : COLORS_CUBE;
}

int play_screen_open(void)
{
    memset(&own, 0, sizeof own);
    setlocale(LC_CTYPE, terminal_locale());
    own.has_blocks = terminal_has_blocks();
    own.has_modes = tcgetattr(STDIN_FILENO, &own.modes) == 0;
    cleanup_set_terminal(restore);
    /* No signal comes between a change of the terminal and how to undo it. */
    cleanup_hold();
    own.screen = new_screen();
    if (own.screen == NULL) {
        cleanup_release();
        cleanup_set_terminal(NULL);
        return message("this terminal is not known; set TERM to what it is");
    }
    set_escdelay(ESCAPE_MS);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    curs_set(0);
    own.way = find_way();
    remember("oc");
    remember("sgr0");
    remember("rmkx");
    remember("cnorm");
    remember("rmcup");
    cleanup_release();
    watch_resumption(notice_resumption);
    return -1;
}

void play_screen_close(void)
{
    if (own.screen == NULL)
        return;
    watch_resumption(SIG_DFL);
    cleanup_hold();
    endwin();
    cleanup_release();
    cleanup_set_terminal(NULL);
    delscreen(own.screen);
    own.screen = NULL;
}

void play_screen_size(unsigned *columns, unsigned *rows)
{
    *columns = (unsigned)COLS;
    *rows = (unsigned)LINES;
}

bool play_screen_has_blocks(void)
{
    return own.has_blocks;
}

bool play_screen_has_colors(void)
{
    return own.way != COLORS_NONE;
}

void play_screen_clear(void)
{
    erase();
}

void play_screen_show(void)
{
    refresh();
}

static int distance(df_color a, df_color b)
{
    const int red = a.red - b.red, green = a.green - b.green, blue = a.blue - b.blue;
    return 2 * red * red + 4 * green * green + 3 * blue * blue;
}

static int basic_color(df_color color)
{
    int best = 1;
    int least = INT32_MAX;
    /* Not black, which is often the background. */
    for (int i = 1; i < 8; i++) {
        const df_color basic = {(i & 1) ? 225 : 0, (i & 2) ? 225 : 0, (i & 4) ? 225 : 0};
        const int far = distance(color, basic);
        if (far < least) {
            least = far;
            best = i;
        }
    }
    return best;
}

static int cube_color(df_color color)
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

static int defined_color(df_color color)
{
    int best = 0;
    int least = INT32_MAX;
    for (int i = 0; i < own.defined_count; i++) {
        const int far = distance(color, own.defined[i]);
        if (far == 0)
            return BASIC_COLORS + i;
        if (far < least) {
            least = far;
            best = i;
        }
    }
    const int next = BASIC_COLORS + own.defined_count;
    if (next >= MANY_COLORS ||
        init_extended_color(next, color.red * 1000 / 255, color.green * 1000 / 255,
                            color.blue * 1000 / 255) == ERR)
        return own.defined_count > 0 ? BASIC_COLORS + best : cube_color(color);
    own.defined[own.defined_count++] = color;
    return next;
}

static int color_number(const df_color *color)
{
    if (color == NULL)
        return -1;
    switch (own.way) {
    case COLORS_DIRECT:
        return color->red << 16 | color->green << 8 | color->blue;
    case COLORS_DEFINED:
        return defined_color(*color);
    case COLORS_CUBE:
        return cube_color(*color);
    default:
        return basic_color(*color);
    }
}

void play_screen_paint(int line, int column, const wchar_t *text, const df_color *ink,
                       const df_color *paper)
{
    if (line < 0 || column < 0 || line >= LINES || column >= COLS)
        return;
    int pair = 0;
    if (own.way != COLORS_NONE && (ink != NULL || paper != NULL))
        pair = alloc_pair(color_number(ink), color_number(paper));
    if (pair > 0)
        attr_set(A_NORMAL, 0, &pair);
    mvaddnwstr(line, column, text, COLS - column);
    attrset(A_NORMAL);
}

void play_screen_text(int line, int column, const char *text, play_style style)
{
    static const attr_t attributes[] = {[PLAY_PLAIN] = A_NORMAL,
                                        [PLAY_BOLD] = A_BOLD,
                                        [PLAY_DIM] = A_DIM,
                                        [PLAY_REVERSE] = A_REVERSE};
    if (line < 0 || column < 0 || line >= LINES || column >= COLS)
        return;
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

int play_screen_key(int milliseconds)
{
    wint_t key = 0;
    timeout(milliseconds);
    errno = 0;
    const int answer = get_wch(&key);
    if (own.has_resumed) {
        own.has_resumed = 0;
        return PLAY_KEY_RESUMED;
    }
    if (answer == ERR) {
        /* A terminal that has gone away would be asked again and again. */
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
