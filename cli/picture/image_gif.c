/* GIF by giflib, all frames of it. */
#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"

typedef struct gif_input {
    const uint8_t *next;
    size_t left;
} gif_input;

typedef struct gif_reader {
    gif_input input;
    GifFileType *file;
    image canvas;
    unsigned divisor;
    uint8_t *before; /* the canvas without the frame, for frames that are taken away again */
    GifPixelType *line;
    size_t left, top, width, height; /* of the frame, as far as it is on the canvas */
    GraphicsControlBlock control;    /* of the frame that follows */
    uint64_t drawn;                  /* pixels of all frames so far */
} gif_reader;

static int gif_read(GifFileType *file, GifByteType *bytes, int length)
{
    gif_input *input = file->UserData;
    const size_t size = (size_t)length < input->left ? (size_t)length : input->left;
    memcpy(bytes, input->next, size);
    input->next += size;
    input->left -= size;
    return (int)size;
}

static df_status gif_refuse_error(int code, df_error *error)
{
    if (code == D_GIF_ERR_NOT_ENOUGH_MEM)
        return DF_ERROR_MEMORY;
    const char *why = GifErrorString(code);
    return image_refuse(&image_gif, why != NULL ? why : "unknown error", error);
}

static GraphicsControlBlock gif_no_control(void)
{
    return (GraphicsControlBlock){.TransparentColor = NO_TRANSPARENT_COLOR};
}

/* Returns where a row of the frame begins in the bytes of the canvas. */
static size_t gif_row(const gif_reader *gif, size_t y)
{
    return 4 * ((gif->top + y) * gif->canvas.width + gif->left);
}

/* Copies the rectangle of the frame between two canvases; clears it if `from` is NULL. */
static void gif_copy(const gif_reader *gif, uint8_t *to, const uint8_t *from)
{
    const size_t size = 4 * gif->width;
    for (size_t y = 0; y < gif->height; y++) {
        const size_t at = gif_row(gif, y);
        if (from != NULL)
            memcpy(to + at, from + at, size);
        else
            memset(to + at, 0, size);
    }
}

/* Draws a row of the frame. */
static df_status gif_draw_line(gif_reader *gif, const ColorMapObject *map, int y,
                               df_error *error)
{
    const GifImageDesc *frame = &gif->file->Image;
    if (DGifGetLine(gif->file, gif->line, frame->Width) == GIF_ERROR)
        return gif_refuse_error(gif->file->Error, error);
    if ((size_t)y >= gif->height)
        return DF_OK;
    uint8_t *rgba = gif->canvas.rgba + gif_row(gif, (size_t)y);
    for (size_t x = 0; x < gif->width; x++, rgba += 4) {
        if (gif->line[x] == gif->control.TransparentColor)
            continue;
        if (gif->line[x] >= map->ColorCount)
            return image_refuse(&image_gif, "a pixel with a colour beyond the palette", error);
        const GifColorType *color = &map->Colors[gif->line[x]];
        rgba[0] = color->Red;
        rgba[1] = color->Green;
        rgba[2] = color->Blue;
        rgba[3] = 255;
    }
    return DF_OK;
}

/* Draws all rows, which an interlaced frame has in four passes. */
static df_status gif_draw_lines(gif_reader *gif, const ColorMapObject *map, df_error *error)
{
    static const int firsts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
    const GifImageDesc *frame = &gif->file->Image;
    df_status status = DF_OK;
    for (int pass = 0; pass < (frame->Interlace ? 4 : 1); pass++) {
        const int step = frame->Interlace ? steps[pass] : 1;
        for (int y = firsts[pass]; y < frame->Height && status == DF_OK; y += step)
            status = gif_draw_line(gif, map, y, error);
    }
    return status;
}

