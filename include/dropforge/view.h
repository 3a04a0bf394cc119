/* What people see and hear of a plan: films, which are still frames made of squares with
 * durations, their sound, and rasters, which draw frames as pixels in several themes. */
#ifndef DROPFORGE_VIEW_H
#define DROPFORGE_VIEW_H

#include "dropforge/plan.h"

DF_BEGIN_DECLARATIONS

/* A square of a frame is the sum of a piece and marks. The piece is 0 where the square is
 * empty, else 1 + the index of the piece in the plan's set, or 1 + set->count where the square
 * is of no piece. */
#define DF_FRAME_PIECE 0x00ffffffu
#define DF_FRAME_GHOST 0x01000000u /* empty; the piece in hand would land here */
#define DF_FRAME_LOCK 0x02000000u  /* lit up: of the piece that has just locked */
#define DF_FRAME_CLEAR 0x04000000u /* lit up: of a full row that is about to clear */
#define DF_FRAME_TRAIL 0x08000000u /* empty; a piece fell through it too fast to be seen */

#define DF_FRAME_MAX_NEXT 5

/* The event since the frame before; of several the last in this list. */
typedef enum df_frame_event {
    DF_EVENT_NONE,
    DF_EVENT_SPAWN,
    DF_EVENT_FALL,
    DF_EVENT_SHIFT,
    DF_EVENT_TURN,
    DF_EVENT_LOCK,   /* a piece has come to rest; its rows may have cleared, too */
    DF_EVENT_CLEAR,  /* full rows light up */
    DF_EVENT_END,    /* the last playfield, which the film holds */
    DF_EVENT_POSTER, /* silent: the last playfield before the first one, or as it goes */
} df_frame_event;

typedef struct df_frame {
    uint16_t width;
    uint16_t height; /* of the film, which may be lower or higher than the playfield's */
    /* width * height squares, row by row from the floor, with the piece in hand painted in.
     * Valid only during the call that shows the frame. */
    const uint32_t *square;
    unsigned centiseconds; /* how long it is shown: 2, as GIF viewers need, to 60000 */
    df_frame_event event;
    size_t drops;        /* how many drops have begun */
    size_t rows_cleared; /* so far */
    /* The piece in hand, an index in the set, or -1. Its place is as in a df_drop, but it may
     * be partly or wholly above the frame. */
    int piece;
    unsigned orientation;
    int x;
    int y;
    /* The pieces after it: of the plan's deal, else those of the next drops. */
    int held; /* -1: none */
    unsigned next_count;
    uint16_t next[DF_FRAME_MAX_NEXT];
} df_frame;

/* How pieces are seen to move. */
typedef enum df_motion {
    DF_MOTION_AUTO, /* for each drop the first of those below that its time has room for */
    DF_MOTION_FULL, /* spawned at the top, and brought to their places by inputs */
    DF_MOTION_FALL, /* falling straight to their places, already turned */
    DF_MOTION_LAND, /* in their places, and full rows have cleared */
} df_motion;

/* What a film begins with, which apps show of one that does not run. */
typedef enum df_poster {
    DF_POSTER_NONE,     /* the first playfield */
    DF_POSTER_FINISHED, /* the last one; what a loop makes of it then comes first, too */
    DF_POSTER_START,    /* the first drop at once, as also where the last one is empty */
} df_poster;

#define DF_FILM_MIN_DURATION 10 /* centiseconds */
#define DF_FILM_MAX_DURATION 60000
/* 3 seconds; with frames_only as long as the plan says of the last frame, if it does. */
#define DF_FILM_END_AUTO UINT32_MAX

/* How a film runs. Begin with df_film_defaults. */
typedef struct df_film_options {
    df_motion motion;
    /* Only the frames of an animation that the plan marks, if any, at the animation's pace. */
    bool frames_only;
    df_poster poster; /* of a film of drops, that is, without frames_only */
    bool loop;        /* at the end, goes back to the playfield of the beginning row by row */
    bool is_game;     /* without a given length, all drops are slow enough to be followed */
    unsigned speed_percent; /* 100 is normal, 200 twice as fast; 10 … 10000 */
    /* Of the whole film, at least 2, up to DF_FILM_MAX_DURATION; the speed does not matter
     * then. 0: as suits the drops: 8 to 20 seconds at normal speed. */
    unsigned duration_centiseconds;
    size_t max_frames; /* 0: no limit; else frames are left out evenly in time */
    /* How long the last playfield is shown; up to 60000, or DF_FILM_END_AUTO. */
    unsigned end_centiseconds;
} df_film_options;

