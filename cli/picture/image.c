#include "image.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "dropforge/picture.h"
#include "dropforge/plan.h"

static const image_format *const formats[] = {
    &image_png,  &image_gif, &image_bmp,      &image_jpeg,
    &image_webp, &image_ico, &image_aseprite, &image_xpm,
};

enum { FORMAT_COUNT = sizeof formats / sizeof formats[0] };

/* Keeps one of the frames. */
typedef struct frame_keeper {
    unsigned wanted; /* or the first of those up to `last` */
    unsigned last;
    unsigned seen;
    unsigned count;   /* of the frames so far */
    unsigned divisor; /* by which they are scaled down */
    uint64_t taken;   /* their pixels before that */
    image kept;
    image_film film;
    df_error *error;
} frame_keeper;

bool image_begins(const uint8_t *bytes, size_t length, const char *beginning)
{
    size_t i = 0;
    if (beginning == NULL)
        return false;
    while (beginning[i] != '\0' && i < length &&
           (beginning[i] == '?' || (uint8_t)beginning[i] == bytes[i] ||
            (beginning[i] == '~' && bytes[i] == 0)))
        i++;
    return beginning[i] == '\0';
}

/* Returns the format of the bytes, or NULL. */
static const image_format *image_recognize(const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (image_begins(bytes, length, formats[i]->beginnings[0]) ||
            image_begins(bytes, length, formats[i]->beginnings[1]))
            return formats[i];
    }
    return NULL;
}

bool image_is_one(const uint8_t *bytes, size_t length)
{
    return image_recognize(bytes, length) != NULL;
}

/* Adds a frame of the size of those before it below them. */
static df_status keeper_put(void *context, const image *canvas)
{
    frame_keeper *keeper = context;
    const size_t size = (size_t)canvas->width * canvas->height * 4;
    uint8_t *rgba = realloc(keeper->kept.rgba, (keeper->count + 1) * size);
    if (rgba == NULL)
        return DF_ERROR_MEMORY;
    keeper->kept.rgba = rgba;
    unsigned *times = realloc(keeper->film.milliseconds, (keeper->count + 1) * sizeof times[0]);
    if (times == NULL)
        return DF_ERROR_MEMORY;
    keeper->film.milliseconds = times;
    times[keeper->count] = canvas->milliseconds;
    memcpy(rgba + keeper->count * size, canvas->rgba, size);
    keeper->count++;
    keeper->kept = *canvas;
    keeper->kept.height *= keeper->count;
    keeper->kept.rgba = rgba;
    return DF_OK;
}

/* Scales all frames down by two. */
static df_status keeper_halve(frame_keeper *keeper)
{
    frame_keeper halved = {.divisor = 2 * keeper->divisor};
    const image_sink sink = {keeper_put, &halved};
    image frame = keeper->kept;
    df_status status = DF_OK;
    frame.height /= keeper->count;
    for (unsigned i = 0; i < keeper->count && status == DF_OK; i++) {
        frame.milliseconds = keeper->film.milliseconds[i];
        status = image_take_scaled(&sink, &frame, 2);
        frame.rgba += (size_t)4 * frame.width * frame.height;
    }
    image_free(&keeper->kept);
    image_film_free(&keeper->film);
    keeper->kept = halved.kept;
    keeper->film = halved.film;
    keeper->count = halved.count;
    keeper->divisor = halved.divisor;
    return status;
}

/* Keeps a frame if it is wanted; all are scaled down where there are too many pixels. */
static df_status image_add_frame(void *context, const image *canvas)
{
    frame_keeper *keeper = context;
    const image_sink sink = {keeper_put, keeper};
    if (++keeper->seen < keeper->wanted || keeper->seen > keeper->last)
        return DF_OK;
    keeper->taken += (uint64_t)canvas->width * canvas->height;
    df_status status = image_check_film(keeper->taken / IMAGE_SCALED_TIMES, keeper->error);
    while (status == DF_OK) {
        const uint64_t width = canvas->width / keeper->divisor;
        const uint64_t height = canvas->height / keeper->divisor;
        if ((keeper->count + 1) * width * height <= IMAGE_MAX_DRAWN)
            return image_take_scaled(&sink, canvas, keeper->divisor);
        status = width > 1 && height > 1 && keeper->count > 0
                     ? keeper_halve(keeper)
                     : image_check_film(UINT64_MAX, keeper->error);
    }
    return status;
}

