/* The lines `piece NAME DRAWING` and `color PIECE #rrggbb` of drop lists and lists of pieces.
 */
#ifndef DROPFORGE_CORE_PIECE_LINES_H
#define DROPFORGE_CORE_PIECE_LINES_H

#include "core/board/piece_list.h"
#include "dropforge/base.h"
#include "dropforge/plan.h"
#include "line_reader.h"

/* True if none of the pieces has a name that would be taken for a line of another kind. */
bool df_piece_lines_can_name(const df_piece_set *set);

/* Read such a line after its first word. */
df_status df_piece_line_read(line_reader *reader, piece_list *pieces);
df_status df_color_line_read(line_reader *reader, const piece_list *pieces,
                             df_plan_color *colors);

/* Finds the piece whose name is `word`; without one the word is refused. */
df_status df_piece_word_find(line_reader *reader, const piece_list *pieces, text_span word,
                             unsigned *piece);

/* Append a line for each piece of the set; for each that has a colour. */
void df_piece_lines_write(df_text *text, const df_piece_set *set);
void df_color_lines_write(df_text *text, const df_piece_set *set, const df_plan_color *colors);

#endif
