/* The whole console of the NES game of 1989: its menus from power-on, then the game, one frame
 * of eight buttons at a time. docs/format/fm2.md has the rules of every frame.
 *
 * A df_nes is a plain struct without pointers: copy it to keep a state, or to try buttons. */
#ifndef DROPFORGE_NES_H
#define DROPFORGE_NES_H

#include "dropforge/picture.h"

DF_BEGIN_DECLARATIONS

enum {
    DF_NES_WIDTH = 10,
    DF_NES_HEIGHT = 20,
    DF_NES_ROWS = 26, /* the rows of 256 bytes of memory, of which the last is not whole */
    DF_NES_ORIENTATIONS = 19, /* of the seven pieces */
    DF_NES_FIRST_FRAMES = 267 /* after power-on, in which no button does anything */
};

/* The buttons, as bits of a frame. */
typedef enum df_nes_button {
    DF_NES_RIGHT = 0x01,
    DF_NES_LEFT = 0x02,
    DF_NES_DOWN = 0x04,
    DF_NES_UP = 0x08,
    DF_NES_START = 0x10,
    DF_NES_SELECT = 0x20,
    DF_NES_B = 0x40, /* turns anticlockwise */
    DF_NES_A = 0x80, /* turns clockwise */
} df_nes_button;

/* What the next frame does with the piece, or after it. */
typedef enum df_nes_play {
    DF_NES_FALLING,  /* the piece is shifted, turned and dropped */
    DF_NES_LOCKING,  /* it could not fall; its squares are put once the screen is redrawn */
    DF_NES_CHECKING, /* looks at one row a frame, four in all, and clears it if it is full */
    DF_NES_CLEARING, /* shows the clear */
    DF_NES_COUNTING, /* counts lines and points */
    DF_NES_SPAWNING, /* brings the next piece into play once the screen is redrawn */
} df_nes_play;

/* The frames of a game: everything but its pieces, playfield and points. */
typedef struct df_nes_timing {
    uint8_t play;          /* a df_nes_play */
    uint8_t before;        /* the buttons of the frame before */
    uint8_t frame;         /* counts frames, modulo 4 */
    uint8_t redraw;        /* groups of four rows that are on the screen again, 0 to 5 */
    uint8_t wait;          /* frames in which nothing happens before `play` */
    uint8_t checked;       /* rows that have been looked at */
    uint8_t steps;         /* of the clear that are missing */
    uint8_t cleared;       /* rows that this lock has cleared so far */
    uint8_t fall;          /* frames since the last row */
    int8_t soft;           /* of the soft drop: 0 none, 1 or 2 between rows; negative while the
                              first piece hangs */
    uint16_t soft_rows;    /* rows of this soft drop */
    uint16_t shift;        /* frames since the last shift, as far as the repeat counts them */
    uint16_t shift_delay;  /* frames after which a held button shifts again, */
    uint16_t shift_repeat; /* and between further shifts */
    bool paused;
    bool skips;       /* the next frame does nothing but begin a new one: after a pause, */
    bool only_starts; /* or looks only at Start: after Left, Right and Down together */
    bool over;        /* a piece locked where there was no room */
} df_nes_timing;

/* The screens. */
typedef enum df_nes_screen {
    DF_NES_LEGAL, /* the first one */
    DF_NES_TITLE,
    DF_NES_TYPE,    /* of the game: A or B */
    DF_NES_LEVEL,   /* and, for B, the height */
    DF_NES_PLAYING, /* from here on there is no way back to the menus */
} df_nes_screen;

