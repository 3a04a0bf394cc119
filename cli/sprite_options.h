/* The options that prepare an image for printing, shared by all commands that read one. */
#ifndef CLI_SPRITE_OPTIONS_H
#define CLI_SPRITE_OPTIONS_H

#include "dropforge/pixels.h"
#include "image.h"
#include "options.h"

typedef struct sprite_options {
    unsigned frame; /* 1 is the first */
    bool has_transparent;
    df_color transparent;
    unsigned fit_width; /* 0: no limit was given */
    unsigned fit_height;
    unsigned alpha_threshold; /* beyond 255: none was given */
    unsigned colors;          /* 0: as many as there are */
    df_dither dither;
    /* Not options, but what advice keeps to: what can be printed in the end; 0 if that is open.
     */
    unsigned most_width;
    unsigned most_colors;
} sprite_options;

extern const option_spec sprite_option_specs[];

/* Options that leave an image as it is. */
sprite_options sprite_options_defaults(void);

/* Checks what one option alone cannot; -1 or the exit code after a message. */
int sprite_options_check(const sprite_options *options, const char *command);

/* Prepares the image: first the transparent colour, then the size, then the alpha threshold,
 * then the colours. */
df_status sprite_options_apply(const sprite_options *options, image *prepared);

/* Adds to a message about the prepared image which options would help: all that it needs, so
 * that the next message is not about another one of them. */
void sprite_options_hint(const sprite_options *options, const image *prepared,
                         df_mishap *mishap);

#endif
