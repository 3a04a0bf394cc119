/* GIF by giflib, all frames of it. */
#include <gif_lib.h>
#include <stdio.h>
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
    uint8_t *before; /* the canvas without the frame, for frames that are taken away again */
    GifPixelType *line;
    GraphicsControlBlock control; /* of the frame that follows */
    uint64_t drawn;               /* pixels of all frames so far */
} gif_reader;

static bool gif_recognize(const uint8_t *bytes, size_t length)
{
    return length >= 6 && (memcmp(bytes, "GIF87a", 6) == 0 || memcmp(bytes, "GIF89a", 6) == 0);
}

static int gif_read(GifFileType *file, GifByteType *bytes, int length)
{
    gif_input *input = file->UserData;
    const size_t size = (size_t)length < input->left ? (size_t)length : input->left;
    memcpy(bytes, input->next, size);
    input->next += size;
    input->left -= size;
    return (int)size;
}

static df_status gif_refuse(const char *why, df_mishap *mishap)
{
    snprintf(mishap->text, sizeof mishap->text, "damaged GIF (%s); save it again, or as PNG",
             why);
    return DF_ERROR_INPUT;
}

static df_status gif_refuse_error(int error, df_mishap *mishap)
{
    if (error == D_GIF_ERR_NOT_ENOUGH_MEM)
        return DF_ERROR_MEMORY;
    const char *why = GifErrorString(error);
    return gif_refuse(why != NULL ? why : "unknown error", mishap);
}

static GraphicsControlBlock gif_no_control(void)
{
    return (GraphicsControlBlock){.TransparentColor = NO_TRANSPARENT_COLOR};
}

/* Draws a row of the frame. */
static df_status gif_draw_line(gif_reader *gif, const ColorMapObject *map, int y,
                               df_mishap *mishap)
{
    const GifImageDesc *frame = &gif->file->Image;
    uint8_t *rgba = gif->canvas.rgba +
                    4 * ((size_t)(frame->Top + y) * gif->canvas.width + (size_t)frame->Left);
    if (DGifGetLine(gif->file, gif->line, frame->Width) == GIF_ERROR)
        return gif_refuse_error(gif->file->Error, mishap);
    for (int x = 0; x < frame->Width; x++, rgba += 4) {
        if (gif->line[x] == gif->control.TransparentColor)
            continue;
        if (gif->line[x] >= map->ColorCount)
            return gif_refuse("a pixel with a colour beyond the palette", mishap);
        const GifColorType *color = &map->Colors[gif->line[x]];
        rgba[0] = color->Red;
        rgba[1] = color->Green;
        rgba[2] = color->Blue;
        rgba[3] = 255;
    }
    return DF_OK;
}

/* Draws all rows, which an interlaced frame has in four passes. */
static df_status gif_draw_lines(gif_reader *gif, const ColorMapObject *map, df_mishap *mishap)
{
    static const int firsts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
    const GifImageDesc *frame = &gif->file->Image;
    df_status status = DF_OK;
    for (int pass = 0; pass < (frame->Interlace ? 4 : 1); pass++) {
        const int step = frame->Interlace ? steps[pass] : 1;
        for (int y = firsts[pass]; y < frame->Height && status == DF_OK; y += step)
            status = gif_draw_line(gif, map, y, mishap);
    }
    return status;
}

/* Takes the frame off the canvas again as it asks for, before the next is drawn. */
static void gif_dispose(gif_reader *gif)
{
    const GifImageDesc *frame = &gif->file->Image;
    const int mode = gif->control.DisposalMode;
    if (mode != DISPOSE_BACKGROUND && mode != DISPOSE_PREVIOUS)
        return;
    for (int y = 0; y < frame->Height; y++) {
        const size_t at =
            4 * ((size_t)(frame->Top + y) * gif->canvas.width + (size_t)frame->Left);
        const size_t size = 4 * (size_t)frame->Width;
        if (mode == DISPOSE_PREVIOUS)
            memcpy(gif->canvas.rgba + at, gif->before + at, size);
        else
            memset(gif->canvas.rgba + at, 0, size);
    }
}

static void gif_save(gif_reader *gif)
{
    const GifImageDesc *frame = &gif->file->Image;
    for (int y = 0; y < frame->Height; y++) {
        const size_t at =
            4 * ((size_t)(frame->Top + y) * gif->canvas.width + (size_t)frame->Left);
        memcpy(gif->before + at, gif->canvas.rgba + at, 4 * (size_t)frame->Width);
    }
}

