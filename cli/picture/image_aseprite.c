/* Aseprite files: each frame is what its visible layers show together, as Aseprite blends them.
 * Layers of tiles are not read. Tags name frames, which come in the order of the file. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "dropforge/base.h"
#include "image.h"

enum {
    ASE_HEADER = 128,
    ASE_FRAME_HEADER = 16,
    ASE_CHUNK_HEADER = 6,
    ASE_FRAME_MAGIC = 0xf1fa,
    ASE_MAX_LAYERS = 1024,
    ASE_MAX_STEPS = 1 << 28,
};

enum {
    ASE_OLD_PALETTE = 0x4,
    ASE_LAYER = 0x2004,
    ASE_CEL = 0x2005,
    ASE_TAGS = 0x2018,
    ASE_PALETTE = 0x2019
};
enum { ASE_RAW = 0, ASE_LINKED = 1, ASE_PACKED = 2 };
enum { ASE_NORMAL_LAYER = 0, ASE_GROUP = 1 };

/* Bytes that are read from the front; reading past the end gives 0. */
typedef struct ase_bytes {
    const uint8_t *at;
    size_t left;
    bool is_cut;
} ase_bytes;

static uint32_t ase_number(ase_bytes *bytes, unsigned count)
{
    uint32_t number = 0;
    if (bytes->left < count) {
        bytes->is_cut = true;
        bytes->left = 0;
        return 0;
    }
    for (unsigned i = count; i-- > 0;)
        number = number << 8 | bytes->at[i];
    bytes->at += count;
    bytes->left -= count;
    return number;
}

static void ase_skip(ase_bytes *bytes, size_t count)
{
    const size_t skipped = count < bytes->left ? count : bytes->left;
    bytes->is_cut |= skipped < count;
    bytes->at += skipped;
    bytes->left -= skipped;
}

/* Takes out the next `count` bytes. */
static ase_bytes ase_part(ase_bytes *bytes, size_t count)
{
    const ase_bytes part = {bytes->at, count < bytes->left ? count : bytes->left,
                            count > bytes->left};
    ase_skip(bytes, count);
    return part;
}

typedef struct ase_layer {
    bool is_shown; /* and so are the groups it is in */
    bool is_background;
    unsigned kind;
    unsigned level; /* how many groups it is in */
    unsigned mode;  /* of blending */
    unsigned opacity;
} ase_layer;

typedef struct ase_file {
    ase_bytes *frames; /* owned: the chunks of each, behind their number */
    uint64_t steps;    /* chunks and pixels that were looked at */
    unsigned frame_count;
    unsigned channels; /* of a pixel: 4, 2 for grey with alpha, 1 for an index */
    unsigned clear;    /* index */
    bool has_opacity;  /* layers have one */
    image canvas;
    ase_layer layers[ASE_MAX_LAYERS];
    unsigned layer_count;
    uint8_t palette[256][4];
    df_error *error;
} ase_file;

static df_status ase_refuse(const ase_file *file, const char *why)
{
    return image_refuse(&image_aseprite, why, file->error);
}

static df_status ase_find_frames(ase_file *file, ase_bytes rest)
{
    file->frames = calloc(file->frame_count, sizeof file->frames[0]);
    if (file->frames == NULL)
        return DF_ERROR_MEMORY;
    for (unsigned i = 0; i < file->frame_count; i++) {
        const uint32_t size = ase_number(&rest, 4);
        ase_bytes *frame = &file->frames[i];
        if (size >= ASE_FRAME_HEADER)
            *frame = ase_part(&rest, size - 4);
        if (size < ASE_FRAME_HEADER || frame->is_cut || ase_number(frame, 2) != ASE_FRAME_MAGIC)
            return ase_refuse(file, "a frame is missing or cut");
    }
    return DF_OK;
}

/* Begins to read the chunks of a frame; returns their number. */
static uint32_t ase_begin_chunks(const ase_file *file, unsigned frame, ase_bytes *chunks)
{
    *chunks = file->frames[frame];
    const uint32_t old_count = ase_number(chunks, 2);
    ase_skip(chunks, 4);
    const uint32_t count = ase_number(chunks, 4);
    return count == 0 ? old_count : count;
}

