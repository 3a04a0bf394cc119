/* The film of a plan for a web page that jumps about in it. The film is played once and kept as
 * the squares that change from frame to frame, with a whole frame now and then; any frame can
 * then be had at once, and drawn. */
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "dropforge/film.h"
#include "dropforge/raster.h"
#include "printer.h"

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

static struct {
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
} film = {
    .starts = {.size = sizeof(uint32_t)},
    .drops = {.size = sizeof(uint32_t)},
    .first = {.size = sizeof(uint32_t)},
    .changes = {.size = sizeof(change)},
    .wholes = {.size = sizeof(uint16_t)},
};

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

static size_t square_count(void)
{
    return film.width * film.height;
}

/* Appends what differs from the frame before, and makes it the current one. */
static df_status append_changes(const uint16_t *square)
{
    for (size_t y = 0; y < film.height; y++) {
        uint16_t *before = &film.square[y * film.width];
        const uint16_t *now = &square[y * film.width];
        if (memcmp(before, now, film.width * sizeof *now) == 0)
            continue;
        for (size_t x = 0; x < film.width; x++) {
            const change one = {.place = (uint16_t)(y * film.width + x), .square = now[x]};
            if (before[x] != now[x] && append(&film.changes, &one, 1) != DF_OK)
                return DF_ERROR_MEMORY;
            before[x] = now[x];
        }
    }
    return DF_OK;
}

/* Keeps the squares of frame `at`. */
static df_status record_squares(const uint16_t *square)
{
    if (film.at % WHOLE_EVERY != 0)
        return append_changes(square);
    memmove(film.square, square, square_count() * sizeof *square); /* may be the same place */
    return append(&film.wholes, square, square_count());
}

static df_status record(void *unused, const df_frame *frame)
{
    (void)unused;
    film.at = film.drops.count;
    df_status status = record_squares(frame->square);
    if (status == DF_OK)
        status = append_number(&film.first, film.changes.count);
    if (status == DF_OK)
        status = append_number(&film.drops, frame->drops);
    if (status == DF_OK)
        status = append_number(&film.starts, number_at(&film.starts, film.starts.count - 1) +
                                                 frame->centiseconds);
    return status;
}

/* Without any frame, for the playfield of the plan. */
static df_status begin(const df_plan *plan)
{
    film.width = plan->width;
    film.height = plan->height;
    film.starts.count = film.drops.count = film.first.count = 0;
    film.changes.count = film.wholes.count = film.at = 0;
    free(film.square);
    film.square = calloc(square_count(), sizeof *film.square);
    if (film.square == NULL)
        return DF_ERROR_MEMORY;
    df_status status = append_number(&film.starts, 0);
    if (status == DF_OK)
        status = append_number(&film.first, 0);
    const df_frame empty = {.width = plan->width,
                            .height = plan->height,
                            .square = film.square,
                            .centiseconds = FIRST_SHOWN};
    return status == DF_OK ? record(NULL, &empty) : status;
}

/* Plays the shown plan and keeps the film, which begins with the empty playfield. `most_frames`
 * as in df_film_options. */
WASM_EXPORT(film_open)
df_status film_open(unsigned fast, unsigned speed_percent, unsigned most_frames,
                    unsigned hold_centiseconds)
{
    const df_film_options options = {.fast = fast != 0,
                                     .speed_percent = speed_percent,
                                     .max_frames = most_frames,
                                     .hold_centiseconds = hold_centiseconds};
    df_mishap mishap = {0};
    const df_plan *plan = printer_shown_plan();
    printer_begin_answer();
    df_status status = plan != NULL ? begin(plan) : DF_ERROR_ARGUMENT;
    if (status == DF_OK)
        status = df_film_play(plan, &options, record, NULL, &mishap);
    return printer_end_answer(status, &mishap);
}

/* How many frames there are. */
WASM_EXPORT(film_frames) size_t film_frames(void)
{
    return film.drops.count;
}

