/* Paths and plans: a plan's drops as moves on boards, and back. */
#ifndef DROPFORGE_PRINT_PATH_H
#define DROPFORGE_PRINT_PATH_H

#include "beam_search.h"
#include "dropforge/plan.h"

/* Reads a plan that leaves the target as a path. The path stays empty if some of its drops
 * cannot be made by these rules, or need more rows than they allow. DF_ERROR_MEMORY. */
df_status df_path_read(drop_path *path, const df_plan *plan, const board_rules *rules);

/* Makes all moves of a path on a board. */
void df_path_follow(const drop_path *path, const board_rules *rules, drop_board *board);

/* Makes a plan of height 1 of a path that begins with that board. Drops say their rows; those
 * of straight ones may be settled again. A block ends where rows clear. *passes gets the blocks
 * that leave squares of the picture. */
df_status df_path_write(const drop_path *path, const board_rules *rules,
                        const drop_board *begin, const df_piece_set *tetrominoes,
                        df_plan **plan, size_t *passes);

#endif
