/* What the program tells its user on standard error, and its exit codes. */
#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

#include "dropforge/status.h"

enum {
    STATUS_OK = 0,
    STATUS_FAILED = 1,  /* bad input, a file that cannot be read or written */
    STATUS_USAGE = 2,   /* the command line is wrong */
    STATUS_PICTURE = 3, /* no drops can leave this picture */
    STATUS_LIMIT = 4,   /* a search was stopped by its limit before its answer was known */
};

/* 'dropforge: …' and a line end; returns STATUS_FAILED. */
int message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* 'dropforge: …' and where to find help; `command` may be NULL. Returns STATUS_USAGE. */
int message_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* 'dropforge: FILE:LINE:COLUMN: …' for a text; the words of the status when the mishap has
 * none. Returns STATUS_FAILED. */
int message_text(const char *file, df_status status, const df_mishap *mishap);

/* 'dropforge: FILE: …', where the mishap's place is a pixel. Returns STATUS_PICTURE for a
 * picture that cannot be printed, else STATUS_FAILED. */
int message_picture(const char *file, df_status status, const df_mishap *mishap);

/* What standard input and output are called in messages, for a path that may be "-". */
const char *input_name(const char *path);
const char *output_name(const char *path);

#endif
