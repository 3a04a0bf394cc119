/* The part of the printer's glue that other glue uses: the pieces that pictures are printed
 * with. */
#ifndef WEB_PRINTER_H
#define WEB_PRINTER_H

#include "dropforge/base.h"
#include "dropforge/board.h"

/* The seven tetrominoes, made once, for as long as the page lives. */
df_status printer_pieces(const df_piece_set **set);

#endif
