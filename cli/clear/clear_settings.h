/* The options of 'dropforge clear', and its actions. */
#pragma once

#include "cli/base/format.h"
#include "cli/base/json.h"
#include "cli/base/options.h"
#include "cli/formats/picture_options.h"
#include "cli/piece/board_text.h"
#include "cli/piece/piece_choice.h"
#include "dropforge/clear.h"

/* How pieces move: the rules, unless a file has the turns. */
typedef struct clear_rules_choice {
    bool given; /* else they are DF_RULES_SRS */
    df_rules rules;
    const char *path; /* or NULL */
} clear_rules_choice;

/* Returns the name of rules, NULL past the last. */
const char *clear_rules_name(size_t index);

/* Takes a name or a path, which has a '.' or a '/', into a clear_rules_choice. */
bool clear_rules_take(void *field, const char *value);

/* Finds the rules; those of a file replace the pieces of *set. */
cli_status clear_rules_set(const clear_rules_choice *choice, df_rules *rules,
                           df_piece_set **set);

typedef struct clear_settings {
    const char *field; /* a file; NULL: an empty board */
    unsigned rows;     /* 0: the usual number */
    uint64_t page;     /* of fumens; 0: the first */
    bool no_hold;
    clear_rules_choice rules;
    uint64_t memory;
    bool json;
    /* Of 'ways'. */
    piece_options pieces;
    unsigned width; /* of the empty board; 0: the usual number */
    bool all;
    /* Of 'path', 'setup' and 'ways'. */
    uint64_t limit; /* 0: none given */
    text_list paths;
    const char *format;
    bool minimal;
    bool unique;
    uint64_t nodes;          /* 0: the usual number */
    picture_options picture; /* of the film */
    unsigned spin;           /* index of a word of CLEAR_SPINS */
    /* Of 'best'. */
    const char *held;   /* a letter, or NULL */
    const char *bag;    /* letters; NULL: as the queue leaves it */
    uint64_t solutions; /* of each continuation; 0: all */
    const char *table;  /* a file, or NULL */
    /* Of 'cover' and 'setup'. */
    bool orders;
    bool any_order;
    const char *must; /* letters; NULL: the usual ones */
    const char *may;
    /* Of 'percent'. */
    unsigned jobs; /* as choice_jobs takes it */
    unsigned tree;
    uint64_t failed;
} clear_settings;

#define CLEAR_SPINS "none any single double triple" /* as df_clear_spins */

/* A board, and the queues asked about. */
typedef struct clear_question {
    const clear_settings *chosen;
    const df_piece_set *set; /* the tetrominoes */
    const df_field *field;
    unsigned rows;
    df_clear_solver *solver;
    unsigned drops; /* that fill the board; 0: none do */
    df_rules rules;
    const char *pattern; /* its text, and the name of its file for messages, or NULL */
    const char *pattern_name;
    df_clear_pattern *queues; /* no codes: they are too many or too long, to be cut */
    uint64_t must, may;       /* squares to fill; 0: everything is to be cleared */
    char *const *operands;    /* after the pattern */
    int operand_count;
} clear_question;

/* Reads the text of a pattern, or of a file of them if it has a '.' or a '/' or is "-", or the
 * quiz of a fumen, and its queues unless they have to be cut. The caller frees *bytes and
 * question->queues. */
cli_status clear_queues_read(clear_question *question, const char *pattern, char **bytes);

/* Cuts queues that are too many or too long to the pieces that matter for a number of drops,
 * which a message says. */
cli_status clear_queues_cut(const clear_question *question, size_t drops);

/* Makes the solver of a question. */
cli_status clear_make_solver(clear_question *question, bool is_open);

/* Reads the field of --field, or makes an empty one of --rows and --width, and refuses more
 * than `most` squares. The caller frees *field. */
cli_status clear_read_field(const clear_settings *chosen, unsigned most, df_field **field);

/* Puts drops as an array of texts. */
void clear_put_drops(json_writer *json, const char *key, const df_piece_set *set,
                     const df_clear_drop *drops, size_t count);

/* Appends the share of the queues that some are: '5 of 8 (62.5000 %)'. */
void clear_put_share(df_text *text, uint64_t some, uint64_t all);

/* Returns how many of these queues have a mark. */
size_t clear_count(const bool *marks, size_t count);

/* Puts the first queues without a mark, as many as --failed asks for: as lines, or for --json
 * as members of an array. */
void clear_put_failed(const clear_question *question, const bool *marks, df_text *text,
                      json_writer *json);

/* Returns the pieces of `count` queues from `begin` on, one after the other, which the caller
 * frees; or NULL. */
uint16_t *clear_queues_unpack(const df_clear_pattern *queues, size_t begin, size_t count);

/* Returns those of all queues, or NULL after a message; the memory allows no more. */
uint16_t *clear_queues_unpack_all(const clear_question *question);

/* Writes the first `length` pieces of a queue. */
void clear_queues_name(const clear_question *question, uint64_t code, size_t length,
                       char text[DF_CLEAR_PATTERN_MAX_LENGTH + 1]);

/* Shows the progress; a df_watch. */
bool clear_watch(void *context, const df_progress *progress);

/* Finds the solutions of all queues, at most `max` (0: all) of each. The caller frees *made. */
cli_status clear_find_catalog(const clear_question *question, uint64_t max,
                              df_clear_catalog **made);

enum { CLEAR_MAX_CHOICES = 512 }; /* more than there are: the drops of two pieces */

/* A first drop, and the number of continuations that it keeps. */
typedef struct clear_choice {
    uint64_t clear;
    char drop[DROP_TEXT_SIZE];
} clear_choice;

/* The answer of 'best' for a queue. */
typedef struct clear_answer {
    df_clear_tally tally;
    size_t count;
    clear_choice choices[CLEAR_MAX_CHOICES];
} clear_answer;

void clear_answer_make(clear_answer *answer, const df_piece_set *set,
                       const df_clear_choice *choices, size_t count,
                       const df_clear_tally *tally);

/* The last line of a table, so that one that was cut is noticed. */
#define CLEAR_TABLE_END "end\n"

/* Puts what the answers of a table depend on besides the queue. */
void clear_table_put_game(df_text *text, const clear_question *question);

/* Reads the table of a question, and refuses one for another game. The caller frees *bytes. */
cli_status clear_table_open(const clear_question *question, char **bytes);

/* Finds the answer for a queue in a table. DF_ERROR_INPUT: *error says why there is none. */
df_status clear_table_find(const char *bytes, const char *queue, clear_answer *answer,
                           df_error *error);

/* Run the actions. */
cli_status clear_path(const clear_question *question);
cli_status clear_percent(const clear_question *question);
cli_status clear_save(const clear_question *question);
cli_status clear_best(const clear_question *question);
cli_status clear_cover(const clear_question *question);
cli_status clear_setup(const clear_question *question);
cli_status clear_ways(const clear_settings *chosen, const char *letters);

/* The solutions that are written: the content of the formats below. */
typedef struct clear_listing {
    const clear_question *question;
    const df_clear_catalog *catalog;
    const df_clear_catalog_item **items;
    size_t count;
} clear_listing;

/* Makes the plan of drops that clear a field, by the simplest rules that they are possible
 * with. *error says why it cannot be made. */
df_status clear_make_plan(df_plan **made, const df_field *field, const df_piece_set *set,
                          const df_clear_drop *drops, size_t count, df_error *error);

extern const format_table clear_formats;
