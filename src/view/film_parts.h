/* The insides of a film, which film.c prepares and film_run.c shows. */
#ifndef DROPFORGE_VIEW_FILM_PARTS_H
#define DROPFORGE_VIEW_FILM_PARTS_H

#include "film_pace.h"
#include "film_route.h"

enum { FILM_MAX_SHOWN = 60000 }; /* centiseconds of one frame */

struct df_film {
    const df_plan *plan;
    df_film_options options;
    film_shot *shots; /* one for each drop, and one where the poses end */
    film_routes routes;
    uint64_t slot;
    unsigned hold;  /* centiseconds */
    uint64_t first; /* how long the first playfield is shown, and how long the loop takes */
    uint64_t loop;
    uint64_t poster; /* how long the last one is shown before it; 0: not */
    uint64_t per_frame; /* of an animation, where only they are shown */
    df_film_size size;
};

/* Runs the film without showing it, to count its frames. */
df_film_size df_film_count(const df_film *film);

#endif
