/* Image files in memory as 8-bit RGBA pixels. Each format is one file image_NAME.c with one
 * entry in the table of image.c. */
#pragma once

#include <stdio.h>

#include "dropforge/base.h"

/* Limits that keep memory small. A GIF, a BMP and an interlaced PNG are scaled when all of them
 * has been drawn, which takes 4 bytes for each of IMAGE_MAX_SEEN pixels. All frames of a film
 * have at most IMAGE_MAX_DRAWN pixels, which fit into 256 MiB; up to IMAGE_SCALED_TIMES as many
 * are scaled down. */
enum {
    IMAGE_MAX_SIDE = 65535,
    IMAGE_MAX_PIXELS = 1 << 23,
    IMAGE_MAX_SEEN = 100000000, /* of a still image that is scaled down while it is read */
    IMAGE_MAX_DRAWN = 1 << 26,
    IMAGE_SCALED_TIMES = 8,
    IMAGE_MAX_FRAME = 1000000,
};

typedef struct image {
    unsigned width;
    unsigned height;
    uint8_t *rgba; /* rows from the top; owned, image_free */
    bool is_lossy; /* equal pixels may differ */
    /* Its size in the file, if it was scaled down while it was read; or 0. */
    unsigned full_width, full_height;
    unsigned milliseconds; /* for which an animation shows it; 0: it does not say */
    unsigned plays;        /* how often the animation is played; 0: for ever */
} image;

/* What a file says of its frames. Begin with all zero; image_film_free. */
typedef struct image_film {
    unsigned count;         /* of the frames that were decoded */
    bool has_more;          /* the file has several */
    bool is_video;          /* set by the caller of image_decode */
    unsigned plays;         /* as of an image */
    unsigned *milliseconds; /* owned: of each frame that was decoded */
} image_film;

/* Takes each frame in turn, as the whole canvas. The pixels belong to the decoder, and last
 * until the call returns. */
typedef struct image_sink {
    df_status (*take)(void *context, const image *canvas);
    void *context;
} image_sink;

typedef struct image_format {
    const char *name;  /* as in a file's extension */
    const char *title; /* as in a sentence */
    /* How files begin, '?' for any byte and '~' for 0; a file has at least as many bytes. */
    const char *beginnings[2];
    /* Decodes the whole file, and gives the sink one frame or more. DF_ERROR_INPUT if it is
     * damaged, DF_ERROR_LIMIT if it is too large, with a text in *error. */
    df_status (*decode)(const uint8_t *bytes, size_t length, const image_sink *sink,
                        df_error *error);
} image_format;

extern const image_format image_png;
/* True if a PNG is an animation, an APNG, which the other decoder reads; a damaged one is none.
 */
bool image_png_is_film(const uint8_t *bytes, size_t length);
/* Steps from *at, 0 at first, behind the next frame of an APNG that is no damaged one, and says
 * how long it is shown, and of the whole how often, in *frame. */
void image_png_next_frame(const uint8_t *bytes, size_t length, size_t *at, image *frame);
extern const image_format image_gif;
extern const image_format image_bmp;
extern const image_format image_jpeg;
extern const image_format image_webp;
extern const image_format image_ico;
extern const image_format image_aseprite;
extern const image_format image_xpm;

/* The part of a video that is taken. */
typedef struct video_part {
    unsigned fps;         /* frames a second; 0: all that it has */
    unsigned from, to;    /* milliseconds; `to` 0: the end */
    unsigned max_side[2]; /* frames are scaled down to that width and height; 0: not */
    size_t left, top;     /* of what is seen, before it is scaled */
    size_t seen_width, seen_height; /* 0: all is */
} video_part;

/* Decodes files of further formats, whose path may say more than how they begin. */
typedef struct image_decoder {
    const char *path;
    FILE *file;             /* all of it, where only its beginning is in memory; or NULL */
    const video_part *part; /* of a video; NULL: all, as it is */
    bool (*is_one)(const uint8_t *bytes, size_t length, const char *path);
    df_status (*decode)(const struct image_decoder *self, const uint8_t *bytes, size_t length,
                        unsigned max_frames, const image_sink *sink, df_error *error);
} image_decoder;

/* True if the bytes begin like that, with '?' for any byte and '~' for 0; false for NULL. */
bool image_begins(const uint8_t *bytes, size_t length, const char *beginning);

/* True if the bytes begin like one of these formats. */
bool image_is_one(const uint8_t *bytes, size_t length);

/* Decodes frames `first` to `last`, 1 or more, as far as there are, one below the other, and
 * checks all of the file. `film`, which may be NULL, gets what it says of the frames; `other`
 * is asked about files of other formats, unless it is NULL. DF_ERROR_INPUT if it is of no known
 * format, damaged, or has fewer frames; DF_ERROR_LIMIT if it is too large; with a text in
 * *error. */
df_status image_decode(const uint8_t *bytes, size_t length, const image_decoder *other,
                       unsigned first, unsigned last, image *decoded, image_film *film,
                       df_error *error);
void image_film_free(image_film *film);

/* Returns for how many milliseconds a frame is shown of which an image says so many: as in
 * browsers, 100 for 10 or less. */
unsigned image_frame_time(uint64_t milliseconds);

/* The frames that an animation has a tag for, counted from 1. */
typedef struct image_tag {
    unsigned first, last;
    bool is_reversed; /* the last is shown first */
    bool returns;     /* behind them all come those between, backwards */
    unsigned plays;   /* how often all that is played; 0: for ever */
} image_tag;

/* Finds a tag. DF_ERROR_INPUT with a text in *error if there is none of that name. */
df_status image_find_tag(const uint8_t *bytes, size_t length, const char *name, image_tag *tag,
                         df_error *error);

/* Puts frames into the order in which their tag plays them. DF_ERROR_LIMIT with a text in
 * *error if they become too many. */
df_status image_order_frames(const image_tag *tag, image *frames, image_film *film,
                             df_error *error);

/* Refuses a frame that an image does not have, with the number of its frames. */
df_status image_check_frame(unsigned frame, unsigned frame_count, df_error *error);

void image_free(image *decoded);

/* Writes the names of all formats, each with a space before it. */
void image_put_names(FILE *stream);

/* Refuses a damaged file with the reason; returns DF_ERROR_INPUT. */
df_status image_refuse(const image_format *format, const char *why, df_error *error);

/* Checks the size that a header claims, before anything of that size is allocated. */
df_status image_check_size(uint64_t width, uint64_t height, df_error *error);

/* Does the same for an image that can be scaled down while it is read, by the whole number
 * *divisor, which is 1 where it need not be. */
df_status image_check_scaled(uint64_t width, uint64_t height, unsigned *divisor,
                             df_error *error);

/* Scales a strip of `divisor` rows, each `divisor` times as long as those of the canvas, to row
 * `y` of the canvas. */
void image_scale_strip(const image *canvas, size_t y, uint8_t *strip, unsigned divisor);

/* Gives the sink a frame, scaled down by a whole number; what is left over at the right and at
 * the bottom is left out. */
df_status image_take_scaled(const image_sink *sink, const image *full, unsigned divisor);

/* Checks, before each further frame, that a film is not too long. `drawn` is the number of
 * pixels of its frames so far. */
df_status image_check_film(uint64_t drawn, df_error *error);
