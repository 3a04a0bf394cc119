/* WebP by libwebp, still and animated. */
#include <stdio.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include "image.h"

static bool webp_recognize(const uint8_t *bytes, size_t length)
{
    return length >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0;
}

/* libwebp does not say which of the two it was. */
static df_status webp_refuse(df_mishap *mishap)
{
    snprintf(mishap->text, sizeof mishap->text,
             "damaged WebP, or memory ran out; save it again, or as PNG");
    return DF_ERROR_INPUT;
}

static df_status webp_decode_frames(WebPAnimDecoder *decoder, const image_sink *sink,
                                    df_mishap *mishap)
{
    WebPAnimInfo info;
    if (!WebPAnimDecoderGetInfo(decoder, &info) || info.frame_count == 0)
        return webp_refuse(mishap);
    image canvas = {.width = info.canvas_width, .height = info.canvas_height};
    df_status status = image_check_size(canvas.width, canvas.height, mishap);
    if (status == DF_OK)
        status =
            image_check_film((uint64_t)canvas.width * canvas.height * info.frame_count, mishap);
    for (uint32_t i = 0; i < info.frame_count && status == DF_OK; i++) {
        int time;
        status = WebPAnimDecoderGetNext(decoder, &canvas.rgba, &time)
                     ? sink->take(sink->context, &canvas)
                     : webp_refuse(mishap);
    }
    return status;
}

static df_status webp_decode(const uint8_t *bytes, size_t length, const image_sink *sink,
                             df_mishap *mishap)
{
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes, length, &features) != VP8_STATUS_OK)
        return webp_refuse(mishap);
    const df_status status =
        image_check_size((uint64_t)features.width, (uint64_t)features.height, mishap);
    if (status != DF_OK)
        return status;
    const WebPData data = {bytes, length};
    WebPAnimDecoder *decoder = WebPAnimDecoderNew(&data, NULL);
    if (decoder == NULL)
        return webp_refuse(mishap);
    const df_status decoded = webp_decode_frames(decoder, sink, mishap);
    WebPAnimDecoderDelete(decoder);
    return decoded;
}

const image_format image_webp = {
    .name = "webp",
    .title = "WebP",
    .recognize = webp_recognize,
    .decode = webp_decode,
};
