/* Packed blocks, the plan format of Birdsong's Tetris Printer (2013); docs/formats.md
 * describes it. */
#ifndef DROPFORGE_BLOCKS_H
#define DROPFORGE_BLOCKS_H

#include "dropforge/plan.h"
#include "dropforge/text.h"

DF_BEGIN_DECLARATIONS

/* Reads blocks; `tetrominoes` (borrowed) must be the set of df_piece_set_tetrominoes. The
 * playfield is as wide as the blocks and as tall as the plan needs, at least twice its
 * width. Each piece must come to rest where its block draws it, relative to the block's
 * first piece. Ownership and errors as df_drops_read; DF_ERROR_ARGUMENT for another set. */
df_status df_blocks_read(df_plan **plan, const df_piece_set *tetrominoes, const char *text,
                         size_t length, df_error *error);

/* Appends the plan to `text`, a block for each block of the plan and more where one cannot be
 * drawn as one. DF_ERROR_LIMIT, with *error (may be NULL), for what the format cannot say:
 * other pieces than tetrominoes, no drop, no colour for J, a colour for L without one for T, a
 * colour for I, O, S or Z, or a drop that comes to rest elsewhere in a taller playfield or by
 * the rules of DF_MOVEMENT_SPAWN. Nothing is appended then; otherwise returns the status of the
 * text. */
df_status df_blocks_write(df_text *text, const df_plan *plan, df_error *error);

DF_END_DECLARATIONS

#endif
