/* How the frames of a film are drawn for a web page, as by the options of the program. */
#pragma once

#include "dropforge/base.h"
#include "dropforge/plan.h"
#include "dropforge/view.h"

enum { LOOK_GOAL = 2 };

/* The numbers that JavaScript gives, in this order; -1: as usual. */
typedef struct look_wishes {
    int32_t theme;       /* its index */
    int32_t canvas;      /* the index of a size that has a name */
    int32_t square_size; /* pixels; 0: as many as fit */
    int32_t min_side;    /* as in df_raster_options */
    int32_t look;        /* a df_look */
    int32_t grid;
    int32_t background; /* 0xrrggbb; -2: transparent */
    int32_t border;     /* this and the others: 0 or 1 */
    int32_t hud;        /* or LOOK_GOAL: with the picture in small */
    int32_t even;
    int32_t skin_width; /* 0: no skin */
    int32_t skin_height;
    int32_t title_length;    /* bytes of the texts, which have the title first, */
    int32_t end_card_length; /* and then the end card, above drops and lines; -1: none */
    int32_t score_count;     /* of a game: one more than the plan has drops; else 0 */
} look_wishes;

/* A raster and what it borrows. Begin with all zero. */
typedef struct look_raster {
    df_raster raster;
    char *title;      /* owned */
    char *end_card;   /* in the same memory; NULL: none */
    uint64_t *scores; /* owned; NULL: none */
    df_skin skin;     /* its pixels are owned; of size 0: none */
} look_raster;

/* Prepares the raster for the frames of a film. `texts`, `rgba`, the pixels of the skin, and
 * `scores` are copied. DF_ERROR_INPUT: they are no skin, or not as many scores as there must
 * be; DF_ERROR_LIMIT: something does not fit. Nothing is owned then. */
df_status look_begin(look_raster *self, const df_plan *plan, const df_film *film,
                     const look_wishes *wishes, const char *texts, const uint8_t *rgba,
                     const uint64_t *scores, df_error *error);

void look_free(look_raster *self);
