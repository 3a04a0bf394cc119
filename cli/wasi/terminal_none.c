/* A program that shows nothing in the terminal. */
#include "cli/base/message.h"
#include "cli/bot/bot_settings.h"
#include "cli/play/play_match.h"
#include "cli/terminal/terminal_player.h"

bool terminal_can_play(void)
{
    return false;
}

static int terminal_refuse(void)
{
    return message(
        "nothing can be shown in the terminal here; write a film with -o, or install "
        "dropforge for your system");
}

int terminal_play(const render_request *request)
{
    (void)request;
    return terminal_refuse();
}

int bot_show(const bot_setup *setup, bot_print_game *printed)
{
    (void)setup;
    (void)printed;
    return terminal_refuse();
}

int play_loop(play_match *match)
{
    (void)match;
    return message("there is no screen for the game here; use --script, --json or -o, or "
                   "install dropforge for your system");
}
