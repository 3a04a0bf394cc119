/* All subcommands. */
#pragma once

#include "cli/base/command.h"

extern const subcommand command_print;
extern const subcommand command_prepare;
extern const subcommand command_replay;
extern const subcommand command_check;
extern const subcommand command_tile;
extern const subcommand command_clear;
extern const subcommand command_omino;
extern const subcommand command_bot;
extern const subcommand command_train;
extern const subcommand command_play;
extern const subcommand command_completions;

/* Returns a subcommand, in the order of the help; NULL past the last. */
const subcommand *command_at(size_t index);