/* Counts the work, so that a small file cannot take hours. */
static df_status ase_work(ase_file *file, uint64_t steps)
{
    file->steps += steps;
    return file->steps <= ASE_MAX_STEPS ? DF_OK : image_check_film(UINT64_MAX, file->error);
}

/* Takes the next chunk; returns its type. */
static unsigned ase_next_chunk(ase_bytes *chunks, ase_bytes *chunk)
{
    const uint32_t size = ase_number(chunks, 4);
    const unsigned type = ase_number(chunks, 2);
    *chunk = ase_part(chunks, size < ASE_CHUNK_HEADER ? 0 : size - ASE_CHUNK_HEADER);
    chunks->is_cut |= size < ASE_CHUNK_HEADER || chunk->is_cut;
    return type;
}

static df_status ase_read_layer(ase_file *file, ase_bytes chunk)
{
    if (file->layer_count == ASE_MAX_LAYERS)
        return ase_refuse(file, "more than 1024 layers");
    const unsigned flags = ase_number(&chunk, 2);
    ase_layer layer = {.kind = ase_number(&chunk, 2), .level = ase_number(&chunk, 2)};
    ase_skip(&chunk, 4);
    layer.mode = ase_number(&chunk, 2);
    layer.opacity = file->has_opacity ? ase_number(&chunk, 1) : 255;
    layer.is_background = (flags & 8) != 0;
    layer.is_shown = (flags & 1) != 0;
    /* It is in the last group that is in fewer groups. */
    for (unsigned i = file->layer_count; i-- > 0 && layer.level > 0;) {
        if (file->layers[i].level + 1 == layer.level) {
            layer.is_shown &= file->layers[i].is_shown;
            break;
        }
    }
    file->layers[file->layer_count++] = layer;
    return DF_OK;
}

static void ase_read_palette(ase_file *file, ase_bytes chunk)
{
    ase_skip(&chunk, 4);
    const uint32_t first = ase_number(&chunk, 4), last = ase_number(&chunk, 4);
    ase_skip(&chunk, 8);
    for (uint32_t i = first; i <= last && i < 256 && chunk.left > 0; i++) {
        const unsigned has_name = ase_number(&chunk, 2) & 1;
        for (unsigned c = 0; c < 4; c++)
            file->palette[i][c] = (uint8_t)ase_number(&chunk, 1);
        if (has_name != 0)
            ase_skip(&chunk, ase_number(&chunk, 2));
    }
}

static void ase_read_old_palette(ase_file *file, ase_bytes chunk)
{
    unsigned index = 0;
    for (unsigned packets = ase_number(&chunk, 2); packets > 0 && chunk.left > 0; packets--) {
        index += ase_number(&chunk, 1);
        unsigned count = ase_number(&chunk, 1);
        count = count == 0 ? 256 : count;
        for (; count > 0 && index < 256; count--, index++) {
            for (unsigned c = 0; c < 3; c++)
                file->palette[index][c] = (uint8_t)ase_number(&chunk, 1);
            file->palette[index][3] = 255;
        }
    }
}

static int ase_multiply(int a, int b)
{
    const int product = a * b + 128;
    return ((product >> 8) + product) >> 8;
}

/* Returns 255 a / b, rounded; a < b. */
static int ase_divide(int a, int b)
{
    return (a * 255 + b / 2) / b;
}

/* Mixes a channel of a layer with what is below it, by the mode of the layer. */
static int ase_mix(unsigned mode, int below, int above)
{
    switch (mode) {
    case 1: /* multiply */
        return ase_multiply(below, above);
    case 2: /* screen */
        return below + above - ase_multiply(below, above);
    case 3: /* overlay */
        return ase_mix(8, above, below);
    case 4:
        return below < above ? below : above;
    case 5:
        return below > above ? below : above;
    case 6: /* colour dodge */
        return below == 0 ? 0 : below >= 255 - above ? 255 : ase_divide(below, 255 - above);
    case 7: /* colour burn */
        return below == 255           ? 255
               : 255 - below >= above ? 0
                                      : 255 - ase_divide(255 - below, above);
    case 8: /* hard light */
        return above < 128 ? ase_multiply(below, 2 * above)
                           : ase_mix(2, below, 2 * above - 255);
    case 10: /* difference */
        return abs(below - above);
    case 11: /* exclusion */
        return below + above - 2 * ase_multiply(below, above);
    case 16: /* addition */
        return below + above < 255 ? below + above : 255;
    case 17: /* subtraction */
        return below > above ? below - above : 0;
    case 18: /* division */
        return below == 0 ? 0 : below >= above ? 255 : ase_divide(below, above);
    default:
        return above;
    }
}