/* A plan, and how its film runs. Immutable. It begins with the first playfield. A film is as
 * high as the highest stack and the pieces that are brought over it, not as the playfield. */
typedef struct df_film df_film;

typedef struct df_film_size {
    uint16_t width; /* of all frames, in squares */
    uint16_t height;
    size_t frames;
    uint64_t centiseconds; /* of the whole film */
} df_film_size;

/* Shows one frame; any status but DF_OK stops the film and is returned. */
typedef df_status df_film_show(void *context, const df_frame *frame);

/* Returns good defaults: the film begins with the picture of a plan that has colours for
 * pieces, as one that prints a picture has; any other shows a game, and begins with the first
 * drop; NULL: neither. */
df_film_options df_film_defaults(const df_plan *plan);

/* Prepares the film of a plan, which is borrowed and must not change. With a frame limit it has
 * no more than that many frames, never fewer than one, the last of them the final playfield;
 * those that stay are shown longer. DF_ERROR_ARGUMENT: an option out of range. Other errors as
 * df_plan_play. */
df_status df_film_create(df_film **film, const df_plan *plan, const df_film_options *options,
                         df_error *error);
void df_film_free(df_film *film);

/* Returns how many centiseconds the film of a picture with so few or many drops takes, with its
 * poster, unless a length is given. */
uint64_t df_film_suits(size_t drops);

/* Returns the size of the film. */
df_film_size df_film_measure(const df_film *film);

/* Shows all frames of the film. */
df_status df_film_play(const df_film *film, df_film_show *show, void *context);

/* The sound of a film: short notes for turns, locks, clears and the end. */
#define DF_SOUND_RATE 48000 /* samples a second, of one channel */
#define DF_SOUND_CENTISECOND (DF_SOUND_RATE / 100)
#define DF_SOUND_PEAK 29204 /* samples are at most that far from 0: -1 dB */

/* The sound of a film while it is made, from its first frame on. Begin with all zero; the
 * fields are the library's. */
typedef struct df_sound {
    /* Two sounds that play, each with notes one after the other. */
    const struct df_sound_note *note[2]; /* NULL: silent */
    unsigned first[2];                   /* the place of its first note in the scale */
    uint32_t phase[2];
    uint32_t place[2];   /* in the note, in samples */
    int32_t level[2];    /* of the latest sample */
    int32_t gain[2];     /* in 1024ths */
    int32_t rest[2];     /* where the sound stood that this one has replaced */
    uint64_t time;       /* in samples */
    uint64_t due;        /* when the next sound is welcome */
    uint64_t amount;     /* of sound in the latest seconds, */
    uint64_t counted;    /* at that time */
    size_t rows_cleared; /* that have been heard */
} df_sound;

/* Makes the next samples, first of which begins the sound of a frame that is shown from now on,
 * if it has one; NULL: no other frame is shown. Of more than 20 sounds a second the less
 * important are left out, as are locks and clears within an eighth of one. More rows that clear
 * at once sound higher. */
void df_sound_mix(df_sound *sound, const df_frame *frame, int16_t *samples, size_t count);

/* Rasters: frames and playfields drawn as pixels of a small palette, in several themes. */

/* How a square is drawn. */
typedef enum df_look {
    DF_LOOK_FLAT,  /* one colour edge to edge */
    DF_LOOK_BEVEL, /* lighter above and left, darker below and right */
    DF_LOOK_NES,   /* dark gap, a shine in the corner, as on the NES */
    DF_LOOK_TILE,  /* one colour with a gap around it */
    DF_LOOK_INSET, /* dark edge, and a lighter square in the middle, as on the Game Boy */
    DF_LOOK_GLOSS, /* light from above, on a gap */
    DF_LOOK_INK,   /* a dark outline */
    DF_LOOKS,
} df_look;

typedef struct df_theme {
    const char *name;
    df_look look;
    bool grid;
    bool is_toned;                  /* pictures are in its tones, too, by their lightness */
    unsigned border;                /* its width, in eighths of a square */
    df_color piece[DF_TETROMINOES]; /* of I, O, T, S, Z, J and L */
    df_color background;            /* of the playfield */
    df_color surround;              /* around the playfield */
    df_color edge;                  /* of the border */
    df_color text;
    df_color label; /* text that matters less */
    df_color flash; /* of rows that clear */
} df_theme;

