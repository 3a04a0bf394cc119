/* Tables of command line options: one entry gives parsing, checking and help. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "message.h"

/* A growing list of borrowed strings. Begin with all zero. */
typedef struct text_list {
    const char **items;
    size_t count;
} text_list;

/* Adds an item; false when memory runs out. */
bool text_list_add(text_list *list, const char *item);
void text_list_free(text_list *list);

typedef enum option_kind {
    OPTION_ON,       /* bool: set */
    OPTION_OFF,      /* bool: cleared */
    OPTION_NUMBER,   /* unsigned, min … max */
    OPTION_NUMBER64, /* uint64_t, min … max */
    OPTION_AUTO,     /* unsigned, min … max; 0 is given as auto */
    OPTION_SECONDS,  /* unsigned centiseconds, min … max; may be given as 2.5; with the
                        value auto, also 0 */
    OPTION_TEXT,     /* const char * */
    OPTION_LIST,     /* text_list, one more item each time */
    OPTION_CHOICE,   /* an enum that numbers the words of `values` from `min` on */
    OPTION_TAKE,     /* anything, by `take` */
} option_kind;

typedef struct option_spec {
    const char *name;     /* without the two dashes */
    char letter;          /* for the short form, or 0 */
    const char *argument; /* the name of its value in the help; NULL: no value */
    const char *optional; /* a word that may follow instead; then `take` is given it or NULL */
    const char *help;
    option_kind kind;
    size_t offset; /* of the field in the group's settings */
    uint64_t min;
    uint64_t max;
    bool (*take)(void *field, const char *value); /* false: refused */
    /* Adds what is wrong with a refused value, "; …", to an empty text. May be NULL. */
    void (*explain)(char *text, size_t size, const char *value);
    const char *expects; /* the values in words; NULL: `values`, or a range of numbers */
    /* The values that can be listed: words with blanks between, or by number, NULL past the
     * last. Either may be NULL. */
    const char *values;
    const char *(*value)(size_t index);
    bool may_be_file;    /* or a path, as is every value named FILE */
    bool once;           /* may not be given twice; of other options the last one counts */
    const char *actions; /* the ones that take it, with blanks between; NULL: the group's */
} option_spec;

typedef struct option_group {
    const char *title;
    const option_spec *specs; /* the last one has no name */
    size_t offset;            /* of the group's settings in the command's settings */
    const char *actions;      /* the ones that take its options, NULL: all */
    const char *topic;        /* of the help that lists its options, NULL: the command's */
} option_group;

enum { OPTIONS_MAX = 80 }; /* of a command */

/* Reads the options of `groups` into `settings` and moves the operands to the end of argv;
 * given[i] says that option i was given. Returns GO_ON and where the operands begin, or
 * STATUS_OK for --help. */
cli_status options_read(const char *command, const option_group *groups, size_t group_count,
                        void *settings, int argc, char **argv, int *operands,
                        bool given[OPTIONS_MAX]);

/* Refuses given options that the action does not take. */
cli_status options_check_action(const char *command, const option_group *groups,
                                size_t group_count, const bool given[OPTIONS_MAX],
                                const char *action);

/* True if a word that begins with '-' is the name of a file, to be written with "./" before. */
bool options_names_file(const char *word);

/* Returns the index of a word among others with blanks between, or -1. */
int options_find_word(const char *word, const char *words);

/* Writes the options of a group with their help, as wide as a terminal of 80 columns. */
void options_help(FILE *stream, const option_group *group);

enum { NEAREST_MAX_WORD = 31 };

typedef struct nearest_word {
    char typed[NEAREST_MAX_WORD + 1]; /* empty: too long to be any of them */
    const char *meant; /* the nearest so far, the first of several; NULL: none is near */
    size_t distance;
} nearest_word;

/* Returns the search for what was meant by the first `length` characters of a word. */
nearest_word nearest_begin(const char *typed, size_t length);

/* Compares a known word of at most NEAREST_MAX_WORD characters, which is borrowed. */
void nearest_try(nearest_word *self, const char *known);
