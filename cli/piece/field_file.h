/* Playfields from files: a drawing, a drop list or a fumen. */
#pragma once

#include "cli/base/message.h"
#include "dropforge/plan.h"

#define FIELD_FILE_OTHER (DF_TETROMINOES + 1) /* 1 + a piece that tetrominoes do not have */

/* How to read a field. */
typedef struct field_wish {
    unsigned rows;   /* of the field before full rows clear; 0: those of the file */
    unsigned usual;  /* rows if neither `rows` nor the file gives them; 0: those with squares */
    size_t page;     /* of a fumen, from 1; 0: the first */
    bool keeps_rows; /* that are full */
} field_wish;

/* Reads the playfield of a file, "-" for standard input:
 * - a drawing, rows from the top, '.' or '_' for an empty square and any other sign of ASCII
 *   for a filled one; its first line may be the number of rows;
 * - a drop list: the field that its drops leave;
 * - a fumen: the board of a page with the piece that it shows, without the garbage row. A
 *   comment that begins with a number gives the number of rows.
 *
 * Full rows clear, which a message says, and the field has as many rows less. Its width is that
 * of the file; a square is 1 + the index of the tetromino of its letter, or FIELD_FILE_OTHER if
 * it is of none. Returns GO_ON, and the caller owns *field; or the exit code after a message:
 * the file is malformed, or does not fit into the rows. */
cli_status field_file_read(const char *path, const field_wish *wish, df_field **field);

/* The pages of a fumen, or a drawing as one page: squares as above; rows may be full. */
typedef struct field_page {
    df_field *field;
    df_fumen_page shown; /* of a fumen: the piece, which is not in the field */
} field_page;

typedef struct field_pages {
    field_page *items;
    size_t count;
    bool is_build; /* a fumen with pieces: the field of the first page, and a drop on each */
} field_pages;

/* Reads the fumens of a file one after the other, or the one drawing or drop list in it, and
 * hands each out with its number from 1, which is 0 if there is only one. Returns GO_ON or the
 * exit code of the visit, or one after a message. */
typedef cli_status field_pages_visit(void *context, const field_pages *pages, size_t number);
cli_status field_file_visit(const char *path, field_pages_visit *visit, void *context);
