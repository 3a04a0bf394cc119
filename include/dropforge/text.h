/* A growing text, for writers that do not know files. */
#ifndef DROPFORGE_TEXT_H
#define DROPFORGE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "dropforge/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begin with all zero; `status` stays at the first error, so that a writer may check it
 * once at its end. bytes is NUL-terminated when it is not NULL. */
typedef struct df_text {
    char *bytes;
    size_t length;
    size_t capacity;
    df_status status;
} df_text;

void df_text_put(df_text *text, const char *string);
void df_text_put_bytes(df_text *text, const char *bytes, size_t length);
void df_text_put_char(df_text *text, char character);
void df_text_put_number(df_text *text, uint64_t number);

/* A line of a name and a value with a blank between, as several formats have them. */
void df_text_put_line(df_text *text, const char *name, const char *value);
void df_text_put_number_line(df_text *text, const char *name, uint64_t number);

/* '#rrggbb' is put by callers as '#' and this: six lower-case hexadecimal digits. */
void df_text_put_hex6(df_text *text, uint32_t value);

/* Frees the bytes and makes the text empty and usable again. */
void df_text_free(df_text *text);

#ifdef __cplusplus
}
#endif
#endif