static bool ase_knows_mode(unsigned mode)
{
    static const uint8_t known[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 16, 17, 18};
    return mode < 256 && memchr(known, (int)mode, sizeof known) != NULL;
}

/* Puts a pixel of a layer over what is below it. */
static void ase_blend(uint8_t *below, const uint8_t above[4], unsigned mode, unsigned opacity)
{
    const int alpha = ase_multiply(above[3], (int)opacity);
    const int all = alpha + below[3] - ase_multiply(below[3], alpha);
    for (unsigned c = 0; c < 3 && alpha > 0; c++) {
        if (below[3] == 0)
            below[c] = above[c];
        else
            below[c] = (uint8_t)(below[c] +
                                 (ase_mix(mode, below[c], above[c]) - below[c]) * alpha / all);
    }
    below[3] = (uint8_t)all;
}

/* Converts a pixel of the file into red, green, blue and alpha. */
static void ase_convert(const ase_file *file, const ase_layer *layer, const uint8_t *pixel,
                        uint8_t rgba[4])
{
    if (file->channels == 4) {
        memcpy(rgba, pixel, 4);
    } else if (file->channels == 2) {
        memset(rgba, pixel[0], 3);
        rgba[3] = pixel[1];
    } else {
        memcpy(rgba, file->palette[pixel[0]], 4);
        if (pixel[0] == file->clear && !layer->is_background)
            rgba[3] = 0;
    }
}

/* A cel: what a layer shows in a frame. */
typedef struct ase_cel {
    unsigned layer;
    int x, y;
    unsigned opacity;
    unsigned kind;
    ase_bytes rest;
} ase_cel;

static ase_cel ase_read_cel(ase_bytes chunk)
{
    ase_cel cel = {.layer = ase_number(&chunk, 2)};
    cel.x = (int16_t)ase_number(&chunk, 2);
    cel.y = (int16_t)ase_number(&chunk, 2);
    cel.opacity = ase_number(&chunk, 1);
    cel.kind = ase_number(&chunk, 2);
    ase_skip(&chunk, 7);
    cel.rest = chunk;
    return cel;
}

/* Draws pixels where they lie on the canvas. */
static void ase_draw_pixels(ase_file *file, const ase_cel *cel, const uint8_t *pixels,
                            unsigned width, unsigned height)
{
    const ase_layer *layer = &file->layers[cel->layer];
    const unsigned opacity = (unsigned)ase_multiply((int)cel->opacity, (int)layer->opacity);
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            const int column = cel->x + (int)x, row = cel->y + (int)y;
            uint8_t above[4];
            if (column < 0 || row < 0 || column >= (int)file->canvas.width ||
                row >= (int)file->canvas.height)
                continue;
            ase_convert(file, layer, &pixels[((size_t)y * width + x) * file->channels], above);
            ase_blend(
                &file->canvas.rgba[4 * ((size_t)row * file->canvas.width + (size_t)column)],
                above, layer->mode, opacity);
        }
    }
}

