/* A subcommand: one file cmd_NAME.c with one const entry. */
#pragma once

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
    int min_operands;
    int max_operands;
    bool takes_files;            /* among its operands */
    const char *actions;         /* for the first operand, with blanks between, or NULL */
    const format_table *formats; /* those of --format, or NULL */
    /* Returns the name of the action that the settings choose, without `actions`; may be
     * NULL. */
    const char *(*find_action)(const void *settings);
    /* Writes further help after the options and before the formats; may be NULL. */
    void (*more_help)(FILE *stream);
    /* Runs the command. Returns GO_ON, or the exit code if it failed or had only to say
     * something, such as its help. argv[0] is the name of the command. */
    cli_status (*run)(const struct subcommand *command, int argc, char **argv);
} subcommand;

/* The members for the groups of a command. */
#define COMMAND_GROUPS(table) .groups = (table), .group_count = sizeof(table) / sizeof(table)[0]

/* Writes the help of a command to standard output. */
void command_help(const subcommand *command);

/* Writes the options that a command has of a topic of its own help, which others have, too. */
void command_help_topic(const subcommand *command, const char *topic, const char *about);

/* Ends a help by what the program cannot do where no other program can be started. */
void command_put_limits(void);

/* Reads the options of a command into its settings, and checks the number of operands, the
 * action, and that it takes all given options.
 * argv[*operands] is the first operand; *operands is argc if there is none. */
cli_status command_begin(const subcommand *command, void *settings, int argc, char **argv,
                         int *operands);