/* A console. */
typedef struct df_nes {
    /* The playfield: row 0 is the top; bit x is set where column x is full. The rows from 20 on
     * are the memory behind it, in which squares above row 0 lie. */
    uint16_t row[DF_NES_ROWS];
    uint16_t random;    /* the register */
    uint8_t dealt;      /* pieces that came from it, modulo 256 */
    uint8_t last;       /* the last one: the number of the orientation in which it is spawned */
    uint8_t screen;     /* a df_nes_screen */
    uint8_t level;      /* chosen in the menu, then that of the game */
    uint8_t height;     /* chosen, of type B */
    bool type_b;        /* 25 lines over rows that are there at first */
    bool at_height;     /* the menu's cursor is at the height */
    bool begins;        /* the game begins after `menu_wait` */
    uint8_t legal;      /* frames that the first screen stays at most */
    uint16_t menu_wait; /* frames in which the menus do nothing */
    df_nes_timing timing;
    uint8_t piece;  /* in play: an orientation, 0 to 18: T N E S W are 0 to 3 with the tip up,
                       right, down, left; J 4 to 7, Z 8 9, O 10, S 11 12, L 13 to 16, I 17 18 */
    uint8_t next;   /* as it will be spawned: 2, 7, 8, 10, 11, 14 or 18 */
    int8_t x, y;    /* of its middle; y from the top */
    uint16_t lines; /* cleared, or of type B those that are left */
    uint32_t score;
    uint32_t locks;  /* pieces that have been put into the playfield */
    uint32_t frames; /* since power-on */
} df_nes;

/* Switches a console on. */
void df_nes_begin(df_nes *nes);

/* Lets one frame pass with these buttons held, a sum of df_nes_button. When the game is over
 * only `frames` goes on. */
void df_nes_step(df_nes *nes, unsigned buttons);

/* A movie: the buttons of each frame from power-on. */
typedef struct df_nes_movie {
    uint8_t *buttons; /* `count` of them, each a sum of df_nes_button */
    size_t count;
} df_nes_movie;

/* Reads a movie of this game in the format fm2 (docs/format/fm2.md). */
df_status df_nes_movie_read(df_nes_movie **movie, const char *text, size_t length,
                            df_error *error);
void df_nes_movie_free(df_nes_movie *movie);

/* True if a text begins as a movie in the format fm2 does. */
bool df_nes_movie_has_mark(const char *text, size_t length);

/* Appends a movie of these frames. Returns the status of the text. */
df_status df_nes_movie_write(df_text *text, const uint8_t *buttons, size_t count);

/* Plays a movie and makes a plan of its drops, 10 columns by 20 rows with the movement
 * DF_RULES_NES or, where that cannot follow the game, DF_RULES_NES_CONSOLE, among `set`, the
 * tetrominoes, which is borrowed. After the last frame the game goes on without buttons until
 * the falling piece has counted; *end (may be NULL) is the console then, whose level gives the
 * pieces their colours. The plan is compared with the console after each lock; should it
 * differ it ends before, with plan->count below end->locks. DF_ERROR_LIMIT: no game begins. */
df_status df_nes_movie_plan(df_plan **plan, const df_piece_set *set, const df_nes_movie *movie,
                            df_nes *end, df_error *error);

/* Returns the level after cleared lines of type A. */
unsigned df_nes_level(unsigned start, unsigned lines);

/* Returns the colour of a piece's squares, one of DF_TETROMINOES, in a level: T, O and I are
 * white with a rim in that of J and S, L and Z have another one. */
df_color df_nes_color(unsigned level, unsigned piece);

#define DF_NES_PIECES_SIZE 10 /* bytes of the pieces of three colours, with a NUL */

/* Chooses the pieces of each colour of a picture, as df_print_options has them, and the level
 * modulo 10 in which their colours are nearest to it by the sum of squared differences in OKLab
 * over its squares; of level *palette if that is below 10. False: the picture has more than
 * three colours. */
bool df_nes_choose_pieces(const df_picture *picture, unsigned *palette,
                          char pieces[DF_NES_PIECES_SIZE]);

/* Finds out which piece can follow which, over all that the register does after power-on. */
void df_nes_order(df_piece_order *order);

/* Makes a movie in which a game of type A from that level (0 to 19) makes just the drops of a
 * plan, straight down: 10 columns by 20 rows, pieces of df_piece_set_tetrominoes in an order
 * that df_nes_order allows, with their rows known. For each piece it looks for frames that deal
 * the one after the next: it waits in the air before Down is pressed, or else in a pause; of
 * the ways that it finds, the shortest is taken. The movie ends before the piece after the last
 * drop comes; *end (may be NULL) is the console then. DF_ERROR_LIMIT: the plan has another
 * width, other pieces, rows at first or no drop, a drop cannot be reached at its level, no
 * frame deals a piece, or there is no such level. */
df_status df_nes_movie_make(df_nes_movie **movie, df_nes *end, const df_plan *plan,
                            unsigned level, df_error *error);

DF_END_DECLARATIONS

#endif