static df_status gif_read_frame(gif_reader *gif, const image_sink *sink, df_mishap *mishap)
{
    if (DGifGetImageDesc(gif->file) == GIF_ERROR)
        return gif_refuse_error(gif->file->Error, mishap);
    const GifImageDesc *frame = &gif->file->Image;
    const ColorMapObject *map =
        frame->ColorMap != NULL ? frame->ColorMap : gif->file->SColorMap;
    if (map == NULL)
        return gif_refuse("a frame without a palette", mishap);
    if (frame->Width < 1 || frame->Height < 1 ||
        frame->Left + frame->Width > gif->file->SWidth ||
        frame->Top + frame->Height > gif->file->SHeight)
        return gif_refuse("a frame beyond the border of the image", mishap);
    /* Even a small frame costs something. */
    gif->drawn += (uint64_t)frame->Width * (uint64_t)frame->Height + 64;
    df_status status = image_check_film(gif->drawn, mishap);
    if (status != DF_OK)
        return status;
    if (gif->control.DisposalMode == DISPOSE_PREVIOUS)
        gif_save(gif);
    status = gif_draw_lines(gif, map, mishap);
    if (status == DF_OK)
        status = sink->take(sink->context, &gif->canvas);
    if (status == DF_OK)
        gif_dispose(gif);
    gif->control = gif_no_control();
    return status;
}

static df_status gif_read_extension(gif_reader *gif, df_mishap *mishap)
{
    int code;
    GifByteType *block;
    int result = DGifGetExtension(gif->file, &code, &block);
    if (result == GIF_OK && code == GRAPHICS_EXT_FUNC_CODE &&
        (block == NULL || DGifExtensionToGCB(block[0], block + 1, &gif->control) == GIF_ERROR))
        return gif_refuse("a wrong control block", mishap);
    while (result == GIF_OK && block != NULL)
        result = DGifGetExtensionNext(gif->file, &block);
    return result == GIF_OK ? DF_OK : gif_refuse_error(gif->file->Error, mishap);
}

static df_status gif_read_records(gif_reader *gif, const image_sink *sink, df_mishap *mishap)
{
    df_status status = DF_OK;
    while (status == DF_OK) {
        GifRecordType type;
        if (DGifGetRecordType(gif->file, &type) == GIF_ERROR)
            return gif_refuse_error(gif->file->Error, mishap);
        if (type == TERMINATE_RECORD_TYPE)
            return gif->drawn > 0 ? DF_OK : gif_refuse("no frame", mishap);
        status = type == IMAGE_DESC_RECORD_TYPE ? gif_read_frame(gif, sink, mishap)
                                                : gif_read_extension(gif, mishap);
    }
    return status;
}

/* Decodes the frames of a file that is open. */
static df_status gif_decode_file(gif_reader *gif, const image_sink *sink, df_mishap *mishap)
{
    const size_t width = (size_t)gif->file->SWidth, height = (size_t)gif->file->SHeight;
    df_status status = image_check_size(width, height, mishap);
    if (status != DF_OK)
        return status;
    gif->canvas = (image){(unsigned)width, (unsigned)height, calloc(width * height, 4)};
    gif->before = malloc(width * height * 4);
    gif->line = malloc(width);
    status = gif->canvas.rgba == NULL || gif->before == NULL || gif->line == NULL
                 ? DF_ERROR_MEMORY
                 : gif_read_records(gif, sink, mishap);
    image_free(&gif->canvas);
    free(gif->before);
    free(gif->line);
    return status;
}

static df_status gif_decode(const uint8_t *bytes, size_t length, const image_sink *sink,
                            df_mishap *mishap)
{
    gif_reader gif = {.input = {bytes, length}, .control = gif_no_control()};
    int error = 0;
    gif.file = DGifOpen(&gif.input, gif_read, &error);
    if (gif.file == NULL)
        return gif_refuse_error(error, mishap);
    const df_status status = gif_decode_file(&gif, sink, mishap);
    DGifCloseFile(gif.file, &error);
    return status;
}

const image_format image_gif = {
    .name = "gif",
    .title = "GIF",
    .recognize = gif_recognize,
    .decode = gif_decode,
};
