/* Sheets of tiles: a command runs for each tile as for a file, with outputs of its own. */
#pragma once

#include "cli/base/command.h"
#include "sprite_options.h"

typedef struct sheet_tile {
    image pixels;
    char name[300];  /* for messages */
    text_list paths; /* of the outputs */
    unsigned factor; /* by which the sheet was enlarged */
} sheet_tile;

/* Runs a command whose arguments are known to be right for one tile. Returns GO_ON, or the
 * exit code after a message. */
typedef cli_status sheet_run(const subcommand *command, int argc, char **argv,
                             const sheet_tile *tile);

/* Begins the options of a command, and checks them together with the names of its outputs.
 * *has_all is true if it is to run for every tile. */
cli_status sheet_begin(sprite_options *options, const text_list *paths, const char *command,
                       bool *has_all);

/* Runs a command for every tile of an image that is not empty, and says how many there were.
 * Returns GO_ON, or the exit code of the first failure, after a message for each. */
cli_status sheet_run_all(const subcommand *command, int argc, char **argv, const char *path,
                         const sprite_options *options, const text_list *paths, sheet_run *run);

/* Lets a tile take the place of an image and of outputs; NULL: nothing changes. */
void sheet_use(const sheet_tile *tile, sprite_options *options, text_list *paths);
