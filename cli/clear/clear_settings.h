/* The options of 'dropforge clear', and its actions. */
#ifndef CLI_CLEAR_SETTINGS_H
#define CLI_CLEAR_SETTINGS_H

#include "cli/base/format.h"
#include "cli/base/options.h"
#include "dropforge/clear.h"

typedef struct clear_settings {
    const char *field; /* a file; NULL: an empty board */
    unsigned rows;     /* 0: the usual number */
    bool no_hold;
    unsigned rules; /* index of a word of CLEAR_RULES */
    uint64_t memory;
    bool json;
    /* Of 'path'. */
    uint64_t limit; /* 0: all */
    text_list paths;
    const char *format;
    /* Of 'percent'. */
    unsigned tree;
    uint64_t failed;
} clear_settings;

#define CLEAR_RULES "srs srs+180 harddrop"

/* Queues of one length, each once, sorted by their pieces. */
typedef struct clear_queues {
    uint64_t *codes; /* owned: CLEAR_CODE_BITS for each piece, the first highest */
    size_t count;
    size_t length;
} clear_queues;

enum { CLEAR_CODE_BITS = 3, CLEAR_MAX_LENGTH = 20 };

/* Returns piece i of a queue. */
unsigned clear_queues_piece(const clear_queues *queues, uint64_t code, size_t i);

/* Reads a pattern, or a file of them if the text has a '.' or a '/' or is "-". Returns -1, and
 * the caller frees queues->codes; or the exit code after a message. */
int clear_queues_read(const char *pattern, clear_queues *queues);

/* A board, and the queues asked about. */
typedef struct clear_question {
    const clear_settings *chosen;
    const df_piece_set *set; /* the tetrominoes */
    const df_field *field;
    unsigned rows;
    df_clear_solver *solver;
    const clear_queues *queues;
} clear_question;

/* Run the actions. Return -1 or the exit code. */
int clear_path(const clear_question *question);
int clear_percent(const clear_question *question);

/* A solution, in the order in which the first of its queues builds it. */
typedef struct clear_item {
    df_clear_solution solution; /* `ways` is the sum over all queues */
    uint64_t hash;              /* of its places */
    size_t queues;              /* that build it */
    size_t number;              /* in the order in which solutions were found */
} clear_item;

/* The solutions of all queues, those that most of them build first: the content of the formats
 * below. */
typedef struct clear_listing {
    const clear_question *question;
    clear_item *items;
    size_t count;
    size_t capacity;
} clear_listing;

extern const format_table clear_formats;

#endif
