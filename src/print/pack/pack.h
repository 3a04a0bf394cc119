/* Packed matrices: fills a few rows of a playfield completely with tetrominoes that can be
 * dropped in some order without leaving a gap, every one of them supported when it lands.
 *
 * The problem. A matrix of `rows` rows lies on a base row that is partly occupied. Some of
 * its squares are filled before the packing begins, some are left free for a later piece;
 * all others are to be filled. A piece is dropped only where it leaves no gap below, so the
 * columns are stacks, and rows are completed from the bottom up. A completed row clears, and
 * takes with it whatever it carried: once rows 0 … m - 1 are gone, a piece that lies flat on
 * row m hangs in the air, unless the base row has a square below one of its columns. (A
 * piece whose bottom is not flat always touches a square beside its lowest one.)
 *
 * The theorem. Call a column carried when the base row has a square there, and a piece loose
 * when its bottom is flat and none of its columns is carried. A tiling of the free squares
 * can be dropped if and only if each piece can be given a label such that
 *   (1) no piece has a larger label than a piece that lies directly above it,
 *   (2) a loose piece whose bottom is in row m has a label of at most m - 2,
 *   (3) each row r that the packing completes is met by a piece with a label of at least r,
 * where labels run from -1 to rows - 1. The pieces are then dropped in the order of their
 * labels, lower ones first among equals. docs/method/printer.md has the proof.
 *
 * The search fills the free square that is lowest in the leftmost column, with every shape
 * and every label, and remembers the states in which nothing led to a solution. The
 * rest depends only on the next four columns, so there are few states, the search ends, and
 * if it has found nothing there is nothing. */
#pragma once

#include "core/base/key_set.h"
#include "dropforge/plan.h"
#include "print/base/shapes.h"

#define PACK_MAX_ROWS 12
#define PACK_MAX_PIECES (DF_FIELD_MAX_WIDTH * PACK_MAX_ROWS / 4)

typedef struct pack_problem {
    unsigned width;
    unsigned rows;
    uint64_t filled[PACK_MAX_ROWS]; /* squares filled before the packing begins */
    uint64_t later[PACK_MAX_ROWS];  /* squares left free; nothing may be put above them */
    uint64_t carried;               /* columns with a square in the row below the matrix */
} pack_problem;

typedef struct pack_piece {
    uint8_t piece; /* index in the tetromino set */
    uint8_t orientation;
    uint8_t x; /* leftmost column */
    uint8_t y; /* lowest row of the matrix, counted as if no row had cleared */
} pack_piece;

/* A piece of a tiling, on the way to a solution. */
typedef struct pack_placed {
    uint8_t shape;
    uint8_t x; /* leftmost column */
    uint8_t y; /* lowest row, counted as if no row had cleared */
    int8_t label;
} pack_placed;

/* Pieces in an order in which they can be dropped. */
typedef struct pack_solution {
    size_t count;
    pack_piece pieces[PACK_MAX_PIECES];
} pack_solution;

/* The shapes and the memory of searches; one for each thread. */
typedef struct pack_kit {
    print_shape shapes[PRINT_SHAPES];
    key_set dead[2]; /* of tilings without labels and with them */
    uint64_t nodes;  /* of all searches so far */
} pack_kit;

void df_pack_kit_init(pack_kit *kit, const df_piece_set *tetrominoes);
void df_pack_kit_free(pack_kit *kit);

/* Searches the whole space unless it needs more than `node_limit` nodes. The seed changes
 * which of the solutions is found. *packing is written only when *outcome is DF_FOUND.
 * DF_ERROR_MEMORY is the only error. */
df_status df_pack_search(pack_kit *kit, const pack_problem *problem, uint64_t seed,
                         uint64_t node_limit, df_outcome *outcome, pack_solution *packing);

/* Returns the smallest number of rows from `min` on in which `width` columns less `filled`
 * squares can be cut into tetrominoes by their number; 0 if there is none. */
unsigned df_pack_fewest_rows(unsigned width, unsigned filled, unsigned min);

/* Looks for a packing of the matrix whose row 0 holds `filled` and whose base row holds
 * `carried`, with the fewest rows up to PACK_MAX_ROWS; each height may cost `node_limit`
 * nodes. On DF_FOUND writes *rows and *packing. *proved gets the number of heights that were
 * searched whole in vain. DF_NONE only if that is so for all of them. */
df_status df_pack_search_fewest(pack_kit *kit, unsigned width, uint64_t filled,
                                uint64_t carried, uint64_t seed, uint64_t node_limit,
                                df_outcome *outcome, unsigned *rows, unsigned *proved,
                                pack_solution *packing);

/* Writes `count` labelled pieces into `ordered` in an order in which they can be dropped: by
 * label, then by what lies on what, about from the bottom left. */
void df_pack_order(const print_shape shapes[PRINT_SHAPES], const pack_placed *pieces,
                   size_t count, pack_piece *ordered);

/* Appends `count` pieces to a plan as a new block, and then the packing unless it is NULL. The
 * rows are settled later. */
df_status df_structure_add(df_plan *plan, const pack_piece *pieces, size_t count,
                           const pack_solution *packing);

/* Finds the rows of a plan's drops, if its height is still 1, and sets its height: to the rows
 * that it needs, or to `height` if that is not 0 and lower and yet every drop can be made.
 * *needed gets the rows, or 0 with DF_ERROR_MOVE if no playfield is tall enough. Otherwise
 * DF_ERROR_MOVE: the drops top out below `height`. */
df_status df_structure_fit(df_plan *plan, unsigned height, unsigned *needed);
