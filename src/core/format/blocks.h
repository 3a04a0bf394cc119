/* Shared by the reader and the writer of packed blocks. */
#ifndef DROPFORGE_CORE_BLOCKS_H
#define DROPFORGE_CORE_BLOCKS_H

#include "dropforge/board.h"

#define BLOCK_EMPTY '.'
#define BLOCK_FIRST_LETTER 'A'
#define BLOCK_LETTERS ('~' - 'A' + 1)
#define BLOCK_MAX_ROWS DF_FIELD_MAX_HEIGHT
#define BLOCK_MAX_COLORS 3

#endif
