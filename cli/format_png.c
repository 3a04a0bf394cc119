/* The final playfield as a PNG image with a palette. */
#include <stdlib.h>

#include "format.h"
#include "png_write.h"

static df_status write_png(const void *content, out_stream *out, df_mishap *mishap)
{
    const showing *show = content;
    df_raster raster;
    df_status status = df_raster_begin(&raster, &show->painted, &show->raster);
    if (status != DF_OK)
        return status;
    df_field *field = NULL;
    status = df_plan_play(&show->painted, NULL, NULL, &field, NULL, mishap);
    if (status != DF_OK) {
        df_raster_free(&raster);
        return status;
    }
    uint8_t *pixels = malloc((size_t)raster.width * raster.height);
    if (pixels != NULL) {
        const df_frame frame = {
            .width = field->width, .height = field->height, .square = field->square};
        df_raster_draw(&raster, &frame, pixels);
        const png_pixels drawn = {.width = raster.width,
                                  .height = raster.height,
                                  .palette = raster.palette,
                                  .palette_count = raster.palette_count,
                                  .pixels = pixels};
        status = png_write(&drawn, out, mishap);
    } else {
        status = DF_ERROR_MEMORY;
    }
    free(pixels);
    df_field_free(field);
    df_raster_free(&raster);
    return status;
}

const output_format format_png = {
    .name = "png",
    .summary = "an image of the final playfield",
    .extensions = {".png"},
    .is_binary = true,
    .write = write_png,
};
