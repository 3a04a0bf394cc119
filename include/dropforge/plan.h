/* A plan: everything that happened in one playfield, as a list of drops. */
#ifndef DROPFORGE_PLAN_H
#define DROPFORGE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/color.h"
#include "dropforge/deal.h"
#include "dropforge/drop.h"
#include "dropforge/field.h"

DF_BEGIN_DECLARATIONS

/* The colour of a piece, where the plan gives it one. */
typedef struct df_plan_color {
    bool given;
    df_color color;
} df_plan_color;

#define DF_PREVIEW_ALL UINT16_MAX /* the whole queue is seen */

/* How the pieces of a plan were dealt. Each drop takes the current piece, the first of the
 * queue that has not been taken. With `hold` it may instead put the current piece aside, and
 * drop the piece put aside before, or the next of the queue if there is none. */
typedef struct df_plan_deal {
    df_deal deal;
    uint64_t seed; /* from which the dealer deals the queue, as game 0; not of DF_DEAL_GIVEN */
    bool hold;
    uint16_t preview; /* pieces seen behind the current one while planning; DF_PREVIEW_ALL */
    uint16_t *queue;  /* indices in the set */
    size_t count;
    size_t capacity;
} df_plan_deal;

/* The pieces at hand while a plan is played. Begin with all zero. */
typedef struct df_hand {
    size_t taken;  /* pieces of the queue */
    uint16_t held; /* 0: nothing; else 1 + piece */
} df_hand;

typedef struct df_plan {
    uint16_t width; /* of the playfield */
    uint16_t height;
    df_movement movement; /* how its pieces get to their places; DF_MOVEMENT_SPAWN at first */
    const df_piece_set *set; /* borrowed, and must outlive the plan; or the same as own_set */
    df_piece_set *own_set;   /* freed with the plan; or NULL */
    df_plan_color *colors;   /* one for each piece of the set */
    df_plan_deal *deal;      /* owned; NULL: any piece may come at any time */
    /* What lies in the playfield before the first drop; owned; NULL: nothing. Its squares are
     * 1 + piece index, or 1 + set->count if they are of no piece. */
    df_field *begin;
    df_drop *drops;
    size_t count;
    size_t capacity;
    /* For each frame of an animation the number of drops after which it is complete, in order;
     * owned. */
    size_t *frames;
    size_t frame_count;
    size_t frame_capacity;
} df_plan;

/* The results of playing a plan. */
typedef struct df_plan_summary {
    size_t drops;
    size_t rows_cleared;
    unsigned max_height;    /* highest stack after any drop, in rows, before lines clear */
    unsigned needed_height; /* rows that certainly suffice for every move of it */
} df_plan_summary;

/* Callbacks that watch a plan being played. Either may be NULL; any status but DF_OK stops the
 * play and is returned. */
typedef struct df_sink {
    /* Called before a drop is applied, with the field and the effect of the drop. */
    df_status (*drop)(void *context, const df_field *before, const df_drop *drop,
                      const df_landing *landing);
    /* Called after the last drop. */
    df_status (*end)(void *context, const df_field *field);
} df_sink;

/* Makes an empty plan for a playfield of that size; width and height as in df_field_create. The
 * caller owns *plan (df_plan_free); `set` is borrowed. */
df_status df_plan_create(df_plan **plan, unsigned width, unsigned height,
                         const df_piece_set *set);

/* Frees a plan; NULL is allowed. */
void df_plan_free(df_plan *plan);

/* Gives a plan without drops another set, which belongs to it on success, and no colours.
 * DF_ERROR_ARGUMENT: there are drops, a deal, or something in the playfield. */
df_status df_plan_adopt(df_plan *plan, df_piece_set *set);

/* Makes room for `more` drops, so that adding them cannot fail. DF_ERROR_MEMORY. */
df_status df_plan_reserve(df_plan *plan, size_t more);

/* Appends a drop, which is checked when the plan is played. DF_ERROR_ARGUMENT: its piece is not
 * in the set, or its orientation is not below 4. DF_ERROR_MEMORY. */
df_status df_plan_add(df_plan *plan, df_drop drop);

/* Says how the pieces of a plan are dealt; *deal and its queue are copied. NULL: they are not.
 * DF_ERROR_ARGUMENT: the set is not that of df_piece_set_tetrominoes, or the deal or a piece of
 * the queue is none. DF_ERROR_MEMORY. The plan is unchanged then. */
df_status df_plan_set_deal(df_plan *plan, const df_plan_deal *deal);

/* Appends a piece to the queue. DF_ERROR_ARGUMENT: there is no deal, or no such piece.
 * DF_ERROR_MEMORY. */
df_status df_plan_add_dealt(df_plan *plan, unsigned piece);

/* Says what lies in the playfield before the first drop: the rows of `begin` up to the highest
 * with a square are copied. NULL, or a playfield without squares: nothing. DF_ERROR_ARGUMENT:
 * the set is not that of df_piece_set_tetrominoes, the widths differ, a row is full, or a
 * square is of none of the pieces and not 1 + set->count. DF_ERROR_MEMORY. The plan is
 * unchanged then. */
df_status df_plan_set_begin(df_plan *plan, const df_field *begin);

/* Makes a playfield of that height as it is before the first drop; the caller owns *field
 * (df_field_free). DF_ERROR_MOVE: what lies there is higher. DF_ERROR_ARGUMENT,
 * DF_ERROR_MEMORY as df_field_create. */
df_status df_plan_make_field(const df_plan *plan, unsigned height, df_field **field);

/* Marks that the drops so far complete a frame of an animation. DF_ERROR_MEMORY. */
df_status df_plan_add_frame(df_plan *plan);

/* Takes a piece for a drop; false, and *hand is unchanged, if it is not to be had. A piece that
 * can be had without the hold is: no other way could serve later drops better. *holds (may be
 * NULL) is set if the hold is used. */
bool df_hand_take(df_hand *hand, const df_plan_deal *deal, unsigned piece, bool *holds);

/* Plays the plan from the playfield that it begins with: every drop must be possible by the
 * plan's movement and land at its y, and with a deal, the dealer must deal the queue and each
 * drop take its piece from it; else DF_ERROR_MOVE and *error says which (its line is the number
 * of the drop, from 1; 0: the queue, or what lies there, is wrong). `sink` and `summary` may be
 * NULL. If `final` is not NULL the last playfield is the caller's on success.
 * DF_ERROR_ARGUMENT: the plan has no valid movement, or one with turns on the way
 * (DF_MOVEMENT_SRS and those after it) in a playfield that is not narrow. */
df_status df_plan_play(const df_plan *plan, const df_sink *sink, void *context,
                       df_field **final, df_plan_summary *summary, df_error *error);

/* Fills in every drop's y by playing the plan in a playfield that is tall enough (with
 * DF_MOVEMENT_SRS and those after it the rows must be right already), and sets the plan's
 * height to `min_height` or, if larger, the height that its moves need, at most
 * DF_FIELD_MAX_HEIGHT. DF_ERROR_MOVE when it needs more than DF_FIELD_MAX_HEIGHT rows or leaves
 * the field; the drops before that then have their rows, and the height is unchanged.
 * DF_ERROR_ARGUMENT as above. */
df_status df_plan_settle(df_plan *plan, unsigned min_height, df_error *error);

DF_END_DECLARATIONS

#endif
