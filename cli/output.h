/* The files a command writes. Each is whole, or as it was before; one that cannot be opened
 * ends the command before it begins its work, and one that cannot be written keeps none of the
 * others back. */
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
    const format_table *table; /* their formats */
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
 * which is read; "-" is standard input, NULL no file. -1 or the exit code. */
int output_list_spare(const output_list *list, const char *path);

/* The same for several files. */
int output_list_spare_all(const output_list *list, const char *const paths[], size_t count);

/* Refuses outputs that would take the place of one of another list. -1 or the exit code. */
int output_list_spare_list(const output_list *list, const output_list *other);

/* Opens what is not open yet and writes it, in the order of the table of formats; each file is
 * moved to its place before the next one is begun. `content` is what the formats take. -1, or
 * the exit code of the first one that failed, after a message for each of them. */
int output_list_write(output_list *list, const void *content);

/* Whether one of them is standard output. */
bool output_list_uses_stdout(const output_list *list);

/* The `carriers` of the first format that has them, or NULL. */
const char *output_list_carriers(const output_list *list);

/* Closes what is open, removes the temporary files that are left, frees the list. */
void output_list_free(output_list *list);

#endif
