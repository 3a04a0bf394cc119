#include "render.h"

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
