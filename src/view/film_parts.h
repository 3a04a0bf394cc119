/* The insides of a film, which film.c prepares and film_run.c shows: the time of each drop
 * (film_pace), the way of each piece from its spawn to its place (film_route), the frames. */
#pragma once

#include "core/board/plan_deal.h"
#include "dropforge/view.h"

/* In hundredths of a centisecond. */
enum {
    FILM_CENTISECOND = 100,
    FILM_FRAME_TIME = 1200, /* of a frame of an animation that does not say */
    FILM_LEAST_SHOWN = 200, /* viewers take anything shorter for ten centiseconds */
};

/* A drop of the film. */
typedef struct film_shot {
    uint64_t time; /* in hundredths of a centisecond */
    size_t poses;  /* the first of its route, which ends where that of the next shot begins */
    df_landing landing;
    uint8_t motion;    /* df_motion, but not DF_MOTION_AUTO */
    bool is_seen;      /* among others that are too fast to be followed */
    bool is_intricate; /* it does not just fall to its place from above */
} film_shot;

/* Gives every shot its time and motion: the first and the last drops take long, and the more
 * drops there are, the less those between them take. Drops that clear rows take longer than
 * others, and intricate ones longer yet; and where all are fast, some are slow enough to be
 * seen. `whole` is the time of all drops together; 0: as suits their number. */
void df_film_pace(film_shot *shots, size_t count, const df_film_options *options,
                  uint64_t whole);

/* Returns the time of all drops that suits their number. */
uint64_t df_film_choose_time(uint64_t drops);

/* A place on the way. The piece is spawned there (DF_EVENT_SPAWN), has been turned there from
 * the pose before (DF_EVENT_TURN), or is shifted or falls to it along a straight line. */
typedef struct film_pose {
    int16_t x; /* as in a df_drop; y may be above the playfield and the film */
    int16_t y;
    uint8_t orientation;
    uint8_t event;
} film_pose;

/* A film's geometry, and all routes so far. */
typedef struct film_routes {
    const df_plan *plan;
    unsigned height;    /* rows of the film */
    unsigned spawn_row; /* where pieces move on their way */
    df_mover **mover;   /* owned: one for each piece of the set; NULL: not made yet */
    film_pose *pose;    /* owned: the routes, one after the other */
    size_t count;
    size_t capacity;
} film_routes;

/* Begins without routes, for a film that shows all rows below `max_landed` and has room for
 * every piece above the highest stack that it meets, `max_top` rows. DF_ERROR_MEMORY; either
 * way df_film_routes_free frees the routes. */
df_status df_film_routes_begin(film_routes *routes, const df_plan *plan, unsigned max_top,
                               unsigned max_landed);
void df_film_routes_free(film_routes *routes);

/* Appends the route of a drop that is about to be made: by all its inputs, or falling straight
 * down to its place from as high as it can. */
df_status df_film_routes_add(film_routes *routes, const df_field *before, const df_drop *drop,
                             const df_landing *landing, bool has_inputs);

/* A place on a route. */
typedef struct film_place {
    film_pose pose;
    size_t part; /* of the route: the pose at its end, or their number while it locks */
} film_place;

/* Returns how long a route takes, in ticks, up to the end of its lock. */
unsigned df_film_route_ticks(const film_pose *route, size_t count);

/* Finds the place at a tick of a route. In the last tick before it locks it has landed. */
film_place df_film_route_locate(const film_pose *route, size_t count, unsigned tick);

/* True if the piece is free with its lower left corner at (x, y), in columns inside the
 * playfield. All rows above it are free. */
bool df_film_is_free(const df_field *field, const df_shape *shape, int x, int y);

enum { FILM_MAX_SHOWN = 60000 }; /* centiseconds of one frame */

struct df_film {
    const df_plan *plan;
    df_film_options options;
    film_shot *shots; /* one for each drop, and one where the poses end */
    df_field *last;   /* owned: the playfield after them */
    size_t rows_cleared;
    film_routes routes;
    uint64_t slot;
    unsigned hold;  /* centiseconds */
    uint64_t first; /* how long the first playfield is shown, and how long the loop takes */
    uint64_t loop;
    uint64_t poster; /* how long the last one is shown before it; 0: not */
    uint64_t pause;  /* how much longer a complete frame is shown among the drops */
    /* Of the own time of a frame of an animation, where only they are shown. */
    uint64_t pace, pace_divisor;
    df_film_size size;
};

/* Visits the drops once more, as they landed when the plan was played. DF_ERROR_MEMORY, and
 * what the visit returns. */
df_status df_film_replay(const df_film *film, df_plan_visit *visit, void *context);

/* Returns how long an animation shows one of its frames. */
uint64_t df_film_own_time(const df_plan *plan, size_t index);

/* Runs the film without showing it, to count its frames. */
df_film_size df_film_count(const df_film *film);

/* A film that is being shown. */
typedef struct projector {
    const df_film *film;
    df_film_show *show; /* NULL: frames are only counted, and there are no squares */
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