#define DF_THEMES 7

/* The themes: the default first, and last the one for what its ground would hide. */
extern const df_theme df_themes[DF_THEMES];

#define DF_RASTER_MAX_SQUARE 128
#define DF_RASTER_MAX_GROWN 4096

/* The shorter sides of films that are posted. */
#define DF_RASTER_GIF_SIDE 400
#define DF_RASTER_VIDEO_SIDE 720

#define DF_SKIN_SQUARES 10

/* A size in pixels, of which some at the border stay free of everything but background. */
typedef struct df_canvas {
    const char *name;
    unsigned width;
    unsigned height;
    unsigned top;
    unsigned bottom;
    unsigned side; /* left and right */
} df_canvas;

#define DF_CANVASES 3

/* The sizes that apps have, whose own buttons may cover what stays free. */
extern const df_canvas df_canvases[DF_CANVASES];

/* How frames are drawn. Begin with df_raster_defaults. */
typedef struct df_raster_options {
    unsigned square_size; /* pixels, up to DF_RASTER_MAX_SQUARE; 0: as many as fit, or 10 */
    /* Where the canvas has no size, squares become larger until the shorter side of the picture
     * has so many pixels, as far as the longer one stays within DF_RASTER_MAX_GROWN. */
    unsigned min_side;
    /* The film whose frames are drawn, which the picture and the numbers of the end card come
     * from; NULL: none; only df_raster_begin borrows it. */
    const df_film *film;
    unsigned rows;         /* of the frames; 0: as many as the film has, or the playfield */
    const df_theme *theme; /* NULL: the first */
    df_look look;          /* of the squares; the theme's, or another */
    /* Squares instead of the look's, as players draw them for Tetris games: DF_SKIN_SQUARES in
     * a row, for Z, L, O, S, I, J and T, for no piece, and two that are not used. Where a plan
     * has colours, squares have these, and the light and shade of the skin's square of no
     * piece. */
    const uint8_t *skin; /* RGBA, in skin_size rows; NULL: none; borrowed */
    unsigned skin_size;  /* pixels along a square, 1 to DF_RASTER_MAX_SQUARE */
    bool grid;           /* faint lines between the squares of the background */
    bool border;         /* a frame around the playfield */
    /* Numbers of drops and cleared rows, and the held and next pieces: beside the playfield, or
     * above and below it, whichever leaves larger squares. */
    bool hud;
    /* There, too, above the drops: the score of a game before the first drop of the plan and
     * after each; NULL: none; borrowed. If panels above and below have no room for all numbers,
     * it is shown instead of the drops. */
    const uint64_t *scores;
    /* With these scores, the levels of the NES game at the same times; NULL: none; borrowed.
     * Tetrominoes have its colours by the level then, white ones with a rim, and the display
     * has what that game shows: statistics, one next piece and the level. */
    const uint8_t *levels;
    /* There, too: the last playfield of the film in small, or of an animation the frame that is
     * made. */
    bool picture;
    bool transparent;  /* the background is see-through: palette[DF_RASTER_BACKGROUND] */
    const char *title; /* UTF-8, above the playfield; NULL: none; borrowed */
    /* In its place while the film holds its last playfield, above the drops and lines of the
     * film unless the display has them; NULL: the title stays; borrowed. Both may have LF for a
     * new line. */
    const char *end_card;
    /* Squares that the background would hide have an outline. */
    bool outlines;
    /* Tetrominoes that all have the same colour have those of the theme until the picture is
     * finished; without a skin. */
    bool reveal;
    df_color background;
    df_color surround; /* with a border; else it is the background, too */
    /* The whole picture, with the playfield in its middle; a width or height of 0: as many
     * pixels as needed, and what stays free around them. It needs no name. */
    df_canvas canvas;
    bool even; /* one pixel more where the width or height is odd */
} df_raster_options;

#define DF_RASTER_MAX_PALETTE 256
#define DF_RASTER_BACKGROUND 0 /* index in the palette */

/* Pixels from left and top up to, without, right and bottom; empty when left == right. */
typedef struct df_raster_area {
    unsigned left;
    unsigned top;
    unsigned right;
    unsigned bottom;
} df_raster_area;

