/* The files that a command writes. Each is complete, or as it was before. One that cannot be
 * opened ends the command before its work; one that cannot be written does not stop the
 * others. */
#pragma once

#include "format.h"
#include "json.h"
#include "options.h"

typedef struct output_file {
    const char *path; /* as given; "-" for standard output */
    const output_format *format;
    char *target;    /* where the path leads; NULL for standard output */
    char *temporary; /* beside the target, until it is renamed; NULL when written directly */
    out_stream out;
    bool is_written; /* and in its place */
} output_file;

typedef struct output_list {
    const format_table *table; /* their formats */
    output_file *items;
    size_t count;
    bool json; /* the command prints JSON: films are not reported on standard error */
} output_list;

/* Finds where every path leads, and its format in the table. `format` names that of standard
 * output and of paths without a known extension; NULL: the first of the table, for standard
 * output only. `json`: the command prints JSON beside its outputs, none of which may then be
 * standard output. Whatever it returns, output_list_free frees the list. */
cli_status output_list_begin(output_list *list, const char *command, const text_list *paths,
                             const char *format, const format_table *table, bool json);

/* Opens them, files with a temporary file beside the target. */
cli_status output_list_open(output_list *list);

/* Refuses outputs that would replace the file `path`, which is read; "-": standard input, NULL:
 * none. */
cli_status output_list_spare(const output_list *list, const char *path);

/* Does the same for several files. */
cli_status output_list_spare_all(const output_list *list, const char *const paths[],
                                 size_t count);

/* Refuses outputs that would replace one of another list. */
cli_status output_list_spare_list(const output_list *list, const output_list *other);

/* Opens outputs that are not open yet and writes them, in the order of the table of formats;
 * each file is moved to its place before the next one begins. `content` is for the formats.
 * Returns GO_ON, or the exit code of the first failure, after a message for each. */
cli_status output_list_write(output_list *list, const void *content);

/* Puts what has been written as an array, unless there are no outputs. */
void output_list_put_json(const output_list *list, json_writer *json);

/* True if one of them is standard output. */
bool output_list_uses_stdout(const output_list *list);

/* Returns the path of the first output of a format, or NULL. */
const char *output_list_find(const output_list *list, const output_format *format);

/* Returns the `carriers` of the first format that has them, or NULL. */
const char *output_list_carriers(const output_list *list);

/* Closes streams, removes temporary files, and frees the list. */
void output_list_free(output_list *list);

/* Returns the paths, or standard output if there are none and it is wanted then. */
const text_list *output_paths(const text_list *paths, bool wants_standard);
