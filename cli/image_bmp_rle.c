#include "image_bmp.h"

/* Draws the runs of a BMP. */
typedef struct bmp_runs {
    const bmp_layout *bmp;
    const image *canvas;
    size_t at; /* in the file */
    unsigned x;
    unsigned row; /* from the bottom */
    df_mishap *mishap;
} bmp_runs;

enum { RLE_END_OF_ROW = 0, RLE_END = 1, RLE_SKIP = 2 };

static df_status rle_put(bmp_runs *runs, unsigned index)
{
    if (runs->x >= runs->canvas->width || runs->row >= runs->canvas->height)
        return bmp_refuse("a run beyond the border", runs->mishap);
    uint8_t *rgba = bmp_pixel(runs->canvas, runs->x++, runs->canvas->height - 1 - runs->row);
    return bmp_put_index(runs->bmp, index, rgba, runs->mishap);
}

/* Returns the index of pixel `i` of those that begin at `bytes`. */
static unsigned rle_index(const bmp_runs *runs, const uint8_t *bytes, unsigned i)
{
    if (runs->bmp->packing == BMP_RLE8)
        return bytes[i];
    return i % 2 == 0 ? bytes[i / 2] >> 4 : bytes[i / 2] & 15u;
}

/* Draws pixels that are given one by one. */
static df_status rle_put_each(bmp_runs *runs, unsigned count)
{
    const size_t size = runs->bmp->packing == BMP_RLE8 ? count : (count + 1) / 2;
    const size_t padded = (size + 1) & ~(size_t)1;
    if (padded > runs->bmp->length - runs->at)
        return bmp_refuse("it is cut", runs->mishap);
    df_status status = DF_OK;
    for (unsigned i = 0; i < count && status == DF_OK; i++)
        status = rle_put(runs, rle_index(runs, runs->bmp->bytes + runs->at, i));
    runs->at += padded;
    return status;
}

static df_status rle_skip(bmp_runs *runs)
{
    if (runs->bmp->length - runs->at < 2)
        return bmp_refuse("it is cut", runs->mishap);
    runs->x += runs->bmp->bytes[runs->at];
    runs->row += runs->bmp->bytes[runs->at + 1];
    runs->at += 2;
    if (runs->x > runs->canvas->width || runs->row > runs->canvas->height)
        return bmp_refuse("a skip beyond the border", runs->mishap);
    return DF_OK;
}

/* Draws the same one or two pixels again and again; `pair` has them. */
static df_status rle_repeat(bmp_runs *runs, unsigned count, uint8_t pair)
{
    df_status status = DF_OK;
    for (unsigned i = 0; i < count && status == DF_OK; i++)
        status =
            rle_put(runs, rle_index(runs, &pair, runs->bmp->packing == BMP_RLE8 ? 0 : i % 2));
    return status;
}

df_status bmp_draw_runs(const bmp_layout *bmp, const image *canvas, df_mishap *mishap)
{
    bmp_runs runs = {.bmp = bmp, .canvas = canvas, .at = bmp->pixels, .mishap = mishap};
    df_status status = DF_OK;
    while (status == DF_OK) {
        if (bmp->length - runs.at < 2)
            return bmp_refuse("it is cut", mishap);
        const uint8_t count = bmp->bytes[runs.at], value = bmp->bytes[runs.at + 1];
        runs.at += 2;
        if (count > 0) {
            status = rle_repeat(&runs, count, value);
        } else if (value == RLE_END) {
            return DF_OK;
        } else if (value == RLE_END_OF_ROW) {
            runs.x = 0;
            runs.row++;
            if (runs.row > canvas->height)
                return bmp_refuse("too many rows", mishap);
        } else if (value == RLE_SKIP) {
            status = rle_skip(&runs);
        } else {
            status = rle_put_each(&runs, value);
        }
    }
    return status;
}
