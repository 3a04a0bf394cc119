/* Images and videos that the program ffmpeg decodes, where it is installed. */
#ifndef CLI_FOREIGN_H
#define CLI_FOREIGN_H

#include "image.h"

/* True if the bytes are of such a format, by how they begin or, where that says nothing, by the
 * extension of their path, which may be NULL. */
bool foreign_is_one(const uint8_t *bytes, size_t length, const char *path);

/* Gives the sink the first frames of a file for which foreign_is_one is true, at most
 * `max_frames`,
 * each with at most IMAGE_MAX_PIXELS pixels, or scaled down to that. DF_ERROR_INPUT if ffmpeg
 * is not there or cannot decode it, DF_ERROR_LIMIT if the film is too long, with a text in
 * *error. */
df_status foreign_decode(const uint8_t *bytes, size_t length, const char *path,
                         unsigned max_frames, const image_sink *sink, df_error *error);

#endif
