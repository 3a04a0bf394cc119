/* A list of pieces as a text, dropforge's own format for them; docs/formats.md describes it. */
#ifndef DROPFORGE_PIECES_H
#define DROPFORGE_PIECES_H

#include <stddef.h>

#include "dropforge/plan.h"
#include "dropforge/text.h"

DF_BEGIN_DECLARATIONS

/* Begin with all zero. Both members are owned. */
typedef struct df_pieces {
    df_piece_set *set;
    df_plan_color *colors; /* one for each piece */
} df_pieces;

/* Reads a list of pieces of `length` bytes. On success the caller owns what is in *pieces
 * (df_pieces_free). On DF_ERROR_INPUT *error (may be NULL) says where the text is wrong and
 * what to do. */
df_status df_pieces_read(df_pieces *pieces, const char *text, size_t length, df_error *error);

/* Appends the pieces of a set to `text`, and their colours; `colors` has one for each piece, or
 * is NULL: none is given. DF_ERROR_LIMIT, and nothing appended, when a piece is called `field`,
 * `rules`, `piece` or `color`; else the status of the text. */
df_status df_pieces_write(df_text *text, const df_piece_set *set, const df_plan_color *colors);

/* Frees what is in *pieces and makes it all zero. */
void df_pieces_free(df_pieces *pieces);

DF_END_DECLARATIONS

#endif
