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
    uint64_t poster;    /* how long the last one is shown before it; 0: not */
    uint64_t per_frame; /* of an animation, where only they are shown */
    df_film_size size;
};

/* Runs the film without showing it, to count its frames. */
df_film_size df_film_count(const df_film *film);

/* A film that is being shown. */
typedef struct projector {
    const df_film *film;
    df_film_show *show; /* NULL: frames are counted alone, and there are no squares */
    void *context;
    uint32_t *square; /* the squares of `frame`, */
    uint32_t *begin;  /* those of the first playfield, */
    uint32_t *end;    /* and of the last */
    df_frame frame;   /* the next to be shown */
    df_film_size size;
    df_hand hand;
    size_t frames;        /* of the animation, so far */
    uint64_t time;        /* that has been filled, in hundredths of centiseconds */
    uint64_t after;       /* until then the playfield after the latest drop is shown */
    uint64_t elapsed;     /* the time of the frames so far, in centiseconds */
    uint64_t flash_after; /* rows may light up from then on */
    df_frame_event event; /* not shown yet */
    bool trail[DF_FIELD_MAX_WIDTH]; /* columns where pieces came down unseen since the last
                                       frame */
} projector;

/* Puts the squares of the playfield into the next frame, without a piece in hand. */
void df_film_paint_field(projector *self, const df_field *field);

/* Puts the playfield and a piece in hand into the next frame. */
void df_film_paint_pose(projector *self, const df_field *field, const df_drop *drop,
                        const film_pose *pose, bool is_lit);

/* Marks the empty squares above the stack where pieces came down. */
void df_film_paint_trails(projector *self);

#endif
