/* Aseprite files: each frame is what its visible layers show together, as Aseprite blends them.
 * Tags name frames, and say in which order they are played. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "ase_blend.h"
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
    ASE_PALETTE = 0x2019,
    ASE_TILESET = 0x2023
};
enum { ASE_RAW = 0, ASE_LINKED = 1, ASE_PACKED = 2, ASE_TILES = 3 };
enum { ASE_NORMAL_LAYER = 0, ASE_GROUP = 1, ASE_TILE_LAYER = 2 };

/* Bytes that are read from the front; reading past the end gives 0. */
typedef struct ase_bytes {
    const uint8_t *at;
    size_t left;
    bool is_cut;
} ase_bytes;

/* Takes out the next `count` bytes. */
static ase_bytes ase_part(ase_bytes *bytes, size_t count)
{
    const bool is_cut = count > bytes->left;
    const ase_bytes part = {bytes->at, is_cut ? bytes->left : count, is_cut};
    bytes->at += part.left;
    bytes->left -= part.left;
    bytes->is_cut |= is_cut;
    return part;
}

static uint32_t ase_number(ase_bytes *bytes, unsigned count)
{
    const ase_bytes part = ase_part(bytes, count);
    uint32_t number = 0;
    for (unsigned i = count; i-- > 0 && !part.is_cut;)
        number = number << 8 | part.at[i];
    return number;
}

typedef struct ase_layer {
    bool is_shown; /* and so are the groups it is in */
    bool is_background;
    unsigned kind;
    unsigned level;  /* how many groups it is in */
    unsigned parent; /* its group, from 1, if groups are drawn apart; else 0 */
    unsigned mode;   /* of blending */
    unsigned opacity;
    uint32_t tileset;
} ase_layer;

/* A cel: what a layer shows in a frame. */
typedef struct ase_cel {
    unsigned layer;
    int x, y, z;
    int order; /* of drawing */
    unsigned opacity;
    unsigned kind;
    ase_bytes rest;
} ase_cel;

