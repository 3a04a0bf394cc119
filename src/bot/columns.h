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
/* Wells of four rows, of which it is looked up what they come to. */
#define COLUMNS_KNOWN_WELLS 16

/* Columns left of the first one, and right of the last: the wall, and what is beyond. */
#define COLUMNS_MARGIN 2
/* Pieces whose first columns are so many side by side are put into the same strip; so are all
 * of a board of 12 columns and fewer. */
#define COLUMNS_STRIP 8
#define COLUMNS_MOST_STRIPS (DF_FIELD_MAX_WIDTH / COLUMNS_STRIP)

/* One column. Byte i of words of bytes is of the column i further right. */
typedef struct column {
    uint64_t full;   /* bit y: square y; of a wall all are full */
    uint64_t over;   /* the squares above its top */
    uint64_t tops;   /* bytes: the tops, also of walls */
    uint32_t hollow; /* bytes: 1 if there is a hole */
    int32_t open;    /* what the wells above its top come to */
    int32_t left;    /* the same of all columns to the left */
    /* Of all columns up to this one, walls among them: the steps to them, pairs of steps that
     * end there, how high the steps are, and deep wells. */
    uint64_t steps, pairs;
    int32_t rough, deep;
    uint8_t top;   /* of a wall above everything */
    uint8_t strip; /* of pieces whose first column this is, */
    uint8_t place; /* and where in it they are */
} column;

/* 16 columns of a board from COLUMNS_MARGIN left of the first one of the strip. Word y is rows
 * y … y + 3, 16 bits each, up to the first empty row. */
typedef struct strip {
    uint64_t full[COLUMNS_MOST_ROWS + 1]; /* walls are full */
    uint64_t holes[COLUMNS_MOST_ROWS + 1];
} strip;

/* A board, made ready for the drops of a piece. */
typedef struct columns {
    const evaluator *judge;
    const board *now;
    uint64_t hole_rows; /* bit y: there is a hole in row y */
    uint64_t covers;    /* bit y: some square of row y is above an empty one */
    uint64_t steps;     /* as in steps.h, if they matter to the player */
    uint64_t pairs;
    int64_t of_steps; /* what the score has by steps and pairs */
    int64_t score;    /* of the features of the board */
    /* What the score gains by a row, and so on. */
    int64_t of_row, of_edge, of_ceiling, of_hole, of_depth, of_hole_row, of_well;
    bool is_fast;        /* which of the two kinds of wells it is, */
    const uint8_t *sums; /* and what they come to in four rows */
    bool is_more;        /* whether there are features that not all players have */
    column column[DF_FIELD_MAX_WIDTH + 2 * COLUMNS_MARGIN];
    uint64_t
        lacking[COLUMNS_MOST_ROWS + 1]; /* of rows y … y + 3, 16 bits each: empty squares */
    strip strips[COLUMNS_MOST_STRIPS];
} columns;

/* Whether boards and weights are such that columns can be used. */
bool df_columns_fit(const evaluator *e);

/* Takes a board, which must stay as it is. */
void df_columns_load(columns *c, const evaluator *e, const board *b);

/* Writes all drops of a shape, as df_evaluate_drops, and how many these are. False, and nothing
 * is written to *count, if the shape is too large, or a column of it is in several parts. */
bool df_columns_drops(const columns *c, const df_shape *shape, uint8_t orientation,
                      scored *list, size_t *count);

#endif
