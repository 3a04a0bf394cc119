/* The formats of df_plan_read and df_plan_write, one by one; errors are described there. */
#pragma once

#include "dropforge/plan.h"

df_status df_drops_read(df_plan **plan, const df_piece_set *set, const char *text,
                        size_t length, df_error *error);
df_status df_drops_write(df_text *text, const df_plan *plan);
df_status df_blocks_read(df_plan **plan, const df_piece_set *tetrominoes, const char *text,
                         size_t length, df_error *error);
df_status df_blocks_write(df_text *text, const df_plan *plan, df_error *error);
df_status df_fumen_make_plan(df_plan **plan, const df_piece_set *set,
                             const df_fumen_page *pages, size_t count, df_error *error);
df_status df_fumen_write_plan(df_text *text, const df_plan *plan, df_error *error);
df_status df_plan_write_keys(df_text *text, const df_plan *plan, df_error *error);

/* Constants of packed blocks. */
#define BLOCK_EMPTY '.'
#define BLOCK_FIRST_LETTER 'A'
#define BLOCK_LETTERS ('~' - 'A' + 1)
#define BLOCK_MAX_ROWS DF_FIELD_MAX_HEIGHT
#define BLOCK_MAX_COLORS 3
