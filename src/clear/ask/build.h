/* The places of a build: rows of the playfield at first, of which some may clear before others
 * are filled. */
#ifndef DROPFORGE_ASK_BUILD_H
#define DROPFORGE_ASK_BUILD_H

#include "dropforge/clear.h"

typedef struct build_place {
    uint32_t rows; /* bits of the rows that it takes, its lowest line in the lowest of them */
    uint32_t gaps; /* and of those between, which clear before */
    uint8_t piece;
    uint8_t orientation; /* the first of those that look alike */
    uint8_t x;
} build_place;

typedef struct build_places {
    const df_clear_build *build;
    unsigned rows;
    uint64_t full;                           /* bits of a full row */
    uint64_t start[DF_CLEAR_BUILD_MAX_ROWS]; /* the squares that are full at first */
    build_place items[DF_CLEAR_SOLVER_MAX_DROPS];
    unsigned count;
} build_places;

/* Is called with each way in which the pieces can lie. Any status but DF_OK stops and is
 * returned. */
typedef df_status build_places_visit(void *context);

/* Begins with no places. */
df_status df_build_places_begin(build_places *self, const df_clear_build *build);

/* Adds the squares of a place to rows. */
void df_build_places_fill(const build_places *self, const build_place *place, uint64_t *rows);

/* Finds all ways in which the pieces can lie, with no more of each than `most` has (as counts
 * of solve_board.h). */
df_status df_build_places_find(build_places *self, uint64_t most, build_places_visit *visit,
                               void *context, df_error *error);

#endif
