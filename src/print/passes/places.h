/* The places that are compared: widths of the playfield, and pieces for the colours. */
#pragma once

#include "canvas.h"
#include "print/base/method.h"
#include "print/base/shapes.h"

#define ASSIGN_MAX 40

/* The pieces that may leave each colour of a picture: bit p for piece p. */
typedef struct assignment {
    uint8_t pieces[DF_TETROMINOES];
} assignment;

enum { PLACES_WIDTHS = 4 }; /* from the picture's own up */

typedef struct places {
    const print_job *job;
    unsigned width_count;
    unsigned widths[PLACES_WIDTHS]; /* the least ones */
    unsigned way_count, all_ways;   /* that are compared at first, and in all */
    assignment ways[ASSIGN_MAX];    /* the most promising first */
} places;

/* Lists the widths on which the picture is possible and the ways to give its colours pieces, or
 * those asked for. DF_ERROR_PICTURE, DF_ERROR_ARGUMENT: none; the job's error says why. */
df_status df_places_list(places *made, const print_job *job);

/* True if the pieces of that way can carry the colours. */
bool df_places_has(const places *self, unsigned width, const assignment *way);

picture_place df_places_make(const places *self, unsigned width, const assignment *way);

enum { LEADERS = 2 }; /* places that are searched further */

typedef struct leader {
    picture_place place;
    size_t drops; /* 0: there is none */
} leader;

/* Keeps the places of the best plans, the best first. */
void df_leaders_note(leader leaders[LEADERS], const picture_place *place, size_t drops);
