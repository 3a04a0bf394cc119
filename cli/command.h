/* A subcommand: one file cmd_NAME.c with one const entry. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "format.h"
#include "options.h"

typedef struct subcommand {
    const char *name;
    const char *operands;    /* "PLAN SPRITE" */
    const char *summary;     /* one line, for the list of commands */
    const char *description; /* complete lines */
    const char *examples;    /* complete lines */
    const option_group *groups;
    size_t group_count;
    int least_operands;
    int most_operands;
    bool takes_files;    /* among its operands */
    const char *actions; /* what the first operand may be, with blanks between, or NULL */
    const format_table *formats; /* those of --format, or NULL */
    /* Writes further help after the options and before the formats; may be NULL. */
    void (*more_help)(FILE *stream);
    /* Answers the exit code. argv[0] is the name of the command. */
    int (*run)(const struct subcommand *command, int argc, char **argv);
} subcommand;

extern const subcommand command_print;
extern const subcommand command_replay;
extern const subcommand command_check;
extern const subcommand command_emitters;
extern const subcommand command_tile;
extern const subcommand command_omino;
extern const subcommand command_bot;
extern const subcommand command_train;
extern const subcommand command_play;
extern const subcommand command_completions;

/* The subcommands by number, NULL past the last. */
const subcommand *command_at(size_t index);

/* Reads the options of a command into its settings and checks the number of operands. -1
 * when the command shall go on, else the exit code. argv[*operands] is the first operand,
 * *operands == argc when there is none. */
int command_begin(const subcommand *command, void *settings, int argc, char **argv,
                  int *operands);

#endif
