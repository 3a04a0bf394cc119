/* Films: a plan as a sequence of still frames made of squares, with durations. */
#ifndef DROPFORGE_FILM_H
#define DROPFORGE_FILM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/plan.h"

DF_BEGIN_DECLARATIONS

/* In a frame's squares: a square of a row that is about to clear, lit up. */
#define DF_FRAME_FLASH 0xffffu

/* width * height squares, row by row from the floor: 0 for empty, 1 + piece index, or
 * DF_FRAME_FLASH. `square` is valid only during the call that shows the frame. */
typedef struct df_frame {
    uint16_t width;
    uint16_t height;
    const uint16_t *square;
    size_t drops;          /* how many drops have begun */
    unsigned centiseconds; /* how long it is shown; 2 or more, as GIF viewers need */
} df_frame;

typedef struct df_film_options {
    bool fast;              /* only the landings, no falling and no flashing */
    bool frames_only;       /* only the frames of an animation that the plan marks, if any */
    unsigned speed_percent; /* 100 is normal, 200 twice as fast; 10 … 10000 */
    size_t max_frames;      /* 0: no limit; else frames are left out evenly */
    unsigned hold_centiseconds; /* how long the last frame is shown; up to 60000 */
} df_film_options;

/* Shows one frame; any status but DF_OK stops the film and is returned. */
typedef df_status df_film_show(void *context, const df_frame *frame);

/* Returns good defaults. */
df_film_options df_film_defaults(void);

/* Plays the plan as a film. With a frame limit no more than that many frames are shown,
 * never fewer than one, the last of them the final playfield; those that stay are shown
 * longer. DF_ERROR_ARGUMENT: an option out of range. Other errors as df_plan_play. */
df_status df_film_play(const df_plan *plan, const df_film_options *options, df_film_show *show,
                       void *context, df_error *error);

DF_END_DECLARATIONS

#endif