/* Refuses bytes that are none of the formats. */
static df_status image_refuse_unknown(size_t length, df_error *error)
{
    char titles[80] = "";
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        const size_t used = strlen(titles);
        snprintf(titles + used, sizeof titles - used, "%s%s",
                 i == 0                  ? ""
                 : i == FORMAT_COUNT - 1 ? " or "
                                         : ", ",
                 formats[i]->title);
    }
    if (length == 0)
        snprintf(error->text, sizeof error->text, "the file is empty; give a %s image", titles);
    else
        snprintf(error->text, sizeof error->text,
                 "not a %s image; convert it into one of these", titles);
    return DF_ERROR_INPUT;
}

df_status image_check_frame(unsigned frame, unsigned frame_count, df_error *error)
{
    if (frame <= frame_count)
        return DF_OK;
    if (frame_count == 1)
        snprintf(error->text, sizeof error->text,
                 "there is no frame %u, as this image has 1 frame; leave out --frame", frame);
    else
        snprintf(error->text, sizeof error->text,
                 "there is no frame %u, as this image has %u frames; use a smaller --frame",
                 frame, frame_count);
    return DF_ERROR_INPUT;
}

/* Decodes a file of a known format, or leaves it to the other decoder. */
static df_status image_give(const uint8_t *bytes, size_t length, const image_decoder *other,
                            unsigned max_frames, const image_sink *sink, df_error *error)
{
    const image_format *format = image_recognize(bytes, length);
    /* The first frame of an APNG is a picture that needs no other decoder. */
    const bool is_film = format == &image_png && max_frames > 1 && other != NULL &&
                         image_png_is_film(bytes, length);
    if (format != NULL && !is_film)
        return format->decode(bytes, length, sink, error);
    if (other == NULL || !other->is_one(bytes, length, other->path))
        return image_refuse_unknown(length, error);
    /* One frame more shows whether there are further ones. */
    return other->decode(other, bytes, length, max_frames + 1, sink, error);
}

df_status image_decode(const uint8_t *bytes, size_t length, const image_decoder *other,
                       unsigned first, unsigned last, image *decoded, image_film *film,
                       df_error *error)
{
    frame_keeper keeper = {.wanted = first, .last = last, .divisor = 1, .error = error};
    const image_sink sink = {image_add_frame, &keeper};
    df_status status = image_give(bytes, length, other, last, &sink, error);
    if (status == DF_OK && keeper.count == 0)
        status = image_check_frame(first, keeper.seen, error);
    if (status != DF_OK) {
        image_free(&keeper.kept);
        image_film_free(&keeper.film);
        return status;
    }
    *decoded = keeper.kept;
    keeper.film.count = keeper.count;
    keeper.film.plays = keeper.kept.plays;
    keeper.film.has_more = keeper.seen > 1 || (image_recognize(bytes, length) == &image_png &&
                                               image_png_is_film(bytes, length));
    if (film != NULL)
        *film = keeper.film;
    else
        image_film_free(&keeper.film);
    return DF_OK;
}

df_status image_order_frames(const image_tag *tag, image *frames, image_film *film,
                             df_error *error)
{
    const unsigned given = film->count;
    const unsigned count = tag->returns && given > 2 ? 2 * given - 2 : given;
    const size_t area = (size_t)frames->width * (frames->height / given);
    const df_status status = image_check_film((uint64_t)count * area, error);
    if (status != DF_OK)
        return status;
    uint8_t *rgba = malloc(4 * area * count);
    unsigned *times = malloc(count * sizeof times[0]);
    for (unsigned i = 0; i < count && rgba != NULL && times != NULL; i++) {
        const unsigned at = i < given ? i : count - i;
        const unsigned from = tag->is_reversed ? given - 1 - at : at;
        memcpy(rgba + 4 * area * i, frames->rgba + 4 * area * from, 4 * area);
        times[i] = film->milliseconds[from];
    }
    if (rgba == NULL || times == NULL) {
        free(rgba);
        free(times);
        return DF_ERROR_MEMORY;
    }
    free(frames->rgba);
    free(film->milliseconds);
    frames->height = frames->height / given * count;
    frames->rgba = rgba;
    *film = (image_film){
        .count = count, .has_more = film->has_more, .plays = tag->plays, .milliseconds = times};
    return DF_OK;
}

