/* Shared by the writer and the reader of fumens. */
#pragma once

#include "dropforge/plan.h"

/* All squares of a page, with the garbage row. */
#define FUMEN_SQUARES ((DF_FUMEN_HEIGHT + 1) * DF_FUMEN_WIDTH)
/* Stands for no difference. */
#define FUMEN_SAME 8
#define FUMEN_COMMENT_BASE 96
#define FUMEN_DIGITS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/* Bits of the flags of a page. */
enum {
    FUMEN_RISE = 1,
    FUMEN_MIRROR = 2,
    FUMEN_COLOR = 4,
    FUMEN_COMMENT = 8,
    FUMEN_NO_LOCK = 16,
    FUMEN_ALL_FLAGS = 31,
};

/* Returns a page's square at a place of the format: rows from the top, garbage last. */
uint8_t *df_fumen_at(df_fumen_page *page, unsigned place);

/* Finds how far from the square that a piece turns about the format places it. */
void df_fumen_offset(unsigned piece, unsigned orientation, int *right, int *up);

/* True if a piece, turned about this square, is wholly in the playfield. */
bool df_fumen_fits(unsigned piece, unsigned orientation, int x, int y);

/* True if a comment may have the letter: any but control characters and halves of a pair. */
bool df_fumen_is_letter(uint32_t letter);

/* Does what follows a page: locks its piece, clears rows and so on; only its squares change.
 * The piece must fit. */
void df_fumen_step(df_fumen_page *page);

/* Brings the comment that a page shows to the next page: a quiz goes on with the piece that
 * locks. False if it stays as it is. */
bool df_fumen_go_on(df_text *shown, const df_fumen_page *page);
