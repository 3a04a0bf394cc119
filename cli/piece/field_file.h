/* Playfields from files: a drawing, a drop list or a fumen. */
#ifndef CLI_FIELD_FILE_H
#define CLI_FIELD_FILE_H

#include "dropforge/field.h"
#include "dropforge/piece.h"

#define FIELD_FILE_OTHER (DF_TETROMINOES + 1) /* 1 + a piece that tetrominoes do not have */

/* Reads the playfield of a file, "-" for standard input:
 * - a drawing, rows from the top, '.' or '_' for an empty square and any other sign of ASCII
 * for a filled one;
 * - a drop list: the field that its drops leave;
 * - a fumen: the board of its first page, without the piece shown in it and the garbage row.
 *
 * The field has `rows` rows; 0: those of the drawing, of the drop list, or those with squares
 * in the fumen, but at least one. Its width is that of the file; a square is 1 + the index of
 * the tetromino of its letter, or FIELD_FILE_OTHER if it is of none. Returns -1, and the caller
 * owns *field; or the exit code after a message: the file is malformed, has a full row, or does
 * not fit into `rows`. */
int field_file_read(const char *path, unsigned rows, df_field **field);

/* Reads the same, but each page of a fumen, up to *count; rows may be full. fields[] is NULL
 * before. Returns -1, with *count fields that the caller owns; or the exit code after a
 * message. */
int field_file_read_pages(const char *path, df_field **fields, size_t *count);

#endif
