/* Which square of a fumen a piece has. */
#ifndef CLI_FUMEN_SQUARE_H
#define CLI_FUMEN_SQUARE_H

#include "dropforge/fumen.h"
#include "dropforge/piece.h"

/* What a fumen calls a piece, or DF_FUMEN_EMPTY: it knows the tetrominoes only. */
unsigned fumen_square_of(const df_piece *piece);

#endif
