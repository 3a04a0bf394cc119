/* The pictures of a request. */
#ifndef CLI_RENDER_H
#define CLI_RENDER_H

#include "plan_formats.h"

/* Prepares the raster for the frames of a film. DF_ERROR_LIMIT with a message if something does
 * not fit into the size. */
df_status render_begin_raster(df_raster *raster, const render_request *request,
                              const df_film *film, df_error *error);

#endif
