/* The film of a plan for a web page that jumps about in it. The film is played once and kept as
 * the squares that change from frame to frame, with a whole frame now and then; any frame can
 * then be had at once, and drawn, and its sound can begin there. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "core/base/array.h"
#include "dropforge/view.h"
#include "printer_look.h"

enum {
    WHOLE_EVERY = 256, /* frames */
    RGBA = 4,          /* bytes */
    OPAQUE = 0xff,
    SOUND_CENTISECONDS = 10, /* that film_sound makes at once */
};

typedef struct change {
    uint32_t place; /* y * width + x */
    uint32_t square;
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
    df_film *played;     /* owned */
    size_t width;
    size_t height;
    list starts;      /* uint32_t: centiseconds; one more than there are frames */
    list drops;       /* uint32_t: how many drops have begun */
    list first;       /* uint32_t: index of the first change of each frame, and an end */
    list changes;     /* change */
    list wholes;      /* uint32_t: squares of every WHOLE_EVERYth frame */
    list heads;       /* df_frame: each without its squares */
    uint32_t *square; /* frame `at` */
    size_t at;
    look_raster *look; /* owned; NULL before the first */
    uint8_t *indices;
    uint8_t *rgba;
    df_sound sound;
    size_t heard;       /* the next frame whose sound has not begun */
    size_t heard_time;  /* in centiseconds */
    size_t silent_rows; /* cleared before the sound began */
    int16_t samples[SOUND_CENTISECONDS * DF_SOUND_CENTISECOND];
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

static size_t square_count(const film *self)
{
    return self->width * self->height;
}

/* Appends what differs from the frame before, and makes it the current one. */
static df_status append_changes(film *self, const uint32_t *square)
{
    for (size_t y = 0; y < self->height; y++) {
        uint32_t *before = &self->square[y * self->width];
        const uint32_t *now = &square[y * self->width];
        if (memcmp(before, now, self->width * sizeof *now) == 0)
            continue;
        for (size_t x = 0; x < self->width; x++) {
            const change one = {.place = (uint32_t)(y * self->width + x), .square = now[x]};
            if (before[x] != now[x] && append(&self->changes, &one, 1) != DF_OK)
                return DF_ERROR_MEMORY;
            before[x] = now[x];
        }
    }
    return DF_OK;
}

/* Keeps the squares of frame `at`. */
static df_status record_squares(film *self, const uint32_t *square)
{
    if (self->at % WHOLE_EVERY != 0)
        return append_changes(self, square);
    memmove(self->square, square,
            square_count(self) * sizeof *square); /* may be the same place */
    return append(&self->wholes, square, square_count(self));
}

static df_status record(void *context, const df_frame *frame)
{
    film *self = context;
    self->at = self->drops.count;
    df_status status = record_squares(self, frame->square);
    if (status == DF_OK)
        status = append_number(&self->first, self->changes.count);
    if (status == DF_OK)
        status = append(&self->heads, frame, 1);
    if (status == DF_OK)
        status = append_number(&self->drops, frame->drops);
    if (status == DF_OK)
        status = append_number(&self->starts, number_at(&self->starts, self->starts.count - 1) +
                                                  frame->centiseconds);
    return status;
}

/* Without any frame, for a film of that size. */
static df_status begin(film *self, df_film_size size)
{
    self->width = size.width;
    self->height = size.height;
    self->starts.size = self->drops.size = self->first.size = sizeof(uint32_t);
    self->changes.size = sizeof(change);
    self->wholes.size = sizeof(uint32_t);
    self->heads.size = sizeof(df_frame);
    self->square = calloc(square_count(self), sizeof *self->square);
    if (self->square == NULL)
        return DF_ERROR_MEMORY;
    const df_status status = append_number(&self->starts, 0);
    return status == DF_OK ? append_number(&self->first, 0) : status;
}

/* Frees what frames are drawn with. */
static void film_undress(film *self)
{
    if (self->look != NULL)
        look_free(self->look);
    free(self->look);
    free(self->indices);
    free(self->rgba);
    self->look = NULL;
    self->indices = NULL;
    self->rgba = NULL;
}

WASM_EXPORT(film_free) void film_free(film *self)
{
    if (self == NULL)
        return;
    df_film_free(self->played);
    free(self->starts.items);
    free(self->drops.items);
    free(self->first.items);
    free(self->changes.items);
    free(self->wholes.items);
    free(self->heads.items);
    free(self->square);
    film_undress(self);
    free(self);
}

/* Makes the film of a plan, which must outlive it. The numbers are those of df_film_options;
 * another poster than those that there are is chosen to suit the plan. */
WASM_EXPORT(film_open)
df_status film_open(const df_plan *plan, unsigned motion, unsigned poster, unsigned loop,
                    unsigned speed_percent, unsigned duration_centiseconds, unsigned max_frames,
                    unsigned end_centiseconds)
{
    const df_film_options options = {.motion = (df_motion)motion,
                                     .poster = poster > DF_POSTER_START ? df_raster_poster(plan)
                                                                        : (df_poster)poster,
                                     .loop = loop != 0,
                                     .speed_percent = speed_percent,
                                     .duration_centiseconds = duration_centiseconds,
                                     .max_frames = max_frames,
                                     .end_centiseconds = end_centiseconds};
    df_error error = {0};
    film *self = calloc(1, sizeof *self);
    answer_begin();
    if (self == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    self->plan = plan;
    df_status status = df_film_create(&self->played, plan, &options, &error);
    if (status == DF_OK)
        status = begin(self, df_film_measure(self->played));
    if (status == DF_OK)
        status = df_film_play(self->played, record, self);
    return ANSWER_MADE(self, film_free, status, &error);
}

/* How many rows of squares its frames have. */
WASM_EXPORT(film_rows) size_t film_rows(const film *self)
{
    return self->height;
}

/* How many frames there are. */
WASM_EXPORT(film_frames) size_t film_frames(const film *self)
{
    return self->drops.count;
}

/* When each frame begins and the last one ends: film_frames() + 1 numbers of 32 bits, in
 * centiseconds. */
WASM_EXPORT(film_starts) const char *film_starts(const film *self)
{
    return self->starts.items;
}

/* How many drops have begun in each frame: numbers of 32 bits. */
WASM_EXPORT(film_drops) const char *film_drops(const film *self)
{
    return self->drops.items;
}

static void step(film *self)
{
    self->at++;
    const size_t end = number_at(&self->first, self->at + 1);
    for (size_t i = number_at(&self->first, self->at); i < end; i++) {
        change one;
        memcpy(&one, self->changes.items + i * sizeof one, sizeof one);
        self->square[one.place] = one.square;
    }
}

static void seek(film *self, size_t frame)
{
    const size_t whole = frame / WHOLE_EVERY;
    if (frame < self->at || self->at < whole * WHOLE_EVERY) {
        const size_t bytes = square_count(self) * sizeof *self->square;
        memcpy(self->square, self->wholes.items + whole * bytes, bytes);
        self->at = whole * WHOLE_EVERY;
    }
    while (self->at < frame)
        step(self);
}

/* Chooses how frames are drawn; texts, skin and scores as look_begin takes them. What does not
 * work leaves everything as it was. */
WASM_EXPORT(film_look)
df_status film_look(film *self, const look_wishes *wishes, const char *texts,
                    const uint8_t *skin, const uint64_t *scores)
{
    df_error error = {0};
    look_raster *look = calloc(1, sizeof *look); /* it stays where the raster knows it */
    answer_begin();
    if (look == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    df_status status =
        look_begin(look, self->plan, self->played, wishes, texts, skin, scores, &error);
    const size_t count = (size_t)look->raster.width * look->raster.height;
    uint8_t *indices = malloc(count + 1);
    uint8_t *rgba = malloc(count * RGBA + 1);
    if (status == DF_OK && (indices == NULL || rgba == NULL))
        status = DF_ERROR_MEMORY;
    if (status != DF_OK) {
        look_free(look);
        free(look);
        free(indices);
        free(rgba);
        return answer_end(status, &error);
    }
    film_undress(self);
    self->look = look;
    self->indices = indices;
    self->rgba = rgba;
    return DF_OK;
}

WASM_EXPORT(film_width) unsigned film_width(const film *self)
{
    return self->look->raster.width;
}

WASM_EXPORT(film_height) unsigned film_height(const film *self)
{
    return self->look->raster.height;
}

/* The palette of film_draw_indices: three bytes a colour. */
WASM_EXPORT(film_palette) const df_color *film_palette(const film *self)
{
    return self->look->raster.palette;
}

WASM_EXPORT(film_palette_count) size_t film_palette_count(const film *self)
{
    return self->look->raster.palette_count;
}

/* Returns a frame with its squares, which are valid until another is asked for. */
static df_frame frame_at(film *self, size_t frame)
{
    df_frame shown;
    seek(self, frame);
    memcpy(&shown, self->heads.items + frame * sizeof shown, sizeof shown);
    shown.square = self->square;
    return shown;
}

/* Draws a frame, which must be one of film_frames(): an index into the palette for each pixel,
 * rows from the top. */
WASM_EXPORT(film_draw_indices) const uint8_t *film_draw_indices(film *self, size_t frame)
{
    const df_frame shown = frame_at(self, frame);
    df_raster_draw(&self->look->raster, NULL, &shown, self->indices);
    return self->indices;
}

/* The same as RGBA; a transparent background has no alpha. */
WASM_EXPORT(film_draw) const uint8_t *film_draw(film *self, size_t frame)
{
    film_draw_indices(self, frame);
    const df_raster *raster = &self->look->raster;
    const size_t count = (size_t)raster->width * raster->height;
    const int clear = raster->options.transparent ? DF_RASTER_BACKGROUND : -1;
    for (size_t i = 0; i < count; i++) {
        const uint8_t index = self->indices[i];
        const df_color color = raster->palette[index];
        const uint8_t rgba[RGBA] = {color.red, color.green, color.blue,
                                    index == clear ? 0 : OPAQUE};
        memcpy(&self->rgba[RGBA * i], rgba, sizeof rgba);
    }
    return self->rgba;
}

/* Begins the sound anew, in silence, at a time in centiseconds. */
WASM_EXPORT(film_listen) void film_listen(film *self, size_t time)
{
    self->sound = (df_sound){0};
    self->heard_time = time;
    self->heard = 0;
    while (self->heard < film_frames(self) && number_at(&self->starts, self->heard) < time)
        self->heard++;
    self->silent_rows = self->heard > 0 ? frame_at(self, self->heard - 1).rows_cleared : 0;
}

/* Begins the sound of the frame that begins now, if one does. */
static void film_follow(film *self)
{
    if (self->heard >= film_frames(self) ||
        number_at(&self->starts, self->heard) > self->heard_time)
        return;
    df_frame shown = frame_at(self, self->heard++);
    const size_t rows = shown.rows_cleared;
    shown.rows_cleared = rows > self->silent_rows ? rows - self->silent_rows : 0;
    df_sound_follow(&self->sound, &shown);
}

/* Makes the next tenth of a second of sound: DF_SOUND_RATE / 10 samples. */
WASM_EXPORT(film_sound) const int16_t *film_sound(film *self)
{
    for (size_t i = 0; i < SOUND_CENTISECONDS; i++) {
        film_follow(self);
        df_sound_mix(&self->sound, &self->samples[i * DF_SOUND_CENTISECOND],
                     DF_SOUND_CENTISECOND);
        self->heard_time++;
    }
    return self->samples;
}
