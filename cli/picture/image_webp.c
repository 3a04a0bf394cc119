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
    bool is_lossy, is_scaled;
    unsigned full_width, full_height, plays;
    unsigned milliseconds[IMAGE_MAX_FRAME]; /* of the first frames */
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
    for (size_t i = 0, shown = 0; i < info.frame_count; i++) {
        int time;
        uint8_t *rgba;
        if (!WebPAnimDecoderGetNext(decoder, &rgba, &time))
            return webp_refuse(error);
        memcpy(film->rgba + i * pixels * 4, rgba, pixels * 4);
        if (info.frame_count > 1 && i < IMAGE_MAX_FRAME)
            film->milliseconds[i] = image_frame_time((size_t)time - shown);
        shown = (size_t)time;
    }
    film->width = info.canvas_width;
    film->height = info.canvas_height;
    film->frame_count = info.frame_count;
    film->plays = info.loop_count;
    return DF_OK;
}

/* Decodes a large still image scaled down. */
static df_status webp_decode_scaled(const webp_job *job, unsigned width, unsigned height,
                                    unsigned divisor, df_error *error)
{
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config))
        return webp_refuse(error);
    job->film->width = width / divisor;
    job->film->height = height / divisor;
    job->film->frame_count = 1;
    job->film->is_scaled = true;
    config.options.use_scaling = 1;
    config.options.scaled_width = (int)job->film->width;
    config.options.scaled_height = (int)job->film->height;
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = job->film->rgba;
    config.output.u.RGBA.stride = (int)job->film->width * 4;
    config.output.u.RGBA.size = (size_t)job->film->width * job->film->height * 4;
    return WebPDecode(job->data.bytes, job->data.size, &config) == VP8_STATUS_OK
               ? DF_OK
               : webp_refuse(error);
}

static df_status webp_decode_guarded(void *context, df_error *error)
{
    const webp_job *job = context;
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(job->data.bytes, job->data.size, &features) != VP8_STATUS_OK)
        return webp_refuse(error);
    const unsigned width = (unsigned)features.width, height = (unsigned)features.height;
    unsigned divisor = 1;
    df_status status = features.has_animation
                           ? image_check_size(width, height, error)
                           : image_check_scaled(width, height, &divisor, error);
    if (status != DF_OK)
        return status;
    job->film->is_lossy = features.format == 1;
    job->film->full_width = width;
    job->film->full_height = height;
    if (divisor > 1)
        return webp_decode_scaled(job, width, height, divisor, error);
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
    image canvas = {.width = job.film->width,
                    .height = job.film->height,
                    .rgba = job.film->rgba,
                    .is_lossy = job.film->is_lossy,
                    .plays = job.film->plays};
    if (job.film->is_scaled) {
        canvas.full_width = job.film->full_width;
        canvas.full_height = job.film->full_height;
    }
    for (unsigned i = 0; i < job.film->frame_count && status == DF_OK; i++) {
        canvas.milliseconds = i < IMAGE_MAX_FRAME ? job.film->milliseconds[i] : 0;
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
