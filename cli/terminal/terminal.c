#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "cli/base/cleanup.h"
#include "cli/base/clock.h"

enum {
    ESCAPE_MS = 25, /* in which the rest of a key's characters comes */
    MAX_SEQUENCE = 64
};

/* Signal handlers use all of this. */
static struct {
    int keys;        /* where keys are read, or -1 */
    char typed[257]; /* what has been read and not been taken yet, and NUL */
    size_t typed_count;
    bool has_modes;
    bool asks_releases;
    volatile sig_atomic_t has_releases; /* the terminal reports them */
    struct termios modes;               /* as they were found */
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

/* Of the protocol that reports releases: tells apart what keys send (1), reports repeats and
 * releases (2), of all keys (8). */
static const char releases_start[] = "\033[>11u", releases_stop[] = "\033[<u";

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
    if (terminal.has_releases)
        terminal_write(releases_start, sizeof releases_start - 1);
}

/* Safe in a signal handler. */
static void terminal_leave(void)
{
    static const char stop[] = "\033[0m\033[?25h\033[?1049l";
    if (terminal.has_releases)
        terminal_write(releases_stop, sizeof releases_stop - 1);
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
    terminal.has_modes = terminal.asks_releases = false;
    terminal.has_releases = 0;
}

void terminal_ask_releases(void)
{
    static const char ask[] = "\033[?u";
    terminal.asks_releases = true;
    terminal_write(ask, sizeof ask - 1);
}

bool terminal_has_releases(void)
{
    return terminal.has_releases != 0;
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
        read(terminal.keys, end, sizeof terminal.typed - 1 - terminal.typed_count);
    terminal.typed_count += count > 0 ? (size_t)count : 0;
    terminal.typed[terminal.typed_count] = '\0';
    return count >= 0 || errno != EINTR;
}

/* A key as it was typed. */
typedef struct terminal_key {
    int key;
    terminal_event event;
    size_t length; /* in characters */
} terminal_key;

/* Takes the answer that the terminal knows the protocol, and asks for it. */
static void terminal_take_answer(void)
{
    if (!terminal.asks_releases || terminal.has_releases)
        return;
    terminal.has_releases = 1;
    terminal_write(releases_start, sizeof releases_start - 1);
}

/* Sends the signal of Ctrl and a letter: by the protocol the letter comes as a key. */
static void terminal_signal(int letter)
{
    if (letter == 'c')
        raise(SIGINT);
    else if (letter == 'z')
        raise(SIGTSTP);
    else if (letter == '\\')
        raise(SIGQUIT);
}

/* Finds out the key of "CSI code ; modifiers : event LETTER"; the last two may be missing. */
static void terminal_parse_sequence(const char *typed, terminal_key *made)
{
    enum { CONTROL = 4 }; /* of the modifiers less one */
    char *at;
    const char letter = typed[made->length - 1];
    const unsigned long code = strtoul(typed + 2, &at, 10);
    at += strcspn(at, ";uABCD~");
    const unsigned long modifiers = *at == ';' ? strtoul(at + 1, &at, 10) : 1;
    const unsigned long event = *at == ':' ? strtoul(at + 1, &at, 10) : 1;
    made->event = event == 3   ? TERMINAL_RELEASED
                  : event == 2 ? TERMINAL_REPEATED
                               : TERMINAL_KEY;
    if (letter >= 'A' && letter <= 'D')
        made->key = TERMINAL_UP + (letter - 'A');
    else if (letter == 'u' && typed[2] == '?')
        terminal_take_answer();
    else if (letter == 'u' && code > 0 && code < TERMINAL_UP)
        made->key = code == '\r' ? '\n' : (int)code;
    if (letter != 'u' || modifiers == 0 || ((modifiers - 1) & CONTROL) == 0)
        return;
    made->key = TERMINAL_OTHER_KEY;
    if (event == 1)
        terminal_signal((int)code);
}

/* True if the rest of a sequence is still to come. */
static bool terminal_is_partial(void)
{
    const char *typed = terminal.typed;
    if (terminal.typed_count == 0 || typed[0] != '\033')
        return false;
    if (terminal.typed_count < 3)
        return terminal.typed_count == 1 || typed[1] == '[' || typed[1] == 'O';
    size_t at = 2;
    while (at < terminal.typed_count && (typed[at] < '@' || typed[at] > '~'))
        at++;
    return typed[1] == '[' && at == terminal.typed_count && at < MAX_SEQUENCE;
}

/* Waits a moment for the rest of a sequence. */
static void terminal_complete(struct pollfd *wanted)
{
    size_t count = 0;
    while (terminal_is_partial() && terminal.typed_count > count &&
           poll(wanted, 1, ESCAPE_MS) > 0) {
        count = terminal.typed_count;
        terminal_read_keys();
    }
}

static terminal_key terminal_parse_key(const char *typed, size_t count)
{
    terminal_key made = {.event = TERMINAL_KEY, .length = count > 0};
    if (count > 0)
        made.key = (unsigned char)typed[0];
    if (count < 2 || typed[0] != '\033' || (typed[1] != '[' && typed[1] != 'O'))
        return made;
    size_t end = 2;
    while (end + 1 < count && (typed[end] < '@' || typed[end] > '~'))
        end++;
    made.length = end < count ? end + 1 : count;
    made.key = TERMINAL_OTHER_KEY;
    terminal_parse_sequence(typed, &made);
    return made;
}

static terminal_event terminal_take_key(int *key)
{
    const terminal_key taken = terminal_parse_key(terminal.typed, terminal.typed_count);
    terminal.typed_count -= taken.length;
    memmove(terminal.typed, terminal.typed + taken.length, terminal.typed_count + 1);
    *key = taken.key;
    return taken.event;
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
            terminal_complete(&wanted);
            return terminal_take_key(key);
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
