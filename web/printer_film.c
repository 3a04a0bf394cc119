/* The film of a plan for a web page that jumps about in it. The film is played once and kept as
 * the squares that change from frame to frame, with a whole frame now and then; any frame can
 * then be had at once, and drawn. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "core/array.h"
#include "dropforge/film.h"
#include "dropforge/raster.h"

enum {
    WHOLE_EVERY = 256, /* frames */
    FIRST_SHOWN = 20,  /* centiseconds: the empty playfield */
    RGBA = 4,          /* bytes */
    OPAQUE = 0xff,
};

typedef struct change {
    uint16_t place; /* y * width + x; a playfield has no more than 65536 squares */
    uint16_t square;
} change;

/* A list that grows; `size` bytes an item. */
typedef struct list {
    char *items;
    size_t size;
    size_t count;
    size_t capacity;
} list;

typedef struct film {
    const df_plan *plan; /* borrowed */
    size_t width;
    size_t height;
    list starts;      /* uint32_t: centiseconds; one more than there are frames */
    list drops;       /* uint32_t: how many drops have begun */
    list first;       /* uint32_t: index of the first change of each frame, and an end */
    list changes;     /* change */
    list wholes;      /* uint16_t: squares of every WHOLE_EVERYth frame */
    uint16_t *square; /* frame `at` */
    size_t at;
    df_raster raster;
    uint8_t *indices;
    uint8_t *rgba;
} film;

static df_status append(list *to, const void *items, size_t count)
{
    const df_status status =
        df_array_reserve(&to->items, &to->capacity, to->count, count, to->size, NULL);
    if (status != DF_OK)
        return status;
    memcpy(to->items + to->count * to->size, items, count * to->size);
    to->count += count;
    return DF_OK;
}

static df_status append_number(list *to, size_t number)
{
    const uint32_t value = (uint32_t)number;
    return append(to, &value, 1);
}

static uint32_t number_at(const list *of, size_t index)
{
    uint32_t number;
    memcpy(&number, of->items + index * of->size, sizeof number);
    return number;
}

static size_t square_count(const film *own)
{
    return own->width * own->height;
}

/* Appends what differs from the frame before, and makes it the current one. */
static df_status append_changes(film *own, const uint16_t *square)
{
    for (size_t y = 0; y < own->height; y++) {
        uint16_t *before = &own->square[y * own->width];
        const uint16_t *now = &square[y * own->width];
        if (memcmp(before, now, own->width * sizeof *now) == 0)
            continue;
        for (size_t x = 0; x < own->width; x++) {
            const change one = {.place = (uint16_t)(y * own->width + x), .square = now[x]};
            if (before[x] != now[x] && append(&own->changes, &one, 1) != DF_OK)
                return DF_ERROR_MEMORY;
            before[x] = now[x];
        }
    }
    return DF_OK;
}

/* Keeps the squares of frame `at`. */
static df_status record_squares(film *own, const uint16_t *square)
{
    if (own->at % WHOLE_EVERY != 0)
        return append_changes(own, square);
    memmove(own->square, square,
            square_count(own) * sizeof *square); /* may be the same place */
    return append(&own->wholes, square, square_count(own));
}

static df_status record(void *context, const df_frame *frame)
{
    film *own = context;
    own->at = own->drops.count;
    df_status status = record_squares(own, frame->square);
    if (status == DF_OK)
        status = append_number(&own->first, own->changes.count);
    if (status == DF_OK)
        status = append_number(&own->drops, frame->drops);
    if (status == DF_OK)
        status = append_number(&own->starts, number_at(&own->starts, own->starts.count - 1) +
                                                 frame->centiseconds);
    return status;
}

/* Without any frame, for the playfield of the plan. */
static df_status begin(film *own)
{
    own->width = own->plan->width;
    own->height = own->plan->height;
    own->starts.size = own->drops.size = own->first.size = sizeof(uint32_t);
    own->changes.size = sizeof(change);
    own->wholes.size = sizeof(uint16_t);
    own->square = calloc(square_count(own), sizeof *own->square);
    if (own->square == NULL)
        return DF_ERROR_MEMORY;
    df_status status = append_number(&own->starts, 0);
    if (status == DF_OK)
        status = append_number(&own->first, 0);
    const df_frame empty = {.width = own->plan->width,
                            .height = own->plan->height,
                            .square = own->square,
                            .centiseconds = FIRST_SHOWN};
    return status == DF_OK ? record(own, &empty) : status;
}

WASM_EXPORT(film_free) void film_free(film *own)
{
    if (own == NULL)
        return;
    free(own->starts.items);
    free(own->drops.items);
    free(own->first.items);
    free(own->changes.items);
    free(own->wholes.items);
    free(own->square);
    df_raster_free(&own->raster);
    free(own->indices);
    free(own->rgba);
    free(own);
}

/* Makes the film of a plan, which must outlive it; it begins with the empty playfield.
 * `most_frames` as in df_film_options. */
