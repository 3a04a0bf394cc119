#include "render.h"

#include <stdlib.h>
#include <string.h>

df_status render_begin_raster(df_raster *raster, const render_request *request,
                              const df_film *film, df_error *error)
{
    df_raster_options options = request->raster;
    options.rows = df_film_measure(film).height;
    const df_status status = df_raster_begin(raster, &request->painted, &options);
    if (status != DF_ERROR_ARGUMENT)
        return status;
    return message_error(
        error, DF_ERROR_LIMIT,
        "a playfield of %u by %u squares%s does not fit into %ux%u pixels; use a "
        "larger --size%s",
        request->plan->width, options.rows,
        options.hud || options.title != NULL ? " with what is around it" : "",
        options.canvas_width, options.canvas_height,
        options.square_size > 1 ? " or a smaller --square" : "");
}

df_status render_begin_canvas(render_canvas *canvas, const render_request *request,
                              const df_film *film, unsigned min_side, df_error *error)
{
    const df_film_size size = df_film_measure(film);
    render_request sized = *request;
    sized.raster.min_side = request->has_size ? 0 : min_side;
    *canvas = (render_canvas){.is_drawn = false};
    const df_status status = render_begin_raster(&canvas->raster, &sized, film, error);
    if (status != DF_OK)
        return status;
    canvas->pixels = malloc((size_t)canvas->raster.width * canvas->raster.height);
    canvas->square = malloc((size_t)size.width * size.height * sizeof *canvas->square);
    return canvas->pixels != NULL && canvas->square != NULL ? DF_OK : DF_ERROR_MEMORY;
}

void render_end_canvas(render_canvas *canvas)
{
    df_raster_free(&canvas->raster);
    free(canvas->pixels);
    free(canvas->square);
    *canvas = (render_canvas){.is_drawn = false};
}

void render_note_size(out_stream *out, const df_raster *raster, const df_film *film)
{
    out->width = raster->width;
    out->height = raster->height;
    out->centiseconds = film != NULL ? df_film_measure(film).centiseconds : 0;
}

df_raster_changes render_draw(render_canvas *canvas, const df_frame *frame)
{
    const df_raster *raster = &canvas->raster;
    const size_t size = (size_t)frame->width * frame->height * sizeof *canvas->square;
    df_raster_changes changes = {.count = 1,
                                 .areas = {{.right = raster->width, .bottom = raster->height}}};
    if (canvas->is_drawn)
        changes = df_raster_redraw(raster, &canvas->before, frame, canvas->pixels);
    else
        df_raster_draw(raster, frame, canvas->pixels);
    canvas->is_drawn = true;
    memcpy(canvas->square, frame->square, size);
    canvas->before = *frame;
    canvas->before.square = canvas->square;
    return changes;
}
