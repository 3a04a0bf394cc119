/* Scores of drops by what they change: most scores follow from that of the board before and
 * from the few columns that the piece touches. docs/method/bot.md explains how. */
#ifndef DROPFORGE_BOT_COLUMNS_H
#define DROPFORGE_BOT_COLUMNS_H

#include "evaluate.h"
#include "steps.h"

/* Sets of features: those that follow from the heights of the columns, and those that not all
 * players have. */
enum {
    BOTH_WELLS = 1 << DF_FEATURE_WELLS | 1 << DF_FEATURE_WELLS_FAST,
    STEPS = 1 << DF_FEATURE_DIVERSITY | 1 << DF_FEATURE_ROUGHNESS |
            1 << DF_FEATURE_SMALL_STEPS | 1 << DF_FEATURE_FITS | 1 << DF_FEATURE_SEATS |
            1 << DF_FEATURE_DEEP_WELLS,
    MORE = STEPS | 1 << DF_FEATURE_COVER_GAPS,
};

/* The bits of a row of a strip. */
enum { LANE = 16 };
#define EACH_LANE UINT64_C(0x0001000100010001)
/* Above every square: a shift by this leaves no bit. */
enum { WALL_TOP = 63 };
#define EACH_BYTE UINT32_C(0x01010101)

/* Returns the sum of the four bytes, which is below 256. */
static inline int sum_bytes(uint32_t bytes)
{
    return (int)(bytes * EACH_BYTE >> 24);
}

/* Returns all bits of the bytes that are 1. */
static inline uint32_t whole_bytes(uint32_t bytes)
{
    return (bytes << 8) - bytes;
}

static inline unsigned byte_of(uint32_t bytes, unsigned i)
{
    return bytes >> (8 * i) & 255;
}

static inline uint64_t columns_under(unsigned row)
{
    return (UINT64_C(1) << row) - 1;
}

/* The highest board, so that a column and a piece above it fit into a word. */
#define COLUMNS_MAX_ROWS 60
/* The largest shapes. */
#define COLUMNS_MAX_WIDTH 4
#define COLUMNS_MAX_HEIGHT 4
/* The size of the table of wells of four rows. */
#define COLUMNS_KNOWN_WELLS 16

/* Columns left of the first one, and right of the last: the wall, and what is beyond. */
#define COLUMNS_MARGIN 2
/* Pieces whose first columns are within a range of 8 use the same strip; on a board of up to 12
 * columns all do. */
#define COLUMNS_STRIP 8
#define COLUMNS_MAX_STRIPS (DF_NARROW_MAX_WIDTH / COLUMNS_STRIP)

/* One column. Byte i of words of bytes is of the column i further right. */
typedef struct column {
    uint64_t full;   /* bit y: square y; of a wall all are full */
    uint64_t over;   /* the squares above its top */
    uint64_t tops;   /* bytes: the tops, also of walls */
    uint32_t hollow; /* bytes: 1 if there is a hole */
    int32_t open;    /* the sum of the wells above its top */
    int32_t left;    /* the same of all columns to the left */
    /* Of all columns up to this one, walls among them: the steps to them, pairs of steps that
     * end there, how high the steps are, and deep wells. */
    uint64_t steps, pairs;
    int32_t rough, deep;
    uint8_t top;   /* of a wall above everything */
    uint8_t strip; /* of pieces whose first column this is, */
    uint8_t place; /* and their place in it */
} column;

/* 16 columns of a board from COLUMNS_MARGIN left of the first one of the strip. Word y is rows
 * y … y + 3, 16 bits each, up to the first empty row. */
typedef struct strip {
    uint64_t full[COLUMNS_MAX_ROWS + 1]; /* walls are full */
    uint64_t holes[COLUMNS_MAX_ROWS + 1];
} strip;

/* A board, made ready for the drops of a piece. */
typedef struct columns {
    const evaluator *judge;
    const board *now;
    uint64_t hole_rows; /* bit y: there is a hole in row y */
    uint64_t covers;    /* bit y: some square of row y is above an empty one */
    uint64_t steps;     /* as in steps.h, if they matter to the player */
    uint64_t pairs;
    int64_t of_steps; /* the part of the score from steps and pairs */
    int64_t score;    /* of the features of the board */
    /* The gain of the score by a row, and so on. */
    int64_t of_row, of_edge, of_ceiling, of_hole, of_depth, of_hole_row, of_well;
    bool is_fast;        /* the wells are DF_FEATURE_WELLS_FAST */
    const uint8_t *sums; /* the table of wells of four rows */
    bool is_more;        /* there are features that not all players have */
    column column[DF_NARROW_MAX_WIDTH + 2 * COLUMNS_MARGIN];
    uint64_t lacking[COLUMNS_MAX_ROWS + 1]; /* of rows y … y + 3, 16 bits each: empty squares */
    strip strips[COLUMNS_MAX_STRIPS];
} columns;

/* Returns the sum of wells over a floor and nothing else; square 0 is the lowest. */
static inline int sum_open(const columns *c, uint64_t wells)
{
    if (wells < COLUMNS_KNOWN_WELLS)
        return c->sums[wells];
    int sum = 0;
    for (int depth = 1; wells != 0; depth++, wells >>= 1)
        sum += c->is_fast || (wells & 1) != 0 ? depth : 0;
    return sum;
}

/* Returns the part of the score from sets of steps and pairs. */
static inline int64_t weigh_sets(const columns *c, uint64_t steps, uint64_t pairs)
{
    const int64_t *factor = c->judge->factor;
    const int small = steps_count(steps, STEP_DOWN) + steps_count(steps, STEP_UP);
    return factor[DF_FEATURE_DIVERSITY] * steps_count_kinds(steps) +
           factor[DF_FEATURE_SMALL_STEPS] * small +
           factor[DF_FEATURE_FITS] * steps_count_fits(steps, pairs) +
           factor[DF_FEATURE_SEATS] * steps_count_kinds(pairs);
}

/* True if columns can be used with this board and these weights. */
bool df_columns_fit(const evaluator *e);

/* Prepares a board, which must not change afterwards. */
void df_columns_load(columns *c, const evaluator *e, const board *b);

/* Writes all drops of a shape, as df_evaluate_drops, and their number. Returns false, without
 * *count, if the shape is too large or has a column with a gap. */
bool df_columns_drops(const columns *c, const df_shape *shape, uint8_t orientation,
                      scored *list, size_t *count);

#endif
