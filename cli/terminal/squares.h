/* Playfields and pieces on the screen. */
#ifndef CLI_TERMINAL_SQUARES_H
#define CLI_TERMINAL_SQUARES_H

#include "screen.h"

typedef enum square_kind {
    SQUARE_EMPTY,
    SQUARE_GHOST,
    SQUARE_FULL,
    SQUARE_CLEARED
} square_kind;

typedef struct square {
    square_kind kind;
    df_color color;
} square;

/* Squares, and how large they are drawn: in characters beside each other, and in half
 * characters, one above the other. */
typedef struct square_grid {
    square (*at)(const void *context, unsigned x, unsigned y);
    const void *context;
    unsigned width;   /* in squares */
    unsigned columns; /* of a square */
    unsigned halves;  /* of a square */
    bool has_dots;    /* in empty squares */
} square_grid;

/* Draws `count` lines, the lowest of which is `first` lines above the lowest row of squares. */
void squares_draw(screen *on, const square_grid *grid, int line, int column, unsigned first,
                  unsigned count);

#endif
