/* Chooses pieces for the colours if the user has not. */
#ifndef DROPFORGE_PRINT_ASSIGN_H
#define DROPFORGE_PRINT_ASSIGN_H

#include "dropforge/picture.h"
#include "print/base/shapes.h"

#define ASSIGN_MAX 10

/* The pieces that may leave each colour of a picture: bit p for piece p. */
typedef struct assignment {
    uint8_t pieces[DF_TETROMINOES];
} assignment;

/* Writes the most promising ways to give each colour a piece of its own, the best first;
 * returns their number. The picture has at most 6 colours. */
unsigned df_assign_pieces(const df_picture *picture, const print_shape shapes[PRINT_SHAPES],
                          assignment ways[ASSIGN_MAX]);

/* The same with the pieces of df_print_options, if they are not NULL: then there is one way. */
unsigned df_assign_asked(const char *pieces, const df_picture *picture,
                         const print_shape shapes[PRINT_SHAPES], assignment ways[ASSIGN_MAX]);

#endif
