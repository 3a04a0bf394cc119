/* Chooses pieces for the colours if the user has not. */
#ifndef DROPFORGE_PRINT_ASSIGN_H
#define DROPFORGE_PRINT_ASSIGN_H

#include "print/base/method.h"
#include "print/base/shapes.h"

#define ASSIGN_MAX 10

/* The pieces that may leave each colour of a picture: bit p for piece p. */
typedef struct assignment {
    uint8_t pieces[DF_TETROMINOES];
} assignment;

/* Writes the most promising ways to give each colour pieces of its own, or a single one, the
 * best first; returns their number. The picture has at most 6 colours. */
unsigned df_assign_pieces(const df_picture *picture, const print_shape shapes[PRINT_SHAPES],
                          bool is_single, assignment ways[ASSIGN_MAX]);

/* The same for a job. If its options have pieces, there is one way. */
unsigned df_assign_asked(const print_job *job, const print_shape shapes[PRINT_SHAPES],
                         assignment ways[ASSIGN_MAX]);

#endif
