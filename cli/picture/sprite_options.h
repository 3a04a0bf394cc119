/* The options that prepare an image for printing, shared by all commands that read one. */
#ifndef CLI_SPRITE_OPTIONS_H
#define CLI_SPRITE_OPTIONS_H

#include "cli/base/options.h"
#include "dropforge/picture.h"
#include "dropforge/pixels.h"
#include "image.h"

typedef struct sprite_options {
    unsigned frame; /* 1 is the first */
    bool has_transparent;
    df_color transparent;
    unsigned fit_width; /* 0: no limit was given */
    unsigned fit_height;
    unsigned alpha_threshold; /* above 255: not given */
    unsigned colors;          /* 0: as many as there are */
    unsigned palette;         /* 0: not given; 1: the colours of the tetrominoes */
    df_dither dither;
    /* Not options, but limits of the print, which advice respects; 0: unknown. */
    unsigned max_width;
    unsigned max_colors;
} sprite_options;

extern const option_spec sprite_option_specs[];

/* Returns options that leave an image as it is. */
sprite_options sprite_options_defaults(void);

/* Checks the options together. Returns -1 or the exit code after a message. */
int sprite_options_check(const sprite_options *options, const char *command);

/* Prepares the image: first the transparent colour, then the size, then the alpha threshold,
 * then the colours. */
df_status sprite_options_apply(const sprite_options *options, image *prepared);

/* Adds the options that help to a message about the prepared image: all that it needs at once.
 */
void sprite_options_hint(const sprite_options *options, const image *prepared, df_error *error);

#endif
