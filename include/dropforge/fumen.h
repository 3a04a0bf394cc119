/* Fumen, version 115: the text in which Tetris players pass boards to one another;
 * docs/formats.md describes it. */
#ifndef DROPFORGE_FUMEN_H
#define DROPFORGE_FUMEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/plan.h"
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
    const char *comment; /* printable ASCII, borrowed; NULL: as on the page before, from
                            which a quiz goes on */
} df_fumen_page;

/* Appends `count` pages as one line without its end. DF_ERROR_ARGUMENT, and nothing
 * appended, when there is no page, a number is outside its range, a piece is not wholly in
 * the playfield or a comment is not printable ASCII; DF_ERROR_LIMIT when a comment has more
 * than 4095 characters as the format writes it. Otherwise the status of the text. */
df_status df_fumen_write(df_text *text, const df_fumen_page *pages, size_t count);

/* Reads the pages of the first fumen of a text. It may stand in an address, after other text,
 * and be percent-encoded. '#2:5' behind it names the pages from 2 to 5, '#2' those from 2 on;
 * only these are read. The comments belong to the pages; in them '?' stands for what is not
 * printable ASCII. On success the caller frees *pages with df_fumen_free. On DF_ERROR_INPUT
 * *error (may be NULL) says where the text is wrong and what to do. */
df_status df_fumen_read(df_fumen_page **pages, size_t *count, const char *text, size_t length,
                        df_error *error);

/* True if a text has the mark of a fumen of any version, such as 'v115@'. */
bool df_fumen_has_mark(const char *text, size_t length);

/* Returns where the first fumen of a text ends: the next one, if there is one, stands behind
 * that place. */
size_t df_fumen_find_end(const char *text, size_t length);

/* Puts the piece of a page into its squares, whether it locks or not, and takes it off the
 * page: the playfield that is meant by a page. Rows do not clear. DF_ERROR_MOVE, and nothing
 * changes, if a square of the piece is filled. */
df_status df_fumen_place(df_fumen_page *page);

/* Appends the comment that page `page` shows. A quiz, '#Q=[hold](current)queue', goes on with
 * each piece that locks. Returns the status of the text. */
df_status df_fumen_put_comment(df_text *text, const df_fumen_page *pages, size_t page);

/* Finds the drop of the piece of a page; `set` has the tetrominoes. DF_ERROR_ARGUMENT: the page
 * has no piece, or the set not that one. DF_ERROR_MEMORY. */
df_status df_fumen_find_drop(df_drop *drop, const df_piece_set *set, const df_fumen_page *page);

/* Makes a plan of pages: it begins with the squares of the first page, and drops the piece of
 * each page that locks, by the first rules of straight drops, the Super Rotation System and
 * half turns that bring all of them to their places. `set` has the tetrominoes and is borrowed.
 * The caller owns *plan. DF_ERROR_INPUT: *error (may be NULL) says on which page something else
 * happens. */
df_status df_fumen_make_plan(df_plan **plan, const df_piece_set *set,
                             const df_fumen_page *pages, size_t count, df_error *error);

/* Appends a fumen of a plan: a page for each drop, and one for what they leave. DF_ERROR_LIMIT,
 * and nothing appended: the plan has other pieces than tetrominoes, not 10 columns, or squares
 * above 23 rows. Otherwise as df_plan_play. *error may be NULL. */
df_status df_fumen_write_plan(df_text *text, const df_plan *plan, df_error *error);

/* Returns the square with which a fumen draws a piece, or DF_FUMEN_EMPTY if it has none: fumens
 * know only tetrominoes, by their usual letters. */
df_fumen_square df_fumen_piece(const df_piece *piece);

/* Accepts NULL. */
void df_fumen_free(df_fumen_page *pages);

DF_END_DECLARATIONS

#endif
