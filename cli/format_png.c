/* The final playfield as a PNG image with a palette. */
#include <spng.h>
#include <stdlib.h>

#include "format.h"

static int write_chunk(spng_ctx *png, void *context, void *bytes, size_t length)
{
    (void)png;
    return out_write(context, bytes, length) ? 0 : SPNG_IO_ERROR;
}

/* Hands the image to the encoder; answers its error code. */
static int encode(spng_ctx *png, const df_raster *raster, const uint8_t *pixels, size_t length)
{
    struct spng_ihdr header = {
        .width = raster->width,
        .height = raster->height,
        .bit_depth = 8,
        .color_type = SPNG_COLOR_TYPE_INDEXED,
    };
    struct spng_plte palette = {.n_entries = (uint32_t)raster->palette_count};
    for (size_t i = 0; i < raster->palette_count; i++) {
        const df_color color = raster->palette[i];
        palette.entries[i] = (struct spng_plte_entry){
            .red = color.red, .green = color.green, .blue = color.blue};
    }
    int error = spng_set_ihdr(png, &header);
    if (error == 0)
        error = spng_set_plte(png, &palette);
    if (error == 0)
        error = spng_encode_image(png, pixels, length, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    return error;
}

static df_status write_pixels(const df_raster *raster, const uint8_t *pixels, out_stream *out,
                              df_mishap *mishap)
{
    spng_ctx *png = spng_ctx_new(SPNG_CTX_ENCODER);
    if (png == NULL)
        return DF_ERROR_MEMORY;
    int error = spng_set_png_stream(png, write_chunk, out);
    if (error == 0)
        error = encode(png, raster, pixels, (size_t)raster->width * raster->height);
    spng_ctx_free(png);
    if (error == 0)
        return DF_OK;
    if (out->error != 0)
        return DF_ERROR_SINK;
    snprintf(mishap->text, sizeof mishap->text, "%s", spng_strerror(error));
    return error == SPNG_EMEM ? DF_ERROR_MEMORY : DF_ERROR_LIMIT;
}

static df_status write_png(const void *content, out_stream *out, df_mishap *mishap)
{
    const showing *show = content;
    df_raster raster;
    df_status status = df_raster_begin(&raster, &show->painted, &show->raster);
    if (status != DF_OK)
        return status;
    df_field *field = NULL;
    status = df_plan_play(&show->painted, NULL, NULL, &field, NULL, mishap);
    if (status != DF_OK)
        return status;
    uint8_t *pixels = malloc((size_t)raster.width * raster.height);
    if (pixels != NULL) {
        const df_frame frame = {
            .width = field->width, .height = field->height, .square = field->square};
        df_raster_draw(&raster, &frame, pixels);
        status = write_pixels(&raster, pixels, out, mishap);
    } else {
        status = DF_ERROR_MEMORY;
    }
    free(pixels);
    df_field_free(field);
    return status;
}

const output_format format_png = {
    .name = "png",
    .summary = "an image of the final playfield",
    .extensions = {".png"},
    .is_binary = true,
    .write = write_png,
};
