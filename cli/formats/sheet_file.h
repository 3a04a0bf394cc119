/* Contact sheets as files: PNG or SVG, picture by picture. */
#pragma once

#include "cli/base/format.h"
#include "dropforge/picture.h"

/* The colours of the tetrominoes on sheets: softer variants of those of the guideline. */
extern const df_color sheet_piece_colors[DF_TETROMINOES];

typedef struct sheet_file {
    df_sheet sheet;
    size_t count; /* of pictures so far */
    out_stream *out;
    uint8_t *pixels; /* of a PNG, otherwise NULL */
} sheet_file;

/* Begins a sheet: a PNG if the format is binary. Errors as df_sheet_begin. Whatever it returns,
 * sheet_file_end ends it. */
df_status sheet_file_begin(sheet_file *file, const df_sheet *sheet, out_stream *out);

/* Adds the next picture. */
df_status sheet_file_put(sheet_file *file, const df_sheet_picture *picture);

/* Ends the file if `status`, that of all calls before, is DF_OK; frees its memory. */
df_status sheet_file_end(sheet_file *file, df_status status, df_error *error);
