/* The part of the glue that other glue uses. */
#pragma once

#include "dropforge/base.h"
#include "dropforge/board.h"

/* The seven tetrominoes, made once, for as long as the page lives. */
df_status printer_pieces(const df_piece_set **set);

/* Makes a field of rows from the floor, bit x for column x; *field is to be freed in any case.
 */
df_status web_clear_field(df_field **field, unsigned width, unsigned height,
                          const uint64_t *rows);
