/* A plan: everything that happened in one playfield, as a list of drops. */
#ifndef DROPFORGE_PLAN_H
#define DROPFORGE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/drop.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct df_color {
    uint8_t red, green, blue;
} df_color;

/* The colour of a piece, where the plan gives it one. */
typedef struct df_plan_color {
    bool given;
    df_color color;
} df_plan_color;

typedef struct df_plan {
    uint16_t width; /* of the playfield */
    uint16_t height;
    df_reach reach;          /* how its pieces get to their places; DF_REACH_SPAWN at first */
    const df_piece_set *set; /* borrowed, and must outlive the plan; or the same as own_set */
    df_piece_set *own_set;   /* freed with the plan; or NULL */
    df_plan_color *colors;   /* one for each piece of the set */
    df_drop *drops;
    size_t count;
    size_t capacity;
} df_plan;

/* What playing a plan came to. */
typedef struct df_plan_summary {
    size_t drops;
    size_t rows_cleared;
    unsigned max_height;    /* highest stack after any drop, in rows, before lines clear */
    unsigned needed_height; /* rows that certainly suffice for every move of it */
} df_plan_summary;

/* Somebody who watches a plan being played. Either function may be NULL; any status but
 * DF_OK stops the play and is handed on. */
typedef struct df_sink {
    /* Before a drop is applied: the field as it is, and what the drop will do. */
    df_status (*drop)(void *context, const df_field *before, const df_drop *drop,
                      const df_landing *landing);
    /* After the last drop. */
    df_status (*end)(void *context, const df_field *field);
} df_sink;

/* An empty plan for a playfield of that size; width and height as df_field_create. The
 * caller owns *plan (df_plan_free); `set` is borrowed. */
df_status df_plan_create(df_plan **plan, unsigned width, unsigned height,
                         const df_piece_set *set);

/* Frees a plan; NULL is allowed. */
void df_plan_free(df_plan *plan);

/* Gives a plan without drops another set, which belongs to it on success, and no colours.
 * DF_ERROR_ARGUMENT: there are drops. */
df_status df_plan_adopt(df_plan *plan, df_piece_set *set);

/* Makes room for so many more drops, so that adding them cannot fail for want of memory.
 * DF_ERROR_MEMORY. */
df_status df_plan_reserve(df_plan *plan, size_t more);

/* Appends a drop; whether it can be made is found when the plan is played. DF_ERROR_ARGUMENT:
 * its piece is none of the set, or its orientation is not below 4. DF_ERROR_MEMORY. */
df_status df_plan_add(df_plan *plan, df_drop drop);

/* Plays the plan from an empty playfield: every drop must be reachable by the plan's reach
 * and land at its y, else DF_ERROR_MOVE and *mishap says which (its line is the number of the
 * drop, from 1). `sink` and `summary` may be NULL. If `final` is not NULL the last
 * playfield is the caller's on success. DF_ERROR_ARGUMENT: the plan's reach is none. */
df_status df_plan_play(const df_plan *plan, const df_sink *sink, void *context,
                       df_field **final, df_plan_summary *summary, df_mishap *mishap);

/* Fills in every drop's y by playing the plan in a playfield that is tall enough (with
 * DF_REACH_SRS and those after it the rows must be right already), and sets the plan's
 * height to the larger of `least_height` and what its moves need, at most DF_FIELD_MAX_HEIGHT.
 * DF_ERROR_MOVE when it needs more than DF_FIELD_MAX_HEIGHT rows or leaves the field; the drops
 * before that have their rows then, and the height is as it was. DF_ERROR_ARGUMENT as above. */
df_status df_plan_settle(df_plan *plan, unsigned least_height, df_mishap *mishap);

#ifdef __cplusplus
}
#endif
#endif
