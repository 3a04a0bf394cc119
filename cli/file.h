/* Whole files in memory. */
#ifndef CLI_FILE_H
#define CLI_FILE_H

#include <stddef.h>

#include "dropforge/status.h"

enum { FILE_MAX_BYTES = 1 << 26 };

/* Reads a file, "-" for standard input. -1 and *bytes, NUL-terminated, for the caller to
 * free; or the exit code after a message. */
int file_read(const char *path, char **bytes, size_t *length);

/* Refuses a text that begins with a byte order mark; `name` is its file in messages. -1 or the
 * exit code. */
int file_refuse_mark(const char *name, const char *text);

/* Reads a file as above, a text: one that begins with a byte order mark is refused. */
int file_read_text(const char *path, char **bytes, size_t *length);

/* Makes of a text what it describes. */
typedef df_status file_reader(void *into, const char *text, size_t length, df_mishap *mishap);

/* Reads a text as above, and what it describes into `into`. -1, or the exit code after a
 * message that tells the place in the text. */
int file_read_into(const char *path, file_reader *reader, void *into);

#endif
