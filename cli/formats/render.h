/* The pictures of a request. */
#pragma once

#include "picture_options.h"

/* Makes the request for a plan from checked options, and chooses what they leave to the plan: a
 * code for cameras, for example, stays readable. The caller frees the colours of
 * request->painted. */
cli_status render_request_make(const picture_options *options, const df_plan *plan,
                               render_request *request);

/* Returns how often a film is played, 0 being for ever: as often as the animation, if it shows
 * nothing but its frames. */
unsigned render_count_plays(const render_request *request);

/* Prepares the raster for the frames of a film. DF_ERROR_LIMIT with a message if something does
 * not fit into the size. */
df_status render_begin_raster(df_raster *raster, const render_request *request,
                              const df_film *film, df_error *error);

/* The frames of a film as pixels, one after the other. */
typedef struct render_canvas {
    df_raster raster;
    uint8_t *pixels;  /* owned: of the latest frame */
    df_frame before;  /* that frame */
    uint32_t *square; /* owned: its squares */
    bool is_drawn;    /* there is such a frame */
} render_canvas;

/* Prepares the pixels of a film, whose shorter side has `min_side` of them unless the request
 * gives sizes. Errors as of render_begin_raster, and DF_ERROR_MEMORY; either
 * way render_end_canvas frees them. */
df_status render_begin_canvas(render_canvas *canvas, const render_request *request,
                              const df_film *film, unsigned min_side, df_error *error);
void render_end_canvas(render_canvas *canvas);

/* Notes for reports how large a picture is, and how long its film lasts, unless it is NULL. */
void render_note_size(out_stream *out, const df_raster *raster, const df_film *film);

/* Draws the next frame over the one before; returns what has changed. */
unsigned render_draw(render_canvas *canvas, const df_frame *frame,
                     df_raster_area areas[DF_RASTER_MAX_AREAS]);
