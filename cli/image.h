/* Image files in memory as 8-bit RGBA pixels. Each format is one file image_NAME.c with one
 * entry in the table of image.c. */
#ifndef CLI_IMAGE_H
#define CLI_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "dropforge/status.h"

/* A sprite is small; these refuse what would only use up memory. All frames of a film have
 * IMAGE_MAX_DRAWN pixels at most, so that they fit into 256 MiB. */
enum {
    IMAGE_MAX_SIDE = 4096,
    IMAGE_MAX_PIXELS = 1 << 22,
    IMAGE_MAX_DRAWN = 1 << 26,
    IMAGE_MAX_FRAME = 1000000,
};

typedef struct image {
    unsigned width;
    unsigned height;
    uint8_t *rgba; /* rows from the top; owned, image_free */
} image;

/* Takes each frame in turn: all that stands on the canvas once it has been drawn. The pixels
 * are the decoder's, and last until the call returns. */
typedef struct image_sink {
    df_status (*take)(void *context, const image *canvas);
    void *context;
} image_sink;

typedef struct image_format {
    const char *name;  /* as in a file's extension */
    const char *title; /* as in a sentence */
    /* True if the bytes begin like this format. */
    bool (*recognize)(const uint8_t *bytes, size_t length);
    /* Decodes the file to its end, and gives the sink one frame or more. DF_ERROR_INPUT when
     * it is damaged, DF_ERROR_LIMIT when it is too large; *mishap says so in words. */
    df_status (*decode)(const uint8_t *bytes, size_t length, const image_sink *sink,
                        df_mishap *mishap);
} image_format;

extern const image_format image_png;
extern const image_format image_gif;
extern const image_format image_bmp;
extern const image_format image_jpeg;
extern const image_format image_webp;

/* True if the bytes begin like one of these formats. */
bool image_is_one(const uint8_t *bytes, size_t length);

/* Decodes the frame of that number, 1 for the first, after looking at all of the file.
 * DF_ERROR_INPUT when it is of no known format, damaged, or has fewer frames; DF_ERROR_LIMIT
 * when it is too large; *mishap says so in words. */
df_status image_decode(const uint8_t *bytes, size_t length, unsigned frame, image *decoded,
                       df_mishap *mishap);

/* Refuses a frame that an image does not have, with the number of those that it has. */
df_status image_check_frame(unsigned frame, unsigned frame_count, df_mishap *mishap);

void image_free(image *decoded);

/* Writes the names of all formats, each with a space before it. */
void image_put_names(FILE *stream);

/* Checks the size that a header claims, before anything of that size is allocated. */
df_status image_check_size(uint64_t width, uint64_t height, df_mishap *mishap);

/* Checks before each further frame that a film is not too long. `drawn` is what its frames
 * have in pixels so far. */
df_status image_check_film(uint64_t drawn, df_mishap *mishap);

#endif
