#include "png_write.h"

#include <spng.h>

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
