/* The options for pictures, films and the terminal, shared by all commands that show a
 * plan. */
#ifndef CLI_PICTURE_OPTIONS_H
#define CLI_PICTURE_OPTIONS_H

#include "format.h"
#include "options.h"

typedef struct picture_options {
    df_raster_options raster;
    df_film_options film;
    bool has_background; /* else it is chosen to suit the plan */
    unsigned square;     /* pixels; 0: 10, or as many as fit into the canvas */
    unsigned frames_per_second;
    unsigned max_frames;
    text_list colors; /* PIECE=#rrggbb */
} picture_options;

extern const option_spec picture_option_specs[];

picture_options picture_options_defaults(void);
void picture_options_free(picture_options *options);

/* Checks the colours against the pieces; -1 or the exit code after a message. */
int picture_options_check(const picture_options *options, const df_piece_set *set,
                          const char *command);

/* What to show of a plan with these options, which have been checked. -1, and the colours of
 * show->painted are the caller's to free; or the exit code after a message. */
int picture_options_apply(const picture_options *options, const df_plan *plan, showing *show);

#endif