typedef struct ase_file {
    ase_bytes *frames; /* owned: the chunks of each, behind their number */
    uint64_t steps;    /* chunks and pixels that were looked at */
    unsigned frame_count;
    unsigned channels; /* of a pixel: 4, 2 for grey with alpha, 1 for an index */
    unsigned clear;    /* index */
    unsigned flags;    /* 1: layers have an opacity; 2: groups are drawn apart, then blended */
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

static df_status ase_refuse_unread(const ase_file *file, const char *what)
{
    snprintf(file->error->text, sizeof file->error->text,
             "this program does not read %s of Aseprite; save it as PNG", what);
    return DF_ERROR_INPUT;
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
    ase_part(chunks, 4); /* its time, and nothing */
    const uint32_t count = ase_number(chunks, 4);
    return count == 0 ? old_count : count;
}

/* Counts the work, so that a small file cannot take hours. */
static df_status ase_work(ase_file *file, uint64_t steps)
{
    file->steps += steps < ASE_MAX_STEPS ? steps : ASE_MAX_STEPS;
    return file->steps < ASE_MAX_STEPS ? DF_OK : image_check_film(UINT64_MAX, file->error);
}

/* Unpacks this many things of that size; the caller frees them. */
static df_status ase_unpack(ase_file *file, ase_bytes packed, uint64_t count, unsigned size,
                            uint8_t **unpacked)
{
    df_status status = ase_work(file, count < ASE_MAX_STEPS ? count * size : count);
    uint8_t *bytes = status == DF_OK ? malloc((size_t)count * size + 1) : NULL;
    if (bytes == NULL)
        return status == DF_OK ? DF_ERROR_MEMORY : status;
    uLongf length = (uLongf)count * size;
    const int code = uncompress(bytes, &length, packed.at, (uLong)packed.left);
    if (code == Z_OK && length == count * size) {
        *unpacked = bytes;
        return DF_OK;
    }
    free(bytes);
    return code == Z_MEM_ERROR ? DF_ERROR_MEMORY
                               : ase_refuse(file, "pixels that cannot be unpacked");
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

/* Finds the chunk of a type in a frame that begins with a number; else *found is cut. */
static df_status ase_find_chunk(ase_file *file, unsigned frame, unsigned type, uint32_t number,
                                ase_bytes *found)
{
    ase_bytes chunks, chunk;
    uint32_t i = 0, count = ase_begin_chunks(file, frame, &chunks);
    for (*found = (ase_bytes){chunks.at, 0, true};
         found->is_cut && i < count && chunks.left > 0; i++) {
        if (ase_next_chunk(&chunks, &chunk) == type &&
            ase_number(&chunk, type == ASE_CEL ? 2 : 4) == number)
            *found = chunk;
    }
    return ase_work(file, i);
}

static ase_cel ase_read_cel(unsigned layer, ase_bytes chunk)
{
    ase_cel cel = {.layer = layer, .x = (int16_t)ase_number(&chunk, 2)};
    cel.y = (int16_t)ase_number(&chunk, 2);
    cel.opacity = ase_number(&chunk, 1);
    cel.kind = ase_number(&chunk, 2);
    cel.z = (int16_t)ase_number(&chunk, 2);
    ase_part(&chunk, 5);
    cel.rest = chunk;
    return cel;
}

static df_status ase_read_layer(ase_file *file, ase_bytes chunk)
{
    if (file->layer_count == ASE_MAX_LAYERS)
        return ase_refuse_unread(file, "more than 1024 layers");
    const unsigned flags = ase_number(&chunk, 2);
    ase_layer layer = {.kind = ase_number(&chunk, 2), .level = ase_number(&chunk, 2)};
    ase_part(&chunk, 4);
    layer.mode = ase_number(&chunk, 2);
    layer.opacity = ase_number(&chunk, 1);
    layer.opacity = (file->flags & 1) != 0 ? layer.opacity : 255;
    ase_part(&chunk, 3);
    ase_part(&chunk, ase_number(&chunk, 2));
    layer.tileset = layer.kind == ASE_TILE_LAYER ? ase_number(&chunk, 4) : 0;
    layer.is_background = (flags & 8) != 0;
    layer.is_shown = (flags & 65) == 1; /* it is visible, and no reference */
    /* It is in the last group that is in fewer groups. */
    for (unsigned i = file->layer_count; i-- > 0 && layer.level > 0;) {
        if (file->layers[i].kind == ASE_GROUP && file->layers[i].level + 1 == layer.level) {
            layer.is_shown &= file->layers[i].is_shown;
            layer.parent = (file->flags & 2) != 0 ? i + 1 : 0;
            break;
        }
    }
    file->layers[file->layer_count++] = layer;
    return DF_OK;
}

static void ase_read_palette(ase_file *file, ase_bytes chunk)
{
    ase_part(&chunk, 4);
    const uint32_t first = ase_number(&chunk, 4), last = ase_number(&chunk, 4);
    ase_part(&chunk, 8);
    for (uint32_t i = first; i <= last && i < 256 && chunk.left > 0; i++) {
        const unsigned has_name = ase_number(&chunk, 2) & 1;
        for (unsigned c = 0; c < 4; c++)
            file->palette[i][c] = (uint8_t)ase_number(&chunk, 1);
        if (has_name != 0)
            ase_part(&chunk, ase_number(&chunk, 2));
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

/* Draws a pixel of a cel, if it lies on the canvas. */
static void ase_draw_pixel(ase_file *file, const ase_cel *cel, unsigned x, unsigned y,
                           const uint8_t *pixel)
{
    const ase_layer *layer = &file->layers[cel->layer];
    const int column = cel->x + (int)x, row = cel->y + (int)y;
    uint8_t above[4];
    if (column < 0 || row < 0 || column >= (int)file->canvas.width ||
        row >= (int)file->canvas.height)
        return;
    if (file->channels == 4) {
        memcpy(above, pixel, 4);
    } else if (file->channels == 2) {
        memset(above, pixel[0], 3);
        above[3] = pixel[1];
    } else {
        memcpy(above, file->palette[pixel[0]], 4);
        if (pixel[0] == file->clear && !layer->is_background)
            above[3] = 0;
    }
    ase_blend(&file->canvas.rgba[4 * ((size_t)row * file->canvas.width + (size_t)column)],
              above, layer->mode,
              (unsigned)ase_multiply((int)cel->opacity, (int)layer->opacity));
}

/* Tiles of a cel: which lies where, and all that there are. */
typedef struct ase_tiles {
    uint32_t masks[4]; /* of a tile's number, and of its mirrored x, y and diagonal */
    uint32_t count;
    unsigned width, height; /* of a tile */
    bool has_empty;         /* the first */
    uint8_t *map, *pixels;  /* owned */
} ase_tiles;

/* Finds a pixel in the tiles; NULL where there is none. */
static const uint8_t *ase_find_pixel(const ase_tiles *tiles, unsigned columns, unsigned x,
                                     unsigned y, unsigned channels)
{
    const size_t at = (size_t)(y / tiles->height) * columns + x / tiles->width;
    const uint32_t tile = ase_number(&(ase_bytes){&tiles->map[4 * at], 4, false}, 4);
    const uint32_t *masks = tiles->masks, number = (tile & masks[0]) / (masks[0] & -masks[0]);
    x = (tile & masks[1]) != 0 ? tiles->width - 1 - x % tiles->width : x % tiles->width;
    y = (tile & masks[2]) != 0 ? tiles->height - 1 - y % tiles->height : y % tiles->height;
    const unsigned column = (tile & masks[3]) != 0 ? y : x, row = x + y - column;
    if (number >= tiles->count || (number == 0 && tiles->has_empty) || column >= tiles->width ||
        row >= tiles->height)
        return NULL;
    return &tiles->pixels[(((size_t)number * tiles->height + row) * tiles->width + column) *
                          channels];
}

static df_status ase_draw_tiles(ase_file *file, const ase_cel *cel, unsigned columns,
                                unsigned rows, ase_bytes rest)
{
    ase_tiles tiles = {.count = 0};
    ase_bytes chunk;
    const uint32_t id = file->layers[cel->layer].tileset;
    df_status status = ase_find_chunk(file, 0, ASE_TILESET, id, &chunk);
    if (status != DF_OK || chunk.is_cut)
        return status != DF_OK ? status : ase_refuse(file, "tiles without a tileset");
    const unsigned flags = ase_number(&chunk, 4), bits = ase_number(&rest, 2);
    tiles.has_empty = (flags & 4) != 0;
    tiles.count = ase_number(&chunk, 4);
    tiles.width = ase_number(&chunk, 2);
    tiles.height = ase_number(&chunk, 2);
    ase_part(&chunk, 16);
    ase_part(&chunk, ase_number(&chunk, 2));
    ase_part(&chunk, (flags & 1) != 0 ? 12 : 4);
    for (unsigned i = 0; i < 4; i++)
        tiles.masks[i] = ase_number(&rest, 4);
    ase_part(&rest, 10);
    if ((flags & 2) == 0 || bits != 32 || tiles.masks[0] == 0)
        return ase_refuse_unread(file, bits == 32 ? "tilesets in other files"
                                                  : "tiles that have not 32 bits");
    const uint64_t area = (uint64_t)columns * rows, tile = (uint64_t)tiles.width * tiles.height;
    status = ase_work(file, area * tile + (uint64_t)rows * tiles.height); /* or no columns */
    if (status == DF_OK)
        status = ase_unpack(file, chunk, tile * tiles.count, file->channels, &tiles.pixels);
    if (status == DF_OK)
        status = ase_unpack(file, rest, area, 4, &tiles.map);
    for (unsigned y = 0; y < rows * tiles.height && status == DF_OK; y++) {
        for (unsigned x = 0; x < columns * tiles.width; x++) {
            const uint8_t *pixel = ase_find_pixel(&tiles, columns, x, y, file->channels);
            if (pixel != NULL)
                ase_draw_pixel(file, cel, x, y, pixel);
        }
    }
    free(tiles.map);
    free(tiles.pixels);
    return status;
}

static df_status ase_draw_cel(ase_file *file, const ase_cel *cel)
{
    ase_bytes rest = cel->rest;
    const unsigned kind = file->layers[cel->layer].kind;
    if (kind == ASE_TILE_LAYER ? cel->kind != ASE_TILES
                               : kind != ASE_NORMAL_LAYER || cel->kind > ASE_PACKED)
        return ase_refuse_unread(file, "a kind of layer");
    const unsigned width = ase_number(&rest, 2), height = ase_number(&rest, 2);
    const size_t area = (size_t)width * height;
    uint8_t *unpacked = NULL;
    if (rest.is_cut || (cel->kind == ASE_RAW && rest.left / file->channels < area))
        return ase_refuse(file, "it is cut");
    if (area == 0)
        return DF_OK;
    if (cel->kind == ASE_TILES)
        return ase_draw_tiles(file, cel, width, height, rest);
    df_status status = image_check_size(width, height, file->error);
    if (status == DF_OK)
        status = cel->kind == ASE_RAW ? ase_work(file, area)
                                      : ase_unpack(file, rest, area, file->channels, &unpacked);
    const uint8_t *pixels = cel->kind == ASE_RAW ? rest.at : unpacked;
    for (size_t i = 0; i < area && status == DF_OK; i++)
        ase_draw_pixel(file, cel, (unsigned)(i % width), (unsigned)(i / width),
                       &pixels[i * file->channels]);
    free(unpacked);
    return status;
}

/* Finds what a layer shows in a frame; *found is false if there is nothing. */
static df_status ase_find_cel(ase_file *file, unsigned frame, unsigned layer, ase_cel *cel,
                              bool *found)
{
    ase_bytes chunk;
    df_status status = ase_find_chunk(file, frame, ASE_CEL, layer, &chunk);
    *cel = ase_read_cel(layer, chunk);
    if (status == DF_OK && cel->kind == ASE_LINKED) {
        const unsigned other = ase_number(&cel->rest, 2);
        if (other >= file->frame_count)
            return ase_refuse(file, "a link to nothing");
        status = ase_find_chunk(file, other, ASE_CEL, layer, &chunk);
        const ase_cel linked = ase_read_cel(layer, chunk);
        cel->kind = linked.kind;
        cel->rest = linked.rest;
    }
    *found = !chunk.is_cut;
    return status;
}

static df_status ase_draw_group(ase_file *file, unsigned frame, unsigned group);

/* Draws a cel, or a group on a canvas of its own, which is then blended. */
static df_status ase_draw_layer(ase_file *file, unsigned frame, const ase_cel *cel)
{
    const ase_layer *layer = &file->layers[cel->layer];
    const size_t area = (size_t)file->canvas.width * file->canvas.height;
    uint8_t *below = file->canvas.rgba;
    if (layer->kind == ASE_GROUP && (file->flags & 2) == 0)
        return DF_OK;
    if (layer->mode > ASE_LAST_MODE)
        return ase_refuse_unread(file, "a way of blending");
    if (layer->kind != ASE_GROUP)
        return ase_draw_cel(file, cel);
    df_status status = ase_work(file, area);
    if (status != DF_OK)
        return status;
    file->canvas.rgba = calloc(area, 4);
    status = file->canvas.rgba != NULL ? ase_draw_group(file, frame, cel->layer + 1)
                                       : DF_ERROR_MEMORY;
    for (size_t i = 0; i < area && status == DF_OK; i++)
        ase_blend(&below[4 * i], &file->canvas.rgba[4 * i], layer->mode, layer->opacity);
    image_free(&file->canvas);
    file->canvas.rgba = below;
    return status;
}

/* Orders cels from the back to the front. */
static int ase_compare_cels(const void *one, const void *other)
{
    const ase_cel *a = one, *b = other;
    return a->order != b->order ? a->order - b->order : a->z - b->z;
}

/* Draws all layers of a group, or, for 0, those in none. */
static df_status ase_draw_group(ase_file *file, unsigned frame, unsigned group)
{
    ase_cel *cels = malloc((file->layer_count + 1) * sizeof cels[0]);
    int order = 0;
    size_t count = 0;
    df_status status = cels != NULL ? ase_work(file, file->layer_count) : DF_ERROR_MEMORY;
    for (unsigned i = group; i < file->layer_count && status == DF_OK; i++) {
        const ase_layer *layer = &file->layers[i];
        bool found = layer->kind == ASE_GROUP;
        if (layer->parent != group)
            continue;
        order++;
        cels[count] = (ase_cel){.layer = i};
        if (layer->is_shown && !found)
            status = ase_find_cel(file, frame, i, &cels[count], &found);
        cels[count].order = order + cels[count].z;
        count += found && layer->is_shown;
    }
    if (count > 0)
        qsort(cels, count, sizeof cels[0], ase_compare_cels);
    for (size_t i = 0; i < count && status == DF_OK; i++)
        status = ase_draw_layer(file, frame, &cels[i]);
    free(cels);
    return status;
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
        if (status == DF_OK)
            status = ase_draw_group(file, i, 0);
        ase_bytes head = file->frames[i];
        ase_part(&head, 2);
        file->canvas.milliseconds = image_frame_time(ase_number(&head, 2));
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
    ase_part(&bytes, 6);
    file->frame_count = ase_number(&bytes, 2);
    file->canvas.width = ase_number(&bytes, 2);
    file->canvas.height = ase_number(&bytes, 2);
    const unsigned depth = ase_number(&bytes, 2);
    file->flags = ase_number(&bytes, 4);
    ase_part(&bytes, 10);
    file->clear = ase_number(&bytes, 1);
    file->channels = depth / 8;
    if (file->frame_count == 0)
        return ase_refuse(file, "no frame");
    if (depth != 8 && depth != 16 && depth != 32)
        return ase_refuse_unread(file, "this kind of pixels");
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
static bool ase_match_tag(ase_bytes chunk, const char *wanted, image_tag *tag, df_text *names)
{
    unsigned count = ase_number(&chunk, 2);
    for (ase_part(&chunk, 8); count > 0 && chunk.left > 0; count--) {
        tag->first = ase_number(&chunk, 2) + 1;
        tag->last = ase_number(&chunk, 2) + 1;
        tag->last = tag->last < tag->first ? tag->first : tag->last;
        const unsigned direction = ase_number(&chunk, 1), plays = ase_number(&chunk, 2);
        tag->is_reversed = direction % 2 == 1;
        /* To and fro are two plays. */
        tag->returns = direction >= 2 && plays != 1;
        tag->plays = tag->returns ? (plays + 1) / 2 : plays;
        ase_part(&chunk, 10);
        const size_t length = ase_number(&chunk, 2);
        const ase_bytes name = ase_part(&chunk, length);
        if (name.left == strlen(wanted) && memcmp(name.at, wanted, name.left) == 0)
            return true;
        df_text_format(names, "%s%.*s", names->length > 0 ? ", " : "; give a number, or ",
                       (int)name.left, (const char *)name.at);
    }
    return false;
}

df_status image_find_tag(const uint8_t *bytes, size_t length, const char *name, image_tag *tag,
                         df_error *error)
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
                    ase_match_tag(chunk, name, tag, &names);
    }
    free(file.frames);
    if (status == DF_OK && !found) {
        snprintf(error->text, sizeof error->text, "there is no tag '%.40s'%.100s", name,
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
