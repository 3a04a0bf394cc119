/* The options that prepare an image for printing, shared by all commands that read one. */
#pragma once

#include "cli/base/options.h"
#include "dropforge/picture.h"
#include "image.h"

/* Different colours. */
typedef struct palette_colors {
    df_color colors[DF_PALETTE_MAX_COLORS];
    unsigned count;
} palette_colors;

/* Returns the number of a colour, red, green and blue, from 1; it is added unless it is there.
 * 0: there is no room for it. */
unsigned palette_colors_number(palette_colors *self, const uint8_t *rgb);

/* Reads a palette of GIMP (.gpl), JASC or RIFF (.pal) or Photoshop (.act), lines of six
 * hexadecimal digits (.hex), or the colours of an image. Returns GO_ON, or the exit code after
 * a message with the place in the file. */
cli_status palette_file_read(const char *path, palette_colors *self);

typedef struct sprite_options {
    unsigned frame;  /* 1 is the first */
    const char *tag; /* of the frames; NULL: none */
    /* The maxima are no options, but limits of the print. */
    df_preparation how;
    unsigned tile_width, tile_height; /* of a sheet; 0: it is none */
    bool has_tile;                    /* and if not how.tile, its place: */
    unsigned tile_column, tile_row;
    bool are_frames;          /* all tiles, or frames, are taken: no --tile is wanted */
    bool *is_film;            /* gets whether the file has further frames; NULL: nobody asks */
    video_part video;         /* without its size and its place */
    const image *part;        /* pixels that are taken instead of a file; NULL: none */
    unsigned sample;          /* number of a built-in sprite from 1; 0: not given */
    palette_colors palette;   /* none: not given */
    bool is_guideline;        /* it is that of the tetrominoes */
    const char *palette_path; /* a file that it is read from; NULL: none */
} sprite_options;

/* The options as a group of a command; `dropforge help prepare` lists them for the others. */
extern const option_spec sprite_option_specs[];

#define PREPARE_TOPIC "prepare"
#define PREPARE_TITLE "Preparing the image"

/* The group of these options, whose settings have this offset; more members may follow. */
#define PREPARE_GROUP(...)                                                                     \
    {                                                                                          \
        .title = PREPARE_TITLE, .topic = PREPARE_TOPIC, .specs = sprite_option_specs,          \
        .offset = __VA_ARGS__                                                                  \
    }

/* Returns the options of a command line without any. */
sprite_options sprite_options_defaults(void);

/* Takes the colours of a built-in palette. */
void sprite_options_take_palette(sprite_options *options, const df_named_palette *palette);

/* Reads the palette if that is a file, and checks the options together. */
cli_status sprite_options_begin(sprite_options *options, const char *command);

/* Prepares an image, or frames that lie one below the other. DF_ERROR_INPUT with a text in
 * *error if the options do not suit it. */
df_status sprite_options_apply(const sprite_options *options, image *prepared, size_t frames,
                               df_prepared *report, df_error *error);

/* Adds the option that helps to a message about the prepared image. */
void sprite_options_hint(const sprite_options *options, df_error *error);
