/* Tables of command line options: one entry gives parsing, checking and help. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A growing list of borrowed strings. Begin with all zero. */
typedef struct text_list {
    const char **items;
    size_t count;
} text_list;

/* Returns false when memory runs out. */
bool text_list_add(text_list *list, const char *item);
void text_list_free(text_list *list);

typedef enum option_kind {
    OPTION_ON,       /* bool: set */
    OPTION_OFF,      /* bool: cleared */
    OPTION_NUMBER,   /* unsigned, least … most */
    OPTION_NUMBER64, /* uint64_t, least … most */
    OPTION_AUTO,     /* unsigned, least … most; 0 is given as auto */
    OPTION_SECONDS,  /* unsigned centiseconds, least … most; may be given as 2.5 */
    OPTION_TEXT,     /* const char * */
    OPTION_LIST,     /* text_list, one more item each time */
    OPTION_TAKE,     /* what `take` makes of the value */
} option_kind;

typedef struct option_spec {
    const char *name;     /* without the two dashes */
    char letter;          /* for the short form, or 0 */
    const char *argument; /* what its value is called in the help, or NULL */
    const char *help;
    option_kind kind;
    size_t offset; /* of the field in the group's settings */
    uint64_t least;
    uint64_t most;
    bool (*take)(void *field, const char *value); /* false: not understood */
    const char *expects; /* what `take` understands, in words; NULL: `values` */
    /* What it may be, as far as that can be listed: words with blanks between, or by number,
     * NULL past the last. Either may be NULL. */
    const char *values;
    const char *(*value)(size_t index);
    bool may_be_file; /* or a path; what is called FILE is one anyway */
} option_spec;

typedef struct option_group {
    const char *title;
    const option_spec *specs; /* the last one has no name */
    size_t offset;            /* of the group's settings in the command's settings */
} option_group;

/* Reads the options of `groups` into `settings` and moves the operands to the end of argv.
 * Answers -1 and where the operands begin, or else the exit code: after --help, which calls
 * `help`, or after a message about a wrong option. */
int options_read(const char *command, const option_group *groups, size_t group_count,
                 void *settings, int argc, char **argv, int *operands,
                 void (*help)(const char *command));

/* Writes the options of a group with their help, as wide as a terminal of 80 columns. */
void options_help(FILE *stream, const option_group *group);

#endif
