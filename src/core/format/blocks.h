/* Shared by the reader and the writer of packed blocks. */
#pragma once

#include "dropforge/board.h"

#define BLOCK_EMPTY '.'
#define BLOCK_FIRST_LETTER 'A'
#define BLOCK_LETTERS ('~' - 'A' + 1)
#define BLOCK_MAX_ROWS DF_FIELD_MAX_HEIGHT
#define BLOCK_MAX_COLORS 3
