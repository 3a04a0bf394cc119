/* The files a command writes: all of them, or none, unless moving one of several finished
 * files to its place fails. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "format.h"
#include "options.h"

typedef struct output_file {
    const char *path; /* as given; "-" for standard output */
    const output_format *format;
    char *target;    /* where the path leads; NULL for standard output */
    char *temporary; /* beside the target, until it is renamed; NULL when written directly */
    out_stream out;
} output_file;

typedef struct output_list {
    output_file *items;
    size_t count;
} output_list;

/* Finds where every path leads, and its format in the table; `format` names the one of paths
 * that do not tell theirs, NULL for the first of the table on standard output. -1 when all is
 * well, else the exit code after a message. Either way the list is freed with output_list_free.
 */
int output_list_begin(output_list *list, const char *command, const text_list *paths,
                      const char *format, const format_table *table);

/* Opens them, each file with a temporary file beside its target. -1 or the exit code. */
int output_list_open(output_list *list);

/* Before they are opened or after: refuses those that would take the place of the file `path`,
 * which is read or written otherwise; with `may_be_text` a text may. NULL and "-" are no such
 * file. -1 or the exit code. */
int output_list_spare(const output_list *list, const char *path, bool may_be_text);

/* The same for files of which no output may take the place. */
int output_list_spare_all(const output_list *list, const char *const paths[], size_t count);

/* Writes all of them to the end; `content` is what the formats of the table take. -1 or the
 * exit code. */
int output_list_write(output_list *list, const void *content);

/* Moves the finished temporary files to their targets. -1 or the exit code. */
int output_list_commit(output_list *list);

/* Whether one of them is standard output. */
bool output_list_uses_stdout(const output_list *list);

/* The `carriers` of the first format that has them, or NULL. */
const char *output_list_carriers(const output_list *list);

/* Closes what is open, removes the temporary files that are left, frees the list. */
void output_list_free(output_list *list);

#endif
