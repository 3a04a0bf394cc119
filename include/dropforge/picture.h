/* Pictures made of squares, which the printer prints and a playfield is compared to: from
 * pixels, letters, texts and playfields; pixels made ready for printing; and sheets of many
 * small pictures. */
#ifndef DROPFORGE_PICTURE_H
#define DROPFORGE_PICTURE_H

#include "dropforge/plan.h"

DF_BEGIN_DECLARATIONS

#define DF_PICTURE_MAX_COLORS 255

/* cell[y * width + x], y up from the bottom row: 0 for transparent, else 1 + index of its
 * colour. Colours are numbered as they appear, read row by row from the top left. */
typedef struct df_picture {
    unsigned width;
    unsigned height;
    unsigned color_count;
    df_color colors[DF_PICTURE_MAX_COLORS];
    uint8_t cell[];
} df_picture;

/* Makes pictures of 8-bit RGBA pixels, rows from the top: one, or those of the `count` frames
 * of an animation, all of that size, one after the other in `rgba`. Empty rows and columns at
 * the border are trimmed. Frames have the same colours, numbered as they appear in frame after
 * frame, and the same columns and the same lowest row: empty ones are trimmed if they are empty
 * in all frames. The caller owns each picture. DF_ERROR_INPUT, and no picture is made: a
 * semi-transparent pixel, more than 255 colours or a picture with nothing opaque; *error names
 * the pixel as line (row from the top) and column, from 1, and the frame of several. */
df_status df_picture_from_rgba(df_picture **pictures, size_t count, const uint8_t *rgba,
                               size_t width, size_t height, df_error *error);
void df_picture_free(df_picture *picture);

/* Makes a picture of a drawing: a letter for each square, rows from the top, separated by '/',
 * and '.' for transparent ones; colors[i] is that of letters[i]. Rows may end early.
 * DF_ERROR_INPUT, and nothing is made, as above or for a letter that has no colour;
 * DF_ERROR_LIMIT: more than DF_PIXELS_MAX_SIDE columns or rows. */
df_status df_picture_from_letters(df_picture **picture, const char *rows, const char *letters,
                                  const df_color *colors, df_error *error);

/* Makes a picture of a UTF-8 text, in letters of 5 by 7 squares, as films have them, each in
 * the next colour; '\n' begins a new line, and lines are centred. DF_ERROR_INPUT: no letter, or
 * one that there is not, which *error names as line and column. DF_ERROR_LIMIT: more than 65535
 * columns or rows. color_count is at least 1. */
df_status df_picture_from_text(df_picture **picture, const char *text, const df_color *colors,
                               size_t color_count, df_error *error);

/* Makes the built-in picture number `index`, and finds its name, such as "secret-grade"; either
 * pointer may be NULL. DF_ERROR_ARGUMENT: there is none. */
df_status df_picture_from_sample(df_picture **picture, const char **name, size_t index);

/* The occupied part of a playfield after a plan, with the plan's colours; pieces without
 * a colour, and squares of none of its pieces, get grey. DF_ERROR_INPUT when the playfield is
 * empty or has more than 255 colours. */
df_status df_picture_from_field(df_picture **picture, const df_field *field,
                                const df_plan *plan);

/* Writes the letters of the tetrominoes with the colours nearest to those of a picture, in the
 * order of its colours. DF_ERROR_LIMIT: it has more than DF_TETROMINOES. */
df_status df_picture_letters(char letters[DF_TETROMINOES + 1], const df_picture *picture);

/* The ways to compare, as bits. */
enum {
    DF_COMPARE_ANCHORS = 1, /* one more square beside each empty row of the picture */
    DF_COMPARE_SHAPE = 2,   /* squares of any colour, or of none */
    DF_COMPARE_FRAMES = 4,  /* pictures where a plan marks its frames, not the end */
};

/* Where and how a playfield differs from a picture; see df_picture_compare. */
typedef struct df_picture_difference {
    bool same;
    bool same_shape; /* at most colours differ */
    bool moved;      /* it is the frame, but column 0 is not in first_shift */
    unsigned column; /* the first difference, in squares of the playfield */
    unsigned y;
    unsigned shift;       /* playfield column at which the picture's column 0 was looked for */
    unsigned first_shift; /* that of the first frame */
    size_t frame;         /* from 0 */
    bool wanted_opaque;   /* what is wanted there, and what was found */
    bool found_opaque;
    bool found_colored; /* by a colour of the plan */
    df_color wanted_color;
    df_color found_color;
} df_picture_difference;

/* Compares the whole playfield after a plan with the picture standing on the floor, at
 * whatever column fits best. `how` has bits of DF_COMPARE_ANCHORS and DF_COMPARE_SHAPE. A
 * square of a piece to which the plan gives no colour agrees with nothing. The first difference
 * is searched row by row from the floor. */
void df_picture_compare(const df_picture *wanted, const df_field *field, const df_plan *plan,
                        unsigned how, df_picture_difference *difference);

