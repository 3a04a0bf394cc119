/* Pieces: polyominoes of up to 32 squares with everything a drop needs to know of
 * their four orientations, computed from a drawing. */
#ifndef DROPFORGE_PIECE_H
#define DROPFORGE_PIECE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/status.h"

DF_BEGIN_DECLARATIONS

#define DF_PIECE_MAX_SQUARES 32
#define DF_PIECE_NAME_SIZE 12

/* Clockwise from the orientation in which the piece is spawned. */
enum { DF_NORTH, DF_EAST, DF_SOUTH, DF_WEST, DF_ORIENTATIONS };

/* One orientation, moved so that its leftmost column and lowest row are 0.
 * Only the first `height` rows and the first `width` columns are meaningful. */
typedef struct df_shape {
    uint8_t width;
    uint8_t height;
    uint8_t bottom[DF_PIECE_MAX_SQUARES]; /* lowest square of each column */
    uint8_t top[DF_PIECE_MAX_SQUARES];    /* highest square of each column */
    uint32_t row[DF_PIECE_MAX_SQUARES];   /* bit x: square (x, y) belongs to it */
} df_shape;

typedef struct df_piece {
    char name[DF_PIECE_NAME_SIZE];    /* one letter for a tetromino; NUL-terminated */
    uint8_t size;                     /* number of squares */
    uint8_t same_as[DF_ORIENTATIONS]; /* first orientation that has the same shape */
    df_shape shape[DF_ORIENTATIONS];
} df_piece;

/* An immutable list of pieces. Elsewhere a piece is given by its index in its set. */
typedef struct df_piece_set {
    size_t count;
    df_piece pieces[];
} df_piece_set;

/* The description of a piece: its name and its spawn orientation drawn with '#' for a square
 * and '.' for none, rows from top to bottom separated by '/'. Rows may end early, and empty
 * rows and columns around the piece do not matter. */
typedef struct df_piece_drawing {
    const char *name;
    const char *rows;
} df_piece_drawing;

/* The seven tetrominoes of a tetromino set, in this order. */
enum { DF_I, DF_O, DF_T, DF_S, DF_Z, DF_J, DF_L, DF_TETROMINOES };

/* Builds a piece set from `count` drawings. On success *set is owned by the caller
 * (df_piece_set_free). DF_ERROR_ARGUMENT: no pieces, a bad or repeated name, a drawing
 * that is empty, not connected, larger than 32 squares or with other characters. */
df_status df_piece_set_create(df_piece_set **set, const df_piece_drawing *drawings,
                              size_t count);

/* Makes the seven tetrominoes in their guideline spawn orientations, named I O T S Z J L. */
df_status df_piece_set_tetrominoes(df_piece_set **set);

/* Frees a set; NULL is allowed. */
void df_piece_set_free(df_piece_set *set);

/* Returns the index of the piece whose name is the `length` bytes at `name`, or -1. */
int df_piece_set_find(const df_piece_set *set, const char *name, size_t length);

/* Returns the letter of an orientation, 0 to 3: N, E, S or W. */
char df_orientation_letter(unsigned orientation);

DF_END_DECLARATIONS

#endif
