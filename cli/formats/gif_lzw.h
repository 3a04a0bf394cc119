/* The compression of GIFs (Welch 1984), for pixels of which some may have either of two values.
 */
#pragma once

#include "dropforge/base.h"

enum { GIF_CODES = 4096, GIF_COLORS = 256 };

/* A dictionary of strings of pixels: a tree in which each code is a node. */
typedef struct gif_lzw {
    uint16_t longer[GIF_CODES * GIF_COLORS]; /* with one more pixel; 0: none */
    uint8_t first[GIF_CODES];                /* pixel of a string */
    unsigned count;                          /* codes in use */
    unsigned width;                          /* bits of the next code */
    unsigned depth;                          /* bits of a pixel */
    uint32_t bits;                           /* that do not fill a byte yet, lowest first */
    unsigned bit_count;
    df_text *bytes;
    size_t block; /* where the length of the block of bytes that is written stands */
} gif_lzw;

/* Appends the image data of `count` pixels. Each may also have the other value, of which those
 * are replaced that would need longer codes. */
void gif_lzw_put(gif_lzw *lzw, df_text *bytes, const uint8_t *values, uint8_t *others,
                 size_t count);
