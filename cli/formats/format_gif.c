/* The whole play as an animated GIF, by giflib. A frame has only the rectangle in which
 * something changes, and is written when the next one is known. */
#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/progress.h"
#include "plan_formats.h"
#include "render.h"

enum { GIF_MAX_PIXELS = 65535, GIF_MAX_COLORS = 256 };

typedef struct gif_writer {
    GifFileType *file;
    df_film *film;
    render_canvas canvas; /* the latest frame */
    uint8_t *held;        /* pixels of the frame before it, which is not written yet, */
    uint8_t *below;       /* and of what is shown before that frame is drawn */
    uint8_t *line;        /* of the frame that is written */
    df_raster_area area;  /* of the frame that is not written yet */
    unsigned delay;       /* its centiseconds */
    int see_through;      /* index of the pixels that show what is below, or none */
    bool is_first;        /* nothing has been written */
    unsigned plays;       /* of the film; 0: for ever */
    size_t drops;
} gif_writer;

static int gif_write_bytes(GifFileType *file, const GifByteType *bytes, int length)
{
    return out_write(file->UserData, bytes, (size_t)length) ? length : 0;
}

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

/* Writes what precedes a frame. */
static bool gif_put_control(gif_writer *gif, int disposal)
{
    GifByteType bytes[4];
    const GraphicsControlBlock control = {
        .DisposalMode = disposal,
        .DelayTime = (int)gif->delay,
        .TransparentColor =
            gif->is_first && !gif_is_transparent(gif) ? NO_TRANSPARENT_COLOR : gif->see_through,
    };
    const size_t size = EGifGCBToExtension(&control, bytes);
    return EGifPutExtension(gif->file, GRAPHICS_EXT_FUNC_CODE, (int)size, bytes) == GIF_OK;
}

/* Writes the area of the held frame. Pixels that do not change let see what is below. */
static bool gif_put_pixels(gif_writer *gif)
{
    const df_raster_area area = gif->area;
    const unsigned width = area.right - area.left;
    const bool is_whole = gif->is_first || gif->see_through == NO_TRANSPARENT_COLOR;
    bool is_well = EGifPutImageDesc(gif->file, (int)area.left, (int)area.top, (int)width,
                                    (int)(area.bottom - area.top), false, NULL) == GIF_OK;
    for (unsigned y = area.top; y < area.bottom && is_well; y++) {
        const uint8_t *held = gif->held + gif_offset(gif, area.left, y);
        const uint8_t *below = gif->below + gif_offset(gif, area.left, y);
        for (unsigned x = 0; x < width; x++)
            gif->line[x] =
                !is_whole && held[x] == below[x] ? (uint8_t)gif->see_through : held[x];
        is_well = EGifPutLine(gif->file, gif->line, (int)width) == GIF_OK;
    }
    return is_well;
}