/* Plays a plan and compares what it leaves with a picture, or with DF_COMPARE_FRAMES each of
 * its first frames with one of `count` pictures, all in the same columns. *difference gets the
 * first frame that differs. The summary is that of df_plan_play, and written if none does.
 * DF_ERROR_ARGUMENT: the plan has fewer frames. Otherwise as df_plan_play. */
df_status df_picture_compare_plan(const df_picture *const *frames, size_t count,
                                  const df_plan *plan, unsigned how, df_plan_summary *summary,
                                  df_picture_difference *difference, df_error *error);

/* Pixels made ready for printing: scaled down, made opaque or clear, brought to few colours.
 *
 * Pixels are 8-bit RGBA in sRGB, not premultiplied, rows from the top, as
 * df_picture_from_rgba takes them. Everything is done in place and in whole numbers, so that
 * every machine makes the same pixels. A pixel of alpha 0 is called clear. */

#define DF_PIXELS_MAX_SIDE 65535

/* Scales down to the largest size of the same aspect ratio within `max_width` by `max_height`,
 * each side rounded and at least 1; never up. A new pixel is the mean of the area it covers, in
 * linear light and weighted with alpha. The buffer keeps its size. DF_ERROR_ARGUMENT when a
 * side is longer than DF_PIXELS_MAX_SIDE or a limit is 0. */
df_status df_pixels_fit(uint8_t *rgba, size_t *width, size_t *height, size_t max_width,
                        size_t max_height);

#define DF_PALETTE_MAX_COLORS 256

/* The treatment of a colour that is not in the palette. */
typedef enum df_dither {
    DF_DITHER_NONE,            /* the nearest colour of the palette */
    DF_DITHER_ORDERED,         /* two colours in a regular pattern */
    DF_DITHER_FLOYD_STEINBERG, /* errors go to the neighbours */
} df_dither;

/* A step of df_pixels_prepare. */
typedef enum df_step {
    DF_STEP_AUTO,  /* where the picture needs it */
    DF_STEP_KEEP,  /* never */
    DF_STEP_GIVEN, /* as the options say */
} df_step;

#define DF_WHOLE_SHEET 0xffffffffU

/* How a picture is prepared. Begin with all zero: the defaults, but for `frames`. */
typedef struct df_preparation {
    size_t frames; /* that lie one below the other, 1 or more; they are prepared alike */
    bool exact;    /* no step is automatic: each that is not given is left out */
    bool lossy;    /* the pixels have the noise of a JPEG */
    /* The colours that can be printed, and the number that more are reduced to; 0: those of
     * df_print, and as many as can be printed. */
    unsigned max_colors, reduced_colors;
    /* The width that can be printed, and the one that wider pictures are scaled to; 0: one that
     * suits most. Only photographs and smooth drawings are scaled so. */
    unsigned max_width, scaled_width;
    /* Of a single picture that looks like a sheet of tiles, this one is taken, counted from 1
     * row by row; 0: the first that is not clear, unless exact; DF_WHOLE_SHEET: all. */
    unsigned tile;
    /* The part of each frame that is taken, and then no tile; width 0: all of it. */
    size_t crop_left, crop_top, crop_width, crop_height;
    bool clears; /* make this colour clear, and those that differ by up to … in each channel */
    df_color clear_color;
    unsigned clear_tolerance;
    df_step enlargement; /* undo an enlargement by a whole number, the factor */
    unsigned factor;     /* by itself it undoes this one, if it is no 0 and suits */
    df_step background;  /* make a plain background clear, from the border inwards */
    df_color background_color;
    df_step fit; /* scale down to these limits, as df_pixels_fit */
    unsigned fit_width, fit_height;
    bool avoids_full; /* if a row of fit_width squares were full or empty, to a column less */
    df_step alpha;    /* make pixels opaque or clear, by the threshold */
    unsigned alpha_threshold;
    df_step colors; /* reduce to at most this number, 1 … DF_PICTURE_MAX_COLORS */
    unsigned color_count;
    df_dither dither;
    /* Colours to choose from, at most DF_PALETTE_MAX_COLORS; NULL: those of the picture. */
    const df_color *palette;
    unsigned palette_count;
} df_preparation;

/* A built-in palette. */
typedef struct df_named_palette {
    const char *name; /* such as "pico-8" */
    const df_color *colors;
    unsigned count;
} df_named_palette;

#define DF_PALETTES 6
#define DF_PALETTE_GUIDELINE 0 /* the colours of the seven pieces */

extern const df_named_palette df_palettes[DF_PALETTES];