/* The parts of the display beside the playfield. */
typedef enum df_panel {
    DF_PANEL_HOLD,
    DF_PANEL_NEXT,
    DF_PANEL_SCORE,
    DF_PANEL_DROPS,
    DF_PANEL_ROWS,
    DF_PANEL_PICTURE,
    DF_PANEL_TOP, /* these of the NES game */
    DF_PANEL_LEVEL,
    DF_PANEL_STATISTICS,
    DF_PANELS,
} df_panel;

/* Data for drawing the frames of one plan. */
typedef struct df_raster {
    df_raster_options options; /* as given; square_size, rows and end_card are set */
    const df_piece_set *set;   /* borrowed from the plan */
    size_t drops;              /* of the plan, */
    const df_drop *dropped;    /* and these; borrowed */
    unsigned width;            /* pixels of the whole picture, as its height */
    unsigned height;
    unsigned left; /* pixels before the playfield, as above it */
    unsigned top;
    unsigned border;                  /* pixels of the frame around the playfield */
    unsigned text;                    /* pixels of a dot of the letters */
    df_raster_area title;             /* or of the end card */
    unsigned title_text;              /* as `text` */
    df_raster_area panels[DF_PANELS]; /* empty: not shown */
    unsigned next_shown;              /* next pieces that have room */
    bool next_across;                 /* they stand in a row */
    size_t palette_count;
    df_color palette[DF_RASTER_MAX_PALETTE];
    size_t shades;     /* palette entries per piece colour */
    uint8_t *body;     /* owned: for each piece of the set, for none, and for the finished
                          picture, its first entry; with levels so for each of ten */
    uint8_t rim;       /* the entry of what is around white squares of the NES game; 0: none */
    uint8_t *outlined; /* in the same memory: 1 for those whose squares have an outline */
    uint8_t *skin;     /* owned: for skin.c; or NULL */
    df_text end_card;  /* owned: with the drops and lines; or without bytes */
    uint32_t *picture; /* owned: of each picture the squares, as those of a df_field; or NULL */
    const df_plan_frame *picture_frames; /* borrowed from the plan; NULL: it has none */
    size_t picture_count;
    unsigned picture_columns; /* of the playfield, as its rows */
    unsigned picture_rows;
    df_raster_area
        picture_area; /* in squares from the floor: what is occupied in any of them */
} df_raster;

/* Returns good defaults: a theme, without anything around the playfield. NULL: the first theme,
 * or paper if that hides less of the plan's colours (NULL: none). */
df_raster_options df_raster_defaults(const df_plan *plan, const df_theme *theme);

/* Returns the colour in which a piece of the plan is shown: the plan's own. In a plan that has
 * colours only for other pieces, such as those of a picture, it is a quiet one that differs
 * between pieces and recedes into the background. In a plan without colours it is the theme's,
 * by the letter of the piece. */
df_color df_raster_piece_color(const df_plan *plan, unsigned piece, const df_theme *theme,
                               df_color background);

/* Returns which letter of a title, from 1 on, is the first that is drawn as a box since there
 * is no picture of it, and sets *letter to its code point, or UINT32_MAX for a byte that is not
 * UTF-8; 0: none. */
size_t df_title_find_unknown(const char *title, uint32_t *letter);

/* Prepares a raster for the plan's playfield and colours; on success the caller owns what it
 * holds (df_raster_free). Where the pieces need more than 256 colours, those that are never
 * dropped are shown like others; if even those that are dropped need more, all squares are
 * flat; and if there are still too many, pieces share colours that are like one another.
 * DF_ERROR_ARGUMENT when an option is out of range, or something does not fit. */
df_status df_raster_begin(df_raster *raster, const df_plan *plan,
                          const df_raster_options *options);

/* Frees what it holds, and makes it all zero. */
void df_raster_free(df_raster *raster);

enum { DF_RASTER_MAX_AREAS = 2 + DF_PANELS };

/* Draws a frame of the plan that the raster was prepared for: raster->width * raster->height
 * bytes, rows from the top, each an index into raster->palette. With the frame `before`, which
 * `pixels` show, it draws only what differs from it; NULL: all. Returns how many areas that
 * are, and writes them to `areas` (may be NULL). */
unsigned df_raster_draw(const df_raster *raster, const df_frame *before, const df_frame *frame,
                        uint8_t *pixels, df_raster_area areas[DF_RASTER_MAX_AREAS]);

DF_END_DECLARATIONS

#endif
