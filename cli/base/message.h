/* Messages on standard error, and what the functions of the program return: what can end it
 * returns a cli_status. With GO_ON what it makes is the caller's. Any other is the exit status,
 * after a message if something failed. */
#pragma once

#include "dropforge/base.h"

typedef enum cli_status {
    GO_ON = -1,
    STATUS_OK = 0,
    STATUS_FAILED = 1,  /* bad input, a file that cannot be read or written */
    STATUS_USAGE = 2,   /* the command line is wrong */
    STATUS_PICTURE = 3, /* no drops can leave this picture */
    STATUS_LIMIT = 4,   /* a search reached its limit before its answer was known */
} cli_status;

/* Writes 'dropforge: …' and a line end; returns STATUS_FAILED. */
cli_status message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes 'dropforge: …' and where to find help; `command` may be NULL. Returns STATUS_USAGE. */
cli_status message_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes the text of an error, and returns `status`. */
df_status message_error(df_error *error, df_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* An error in full, with its advice as options of the program. */
typedef struct error_words {
    char text[600];
} error_words;

/* Returns the words of an error, or the name of the status if it is NULL or has no text. */
error_words message_words(df_status status, const df_error *error);

/* Writes 'dropforge: FILE:LINE:COLUMN: …' for a text, with the name of the status if the error
 * has no text. Returns STATUS_FAILED. */
cli_status message_text(const char *file, df_status status, const df_error *error);

/* Writes 'dropforge: …', with the name of the status if the error is NULL or has no text.
 * Returns GO_ON for DF_OK, else STATUS_FAILED. */
cli_status message_status(df_status status, const df_error *error);

/* Writes 'dropforge: FILE: …' with the pixel of the error. Returns STATUS_PICTURE for a picture
 * that cannot be printed, else STATUS_FAILED. */
cli_status message_picture(const char *file, df_status status, const df_error *error);

/* From now on the program ends silently when the reader of its output goes away, as a reader of
 * help and completions does who has seen enough. */
void message_end_with_reader(void);

/* Writes that standard output cannot be written, and why, for an errno; 0 if that is unknown.
 * Writes nothing if the reader has gone away: main() ends the program when all else is done.
 * Returns STATUS_FAILED. */
cli_status message_stdout(int code);

/* Writes what standard output still holds back. Returns GO_ON, or STATUS_FAILED as above. */
cli_status message_flush_stdout(void);

/* True once message_stdout() has seen that the reader of standard output has gone away. */
bool message_reader_is_gone(void);

/* True if a path, which may be NULL, is "-": standard input or output. */
bool path_is_standard(const char *path);

/* Return the path for messages: "-" becomes 'standard input' or 'standard output'. */
const char *input_name(const char *path);
const char *output_name(const char *path);