static size_t gif_min(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Makes the canvas, which a screen of no size has from its first frame. */
static df_status gif_begin(gif_reader *gif, df_error *error)
{
    const GifImageDesc *frame = &gif->file->Image;
    const bool has_screen = gif->file->SWidth > 0 && gif->file->SHeight > 0;
    const size_t width = (size_t)(has_screen ? gif->file->SWidth : frame->Left + frame->Width);
    const size_t height =
        (size_t)(has_screen ? gif->file->SHeight : frame->Top + frame->Height);
    const df_status status = image_check_scaled(width, height, &gif->divisor, error);
    if (status != DF_OK)
        return status;
    gif->canvas.width = (unsigned)width;
    gif->canvas.height = (unsigned)height;
    gif->canvas.rgba = calloc(width * height, 4);
    gif->before = malloc(width * height * 4);
    gif->line = malloc(UINT16_MAX);
    return gif->canvas.rgba == NULL || gif->before == NULL || gif->line == NULL
               ? DF_ERROR_MEMORY
               : DF_OK;
}

/* Reads a frame, and draws what of it is on the canvas, as browsers do. */
static df_status gif_read_frame(gif_reader *gif, const image_sink *sink, df_error *error)
{
    if (DGifGetImageDesc(gif->file) == GIF_ERROR)
        return gif_refuse_error(gif->file->Error, error);
    const GifImageDesc *frame = &gif->file->Image;
    const ColorMapObject *map =
        frame->ColorMap != NULL ? frame->ColorMap : gif->file->SColorMap;
    if (map == NULL)
        return image_refuse(&image_gif, "a frame without a palette", error);
    if (frame->Width < 1 || frame->Height < 1)
        return image_refuse(&image_gif, "a frame without pixels", error);
    df_status status = gif->line == NULL ? gif_begin(gif, error) : DF_OK;
    if (status != DF_OK)
        return status;
    gif->left = gif_min((size_t)frame->Left, gif->canvas.width);
    gif->top = gif_min((size_t)frame->Top, gif->canvas.height);
    gif->width = gif_min((size_t)frame->Width, gif->canvas.width - gif->left);
    gif->height = gif_min((size_t)frame->Height, gif->canvas.height - gif->top);
    /* Even a small frame costs something; of a large canvas all is scaled each time. */
    gif->drawn += gif->divisor == 1
                      ? (uint64_t)frame->Width * (uint64_t)frame->Height + 64
                      : (uint64_t)IMAGE_SCALED_TIMES * (gif->canvas.width / gif->divisor) *
                            (gif->canvas.height / gif->divisor);
    status = image_check_film(gif->drawn / IMAGE_SCALED_TIMES, error);
    if (status != DF_OK)
        return status;
    if (gif->control.DisposalMode == DISPOSE_PREVIOUS)
        gif_copy(gif, gif->before, gif->canvas.rgba);
    status = gif_draw_lines(gif, map, error);
    gif->canvas.milliseconds = image_frame_time((uint64_t)gif->control.DelayTime * 10);
    if (status == DF_OK)
        status = image_take_scaled(sink, &gif->canvas, gif->divisor);
    const int mode = gif->control.DisposalMode;
    if (status == DF_OK && (mode == DISPOSE_BACKGROUND || mode == DISPOSE_PREVIOUS))
        gif_copy(gif, gif->canvas.rgba, mode == DISPOSE_PREVIOUS ? gif->before : NULL);
    gif->control = gif_no_control();
    return status;
}

/* Returns how often an animation is played that is repeated so often, 0 being for ever. */
static unsigned gif_count_plays(unsigned repeats)
{
    return repeats == 0 || repeats == UINT16_MAX ? repeats : repeats + 1;
}

static df_status gif_read_extension(gif_reader *gif, df_error *error)
{
    int code;
    GifByteType *block;
    int result = DGifGetExtension(gif->file, &code, &block);
    if (result == GIF_OK && code == GRAPHICS_EXT_FUNC_CODE &&
        (block == NULL || DGifExtensionToGCB(block[0], block + 1, &gif->control) == GIF_ERROR))
        return image_refuse(&image_gif, "a wrong control block", error);
    const bool may_loop = code == APPLICATION_EXT_FUNC_CODE && block != NULL &&
                          block[0] == 11 && memcmp(block + 1, "NETSCAPE2.0", 11) == 0;
    while (result == GIF_OK && block != NULL) {
        result = DGifGetExtensionNext(gif->file, &block);
        if (may_loop && block != NULL && block[0] == 3 && block[1] == 1)
            gif->canvas.plays = gif_count_plays(block[2] | (unsigned)block[3] << 8);
    }
    return result == GIF_OK ? DF_OK : gif_refuse_error(gif->file->Error, error);
}

static df_status gif_read_records(gif_reader *gif, const image_sink *sink, df_error *error)
{
    df_status status = DF_OK;
    while (status == DF_OK) {
        GifRecordType type;
        const bool is_read = DGifGetRecordType(gif->file, &type) != GIF_ERROR;
        if (!is_read && (gif->drawn == 0 || gif->input.left > 0))
            return gif_refuse_error(gif->file->Error, error);
        if (!is_read || type == TERMINATE_RECORD_TYPE)
            return gif->drawn > 0 ? DF_OK : image_refuse(&image_gif, "no frame", error);
        status = type == IMAGE_DESC_RECORD_TYPE ? gif_read_frame(gif, sink, error)
                                                : gif_read_extension(gif, error);
    }
    return status;
}

static df_status gif_decode(const uint8_t *bytes, size_t length, const image_sink *sink,
                            df_error *error)
{
    gif_reader gif = {.input = {bytes, length}, .control = gif_no_control(), .canvas.plays = 1};
    int code = 0;
    gif.file = DGifOpen(&gif.input, gif_read, &code);
    if (gif.file == NULL)
        return gif_refuse_error(code, error);
    const df_status status = gif_read_records(&gif, sink, error);
    image_free(&gif.canvas);
    free(gif.before);
    free(gif.line);
    DGifCloseFile(gif.file, &code);
    return status;
}

const image_format image_gif = {
    .name = "gif",
    .title = "GIF",
    .beginnings = {"GIF87a", "GIF89a"},
    .decode = gif_decode,
};