static df_status ase_draw_image(ase_file *file, const ase_cel *cel)
{
    ase_bytes rest = cel->rest;
    const unsigned width = ase_number(&rest, 2), height = ase_number(&rest, 2);
    df_status status = image_check_size(width, height, file->error);
    if (rest.is_cut)
        return ase_refuse(file, "it is cut");
    if (status != DF_OK)
        return status;
    uLongf size = (uLongf)width * height * file->channels;
    status = ase_work(file, size);
    if (status != DF_OK)
        return status;
    if (cel->kind == ASE_RAW) {
        if (rest.left < size)
            return ase_refuse(file, "it is cut");
        ase_draw_pixels(file, cel, rest.at, width, height);
        return DF_OK;
    }
    uint8_t *pixels = calloc(size, 1);
    if (pixels == NULL)
        return DF_ERROR_MEMORY;
    const uLongf wanted = size;
    const int code = uncompress(pixels, &size, rest.at, (uLong)rest.left);
    if (code == Z_MEM_ERROR)
        status = DF_ERROR_MEMORY;
    else if (code != Z_OK || size != wanted)
        status = ase_refuse(file, "pixels that cannot be unpacked");
    else
        ase_draw_pixels(file, cel, pixels, width, height);
    free(pixels);
    return status;
}

/* Finds what a layer shows in a frame; *found is false if there is nothing. */
static df_status ase_find_cel(ase_file *file, unsigned frame, unsigned layer, ase_cel *cel,
                              bool *found)
{
    ase_bytes chunks, chunk;
    const uint32_t count = ase_begin_chunks(file, frame, &chunks);
    uint32_t i = 0;
    for (*found = false; i < count && !*found && chunks.left > 0; i++) {
        if (ase_next_chunk(&chunks, &chunk) == ASE_CEL)
            *cel = ase_read_cel(chunk);
        else
            continue;
        *found = cel->layer == layer;
    }
    return ase_work(file, i);
}

static df_status ase_draw_layer(ase_file *file, unsigned frame, unsigned layer)
{
    const ase_layer *drawn = &file->layers[layer];
    ase_cel cel;
    bool found;
    if (!drawn->is_shown || drawn->kind == ASE_GROUP)
        return DF_OK;
    df_status status = ase_find_cel(file, frame, layer, &cel, &found);
    if (status != DF_OK || !found)
        return status;
    if (cel.kind == ASE_LINKED) {
        const unsigned other = ase_number(&cel.rest, 2);
        if (other >= file->frame_count)
            return ase_refuse(file, "a link to nothing");
        status = ase_find_cel(file, other, layer, &cel, &found);
        if (status != DF_OK || !found)
            return status;
    }
    if (drawn->kind != ASE_NORMAL_LAYER || (cel.kind != ASE_RAW && cel.kind != ASE_PACKED) ||
        !ase_knows_mode(drawn->mode))
        return ase_refuse(file, drawn->kind != ASE_NORMAL_LAYER
                                    ? "layers of tiles are not read"
                                    : "a way of blending layers that is not read");
    return ase_draw_image(file, &cel);
}

/* Reads the layers and the palette that a frame brings. */
static df_status ase_read_chunks(ase_file *file, unsigned frame)
{
    ase_bytes chunks, chunk;
    bool has_palette = false;
    const uint32_t count = ase_begin_chunks(file, frame, &chunks);
    df_status status = DF_OK;
    for (uint32_t i = 0; i < count && status == DF_OK; i++) {
        const unsigned type = ase_next_chunk(&chunks, &chunk);
        if (chunks.is_cut)
            return ase_refuse(file, "it is cut");
        if (type == ASE_LAYER)
            status = ase_read_layer(file, chunk);
        has_palette |= type == ASE_PALETTE;
        if (type == ASE_PALETTE)
            ase_read_palette(file, chunk);
        else if (type == ASE_OLD_PALETTE && !has_palette)
            ase_read_old_palette(file, chunk);
    }
    return status;
}

static df_status ase_draw_frames(ase_file *file, const image_sink *sink)
{
    const size_t area = (size_t)file->canvas.width * file->canvas.height;
    df_status status = DF_OK;
    for (unsigned i = 0; i < file->frame_count && status == DF_OK; i++) {
        status = image_check_film((i + 1) * (uint64_t)area, file->error);
        if (status == DF_OK)
            status = ase_read_chunks(file, i);
        memset(file->canvas.rgba, 0, 4 * area);
        for (unsigned layer = 0; layer < file->layer_count && status == DF_OK; layer++)
            status = ase_draw_layer(file, i, layer);
        if (status == DF_OK)
            status = sink->take(sink->context, &file->canvas);
    }
    return status;
}

