/* The number of a tiling that is read from a file. */
#ifndef CLI_TILE_RANK_H
#define CLI_TILE_RANK_H

#include "tile_settings.h"

/* Reads one tiling, a drawing as 'tile list' writes it, a drop list or a fumen, from a file or
 * standard input ("-"), and writes its number among `tilings`. -1 or the exit code after a
 * message. */
int tile_rank(const char *path, tile_size size, const df_piece_set *set,
              const df_tilings *tilings);

#endif
