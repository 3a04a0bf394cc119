#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "cli/base/cleanup.h"
#include "cli/base/clock.h"

enum { ESCAPE_MS = 25 /* in which the rest of a key's characters comes */ };

/* Signal handlers use all of this. */
static struct {
    int keys;        /* where keys are read, or -1 */
    char typed[256]; /* what has been read and not been taken yet */
    size_t typed_count;
    bool has_modes;
    struct termios modes; /* as they were found */
    volatile sig_atomic_t has_changed;
    volatile sig_atomic_t has_resumed;
} terminal = {.keys = -1};

bool terminal_write(const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(STDOUT_FILENO, bytes, length);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
    return true;
}

df_status terminal_write_text(df_text *text, int *error)
{
    df_status status = text->status;
    if (status == DF_OK && !terminal_write(text->bytes, text->length)) {
        *error = errno;
        status = DF_ERROR_CANCELLED;
    }
    df_text_free(text);
    return status;
}

/* Safe in a signal handler. */
static void terminal_enter(void)
{
    static const char start[] = "\033[?1049h\033[?25l\033[0m\033[2J";
    if (terminal.has_modes) {
        struct termios modes = terminal.modes;
        modes.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
        /* Keeps what is written after Ctrl-C, which the kernel may otherwise drop. */
        modes.c_lflag |= NOFLSH;
        modes.c_cc[VMIN] = 1;
        modes.c_cc[VTIME] = 0;
        tcsetattr(terminal.keys, TCSADRAIN, &modes);
    }
    terminal_write(start, sizeof start - 1);
}

/* Safe in a signal handler. */
static void terminal_leave(void)
{
    static const char stop[] = "\033[0m\033[?25h\033[?1049l";
    terminal_write(stop, sizeof stop - 1);
    if (terminal.has_modes)
        tcsetattr(terminal.keys, TCSAFLUSH, &terminal.modes);
}

static void terminal_notice_change(int number)
{
    (void)number;
    terminal.has_changed = 1;
}

static void terminal_catch(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    /* A program that goes on in the background stops again before it touches the terminal. */
    sigdelset(&action.sa_mask, SIGTTOU);
    sigaction(number, &action, NULL);
}

/* Takes the terminal over again when the program goes on after a stop. */
static void terminal_resume(int number)
{
    (void)number;
    const int error = errno;
    terminal_enter();
    terminal.has_resumed = 1;
    errno = error;
}

/* Restores the terminal while the user stops the program, and takes it over again after. Does
 * so at once where no shell could end the stop: there the system ignores it. */
static void terminal_suspend(int number)
{
    const int error = errno;
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, number);
    terminal_leave();
    terminal_catch(number, SIG_DFL);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &stop, NULL);
    sigprocmask(SIG_BLOCK, &stop, NULL);
    terminal_catch(number, terminal_suspend);
    /* The user may have changed them meanwhile. */
    if (terminal.has_modes)
        tcgetattr(terminal.keys, &terminal.modes);
    terminal_resume(number);
    errno = error;
}

/* Does something at stops, unless the parent ignores them. */
static void terminal_catch_stops(void (*handler)(int))
{
    struct sigaction old;
    if (sigaction(SIGTSTP, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        terminal_catch(SIGTSTP, handler);
}

void terminal_open(void)
{
    /* Standard input may be the sprite; then keys are read from the terminal itself. */
    terminal.keys = isatty(STDIN_FILENO) ? STDIN_FILENO : open("/dev/tty", O_RDWR | O_CLOEXEC);
    terminal.has_modes = terminal.keys >= 0 && tcgetattr(terminal.keys, &terminal.modes) == 0;
    terminal.has_changed = 1;
    terminal_catch(SIGWINCH, terminal_notice_change);
    terminal_catch_stops(terminal_suspend);
    terminal_catch(SIGCONT, terminal_resume);
    cleanup_set_terminal(terminal_leave);
    terminal_enter();
}

void terminal_close(void)
{
    terminal_catch_stops(SIG_DFL);
    terminal_catch(SIGCONT, SIG_DFL);
    terminal_catch(SIGWINCH, SIG_DFL);
    cleanup_hold();
    terminal_leave();
    cleanup_set_terminal(NULL);
    if (terminal.keys > STDIN_FILENO)
        close(terminal.keys);
    terminal.keys = -1;
    terminal.typed_count = 0;
    terminal.has_modes = false;
}

void terminal_size(unsigned *columns, unsigned *rows)
{
    struct winsize size;
    const bool is_known =
        ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
    *columns = is_known ? size.ws_col : 80;
    *rows = is_known ? size.ws_row : 24;
}

/* Reads what has been typed; true also if the terminal has gone away. */
static bool terminal_read_keys(void)
{
    char *end = terminal.typed + terminal.typed_count;
    const ssize_t count =
        read(terminal.keys, end, sizeof terminal.typed - terminal.typed_count);
    terminal.typed_count += count > 0 ? (size_t)count : 0;
    return count >= 0 || errno != EINTR;
}

/* Returns the first key that was typed, and its length in characters. */
static int terminal_parse_key(const char *typed, size_t count, size_t *length)
{
    *length = count > 0;
    if (count < 2 || typed[0] != '\033' || (typed[1] != '[' && typed[1] != 'O'))
        return count > 0 ? (unsigned char)typed[0] : 0;
    size_t end = 2;
    while (end + 1 < count && (typed[end] < '@' || typed[end] > '~'))
        end++;
    *length = end < count ? end + 1 : count;
    if (end == 2 && count > 2 && typed[2] >= 'A' && typed[2] <= 'D')
        return TERMINAL_UP + (typed[2] - 'A');
    return TERMINAL_OTHER_KEY;
}

static int terminal_take_key(void)
{
    size_t length = 0;
    const int key = terminal_parse_key(terminal.typed, terminal.typed_count, &length);
    terminal.typed_count -= length;
    memmove(terminal.typed, terminal.typed + length, terminal.typed_count);
    return key;
}

terminal_event terminal_wait(double until, int *key)
{
    struct pollfd wanted = {.fd = terminal.keys, .events = POLLIN};
    for (;;) {
        if (terminal.has_changed) {
            terminal.has_changed = 0;
            return TERMINAL_CHANGED;
        }
        if (terminal.has_resumed) {
            terminal.has_resumed = 0;
            return TERMINAL_RESUMED;
        }
        if (terminal.typed_count > 0) {
            if (terminal.typed_count == 1 && terminal.typed[0] == '\033' &&
                poll(&wanted, 1, ESCAPE_MS) > 0)
                terminal_read_keys();
            *key = terminal_take_key();
            return TERMINAL_KEY;
        }
        const double left = until - clock_seconds();
        const int milliseconds = left > 3600 ? 3600000 : left > 0 ? (int)(left * 1000) + 1 : 0;
        const int ready = poll(&wanted, 1, milliseconds);
        if (ready > 0 && terminal_read_keys() && terminal.typed_count == 0) {
            *key = 0;
            return TERMINAL_KEY;
        }
        if (ready == 0 && clock_seconds() >= until)
            return TERMINAL_TIME_OVER;
    }
}
