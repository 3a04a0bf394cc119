/* The output formats of plans, in the files format_NAME.c. */
#pragma once

#include "cli/base/format.h"
#include "dropforge/view.h"

/* The choice of sound in videos. */
typedef enum sound_choice {
    SOUND_IF_POSSIBLE, /* if ffmpeg can encode it */
    SOUND_ON,
    SOUND_OFF,
} sound_choice;

/* A plan, and how to write or show it. */
typedef struct render_request {
    const df_plan *plan;
    df_plan painted; /* the same plan in the colours chosen for pictures */
    df_raster_options raster;
    df_film_options film;
    bool has_size; /* of the picture or its squares; otherwise films are as large as posts */
    unsigned frames_per_second; /* of videos */
    bool constant_rate;         /* no frame of a video may be left out */
    sound_choice sound;
    const char *own_sound;   /* a video whose sound the film has instead; or NULL */
    unsigned own_sound_from; /* milliseconds from its beginning */
    unsigned level;          /* at which games begin */
} render_request;

/* The content is a render_request. */
extern const format_table plan_formats;

extern const output_format format_png;
extern const output_format format_gif;
extern const output_format format_drops;
extern const output_format format_blocks;
extern const output_format format_game;
extern const output_format format_fm2;
extern const output_format format_ttr;
extern const output_format format_rep;
extern const output_format format_mp4;
extern const output_format format_webm;
extern const output_format format_apng;
extern const output_format format_webp;
extern const output_format format_y4m;
extern const output_format format_wav;

/* Writes the sound of the film as WAV. DF_ERROR_MEMORY; DF_ERROR_CANCELLED as above. */
df_status wav_write(const df_film *film, out_stream *out);

/* An image with a palette: a byte for each pixel, rows from the top. */
typedef struct png_pixels {
    unsigned width;
    unsigned height;
    const df_color *palette;
    size_t palette_count;
    const uint8_t *pixels;
    bool transparent; /* the first colour is see-through */
} png_pixels;

/* Writes an image as PNG. DF_ERROR_CANCELLED if the stream failed. */
df_status png_write(const png_pixels *from, out_stream *out, df_error *error);