/* Writes the frame that is held. After its time its area is cleared, or stays. */
static df_status gif_put_held(gif_writer *gif, bool clears)
{
    const df_raster_area area = gif->area;
    if (!gif_put_control(gif, clears ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT) ||
        !gif_put_pixels(gif))
        return gif->file->Error == E_GIF_ERR_NOT_ENOUGH_MEM ? DF_ERROR_MEMORY
                                                            : DF_ERROR_CANCELLED;
    gif->is_first = false;
    for (unsigned y = area.top; y < area.bottom; y++) {
        uint8_t *below = gif->below + gif_offset(gif, area.left, y);
        if (clears)
            memset(below, DF_RASTER_BACKGROUND, area.right - area.left);
        else
            memcpy(below, gif->held + gif_offset(gif, area.left, y), area.right - area.left);
    }
    return DF_OK;
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

/* Says how often the film is played: 0 for ever. */
static bool gif_put_plays(gif_writer *gif, unsigned plays)
{
    static const char application[] = "NETSCAPE2.0";
    const unsigned again = plays > 0 ? plays - 1 : 0;
    const GifByteType bytes[] = {1, (GifByteType)again, (GifByteType)(again >> 8)};
    return plays == 1 ||
           (EGifPutExtensionLeader(gif->file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
            EGifPutExtensionBlock(gif->file, sizeof application - 1, application) == GIF_OK &&
            EGifPutExtensionBlock(gif->file, sizeof bytes, bytes) == GIF_OK &&
            EGifPutExtensionTrailer(gif->file) == GIF_OK);
}

/* Writes the size and the colours, and how often the film is played. */
static bool gif_put_head(gif_writer *gif)
{
    const df_raster *raster = &gif->canvas.raster;
    GifColorType colors[GIF_MAX_COLORS] = {{0}};
    int count = 2;
    for (size_t i = 0; i < raster->palette_count; i++)
        colors[i] = (GifColorType){raster->palette[i].red, raster->palette[i].green,
                                   raster->palette[i].blue};
    gif->see_through = gif_is_transparent(gif)                  ? DF_RASTER_BACKGROUND
                       : raster->palette_count < GIF_MAX_COLORS ? (int)raster->palette_count
                                                                : NO_TRANSPARENT_COLOR;
    while (count < (int)raster->palette_count || count <= gif->see_through)
        count *= 2;
    ColorMapObject *map = GifMakeMapObject(count, colors);
    if (map == NULL)
        return false;
    EGifSetGifVersion(gif->file, true);
    const bool is_well = EGifPutScreenDesc(gif->file, (int)raster->width, (int)raster->height,
                                           8, 0, map) == GIF_OK &&
                         gif_put_plays(gif, gif->plays);
    GifFreeMapObject(map);
    return is_well;
}

/* Writes all frames into an open file. */
static df_status gif_write_frames(gif_writer *gif, const out_stream *out, df_error *error)
{
    df_status status = DF_OK;
    int code = 0;
    bool is_well = gif_put_head(gif);
    if (is_well) {
        progress_begin("encoding the film");
        status = df_film_play(gif->film, gif_add_frame, gif);
        if (status == DF_OK)
            status = gif_put_held(gif, false);
        progress_end();
        is_well = status == DF_OK;
    }
    code = gif->file->Error;
    is_well = EGifCloseFile(gif->file, &code) == GIF_OK && is_well;
    if (out->error != 0)
        return DF_ERROR_CANCELLED;
    if (is_well || (status != DF_OK && status != DF_ERROR_CANCELLED))
        return status;
    if (code == E_GIF_ERR_NOT_ENOUGH_MEM || code == 0)
        return DF_ERROR_MEMORY;
    return message_error(error, DF_ERROR_LIMIT, "the GIF encoder failed; write another format");
}

/* Writes the film, whose pixels have been prepared. */
static df_status gif_encode(gif_writer *gif, out_stream *out, df_error *error)
{
    const df_raster *raster = &gif->canvas.raster;
    const size_t size = (size_t)raster->width * raster->height;
    int code = 0;
    render_note_size(out, raster, gif->film);
    if (raster->width > GIF_MAX_PIXELS || raster->height > GIF_MAX_PIXELS) {
        return message_error(error, DF_ERROR_LIMIT,
                             "a GIF cannot be larger than %d pixels; use a smaller --square",
                             GIF_MAX_PIXELS);
    }
    gif->held = malloc(size);
    gif->below = calloc(size, 1);
    gif->line = malloc(raster->width);
    if (gif->held == NULL || gif->below == NULL || gif->line == NULL)
        return DF_ERROR_MEMORY;
    gif->file = EGifOpen(out, gif_write_bytes, &code);
    return gif->file != NULL ? gif_write_frames(gif, out, error) : DF_ERROR_MEMORY;
}

static df_status gif_write_request(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    gif_writer gif = {
        .is_first = true, .plays = render_count_plays(request), .drops = request->plan->count};
    df_status status = df_film_create(&gif.film, &request->painted, &request->film, error);
    if (status == DF_OK)
        status = render_begin_canvas(&gif.canvas, request, gif.film, DF_RASTER_GIF_SIDE, error);
    if (status == DF_OK)
        status = gif_encode(&gif, out, error);
    free(gif.held);
    free(gif.below);
    free(gif.line);
    render_end_canvas(&gif.canvas);
    df_film_free(gif.film);
    return status;
}

const output_format format_gif =
    OUTPUT_FORMAT("gif", ".gif", "a film of the whole play", gif_write_request,
                  .is_binary = true, .is_film = true);
