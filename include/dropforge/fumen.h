/* Fumen, version 115: the text in which Tetris players pass boards to one another;
 * docs/formats.md describes it. */
#ifndef DROPFORGE_FUMEN_H
#define DROPFORGE_FUMEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/piece.h"
#include "dropforge/text.h"

DF_BEGIN_DECLARATIONS

#define DF_FUMEN_WIDTH 10
#define DF_FUMEN_HEIGHT 23

/* The content of a square. A piece has the same number, which is not that of DF_I ... */
typedef enum df_fumen_square {
    DF_FUMEN_EMPTY,
    DF_FUMEN_I,
    DF_FUMEN_L,
    DF_FUMEN_O,
    DF_FUMEN_Z,
    DF_FUMEN_T,
    DF_FUMEN_J,
    DF_FUMEN_S,
    DF_FUMEN_GRAY,
} df_fumen_square;

/* One page: a playfield, and a piece that is shown in it but not yet part of it. */
typedef struct df_fumen_page {
    uint8_t square[DF_FUMEN_HEIGHT][DF_FUMEN_WIDTH]; /* [y][x], y up; df_fumen_square */
    uint8_t garbage[DF_FUMEN_WIDTH];                 /* the row below, which may rise */
    uint8_t piece;       /* DF_FUMEN_I to DF_FUMEN_S; DF_FUMEN_EMPTY: no piece */
    uint8_t orientation; /* 0 as spawned, then clockwise: 1, 2, 3 */
    uint8_t x;           /* the square about which the piece turns; for O, which turns */
    uint8_t y;           /* about it too, as spawned the lower left one */
    bool lock;           /* after the page the piece is locked and full rows clear; without
                            it nothing happens after the page, and the next two do nothing */
    bool rise;           /* then the garbage row rises into the playfield */
    bool mirror;         /* then the playfield is mirrored, but not the garbage row */
    const char *comment; /* printable ASCII, borrowed; NULL: as on the page before */
} df_fumen_page;

/* Appends `count` pages as one line without its end. DF_ERROR_ARGUMENT, and nothing
 * appended, when there is no page, a number is outside its range, a piece is not wholly in
 * the playfield or a comment is not printable ASCII; DF_ERROR_LIMIT when a comment has more
 * than 4095 characters as the format writes it. Otherwise the status of the text. */
df_status df_fumen_write(df_text *text, const df_fumen_page *pages, size_t count);

/* Reads the pages of a fumen, which may stand in an address, after other text. Comments are
 * skipped: they are NULL in the pages. On success the caller frees *pages with df_fumen_free.
 * On DF_ERROR_INPUT *error (may be NULL) says where the text is wrong and what to do. */
df_status df_fumen_read(df_fumen_page **pages, size_t *count, const char *text, size_t length,
                        df_error *error);

/* Returns the square with which a fumen draws a piece, or DF_FUMEN_EMPTY if it has none: fumens
 * know only tetrominoes, by their usual letters. */
df_fumen_square df_fumen_piece(const df_piece *piece);

/* Accepts NULL. */
void df_fumen_free(df_fumen_page *pages);

DF_END_DECLARATIONS

#endif