WASM_EXPORT(film_open)
df_status film_open(const df_plan *plan, unsigned fast, unsigned speed_percent,
                    unsigned most_frames, unsigned hold_centiseconds)
{
    const df_film_options options = {.fast = fast != 0,
                                     .speed_percent = speed_percent,
                                     .max_frames = most_frames,
                                     .hold_centiseconds = hold_centiseconds};
    df_mishap mishap = {0};
    film *own = calloc(1, sizeof *own);
    answer_begin();
    if (own == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    own->plan = plan;
    df_status status = begin(own);
    if (status == DF_OK)
        status = df_film_play(plan, &options, record, own, &mishap);
    if (status == DF_OK)
        answer_give(own);
    else
        film_free(own);
    return answer_end(status, &mishap);
}

/* How many frames there are. */
WASM_EXPORT(film_frames) size_t film_frames(const film *own)
{
    return own->drops.count;
}

/* When each frame begins and the last one ends: film_frames() + 1 numbers of 32 bits, in
 * centiseconds. */
WASM_EXPORT(film_starts) const char *film_starts(const film *own)
{
    return own->starts.items;
}

/* How many drops have begun in each frame: numbers of 32 bits. */
WASM_EXPORT(film_drops) const char *film_drops(const film *own)
{
    return own->drops.items;
}

static void step(film *own)
{
    own->at++;
    const size_t end = number_at(&own->first, own->at + 1);
    for (size_t i = number_at(&own->first, own->at); i < end; i++) {
        change one;
        memcpy(&one, own->changes.items + i * sizeof one, sizeof one);
        own->square[one.place] = one.square;
    }
}

static void seek(film *own, size_t frame)
{
    const size_t whole = frame / WHOLE_EVERY;
    if (frame < own->at || own->at < whole * WHOLE_EVERY) {
        const size_t bytes = square_count(own) * sizeof *own->square;
        memcpy(own->square, own->wholes.items + whole * bytes, bytes);
        own->at = whole * WHOLE_EVERY;
    }
    while (own->at < frame)
        step(own);
}

/* Chooses how frames are drawn. `background` is 0xrrggbb; -1: such as suits the plan. */
WASM_EXPORT(film_look)
df_status film_look(film *own, unsigned square_size, unsigned look, unsigned grid,
                    int background)
{
    const df_color color = {(uint8_t)(background >> 16), (uint8_t)(background >> 8),
                            (uint8_t)background};
    const df_raster_options options = {
        .square_size = square_size,
        .look = (df_look)look,
        .grid = grid != 0,
        .background = background < 0 ? df_raster_background(own->plan) : color};
    answer_begin();
    df_raster raster;
    const df_status status = df_raster_begin(&raster, own->plan, &options);
    if (status != DF_OK)
        return answer_end(status, NULL);
    const size_t count = (size_t)raster.width * raster.height;
    uint8_t *indices = malloc(count);
    uint8_t *rgba = malloc(count * RGBA);
    if (indices == NULL || rgba == NULL) {
        free(indices);
        free(rgba);
        df_raster_free(&raster);
        return answer_end(DF_ERROR_MEMORY, NULL);
    }
    df_raster_free(&own->raster);
    free(own->indices);
    free(own->rgba);
    own->raster = raster;
    own->indices = indices;
    own->rgba = rgba;
    return DF_OK;
}

WASM_EXPORT(film_width) unsigned film_width(const film *own)
{
    return own->raster.width;
}

WASM_EXPORT(film_height) unsigned film_height(const film *own)
{
    return own->raster.height;
}

/* The palette of film_draw_indices: three bytes a colour. */
WASM_EXPORT(film_palette) const df_color *film_palette(const film *own)
{
    return own->raster.palette;
}

WASM_EXPORT(film_palette_count) size_t film_palette_count(const film *own)
{
    return own->raster.palette_count;
}

/* Draws a frame, which must be one of film_frames(): an index into the palette for each pixel,
 * rows from the top. */
WASM_EXPORT(film_draw_indices) const uint8_t *film_draw_indices(film *own, size_t frame)
{
    seek(own, frame);
    const df_frame shown = {
        .width = (uint16_t)own->width, .height = (uint16_t)own->height, .square = own->square};
    df_raster_draw(&own->raster, &shown, own->indices);
    return own->indices;
}

/* The same as RGBA. */
WASM_EXPORT(film_draw) const uint8_t *film_draw(film *own, size_t frame)
{
    film_draw_indices(own, frame);
    const size_t count = (size_t)own->raster.width * own->raster.height;
    for (size_t i = 0; i < count; i++) {
        const df_color color = own->raster.palette[own->indices[i]];
        const uint8_t rgba[RGBA] = {color.red, color.green, color.blue, OPAQUE};
        memcpy(&own->rgba[RGBA * i], rgba, sizeof rgba);
    }
    return own->rgba;
}
