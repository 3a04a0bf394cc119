/* The sound of a film as WAV. */
#ifndef CLI_FORMAT_WAV_H
#define CLI_FORMAT_WAV_H

#include "cli/base/format.h"
#include "dropforge/view.h"

/* Writes the sound of the whole film: 16 bits, one channel. DF_ERROR_MEMORY; DF_ERROR_CANCELLED
 * if the stream failed. */
df_status wav_write(const df_film *film, out_stream *out);

#endif
