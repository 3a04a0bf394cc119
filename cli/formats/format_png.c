/* The final playfield as a PNG image with a palette. */
#include <stdlib.h>

#include "plan_formats.h"
#include "png_write.h"
#include "render.h"

/* A raster, and the pixels it has drawn. */
typedef struct png_picture {
    df_raster raster;
    uint8_t *pixels;
} png_picture;

static df_status png_draw_frame(void *context, const df_frame *frame)
{
    const png_picture *picture = context;
    df_raster_draw(&picture->raster, frame, picture->pixels);
    return DF_OK;
}

/* Draws the last frame of the film. */
static df_status png_draw_last(png_picture *picture, const render_request *request,
                               df_error *error)
{
    df_film_options last = request->film;
    df_film *film = NULL;
    last.max_frames = 1;
    df_status status = df_film_create(&film, &request->painted, &last, error);
    if (status != DF_OK)
        return status;
    status = render_begin_raster(&picture->raster, request, film, error);
    if (status == DF_OK) {
        picture->pixels = malloc((size_t)picture->raster.width * picture->raster.height);
        status = picture->pixels != NULL ? DF_OK : DF_ERROR_MEMORY;
    }
    if (status == DF_OK)
        status = df_film_play(film, png_draw_frame, picture);
    df_film_free(film);
    return status;
}

static df_status png_write_request(const void *content, out_stream *out, df_error *error)
{
    png_picture picture = {0};
    const df_raster *raster = &picture.raster;
    df_status status = png_draw_last(&picture, content, error);
    if (status == DF_OK) {
        const png_pixels drawn = {.width = raster->width,
                                  .height = raster->height,
                                  .palette = raster->palette,
                                  .palette_count = raster->palette_count,
                                  .pixels = picture.pixels,
                                  .transparent = raster->options.transparent};
        status = png_write(&drawn, out, error);
    }
    free(picture.pixels);
    df_raster_free(&picture.raster);
    return status;
}

const output_format format_png = OUTPUT_FORMAT("png", ".png", "an image of the final playfield",
                                               png_write_request, .is_binary = true);
