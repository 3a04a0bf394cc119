/* The whole play as an animated GIF. A frame has only the rectangle in which
 * something changes, and is written when the next one is known. */
#include <stdlib.h>
#include <string.h>

#include "cli/base/progress.h"
#include "gif_lzw.h"
#include "plan_formats.h"
#include "render.h"

enum {
    GIF_MAX_PIXELS = 65535,
    GIF_SAMPLE = 4, /* one of so many frames is looked at for the order of colours */
    GIF_STAYS = 1,  /* how a frame is disposed of */
    GIF_CLEARS = 2,
    GIF_EXTENSION = 0x21,
};

typedef struct gif_writer {
    out_stream *out;
    df_text bytes; /* not written yet */
    gif_lzw *lzw;
    df_film *film;
    render_canvas canvas;      /* the latest frame */
    uint8_t *held;             /* pixels of the frame before it, which is not written yet, */
    uint8_t *below;            /* and of what is shown before that frame is drawn */
    uint8_t *colors;           /* of the frame that is written */
    uint8_t *values;           /* the same, but see-through where nothing changes */
    df_raster_area area;       /* of the frame that is not written yet */
    unsigned delay;            /* its centiseconds */
    bool sees_through;         /* colour 0 shows what is below */
    uint8_t color[GIF_COLORS]; /* of the GIF, for each one of the palette */
    uint64_t uses[GIF_COLORS]; /* frames in which each one changes, of some */
    uint64_t counted;          /* frames */
    bool is_first;             /* nothing has been written */
    unsigned plays;            /* of the film; 0: for ever */
    size_t drops;
} gif_writer;

/* True if pixels can be taken back to the background, which is see-through. */
static bool gif_is_transparent(const gif_writer *gif)
{
    return gif->canvas.raster.options.transparent;
}

static size_t gif_offset(const gif_writer *gif, unsigned x, unsigned y)
{
    return (size_t)y * gif->canvas.raster.width + x;
}

/* Enlarges an area to one that holds the pixels `left` up to `right` of a row, too. */
static void gif_enlarge(df_raster_area *area, unsigned left, unsigned right, unsigned y)
{
    if (area->left == area->right) {
        *area = (df_raster_area){left, y, right, y + 1};
        return;
    }
    area->left = left < area->left ? left : area->left;
    area->right = right > area->right ? right : area->right;
    area->top = y < area->top ? y : area->top;
    area->bottom = y + 1 > area->bottom ? y + 1 : area->bottom;
}

/* Enlarges `found` to all pixels of an area that differ between two pictures. With `uncovered`
 * only those count that are of the background in the second one. */
static void gif_compare(const gif_writer *gif, df_raster_area area, const uint8_t *before,
                        const uint8_t *after, bool uncovered, df_raster_area *found)
{
    for (unsigned y = area.top; y < area.bottom; y++) {
        const uint8_t *a = before + gif_offset(gif, 0, y), *b = after + gif_offset(gif, 0, y);
        unsigned left = area.left, right = area.right;
        if (memcmp(a + left, b + left, right - left) == 0)
            continue;
        while (left < right &&
               (a[left] == b[left] || (uncovered && b[left] != DF_RASTER_BACKGROUND)))
            left++;
        while (left < right && (a[right - 1] == b[right - 1] ||
                                (uncovered && b[right - 1] != DF_RASTER_BACKGROUND)))
            right--;
        if (left < right)
            gif_enlarge(found, left, right, y);
    }
}

static void gif_put_word(gif_writer *gif, unsigned word)
{
    df_text_put_char(&gif->bytes, (char)(word & 255));
    df_text_put_char(&gif->bytes, (char)(word >> 8));
}

/* Writes the bytes that were put. */
static df_status gif_flush(gif_writer *gif)
{
    df_status status = gif->bytes.status;
    if (status == DF_OK && !out_write(gif->out, gif->bytes.bytes, gif->bytes.length))
        status = DF_ERROR_CANCELLED;
    gif->bytes.length = 0;
    return status;
}

/* Puts what precedes a frame. */
static void gif_put_control(gif_writer *gif, unsigned disposal)
{
    const bool sees = gif->sees_through && (!gif->is_first || gif_is_transparent(gif));
    const char control[] = {GIF_EXTENSION, (char)0xf9, 4, (char)(disposal << 2 | sees)};
    df_text_put_bytes(&gif->bytes, control, sizeof control);
    gif_put_word(gif, gif->delay);
    gif_put_word(gif, 0); /* the colour, and the end */
}

