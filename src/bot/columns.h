/* What a drop changes: of most placements the score follows from that of the board before, and
 * from the few columns that the piece touches. docs/bot.md tells how. */
#ifndef DROPFORGE_BOT_COLUMNS_H
#define DROPFORGE_BOT_COLUMNS_H

#include "bot/evaluate.h"

/* The highest board, so that a column and a piece above it fit into a word. */
#define COLUMNS_MOST_ROWS 60
/* The largest shapes. */
#define COLUMNS_MOST_WIDTH 4
#define COLUMNS_MOST_HEIGHT 4

/* Columns left of the first one, and right of the last: the wall, and what is beyond. */
#define COLUMNS_MARGIN 2

/* One column. */
typedef struct column {
    uint64_t full;    /* bit y: square y; of a wall all are full */
    uint64_t below;   /* the squares under its top */
    uint64_t covered; /* wells under its top */
    int32_t wells;    /* what all its wells come to, */
    int32_t hidden;   /* and those under the top */
    uint16_t top;
    uint8_t open; /* 1: some square under the top is empty */
} column;

/* A board, made ready for the drops of a piece. */
typedef struct columns {
    const evaluator *judge;
    const board *now;
    uint64_t row[COLUMNS_MOST_ROWS + COLUMNS_MOST_HEIGHT];
    uint64_t hole_rows; /* bit y: there is a hole in row y */
    uint64_t covers;    /* bit y: some square of row y is above an empty one */
    uint64_t steps;     /* as in steps.h */
    uint64_t pairs;
    int kinds, fits, seats; /* these features of the board, if steps matter to the player */
    int64_t score;          /* of the features of the board */
    column column[DF_FIELD_MAX_WIDTH + 2 * COLUMNS_MARGIN];
} columns;

/* A shape, column by column. */
typedef struct column_shape {
    const df_shape *shape;
    uint64_t bits[COLUMNS_MOST_WIDTH]; /* of each column, from the shape's bottom */
    uint8_t count[COLUMNS_MOST_WIDTH]; /* squares of each */
} column_shape;

/* Whether boards and weights are such that columns can be used. */
bool df_columns_fit(const evaluator *e);

/* Takes a board, which must stay as it is. */
void df_columns_load(columns *c, const evaluator *e, const board *b);

/* Takes a shape; false if it is too large, or a column of it is in several parts. */
bool df_columns_shape(column_shape *form, const df_shape *shape);

/* Appends all drops of a shape, as df_evaluate_drops; returns how many. */
size_t df_columns_drops(const columns *c, const column_shape *form, uint8_t orientation,
                        scored *list);

#endif