/* When each frame begins and the last one ends: film_frames() + 1 numbers of 32 bits, in
 * centiseconds. */
WASM_EXPORT(film_starts) const char *film_starts(void)
{
    return film.starts.items;
}

/* How many drops have begun in each frame: numbers of 32 bits. */
WASM_EXPORT(film_drops) const char *film_drops(void)
{
    return film.drops.items;
}

static void step(void)
{
    film.at++;
    const size_t end = number_at(&film.first, film.at + 1);
    for (size_t i = number_at(&film.first, film.at); i < end; i++) {
        change one;
        memcpy(&one, film.changes.items + i * sizeof one, sizeof one);
        film.square[one.place] = one.square;
    }
}

static void seek(size_t frame)
{
    const size_t whole = frame / WHOLE_EVERY;
    if (frame < film.at || film.at < whole * WHOLE_EVERY) {
        const size_t bytes = square_count() * sizeof *film.square;
        memcpy(film.square, film.wholes.items + whole * bytes, bytes);
        film.at = whole * WHOLE_EVERY;
    }
    while (film.at < frame)
        step();
}

/* Chooses how frames are drawn; the background suits the plan. */
WASM_EXPORT(film_look)
df_status film_look(unsigned square_size, unsigned look, unsigned grid)
{
    const df_plan *plan = printer_shown_plan();
    printer_begin_answer();
    if (plan == NULL)
        return printer_end_answer(DF_ERROR_ARGUMENT, NULL);
    const df_raster_options options = {.square_size = square_size,
                                       .look = (df_look)look,
                                       .grid = grid != 0,
                                       .background = df_raster_background(plan)};
    df_raster raster;
    const df_status status = df_raster_begin(&raster, plan, &options);
    if (status != DF_OK)
        return printer_end_answer(status, NULL);
    const size_t count = (size_t)raster.width * raster.height;
    uint8_t *indices = malloc(count);
    uint8_t *rgba = malloc(count * RGBA);
    if (indices == NULL || rgba == NULL) {
        free(indices);
        free(rgba);
        df_raster_free(&raster);
        return printer_end_answer(DF_ERROR_MEMORY, NULL);
    }
    df_raster_free(&film.raster);
    free(film.indices);
    free(film.rgba);
    film.raster = raster;
    film.indices = indices;
    film.rgba = rgba;
    return DF_OK;
}

WASM_EXPORT(film_width) unsigned film_width(void)
{
    return film.raster.width;
}

WASM_EXPORT(film_height) unsigned film_height(void)
{
    return film.raster.height;
}

/* The palette of film_draw_indices: three bytes a colour. */
WASM_EXPORT(film_palette) const df_color *film_palette(void)
{
    return film.raster.palette;
}

WASM_EXPORT(film_palette_count) size_t film_palette_count(void)
{
    return film.raster.palette_count;
}

/* Draws a frame, which must be one of film_frames(): an index into the palette for each pixel,
 * rows from the top. */
WASM_EXPORT(film_draw_indices) const uint8_t *film_draw_indices(size_t frame)
{
    seek(frame);
    const df_frame shown = {
        .width = (uint16_t)film.width, .height = (uint16_t)film.height, .square = film.square};
    df_raster_draw(&film.raster, &shown, film.indices);
    return film.indices;
}

/* The same as RGBA. */
WASM_EXPORT(film_draw) const uint8_t *film_draw(size_t frame)
{
    film_draw_indices(frame);
    const size_t count = (size_t)film.raster.width * film.raster.height;
    for (size_t i = 0; i < count; i++) {
        const df_color color = film.raster.palette[film.indices[i]];
        const uint8_t rgba[RGBA] = {color.red, color.green, color.blue, OPAQUE};
        memcpy(&film.rgba[RGBA * i], rgba, sizeof rgba);
    }
    return film.rgba;
}
