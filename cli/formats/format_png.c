/* Images with a palette as PNG, and the final playfield as one. */
#include <spng.h>
#include <stdlib.h>

#include "plan_formats.h"
#include "render.h"

static int png_write_chunk(spng_ctx *png, void *context, void *bytes, size_t length)
{
    (void)png;
    return out_write(context, bytes, length) ? 0 : SPNG_IO_ERROR;
}

/* Encodes the image. Returns the encoder's error, or 0. */
static int png_write_encode(spng_ctx *png, const png_pixels *from)
{
    struct spng_ihdr header = {
        .width = from->width,
        .height = from->height,
        .bit_depth = 8,
        .color_type = SPNG_COLOR_TYPE_INDEXED,
    };
    struct spng_plte palette = {.n_entries = (uint32_t)from->palette_count};
    for (size_t i = 0; i < from->palette_count; i++) {
        const df_color color = from->palette[i];
        palette.entries[i] = (struct spng_plte_entry){
            .red = color.red, .green = color.green, .blue = color.blue};
    }
    int code = spng_set_ihdr(png, &header);
    if (code == 0)
        code = spng_set_plte(png, &palette);
    struct spng_trns first = {.n_type3_entries = 1}; /* its alpha is 0 */
    if (code == 0 && from->transparent)
        code = spng_set_trns(png, &first);
    if (code == 0)
        code = spng_encode_image(png, from->pixels, (size_t)from->width * from->height,
                                 SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    return code;
}

df_status png_write(const png_pixels *from, out_stream *out, df_error *error)
{
    spng_ctx *png = spng_ctx_new(SPNG_CTX_ENCODER);
    if (png == NULL)
        return DF_ERROR_MEMORY;
    int code = spng_set_png_stream(png, png_write_chunk, out);
    if (code == 0)
        code = png_write_encode(png, from);
    spng_ctx_free(png);
    if (code == 0)
        return DF_OK;
    if (out->error != 0)
        return DF_ERROR_CANCELLED;
    return message_error(error, code == SPNG_EMEM ? DF_ERROR_MEMORY : DF_ERROR_LIMIT, "%s",
                         spng_strerror(code));
}

/* A raster, and the pixels it has drawn. */
typedef struct png_picture {
    df_raster raster;
    uint8_t *pixels;
} png_picture;

static df_status png_draw_frame(void *context, const df_frame *frame)
{
    const png_picture *picture = context;
    df_raster_draw(&picture->raster, NULL, frame, picture->pixels, NULL);
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
        render_note_size(out, raster, NULL);
        status = png_write(&drawn, out, error);
    }
    free(picture.pixels);
    df_raster_free(&picture.raster);
    return status;
}

const output_format format_png = OUTPUT_FORMAT("png", ".png", "an image of the final playfield",
                                               png_write_request, .is_binary = true);
