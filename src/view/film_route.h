/* The way of a piece through a film, from its spawn to the place where it locks. */
#ifndef DROPFORGE_VIEW_FILM_ROUTE_H
#define DROPFORGE_VIEW_FILM_ROUTE_H

#include "dropforge/board.h"
#include "dropforge/view.h"

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
    unsigned spawn_row; /* with DF_MOVEMENT_SRS and those after it */
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
 * down to its place from as high as it can. DF_ERROR_MEMORY. */
df_status df_film_routes_add(film_routes *routes, const df_field *before, const df_drop *drop,
                             const df_landing *landing, bool has_inputs);

/* A place on a route. */
typedef struct film_place {
    film_pose pose;
    size_t part; /* of the route: the pose at its end, or their number while it locks */
} film_place;

/* Returns how long a route takes, in ticks, up to the end of its lock. */
unsigned df_film_route_ticks(const film_pose *route, size_t count);

/* Finds the place at a tick of a route. In its last tick before it locks the piece has landed.
 */
film_place df_film_route_locate(const film_pose *route, size_t count, unsigned tick);

/* True if the piece is free with its lower left corner at (x, y), in columns inside the
 * playfield. All rows above it are free. */
bool df_film_is_free(const df_field *field, const df_shape *shape, int x, int y);

#endif