/* The steps that were taken. Sizes are those of a frame. */
typedef struct df_prepared {
    size_t first_width, first_height; /* after the crop */
    unsigned factor;                  /* of an enlargement that was undone; 1: there was none */
    size_t plain_width, plain_height; /* without it and without a clear border, if trimmed */
    bool has_background;              /* one was removed: */
    df_color background;
    bool has_threshold; /* of alpha, which was applied: */
    unsigned alpha_threshold;
    bool is_scaled;
    size_t width, height; /* in the end */
    size_t first_colors;  /* of all pixels that are not clear, before they were reduced */
    size_t color_count;   /* in the end */
    size_t empty_rows;    /* rows without a pixel below others, which need anchors */
    unsigned tile;        /* which one of a sheet was taken, counted from 1; or 0 */
    unsigned tile_width, tile_height, tiles; /* of all, if it looks like a sheet; or 0 */
    bool is_changed; /* anything was done but cutting off a clear border */
} df_prepared;

/* Prepares any picture so that it can be printed. In this order: crop, clear a colour, undo an
 * enlargement, remove a plain background, scale down, harden alpha, reduce colours. A picture
 * that can be printed exactly stays as it is, but for an enlargement. Pictures made of single
 * pixels keep them as far as the limits allow; others are scaled to what prints within seconds.
 * The buffer keeps its size; all frames together have at most UINT32_MAX pixels.
 * DF_ERROR_ARGUMENT for a part outside the picture, a tile that does not exist, a factor that
 * is no divisor of the sides, or what the functions above refuse. On an error the pixels may
 * have changed. */
df_status df_pixels_prepare(uint8_t *rgba, size_t *width, size_t *height,
                            const df_preparation *options, df_prepared *report);

/* Appends what was done in a few words, but for steps that the options gave; or nothing. */
void df_prepared_describe(df_text *text, const df_prepared *report,
                          const df_preparation *options);

/* Contact sheets: many small pictures of coloured squares side by side in one image, each with
 * a short label if wanted. An image is drawn as pixels of a palette or written as SVG; both
 * have the same layout. */

#define DF_SHEET_MAX_SQUARE 64 /* pixels of its side */
#define DF_SHEET_MAX_COLORS 63
#define DF_SHEET_MAX_SIDE 32767
#define DF_SHEET_MAX_PIXELS (1u << 26)
#define DF_SHEET_MAX_PALETTE 256

/* A sheet. Begin with df_sheet_defaults, change some members, and have it laid out. */
typedef struct df_sheet {
    size_t count;         /* of the pictures, 1 or more */
    unsigned columns;     /* squares of the widest picture, 1 … DF_SHEET_MAX_SIDE */
    unsigned rows;        /* and of the highest one */
    unsigned square_size; /* pixels, 1 … DF_SHEET_MAX_SQUARE, from 3 on with borders;
                             0: larger for a few pictures */
    size_t across;        /* pictures side by side; 0: so that the sheet is about 4 : 3 */
    bool labels;          /* with room for a label below each picture */
    df_color background;
    const df_color *colors; /* borrowed until df_sheet_begin has ended */
    size_t color_count;     /* up to DF_SHEET_MAX_COLORS */
    /* The layout, by df_sheet_begin: */
    unsigned width; /* pixels */
    unsigned height;
    unsigned gap;         /* around the pictures */
    unsigned cell_width;  /* from one picture to the next */
    unsigned cell_height; /* the same, downwards, with the label */
    unsigned glyph;       /* pixels of a dot of the labels */
    size_t palette_count; /* the first colour is the background */
    df_color palette[DF_SHEET_MAX_PALETTE];
} df_sheet;

/* One picture, up to columns x rows squares; a smaller one is in the middle of its cell. Row by
 * row from the bottom: 0 for no square, or 1 + the index of its colour. Squares with different
 * numbers in `part` have a border between them; NULL: all squares are one part. */
typedef struct df_sheet_picture {
    unsigned width;
    unsigned height;
    const uint8_t *color;
    const uint16_t *part;
    const char *label; /* printable ASCII, in capitals in pixels; left out where it would be
                          wider than its cell; NULL: none */
} df_sheet_picture;

/* Returns good defaults for `count` pictures: labels, a dark background, no colours. */
df_sheet df_sheet_defaults(size_t count, unsigned columns, unsigned rows);

/* Lays a sheet out; no number is 0 then. DF_ERROR_ARGUMENT: a number out of its range.
 * DF_ERROR_LIMIT: the sheet would be larger than DF_SHEET_MAX_SIDE or DF_SHEET_MAX_PIXELS. */
df_status df_sheet_begin(df_sheet *sheet);

/* Draws picture `index` into the image: sheet->width * sheet->height bytes, rows from the top,
 * each an index of the palette, all of them 0 before the first picture. */
void df_sheet_draw(const df_sheet *sheet, size_t index, const df_sheet_picture *picture,
                   uint8_t *pixels);

/* Appends picture `index` as SVG with its label, the first after the beginning of the sheet,
 * the last, sheet->count - 1, with its end. Errors are in text->status. */
void df_sheet_write_svg(df_text *text, const df_sheet *sheet, size_t index,
                        const df_sheet_picture *picture);

DF_END_DECLARATIONS

#endif
