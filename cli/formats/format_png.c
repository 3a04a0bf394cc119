/* The final playfield as a PNG image with a palette. */
#include <stdlib.h>

#include "plan_formats.h"
#include "png_write.h"

static df_status png_write_request(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    df_raster raster = {0};
    df_field *field = NULL;
    uint8_t *pixels = NULL;
    df_status status = df_raster_begin(&raster, &request->painted, &request->raster);
    if (status == DF_OK)
        status = df_plan_play(&request->painted, NULL, NULL, &field, NULL, error);
    if (status == DF_OK) {
        pixels = malloc((size_t)raster.width * raster.height);
        status = pixels != NULL ? DF_OK : DF_ERROR_MEMORY;
    }
    if (status == DF_OK) {
        const df_frame frame = {
            .width = field->width, .height = field->height, .square = field->square};
        df_raster_draw(&raster, &frame, pixels);
        const png_pixels drawn = {.width = raster.width,
                                  .height = raster.height,
                                  .palette = raster.palette,
                                  .palette_count = raster.palette_count,
                                  .pixels = pixels};
        status = png_write(&drawn, out, error);
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
    .write = png_write_request,
};