/* Puts the area of the held frame. Pixels that do not change may let see what is below. */
static void gif_put_pixels(gif_writer *gif)
{
    const df_raster_area area = gif->area;
    const unsigned width = area.right - area.left;
    const bool is_whole = gif->is_first || !gif->sees_through;
    size_t count = 0;
    df_text_put_char(&gif->bytes, ',');
    gif_put_word(gif, area.left);
    gif_put_word(gif, area.top);
    gif_put_word(gif, width);
    gif_put_word(gif, area.bottom - area.top);
    df_text_put_char(&gif->bytes, 0);
    for (unsigned y = area.top; y < area.bottom; y++) {
        const uint8_t *held = gif->held + gif_offset(gif, area.left, y);
        const uint8_t *below = gif->below + gif_offset(gif, area.left, y);
        for (unsigned x = 0; x < width; x++, count++) {
            gif->colors[count] = gif->color[held[x]];
            gif->values[count] = is_whole || held[x] != below[x] ? gif->colors[count] : 0;
        }
    }
    gif_lzw_put(gif->lzw, &gif->bytes, gif->values, gif->colors, count);
}

/* Writes the frame that is held. After its time its area is cleared, or stays. */
static df_status gif_put_held(gif_writer *gif, bool clears)
{
    const df_raster_area area = gif->area;
    gif_put_control(gif, clears ? GIF_CLEARS : GIF_STAYS);
    gif_put_pixels(gif);
    gif->is_first = false;
    for (unsigned y = area.top; y < area.bottom; y++) {
        uint8_t *below = gif->below + gif_offset(gif, area.left, y);
        if (clears)
            memset(below, DF_RASTER_BACKGROUND, area.right - area.left);
        else
            memcpy(below, gif->held + gif_offset(gif, area.left, y), area.right - area.left);
    }
    return gif_flush(gif);
}

/* Writes the frame that is held, and holds the latest one instead. */
static df_status gif_hold_next(gif_writer *gif, const df_raster_area *areas, unsigned count)
{
    const uint8_t *pixels = gif->canvas.pixels;
    df_raster_area uncovered = {0}, next = {0};
    for (unsigned i = 0; gif_is_transparent(gif) && i < count; i++)
        gif_compare(gif, areas[i], gif->held, pixels, true, &uncovered);
    const bool clears = uncovered.left < uncovered.right;
    if (clears) {
        gif_enlarge(&gif->area, uncovered.left, uncovered.right, uncovered.top);
        gif_enlarge(&gif->area, uncovered.left, uncovered.right, uncovered.bottom - 1);
    }
    const df_raster_area cleared = gif->area;
    const df_status status = gif_put_held(gif, clears);
    if (clears)
        gif_compare(gif, cleared, gif->below, pixels, false, &next);
    for (unsigned i = 0; i < count; i++) {
        const df_raster_area area = areas[i];
        gif_compare(gif, area, gif->below, pixels, false, &next);
        for (unsigned y = area.top; y < area.bottom; y++)
            memcpy(gif->held + gif_offset(gif, area.left, y),
                   pixels + gif_offset(gif, area.left, y), area.right - area.left);
    }
    /* A frame has at least one pixel. */
    gif->area = next.left < next.right ? next : (df_raster_area){.right = 1, .bottom = 1};
    return status;
}

static df_status gif_add_frame(void *context, const df_frame *frame)
{
    gif_writer *gif = context;
    const bool is_drawn = gif->canvas.is_drawn;
    const df_raster *raster = &gif->canvas.raster;
    df_raster_area areas[DF_RASTER_MAX_AREAS];
    const unsigned count = render_draw(&gif->canvas, frame, areas);
    df_status status = DF_OK;
    progress_set(frame->drops, gif->drops);
    if (is_drawn) {
        status = gif_hold_next(gif, areas, count);
    } else {
        gif->area = areas[0];
        memcpy(gif->held, gif->canvas.pixels, (size_t)raster->width * raster->height);
    }
    gif->delay = frame->centiseconds;
    return status;
}

/* Counts the colours of some frames. */
static df_status gif_count_frame(void *context, const df_frame *frame)
{
    gif_writer *gif = context;
    df_raster_area areas[DF_RASTER_MAX_AREAS];
    bool has[GIF_COLORS] = {false};
    if (gif->counted++ % GIF_SAMPLE != 0)
        return DF_OK;
    const unsigned count = render_draw(&gif->canvas, frame, areas);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned y = areas[i].top; y < areas[i].bottom; y++) {
            for (unsigned x = areas[i].left; x < areas[i].right; x++)
                has[gif->canvas.pixels[gif_offset(gif, x, y)]] = true;
        }
    }
    for (unsigned i = 0; i < GIF_COLORS; i++)
        gif->uses[i] += has[i];
    return DF_OK;
}

/* Puts the colours, the more frequent first: a frame with the first ones only has shorter
 * codes. The very first one is see-through, if one is. */
