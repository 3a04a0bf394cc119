/* Texts that show the squares of a playfield: a drawing, a drop list or a fumen. */
#pragma once

#include <stdio.h>

#include "cli/base/message.h"
#include "dropforge/plan.h"

typedef enum board_kind { BOARD_DRAWING, BOARD_DROPS, BOARD_FUMEN } board_kind;

/* Returns the kind of a text. A drop list begins with its name. A fumen contains 'v115@', or is
 * one line of its digits, unless these are letters of pieces and X, or all the same: that is a
 * full row of a drawing. */
board_kind board_text_kind(const char *text, size_t length);

/* A drawing: rows from the top, all of them `width` squares, a byte each. */
typedef struct board_drawing {
    const char *name; /* of the file, for messages */
    const char **rows;
    unsigned width;  /* 1 … DF_NARROW_MAX_WIDTH */
    unsigned height; /* 1 … DF_FIELD_MAX_HEIGHT */
    unsigned line;   /* of the first row in the file, for messages */
} board_drawing;

/* Finds the rows in a text, into which they point; empty lines at its end do not count. `line`
 * is the number of its first line in the file. The caller frees drawing->rows. */
cli_status board_text_rows(board_drawing *drawing, const char *name, const char *text,
                           size_t length, unsigned line);

/* Reads a fumen, which may lack the 'v115@' at its beginning; `lines` lines stand before it in
 * the file. Returns GO_ON, and df_fumen_free frees *pages; or the exit code after a message. */
cli_status board_text_pages(df_fumen_page **pages, size_t *count, const char *name,
                            const char *text, size_t length, size_t lines);

enum { DROP_TEXT_SIZE = 64 };

/* Writes a drop as in a drop list, after 'hold ' if the piece in hand is put aside first. */
static inline void drop_text_describe(char text[DROP_TEXT_SIZE], const df_piece_set *set,
                                      const df_drop *drop, bool hold)
{
    snprintf(text, DROP_TEXT_SIZE, "%s%s %c %u %u", hold ? "hold " : "",
             set->pieces[drop->piece].name, DF_ORIENTATION_LETTERS[drop->orientation],
             (unsigned)drop->x, (unsigned)drop->y);
}
