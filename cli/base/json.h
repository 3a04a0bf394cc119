/* A writer of JSON: members in the order in which they are put, numbers exactly as given.
 * Neither a lack of memory nor the end of the buffer needs a check before the text is taken. */
#pragma once

#include "dropforge/base.h"
#include "message.h"

/* A text in the making. Begin with all zero but is_compact; text.status stays at the first
 * error. */
typedef struct json_writer {
    df_text text;
    bool is_compact; /* one line without blanks, instead of a line for each member */
    bool has_item;   /* the innermost array or object that is open */
    unsigned depth;  /* open arrays and objects, at most 64 */
    uint64_t arrays; /* bit i: number i of them is an array */
} json_writer;

/* The functions below take NULL as the key of the whole text and of an item of an array. */
void json_open_object(json_writer *self, const char *key);
void json_open_array(json_writer *self, const char *key);

/* Closes the array or object that was opened last. */
void json_close(json_writer *self);

/* Puts a text of any bytes, such as the name of a file. Each byte that is not UTF-8 becomes
 * U+FFFD, and characters that `utf8_control` knows are escaped. */
void json_put_text(json_writer *self, const char *key, const char *text);

void json_put_number(json_writer *self, const char *key, uint64_t number);
void json_put_bool(json_writer *self, const char *key, bool value);

/* Puts a number with six decimals. */
void json_put_decimal(json_writer *self, const char *key, double number);

/* Puts a value that is JSON already. */
void json_put_raw(json_writer *self, const char *key, const char *value);

void json_put_natural(json_writer *self, const char *key, const df_natural *number);

/* Closes what is open, writes the text and the end of the line to standard output, without
 * flushing it, and frees the text. DF_ERROR_MEMORY, with nothing written; DF_ERROR_CANCELLED:
 * standard output cannot be written. */
df_status json_write_line(json_writer *self);

/* Writes and flushes the line, as json_write_line. */
cli_status json_print(json_writer *self);
