#include "commands.h"

static const subcommand *const commands[] = {
    &command_print, &command_prepare, &command_replay,      &command_check,
    &command_tile,  &command_clear,   &command_omino,       &command_bot,
    &command_train, &command_play,    &command_completions,
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

const subcommand *command_at(size_t index)
{
    return index < COMMAND_COUNT ? commands[index] : NULL;
}
