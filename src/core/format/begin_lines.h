/* The lines `row SQUARES` of drop lists, which draw what lies in the playfield at first. */
#ifndef DROPFORGE_CORE_BEGIN_LINES_H
#define DROPFORGE_CORE_BEGIN_LINES_H

#include "dropforge/base.h"
#include "dropforge/board.h"
#include "line_reader.h"

/* Reads a line `row` after its first word into row y of the playfield, which is empty. */
df_status df_row_line_read(line_reader *reader, const df_piece_set *tetrominoes,
                           df_field *field, unsigned y);

/* Appends a line for each row of what lies there, from the top. */
void df_row_lines_write(df_text *text, const df_piece_set *tetrominoes, const df_field *begin);

#endif