static df_status ase_begin(ase_file *file, ase_bytes bytes)
{
    if (bytes.left < ASE_HEADER)
        return ase_refuse(file, "it is cut");
    const ase_bytes frames = {bytes.at + ASE_HEADER, bytes.left - ASE_HEADER, false};
    ase_skip(&bytes, 6);
    file->frame_count = ase_number(&bytes, 2);
    file->canvas.width = ase_number(&bytes, 2);
    file->canvas.height = ase_number(&bytes, 2);
    const unsigned depth = ase_number(&bytes, 2);
    file->has_opacity = (ase_number(&bytes, 4) & 1) != 0;
    ase_skip(&bytes, 10);
    file->clear = ase_number(&bytes, 1);
    file->channels = depth / 8;
    if ((depth != 8 && depth != 16 && depth != 32) || file->frame_count == 0)
        return ase_refuse(file, "an unknown kind of pixels, or no frame");
    const df_status status =
        image_check_size(file->canvas.width, file->canvas.height, file->error);
    return status == DF_OK ? ase_find_frames(file, frames) : status;
}

static df_status ase_decode(const uint8_t *bytes, size_t length, const image_sink *sink,
                            df_error *error)
{
    ase_file *file = calloc(1, sizeof *file);
    if (file == NULL)
        return DF_ERROR_MEMORY;
    file->error = error;
    df_status status = ase_begin(file, (ase_bytes){bytes, length, false});
    if (status == DF_OK) {
        file->canvas.rgba = malloc((size_t)file->canvas.width * file->canvas.height * 4);
        status = file->canvas.rgba != NULL ? ase_draw_frames(file, sink) : DF_ERROR_MEMORY;
    }
    image_free(&file->canvas);
    free(file->frames);
    free(file);
    return status;
}

/* Looks for a tag among those of a chunk, and adds their names. */
static bool ase_match_tag(ase_bytes chunk, const char *tag, unsigned *first, unsigned *last,
                          df_text *names)
{
    unsigned count = ase_number(&chunk, 2);
    for (ase_skip(&chunk, 8); count > 0 && chunk.left > 0; count--) {
        *first = ase_number(&chunk, 2) + 1;
        *last = ase_number(&chunk, 2) + 1;
        ase_skip(&chunk, 13);
        const size_t length = ase_number(&chunk, 2);
        const ase_bytes name = ase_part(&chunk, length);
        if (name.left == strlen(tag) && memcmp(name.at, tag, name.left) == 0)
            return true;
        df_text_format(names, "%s%.*s", names->length > 0 ? ", " : "; give a number, or ",
                       (int)name.left, (const char *)name.at);
    }
    return false;
}

df_status image_find_tag(const uint8_t *bytes, size_t length, const char *tag, unsigned *first,
                         unsigned *last, df_error *error)
{
    ase_file file = {.error = error};
    ase_bytes chunks, chunk;
    df_text names = {0};
    bool found = false;
    df_status status = image_begins(bytes, length, image_aseprite.beginnings[0])
                           ? ase_begin(&file, (ase_bytes){bytes, length, false})
                           : DF_OK;
    for (unsigned i = 0; i < file.frame_count && status == DF_OK && !found; i++) {
        uint32_t count = ase_begin_chunks(&file, i, &chunks);
        for (; count > 0 && chunks.left > 0 && !found; count--)
            found = ase_next_chunk(&chunks, &chunk) == ASE_TAGS &&
                    ase_match_tag(chunk, tag, first, last, &names);
    }
    free(file.frames);
    if (status == DF_OK && !found) {
        snprintf(error->text, sizeof error->text, "there is no tag '%.40s'%.100s", tag,
                 names.length > 0 ? names.bytes : "; give the number of a frame");
        status = DF_ERROR_INPUT;
    }
    df_text_free(&names);
    return status;
}

const image_format image_aseprite = {
    .name = "aseprite",
    .title = "Aseprite",
    .beginnings = {"????\xe0\xa5"},
    .decode = ase_decode,
};
