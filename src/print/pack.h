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
 * labels, lower ones first among equals. docs/printer.md has the proof. With a row of the
 * picture among the rows the same holds of the rows that clear; what carries above that row
 * are its own squares, and a piece with nothing below it but an empty square of it does not
 * count as carried there at all.
 *
 * The search fills the free square that is lowest in the leftmost column, with every shape
 * and every label, and remembers the states in which nothing led to a solution. What lies
 * ahead depends only on the next four columns, so there are few states, the search ends,
 * and if it has found nothing there is nothing. */
#ifndef DROPFORGE_PRINT_PACK_H
#define DROPFORGE_PRINT_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/field.h"
#include "dropforge/piece.h"
#include "dropforge/status.h"
#include "print/key_set.h"

#define PACK_MAX_ROWS 12
#define PACK_MAX_PIECES (DF_FIELD_MAX_WIDTH * PACK_MAX_ROWS / 4)

typedef struct pack_problem {
    unsigned width;
    unsigned rows;
    uint64_t filled[PACK_MAX_ROWS]; /* squares filled before the packing begins */
    uint64_t later[PACK_MAX_ROWS];  /* squares left free; nothing may be put above them */
    uint64_t carried;               /* columns with a square in the row below the matrix */
    /* One of the rows may be a row of the picture. It never clears: its squares come from
     * the wanted pieces, its empty ones stay empty and carry nothing. NULL: there is none;
     * else 1 + piece for each of its columns that is neither filled nor empty. */
    const uint8_t *want;
    unsigned picture;    /* which row */
    uint64_t empty;      /* its squares that stay empty */
    uint64_t optional;   /* those that may stay empty if the search likes */
    unsigned skip_limit; /* at most so many of them */
} pack_problem;

typedef struct pack_piece {
    uint8_t piece; /* index in the tetromino set */
    uint8_t orientation;
    uint8_t x; /* leftmost column */
    uint8_t y; /* lowest row of the matrix, counted as if no row had cleared */
} pack_piece;

/* Pieces in an order in which they can be dropped. */
typedef struct pack_solution {
    size_t count;
    pack_piece pieces[PACK_MAX_PIECES];
} pack_solution;

#define PACK_SHAPES 19
#define PACK_WINDOW 4 /* columns that a shape can reach */

/* One of the 19 shapes of a tetromino, as the search looks at it. */
typedef struct pack_shape {
    uint8_t piece;
    uint8_t orientation;
    uint8_t width;
    uint8_t height;
    uint8_t bottom[4];
    uint8_t top[4];
    uint16_t column[4]; /* bit y: square (x, y) belongs to it */
} pack_shape;

/* The shapes and the memory of a search; one for each thread. */
typedef struct pack_kit {
    pack_shape shapes[PACK_SHAPES];
    key_set dead[2];           /* of tilings without labels and with them */
    struct ground_map *ground; /* allocated by the first search */
    uint64_t nodes;            /* of all searches so far */
} pack_kit;

void df_pack_kit_init(pack_kit *kit, const df_piece_set *tetrominoes);
void df_pack_kit_free(pack_kit *kit);

/* Searches the whole space unless it needs more than `node_limit` nodes. (With optional
 * squares not quite: one that is decided later than the piece above it is taken not to carry
 * that piece, so DF_NONE is then no proof.) The seed changes
 * which of the solutions is found. *packing is written only when *outcome is DF_FOUND.
 * DF_ERROR_MEMORY is the only error. */
df_status df_pack_search(pack_kit *kit, const pack_problem *problem, uint64_t seed,
                         uint64_t node_limit, df_outcome *outcome, pack_solution *packing);

#endif
