/* A picture made of squares: what the printer prints and what a playfield is compared to. */
#ifndef DROPFORGE_PICTURE_H
#define DROPFORGE_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/plan.h"
#include "dropforge/status.h"

DF_BEGIN_DECLARATIONS

#define DF_PICTURE_MAX_COLORS 255

/* cell[y * width + x], y up from the bottom row: 0 for transparent, else 1 + index of its
 * colour. Colours are numbered in the order in which they appear, read row by row from the
 * top left. */
typedef struct df_picture {
    unsigned width;
    unsigned height;
    unsigned color_count;
    df_color colors[DF_PICTURE_MAX_COLORS];
    uint8_t cell[];
} df_picture;

/* Makes a picture of 8-bit RGBA pixels, rows from the top; trims empty rows and columns at
 * its border. The caller owns *picture (df_picture_free).
 * DF_ERROR_INPUT: a semi-transparent pixel, more than 255 colours or nothing opaque;
 * *error (may be NULL) names the pixel as line (row from the top) and column, from 1. */
df_status df_picture_from_rgba(df_picture **picture, const uint8_t *rgba, size_t width,
                               size_t height, df_error *error);

/* Makes pictures of the frames of an animation, all of that size, one after the other in
 * `rgba`. They have the same colours, numbered as they appear in frame after frame, and the
 * same columns and the same lowest row: empty ones are trimmed if they are empty in all frames.
 * The caller owns each picture. DF_ERROR_INPUT, and no picture is made, as above, or if a frame
 * has nothing opaque; the line counts from the top of its frame, which *error names. */
df_status df_picture_frames(df_picture **frames, size_t count, const uint8_t *rgba,
                            size_t width, size_t height, df_error *error);

/* Makes a picture of a UTF-8 text, in letters of 5 by 7 squares, as films have them, each in
 * the next colour; '\n' begins a new line. The caller owns *picture. DF_ERROR_INPUT: no letter,
 * or one that there is not, which *error (may be NULL) names as line and column.
 * DF_ERROR_LIMIT: more than 65535 columns or rows. color_count is at least 1. */
df_status df_picture_from_text(df_picture **picture, const char *text, const df_color *colors,
                               size_t color_count, df_error *error);

/* The occupied part of a playfield after a plan, with the plan's colours; pieces without
 * a colour, and squares of none of its pieces, get grey. DF_ERROR_INPUT when the playfield is
 * empty or has more than 255 colours. */
df_status df_picture_from_field(df_picture **picture, const df_field *field,
                                const df_plan *plan);

/* Frees a picture; NULL is allowed. */
void df_picture_free(df_picture *picture);

/* True if row y of the picture has no opaque square. y < picture->height. */
bool df_picture_row_is_empty(const df_picture *picture, unsigned y);

/* Where and how a playfield differs from a picture; see df_picture_compare. */
typedef struct df_picture_difference {
    bool same;
    unsigned column; /* the first difference, in squares of the playfield */
    unsigned y;
    unsigned shift;     /* playfield column at which the picture's column 0 was looked for */
    bool wanted_opaque; /* what is wanted there, and what was found */
    bool found_opaque;
    bool found_colored; /* by a colour of the plan */
    df_color wanted_color;
    df_color found_color;
} df_picture_difference;

/* Compares the whole playfield after a plan with the picture standing on the floor, at
 * whatever column fits best. With `anchors`, one further square is allowed in each row that
 * is empty in the picture. A square of a piece to which the plan gives no colour agrees with
 * nothing. The first difference is searched row by row from the floor. */
void df_picture_compare(const df_picture *wanted, const df_field *field, const df_plan *plan,
                        bool anchors, df_picture_difference *difference);

DF_END_DECLARATIONS

#endif
