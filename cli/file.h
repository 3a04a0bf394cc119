/* Whole files in memory. */
#ifndef CLI_FILE_H
#define CLI_FILE_H

#include <stddef.h>

enum { FILE_MAX_BYTES = 1 << 26 };

/* Reads a file, "-" for standard input. -1 and *bytes, NUL-terminated, for the caller to
 * free; or the exit code after a message. */
int file_read(const char *path, char **bytes, size_t *length);

#endif