static void gif_put_colors(gif_writer *gif, unsigned count)
{
    const df_raster *raster = &gif->canvas.raster;
    unsigned put = gif->sees_through && !gif_is_transparent(gif);
    const df_color none = {0};
    for (unsigned i = 0; i < 3 * put; i++)
        df_text_put_char(&gif->bytes, 0);
    if (gif_is_transparent(gif))
        gif->uses[DF_RASTER_BACKGROUND] = UINT64_MAX;
    for (bool is_put[GIF_COLORS] = {false}; put < count; put++) {
        unsigned next = GIF_COLORS;
        for (unsigned i = 0; i < raster->palette_count; i++) {
            if (!is_put[i] && (next == GIF_COLORS || gif->uses[i] > gif->uses[next]))
                next = i;
        }
        const df_color color = next < GIF_COLORS ? raster->palette[next] : none;
        const char bytes[] = {(char)color.red, (char)color.green, (char)color.blue};
        df_text_put_bytes(&gif->bytes, bytes, sizeof bytes);
        if (next < GIF_COLORS) {
            is_put[next] = true;
            gif->color[next] = (uint8_t)put;
        }
    }
}

/* Puts the size and the colours, and how often the film is played: 0 for ever. */
static void gif_put_head(gif_writer *gif)
{
    static const char plays[] = "\x21\xff\x0bNETSCAPE2.0\x03\x01";
    const df_raster *raster = &gif->canvas.raster;
    const unsigned again = gif->plays > 0 ? gif->plays - 1 : 0;
    const unsigned more = !gif_is_transparent(gif) && raster->palette_count < GIF_COLORS;
    unsigned bits = 1;
    gif->sees_through = gif_is_transparent(gif) || more > 0;
    while (1U << bits < raster->palette_count + more)
        bits++;
    df_text_put(&gif->bytes, "GIF89a");
    gif_put_word(gif, raster->width);
    gif_put_word(gif, raster->height);
    df_text_put_char(&gif->bytes, (char)(0xf0 | (bits - 1)));
    gif_put_word(gif, 0); /* the background's colour, and no ratio of pixels */
    gif_put_colors(gif, 1U << bits);
    if (gif->plays == 1)
        return;
    df_text_put_bytes(&gif->bytes, plays, sizeof plays - 1);
    gif_put_word(gif, again);
    df_text_put_char(&gif->bytes, 0);
}

/* Writes all frames. */
static df_status gif_write_frames(gif_writer *gif)
{
    progress_begin("encoding the film");
    df_status status = df_film_play(gif->film, gif_count_frame, gif);
    gif->canvas.is_drawn = false;
    gif_put_head(gif);
    if (status == DF_OK)
        status = df_film_play(gif->film, gif_add_frame, gif);
    if (status == DF_OK)
        status = gif_put_held(gif, false);
    progress_end();
    df_text_put_char(&gif->bytes, ';');
    return status == DF_OK ? gif_flush(gif) : status;
}

/* Writes the film, whose pixels have been prepared. */
static df_status gif_encode(gif_writer *gif, out_stream *out, df_error *error)
{
    const df_raster *raster = &gif->canvas.raster;
    const size_t size = (size_t)raster->width * raster->height;
    render_note_size(out, raster, gif->film);
    if (raster->width > GIF_MAX_PIXELS || raster->height > GIF_MAX_PIXELS) {
        return message_error(error, DF_ERROR_LIMIT,
                             "a GIF cannot be larger than %d pixels; use a smaller --square",
                             GIF_MAX_PIXELS);
    }
    gif->held = malloc(size);
    gif->below = calloc(size, 1);
    gif->colors = malloc(size);
    gif->values = malloc(size);
    gif->lzw = malloc(sizeof *gif->lzw);
    if (gif->held == NULL || gif->below == NULL || gif->colors == NULL || gif->values == NULL ||
        gif->lzw == NULL)
        return DF_ERROR_MEMORY;
    return gif_write_frames(gif);
}

static df_status gif_write_request(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    gif_writer gif = {.out = out,
                      .is_first = true,
                      .plays = render_count_plays(request),
                      .drops = request->plan->count};
    df_status status = df_film_create(&gif.film, &request->painted, &request->film, error);
    if (status == DF_OK)
        status = render_begin_canvas(&gif.canvas, request, gif.film, DF_RASTER_GIF_SIDE, error);
    if (status == DF_OK)
        status = gif_encode(&gif, out, error);
    free(gif.held);
    free(gif.below);
    free(gif.colors);
    free(gif.values);
    free(gif.lzw);
    df_text_free(&gif.bytes);
    render_end_canvas(&gif.canvas);
    df_film_free(gif.film);
    return status;
}

const output_format format_gif =
    OUTPUT_FORMAT("gif", ".gif", "a film of the whole play", gif_write_request,
                  .is_binary = true, .is_film = true);
