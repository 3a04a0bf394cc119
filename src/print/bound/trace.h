/* Traces: the squares of a picture that one drop may leave, and the squares of cleared rows
 * that the same drop takes. docs/printer.md, section 9, says why there are no others. */
#ifndef DROPFORGE_PRINT_TRACE_H
#define DROPFORGE_PRINT_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/picture.h"
#include "dropforge/piece.h"
#include "dropforge/status.h"

/* A piece that leaves a square loses three at most. */
#define TRACE_MAX_LEFT 4
#define TRACE_MAX_LOST 3

typedef struct trace {
    uint8_t left_count; /* 1 … TRACE_MAX_LEFT */
    uint8_t lost_count; /* 0 … TRACE_MAX_LOST */
    /* Squares of the picture, y * picture->width + x. */
    uint32_t left[TRACE_MAX_LEFT];
    /* Squares of cleared rows, gap * columns + column modulo columns. Gap g is all that clears
     * between the picture's rows g - 1 and g. */
    uint32_t lost[TRACE_MAX_LOST];
} trace;

typedef struct trace_board {
    const df_picture *picture;
    const df_piece_set *tetrominoes;
    unsigned columns; /* the number of different columns of the playfield */
    unsigned
        stick_out; /* columns that a drop reaches beside the picture at most, on each side */
    bool anchors;  /* a row that is empty in the picture may hold one square anywhere */
} trace_board;

/* Begin with all zero. */
typedef struct trace_list {
    trace *traces;
    size_t count;
    size_t allocated;
} trace_list;

/* Adds all traces of a piece on squares of a colour, a number from 1. */
df_status df_traces_add(trace_list *list, const trace_board *board, unsigned color,
                        unsigned piece);

void df_traces_free(trace_list *list);

#endif
