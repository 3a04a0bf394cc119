/* Animations, prepared for printing. */
#pragma once

#include "dropforge/plan.h"
#include "sprite_options.h"

/* The frames of an animation. Begin with all zero. */
typedef struct animation {
    df_picture **frames; /* owned, as is each */
    size_t count;
    unsigned *times; /* owned: of each in milliseconds, 0: not known; NULL: none is */
    unsigned plays;  /* 0: for ever */
    bool is_video;
} animation;

/* Reads all frames of a file, for --all-frames, and prepares them alike. */
cli_status animation_read(const char *command, const char *path, const sprite_options *options,
                          animation *made, df_prepared *report);
void animation_free(animation *read);

/* Writes the times of the frames into a plan that marks them, and how often they are played. */
void animation_mark(const animation *read, df_plan *plan);
