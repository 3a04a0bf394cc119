/* The picture on the screen: characters with styles and colours. Only changes are written. */
#pragma once

#include "dropforge/plan.h"

/* True if colours are wanted and there are some: not with NO_COLOR (https://no-color.org), nor
 * on the terminals of DEC. */
bool terminal_has_colors(void);

/* True if block elements can be shown, as in UTF-8; otherwise everything is ASCII. */
bool terminal_has_blocks(void);

/* The style of text. */
typedef enum screen_style {
    SCREEN_PLAIN,
    SCREEN_BOLD,
    SCREEN_DIM,
    SCREEN_REVERSE
} screen_style;

typedef struct screen_cell {
    char letter[5]; /* a character of UTF-8 */
    uint8_t style;
    bool has_ink; /* otherwise the terminal's own colour, and so for the paper */
    bool has_paper;
    df_color ink;
    df_color paper;
} screen_cell;

/* Begin with all zero. */
typedef struct screen {
    unsigned columns;
    unsigned lines;
    bool has_colors;
    bool has_blocks; /* block elements can be shown; otherwise everything is ASCII */
    bool is_unknown; /* the terminal's content; it is cleared before anything is shown */
    int error;       /* an errno value if writing failed, or 0 */
    screen_cell *cells;
    screen_cell *shown; /* what the terminal shows now */
} screen;

/* Makes the screen of that size, without anything on it. The caller frees it with screen_free,
 * also on failure. */
df_status screen_fit(screen *self, unsigned columns, unsigned lines);
void screen_free(screen *self);

/* Takes everything away; screen_show shows what is drawn after that. */
void screen_clear(screen *self);

/* Shows what has been drawn. DF_ERROR_CANCELLED with `error` if it cannot be written. */
df_status screen_show(screen *self);

/* Writes the lines from `first` to the ordinary screen, to stay. Errors as screen_show. */
df_status screen_leave(screen *self, unsigned first);

/* Writes formatted text of less than 256 bytes, cut at the edges of the screen. */
__attribute__((format(printf, 5, 6))) void
screen_text(screen *self, int line, int column, screen_style style, const char *format, ...);

/* Writes text in the middle of a line, as much as fits beside one free column. */
void screen_text_middle(screen *self, int line, const char *text);

/* Writes a character in colours; NULL stands for the terminal's own colour. */
void screen_paint(screen *self, int line, int column, const char *letter, const df_color *ink,
                  const df_color *paper);

/* Writes a character that shows a colour above another one. NULL stands for an empty half; one
 * of them has a colour. */
void screen_paint_halves(screen *self, int line, int column, const df_color *upper,
                         const df_color *lower);

typedef enum square_kind {
    SQUARE_EMPTY,
    SQUARE_GHOST,
    SQUARE_FULL,
    SQUARE_CLEARED,
    SQUARE_TARGET, /* where a square of a picture is missing */
    SQUARE_WRONG,  /* one that has to clear */
    SQUARE_GAP,    /* empty, in a row that has to clear */
    SQUARE_HINT    /* where a piece is to go */
} square_kind;

typedef struct square {
    square_kind kind;
    df_color color;
} square;

/* Squares, and how large they are drawn: in characters beside each other, and in half
 * characters, one above the other. */
typedef struct square_grid {
    square (*at)(const void *context, unsigned x, unsigned y);
    const void *context;
    unsigned width;   /* in squares */
    unsigned columns; /* of a square */
    unsigned halves;  /* of a square */
    bool has_dots;    /* in empty squares */
} square_grid;

/* Draws `count` lines, the lowest of which is `first` lines above the lowest row of squares. */
void squares_draw(screen *on, const square_grid *grid, int line, int column, unsigned first,
                  unsigned count);
