/* What image_bmp.c has read of a BMP's header, and image_bmp_rle.c needs for packed rows. */
#ifndef CLI_IMAGE_BMP_H
#define CLI_IMAGE_BMP_H

#include "image.h"

enum { BMP_MAX_COLORS = 256, BMP_CHANNELS = 4 };

typedef enum bmp_packing {
    BMP_PLAIN = 0,
    BMP_RLE8 = 1,
    BMP_RLE4 = 2,
    BMP_MASKS = 3,
    BMP_ALPHA_MASKS = 6,
} bmp_packing;

typedef struct bmp_layout {
    const uint8_t *bytes; /* the file */
    size_t length;
    size_t header_size; /* of the second header, after the 14 bytes of the first */
    size_t pixels;      /* where they begin */
    unsigned width;
    unsigned height;
    bool from_top;
    unsigned bits; /* of a pixel */
    bmp_packing packing;
    uint32_t masks[BMP_CHANNELS]; /* red, green, blue, alpha */
    uint32_t color_count;         /* as the header says; 0: all */
    uint8_t palette[BMP_MAX_COLORS][3];
    unsigned palette_size;
} bmp_layout;

/* Returns the pixel of that place, rows counted from the top. */
uint8_t *bmp_pixel(const image *canvas, unsigned x, unsigned y);

/* Puts a colour of the palette at a pixel. */
df_status bmp_put_index(const bmp_layout *bmp, unsigned index, uint8_t *rgba,
                        df_mishap *mishap);

df_status bmp_refuse(const char *why, df_mishap *mishap);

/* Draws packed rows. The canvas is clear, and pixels that the file skips stay so. */
df_status bmp_draw_runs(const bmp_layout *bmp, const image *canvas, df_mishap *mishap);

#endif
