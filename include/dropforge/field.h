/* The playfield: which squares are occupied, and by a square of which piece. */
#ifndef DROPFORGE_FIELD_H
#define DROPFORGE_FIELD_H

#include <stdbool.h>
#include <stdint.h>

#include "dropforge/status.h"

DF_BEGIN_DECLARATIONS

#define DF_FIELD_MAX_WIDTH 256
#define DF_FIELD_MAX_HEIGHT 1024

/* A row of a narrow playfield, one of at most this many columns, is one word. Games, computer
 * players, tilings, and pieces that are shifted and turned on their way need one. */
#define DF_NARROW_MAX_WIDTH 64

/* Squares are (x, y) with x to the right and y up, (0, 0) at the bottom left. The fields
 * may be read; only the functions below and the simulator write them. */
typedef struct df_field {
    uint16_t width;
    uint16_t height;
    uint16_t words;                   /* of a row: 1 in a narrow playfield, else more */
    uint16_t top[DF_FIELD_MAX_WIDTH]; /* per column: one above its highest square, or 0 */
    /* height * words; bit x % 64 of word y * words + x / 64: (x, y) is occupied. */
    uint64_t *row;
    uint16_t *square; /* width * height, row by row from the floor: 0, or 1 + piece index */
} df_field;

/* Makes an empty playfield; the caller owns *field (df_field_free). DF_ERROR_ARGUMENT outside
 * 1–256 columns or 1–1024 rows. */
df_status df_field_create(df_field **field, unsigned width, unsigned height);

/* Frees a playfield; NULL is allowed. */
void df_field_free(df_field *field);

/* Makes `to` equal to `from`; both must have the same size, else DF_ERROR_ARGUMENT. */
df_status df_field_copy(df_field *to, const df_field *from);

/* Empties every square. */
void df_field_clear(df_field *field);

/* Returns the bits of a full row of a narrow playfield. */
uint64_t df_field_full_row(const df_field *field);

/* Returns 0 for an empty square, otherwise 1 + the index of the piece it came from. Squares
 * outside the playfield are empty. */
unsigned df_field_square(const df_field *field, unsigned x, unsigned y);

/* Sets one square to `value` (0, or 1 + piece index) without any rule of the game: for readers
 * of positions and for tests. Rows do not clear. DF_ERROR_ARGUMENT outside. */
df_status df_field_set(df_field *field, unsigned x, unsigned y, unsigned value);

/* Returns the number of rows up to the highest occupied one; 0 if the playfield is empty. */
unsigned df_field_top(const df_field *field);

DF_END_DECLARATIONS

#endif
