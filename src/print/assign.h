/* Which pieces carry which colours, where that is left open. */
#ifndef DROPFORGE_PRINT_ASSIGN_H
#define DROPFORGE_PRINT_ASSIGN_H

#include "dropforge/picture.h"
#include "print/shapes.h"

#define ASSIGN_MOST 8

/* An index of a piece for each colour of a picture. */
typedef struct assignment {
    uint8_t pieces[DF_TETROMINOES];
} assignment;

/* Writes the most promising ways to give each colour a piece of its own, best guess first;
 * returns how many. The picture has at most 6 colours. */
unsigned df_assign_pieces(const df_picture *picture, const print_shape shapes[PRINT_SHAPES],
                          assignment ways[ASSIGN_MOST]);

#endif
