/* What there is not: a terminal to show something in, other programs, child processes. */
#include <string.h>

#include "cli/base/child.h"
#include "cli/base/message.h"
#include "cli/play/play_match.h"
#include "cli/process/guard.h"
#include "cli/terminal/terminal_player.h"

bool terminal_can_play(void)
{
    return false;
}

int terminal_play(const render_request *request, const terminal_game *game)
{
    (void)request;
    (void)game;
    return message(
        "nothing can be shown in the terminal here; write a film with -o, or install "
        "dropforge for your system");
}

int play_loop(play_match *match)
{
    (void)match;
    return message("there is no screen for the game here; use --script, --json or -o, or "
                   "install dropforge for your system");
}

bool child_is_possible(void)
{
    return false;
}

bool child_is_installed(const char *program)
{
    (void)program;
    return false;
}

df_status child_start(child *started, const char *command, const child_files *files,
                      df_error *error)
{
    (void)started;
    (void)files;
    return message_error(error, DF_ERROR_LIMIT, "the program %.*s cannot be started",
                         (int)strcspn(command, " "), command);
}

bool child_write(void *fed, const void *bytes, size_t length)
{
    (void)fed;
    (void)bytes;
    (void)length;
    return false;
}

df_status child_end(child *ended, df_error *error)
{
    (void)ended;
    (void)error;
    return DF_ERROR_LIMIT;
}

enum { PAGE = 65536 };

/* Takes fresh pages, which are zero and take no memory until they are used. */
void *guard_share(size_t size)
{
    const size_t before = __builtin_wasm_memory_grow(0, (size + PAGE - 1) / PAGE);
    return before != SIZE_MAX ? (void *)(before * PAGE) : NULL;
}

/* Keeps the pages: WebAssembly cannot give any back. */
void guard_unshare(void *shared, size_t size)
{
    (void)shared;
    (void)size;
}

df_status guard_run(guarded_work *work, void *context, df_error *error)
{
    return work(context, error);
}
