/* The console of the NES game, a frame at a time, and movies of its buttons.
 *
 * A df_nes is a plain struct without pointers: copy it to keep a state, or to try buttons. */
#pragma once

#include "dropforge/replay.h"

enum {
    DF_NES_ROWS = 26, /* the rows of 256 bytes of memory, of which the last is not whole */
    DF_NES_ORIENTATIONS = 19, /* of the seven pieces */
    DF_NES_LEVELS = 20,       /* at which a game can begin */
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

/* Returns the level after cleared lines of type A. */
unsigned df_nes_level(unsigned start, unsigned lines);

/* A movie: the buttons of each frame from power-on. */
typedef struct df_nes_movie {
    uint8_t *buttons; /* `count` of them, each a sum of df_nes_button; owned */
    size_t count;
} df_nes_movie;

/* Reads the buttons of a movie, which begins as all zero. */
df_status df_nes_buttons_read(df_nes_movie *movie, const char *text, size_t length,
                              df_error *error);

/* Appends a movie of these buttons. Returns the status of the text. */
df_status df_nes_buttons_write(df_text *text, const df_nes_movie *movie);

/* Finds the buttons of df_nes_movie_write, and the console at their end. *movie begins as all
 * zero, and is freed by the caller, after an error too. */
df_status df_nes_buttons_find(df_nes_movie *movie, df_nes *end, const df_plan *plan,
                              unsigned level, df_error *error);
