/* The whole play as an animated GIF. */
#include <cgif.h>
#include <errno.h>
#include <stdlib.h>

#include "cli/base/progress.h"
#include "cli/process/guard.h"
#include "plan_formats.h"
#include "render.h"

enum { GIF_MAX_PIXELS = 65535 };

typedef struct gif_writer {
    CGIF *encoder;
    df_film *film;
    df_raster raster;
    uint8_t *pixels;
    size_t drops;
} gif_writer;

static int gif_write_bytes(void *context, const uint8_t *bytes, const size_t length)
{
    return out_write(context, bytes, length) ? 0 : -1;
}

static df_status gif_add_frame(void *context, const df_frame *frame)
{
    gif_writer *gif = context;
    df_raster_draw(&gif->raster, frame, gif->pixels);
    CGIF_FrameConfig config = {
        .pImageData = gif->pixels,
        .genFlags = gif->raster.options.transparent
                        ? CGIF_FRAME_GEN_USE_DIFF_WINDOW
                        : CGIF_FRAME_GEN_USE_TRANSPARENCY | CGIF_FRAME_GEN_USE_DIFF_WINDOW,
        .delay = (uint16_t)frame->centiseconds,
    };
    progress_set(frame->drops, gif->drops);
    /* The encoder keeps its error, and cgif_close returns it. */
    return cgif_addframe(gif->encoder, &config) == CGIF_OK ? DF_OK : DF_ERROR_CANCELLED;
}

static CGIF *gif_open_encoder(const df_raster *raster, out_stream *out)
{
    uint8_t palette[3 * DF_RASTER_MAX_PALETTE];
    for (size_t i = 0; i < raster->palette_count; i++) {
        palette[3 * i] = raster->palette[i].red;
        palette[3 * i + 1] = raster->palette[i].green;
        palette[3 * i + 2] = raster->palette[i].blue;
    }
    CGIF_Config config = {
        .pGlobalPalette = palette,
        .attrFlags = raster->options.transparent
                         ? CGIF_ATTR_IS_ANIMATED | CGIF_ATTR_HAS_TRANSPARENCY
                         : CGIF_ATTR_IS_ANIMATED,
        .width = (uint16_t)raster->width,
        .height = (uint16_t)raster->height,
        .numGlobalPaletteEntries = (uint16_t)raster->palette_count,
        .numLoops = CGIF_INFINITE_LOOP,
        .pWriteFn = gif_write_bytes,
        .pContext = out,
    };
    return cgif_newgif(&config);
}

/* Writes all frames; the pixels are allocated and the encoder is open. */
static df_status gif_write_frames(gif_writer *gif, out_stream *out, df_error *error)
{
    progress_begin("encoding the film");
    const df_status status = df_film_play(gif->film, gif_add_frame, gif);
    const int closed = cgif_close(gif->encoder);
    progress_end();
    if (out->error != 0)
        return DF_ERROR_CANCELLED;
    if (closed == CGIF_EALLOC)
        return DF_ERROR_MEMORY;
    if (closed == CGIF_OK)
        return status;
    return message_error(error, DF_ERROR_LIMIT, "the GIF encoder failed; write another format");
}

/* Writes the film of a raster that has begun. */
static df_status gif_encode_raster(gif_writer *gif, out_stream *out, df_error *error)
{
    if (gif->raster.width > GIF_MAX_PIXELS || gif->raster.height > GIF_MAX_PIXELS) {
        return message_error(error, DF_ERROR_LIMIT,
                             "a GIF cannot be larger than %d pixels; use a smaller --square",
                             GIF_MAX_PIXELS);
    }
    gif->pixels = malloc((size_t)gif->raster.width * gif->raster.height);
    if (gif->pixels == NULL)
        return DF_ERROR_MEMORY;
    df_status status = DF_ERROR_MEMORY;
    gif->encoder = gif_open_encoder(&gif->raster, out);
    if (gif->encoder != NULL)
        status = gif_write_frames(gif, out, error);
    else if (out->error != 0)
        status = DF_ERROR_CANCELLED;
    free(gif->pixels);
    return status;
}

static df_status gif_encode(const render_request *request, out_stream *out, df_error *error)
{
    gif_writer gif = {.drops = request->plan->count};
    df_status status = df_film_create(&gif.film, &request->painted, &request->film, error);
    if (status == DF_OK)
        status = render_begin_raster(&gif.raster, request, gif.film, error);
    if (status == DF_OK)
        status = gif_encode_raster(&gif, out, error);
    df_film_free(gif.film);
    df_raster_free(&gif.raster);
    return status;
}

/* The work of the child. */
typedef struct gif_job {
    const render_request *request;
    out_stream *out;
    int *error; /* of the stream, in memory that is shared */
} gif_job;

/* Writes in the child. The stream's buffer is empty at first, and both processes share the
 * position in the file. */
static df_status gif_write_guarded(void *context, df_error *error)
{
    const gif_job *job = context;
    const df_status status = gif_encode(job->request, job->out, error);
    if (fflush(job->out->stream) != 0 && job->out->error == 0)
        job->out->error = errno;
    *job->error = job->out->error;
    return status;
}

/* Writes the GIF in a child, since libcgif does not check every malloc. */
static df_status gif_write_request(const void *content, out_stream *out, df_error *error)
{
    if (fflush(out->stream) != 0) {
        out->error = errno;
        return DF_ERROR_CANCELLED;
    }
    gif_job job = {content, out, guard_share(sizeof *job.error)};
    if (job.error == NULL)
        return DF_ERROR_MEMORY;
    const df_status status = guard_run(gif_write_guarded, &job, false, error);
    out->error = *job.error;
    guard_unshare(job.error, sizeof *job.error);
    return status;
}

const output_format format_gif = {
    .name = "gif",
    .summary = "a film of the whole play",
    .extensions = {".gif"},
    .is_binary = true,
    .is_film = true,
    .write = gif_write_request,
};
