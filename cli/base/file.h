/* Whole files in memory. */
#pragma once

#include <stdio.h>

#include "dropforge/base.h"
#include "message.h"

enum { FILE_MAX_BYTES = 1 << 27 };

/* Reads to the end of a stream, without a message. Returns 0, and the caller frees *bytes; or
 * an errno value, EFBIG if it is too long. */
int file_read_stream(FILE *stream, char **bytes, size_t *length);

/* Reads a file, "-" for standard input. The caller frees *bytes, which end with a NUL. */
cli_status file_read(const char *path, char **bytes, size_t *length);

/* Reads a text as file_read does, and refuses a byte order mark. */
cli_status file_read_text(const char *path, char **bytes, size_t *length);

/* Reads a text as file_read_text does, or takes the fumen that stands in the place of a name.
 * *name is what messages call it. The caller frees *bytes. */
cli_status file_take_text(const char *path, const char **name, char **bytes, size_t *length);

/* Makes the object that a text describes. */
typedef df_status file_reader(void *into, const char *text, size_t length, df_error *error);

/* Reads a text as file_read_text does, and the object that it describes into `into`. Returns
 * GO_ON, or the exit code after a message with the place in the text. */
cli_status file_read_into(const char *path, file_reader *reader, void *into);