void image_film_free(image_film *film)
{
    free(film->milliseconds);
    *film = (image_film){0};
}

unsigned image_frame_time(uint64_t milliseconds)
{
    enum { LEAST = 10, USUAL = 100 };
    return milliseconds <= LEAST                     ? USUAL
           : milliseconds < DF_PLAN_MAX_MILLISECONDS ? (unsigned)milliseconds
                                                     : DF_PLAN_MAX_MILLISECONDS;
}

void image_free(image *decoded)
{
    free(decoded->rgba);
    decoded->rgba = NULL;
}

void image_put_names(FILE *stream)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        fprintf(stream, " %s", formats[i]->name);
}

df_status image_refuse(const image_format *format, const char *why, df_error *error)
{
    snprintf(error->text, sizeof error->text, "damaged %s (%s); save it again%s", format->title,
             why, format == &image_png ? "" : ", or as PNG");
    return DF_ERROR_INPUT;
}

df_status image_check_size(uint64_t width, uint64_t height, df_error *error)
{
    if (width > 0 && height > 0 && width <= IMAGE_MAX_SIDE && height <= IMAGE_MAX_SIDE &&
        width * height <= IMAGE_MAX_PIXELS)
        return DF_OK;
    snprintf(error->text, sizeof error->text,
             "an image of %" PRIu64 " by %" PRIu64
             " pixels cannot be a sprite; scale or crop it",
             width, height);
    return DF_ERROR_LIMIT;
}

df_status image_check_scaled(uint64_t width, uint64_t height, unsigned *divisor,
                             df_error *error)
{
    unsigned by = 1;
    while (width <= IMAGE_MAX_SIDE && height <= IMAGE_MAX_SIDE &&
           width * height <= IMAGE_MAX_SEEN && width / by >= 1 && height / by >= 1 &&
           (width / by) * (height / by) > IMAGE_MAX_PIXELS)
        by++;
    *divisor = by;
    return image_check_size(width / by, height / by, error);
}

void image_scale_strip(const image *canvas, size_t y, uint8_t *strip, unsigned divisor)
{
    size_t width = (size_t)canvas->width * divisor, height = divisor;
    df_pixels_fit(strip, &width, &height, canvas->width, 1);
    memcpy(canvas->rgba + 4 * y * canvas->width, strip, 4 * (size_t)canvas->width);
}

df_status image_take_scaled(const image_sink *sink, const image *full, unsigned divisor)
{
    if (divisor == 1)
        return sink->take(sink->context, full);
    image canvas = {.width = full->width / divisor,
                    .height = full->height / divisor,
                    .is_lossy = full->is_lossy,
                    .full_width = full->full_width > 0 ? full->full_width : full->width,
                    .full_height = full->full_height > 0 ? full->full_height : full->height,
                    .milliseconds = full->milliseconds,
                    .plays = full->plays};
    const size_t row = (size_t)4 * canvas.width * divisor;
    uint8_t *strip = malloc(row * divisor);
    canvas.rgba = malloc((size_t)4 * canvas.width * canvas.height);
    df_status status = strip == NULL || canvas.rgba == NULL ? DF_ERROR_MEMORY : DF_OK;
    for (size_t y = 0; y < canvas.height && status == DF_OK; y++) {
        for (size_t i = 0; i < divisor; i++)
            memcpy(strip + i * row, full->rgba + 4 * (y * divisor + i) * full->width, row);
        image_scale_strip(&canvas, y, strip, divisor);
    }
    if (status == DF_OK)
        status = sink->take(sink->context, &canvas);
    free(strip);
    image_free(&canvas);
    return status;
}

df_status image_check_film(uint64_t drawn, df_error *error)
{
    if (drawn <= IMAGE_MAX_DRAWN)
        return DF_OK;
    snprintf(error->text, sizeof error->text,
             "this film has too many frames for its size; shorten it, or make a video of it "
             "('ffmpeg -i FILE film.mp4'), of which small frames are taken");
    return DF_ERROR_LIMIT;
}
