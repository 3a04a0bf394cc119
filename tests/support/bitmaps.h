/* Random pictures, and checks of the plans that print them, which share no code with the
 * library's own. */
#pragma once

#include <stdbool.h>

#include "dropforge/picture.h"
#include "dropforge/plan.h"
#include "support.h"

#define BITMAP_COLORS 6
#define BITMAP_MAX_WIDTH 64
#define BITMAP_MAX_HEIGHT 32

/* A bitmap of numbers of colours, 0 for none; row 0 is the lowest. */
typedef struct bitmap {
    unsigned width, height;
    unsigned cell[BITMAP_MAX_HEIGHT][BITMAP_MAX_WIDTH];
} bitmap;

/* Makes a random bitmap of at most that size and number of colours. Without `empty_rows`,
 * every row has a square; the lowest and highest always do. */
bitmap random_bitmap(df_random *random, unsigned max_columns, unsigned max_rows,
                     unsigned max_colors, bool empty_rows);

/* Returns for how many colours a report names pieces: with commas, there are groups. */
unsigned count_piece_groups(const char *pieces);

/* Reads a drawing: rows from the top separated by '/', '.' for none and digits for colours. */
bitmap bitmap_read(const char *rows);

bool bitmap_row_is_empty(const bitmap *map, unsigned y);

/* Prints it. */
void bitmap_draw(const bitmap *map);

/* Caller frees. Its empty columns at the sides are trimmed. */
df_picture *bitmap_picture(const bitmap *map);

/* Plays the plan and checks that it leaves the bitmap somewhere and nothing else but, with
 * `anchors`, one square in each row that is empty. */
void check_plan(const df_plan *plan, const bitmap *map, bool anchors);

/* Plays the plan by the slow rules next to the simulator. */
void check_slowly(const df_plan *plan);

void check_same_plan(const df_plan *plan, const df_plan *other);

/* Writes the plan as a drop list and, if its colours can be said there, as blocks, reads what
 * was written, and checks it. */
void check_formats(const df_plan *plan, const bitmap *map, bool anchors);
