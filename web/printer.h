/* The part of the printer's glue that other glue uses: the pieces that pictures are printed
 * with. */
#pragma once

#include "dropforge/base.h"
#include "dropforge/board.h"

/* The seven tetrominoes, made once, for as long as the page lives. */
df_status printer_pieces(const df_piece_set **set);
