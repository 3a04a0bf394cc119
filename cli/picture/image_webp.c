/* WebP by libwebp, still and animated. With one allocation failing, or all from there on,
 * libwebp 1.2.4 crashed in 22 of 532 runs on five small files, all of them with transparent
 * pixels or frames; so only a child may call it. giflib 5.2.1, libturbojpeg 2.1.5 and libspng
 * 0.7.3 survived all of theirs, and left nothing behind. */
#include <stdio.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include "cli/process/guard.h"
#include "image.h"

/* The frames that the child has decoded, one after the other, in shared memory. */
typedef struct webp_film {
    unsigned width;
    unsigned height;
    unsigned frame_count;
    uint8_t rgba[(size_t)IMAGE_MAX_DRAWN * 4];
} webp_film;

typedef struct webp_job {
    WebPData data;
    webp_film *film;
} webp_job;

/* Refuses the file for two reasons, which libwebp does not distinguish. */
static df_status webp_refuse(df_error *error)
{
    snprintf(error->text, sizeof error->text,
             "damaged WebP, or memory ran out; save it again, or as PNG");
    return DF_ERROR_INPUT;
}

static df_status webp_decode_frames(WebPAnimDecoder *decoder, webp_film *film, df_error *error)
{
    WebPAnimInfo info;
    if (!WebPAnimDecoderGetInfo(decoder, &info) || info.frame_count == 0)
        return webp_refuse(error);
    const size_t pixels = (size_t)info.canvas_width * info.canvas_height;
    const df_status status = image_check_film((uint64_t)pixels * info.frame_count, error);
    if (status != DF_OK)
        return status;
    for (size_t i = 0; i < info.frame_count; i++) {
        int time;
        uint8_t *rgba;
        if (!WebPAnimDecoderGetNext(decoder, &rgba, &time))
            return webp_refuse(error);
        memcpy(film->rgba + i * pixels * 4, rgba, pixels * 4);
    }
    film->width = info.canvas_width;
    film->height = info.canvas_height;
    film->frame_count = info.frame_count;
    return DF_OK;
}

/* Decodes in the child. */
static df_status webp_decode_guarded(void *context, df_error *error)
{
    const webp_job *job = context;
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(job->data.bytes, job->data.size, &features) != VP8_STATUS_OK)
        return webp_refuse(error);
    df_status status =
        image_check_size((uint64_t)features.width, (uint64_t)features.height, error);
    if (status != DF_OK)
        return status;
    WebPAnimDecoder *decoder = WebPAnimDecoderNew(&job->data, NULL);
    if (decoder == NULL)
        return webp_refuse(error);
    status = webp_decode_frames(decoder, job->film, error);
    WebPAnimDecoderDelete(decoder);
    return status;
}

static df_status webp_decode(const uint8_t *bytes, size_t length, const image_sink *sink,
                             df_error *error)
{
    webp_job job = {{bytes, length}, guard_share(sizeof *job.film)};
    if (job.film == NULL)
        return DF_ERROR_MEMORY;
    df_status status = guard_run(webp_decode_guarded, &job, error);
    image canvas = {job.film->width, job.film->height, job.film->rgba, false};
    for (unsigned i = 0; i < job.film->frame_count && status == DF_OK; i++) {
        status = sink->take(sink->context, &canvas);
        canvas.rgba += (size_t)canvas.width * canvas.height * 4;
    }
    guard_unshare(job.film, sizeof *job.film);
    return status;
}

const image_format image_webp = {
    .name = "webp",
    .title = "WebP",
    .beginnings = {"RIFF????WEBP"},
    .decode = webp_decode,
};
